"""A table to try out: it goes on with every hand, and nothing of it is kept."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.calculator.hands import written
from scoring.calculator.table import MOST
from tests.support.every import every
from tests.support.scoring.tables import Record

DREIER = {"games": [{"contract": "dreier", "declarer": "seat-2", "won": True}]}
REDEAL = {"void": "redeal", "reason": "Misdealt"}
EMPTY = {"entries": [], "undone": []}


def ask(what: str, log: Record, **further: Any) -> HttpResponse:
    sent = {"id": str(uuid4()), "after": 0, "log": log, **further}
    return Client().post(f"/try/treffpunkt/{what}/", sent, content_type="application/json")


def saved(log: Record, record: Record) -> Record:
    answer: Record = ask("record", log, record=record).json()
    return answer


@pytest.mark.django_db
def test_a_stranger_records_undoes_and_redoes_and_no_row_is_read_or_written(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        page = json.loads(client.get("/calculator/", {"rules": "treffpunkt", "table": ""}).context["table"])
        first = saved(page["log"], DREIER)
        second = saved(first["table"]["log"], REDEAL)
        undone = ask("undo", second["table"]["log"]).json()
        redone = ask("redo", undone["table"]["log"]).json()
    assert len(asked) == 0
    assert page["log"] == EMPTY
    assert (first["number"], first["amounts"][1], first["table"]["number"]) == (1, ["Bert", "+15"], 2)
    assert [seat["total"] for seat in first["table"]["seats"]] == ["−5", "+15", "−5", "−5"]
    assert "Bert: Dreier, gewonnen" in first["table"]["paper"]
    assert (second["number"], second["seq"], len(second["table"]["log"]["entries"])) == (None, 2, 2)
    assert undone["table"]["log"] == {"entries": [DREIER], "undone": [REDEAL]}
    assert redone["table"]["log"] == second["table"]["log"]
    last = saved(second["table"]["log"], {"event": "schlussradl"})
    assert (last["number"], last["said"]) == (None, "Das Schlussradl beginnt.")


FOUR = ["Anna", "<b>", "Ćilli", "Dora"]
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "<b>", "won": True}


@pytest.mark.parametrize(
    ("further", "entries", "totals"),
    [
        ({"options": {"silent_miss": "charged"}}, 1, ["+1", "+1", "−1", "−1"]),
        ({"radl": True}, 0, ["0", "0", "0", "0"]),
        ({"games": [{"declarer": "<b>"}]}, 0, ["0", "0", "0", "0"]),
    ],
    ids=["as agreed", "in a Radl, which here follows from the hands before", "half told"],
)
def test_a_hand_of_the_calculator_is_the_first_of_a_table(
    client: Client, further: Record, entries: int, totals: list[str]
) -> None:
    hand = written({"rules": "treffpunkt", "players": FOUR, "games": [RUFER], **further})
    page = json.loads(client.get("/calculator/", {"hand": hand, "table": ""}).context["table"])
    log = page["log"]
    assert (len(log["entries"]), [seat["total"] for seat in page["seats"]]) == (entries, totals)
    assert (log["players"], log.get("options", {})) == (FOUR, further.get("options", {}))
    answer = saved(log, DREIER)
    assert answer["said"].startswith(f"Hand {entries + 1}: <b>: Dreier, gewonnen.")
    assert answer["table"]["log"] == {**log, "entries": [*log["entries"], DREIER]}
    can_be_missed = "missed" in answer["table"]["possible"][0]["declarer"]["pagat"]
    assert can_be_missed is ("options" in further)


def test_the_settlement_is_told_before_it_is_saved() -> None:
    answer = ask("preview", EMPTY, record=DREIER, instead={"games": [{**DREIER["games"][0], "won": False}]})
    assert (answer.json()["own"], answer.json()["instead"]["own"]) == ("+15", "−15")
    nobody = {"games": [{**DREIER["games"][0], "declarer": "seat-9"}]}
    answer = ask("preview", EMPTY, record=nobody, instead=nobody)
    assert (answer.json()["own"], answer.json()["problems"][0]["where"]) == ("", "games.0.declarer")
    assert "instead" not in answer.json()


def test_what_was_entered_before_it_was_refused_stays_and_the_same_is_not_entered_again() -> None:
    [game] = DREIER["games"]
    void = {"games": [{**game, "kontra": "kontra", "kontra_void": True}]}
    again = ask("record", {"entries": [void], "undone": []}, record=void)
    assert again.status_code == 400
    assert "Bert spielt allein" in again.json()["problems"][0]["text"]
    further = saved({"entries": [void], "undone": []}, REDEAL)
    assert [seat["total"] for seat in further["table"]["seats"]] == ["−5", "+15", "−5", "−5"]


@every("identity", [None, 7, "", "x"])
def test_an_entry_without_an_id_is_not_taken(identity: object) -> None:
    answer = ask("record", EMPTY, record=DREIER, id=identity)
    assert (answer.status_code, b"problems" in answer.content) == (400, False)


def test_a_table_that_is_full_takes_no_more() -> None:
    full = {"entries": [DREIER] * MOST, "undone": []}
    answer = saved(full, DREIER)
    assert answer["table"]["closed"]
    assert answer["seq"] == MOST
    assert Client().get("/try/unknown/", follow=True).status_code == 404


@pytest.mark.parametrize(
    "log",
    [
        None,
        {"entries": 1, "undone": []},
        {"entries": [DREIER] * (MOST + 1), "undone": []},
        {"entries": [{"games": [{"contract": "dreier", "declarer": "<b>", "won": True}]}], "undone": []},
        {"entries": ["x" * 70_000], "undone": []},
        {"entries": [], "undone": [], "players": ["Anna", "Anna", "Cilli", "Dora"]},
        {"entries": [], "undone": [], "players": ["Anna", "Bert", "Cilli"]},
        {"entries": [], "undone": [], "players": ["Anna", "Bert", "Cilli", "D" * 1000]},
        {"entries": [], "undone": [], "options": {"radl_doubles": "never"}},
        {"entries": [], "undone": [], "options": ["radl_doubles"]},
    ],
    ids=[
        *("none", "no list", "too long", "nobody there", "too big", "a name twice"),
        *("three", "a long name", "nothing to agree on", "no agreements"),
    ],
)
@pytest.mark.parametrize("what", ["record", "preview", "undo", "redo"])
def test_a_log_that_this_program_did_not_make_is_no_log(log: object, what: str) -> None:
    sent = {"id": str(uuid4()), "log": log, "record": DREIER}
    answer = Client().post(f"/try/treffpunkt/{what}/", sent, content_type="application/json")
    assert answer.status_code == 400
    assert b"problems" not in answer.content
