"""Check a sheet's rows against each other: every name exists, can matter, and can be paid."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from scoring.engine.cards import ALL_CARDS, CARDS_OF_A_TRICK, cards_of
from scoring.engine.customs import (
    BY_FLAG,
    DOUBLED_KINDS,
    Counting,
    DoubledGames,
    Effect,
    InSolo,
    Kind,
    SideBySide,
    Who,
    Whose,
)
from scoring.engine.loading.mistakes import Mistake, Mistakes, shown, unknown
from scoring.engine.loading.reading import Data
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES
from scoring.engine.pagatkassa import PAGAT
from scoring.engine.prices import VALAT
from scoring.engine.rules import (
    KONTRA_LABELS,
    Contract,
    Kontra,
    PagatkassaTerms,
    PremiumRule,
    Radl,
    Trischaken,
    points_in,
)
from scoring.engine.sides import blatt
from scoring.engine.texts import Text
from scoring.engine.triggers import MONDFANG, TRIGGERS

# What multiplies an amount under these names is no premium.
RESERVED = frozenset(
    {*KONTRA_LABELS, "solo", "radl", "vorhand", "trischaker", "buergermeister", "beside_valat", "silent_miss"}
)
SACKS = ("sack1", "sack2")


class _Readable:
    """The rows of a sheet that could be read, and the names of all its rows."""

    def __init__(self, sheet: Data) -> None:
        self.sheet = sheet
        self.contracts: dict[str, Contract] = _read_rows(sheet, "contracts")
        self.premiums: dict[str, PremiumRule] = _read_rows(sheet, "premiums")

    def named(self, key: str, where: str, table: str, code: str) -> Mistakes:
        known = self.sheet.get(table, {})
        if key not in known:
            yield unknown(code, where, key, known)

    def kinds(self) -> set[Kind]:
        return {contract.kind for contract in self.contracts.values()}

    @property
    def listing(self) -> bool:
        """Return whether only listed games are played side by side."""
        return self.sheet.get("side_by_side", SideBySide.EQUAL) is SideBySide.LISTED

    @property
    def flags_decide(self) -> bool:
        """Return whether the premiums say themselves if they count beside a Valat."""
        return self.sheet.get("beside_valat") in BY_FLAG

    @property
    def counting(self) -> Counting:
        counting: Counting = self.sheet.get("counting", Counting.BLATT)
        return counting

    @property
    def every(self) -> int:
        """Return the card points of all cards; with Blatt always the same."""
        pack: int | None = self.sheet.get("pack")
        return pack if pack and self.counting is Counting.PLAIN else points_in(self.counting)

    @property
    def talon(self) -> int:
        """Return how many cards the talon has."""
        declared = self.sheet.get("pack_cards"), self.sheet.get("talon_cards")
        return cards_of(declared, self.counting, self.kinds())[1]

    @property
    def needs(self) -> int | None:
        """Return the card points that win, where they are possible at all."""
        needs: int | None = self.sheet.get("needs")
        return needs if needs is not None and 0 < needs <= self.every else None

    def written(self, points: int) -> str:
        return blatt(points) if self.counting is Counting.BLATT else str(points)


def _read_rows(sheet: Data, table: str) -> dict[str, Any]:
    return {key: row for key, row in sheet.get(table, {}).items() if row is not None}


def inconsistencies(sheet: Data) -> Mistakes:
    """Yield every mistake between the rows of a sheet."""
    rows = _Readable(sheet)
    for key, contract in rows.contracts.items():
        yield from _contract_mistakes(f"contracts.{shown(key)}", contract, rows)
    for key, rule in rows.premiums.items():
        yield from _premium_mistakes(f"premiums.{shown(key)}", rule, rows)
    yield from _name_mistakes(rows)
    yield from _threshold_mistakes(rows)
    yield from _kontra_mistakes(rows)
    yield from _radl_mistakes(rows)
    if rows.flags_decide and rows.premiums and not any(p.counts_beside_valat for p in rows.premiums.values()):
        yield Mistake("nothing_beside_valat", "beside_valat")
    yield from _table_mistakes(rows)
    if rows.listing and not any(contract.goes_beside for contract in rows.contracts.values()):
        yield Mistake("too_few_listed", "side_by_side")
    yield from _option_mistakes(rows)


def _table_mistakes(rows: _Readable) -> Mistakes:
    """Find keys that go with some kinds of contracts only."""
    kinds = rows.kinds()
    if "contracts" in rows.sheet:
        # The Vorhand has to play something when everybody passes.
        if not rows.sheet["contracts"]:
            yield Mistake("no_contracts", "contracts")
        elif len(rows.contracts) == len(rows.sheet["contracts"]) and not any(
            contract.who is not Who.NEVER_VORHAND and contract.beside is None
            for contract in rows.contracts.values()
        ):
            yield Mistake("nothing_for_vorhand", "contracts")
    if (Kind.TRISCHAKEN in kinds) != ("trischaken" in rows.sheet):
        yield Mistake("trischaken_table", "trischaken")
    for key in ("self_call", "schleifen"):
        if (Kind.CALLING in kinds) != (key in rows.sheet):
            yield Mistake("goes_with_calling", key)
    if any(contract.birds for contract in rows.contracts.values()) != ("bird_by" in rows.sheet):
        yield Mistake("goes_with_birds", "bird_by")
    for table in ("contracts", "premiums"):
        for key in rows.sheet.get("open", {}).get(table, {}):
            if key in rows.sheet.get(table, {}):
                yield Mistake("open_has_value", f"open.{table}.{shown(key)}")
    valat = rows.premiums.get(VALAT)
    if rows.sheet.get("silent_valat_voids_kontra") and (valat is None or valat.silent is None):
        yield Mistake("no_silent_valat", "silent_valat_voids_kontra")
    terms: PagatkassaTerms | None = rows.sheet.get("pagatkassa")
    if terms is not None:
        pagat = rows.premiums.get(PAGAT)
        if pagat is None or pagat.announced is None:
            yield Mistake("no_announced_pagat", "pagatkassa")
        if not terms.stake and not terms.start:
            yield Mistake("pot_always_empty", "pagatkassa.stake")


# Games


def _contract_mistakes(where: str, contract: Contract, rows: _Readable) -> Mistakes:
    kind = contract.kind
    yield from _bird_mistakes(f"{where}.birds", contract, rows)
    if contract.beside is not None:
        yield from rows.named(contract.beside, f"{where}.beside", "contracts", "unknown_contract")
        yield from _beside_mistakes(f"{where}.beside", contract, rows)
    if contract.kontra_up_to is not None:
        yield from _limit_mistakes(f"{where}.kontra_up_to", contract.kontra_up_to, rows)
    steps = {contract.step_points is None, contract.step_value is None}
    in_trischaken = kind is Kind.TRISCHAKEN
    # A key that could change nothing is a misunderstanding.
    for key, misplaced, code in (
        *((key, not spec.goes_with(kind.value), "not_in_such_games") for key, spec in _KEYS_OF_SOME.items()),
        ("goes_beside", not rows.listing and kind is Kind.NEGATIVE, "not_listed_here"),
        ("talon", kind in _TAKING and (contract.solo or rows.talon == 0), "no_talon_taken"),
        ("blank", bool(contract.birds), "blank_without_birds"),
    ):
        if misplaced and _is_given(getattr(contract, key)):
            yield Mistake(code, f"{where}.{key}", {"kind": kind.label})
    if contract.talon is not None and contract.talon > rows.talon > 0:
        yield Mistake("more_than_the_talon", f"{where}.talon", {"talon": rows.talon})
    if len(steps) > 1 or (contract.step_from is not None and contract.step_points is None):
        yield Mistake("steps_go_together", f"{where}.step_points")
    if contract.step_from is not None:
        yield from _in_pack(f"{where}.step_from", contract.step_from, 1, rows)
    if in_trischaken:
        if type(contract.value) is not int:
            yield Mistake("base_whole", f"{where}.value")
        first = next(other for other in rows.contracts.values() if other.kind is Kind.TRISCHAKEN)
        if first.key != contract.key:
            yield Mistake("one_trischaken", f"{where}.kind", {"other": first.label})


def _is_given(value: object) -> bool:
    return value is not None and value is not False and value != ()


# What only some kinds of games can have; the tricks of a negative game are looked for where it is read.
_KEYS_OF_SOME = {key: spec for key, spec in TABLES["contracts"].items() if spec.kinds and key != "tricks"}
_TAKING = (Kind.CALLING, Kind.ALONE)


def _bird_mistakes(where: str, contract: Contract, rows: _Readable) -> Mistakes:
    """Find an obligatory bird that does not exist, or that the declarer cannot announce in this very game."""
    for key in contract.birds:
        yield from rows.named(key, where, "premiums", "unknown_premium")
        if contract.birds.count(key) > 1:
            yield Mistake("named_twice", where, {"key": shown(key)})
            return
    for key in contract.birds:
        bird = rows.premiums.get(key)
        if bird is None:
            continue
        named = {"bird": bird.label, "game": contract.label}
        if bird.announced is None:
            yield Mistake("bird_not_announced", where, named)
        elif not bird.exists_in(contract) or bird.price(announced=True, solo=contract.solo) is None:
            yield Mistake("bird_not_in_game", where, named)
        elif bird.whose not in (Whose.EITHER, Whose.DECLARER):
            yield Mistake("bird_not_declarers", where, named)
        elif bird.effect is not Effect.LINE:
            yield Mistake("bird_has_no_line", where, named)
        elif bird.between_two:
            yield Mistake("bird_between_two", where, named)


def _beside_mistakes(where: str, contract: Contract, rows: _Readable) -> Mistakes:
    """Find games beside others that are not negative, not of equal value, or never played first."""
    other = rows.contracts.get(contract.beside or "")
    custom = rows.sheet.get("side_by_side", SideBySide.EQUAL)
    if contract.kind is not Kind.NEGATIVE or (other is not None and other.kind is not Kind.NEGATIVE):
        yield Mistake("beside_only_negative", where)
    elif other is not None and other.beside is not None:
        yield Mistake("beside_itself", where, {"other": other.label})
    elif other is not None and contract.who is other.who is Who.VORHAND:
        yield Mistake("beside_one_player", where, {"other": other.label})
    elif custom is SideBySide.NONE:
        yield Mistake("beside_not_here", where)
    elif other is not None and rows.listing and not (contract.goes_beside and other.goes_beside):
        yield Mistake("beside_not_listed", where, {"other": other.label})
    elif other is not None and other.value != contract.value and not rows.listing:
        yield Mistake("beside_unequal", where, {"other": other.label, "value": other.value})


# Premiums


def _premium_mistakes(where: str, rule: PremiumRule, rows: _Readable) -> Mistakes:
    is_valat, multiplies = rule.key == VALAT, rule.effect is Effect.MULTIPLIES
    valat = rows.premiums.get(VALAT)
    silently = valat is not None and valat.silent is not None
    kept_apart = is_valat or multiplies
    for key, misplaced, code in (
        ("counts_beside_valat", kept_apart or not rows.flags_decide, "beside_valat_flags"),
        ("needs", is_valat, "valat_by_tricks"),
        ("cards", is_valat, "valat_by_tricks"),
        ("in_silent_valat", kept_apart or rule.silent is None or not silently, "silent_valat_contains"),
        (
            "between_two",
            is_valat or rule.effect is not Effect.LINE or rule.needs is not None,
            "two_settle_a_line",
        ),
        ("opponents_need_kontra", rule.announced is None or rule.whose is not Whose.EITHER, _NOT_ANNOUNCED),
    ):
        if misplaced and _is_given(getattr(rule, key)):
            yield Mistake(code, f"{where}.{key}")
    for cards in dict.fromkeys(rule.cards):
        if rule.cards.count(cards) > 1:
            yield Mistake("named_twice", f"{where}.cards", {"key": shown(cards)})
    if rule.effect is Effect.REPLACES and not is_valat:
        yield Mistake("only_valat_replaces", f"{where}.effect")
    if multiplies:
        yield from _multiplier_mistakes(where, rule)
    if rule.whose is Whose.WINNER and (rule.announced is not None or rule.solo_announced is not None):
        yield Mistake("winner_announced", f"{where}.announced")
    for key in ("silent", "announced") if rule.in_solo is InSolo.LISTED else ():
        if getattr(rule, key) is None and getattr(rule, f"solo_{key}") is not None:
            yield Mistake("solo_price_without", f"{where}.solo_{key}")


_NOT_ANNOUNCED = "opponents_announce_nothing"


def _multiplier_mistakes(where: str, rule: PremiumRule) -> Mistakes:
    """Find mistakes in a premium that multiplies the game, such as one that could be lost."""
    if rule.in_solo is not InSolo.SAME:
        yield Mistake("multiplier_in_solo", f"{where}.in_solo")
    for key in ("silent", "announced"):
        times = getattr(rule, key)
        if times is not None and times < 2:
            yield Mistake("multiplier_small", f"{where}.{key}")
        elif times is not None and type(times) is not int:
            yield Mistake("multiplier_whole", f"{where}.{key}")
    if rule.key != VALAT and (rule.whose is not Whose.WINNER or rule.announced is not None):
        yield Mistake("multiplier_winners", f"{where}.whose")


# Names


def _name_mistakes(rows: _Readable) -> Mistakes:
    """Find rows with names that a scorer could not tell apart, and keys with another meaning already."""
    for table, own in (("contracts", rows.contracts), ("premiums", rows.premiums)):
        still_open: Mapping[str, Text] = rows.sheet.get("open", {}).get(table, {})
        labels = [(f"{table}.{shown(key)}.label", row.label) for key, row in own.items()]
        labels += [
            (f"open.{table}.{shown(key)}", label) for key, label in still_open.items() if key not in own
        ]
        yield from _same_labels(labels)
        labels_by_short: dict[str, Text] = {}
        for row in own.values():
            if row.short != "?" and row.short in labels_by_short:
                named = {"label": row.short, "other": labels_by_short[row.short]}
                yield Mistake("short_twice", f"{table}.{shown(row.key)}.short", named)
            labels_by_short.setdefault(row.short, row.label)
    for key in rows.sheet.get("premiums", {}):
        if key in RESERVED:
            yield Mistake("key_reserved", f"premiums.{shown(key)}", {"key": shown(key)})
        elif key in rows.sheet.get("contracts", {}):
            yield Mistake("key_of_both", f"premiums.{shown(key)}")


def _same_labels(labels: Iterable[tuple[str, Text]]) -> Mistakes:
    names_by_language: tuple[set[str], set[str]] = set(), set()
    for where, label in labels:
        again = None
        for name, names in zip(label, names_by_language, strict=True):
            if name != "?" and _folded(name) in names:
                again = again or name
            names.add(_folded(name))
        if again:
            yield Mistake("label_twice", where, {"label": again})


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


# Card points


def _threshold_mistakes(rows: _Readable) -> Mistakes:
    """Find points that are neither won, drawn nor lost, and premiums that both sides could have."""
    for key, contract in rows.contracts.items():
        if contract.needs_after_kontra is not None and contract.by_points:
            where = f"contracts.{shown(key)}.needs_after_kontra"
            yield from _in_pack(where, contract.needs_after_kontra, 1, rows)
    if rows.counting is Counting.BLATT and rows.sheet.get("pack") is not None:
        yield Mistake("pack_with_blatt", "pack")
    yield from _pack_mistakes(rows)
    yield from _in_pack("needs", rows.sheet.get("needs"), 1, rows)
    yield from _drawn_mistakes(rows)
    yield from _needed_mistakes(rows)
    trischaken: Trischaken | None = rows.sheet.get("trischaken")
    if trischaken is not None:
        mayor = trischaken.buergermeister
        if mayor is not None and mayor * 2 <= rows.every:
            yield Mistake("mayor_is_one", "trischaken.buergermeister")
        else:
            yield from _in_pack("trischaken.buergermeister", mayor, rows.every // 2 + 1, rows)


def _pack_mistakes(rows: _Readable) -> Mistakes:
    """Find cards that cannot be dealt to four in equal parts."""
    cards, talon = (rows.sheet.get(key) for key in ("pack_cards", "talon_cards"))
    if (cards is None) != (talon is None):
        yield Mistake("pack_and_talon", "talon_cards" if talon is None else "pack_cards")
    elif cards is not None and (cards - talon) % CARDS_OF_A_TRICK:
        yield Mistake("pack_not_in_four", "talon_cards", {"rest": cards - talon})
    if cards not in (None, ALL_CARDS) and rows.counting is Counting.BLATT:
        yield Mistake("pack_with_blatt", "pack_cards")


def _in_pack(where: str, points: int | None, least: int, rows: _Readable) -> Mistakes:
    every = rows.every
    if points is not None and not least <= points <= every:
        all_points = every // 3 if rows.counting is Counting.BLATT else every
        named = {"all": all_points, "least": rows.written(least), "most": rows.written(every)}
        yield Mistake("needs_out_of_range", where, named)


def _drawn_mistakes(rows: _Readable) -> Mistakes:
    radl: Radl | None = rows.sheet.get("radl")
    if radl is None or radl.drawn is None:
        return
    last = radl.drawn[1]
    if rows.counting is Counting.PLAIN:
        yield Mistake("drawn_needs_blatt", "radl.drawn")
        return
    won_from = [contract.needs_after_kontra for contract in rows.contracts.values() if contract.by_points]
    fewest = min([points for points in (rows.needs, *won_from) if points is not None], default=None)
    if fewest is not None and last >= fewest:
        yield Mistake("drawn_overlaps", "radl.drawn", {"points": rows.written(fewest)})
    elif rows.needs is not None and last + 1 < rows.needs:
        named = {"last": rows.written(last), "points": rows.written(rows.needs)}
        yield Mistake("drawn_leaves_a_gap", "radl.drawn", named)


def _needed_mistakes(rows: _Readable) -> Mistakes:
    """Find premiums that need no more than half or than the game, and a second Sack below the first."""
    every = rows.every
    first = rows.premiums.get(SACKS[0])
    for key, rule in rows.premiums.items():
        if rule.needs is None:
            continue
        where = f"premiums.{shown(key)}.needs"
        if rule.needs > every:
            yield from _in_pack(where, rule.needs, every // 2 + 1, rows)
        elif rule.needs * 2 <= every:
            yield Mistake("needs_both_sides", where, {"points": rows.written(rule.needs)})
        elif rows.needs is not None and rule.needs <= rows.needs:
            yield Mistake("needs_not_above_game", where, {"points": rows.written(rows.needs)})
        elif key == SACKS[1] and first is not None and first.needs is not None and rule.needs <= first.needs:
            named = {"other": first.label, "points": rows.written(first.needs)}
            yield Mistake("needs_not_increasing", where, named)


# Kontra and Radl


def _kontra_mistakes(rows: _Readable) -> Mistakes:
    kontra: Kontra | None = rows.sheet.get("kontra")
    if kontra is None:
        return
    yield from _ladder_mistakes(kontra)
    if kontra.void_up_to is not None:
        yield from _limit_mistakes("kontra.void_up_to", kontra.void_up_to, rows)
    if kontra.with_announced_valat is not None:
        where = "kontra.with_announced_valat"
        yield from _limit_mistakes(where, kontra.with_announced_valat, rows)
        valat = rows.premiums.get(VALAT)
        if VALAT not in rows.sheet.get("premiums", {}) or (valat is not None and valat.announced is None):
            yield Mistake("kontra_without_valat", where)


def _ladder_mistakes(kontra: Kontra) -> Mistakes:
    """Find gaps in Kontra, Re, Sub, Hirsch, and steps no higher than the one before."""
    levels, label = kontra.levels, kontra.label
    ladder, known = list(KONTRA_LABELS), [level for level in levels if level in KONTRA_LABELS]
    in_order = sorted(known, key=ladder.index)
    for level in in_order:
        index = ladder.index(level)
        if index and ladder[index - 1] not in levels:
            named = {"level": label(level), "before": label(ladder[index - 1])}
            yield Mistake("kontra_step_missing", f"kontra.levels.{level}", named)
    if known != in_order:
        order = ", ".join(label(level) for level in in_order)
        yield Mistake("kontra_order", "kontra.levels", {"order": order})
    if in_order and levels[in_order[0]] < 2:
        yield Mistake("kontra_too_small", f"kontra.levels.{in_order[0]}")
    for lower, higher in pairwise(in_order):
        if levels[higher] <= levels[lower]:
            named = {"level": label(higher), "before": label(lower), "times": str(levels[lower])}
            yield Mistake("kontra_not_rising", f"kontra.levels.{higher}", named)
    earlier_names: set[str] = set()
    for level in levels:
        name = _folded(label(level))
        if name in earlier_names and level in kontra.names:
            yield Mistake("label_twice", f"kontra.names.{level}", {"label": label(level)})
        earlier_names.add(name)
    for level in kontra.names:
        if level in KONTRA_LABELS and level not in levels:
            yield Mistake("name_without_step", f"kontra.names.{level}", {"level": KONTRA_LABELS[level]})


def _limit_mistakes(where: str, limit: str, rows: _Readable) -> Mistakes:
    kontra: Kontra | None = rows.sheet.get("kontra")
    if kontra is None or limit in kontra.levels:
        return
    if not kontra.levels:
        yield Mistake("no_kontra_at_all", where)
    elif limit in KONTRA_LABELS:
        last = kontra.label([*kontra.levels][-1])
        yield Mistake("kontra_above_ladder", where, {"last": last, "level": kontra.label(limit)})
    else:
        yield unknown("unknown_kontra", where, limit, kontra.levels)


def _radl_mistakes(rows: _Readable) -> Mistakes:
    radl: Radl | None = rows.sheet.get("radl")
    if radl is None:
        return
    if "trischaken" in radl.triggers and Kind.TRISCHAKEN not in rows.kinds():
        yield Mistake("no_trischaken_to_trigger", "radl.triggers")
    if MONDFANG in radl.triggers:
        yield from rows.named(MONDFANG, "radl.triggers", "premiums", "unknown_premium")
    for name in dict.fromkeys(radl.triggers):
        if radl.triggers.count(name) > 1:
            yield Mistake("named_twice", "radl.triggers", {"key": shown(name)})
    if radl.length is not None and not radl.triggers:
        yield Mistake("length_without_triggers", "radl.length")
    if radl.doubled_games is not DoubledGames.ALL:
        if not radl.played:
            yield Mistake("no_radl_to_limit", "radl.doubled_games")
        elif not DOUBLED_KINDS[radl.doubled_games] & rows.kinds():
            yield Mistake("nothing_to_double", "radl.doubled_games")
    for key in ("lengths", "times"):
        for name in getattr(radl, key):
            if name in TRIGGERS and name not in radl.triggers:
                yield Mistake("not_a_trigger_here", f"radl.{key}.{name}")


# Options


def _option_mistakes(rows: _Readable) -> Mistakes:
    """Find a choice of the Trischaken's base without the game's own value."""
    options, notes = rows.sheet.get("options", (None, ()))
    if all(note.key != "trischaken_base" for note in notes):
        return
    where = "options.trischaken_base"
    games = rows.contracts.values()
    contract = next((contract for contract in games if contract.kind is Kind.TRISCHAKEN), None)
    if contract is None:
        yield Mistake("base_without_trischaken", where)
    elif contract.value not in CHOICES["trischaken_base"]:
        yield Mistake("base_not_offered", where, {"value": contract.value})
    elif options["trischaken_base"] not in (None, contract.value):
        yield Mistake("base_is_the_value", f"{where}.value", {"value": contract.value})
