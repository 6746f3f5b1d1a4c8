"""What is asked before a sheet is saved: each refusal and warning has a place and words in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from scoring.engine.customs import Custom
from scoring.engine.loading import (
    Data,
    Mistake,
    mistake_in_words,
    mistakes_in,
    place_in_words,
    resolved,
    rules_from,
    tidied,
    warnings,
)
from scoring.engine.loading.consistency import RESERVED
from scoring.engine.loading.mistakes import MISTAKES, SENTENCES, WARNINGS
from scoring.engine.loading.places import KEYS
from scoring.engine.loading.tables import TABLES
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from tests.support.engine.edits import drop, put
from tests.support.engine.sheets import kept
from tests.support.every import every

GONE = object()
Edits = dict[str, Any]  # what is put into which places
Row = tuple[str, Edits, str] | tuple[str, Edits, str, str]


def sheet(slug: str, edits: Edits) -> Data:
    """A published sheet's data with something put into it, or taken away."""
    data = resolved(slug, kept)
    for place, value in edits.items():
        (drop(place) if value is GONE else put(place, value))(data)
    return data


def contract(**facts: Any) -> Data:
    return {"label": "Neues", "short": "N", "value": 4, "kind": "alone"} | facts


def premium(**facts: Any) -> Data:
    return {"label": "Neue", "short": "N", "silent": 1, "in_solo": "same"} | facts


