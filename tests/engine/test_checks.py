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
from scoring.engine.loading.places import KEYS
from scoring.engine.loading.sentences import MISTAKES, SENTENCES, WARNINGS
from scoring.engine.loading.tables import TABLES
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from tests.support.engine.data import kept
from tests.support.every import every

GONE = object()
Edit = tuple[str, Any]  # a place and what is put there


def sheet(slug: str, *edits: Edit) -> Data:
    """A published sheet's data with something put into it, or taken away."""
    data = resolved(slug, kept)
    for place, value in edits:
        *tables, key = place.split(".")
        table = data
        for name in tables:
            table = table.setdefault(name, {})
        if value is GONE:
            del table[key]
        else:
            table[key] = value
    return data


def contract(**facts: Any) -> Data:
    return {"label": "Neues", "short": "N", "value": 4, "kind": "alone"} | facts


def premium(**facts: Any) -> Data:
    return {"label": "Neue", "short": "N", "silent": 1, "in_solo": "same"} | facts


# What is put into which sheet, and the mistake it makes.
REFUSED: list[tuple[str, tuple[Edit, ...], str, str]] = [
    # the shape
    ("standard", (("lable", "x"),), "unknown_key_near", "lable"),
    ("standard", (("qqqqq", "x"),), "unknown_key", "qqqqq"),
    ("standard", (*((f"x{n}", 1) for n in range(30)),), "more_unknown_keys", ""),
    ("standard", (("needs", GONE),), "missing", "needs"),
    ("standard", (("radl", 7),), "table_expected", "radl"),
    ("standard", (("radl.triggers", "x"),), "list_expected", "radl.triggers"),
    ("standard", (("contracts.rufer.label", 7),), "text_expected", "contracts.rufer.label"),
    ("standard", (("contracts.rufer.label", "  "),), "text_expected", "contracts.rufer.label"),
    ("standard", (("contracts.rufer.label", "Ru\x00fer"),), "text_unreadable", "contracts.rufer.label"),
    ("standard", (("contracts.rufer.label", "an\u202eneR"),), "text_unreadable", "contracts.rufer.label"),
    ("standard", (("contracts.rufer.label", "Rufer "),), "text_unreadable", "contracts.rufer.label"),
    ("standard", (("remarks.seats.de", "oben\nunten"),), "text_unreadable", "remarks.seats.de"),
    ("standard", (("contracts.rufer.label", "x" * 41),), "text_too_long", "contracts.rufer.label"),
    ("standard", (("contracts.rufer.short", "Rufer mit"),), "text_too_long", "contracts.rufer.short"),
    ("standard", (("remarks.seats.chapter", "qqqqq"),), "unknown_chapter", "remarks.seats.chapter"),
    ("standard", (("book.deck.chapter", "card"),), "unknown_chapter_near", "book.deck.chapter"),
    ("standard", (("claims", 1),), "truth_expected", "claims"),
    ("standard", (("contracts.rufer.value", 1001),), "worth_expected", "contracts.rufer.value"),
    ("standard", (("contracts.piccolo.tricks", 13),), "number_expected", "contracts.piccolo.tricks"),
    ("standard", (("radl.length", 0),), "number_expected", "radl.length"),
    ("standard", (("money", {"cents_per_point": -1}),), "number_expected", "money.cents_per_point"),
    ("standard", (("needs", 107),), "blatt_expected", "needs"),
    ("standard", (("radl.drawn", ["34/2"]),), "drawn_expected", "radl.drawn"),
    ("standard", (("radl.drawn", ["35/1", "34/2"]),), "drawn_expected", "radl.drawn"),
    ("standard", (("remarks", {f"r{n}": "x" for n in range(101)}),), "too_many_rows", "remarks"),
    (
        "standard",
        (*((f"contracts.n{n}", contract(label=f"N{n}", short=f"N{n}")) for n in range(90)),),
        "too_many_rows",
        "contracts",
    ),
    ("standard", (("contracts.Größe", contract()),), "bad_key", "contracts.Größe"),
    ("standard", (("remarks.a b", "x"),), "bad_key", "remarks.a b"),
    ("standard", (("premiums.kontra", premium()),), "key_reserved", "premiums.kontra"),
    ("standard", (("premiums.dreier", premium()),), "key_of_both", "premiums.dreier"),
    ("standard", (("counting", "blat"),), "unknown_custom_near", "counting"),
    ("standard", (("counting", 7),), "unknown_custom", "counting"),
    # what a row names
    (
        "standard",
        (("contracts.besserrufer.birds", ["uhuu"]),),
        "unknown_premium_near",
        "contracts.besserrufer.birds",
    ),
    (
        "standard",
        (("contracts.besserrufer.birds", ["xyz"]),),
        "unknown_premium",
        "contracts.besserrufer.birds",
    ),
    (
        "treffpunkt",
        (("contracts.zwiccolo.beside", "picolo"),),
        "unknown_contract_near",
        "contracts.zwiccolo.beside",
    ),
    ("treffpunkt", (("contracts.zwiccolo.beside", "xyz"),), "unknown_contract", "contracts.zwiccolo.beside"),
    ("standard", (("kontra.levels.sup", 16),), "unknown_kontra_near", "kontra.levels.sup"),
    (
        "standard",
        (("contracts.dreier.kontra_up_to", "xyz"),),
        "unknown_kontra",
        "contracts.dreier.kontra_up_to",
    ),
    ("standard", (("radl.triggers", ["drawn", "zero_hands"]),), "unknown_trigger_near", "radl.triggers[1]"),
    ("standard", (("radl.triggers", ["drawn", "xyz"]),), "unknown_trigger", "radl.triggers[1]"),
    (
        "standard",
        (("options.silent_mis", {"value": "free", "changes": "amounts"}),),
        "unknown_option_near",
        "options.silent_mis",
    ),
    (
        "standard",
        (("options.xyz", {"value": "free", "changes": "amounts"}),),
        "unknown_option",
        "options.xyz",
    ),
    (
        "standard",
        (("options.silent_miss.value", "chargd"),),
        "unknown_custom_near",
        "options.silent_miss.value",
    ),
    (
        "cup",
        (("options.trischaken_base.value", 1.0),),
        "unknown_custom_near",
        "options.trischaken_base.value",
    ),
    (
        "standard",
        (("contracts.besserrufer.birds", ["uhu", "uhu"]),),
        "named_twice",
        "contracts.besserrufer.birds",
    ),
    ("standard", (("radl.triggers", ["drawn", "drawn"]),), "named_twice", "radl.triggers"),
    # names that a scorer could not tell apart
    ("standard", (("contracts.dreier.label", "rufer"),), "label_twice", "contracts.dreier.label"),
    (
        "standard",
        (("premiums.uhu.label", {"de": "Uhu", "en": "Pagat"}),),
        "label_twice",
        "premiums.uhu.label",
    ),
    ("karlsruhe", (("open.contracts.einer", "Dreier"),), "label_twice", "open.contracts.einer"),
    ("standard", (("contracts.dreier.short", "R"),), "short_twice", "contracts.dreier.short"),
    ("standard", (("kontra.names", {"re": "Kontra"}),), "label_twice", "kontra.names.re"),
    # games
    ("standard", (("contracts", {}),), "no_contracts", "contracts"),
    (
        "standard",
        (("contracts", {"a": contract(who="never_vorhand")}),),
        "nothing_for_vorhand",
        "contracts",
    ),
    ("standard", (("contracts.dreier.tricks", 1),), "tricks_go_with_negative", "contracts.dreier.tricks"),
    (
        "standard",
        (("contracts.bettler.tricks", GONE),),
        "tricks_go_with_negative",
        "contracts.bettler.tricks",
    ),
    ("standard", (("contracts.dreier.step_value", 1),), "steps_go_together", "contracts.dreier.step_points"),
    ("standard", (("contracts.bettler.solo", True),), "only_by_points", "contracts.bettler.solo"),
    (
        "standard",
        (("contracts.bettler.needs_after_kontra", "35/0"),),
        "only_by_points",
        "contracts.bettler.needs_after_kontra",
    ),
    (
        "standard",
        (("contracts.trischaken.needs_after_kontra", "0/0"),),
        "only_by_points",
        "contracts.trischaken.needs_after_kontra",
    ),
    ("standard", (("contracts.trischaken.lost", 4),), "not_in_trischaken", "contracts.trischaken.lost"),
    (
        "standard",
        (("contracts.trischaken.kontra_up_to", "re"),),
        "not_in_trischaken",
        "contracts.trischaken.kontra_up_to",
    ),
    ("standard", (("contracts.solodreier.talon", 3),), "no_talon_taken", "contracts.solodreier.talon"),
    ("standard", (("contracts.bettler.talon", 3),), "no_talon_taken", "contracts.bettler.talon"),
    ("standard", (("contracts.dreier.birds", ["uhu"]),), "birds_only_calling", "contracts.dreier.birds"),
    ("standard", (("contracts.dreier.blank", True),), "blank_only_calling", "contracts.dreier.blank"),
    (
        "standard",
        (("contracts.besserrufer.blank", True),),
        "blank_only_calling",
        "contracts.besserrufer.blank",
    ),
    ("standard", (("premiums.uhu.announced", GONE),), "bird_not_announced", "contracts.besserrufer.birds"),
    ("standard", (("premiums.uhu.in_solo", "never"),), "bird_not_in_game", "contracts.solobesser.birds"),
    (
        "standard",
        (("contracts.besserrufer.colour", True),),
        "bird_not_in_game",
        "contracts.besserrufer.birds",
    ),
    ("standard", (("premiums.uhu.whose", "opponents"),), "bird_not_declarers", "contracts.besserrufer.birds"),
    (
        "standard",
        (("premiums.uhu.whose", "king_holder"),),
        "bird_not_declarers",
        "contracts.besserrufer.birds",
    ),
    (
        "karlsruhe",
        (("contracts.rufer.birds", ["valat"]), ("bird_by", "side")),
        "bird_has_no_line",
        "contracts.rufer.birds",
    ),
    (
        "standard",
        (("premiums.uhu.between_two", True),),
        "bird_between_two",
        "contracts.besserrufer.birds",
    ),
    ("standard", (("premiums.sack1.between_two", True),), "two_settle_a_line", "premiums.sack1.between_two"),
    ("standard", (("premiums.valat.between_two", True),), "two_settle_a_line", "premiums.valat.between_two"),
    ("standard", (("contracts.dreier.beside", "einer"),), "beside_only_negative", "contracts.dreier.beside"),
    ("treffpunkt", (("contracts.piccolo.beside", "zwiccolo"),), "beside_itself", "contracts.piccolo.beside"),
    (
        "treffpunkt",
        (("contracts.zwiccolo.beside", "zwiccolo"),),
        "beside_itself",
        "contracts.zwiccolo.beside",
    ),
    ("treffpunkt", (("contracts.piccolo.value", 3),), "beside_unequal", "contracts.zwiccolo.beside"),
    ("treffpunkt", (("contracts.piccolo.value", "2½"),), "beside_unequal", "contracts.zwiccolo.beside"),
    (
        "treffpunkt",
        (("contracts.piccolo.who", "vorhand"), ("contracts.zwiccolo.who", "vorhand")),
        "beside_one_player",
        "contracts.zwiccolo.beside",
    ),
    ("standard", (("contracts.neu", contract(kind="trischaken")),), "one_trischaken", "contracts.neu.kind"),
    ("standard", (("trischaken", GONE),), "trischaken_table", "trischaken"),
    ("zwanzigerrufen", (("schleifen", True),), "goes_with_calling", "schleifen"),
    ("zwanzigerrufen", (("bird_by", "side"),), "goes_with_birds", "bird_by"),
    # premiums
    ("standard", (("premiums.sack1.announced", GONE),), "no_price", "premiums.sack1.silent"),
    ("standard", (("premiums.uhu.in_solo", "listed"),), "solo_prices", "premiums.uhu.solo_silent"),
    (
        "zwanzigerrufen",
        (("premiums.trull.solo_announced", 4),),
        "solo_price_without",
        "premiums.trull.solo_announced",
    ),
    (
        "standard",
        (("premiums.valat.counts_beside_valat", True),),
        "beside_valat_flags",
        "premiums.valat.counts_beside_valat",
    ),
    (
        "cup",
        (("premiums.uhu.counts_beside_valat", True),),
        "beside_valat_flags",
        "premiums.uhu.counts_beside_valat",
    ),
    ("cup", (("beside_valat", "trick_premiums"),), "nothing_beside_valat", "beside_valat"),
    ("standard", (("premiums.valat.needs", "55/2"),), "valat_by_tricks", "premiums.valat.needs"),
    ("standard", (("premiums.uhu.effect", "replaces"),), "only_valat_replaces", "premiums.uhu.effect"),
    ("karlsruhe", (("premiums.valat.in_solo", "doubled"),), "multiplier_in_solo", "premiums.valat.in_solo"),
    ("karlsruhe", (("premiums.schneider.silent", 1),), "multiplier_small", "premiums.schneider.silent"),
    ("standard", (("pack", 71),), "pack_with_blatt", "pack"),
    (
        "zwanzigerrufen",
        (("kontra.levels", {}), ("kontra.with_announced_valat", "kontra")),
        "no_kontra_at_all",
        "kontra.with_announced_valat",
    ),
    ("zwanzigerrufen", (("pack", 40),), "needs_out_of_range", "needs"),
    ("zwanzigerrufen", (("pack", 100),), "number_expected", "pack"),
    ("karlsruhe", (("premiums.schneider.silent", "2½"),), "multiplier_whole", "premiums.schneider.silent"),
    ("standard", (("contracts.trischaken.value", "2½"),), "base_whole", "contracts.trischaken.value"),
    ("standard", (("contracts.rufer.value", "2,5"),), "worth_expected", "contracts.rufer.value"),
    ("standard", (("kontra.levels.re", "4½"),), "number_expected", "kontra.levels.re"),
    (
        "karlsruhe",
        (("premiums.schneider.whose", "either"),),
        "multiplier_winners",
        "premiums.schneider.whose",
    ),
    ("karlsruhe", (("premiums.pagat.whose", "winner"),), "winner_announced", "premiums.pagat.announced"),
    (
        "zwanzigerrufen",
        (("premiums.absolut.announced", GONE),),
        "opponents_announce_nothing",
        "premiums.absolut.opponents_need_kontra",
    ),
    # thresholds
    ("standard", (("needs", "70/1"),), "needs_out_of_range", "needs"),
    ("standard", (("needs", "0/0"),), "needs_out_of_range", "needs"),
    ("zwanzigerrufen", (("needs", 89),), "needs_out_of_range", "needs"),
    (
        "zwanzigerrufen",
        (("contracts.normalspiel.needs_after_kontra", 0),),
        "needs_out_of_range",
        "contracts.normalspiel.needs_after_kontra",
    ),
    ("standard", (("premiums.sack2.needs", "71/0"),), "needs_out_of_range", "premiums.sack2.needs"),
    ("standard", (("premiums.sack1.needs", "35/0"),), "needs_both_sides", "premiums.sack1.needs"),
    ("standard", (("premiums.sack1.needs", "35/2"),), "needs_not_above_game", "premiums.sack1.needs"),
    ("standard", (("premiums.sack2.needs", "45/2"),), "needs_not_increasing", "premiums.sack2.needs"),
    ("standard", (("radl.drawn", ["34/2", "35/2"]),), "drawn_overlaps", "radl.drawn"),
    ("standard", (("contracts.rufer.needs_after_kontra", "35/0"),), "drawn_overlaps", "radl.drawn"),
    ("standard", (("radl.drawn", ["34/2", "35/0"]),), "drawn_leaves_a_gap", "radl.drawn"),
    (
        "zwanzigerrufen",
        (("radl.triggers", ["drawn"]), ("radl.drawn", [44, 44])),
        "drawn_needs_blatt",
        "radl.drawn",
    ),
    ("standard", (("trischaken.buergermeister", "35/0"),), "mayor_is_one", "trischaken.buergermeister"),
    ("standard", (("trischaken.buergermeister", "70/1"),), "needs_out_of_range", "trischaken.buergermeister"),
    # kontra
    ("standard", (("kontra.levels.re", GONE),), "kontra_step_missing", "kontra.levels.sub"),
    ("standard", (("kontra.levels", {"re": 4, "kontra": 2}),), "kontra_order", "kontra.levels"),
    ("standard", (("kontra.names", {"hirsch": "Geiß"}),), "name_without_step", "kontra.names.hirsch"),
    ("standard", (("kontra.levels.sub", 4),), "kontra_not_rising", "kontra.levels.sub"),
    ("standard", (("kontra.levels.kontra", 1),), "kontra_too_small", "kontra.levels.kontra"),
    (
        "standard",
        (("contracts.dreier.kontra_up_to", "hirsch"),),
        "kontra_above_ladder",
        "contracts.dreier.kontra_up_to",
    ),
    (
        "zwanzigerrufen",
        (("kontra.with_announced_valat", "sub"),),
        "kontra_above_ladder",
        "kontra.with_announced_valat",
    ),
    ("zwanzigerrufen", (("premiums.valat", GONE),), "kontra_without_valat", "kontra.with_announced_valat"),
    # Trischaken and Radl
    (
        "standard",
        (("trischaken.jungfrau_price", 2),),
        "jungfrau_price_goes_with",
        "trischaken.jungfrau_price",
    ),
    (
        "standard",
        (("trischaken.jungfrauen", "from_each"),),
        "jungfrau_price_goes_with",
        "trischaken.jungfrau_price",
    ),
    (
        "standard",
        (("trischaken.jungfrau", False), ("trischaken.jungfrauen", "each")),
        "no_jungfrauen",
        "trischaken.jungfrauen",
    ),
    (
        "standard",
        (("trischaken.all_tricks_doubled", True),),
        "all_tricks_without_price",
        "trischaken.all_tricks_doubled",
    ),
    # side by side
    ("treffpunkt", (("side_by_side", "none"),), "beside_not_here", "contracts.zwiccolo.beside"),
    (
        "treffpunkt",
        (("side_by_side", "listed"), ("contracts.zwiccolo.goes_beside", True)),
        "beside_not_listed",
        "contracts.zwiccolo.beside",
    ),
    (
        "standard",
        (("contracts.piccolo.goes_beside", True),),
        "not_listed_here",
        "contracts.piccolo.goes_beside",
    ),
    (
        "standard",
        (("side_by_side", "listed"), ("contracts.dreier.goes_beside", True)),
        "not_listed_here",
        "contracts.dreier.goes_beside",
    ),
    ("standard", (("side_by_side", "listed"),), "too_few_listed", "side_by_side"),
    # what a silent Valat does
    (
        "standard",
        (("premiums.sack1.in_silent_valat", True),),
        "silent_valat_contains",
        "premiums.sack1.in_silent_valat",
    ),
    (
        "standard",
        (("premiums.valat.in_silent_valat", True),),
        "silent_valat_contains",
        "premiums.valat.in_silent_valat",
    ),
    (
        "standard",
        (("silent_valat_voids_kontra", True), ("premiums.valat.silent", GONE)),
        "no_silent_valat",
        "silent_valat_voids_kontra",
    ),
    ("standard", (("trischaken.renonce", "each"),), "renonce_times_go_with", "trischaken.renonce_times"),
    ("standard", (("radl.drawn", GONE),), "drawn_goes_with_trigger", "radl.drawn"),
    ("zwanzigerrufen", (("radl.triggers", ["trischaken"]),), "no_trischaken_to_trigger", "radl.triggers"),
    ("standard", (("radl.times", {"mondfang": 4}),), "not_a_trigger_here", "radl.times.mondfang"),
    ("cup", (("radl.length", 4),), "length_without_triggers", "radl.length"),
    ("standard", (("contracts.dreier.calls", "XIX"),), "calls_only_calling", "contracts.dreier.calls"),
    (
        "standard",
        (("premiums.sack1.cards", ["huhu"]),),
        "unknown_cards_near",
        "premiums.sack1.cards[0]",
    ),
    ("standard", (("premiums.sack1.cards", ["xyz"]),), "unknown_cards", "premiums.sack1.cards[0]"),
    ("standard", (("premiums.sack1.cards", ["uhu", "uhu"]),), "named_twice", "premiums.sack1.cards"),
    ("standard", (("premiums.valat.cards", ["uhu"]),), "valat_by_tricks", "premiums.valat.cards"),
    ("cup", (("radl.doubled_games", "alone"),), "no_radl_to_limit", "radl.doubled_games"),
    (
        "zwanzigerrufen",
        (("radl.doubled_games", "negative"),),
        "nothing_to_double",
        "radl.doubled_games",
    ),
    ("standard", (("radl.waits", True),), "radl_waits_for_nothing", "radl.waits"),
    # options, open rows, money
    (
        "cup",
        (("options.trischaken_base.fixed", True),),
        "fixed_with_the_game",
        "options.trischaken_base.fixed",
    ),
    (
        "standard",
        (("options.silent_miss.changes", "play"),),
        "option_changes_amounts",
        "options.silent_miss.changes",
    ),
    ("standard", (("options.revers.en", GONE),), "option_in_words", "options.revers.de"),
    ("cup", (("contracts.trischaken.value", 3),), "base_not_offered", "options.trischaken_base"),
    ("cup", (("options.trischaken_base.value", 2),), "base_is_the_value", "options.trischaken_base.value"),
    (
        "zwanzigerrufen",
        (("options.trischaken_base", {"changes": "amounts"}),),
        "base_without_trischaken",
        "options.trischaken_base",
    ),
    ("karlsruhe", (("open.contracts.dreier", "Dreier zwei"),), "open_has_value", "open.contracts.dreier"),
    (
        "standard",
        (("pagatkassa", {"stake": 10}), ("premiums.pagat.announced", GONE)),
        "no_announced_pagat",
        "pagatkassa",
    ),
    ("standard", (("pagatkassa", {"stake": 0}),), "pot_always_empty", "pagatkassa.stake"),
]

