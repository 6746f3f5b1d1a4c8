"""Corrections through the pages: the form, a look at everything that changes, and then the change."""

import html
import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry, Sheet
from scoring.table.consequences import Consequences, consequences
from scoring.table.views import corrections
from tests.support.pages import data_on, text_of
from tests.support.scoring.house import HOUSE, House, english, in_ids, now
from tests.support.scoring.recording import address, paper
from tests.support.scoring.tables import (
    Record,
    dreier,
    hand,
    rufer,
    trischaken,
)
from tests.support.stages import stage


class Corrector:
    """Somebody who corrects one sheet through the pages."""

    def __init__(self, house: House, sheet: Sheet, name: str = "Cilli", client: Client | None = None) -> None:
        self.sheet = sheet
        self.client = client or english(house, name)
        self.id = uuid4()

    def entry(self, seq: int) -> Entry:
        return Entry.objects.get(sheet=self.sheet, seq=seq)

    def open(self, name: str, seq: int) -> Any:
        return self.client.get(address(name, self.sheet, self.entry(seq).pk))

    def table(self, name: str, seq: int) -> dict[str, Any]:
        page = self.open(name, seq)
        assert page.status_code == 200
        table: dict[str, Any] = data_on(page, "table")
        return table

    def send(
        self,
        name: str,
        seq: int,
        record: Record | None = None,
        *,
        known_seq: int | None = None,
        **further: str,
    ) -> Any:
        form = {
            "id": str(self.id),
            "after": str(now(self.sheet).seq if known_seq is None else known_seq),
            **({} if record is None else {"record": json.dumps(in_ids(self.sheet, record))}),
            **further,
        }
        return self.client.post(address(name, self.sheet, self.entry(seq).pk), form)


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """Hand 1 starts a Radl, 2 to 5 are doubled, 6 is not."""
    sheet = house.sheet()
    for record in (trischaken("Anna", "Dora"), *map(dreier, ("Bert", "Cilli", "Dora", "Anna", "Bert"))):
        house.play(sheet, record)
    return sheet


@pytest.fixture
def cilli(house: House, sheet: Sheet) -> Corrector:
    return Corrector(house, sheet)


def test_the_form_is_filled_in_with_the_hand_as_it_stood_then(sheet: Sheet, cilli: Corrector) -> None:
    table = cilli.table("correct", 3)
    assert table["record"] == in_ids(sheet, dreier("Cilli"))
    assert (table["number"], table["radl"], table["radl_left"], table["after"]) == (3, True, 3, 6)
    assert [player["name"] for player in table["players"]] == ["Cilli", "Dora", "Anna", "Bert"]
    assert table["review"] is True
    assert table["at"] == str(cilli.entry(3).pk)
    assert table["before"] is None
    assert table["urls"]["review"] == address("correct", sheet, cilli.entry(3).pk)


def test_the_review_shows_old_and_new_settlement_and_every_later_row_that_changes(
    sheet: Sheet, cilli: Corrector
) -> None:
    page = text_of(cilli.send("correct", 1, hand("einer", "Anna", won=True)))
    assert "So far Anna: Trischaken" in page
    assert "From now on Anna: Einer, won." in page
    for later in ("Hand 2 : Bert: Dreier, won. Radl doubled → simple", "Hand 5 :"):
        assert later in page
    assert "Bert +30 → +15" in page
    assert "Only the running totals of 1 further hand change." in page
    assert now(sheet).seq == 6  # nothing is written yet