# What is put into which sheet, the mistake it makes, and its place, if that is not the last one edited.
REFUSED: list[Row] = [
    # the shape
    ("standard", {"lable": "x"}, "unknown_key_near"),
    ("standard", {"qqqqq": "x"}, "unknown_key"),
    ("standard", {f"x{n}": 1 for n in range(30)}, "more_unknown_keys", ""),
    ("standard", {"needs": GONE}, "missing"),
    ("standard", {"radl": 7}, "table_expected"),
    ("standard", {"radl.triggers": "x"}, "list_expected"),
    ("standard", {"contracts.rufer.label": 7}, "text_expected"),
    ("standard", {"contracts.rufer.label": "  "}, "text_expected"),
    ("standard", {"contracts.rufer.label": "Ru\x00fer"}, "text_unreadable"),
    ("standard", {"contracts.rufer.label": "an\u202eneR"}, "text_unreadable"),
    ("standard", {"contracts.rufer.label": "Rufer "}, "text_unreadable"),
    ("standard", {"remarks.seats.de": "oben\nunten"}, "text_unreadable"),
    ("standard", {"contracts.rufer.label": "x" * 41}, "text_too_long"),
    ("standard", {"contracts.rufer.short": "Rufer mit"}, "text_too_long"),
    ("standard", {"remarks.seats.chapter": "qqqqq"}, "unknown_chapter"),
    ("standard", {"book.deck.chapter": "card"}, "unknown_chapter_near"),
    ("standard", {"claims": 1}, "truth_expected"),
    ("standard", {"contracts.rufer.value": 1001}, "worth_expected"),
    ("standard", {"contracts.piccolo.tricks": 13}, "number_expected"),
    ("standard", {"radl.length": 0}, "number_expected"),
    ("standard", {"money": {"cents_per_point": -1}}, "number_expected", "money.cents_per_point"),
    ("standard", {"needs": 107}, "blatt_expected"),
    ("standard", {"radl.drawn": ["34/2"]}, "drawn_expected"),
    ("standard", {"radl.drawn": ["35/1", "34/2"]}, "drawn_expected"),
    ("standard", {"remarks": {f"r{n}": "x" for n in range(101)}}, "too_many_rows"),
    (
        "standard",
        {f"contracts.n{n}": contract(label=f"N{n}", short=f"N{n}") for n in range(90)},
        "too_many_rows",
        "contracts",
    ),
    ("standard", {"contracts.Größe": contract()}, "bad_key"),
    ("standard", {"remarks.a b": "x"}, "bad_key"),
    ("standard", {"premiums.kontra": premium()}, "key_reserved"),
    ("standard", {"premiums.dreier": premium()}, "key_of_both"),
    ("standard", {"counting": "blat"}, "unknown_custom_near"),
    ("standard", {"counting": 7}, "unknown_custom"),
    ("standard", {"trischaken.base": 2}, "unknown_key"),
    ("standard", {"label": {"de": "x", "fr": "x"}}, "unknown_key", "label.fr"),
    ("standard", {"beside_valat": 7}, "unknown_custom"),
    ("standard", {"contracts.dreier.value": GONE}, "missing"),
    ("standard", {"contracts.dreier.label": GONE}, "missing"),
    ("standard", {"kontra.levels": GONE}, "missing"),
    ("standard", {"radl": GONE}, "missing"),
    ("standard", {"label": {"de": "x"}}, "missing", "label.en"),
    ("standard", {"options.silent_miss.value": GONE}, "missing"),
    ("standard", {"options.revers.de": GONE}, "option_in_words"),
    ("standard", {"contracts.rufer.value": "1"}, "worth_expected"),
    ("standard", {"contracts.rufer.value": True}, "worth_expected"),
    ("standard", {"contracts.rufer.value": 1.0}, "worth_expected"),
    ("standard", {"contracts.rufer.value": -1}, "worth_expected"),
    ("standard", {"contracts.rufer.solo": 1}, "truth_expected"),
    ("standard", {"contracts.rufer": "x"}, "table_expected"),
    ("standard", {"contracts.rufer.label": ""}, "text_expected"),
    ("standard", {"contracts": []}, "table_expected"),
    ("standard", {"needs": "35/3"}, "blatt_expected"),
    ("zwanzigerrufen", {"needs": "45/0"}, "number_expected"),
    ("standard", {"remarks": "x"}, "table_expected"),
    ("standard", {"kontra.names": "x"}, "table_expected"),
    ("standard", {"kontra.levels": ["re"]}, "table_expected"),
    ("standard", {"radl.lengths": 4}, "table_expected"),
    ("standard", {"kontra.names": dict.fromkeys(map(str, range(200)), "x")}, "too_many_rows"),
    ("standard", {"kontra.levels": dict.fromkeys(map(str, range(200)), 2)}, "too_many_rows"),
    ("standard", {"radl.lengths": dict.fromkeys(map(str, range(200)), 4)}, "too_many_rows"),
    ("standard", {"radl.triggers": "drawn"}, "list_expected"),
    ("standard", {"contracts.besserrufer.birds": "pagat"}, "list_expected"),
    ("standard", {"contracts.piccolo.tricks": GONE}, "tricks_go_with_negative"),
    ("tirol", {"trischaken.jungfrauen": "share"}, "jungfrau_price_goes_with", "trischaken.jungfrau_price"),
    ("karlsruhe", {"open.contracts.dreier": "Dreier"}, "open_has_value"),
    # what a row names
    ("standard", {"contracts.besserrufer.birds": ["uhuu"]}, "unknown_premium_near"),
    ("standard", {"contracts.besserrufer.birds": ["xyz"]}, "unknown_premium"),
    ("treffpunkt", {"contracts.zwiccolo.beside": "picolo"}, "unknown_contract_near"),
    ("treffpunkt", {"contracts.zwiccolo.beside": "xyz"}, "unknown_contract"),
    ("standard", {"kontra.levels.sup": 16}, "unknown_kontra_near"),
    ("standard", {"contracts.dreier.kontra_up_to": "xyz"}, "unknown_kontra"),
    ("standard", {"radl.triggers": ["drawn", "zero_hands"]}, "unknown_trigger_near", "radl.triggers[1]"),
    ("standard", {"radl.triggers": ["drawn", "xyz"]}, "unknown_trigger", "radl.triggers[1]"),
    ("standard", {"options.silent_mis": {"value": "free", "changes": "amounts"}}, "unknown_option_near"),
    ("standard", {"options.xyz": {"value": "free", "changes": "amounts"}}, "unknown_option"),
    ("standard", {"options.silent_miss.value": "chargd"}, "unknown_custom_near"),
    ("cup", {"options.trischaken_base.value": 1.0}, "unknown_custom_near"),
    ("standard", {"contracts.besserrufer.birds": ["uhu", "uhu"]}, "named_twice"),
    ("standard", {"radl.triggers": ["drawn", "drawn"]}, "named_twice"),
    # names that a scorer could not tell apart
    ("standard", {"contracts.dreier.label": "rufer"}, "label_twice"),
    ("standard", {"premiums.uhu.label": {"de": "Uhu", "en": "Pagat"}}, "label_twice"),
    ("karlsruhe", {"open.contracts.einer": "Dreier"}, "label_twice"),
    ("standard", {"contracts.dreier.short": "R"}, "short_twice"),
    ("standard", {"kontra.names": {"re": "Kontra"}}, "label_twice", "kontra.names.re"),
    # games
    ("standard", {"contracts": {}}, "no_contracts"),
    ("standard", {"contracts": {"a": contract(who="never_vorhand")}}, "nothing_for_vorhand"),
    ("standard", {"contracts.dreier.tricks": 1}, "tricks_go_with_negative"),
    ("standard", {"contracts.bettler.tricks": GONE}, "tricks_go_with_negative"),
    ("standard", {"contracts.dreier.step_value": 1}, "steps_go_together", "contracts.dreier.step_points"),
    ("standard", {"contracts.bettler.solo": True}, "only_by_points"),
    ("standard", {"contracts.bettler.needs_after_kontra": "35/0"}, "only_by_points"),
    ("standard", {"contracts.trischaken.needs_after_kontra": "0/0"}, "only_by_points"),
    ("standard", {"contracts.trischaken.lost": 4}, "not_in_trischaken"),
    ("standard", {"contracts.trischaken.kontra_up_to": "re"}, "not_in_trischaken"),
    ("standard", {"contracts.solodreier.talon": 3}, "no_talon_taken"),
    ("standard", {"contracts.bettler.talon": 3}, "no_talon_taken"),
    ("standard", {"contracts.dreier.birds": ["uhu"]}, "birds_only_calling"),
    ("standard", {"contracts.dreier.blank": True}, "blank_only_calling"),
    ("standard", {"contracts.besserrufer.blank": True}, "blank_only_calling"),
    ("standard", {"premiums.uhu.announced": GONE}, "bird_not_announced", "contracts.besserrufer.birds"),
    ("standard", {"premiums.uhu.in_solo": "never"}, "bird_not_in_game", "contracts.solobesser.birds"),
    ("standard", {"contracts.besserrufer.colour": True}, "bird_not_in_game", "contracts.besserrufer.birds"),
    ("standard", {"premiums.uhu.whose": "opponents"}, "bird_not_declarers", "contracts.besserrufer.birds"),
    ("standard", {"premiums.uhu.whose": "king_holder"}, "bird_not_declarers", "contracts.besserrufer.birds"),
    (
        "karlsruhe",
        {"contracts.rufer.birds": ["valat"], "bird_by": "side"},
        "bird_has_no_line",
        "contracts.rufer.birds",
    ),
    ("standard", {"premiums.uhu.between_two": True}, "bird_between_two", "contracts.besserrufer.birds"),
    ("standard", {"premiums.sack1.between_two": True}, "two_settle_a_line"),
    ("standard", {"premiums.valat.between_two": True}, "two_settle_a_line"),
    ("standard", {"contracts.dreier.beside": "einer"}, "beside_only_negative"),
    ("treffpunkt", {"contracts.piccolo.beside": "zwiccolo"}, "beside_itself"),
    ("treffpunkt", {"contracts.zwiccolo.beside": "zwiccolo"}, "beside_itself"),
    ("treffpunkt", {"contracts.piccolo.value": 3}, "beside_unequal", "contracts.zwiccolo.beside"),
    ("treffpunkt", {"contracts.piccolo.value": "2½"}, "beside_unequal", "contracts.zwiccolo.beside"),
    (
        "treffpunkt",
        {"contracts.piccolo.who": "vorhand", "contracts.zwiccolo.who": "vorhand"},
        "beside_one_player",
        "contracts.zwiccolo.beside",
    ),
    ("standard", {"contracts.neu": contract(kind="trischaken")}, "one_trischaken", "contracts.neu.kind"),
    ("standard", {"trischaken": GONE}, "trischaken_table"),
    ("zwanzigerrufen", {"schleifen": True}, "goes_with_calling"),
    ("zwanzigerrufen", {"bird_by": "side"}, "goes_with_birds"),
    # premiums
    ("standard", {"premiums.sack1.announced": GONE}, "no_price", "premiums.sack1.silent"),
    ("standard", {"premiums.uhu.in_solo": "listed"}, "solo_prices", "premiums.uhu.solo_silent"),
    ("zwanzigerrufen", {"premiums.trull.solo_announced": 4}, "solo_price_without"),
    ("standard", {"premiums.valat.counts_beside_valat": True}, "beside_valat_flags"),
    ("cup", {"premiums.uhu.counts_beside_valat": True}, "beside_valat_flags"),
    ("cup", {"beside_valat": "trick_premiums"}, "nothing_beside_valat"),
    ("standard", {"premiums.valat.needs": "55/2"}, "valat_by_tricks"),
    ("standard", {"premiums.uhu.effect": "replaces"}, "only_valat_replaces"),
    ("karlsruhe", {"premiums.valat.in_solo": "doubled"}, "multiplier_in_solo"),
    ("karlsruhe", {"premiums.schneider.silent": 1}, "multiplier_small"),
    ("standard", {"pack": 71}, "pack_with_blatt"),
    ("zwanzigerrufen", {"kontra.levels": {}, "kontra.with_announced_valat": "kontra"}, "no_kontra_at_all"),
    ("zwanzigerrufen", {"pack": 40}, "needs_out_of_range", "needs"),
    ("zwanzigerrufen", {"pack": 100}, "number_expected"),
    ("karlsruhe", {"premiums.schneider.silent": "2½"}, "multiplier_whole"),
    ("standard", {"contracts.trischaken.value": "2½"}, "base_whole"),
    ("standard", {"contracts.rufer.value": "2,5"}, "worth_expected"),
    ("standard", {"kontra.levels.re": "4½"}, "number_expected"),
    ("karlsruhe", {"premiums.schneider.whose": "either"}, "multiplier_winners"),
    ("karlsruhe", {"premiums.pagat.whose": "winner"}, "winner_announced", "premiums.pagat.announced"),
    (
        "zwanzigerrufen",
        {"premiums.absolut.announced": GONE},
        "opponents_announce_nothing",
        "premiums.absolut.opponents_need_kontra",
    ),
    # thresholds
    ("standard", {"needs": "70/1"}, "needs_out_of_range"),
    ("standard", {"needs": "0/0"}, "needs_out_of_range"),
    ("zwanzigerrufen", {"needs": 89}, "needs_out_of_range"),
    ("zwanzigerrufen", {"contracts.normalspiel.needs_after_kontra": 0}, "needs_out_of_range"),
    ("standard", {"premiums.sack2.needs": "71/0"}, "needs_out_of_range"),
    ("standard", {"premiums.sack1.needs": "35/0"}, "needs_both_sides"),
    ("standard", {"premiums.sack1.needs": "35/2"}, "needs_not_above_game"),
    ("standard", {"premiums.sack2.needs": "45/2"}, "needs_not_increasing"),
    ("standard", {"radl.drawn": ["34/2", "35/2"]}, "drawn_overlaps"),
    ("standard", {"contracts.rufer.needs_after_kontra": "35/0"}, "drawn_overlaps", "radl.drawn"),
    ("standard", {"radl.drawn": ["34/2", "35/0"]}, "drawn_leaves_a_gap"),
    ("zwanzigerrufen", {"radl.triggers": ["drawn"], "radl.drawn": [44, 44]}, "drawn_needs_blatt"),
    ("standard", {"trischaken.buergermeister": "35/0"}, "mayor_is_one"),
    ("standard", {"trischaken.buergermeister": "70/1"}, "needs_out_of_range"),
    # kontra
    ("standard", {"kontra.levels.re": GONE}, "kontra_step_missing", "kontra.levels.sub"),
    ("standard", {"kontra.levels": {"re": 4, "kontra": 2}}, "kontra_order"),
    ("standard", {"kontra.names": {"hirsch": "Geiß"}}, "name_without_step", "kontra.names.hirsch"),
    ("standard", {"kontra.levels.sub": 4}, "kontra_not_rising"),
    ("standard", {"kontra.levels.kontra": 1}, "kontra_too_small"),
    ("standard", {"contracts.dreier.kontra_up_to": "hirsch"}, "kontra_above_ladder"),
    ("zwanzigerrufen", {"kontra.with_announced_valat": "sub"}, "kontra_above_ladder"),
    ("zwanzigerrufen", {"premiums.valat": GONE}, "kontra_without_valat", "kontra.with_announced_valat"),
    # Trischaken and Radl
    ("standard", {"trischaken.jungfrau_price": 2}, "jungfrau_price_goes_with"),
    (
        "standard",
        {"trischaken.jungfrauen": "from_each"},
        "jungfrau_price_goes_with",
        "trischaken.jungfrau_price",
    ),
    ("standard", {"trischaken.jungfrau": False, "trischaken.jungfrauen": "each"}, "no_jungfrauen"),
    ("standard", {"trischaken.all_tricks_doubled": True}, "all_tricks_without_price"),
    # side by side
    ("treffpunkt", {"side_by_side": "none"}, "beside_not_here", "contracts.zwiccolo.beside"),
    (
        "treffpunkt",
        {"side_by_side": "listed", "contracts.zwiccolo.goes_beside": True},
        "beside_not_listed",
        "contracts.zwiccolo.beside",
    ),
    ("standard", {"contracts.piccolo.goes_beside": True}, "not_listed_here"),
    ("standard", {"side_by_side": "listed", "contracts.dreier.goes_beside": True}, "not_listed_here"),
    ("standard", {"side_by_side": "listed"}, "too_few_listed"),
    # what a silent Valat does
    ("standard", {"premiums.sack1.in_silent_valat": True}, "silent_valat_contains"),
    ("standard", {"premiums.valat.in_silent_valat": True}, "silent_valat_contains"),
    (
        "standard",
        {"silent_valat_voids_kontra": True, "premiums.valat.silent": GONE},
        "no_silent_valat",
        "silent_valat_voids_kontra",
    ),
    ("standard", {"trischaken.renonce": "each"}, "renonce_times_go_with", "trischaken.renonce_times"),
    ("standard", {"radl.drawn": GONE}, "drawn_goes_with_trigger"),
    ("zwanzigerrufen", {"radl.triggers": ["trischaken"]}, "no_trischaken_to_trigger"),
    ("standard", {"radl.times": {"mondfang": 4}}, "not_a_trigger_here", "radl.times.mondfang"),
    ("cup", {"radl.length": 4}, "length_without_triggers"),
    ("standard", {"contracts.dreier.calls": "XIX"}, "calls_only_calling"),
    ("standard", {"premiums.sack1.cards": ["huhu"]}, "unknown_cards_near", "premiums.sack1.cards[0]"),
    ("standard", {"premiums.sack1.cards": ["xyz"]}, "unknown_cards", "premiums.sack1.cards[0]"),
    ("standard", {"premiums.sack1.cards": ["uhu", "uhu"]}, "named_twice"),
    ("standard", {"premiums.valat.cards": ["uhu"]}, "valat_by_tricks"),
    ("cup", {"radl.doubled_games": "alone"}, "no_radl_to_limit"),
    ("zwanzigerrufen", {"radl.doubled_games": "negative"}, "nothing_to_double"),
    ("standard", {"radl.waits": True}, "radl_waits_for_nothing"),
    # options, open rows, money
    ("cup", {"options.trischaken_base.fixed": True}, "fixed_with_the_game"),
    ("standard", {"options.silent_miss.changes": "play"}, "option_changes_amounts"),
    ("standard", {"options.revers.en": GONE}, "option_in_words", "options.revers.de"),
    ("cup", {"contracts.trischaken.value": 3}, "base_not_offered", "options.trischaken_base"),
    ("cup", {"options.trischaken_base.value": 2}, "base_is_the_value"),
    ("zwanzigerrufen", {"options.trischaken_base": {"changes": "amounts"}}, "base_without_trischaken"),
    ("karlsruhe", {"open.contracts.dreier": "Dreier zwei"}, "open_has_value"),
    (
        "standard",
        {"pagatkassa": {"stake": 10}, "premiums.pagat.announced": GONE},
        "no_announced_pagat",
        "pagatkassa",
    ),
    ("standard", {"pagatkassa": {"stake": 0}}, "pot_always_empty", "pagatkassa.stake"),
]