# What is put into which sheet, and the warning it makes.
ODD: list[tuple[str, tuple[Edit, ...], str, str]] = [
    ("karlsruhe", (("contracts.dreier.value", 1),), "alone_cheaper", "contracts.dreier.value"),
    ("standard", (("contracts.solodreier.value", 4),), "solo_cheaper", "contracts.solodreier.value"),
    ("standard", (("contracts.einer.value", 4),), "higher_but_cheaper", "contracts.einer.value"),
    ("standard", (("contracts.sechserdreier.lost", 3),), "lost_below_won", "contracts.sechserdreier.lost"),
    ("standard", (("needs", "20/0"), ("radl.drawn", ["19/0", "19/2"])), "needs_only_half", "needs"),
    ("cup", (("needs", "25/2"),), "needs_only_half", "needs"),
    ("zwanzigerrufen", (("needs", 36),), "needs_only_half", "needs"),
    ("cup", (("needs", "70/0"),), "needs_nearly_all", "needs"),
    ("standard", (("contracts.rufer.value", 0),), "worth_nothing", "contracts.rufer.value"),
    ("standard", (("premiums.trull.silent", 0),), "worth_nothing", "premiums.trull.silent"),
    ("standard", (("premiums.uhu.announced", 1),), "announced_cheaper", "premiums.uhu.announced"),
    (
        "zwanzigerrufen",
        (("premiums.pagat.solo_announced", 1),),
        "announced_cheaper",
        "premiums.pagat.solo_announced",
    ),
    ("zwanzigerrufen", (("premiums.absolut.calling_only", True),), "nobody_can_make", "premiums.absolut"),
    (
        "standard",
        tuple((f"contracts.{key}", GONE) for key in ("farbendreier", "farbeneiner", "farbensolo")),
        "no_colour_game",
        "contracts",
    ),
    ("standard", (("kontra.levels.sub", 16),), "kontra_skips", "kontra.levels.sub"),
    (
        "zwanzigerrufen",
        (("contracts.normalspiel.needs_after_kontra", 46),),
        "needs_more_after_kontra",
        "contracts.normalspiel.needs_after_kontra",
    ),
    ("karlsruhe", (), "no_value_yet", "open.premiums.trull"),
    ("standard", (("premiums.sack1.needs", "46/0"),), "limits_not_whole", "limits"),
    ("karlsruhe", (("limits", GONE),), "limits_not_whole", "limits"),
]