def test_what_happens_while_a_change_is_looked_at_is_told(
    house: House, sheet: Sheet, cilli: Corrector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand comes just before the sheet is locked for the look; before it is locked anew, it is closed."""
    meanwhile = [
        lambda: house.play(sheet, dreier("Dora", won=False)),
        lambda: house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet),
    ]

    def overtaken(*wanted: Any, **about: Any) -> Consequences:
        meanwhile.pop(0)()
        return consequences(*wanted, **about)

    monkeypatch.setattr(corrections, "consequences", overtaken)
    page = cilli.send("correct", 1, dreier("Anna"))
    assert page.status_code == 409
    assert "Entered in the meantime: entered: Dora: Dreier, lost. (by Anna)" in text_of(page)
    assert "This table is closed." in text_of(page)


def test_a_forgotten_hand_moves_the_deal_on_or_leaves_it_as_it_is_written(
    house: House, sheet: Sheet, cilli: Corrector
) -> None:
    page = text_of(cilli.send("insert", 3, dreier("Anna", won=False)))
    assert "Still Bert, as written" in page
    assert "Number 3 → 4 Dealer Bert → Cilli" in page
    kept = text_of(cilli.send("insert", 3, dreier("Anna", won=False), deal="keep"))
    assert "Number 3 → 4" in kept
    assert "Dealer" not in kept.partition("Later hands")[2]
    cilli.send("insert", 3, dreier("Anna", won=False), step="save", deal="keep", reason="vergessen")
    dealers = [line.dealer.name for line in paper(sheet).hands]
    assert dealers == ["Dora", "Anna", "Bert", "Bert", "Cilli", "Dora", "Anna"]


def test_a_later_hand_that_could_not_stand_is_named_and_the_other_choice_helps(
    house: House, sheet: Sheet, cilli: Corrector
) -> None:
    house.play(sheet, rufer("Cilli", "Anna"))
    page = cilli.send("insert", 3, dreier("Anna"), deal="move")
    assert "Hand 7 would no longer be valid: Only the Vorhand" in text_of(page)
    assert 'value="save"' not in page.content.decode()
    for choice in ({"deal": "keep"}, {}):  # nobody chose: what can stand is suggested
        page = cilli.send("insert", 3, dreier("Anna"), **choice)
        assert "would no longer be valid" not in text_of(page)
        assert 'value="save"' in page.content.decode()


def reason_on(page: Any) -> str:
    """The reason as the review suggests it."""
    return str(page.context["form"]["reason"].value())


def test_the_usual_reason_of_a_slip_stands_there_already_and_another_one_is_kept(
    sheet: Sheet, cilli: Corrector
) -> None:
    looked = cilli.send("correct", 2, dreier("Cilli"))
    assert reason_on(looked) == "Mistyped"
    assert 'value="Mistyped"' in looked.content.decode()
    assert reason_on(cilli.send("correct", 2, dreier("Cilli"), step="look", reason="verhört")) == "verhört"
    assert reason_on(cilli.send("insert", 3, dreier("Anna"))) == "Forgotten"
    assert reason_on(cilli.send("take_out", 2, step="look")) == "", "entered twice, or never played"
    assert cilli.send("take_out", 2, step="save", reason="").context["form"].errors
    assert cilli.send("correct", 2, dreier("Cilli"), step="save", reason="").context["form"].errors
    assert now(sheet).seq == 6


def test_a_hand_that_never_happened_is_taken_out(sheet: Sheet, cilli: Corrector) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = text_of(cilli.open("take_out", 2))
    assert "Remove it? Bert: Dreier, won. Show what changes" in page
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}  # no transaction, no lock
    page = text_of(cilli.send("take_out", 2, step="look"))
    assert "So far Bert: Dreier, won." in page
    assert "From now on" not in page
    cilli.send("take_out", 2, step="save", reason="gab es nie")
    assert len(paper(sheet).hands) == 5


def test_an_illegal_record_comes_back_with_what_is_wrong_and_everything_typed(
    sheet: Sheet, cilli: Corrector
) -> None:
    wrong = rufer("Cilli", "Anna")
    page = cilli.send("correct", 1, wrong)
    assert "Only the Vorhand (Anna) plays Rufer." in text_of(page)
    assert html.escape(json.dumps(in_ids(sheet, wrong))) in page.content.decode()
    for reason in ("   ", "x" * 401):
        page = cilli.send("correct", 1, dreier("Anna"), step="save", reason=reason)
        assert "errorlist" in page.content.decode()
        assert "Anna: Dreier, won." in text_of(page)
    assert now(sheet).seq == 6
    typed = hand("dreier", "Anna", points="38/0")  # and back from the review
    page = cilli.send("correct", 1, typed, step="edit").content.decode()
    assert html.escape(json.dumps(in_ids(sheet, typed))) in page


def test_what_no_page_sends_is_a_bad_request(sheet: Sheet, cilli: Corrector) -> None:
    form = {"id": str(uuid4()), "after": "6", "record": json.dumps(in_ids(sheet, dreier("Anna")))}
    records = ("{", "[]", "[" * 100_000, '{"void": "' + "x" * 100_000 + '"}', "")
    for broken in ({"id": "x"}, {"after": "x"}, *({"record": record} for record in records)):
        answer = cilli.client.post(address("correct", sheet, cilli.entry(1).pk), form | broken)
        assert answer.status_code == 400, broken
    sent = {"id": str(uuid4()), "after": 6, "record": in_ids(sheet, dreier("Dora"))}
    for broken in ({"after": "6"}, {"ago": -1}, {"ago": "1"}, {"at": 7}):
        name = "preview" if "at" in broken else "record"
        answer = cilli.client.post(address(name, sheet), sent | broken, content_type="application/json")
        assert answer.status_code == 400, broken


def take_back(corrector: Corrector, what: str, *, known_seq: int, entry: UUID | None = None) -> str:
    """With the button of the sheet page; what is said then."""
    form = {"id": str(entry or uuid4()), "after": str(known_seq)}
    answer = corrector.client.post(address(what, corrector.sheet), form)
    assert answer.headers["Location"] == corrector.sheet.get_absolute_url()
    return text_of(corrector.client.get(answer.headers["Location"]))


def test_what_the_page_shows_last_is_taken_back_and_brought_back_with_one_button_each(
    house: House, sheet: Sheet, cilli: Corrector
) -> None:
    entry = uuid4()
    assert "Taken back: Bert: Dreier, won." in take_back(cilli, "undo", known_seq=6, entry=entry)
    assert len(paper(sheet).hands) == 5
    assert "This can no longer be restored." in take_back(cilli, "redo", known_seq=7, entry=entry)
    assert "Brought back: Bert: Dreier, won." in take_back(cilli, "redo", known_seq=7)
    assert len(paper(sheet).hands) == 6
    house.play(sheet, dreier("Dora", won=False))  # which the page has not shown
    said = take_back(cilli, "undo", known_seq=8)
    assert "Nothing was undone. Entered in the meantime: Entered: Dora: Dreier, lost. (by Anna)" in said
    assert "There is nothing to undo." in take_back(cilli, "redo", known_seq=9)
    assert len(paper(sheet).hands) == 7


def test_a_hand_that_arrives_after_the_table_was_closed_is_told_what_became_of_it(
    house: House, sheet: Sheet, cilli: Corrector
) -> None:
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    sent = {"id": str(uuid4()), "record": in_ids(sheet, dreier("Dora")), "after": 6}
    answer = cilli.client.post(address("record", sheet), sent, content_type="application/json")
    said = answer.json()
    assert (answer.status_code, said["closed"]) == (409, True)
    assert "It does not count, and stays on this phone" in said["conflict"]
    assert "This table is closed. Nothing more can be recorded." in take_back(cilli, "undo", known_seq=6)
    for record, told in ((dreier("Dora"), True), ({"games": 7}, False)):
        page = text_of(cilli.send("insert", 1, record))
        assert "This table is closed." in page
        assert ("Dora: Dreier, won." in page) is told, "also where it cannot be read"
    assert len(paper(sheet).hands) == 6


def as_printed(sheet: Sheet) -> list[Any]:
    """Each hand of the sheet, whatever way it came there."""
    return [replace(line, id=UUID(int=0), act="") for line in paper(sheet).hands]


TAKEN_BACK = [
    ("correct", 2, dreier("Cilli", won=False), "Corrected.", "Take back the correction"),
    ("insert", 3, dreier("Dora"), "Inserted.", "Take back the insertion"),
    ("take_out", 3, None, "Removed.", "Take back the removal"),
    ("take_out", 6, None, "Removed.", "Take back the removal"),
]


@pytest.mark.parametrize(("name", "seq", "record", "line", "button"), TAKEN_BACK)
def test_what_is_taken_back_beside_a_line_is_what_the_line_says(
    sheet: Sheet, cilli: Corrector, name: str, seq: int, record: Record | None, line: str, button: str
) -> None:
    before = as_printed(sheet)
    assert "Take back : Hand 6" in text_of(cilli.client.get(sheet.get_absolute_url()))
    saved = cilli.send(name, seq, record, step="save", reason="Mistyped")
    page = cilli.client.get(saved["Location"])
    said = text_of(page)
    assert (line in said, button in said, "Take back :" in said) == (True, True, False)
    changed = page.context["changed"]
    form = {"id": str(uuid4()), "after": str(now(sheet).seq)}
    for _again in range(2):  # a double tap
        back = cilli.client.post(address("take_back_change", sheet, changed.pk), form)
        assert back["Location"] == sheet.get_absolute_url()
    said = text_of(cilli.client.get(back["Location"]))
    assert ("Taken back." in said, "Take back : Hand 6" in said, "look again" in said) == (True, True, False)
    assert as_printed(sheet) == before


def test_taken_back_twice_it_is_as_the_first_time_though_a_hand_came_between(
    house: House, sheet: Sheet, cilli: Corrector
) -> None:
    cilli.send("take_out", 6, step="save", reason="Mistyped")
    address_of_it = address("take_back_change", sheet, cilli.entry(7).pk)
    form = {"id": str(uuid4()), "after": "7"}
    cilli.client.post(address_of_it, form)
    house.play(now(sheet), dreier("Bert"))
    again = cilli.client.post(address_of_it, form)
    said = text_of(cilli.client.get(again["Location"]))
    assert ("Taken back." in said, "different contents" in said, now(sheet).seq) == (True, False, 9)


def test_a_change_on_which_later_ones_stand_is_not_taken_back(sheet: Sheet, cilli: Corrector) -> None:
    cilli.send("correct", 2, dreier("Cilli", won=False), step="save", reason="Mistyped")
    earlier = cilli.entry(now(sheet).seq)
    cilli.id = uuid4()
    cilli.send("correct", 4, dreier("Dora", won=False), step="save", reason="Mistyped")
    before = as_printed(sheet)
    form = {"id": str(uuid4()), "after": str(now(sheet).seq)}
    late = cilli.client.post(address("take_back_change", sheet, earlier.pk), form)
    assert "in the meantime" in text_of(cilli.client.get(late["Location"]))
    assert as_printed(sheet) == before


def test_who_deals_after_a_change_is_taken_back_with_it(sheet: Sheet, cilli: Corrector) -> None:
    before = as_printed(sheet)
    cilli.send("take_out", 3, step="save", reason="Mistyped", deal="keep")
    deals = [entry for entry in now(sheet).entries.current() if "event" in entry.record]
    assert len(deals) == 1
    changed = cilli.entry(7)
    form = {"id": str(uuid4()), "after": str(now(sheet).seq)}
    cilli.client.post(address("take_back_change", sheet, changed.pk), form)
    assert as_printed(sheet) == before
    late = cilli.client.post(address("take_back_change", sheet, changed.pk), {**form, "id": str(uuid4())})
    assert "in the meantime" in text_of(cilli.client.get(late["Location"]))


IMPOSSIBLE: Record = {
    **hand("dreier", "Bert", points="14/0"),
    "premiums": [{"premium": "trull", "by": "Bert", "made": True}],
}
WHY_NOT = "Trull (Bert) and 14/0: with Trull it is at least 14/1."


def test_whoever_directs_stores_what_the_cards_exclude_and_says_why(house: House, sheet: Sheet) -> None:
    anna = Corrector(house, sheet, "Anna")
    asked = text_of(anna.send("correct", 3, IMPOSSIBLE))
    assert WHY_NOT in asked
    assert "Store it anyway" in asked
    shown = anna.send("correct", 3, IMPOSSIBLE, step="anyway")
    assert "From now on" in text_of(shown)
    assert b'name="anyway"' in shown.content
    assert "Please give the reason." in text_of(
        anna.send("correct", 3, IMPOSSIBLE, step="save", anyway="anyway")
    )
    stored = anna.send("correct", 3, IMPOSSIBLE, step="save", anyway="anyway", reason="Counted twice")
    assert stored.status_code == 302
    written = sheet.entries.get(seq=now(sheet).seq)
    assert (written.record, written.reason.text) == (in_ids(sheet, IMPOSSIBLE), "Counted twice")
    anna.id = uuid4()
    assert anna.send("correct", 4, dreier("Anna"), step="save", reason="A neighbour").status_code == 302


def test_nobody_else_stores_what_the_cards_exclude(sheet: Sheet, cilli: Corrector) -> None:
    for further in ({}, {"step": "anyway"}, {"step": "save", "anyway": "anyway", "reason": "Counted twice"}):
        page = cilli.send("correct", 3, IMPOSSIBLE, **further)
        assert data_on(page, "table")["record"] == in_ids(sheet, IMPOSSIBLE)  # all that was typed is there
        assert WHY_NOT in text_of(page)
        assert "Store it anyway" not in text_of(page)
    assert now(sheet).seq == 6


def test_a_change_is_taken_back_to_what_the_cards_exclude(house: House, sheet: Sheet) -> None:
    anna = Corrector(house, sheet, "Anna")
    anna.send("correct", 3, IMPOSSIBLE, step="save", anyway="anyway", reason="Counted twice")
    anna.id = uuid4()
    anna.send("correct", 7, dreier("Anna"), step="save", reason="Once more")
    back = {"id": str(uuid4()), "after": str(now(sheet).seq)}
    anna.client.post(address("take_back_change", sheet, anna.entry(8).pk), back)
    assert sheet.entries.get(seq=9).record == in_ids(sheet, IMPOSSIBLE)