# What is put into which sheet instead of the right word.
MISSPELT: list[tuple[str, Edits, str]] = [
    ("standard", {"lable": "x"}, "label"),
    ("standard", {"contracts.rufer.valeu": 1}, "value"),
    ("cup", {"premiums.geier.anounced": 1}, "announced"),
    ("standard", {"kontra.level": {}}, "levels"),
    ("standard", {"radl.trigers": []}, "triggers"),
    ("standard", {"options.silent_miss.valu": 2}, "value"),
    ("karlsruhe", {"open.contract": {}}, "contracts"),
    ("standard", {"remarks": {"x": {"de": "x", "em": "x"}}}, "en"),
    ("standard", {"counting": "blat"}, "blatt"),
    ("standard", {"renonce": "idemnify"}, "indemnify"),
    ("standard", {"contracts.rufer.kind": "caling"}, "calling"),
    ("standard", {"trischaken.custom": "two_pays"}, "two_pay"),
    ("standard", {"premiums.pagat.whose": "winer"}, "winner"),
    ("standard", {"contracts.besserrufer.birds": ["pagat", "uhuu"]}, "uhu"),
    ("treffpunkt", {"contracts.zwiccolo.beside": "picolo"}, "piccolo"),
    ("zwanzigerrufen", {"contracts.solo.kontra_up_to": "kontro"}, "kontra"),
    ("zwanzigerrufen", {"kontra.with_announced_valat": "ree"}, "re"),
    ("standard", {"radl.triggers": ["trischaken", "zero_hands", "drawn"]}, "zero_hand"),
    ("standard", {"kontra.levels.sup": 8}, "sub"),
    (
        "standard",
        {"options.silent_mis": {"value": "free", "changes": "amounts", "de": "x", "en": "x"}},
        "silent_miss",
    ),
    ("standard", {"options.silent_miss.value": "chargd"}, "charged"),
    ("standard", {"options.revers.changes": "amount"}, "amounts"),
]

