"""A double round is called at a table: who may, what follows, what every page says, how it is taken back."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import translation

from scoring.deeds import Refused
from scoring.engine.facts import DoublingEnds
from scoring.engine.record import entry_record
from scoring.engine.rules import Rules
from scoring.engine.telling import trigger_in_words
from scoring.engine.triggers import TRIGGERS
from scoring.evenings import verbs as evening_verbs
from scoring.models import Act, Entry, Sheet
from scoring.rules import published
from scoring.table.pages.page import EventLine, HandLine, SumLine, paper_of
from scoring.table.pages.recording_page import table_facts
from scoring.table.verbs import call_radl_on, can_call_radl
from scoring.table.writing import Illegal, locked_sheet, put, rederive
from scoring.table_policy import Actor, NewEntry
from tests.support.pages import html_at
from tests.support.scoring.corrections import correct, insert, take_out, undo
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.house_rules_editor import plainly
from tests.support.scoring.recording import paper, radl
from tests.support.scoring.speiszettel import printed
from tests.support.scoring.tables import (
    FOUR,
    SCHLUSSRADL,
    dreier,
    seating,
    trischaken,
)
from tests.support.scoring.verify import unprotected, verified
from tests.support.scoring.what_if import points, what_if
from tests.support.stages import stage

pytestmark = pytest.mark.usefixtures("english")

__all__ = ["plainly"]  # the fixtures

RADL = {"event": "radl"}
TOLD = "A double round is called."


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """Anna is Vorhand, Dora deals; nothing but a call starts a Radl."""
    return house.sheet(evening=house.evening(radl_start="called"))


@transaction.atomic
def call(house: House, sheet: Sheet, *, by: str = "Bert") -> Entry:
    return call_radl_on(sheet, house[by], uuid4()).entry


def standing(sheet: Sheet) -> tuple[int, list[Any] | None]:
    """Doubled hands to come, and why."""
    kept = now(sheet).standing
    return kept["owed"], kept["because"]


# What follows


def test_a_called_round_doubles_the_next_hands_and_no_trigger_does(house: House, sheet: Sheet) -> None:
    house.play(sheet, trischaken("Anna"))
    assert standing(sheet) == (0, None)
    call(house, sheet)
    assert standing(sheet) == (4, [2, "called"])
    for _ in range(4):
        house.play(sheet, dreier("Anna"))
    assert standing(sheet) == (0, None)
    house.play(sheet, dreier("Anna"))
    assert radl(sheet) == "-RRRR-"
    # Bert lost the Trischaken: Anna +2; four Dreier for 30, the last one for 15
    assert paper(sheet).totals == (137, -51, -43, -43)
    call_command("verify")


def test_an_earlier_hand_that_is_corrected_moves_the_called_round_along(house: House) -> None:
    sheet = house.sheet(evening=house.evening(radl_nesting="ignore"))
    first = house.play(sheet, dreier("Anna")).entry
    call(house, sheet)
    for _ in range(5):
        house.play(sheet, dreier("Anna"))
    assert radl(sheet) == "-RRRR-"
    correct(house, sheet, first, trischaken("Anna"))
    assert radl(sheet) == "-RRRR-", "the call is inside the Radl now, and adds nothing to it"
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
    assert standing(sheet) == (4, [1, "called"])
    assert table_at(house, sheet)["radl"] is True  # nobody is offered another one
    undo(house, sheet)
    assert standing(sheet) == (0, None)
    house.play(sheet, RADL, by="Cilli")
    for _ in range(5):
        house.play(sheet, dreier("Anna"))
    assert radl(sheet) == "RRRR-"
    assert TOLD in html_at(house.client("Anna", "en"), sheet.get_absolute_url())
    call_command("verify")


def test_where_a_trigger_begins_it_no_phone_calls_a_round(house: House) -> None:
    sheet = house.sheet()
    assert table_at(house, sheet)["radl_called"] is False
    with pytest.raises(Illegal) as refused:
        house.play(sheet, RADL)
    assert [problem.code for problem in refused.value.problems] == ["unknown_event"]
    assert now(sheet).seq == 0


def test_from_outside_only_directors_call_a_round(house: House, sheet: Sheet) -> None:
    for name in ("Cilli", "Dora", "Emil", "Franz"):
        with pytest.raises(PermissionDenied):
            call(house, sheet, by=name)


@pytest.mark.parametrize("rules", ["cup", "standard-skoty", "treffpunkt-skoty"])
def test_where_no_radl_is_played_none_is_called(house: House, rules: str) -> None:
    sheet = house.sheet(rules=rules)
    assert not can_call_radl(sheet)
    with pytest.raises(Illegal) as refused:
        call(house, sheet)
    assert [problem.code for problem in refused.value.problems] == ["radl_not_here"]


def test_what_would_change_nothing_is_not_called_nor_is_anything_on_a_closed_sheet(house: House) -> None:
    sheet = house.sheet(evening=house.evening(radl_nesting="ignore"))
    assert can_call_radl(sheet)
    call(house, sheet)
    assert not can_call_radl(now(sheet))
    with pytest.raises(Refused, match="“1” are already doubled"):
        call(house, sheet)
    other = house.sheet(name="2", evening=sheet.evening)
    house.play(other, SCHLUSSRADL)
    assert not can_call_radl(now(other))
    with pytest.raises(Refused, match="“2” are already doubled"):
        call(house, other)
    assert (now(sheet).seq, now(other).seq) == (1, 1)
    closed = house.sheet(name="3", evening=sheet.evening)
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=closed)
    assert not can_call_radl(now(closed))
    with pytest.raises(Refused, match="closed"):
        call(house, closed)


# Taken back


def test_a_call_that_never_was_is_taken_out_and_hands_before_it_can_be_inserted(
    house: House, sheet: Sheet
) -> None:
    house.play(sheet, dreier("Anna"))
    entry = call(house, sheet)
    house.play(sheet, dreier("Anna"))
    insert(house, sheet, entry, dreier("Bert"), keep_deal=True)
    assert radl(sheet) == "--R"
    assert standing(sheet) == (3, [3, "called"])
    take_out(house, sheet, entry)
    assert radl(sheet) == "---"
    assert standing(sheet) == (0, None)
    call_command("verify")


# What is said


def test_the_paper_tells_the_call_and_draws_a_line_under_its_round(house: House, sheet: Sheet) -> None:
    house.play(sheet, trischaken("Anna"))
    call(house, sheet)
    for _ in range(4):
        house.play(sheet, dreier("Anna"))
    lines = paper(sheet).lines
    assert [line.kind for line in lines] == ["hand", "event", *["hand"] * 4, "sum", "sum"]
    assert [line.told for line in lines if isinstance(line, EventLine)] == [TOLD]
    assert [line.title for line in lines if isinstance(line, SumLine)] == ["After the Radl", "Total"]
    assert [line.starts for line in lines if isinstance(line, HandLine)] == [()] * 5


def test_the_paper_draws_the_line_where_what_is_left_of_a_radl_lapses(house: House, sheet: Sheet) -> None:
    for record in (trischaken("Anna"), dreier("Anna")):
        house.play(sheet, record)
    call(house, sheet)
    bell = NewEntry(uuid4(), Act.ADD, entry_record(DoublingEnds(), published()["standard"]))
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
    for path in ("links/", f"hands/{entry.pk}/insert/"):
        html_at(anna, f"/sheets/{sheet.pk}/{path}")
    assert anna.get(f"/sheets/{sheet.pk}/hands/{entry.pk}/correct/").status_code == 302
    with translation.override("de"):
        lines = paper_of(now(sheet), sheet.evening.names(), "de").lines
    assert [line.told for line in lines if isinstance(line, EventLine)] == ["Doppelrunde ausgerufen."]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", ["standard", "treffpunkt", "karlsruhe", "zwanzigerrufen"])
def test_no_speiszettel_promises_doubled_hands_after_a_trigger_that_does_not_count(
    slug: str, language: str
) -> None:
    rules: Rules = published()[slug]
    called = rules.under({"radl_start": "called"})
    words = {trigger_in_words(name, rules, language) for name in TRIGGERS}
    assert any(word in sentence for word in words for sentence in printed(rules, language))
    said = printed(called, language)
    assert not [sentence for sentence in said for word in words if word in sentence]
    says = "only when the director calls it" if language == "en" else "nur, wenn die Leitung sie ausruft"
    assert any(says in sentence for sentence in said)


# Sealed, verified, imagined


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        ({"event": "radl", "hands": 9}, "as it is always written"),
        ({"event": ["radl"]}, "readable"),
        ({"event": "schlussradl"}, "The state of the table, owed"),
    ],
)
def test_a_lie_about_a_call_is_found(house: House, sheet: Sheet, lie: dict[str, Any], said: str) -> None:
    entry = call(house, sheet)
    unprotected(lambda sheet: Entry.objects.filter(pk=entry.pk).update(record=lie))(sheet)
    status, lines = verified()
    assert (status, said in "\n".join(lines)) == (1, True)


def test_under_another_sheet_a_call_comes_along_or_is_named_as_lost(house: House, sheet: Sheet) -> None:
    call(house, sheet)
    house.play(sheet, dreier("Anna"))
    house.play(sheet, seating(*FOUR, dealer="Dora"))
    house.play(sheet, dreier("Anna"))
    assert points(what_if(sheet.evening, "treffpunkt")) == {
        "Anna": 60,
        "Bert": -20,
        "Cilli": -20,
        "Dora": -20,
    }
    found = what_if(sheet.evening, "cup")
    assert points(found) == {"Anna": 30, "Bert": -10, "Cilli": -10, "Dora": -10}
    assert found["tables"][0]["lost"] == ["There is no Radl there."]