# What is wrong before there is any data; tests/rulesets/test_importing.py and test_loading.py show it.
OF_FILES = {
    *("no_such_file", "file_too_big", "file_empty", "not_utf8", "not_toml", "too_deep"),
    *("toml_syntax", "toml_at_end", "toml_value", "toml_twice", "toml_character", "toml_number"),
    *("unknown_sheet", "unknown_sheet_near", "extends_in_a_circle", "nothing_to_leave_out"),
    *("unknown_path", "unknown_path_near"),
}


@every("slug, edits, code, place", REFUSED)
def test_a_sheet_that_cannot_work_is_refused_with_the_place_and_the_reason(
    slug: str, edits: tuple[Edit, ...], code: str, place: str
) -> None:
    data = sheet(slug, *edits)
    found = mistakes_in(data)
    assert (code, place) in [(mistake.code, mistake.place) for mistake in found], found
    for mistake in found:
        said_in_both_languages(mistake, data)


@every("slug, edits, code, place", ODD)
def test_an_odd_sheet_is_accepted_with_a_warning(
    slug: str, edits: tuple[Edit, ...], code: str, place: str
) -> None:
    data = sheet(slug, *edits)
    found = warnings(rules_from(data, slug))
    assert (code, place) in [(mistake.code, mistake.place) for mistake in found], found
    for mistake in found:
        said_in_both_languages(mistake, data)