# What is put into which sheet, and the warning it makes.
ODD: list[Row] = [
    ("karlsruhe", {"contracts.dreier.value": 1}, "alone_cheaper"),
    ("standard", {"contracts.solodreier.value": 4}, "solo_cheaper"),
    ("standard", {"contracts.einer.value": 4}, "higher_but_cheaper"),
    ("standard", {"contracts.sechserdreier.lost": 3}, "lost_below_won"),
    ("standard", {"needs": "20/0", "radl.drawn": ["19/0", "19/2"]}, "needs_only_half", "needs"),
    ("cup", {"needs": "25/2"}, "needs_only_half"),
    ("zwanzigerrufen", {"needs": 36}, "needs_only_half"),
    ("cup", {"needs": "70/0"}, "needs_nearly_all"),
    ("standard", {"contracts.rufer.value": 0}, "worth_nothing"),
    ("standard", {"premiums.trull.silent": 0}, "worth_nothing"),
    ("standard", {"premiums.uhu.announced": 1}, "announced_cheaper"),
    ("zwanzigerrufen", {"premiums.pagat.solo_announced": 1}, "announced_cheaper"),
    ("zwanzigerrufen", {"premiums.absolut.calling_only": True}, "nobody_can_make", "premiums.absolut"),
    (
        "standard",
        {f"contracts.{key}": GONE for key in ("farbendreier", "farbeneiner", "farbensolo")},
        "no_colour_game",
        "contracts",
    ),
    ("standard", {"kontra.levels.sub": 16}, "kontra_skips"),
    ("zwanzigerrufen", {"contracts.normalspiel.needs_after_kontra": 46}, "needs_more_after_kontra"),
    ("karlsruhe", {}, "no_value_yet", "open.premiums.trull"),
    ("standard", {"premiums.sack1.needs": "46/0"}, "limits_not_whole", "limits"),
    ("karlsruhe", {"limits": GONE}, "limits_not_whole"),
]

