"""A hand beside the least that any view could do: an empty one with a session and one INSERT."""

import json
import time
from collections.abc import Callable
from itertools import count
from math import log
from statistics import median
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import connection, transaction
from django.http import JsonResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from tarockclub import urls
from tests.benchmarks import tournament_load
from tests.benchmarks.pages import PLAIN_FILES
from tests.support.phones import RecordPage
from tests.support.races import keeper

EARLY, LATE = 10, 1000  # hands
ROUNDS, EACH = 15, 8  # in turn, so that what disturbs disturbs all of them


class Taken(NamedTuple):
    """Milliseconds for one of them."""

    wall: float
    processor: float


def taken_by(ask: Callable[[], object]) -> Taken:
    wall, processor = time.perf_counter(), time.process_time()
    for _ in range(EACH):
        ask()
    return Taken(1000 * (time.perf_counter() - wall) / EACH, 1000 * (time.process_time() - processor) / EACH)


def measure() -> None:
    keeper.migrate()
    tables = keeper.found(tables=2)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE floor (id integer PRIMARY KEY, record text)")
    with override_settings(
        ALLOWED_HOSTS=["testserver"],
        STORAGES=PLAIN_FILES,
        ROOT_URLCONF=__name__,
    ):
        signed_in, plainly = Client(), Client()
        signed_in.force_login(keeper.club_house()["Anna"])
        plainly.force_login(keeper.club_house()["Anna"])

        def floor() -> None:
            document = {"id": 1, "record": {"games": []}}
            assert plainly.post("/floor/", document, content_type="application/json").status_code == 200

        with override_settings(SESSION_ENGINE="django.contrib.sessions.backends.db"):
            floor()  # which loads what this client asks through

        def hands_at(client: Client, address: str) -> Callable[[], None]:
            state = RecordPage(client.get(address, follow=True).content).table
            save_at = state["urls"]["save"]

            def save() -> None:
                playing = state["players"][0]["id"]
                record = {"games": [{"contract": "dreier", "declarer": playing, "won": True}]}
                document = {"id": str(next(ids)), "after": state["after"], "record": record}
                known = {"Known-Form": state["form"]}
                answer = client.post(save_at, document, content_type="application/json", headers=known)
                assert answer.status_code == 200, answer.content
                state.update(answer.json()["table"])

            return save

        ids = (uuid4() for _ in count())
        for table, hands in zip(tables, (EARLY, LATE), strict=True):
            keeper.play_up_to(sheet=table["sheet"], hands=hands - EACH)
        pages = [reverse("scoring:record", args=[table["sheet"]]) for table in tables]
        drawn = tournament_load.found("1")
        at_a_tournament = hands_at(Client(), f"/t/{drawn['links'][0]}/")
        asked = [floor, *(hands_at(signed_in, page) for page in pages), at_a_tournament]
        for ask in asked:
            taken_by(ask)
        found = [[taken_by(ask) for ask in asked] for _ in range(ROUNDS)]
    _print(found)


def _empty_view(request: Any) -> Any:
    document = json.loads(request.body)
    assert request.user.is_authenticated
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor (record) VALUES (%s)", [json.dumps(document["record"])])
    return JsonResponse({"id": document["id"]})


urlpatterns = [path("floor/", _empty_view), *urls.urlpatterns]


def _print(found: list[list[Taken]]) -> None:
    print("\nA hand by somebody signed in, milliseconds a request   (aim: at a club 6, at a tournament 8)")
    names = (
        "an empty view, all as in Django",
        f"a hand from hand {EARLY} on",
        f"from hand {LATE} on",
        "at a tournament, by the card",
    )
    for column, name in enumerate(names):
        wall, processor = (median(each) for each in zip(*(row[column] for row in found), strict=True))
        times = median(row[column].processor / row[0].processor for row in found)
        print(f"  {name:<36} wall {wall:5.1f}   processor {processor:5.1f}   {times:.1f} times")
    grown = median(row[2].processor / row[1].processor for row in found)
    print(f"  {EARLY} to {LATE:,} hands: {grown - 1:+.0%}, exponent {log(grown) / log(LATE / EARLY):+.3f}")