def said_in_both_languages(mistake: Mistake, data: Data) -> None:
    german, english = (mistake_in_words(mistake, language) for language in LANGUAGES)
    assert german != english
    for words in (german, english):
        assert words[0] == words[0].upper()
        assert words.endswith((".", ")."))
        assert not re.search(r"[{}]|None|True|False", words)
    for language in LANGUAGES:
        assert bool(place_in_words(mistake.place, data, language)) == bool(mistake.place)


def test_every_reason_is_shown_by_an_example() -> None:
    assert {code for _, _, code, _ in REFUSED} | OF_FILES == set(MISTAKES)
    assert {code for _, _, code, _ in ODD} == set(WARNINGS)


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
    found = warnings(rules_from(sheet("standard", ("contracts.dreier.value", 50)), "club"))
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
        assert all(KEYS[key] == one.label for key, one in table.items())


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
        ("standard", (("trischaken", 7),), "trischaken"),
        ("standard", (("radl.drawn", GONE), ("needs", "viele")), "needs"),
        ("standard", (("radl.drawn", GONE), ("needs", "1/0")), "radl.drawn"),
    ],
)
def test_what_tidying_cannot_read_is_left_for_the_answer(
    slug: str, edits: tuple[Edit, ...], place: str
) -> None:
    assert place in [mistake.place for mistake in mistakes_in(tidied(sheet(slug, *edits)))]


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