# What is wrong before there is any data; tests/scoring/rules/test_importing.py and test_loading.py show it.
OF_FILES = {
    *("no_such_file", "file_too_big", "file_empty", "not_utf8", "not_toml", "too_deep"),
    *("toml_syntax", "toml_at_end", "toml_value", "toml_twice", "toml_character", "toml_number"),
    *("unknown_sheet", "unknown_sheet_near", "extends_in_a_circle", "nothing_to_leave_out"),
    *("unknown_path", "unknown_path_near"),
}


@every("row", REFUSED)
def test_a_sheet_that_cannot_work_is_refused_with_the_place_and_the_reason(row: Row) -> None:
    data = sheet(*row[:2])
    in_both_languages(row, mistakes_in(data), data)


@every("slug, edits, word", MISSPELT)
def test_the_nearest_right_word_is_proposed(slug: str, edits: Edits, word: str) -> None:
    (found,) = [mistake for mistake in mistakes_in(sheet(slug, edits)) if mistake.code.endswith("_near")]
    assert found.place.startswith(next(iter(edits)))
    assert f'perhaps "{word}" is meant' in mistake_in_words(found, "en")


@every("row", ODD)
def test_an_odd_sheet_is_accepted_with_a_warning(row: Row) -> None:
    data = sheet(*row[:2])
    in_both_languages(row, warnings(rules_from(data, row[0])), data)


