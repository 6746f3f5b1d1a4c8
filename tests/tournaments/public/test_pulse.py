"""What phones and screens ask every three seconds."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Sheet
from scoring.table.views import recording
from tests.support.tournaments.playing import Hands, Playing, hand
from tournaments.models import Table

AT_MOST = Callable[[int], AbstractContextManager[Any]]


def of_all(playing: Playing) -> str:
    return f"/tournaments/{playing.tournament.code}/pulse/"


def of_one(playing: Playing) -> str:
    return f"/tournaments/{playing.tournament.code}/tables/{playing.table().pk}/pulse/"


def test_a_table_hears_of_its_own_hands_and_not_of_those_of_others(two_tables: Playing, watch: Hands) -> None:
    tag, of_everybody = (Client().get(path(two_tables)).headers["ETag"] for path in (of_one, of_all))
    two_tables.play(2, hand("Fritz", "Gustl"))
    assert Client().get(of_one(two_tables), headers={"If-None-Match": tag}).status_code == 304
    assert Client().get(of_all(two_tables), headers={"If-None-Match": of_everybody}).status_code == 200
    two_tables.play(1, hand("Bert", "Cilli"))
    answer = Client().get(of_one(two_tables), headers={"If-None-Match": tag})
    assert answer.json()["seq"] == 1


def test_whatever_changes_at_a_table_changes_its_tag_and_nothing_but_counters_is_said(
    started: Playing, watch: Hands
) -> None:
    assert set(Client().get(of_all(started)).json()) == {"count", "clock"}
    answers = [Client().get(of_one(started))]
    assert set(answers[0].json()) == {"count", "clock", "seq", "state"}
    for change in ({"dealt": True}, {"dealt": False}, {"extra_hands": 1}, {"paper": True}):
        Table.objects.update(**change)
        answers.append(Client().get(of_one(started)))
    Sheet.objects.update(closed_at=watch.moment)
    answers.append(Client().get(of_one(started)))
    assert len({answer.headers["ETag"] for answer in answers}) == 6


def test_it_costs_one_query_also_for_somebody_signed_in(
    started: Playing, django_assert_num_queries: AT_MOST
) -> None:
    for address in (of_all(started), of_one(started)):
        client = started.house.client("Bert")
        with django_assert_num_queries(1):
            tag = client.get(address).headers["ETag"]
        with django_assert_num_queries(1):
            client.get(address, headers={"If-None-Match": tag})


def test_an_unknown_code_and_a_table_of_another_tournament_are_not_found(started: Playing) -> None:
    code, table = started.tournament.code, started.table().pk
    for address in (
        "/tournaments/nowhere1/pulse/",
        "/tournaments/no%00where/pulse/",
        f"/tournaments/nowhere1/tables/{table}/pulse/",
        f"/tournaments/{code}/tables/{table + 1}/pulse/",
        f"/tournaments/{code}/tables/{10**30}/pulse/",
    ):
        assert Client().get(address).status_code == 404, address


def test_what_happens_while_a_phone_is_answered_is_news_for_its_next_question(
    started: Playing, watch: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, live = started.client(), reverse("scoring:live", args=[started.sheet().pk])
    real = recording.visit

    def overtaken(*about: Any) -> Any:
        visitor = real(*about)
        Table.objects.update(dealt=True)
        return visitor

    with monkeypatch.context() as patched:
        patched.setattr(recording, "visit", overtaken)
        tag = phone.get(live).headers["ETag"]
    answer = phone.get(live, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert phone.get(live, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
