"""What was written wrong: corrected, inserted, taken out, undone, redone; and what follows from it."""

import pytest

from scoring import verifying
from scoring.deeds import Refused
from scoring.engine.record import to_dict
from scoring.models import Act, Entry, Reason, Row, Sheet
from scoring.rules import SLUGS, published
from scoring.rules.versions.timelines import rules_for
from scoring.table import writing
from scoring.table.verbs import redoable
from scoring.table.writing import Illegal, OtherContents, Stale
from tests.support.engine.hands import build_sheet, seeded
from tests.support.scoring.corrections import (
    WHY,
    apply,
    as_it_stands,
    correct,
    insert,
    open_random,
    random_change,
    redo,
    sheet,
    take_out,
    undo,
)
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.recording import dealers, dealing, numbers, totals
from tests.support.scoring.tables import (
    FIVE,
    FOUR,
    REDEAL,
    SCHLUSSRADL,
    STRUCK,
    Record,
    dealer,
    dreier,
    hand,
    rufer,
    seating,
    trischaken,
)

__all__ = ["sheet"]  # the fixtures


def played(house: House, sheet: Sheet, *records: Record) -> list[Entry]:
    return [house.play(sheet, record).entry for record in records]


def differences(sheet: Sheet) -> list[str]:
    [checked] = verifying.of_sheets(Sheet.objects.whole().filter(pk=sheet.pk))
    return [str(difference) for difference in checked.differences]


# Corrections


def test_a_correction_replaces_the_amounts_and_keeps_the_first_entry(house: House, sheet: Sheet) -> None:
    first, second = played(house, sheet, rufer("Anna", "Cilli"), dreier("Bert"))
    written = correct(house, sheet, first, rufer("Anna", "Dora", won=False))
    assert totals(sheet) == {"Anna": -6, "Bert": 16, "Cilli": -4, "Dora": -6}
    assert written.row is not None
    assert written.row.number == 1
    entry = Entry.objects.get(pk=written.entry.pk)
    assert (entry.seq, entry.act, entry.sort_key, entry.supersedes) == (3, Act.CORRECT, first.sort_key, first)
    assert entry.reason is not None
    assert entry.reason.text == WHY
    assert Entry.objects.get(pk=first.pk).record == in_ids(sheet, rufer("Anna", "Cilli"))
    assert list(sheet.entries.current()) == [entry, second]
    assert not Row.objects.filter(pk=first.pk).exists()


def test_a_correction_can_be_corrected_and_only_the_last_one_stands(house: House, sheet: Sheet) -> None:
    [first] = played(house, sheet, dreier("Anna"))
    [elsewhere] = played(house, house.sheet(evening=sheet.evening, name="2"), dreier("Anna"))
    second = correct(house, sheet, first, dreier("Bert")).entry
    for gone in (first, elsewhere):
        with pytest.raises(Stale):
            correct(house, sheet, gone, dreier("Cilli"))
        with pytest.raises(Stale):
            insert(house, sheet, gone, dreier("Cilli"))
        with pytest.raises(Stale):
            take_out(house, sheet, gone)
    correct(house, sheet, second, dreier("Cilli"))
    assert totals(sheet)["Cilli"] == 15
    assert sheet.entries.current().count() == sheet.rows.count() == 1
    assert now(sheet).seq == 3


def test_a_correction_that_makes_a_later_hand_impossible_is_refused_as_a_whole(
    house: House, sheet: Sheet
) -> None:
    first, _, _ = played(house, sheet, dreier("Anna"), STRUCK, rufer("Cilli", "Anna"))
    before = list(Entry.objects.values()), list(Row.objects.values()), now(sheet).state
    with pytest.raises(Illegal) as refused:
        correct(house, sheet, first, REDEAL)
    assert [problem.code for problem in refused.value.problems] == ["only_vorhand"]
    assert refused.value.number == 1, "which it would be then"
    assert (list(Entry.objects.values()), list(Row.objects.values()), now(sheet).state) == before
    assert not Reason.objects.filter(text=WHY).exists()
    correct(house, sheet, first, REDEAL, keep_deal=True)
    assert numbers(sheet) == [None, None, 1]


def test_an_impossible_correction_blames_itself_and_nobody_else(house: House, sheet: Sheet) -> None:
    first, _ = played(house, sheet, dreier("Anna"), dreier("Anna"))
    for record in (rufer("Bert", "Anna"), dreier("Emil"), hand("null\0", "Anna"), dealer("Emil")):
        with pytest.raises(Illegal) as refused:
            correct(house, sheet, first, record)
        assert refused.value.number is None
        with pytest.raises(Illegal) as refused:
            insert(house, sheet, first, record)
        assert refused.value.number is None


# Forgotten hands, and hands that never happened