def in_both_languages(row: Row, found: tuple[Mistake, ...], data: Data) -> None:
    _slug, edits, code, *place = row
    assert (code, *(place or [*edits][-1:])) in [(mistake.code, mistake.place) for mistake in found], found
    for mistake in found:
        is_told_in_both_languages(mistake, data)


def is_told_in_both_languages(mistake: Mistake, data: Data) -> None:
    german, english = (mistake_in_words(mistake, language) for language in LANGUAGES)
    assert german != english
    for words in (german, english):
        assert words[0] == words[0].upper()
        assert words.endswith((".", ")."))
        assert not re.search(r"[{}]|None|True|False", words)
    for language in LANGUAGES:
        assert bool(place_in_words(mistake.place, data, language)) == bool(mistake.place)


def test_every_reason_is_shown_by_an_example() -> None:
    assert {row[2] for row in REFUSED} | OF_FILES == set(MISTAKES)
    assert {row[2] for row in ODD} == set(WARNINGS)


def test_both_languages_name_the_same_things() -> None:
    for code, (german, english) in SENTENCES.items():
        assert set(re.findall(r"\{\w+\}", german)) == set(re.findall(r"\{\w+\}", english)), code


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_odd_about_a_published_sheet_but_what_it_leaves_open(slug: str) -> None:
    odd = [(mistake.code, mistake.place) for mistake in warnings(published()[slug])]
    rules = published()[slug]
    assert odd == [
        *(("no_value_yet", f"open.contracts.{key}") for key in rules.open_contracts),
        *(("no_value_yet", f"open.premiums.{key}") for key in rules.open_premiums),
    ]
    assert bool(odd) == (slug == "karlsruhe")


