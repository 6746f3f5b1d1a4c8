"""What holds for every sheet that a club may make: the checks accept only what can be played and printed."""

import re
from copy import deepcopy

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.engine.loading import (
    Data,
    mistakes_in,
    path_in_words,
    rules_from,
    tidied,
)
from scoring.engine.problems import problems_with
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import problems_with_sheet
from scoring.engine.telling import hand_in_words
from scoring.engine.words import LANGUAGES, line_in_words
from scoring.rules.comparing import differences, note_of
from scoring.rules.exporting import canonical, exported, toml_of
from scoring.rules.importing import imported
from scoring.rules.printing import speiszettel
from tests.engine.edited_sheets import EDIT, edited, edited_sheets
from tests.engine.sheet import rows_of
from tests.support.engine.hands import HAND, SHEET, Choices, build_hand, build_sheet, choices

fewer = settings(max_examples=settings.default.max_examples // 3)  # or for each sheet


def accepted(data: Data) -> Rules:
    assume(not mistakes_in(data))
    return rules_from(data, "club")


@given(edited_sheets(), st.tuples(*[choices(HAND)] * 3))
def test_a_sheet_that_is_accepted_settles_every_legal_hand_to_zero(
    sheet: Data, hands: tuple[Choices, ...]
) -> None:
    rules = accepted(sheet)
    for choose in hands:
        hand = build_hand(choose, rules)
        assert problems_with(hand, rules) == ()
        settlement = settle(hand, rules)
        assert sum(settlement.amounts) == sum(settlement.schrift_amounts) == 0
        for language in LANGUAGES:
            under = rules.under(hand.options)
            assert all(line_in_words(line, under, language) for line in settlement.lines)
            told = hand_in_words(hand, under, language)
            assert len(told) >= len(hand.games) + len(hand.premiums)
            assert all(phrase.strip() and not re.search("[{}]|None|True|False", phrase) for phrase in told)


@given(edited_sheets(), choices(SHEET))
@fewer
def test_a_sheet_that_is_accepted_settles_whole_evenings(sheet: Data, choose: Choices) -> None:
    rules = accepted(sheet)
    evening = build_sheet(choose, rules)
    assert problems_with_sheet(evening, rules) == ()
    for row in rows_of(evening, rules):
        assert sum(row.totals.values()) == sum(row.schrift_totals.values()) == 0


@given(edited_sheets())
def test_a_sheet_is_either_accepted_or_refused_with_places_and_words(sheet: Data) -> None:
    before = deepcopy(sheet)
    mistakes = mistakes_in(sheet)
    assert sheet == before
    for mistake in mistakes:
        assert mistake.path or mistake.code == "more_unknown_keys"
        for language in LANGUAGES:
            assert mistake.in_words(language)
            assert path_in_words(mistake.path, sheet, language)


@given(edited_sheets())
def test_a_sheet_that_is_accepted_is_printed_in_both_languages(sheet: Data) -> None:
    rules = accepted(sheet)
    for language in LANGUAGES:
        printed = speiszettel(rules, language)
        assert len(printed.games) == len(rules.contracts)


@given(edited_sheets())
def test_a_sheet_that_is_accepted_comes_back_from_its_file_as_it_is(sheet: Data) -> None:
    rules = accepted(sheet)
    file = exported(sheet)
    back = imported(file.encode())
    assert back.data is not None, back.mistakes
    assert exported(back.data) == file
    assert back.data == canonical(sheet)
    again = rules_from(back.data, "club")
    assert again == rules
    assert differences(sheet, back.data) == []
    for table in ("contracts", "premiums", "remarks"):
        assert list(getattr(again, table)) == list(getattr(rules, table))


def test_what_the_program_does_not_know_stays_in_the_file_of_a_draft() -> None:
    draft = {"radl": {"triggers": ["zzz", "drawn"]}, "options": {"silent_miss": {"changes": "zzz", "de": ""}}}
    assert canonical(draft) == draft


@given(edited_sheets())
@fewer
def test_the_file_of_a_sheet_that_is_refused_is_refused_too(sheet: Data) -> None:
    assume(mistakes_in(sheet))
    assert imported(toml_of(sheet).encode("utf-8", "replace")).data is None


@given(edited_sheets(most=3), choices(EDIT))
def test_there_is_a_difference_exactly_where_an_edit_changed_something(sheet: Data, choose: Choices) -> None:
    accepted(sheet)
    changed = edited(choose, sheet)
    accepted(changed)
    # Words about something that the sheet does not have say nothing.
    same = toml_of(canonical(tidied(sheet))) == toml_of(canonical(tidied(changed)))
    found = differences(sheet, changed)
    assert (found == []) == same
    assert (differences(changed, sheet) == []) == same
    for language in LANGUAGES:
        note = note_of(found, language)
        assert bool(note) == (not same)
        assert len(note) <= 400