def test_many_forgotten_hands_fit_before_the_same_hand_until_no_more_do(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert writing.GAP >= 2**40
    monkeypatch.setattr(writing, "GAP", 2**5)
    [target] = played(house, sheet, dreier("Anna"))
    fitted = 5
    for _ in range(fitted):
        insert(house, sheet, target, dreier("Anna"))
    with pytest.raises(Refused):
        insert(house, sheet, target, dreier("Anna"))
    assert numbers(sheet) == list(range(1, fitted + 2))
    assert differences(sheet) == []


# The deal, if it was right on the table all along


def test_whoever_deals_next_still_does_if_the_deal_is_kept(house: House, sheet: Sheet) -> None:
    first, second = played(house, sheet, dreier("Anna"), rufer("Bert", "Anna"))
    insert(house, sheet, second, dreier("Dora"), keep_deal=True)
    assert dealers(sheet) == ["Dora", "Anna", "Anna"]
    assert dealing(sheet) == "Bert"
    take_out(house, sheet, first, keep_deal=True)
    assert dealers(sheet) == ["Anna", "Anna"]
    assert differences(sheet) == []
    kept = Entry.objects.filter(record__event="dealer")
    assert {entry.reason and entry.reason.text for entry in kept} == {WHY}
    assert Reason.objects.count() == 2, "a deal that is kept has no reason of its own"
    take_out(house, sheet, second, keep_deal=True)
    assert dealing(sheet) == "Bert", "after the last hand, too"
    assert house.play(sheet, rufer("Cilli", "Anna")).entry.sort_key == now(sheet).state.last_sort_key


def test_nothing_is_written_to_keep_a_deal_that_does_not_change(house: House, sheet: Sheet) -> None:
    first, second = played(house, sheet, dreier("Anna"), dreier("Anna"))
    correct(house, sheet, first, dreier("Bert"), keep_deal=True)
    insert(house, sheet, second, REDEAL, keep_deal=True)
    assert Entry.objects.count() == 4


def test_an_event_that_says_who_deals_needs_no_keeping(house: House) -> None:
    sheet = house.sheet(FIVE)
    newcomer = seating(*FOUR[1:], "Emil", dealer="Emil")
    _, event, _ = played(house, sheet, seating(*FOUR, dealer="Dora"), newcomer, rufer("Bert", "Cilli"))
    insert(house, sheet, event, dreier("Anna"), keep_deal=True)
    assert dealers(sheet) == ["Dora", "Emil"]
    assert Entry.objects.filter(act=Act.INSERT).count() == 1


def test_a_corrected_dealer_is_not_put_right_again(house: House, sheet: Sheet) -> None:
    event, _ = played(house, sheet, dealer("Cilli"), dreier("Anna"))
    correct(house, sheet, event, dealer("Bert"), keep_deal=True)
    assert dealers(sheet) == ["Bert"]


# Undo and redo


def test_undo_and_redo_go_back_and_forth_in_order(house: House, sheet: Sheet) -> None:
    states = [as_it_stands(sheet)]
    there = seating("Bert", "Anna", "Cilli", "Dora", dealer="Cilli")
    further = (REDEAL, there, dealer("Bert"), SCHLUSSRADL)
    for record in (dreier("Anna"), STRUCK, trischaken("Cilli", "Anna"), *further):
        house.play(sheet, record)
        states.append(as_it_stands(sheet))
    place = 7
    for step in "uuruurrurruuuuuuurrrrrrr":
        undo(house, sheet) if step == "u" else redo(house, sheet)
        place += -1 if step == "u" else 1
        assert as_it_stands(sheet) == states[place]
    assert place == 7
    with pytest.raises(Stale):
        redo(house, sheet)
    assert differences(sheet) == []


def test_nothing_is_brought_back_after_something_new(house: House, sheet: Sheet) -> None:
    [first] = played(house, sheet, dreier("Anna"))
    assert redoable(now(sheet)) is None
    undo(house, sheet)
    assert redoable(now(sheet)) is not None
    played(house, sheet, dreier("Bert"))
    assert redoable(now(sheet)) is None
    with pytest.raises(Stale):
        redo(house, sheet)
    undo(house, sheet)
    assert redo(house, sheet).entry.record == in_ids(sheet, dreier("Bert"))
    assert not sheet.entries.current().filter(pk=first.pk).exists()


def test_blanked_grounds_stay_blank_when_the_hand_comes_back(house: House, sheet: Sheet) -> None:
    [struck] = played(house, sheet, STRUCK)
    Reason.objects.update(text="", blanked_at=struck.at)
    undo(house, sheet)
    written = redo(house, sheet)
    assert written.entry.grounds_id == struck.grounds_id
    assert numbers(sheet) == [None]
    assert differences(sheet) == []


# Once


def test_an_id_answers_for_one_change_of_one_hand_and_for_its_reason(house: House, sheet: Sheet) -> None:
    target, other = played(house, sheet, dreier("Anna"), dreier("Anna"))
    first = take_out(house, sheet, target).entry
    assert take_out(house, sheet, target, entry=first.pk).entry == first
    for changed in (
        lambda: take_out(house, sheet, target, entry=first.pk, reason="etwas anderes"),
        lambda: take_out(house, sheet, other, entry=first.pk),
        lambda: correct(house, sheet, target, dreier("Bert"), entry=first.pk),
        lambda: insert(house, sheet, target, dreier("Bert"), entry=first.pk),
    ):
        with pytest.raises(OtherContents):
            changed()


# Any sheet, any change: what is stored is what the engine says


@pytest.mark.parametrize("slug", SLUGS[::2])  # of all sheets in evenings/test_settling.py
def test_a_sheet_is_stored_as_the_engine_has_it_and_after_any_changes_as_if_written_so_at_once(
    house: House, slug: str
) -> None:
    choose = seeded(1000 + SLUGS.index(slug))
    wanted = build_sheet(choose, published()[slug])
    sheet = open_random(house, wanted, slug)
    for entry in wanted.entries:
        house.play(sheet, to_dict(entry, rules_for(sheet)))
    assert differences(sheet) == []
    applied = 0
    for _ in range(10):
        change = random_change(choose, sheet)
        if change is not None:
            applied += apply(house, sheet, change)
        elif redoable(now(sheet)) is not None and choose.once_in(2):
            redo(house, sheet)
        elif sheet.entries.current().exists():
            undo(house, sheet)
        assert differences(sheet) == []
        if applied > 3:
            break
    assert applied > 3