def test_a_dearer_game_is_compared_with_its_neighbour_only() -> None:
    """One slip gives one warning, not one for every game above it."""
    found = warnings(rules_from(sheet("standard", {"contracts.dreier.value": 50}), "club"))
    assert [mistake.code for mistake in found] == ["solo_cheaper", "higher_but_cheaper"]


@pytest.mark.parametrize(
    ("place", "german", "english"),
    [
        ("contracts.dreier.value", "Spiele › Dreier › Wert", "games › Dreier › value"),
        ("premiums.koenige.silent", "Prämien › Könige › Wert still", "premiums › Kings › silent value"),
        ("radl.triggers[1]", "Radl › Auslöser › 2", "Radl › triggers › 2"),
        ("kontra.levels.sub", "Kontra › Stufen › Sub", "kontra › steps › Sub"),
        ("remarks.seats.de", "Anmerkungen › seats › deutsch", "remarks › seats › German"),
        ("label", "Name", "name"),
        ("", "", ""),
    ],
)
def test_a_place_is_named_under_the_labels_of_the_sheet(place: str, german: str, english: str) -> None:
    data = resolved("standard", kept)
    assert place_in_words(place, data, "de") == german
    assert place_in_words(place, data, "en") == english


def test_a_place_in_a_ruined_sheet_is_named_all_the_same() -> None:
    for data in (
        {},
        {"contracts": 7},
        {"contracts": {"dreier": 7}},
        {"contracts": {"dreier": {"label": {}}}},
    ):
        assert place_in_words("contracts.dreier.value", data, "de") == "Spiele › dreier › Wert"
    label = {"contracts": {"dreier": {"label": "an\u202eneR"}}}
    assert "\u202e" not in place_in_words("contracts.dreier.value", label, "de")


