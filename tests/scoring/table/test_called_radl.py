"""A double round is called at a table: who may, what follows, what every page says, how it is taken back."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from scoring.deeds import Refused
from scoring.engine.facts import DoublingEnds
from scoring.engine.record import to_dict
from scoring.evenings import verbs as evening_verbs
from scoring.models import Act, Entry, Sheet
from scoring.rules import published
from scoring.table.pages.page import EventLine, HandLine, SumLine
from scoring.table.pages.recording_page import table_facts
from scoring.table.verbs import call_radl_on, can_call_radl
from scoring.table.writing import Illegal, locked_sheet, put, rederive
from scoring.table_policy import Actor, NewEntry
from tests.support.pages import html_at
from tests.support.scoring.corrections import undo
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.recording import paper, radl
from tests.support.scoring.tables import (
    SCHLUSSRADL,
    dreier,
    trischaken,
)
from tests.support.stages import stage

pytestmark = pytest.mark.usefixtures("english")


RADL = {"event": "radl"}
TOLD = "A double round is called."


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """Anna is Vorhand, Dora deals; nothing but a call starts a Radl."""
    return house.sheet(evening=house.evening(radl_start="called"))


@transaction.atomic
def call(house: House, sheet: Sheet, *, by: str = "Bert") -> Entry:
    return call_radl_on(sheet, house[by], uuid4()).entry


def standing(sheet: Sheet) -> tuple[int, tuple[int, str] | None]:
    """Doubled hands to come, and why."""
    state = now(sheet).state
    return state.owed, state.position.because


# What follows


def test_a_called_round_doubles_the_next_hands_and_no_trigger_does(house: House, sheet: Sheet) -> None:
    house.play(sheet, trischaken("Anna"))
    assert standing(sheet) == (0, None)
    call(house, sheet)
    assert standing(sheet) == (4, (2, "called"))
    for _ in range(4):
        house.play(sheet, dreier("Anna"))
    assert standing(sheet) == (0, None)
    house.play(sheet, dreier("Anna"))
    assert radl(sheet) == "-RRRR-"
    # Bert lost the Trischaken: Anna +2; four Dreier for 30, the last one for 15
    assert paper(sheet).totals == (137, -51, -43, -43)
    lines = paper(sheet).lines
    assert [line.kind for line in lines] == ["hand", "event", *["hand"] * 4, "sum", "hand", "sum"]
    assert [line.told for line in lines if isinstance(line, EventLine)] == [TOLD]
    assert [line.title for line in lines if isinstance(line, SumLine)] == ["After the Radl", "Total"]
    assert [line.starts for line in lines if isinstance(line, HandLine)] == [()] * 6
    call_command("verify")


# Who may, and where


def table_at(house: House, sheet: Sheet) -> dict[str, Any]:
    """What the recording page knows of the table."""
    found = now(sheet)
    return table_facts(found, found.evening.names(), "en")


def test_whoever_records_calls_a_round_where_it_was_agreed_and_takes_it_back(
    house: House, sheet: Sheet
) -> None:
    before = table_at(house, sheet)
    assert (before["radl_called"], before["radl"]) == (True, False)
    house.play(sheet, RADL, by="Cilli")  # who writes, and directs nothing
    assert standing(sheet) == (4, (1, "called"))
    assert table_at(house, sheet)["radl"] is True  # nobody is offered another one
    undo(house, sheet)
    assert standing(sheet) == (0, None)
    house.play(sheet, RADL, by="Cilli")
    for _ in range(5):
        house.play(sheet, dreier("Anna"))
    assert radl(sheet) == "RRRR-"
    assert TOLD in html_at(house.client("Anna", "en"), sheet.get_absolute_url())
    call_command("verify")


def test_where_a_trigger_begins_it_no_phone_calls_a_round(
    house: House,
) -> None:
    sheet = house.sheet()
    assert table_at(house, sheet)["radl_called"] is False
    with pytest.raises(Illegal) as refused:
        house.play(sheet, RADL)
    assert [problem.code for problem in refused.value.problems] == ["unknown_event"]
    assert now(sheet).seq == 0
    sheet = house.sheet(rules="cup")
    assert not can_call_radl(sheet)
    with pytest.raises(Illegal) as refused:
        call(house, sheet)
    assert [problem.code for problem in refused.value.problems] == ["radl_not_here"]


def test_what_would_change_nothing_is_not_called_nor_is_anything_on_a_closed_sheet(house: House) -> None:
    sheet = house.sheet(evening=house.evening(radl_nesting="ignore"))
    assert can_call_radl(sheet)
    for name in ("Cilli", "Dora", "Emil", "Franz"):  # from outside only directors call
        with pytest.raises(PermissionDenied):
            call(house, sheet, by=name)
    call(house, sheet)
    assert not can_call_radl(now(sheet))
    with pytest.raises(Refused, match="“1” are already doubled"):
        call(house, sheet)
    other = house.sheet(name="2", evening=sheet.evening)
    house.play(other, SCHLUSSRADL)
    assert not can_call_radl(now(other))
    assert now(sheet).seq == 1
    closed = house.sheet(name="3", evening=sheet.evening)
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=closed)
    assert not can_call_radl(now(closed))
    with pytest.raises(Refused, match="closed"):
        call(house, closed)


# What is said


def test_the_paper_draws_the_line_where_what_is_left_of_a_radl_lapses(house: House, sheet: Sheet) -> None:
    for record in (trischaken("Anna"), dreier("Anna")):
        house.play(sheet, record)
    call(house, sheet)
    bell = NewEntry(uuid4(), Act.ADD, to_dict(DoublingEnds(), published()["standard"]))
    with transaction.atomic():
        here = locked_sheet(sheet, Actor(house["Anna"]))
        put(here, Actor(house["Anna"]), bell)
        rederive(here)
    house.play(sheet, dreier("Anna"))
    lines = paper(sheet).lines
    assert [line.kind for line in lines] == ["hand", "hand", "event", "event", "sum", "hand", "sum"]
    assert [line.title for line in lines if isinstance(line, SumLine)] == ["After the Radl", "Total"]


def test_every_page_of_the_table_tells_the_call(house: House, sheet: Sheet, anna: Client) -> None:
    house.play(sheet, trischaken("Anna"))
    entry = call(house, sheet)
    house.play(sheet, dreier("Anna"))
    for path in ("", f"hands/{entry.pk}/", f"hands/{entry.pk}/take-out/"):
        assert TOLD in html_at(anna, f"/sheets/{sheet.pk}/{path}"), path
    assert "called before hand 2" in html_at(anna, f"/sheets/{sheet.pk}/record/")
    html_at(anna, f"/sheets/{sheet.pk}/hands/{entry.pk}/insert/")
    assert anna.get(f"/sheets/{sheet.pk}/hands/{entry.pk}/correct/").status_code == 302