def test_a_key_of_several_tables_is_called_the_same_in_all_of_them() -> None:
    for table in TABLES.values():
        assert all(KEYS[key] == declared.label for key, declared in table.items())


def test_every_custom_has_a_name_and_a_sentence_in_both_languages() -> None:
    for custom in Custom.__subclasses__():
        for language in ("de", "en"):
            assert len({member.label.in_language(language) for member in custom}) == len(custom), custom
            assert all(member.sentence.in_language(language) for member in custom), custom


def test_what_multiplies_an_amount_is_no_key_of_a_premium() -> None:
    assert {"kontra", "hirsch", "solo", "radl", "buergermeister"} <= RESERVED


# Tidying up after an edit


@pytest.mark.parametrize("slug", SLUGS)
def test_tidying_leaves_a_sheet_that_works_as_it_is(slug: str) -> None:
    data = resolved(slug, kept)
    before = deepcopy(data)
    assert tidied(data) == data == before


@every(
    "slug, edits, place",
    [
        ("standard", {"trischaken": 7}, "trischaken"),
        ("standard", {"radl.drawn": GONE, "needs": "viele"}, "needs"),
        ("standard", {"radl.drawn": GONE, "needs": "1/0"}, "radl.drawn"),
    ],
)
def test_what_tidying_cannot_read_is_left_for_the_answer(slug: str, edits: Edits, place: str) -> None:
    assert place in [mistake.place for mistake in mistakes_in(tidied(sheet(slug, edits)))]


WITHOUT: list[tuple[str, Callable[[Data], object]]] = [
    ("standard", lambda data: data["contracts"].pop("trischaken")),
    ("standard", lambda data: data["premiums"].pop("uhu")),
    ("zwanzigerrufen", lambda data: data["premiums"].pop("mondfang")),
    ("zwanzigerrufen", lambda data: data["premiums"].pop("valat")),
    ("treffpunkt", lambda data: data["contracts"].pop("piccolo")),
    ("standard", lambda data: [data["contracts"].pop(key) for key in ("besserrufer", "solobesser")]),
    ("standard", lambda data: data["radl"].update(triggers=[])),
    ("treffpunkt", lambda data: data["radl"]["triggers"].append("drawn")),
    ("zwanzigerrufen", lambda data: data["kontra"]["levels"].pop("re")),
    ("zwanzigerrufen", lambda data: data["kontra"].update(names={"sub": "Subkontra"})),
    ("treffpunkt", lambda data: data["trischaken"].update(jungfrau=False, jungfrauen="each")),
    ("treffpunkt", lambda data: data["trischaken"].update(jungfrauen="from_each")),
    ("treffpunkt", lambda data: data.update(side_by_side="none")),
    ("wien", lambda data: data["premiums"]["valat"].pop("silent")),
    ("standard", lambda data: data["trischaken"].update(renonce="bases")),
    ("standard", lambda data: data["contracts"]["bettler"].update(kind="alone")),
    ("standard", lambda data: data.update(beside_valat="none")),
    ("karlsruhe", lambda data: data["contracts"].update(einer=contract(label="Einer", short="E"))),
    ("zwanzigerrufen", lambda data: data["contracts"].update(rufer=contract(kind="calling", short="R"))),
    ("zwanzigerrufen", lambda data: data["contracts"].update(t=contract(kind="trischaken", short="T"))),
]


@every("slug, edit", WITHOUT)
def test_what_an_edit_leaves_behind_is_tidied_up(slug: str, edit: Callable[[Data], object]) -> None:
    data = resolved(slug, kept)
    edit(data)
    assert mistakes_in(data)
    assert mistakes_in(tidied(data)) == ()
