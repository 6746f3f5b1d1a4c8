"""A rule sheet's data to `Rules`: strict, every mistake named with its place and the nearest right word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from scoring.engine.prices import VALAT
from scoring.engine.rules import (
    CHOICES,
    KONTRA_LABELS,
    BesideValat,
    BirdBy,
    Contract,
    Counting,
    Effect,
    InSolo,
    Kind,
    Kontra,
    OptionNote,
    Options,
    PremiumRule,
    Radl,
    RenonceCustom,
    Rules,
    Text,
    Trischaken,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.triggers import MONDFANG, TRIGGERS

Data = dict[str, Any]
T = TypeVar("T")


class SheetError(ValueError):
    """A rule sheet that cannot be used; the message names every mistake."""

    def __init__(self, name: str, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{name}: {mistake}" for mistake in self.mistakes))


class _Key(NamedTuple):
    read: Callable[[_Loader, Any, str], Any]
    required: bool = False


class _Loader:
    """Reads tables by their schema and collects what is wrong with them."""

    def __init__(self, counting: Counting = Counting.BLATT) -> None:
        self.counting = counting
        self.mistakes: list[str] = []

    def wrong(self, where: str, expected: str) -> None:
        self.mistakes.append(f"{where}: expected {expected}")

    def table(self, value: Any, where: str, schema: Mapping[str, _Key]) -> Data:
        """The known keys of a table, read; a key that is not there is left out."""
        if not isinstance(value, dict):
            self.wrong(where, "a table")
            return {}
        for key in value:
            if key not in schema:
                self.mistakes.append(f"{_under(where, key)}: unknown key{_nearest(key, schema)}")
        for key, spec in schema.items():
            if spec.required and key not in value:
                self.mistakes.append(f"{_under(where, key)}: missing")
        return {
            key: spec.read(self, value[key], _under(where, key))
            for key, spec in schema.items()
            if key in value
        }

    def known(self, key: str, where: str, known: Iterable[str], what: str) -> None:
        if key not in known:
            self.mistakes.append(f"{where}: there is no {what} {key!r}{_nearest(key, known)}")


def _under(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _nearest(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key[:50], list(known), 1, 0.5)
    return f"; the nearest is {near[0]!r}" if near else ""


# How one value is read.


def _word(loader: _Loader, value: Any, where: str) -> str:
    if isinstance(value, str) and value.strip():
        return value
    loader.wrong(where, "a text")
    return "?"


def _text(loader: _Loader, value: Any, where: str) -> Text:
    """One text for both languages, or a table with `de` and `en`."""
    if isinstance(value, dict):
        both = loader.table(
            value, where, {"de": _Key(_word, required=True), "en": _Key(_word, required=True)}
        )
        return Text(both.get("de", "?"), both.get("en", "?"))
    word = _word(loader, value, where)
    return Text(word, word)


def _truth(loader: _Loader, value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        loader.wrong(where, "true or false")
    return value is True


def _whole(loader: _Loader, value: Any, where: str) -> int:
    if type(value) is int and 0 <= value <= 1000:
        return value
    loader.wrong(where, "a whole number from 0 to 1000")
    return 0


_BLATT = re.compile(r"([0-9]{1,2})/([0-2])", re.ASCII)


def _points(loader: _Loader, value: Any, where: str) -> int:
    """Card points as they are said: "35/2", or a whole number where no Blatt are counted."""
    if loader.counting is Counting.PLAIN:
        return _whole(loader, value, where)
    if isinstance(value, str) and (found := _BLATT.fullmatch(value)):
        return int(found[1]) * 3 + int(found[2])
    loader.wrong(where, 'points/Blatt like "35/2"')
    return 0


def _list(read: Callable[[_Loader, Any, str], T]) -> Callable[[_Loader, Any, str], tuple[T, ...]]:
    def read_list(loader: _Loader, value: Any, where: str) -> tuple[T, ...]:
        if isinstance(value, list):
            return tuple(read(loader, item, f"{where}[{place}]") for place, item in enumerate(value))
        loader.wrong(where, "a list")
        return ()

    return read_list


def _one_of(names: Iterable[str], what: str) -> Callable[[_Loader, Any, str], str]:
    known = tuple(names)

    def read_name(loader: _Loader, value: Any, where: str) -> str:
        word = _word(loader, value, where)
        loader.known(word, where, known, what)
        return word

    return read_name


E = TypeVar("E", bound=StrEnum)


def _custom(custom: type[E]) -> Callable[[_Loader, Any, str], E]:
    def read_custom(loader: _Loader, value: Any, where: str) -> E:
        if isinstance(value, str) and value in [member.value for member in custom]:
            return custom(value)
        near = _nearest(value, [member.value for member in custom]) if isinstance(value, str) else ""
        loader.mistakes.append(f"{where}: there is no custom {value!r}{near}")
        return next(iter(custom))

    return read_custom


def _tables(read: Callable[[_Loader, str, Any, str], T]) -> Callable[[_Loader, Any, str], dict[str, T]]:
    def read_tables(loader: _Loader, value: Any, where: str) -> dict[str, T]:
        if isinstance(value, dict):
            return {key: read(loader, key, row, f"{where}.{key}") for key, row in value.items()}
        loader.wrong(where, "a table")
        return {}

    return read_tables


# The tables of a sheet.


_CONTRACT = {
    "label": _Key(_text, required=True),
    "short": _Key(_word, required=True),
    "value": _Key(_whole, required=True),
    "kind": _Key(_custom(Kind), required=True),
    "lost": _Key(_whole),
    "who": _Key(_custom(Who)),
    "solo": _Key(_truth),
    "colour": _Key(_truth),
    "birds": _Key(_list(_word)),
    "tricks": _Key(_whole),
    "beside": _Key(_word),
    "blank": _Key(_truth),
    "needs_after_kontra": _Key(_points),
    "kontra_up_to": _Key(_word),
    "note": _Key(_text),
}
_PREMIUM = {
    "label": _Key(_text, required=True),
    "short": _Key(_word, required=True),
    "silent": _Key(_whole),
    "announced": _Key(_whole),
    "solo_silent": _Key(_whole),
    "solo_announced": _Key(_whole),
    "in_solo": _Key(_custom(InSolo), required=True),
    "in_colour": _Key(_truth),
    "calling_only": _Key(_truth),
    "whose": _Key(_custom(Whose)),
    "effect": _Key(_custom(Effect)),
    "counts_beside_valat": _Key(_truth),
    "needs": _Key(_points),
    "opponents_need_kontra": _Key(_truth),
    "note": _Key(_text),
}
_TRISCHAKEN = {
    "custom": _Key(_custom(TrischakenCustom), required=True),
    "buergermeister": _Key(_points, required=True),
    "renonce": _Key(_custom(TrischakenRenonce), required=True),
    "renonce_times": _Key(_whole),
    "all_tricks": _Key(_whole),
}
_RADL = {
    "triggers": _Key(_list(_one_of(TRIGGERS, "trigger")), required=True),
    "schlussradl": _Key(_truth, required=True),
    "drawn": _Key(_list(_points)),
}
_OPTION = {
    "value": _Key(lambda loader, value, where: value),
    "changes": _Key(_one_of(("amounts", "play"), "kind of change"), required=True),
    "de": _Key(_word),
    "en": _Key(_word),
}


def _contract(loader: _Loader, key: str, value: Any, where: str) -> Contract | None:
    row = loader.table(value, where, _CONTRACT)
    if any(name not in row for name, spec in _CONTRACT.items() if spec.required):
        return None
    if (row["kind"] is Kind.NEGATIVE) != ("tricks" in row):
        loader.mistakes.append(f"{where}.tricks: a negative game, and only that, says how many")
    return Contract(key=key, **row)


def _premium(loader: _Loader, key: str, value: Any, where: str) -> PremiumRule | None:
    row = loader.table(value, where, _PREMIUM)
    if any(name not in row for name, spec in _PREMIUM.items() if spec.required):
        return None
    if not row.keys() & {"silent", "announced"}:
        loader.mistakes.append(f"{where}.silent: missing; a premium has a silent or an announced value")
    listed = row["in_solo"] is InSolo.LISTED
    if listed != bool(row.keys() & {"solo_silent", "solo_announced"}):
        loader.mistakes.append(f"{where}.solo_silent: prices for solo games go with in_solo = 'listed'")
    return PremiumRule(key=key, **row)


def _kontra(loader: _Loader, value: Any, where: str) -> Kontra | None:
    def ladder(loader: _Loader, value: Any, where: str) -> dict[str, int]:
        for level in value if isinstance(value, dict) else ():
            loader.known(level, f"{where}.{level}", KONTRA_LABELS, "kontra")
        return _tables(lambda loader, key, times, where: _whole(loader, times, where))(loader, value, where)

    row = loader.table(
        value,
        where,
        {
            "levels": _Key(ladder, required=True),
            "on_premiums": _Key(_truth, required=True),
            "with_announced_valat": _Key(_word),
        },
    )
    if not row.get("levels"):
        loader.mistakes.append(f"{where}.levels: missing")
        return None
    if row.get("with_announced_valat") is not None:
        loader.known(row["with_announced_valat"], f"{where}.with_announced_valat", row["levels"], "level")
    return Kontra(**row)


def _trischaken(loader: _Loader, value: Any, where: str) -> Trischaken | None:
    row = loader.table(value, where, _TRISCHAKEN)
    if any(name not in row for name, spec in _TRISCHAKEN.items() if spec.required):
        return None
    if (row["custom"] is TrischakenCustom.TWO_PAY) != ("all_tricks" in row):
        loader.mistakes.append(f"{where}.all_tricks: goes with custom = 'two_pay', and only there")
    if (row["renonce"] is TrischakenRenonce.BUERGERMEISTER_POT) == ("renonce_times" in row):
        loader.mistakes.append(
            f"{where}.renonce_times: goes with renonce = 'each' or 'bases', and only there"
        )
    return Trischaken(**row)


def _radl(loader: _Loader, value: Any, where: str) -> Radl:
    row = loader.table(value, where, _RADL)
    drawn = row.get("drawn")
    if ("drawn" in row.get("triggers", ())) != (drawn is not None):
        loader.mistakes.append(f"{where}.drawn: goes with the trigger 'drawn', and only there")
    if drawn is not None and (len(drawn) != 2 or drawn[0] > drawn[1]):
        loader.wrong(f"{where}.drawn", "the first and the last points of a draw")
        row["drawn"] = None
    return Radl(**row)


def _options(loader: _Loader, value: Any, where: str) -> tuple[Options, tuple[OptionNote, ...]]:
    """Choices that change amounts have a value, all others only words."""
    chosen: dict[str, Any] = {}
    notes: list[OptionNote] = []
    rows = _tables(lambda loader, key, row, where: loader.table(row, where, _OPTION))(loader, value, where)
    for key, row in rows.items():
        place = f"{where}.{key}"
        if row.get("changes") == "amounts":
            notes.append(OptionNote(key))
            _choose(loader, key, row, place, chosen)
        elif key in CHOICES:
            loader.mistakes.append(f"{place}.changes: this option changes amounts")
        elif not row.keys() >= {"de", "en"}:
            loader.mistakes.append(
                f"{place}.de: missing; what changes only the play is told in words (de, en)"
            )
        else:
            notes.append(OptionNote(key, Text(row["de"], row["en"])))
    return (Options(**chosen) if not loader.mistakes else Options()), tuple(notes)


def _choose(loader: _Loader, key: str, row: Data, place: str, chosen: dict[str, Any]) -> None:
    loader.known(key, place, CHOICES, "option")
    allowed = CHOICES.get(key, ())
    if key == "trischaken_base" and "value" not in row:
        return  # the usual base is the value of the contract
    if "value" not in row:
        loader.mistakes.append(f"{place}.value: missing")
    elif isinstance(row["value"], bool) or row["value"] not in allowed:
        near = _nearest(str(row["value"]), map(str, allowed))
        loader.mistakes.append(f"{place}.value: there is no value {row['value']!r}{near}")
    else:
        chosen[key] = row["value"]


_OPEN = {
    "contracts": _Key(_tables(lambda loader, key, value, where: _text(loader, value, where))),
    "premiums": _Key(_tables(lambda loader, key, value, where: _text(loader, value, where))),
}
_SHEET = {
    "label": _Key(_text, required=True),
    "about": _Key(_text, required=True),
    "counting": _Key(_custom(Counting), required=True),
    "needs": _Key(_points, required=True),
    "renonce": _Key(_custom(RenonceCustom), required=True),
    "claims": _Key(_truth, required=True),
    "beside_valat": _Key(_custom(BesideValat), required=True),
    "self_call": _Key(_truth),
    "schleifen": _Key(_truth),
    "bird_by": _Key(_custom(BirdBy)),
    "contracts": _Key(_tables(_contract), required=True),
    "premiums": _Key(_tables(_premium), required=True),
    "kontra": _Key(_kontra, required=True),
    "trischaken": _Key(_trischaken),
    "radl": _Key(_radl, required=True),
    "options": _Key(_options, required=True),
    "remarks": _Key(_list(_text)),
    "reminders": _Key(_list(_text)),
    "open": _Key(lambda loader, value, where: loader.table(value, where, _OPEN)),
}


def rules_from(data: Data, slug: str) -> Rules:
    """The rules that a sheet's resolved data describes, or SheetError with every mistake."""
    plain = data.get("counting") == Counting.PLAIN.value
    loader = _Loader(Counting.PLAIN if plain else Counting.BLATT)
    sheet = loader.table(data, "", _SHEET)
    if not loader.mistakes:
        _check_references(loader, sheet)
    if loader.mistakes:
        raise SheetError(slug, loader.mistakes)
    options, notes = sheet.pop("options")
    if any(note.key == "trischaken_base" for note in notes):
        options = replace(options, trischaken_base=_trischaken_value(sheet["contracts"].values()))
    still_open = sheet.pop("open", {})
    return Rules(
        slug=slug,
        **sheet,
        options=options,
        option_notes=notes,
        open_contracts=still_open.get("contracts", {}),
        open_premiums=still_open.get("premiums", {}),
    )


def _idle_flags(where: str, contract: Contract) -> Iterator[str]:
    """A flag that could change nothing is a misunderstanding."""
    for flag in ("solo", "colour"):
        if getattr(contract, flag) and not contract.by_points:
            yield f"{where}.{flag}: goes with games by card points only"
    if contract.birds and contract.kind is not Kind.CALLING:
        yield f"{where}.birds: go with contracts that call a king only"
    if contract.blank and (contract.kind is not Kind.CALLING or contract.birds):
        yield f"{where}.blank: goes with contracts that call a king and announce nothing only"


def _idle_premium(where: str, rule: PremiumRule, sheet: Data) -> Iterator[str]:
    is_valat = rule.key == VALAT
    by_flag = sheet["beside_valat"] in (BesideValat.TRICK_PREMIUMS, BesideValat.TRICK_OR_KONTRA)
    if rule.counts_beside_valat and (is_valat or not by_flag):
        yield f"{where}.counts_beside_valat: goes with beside_valat = 'trick_…', and never with the Valat"
    if rule.effect is Effect.REPLACES and not is_valat:
        yield f"{where}.effect: only a Valat takes the place of the game"
    if rule.effect is Effect.MULTIPLIES and rule.in_solo is not InSolo.SAME:
        yield f"{where}.in_solo: what multiplies the game is the same in solo games"
    if rule.opponents_need_kontra and (rule.announced is None or rule.whose is not Whose.EITHER):
        yield f"{where}.opponents_need_kontra: goes with what the opponents can announce only"
    colours = [contract for contract in sheet["contracts"].values() if contract.colour]
    if not rule.in_colour and not colours:
        yield f"{where}.in_colour: there is no colour game on this sheet"


def _check_radl(loader: _Loader, sheet: Data) -> None:
    triggers, contracts = sheet["radl"].triggers, sheet["contracts"].values()
    if "trischaken" in triggers and all(contract.kind is not Kind.TRISCHAKEN for contract in contracts):
        loader.mistakes.append("radl.triggers: there is no contract of the kind 'trischaken'")
    if MONDFANG in triggers and MONDFANG not in sheet["premiums"]:
        loader.mistakes.append("radl.triggers: there is no premium 'mondfang'")
    by_flag = sheet["beside_valat"] in (BesideValat.TRICK_PREMIUMS, BesideValat.TRICK_OR_KONTRA)
    if by_flag and not any(rule.counts_beside_valat for rule in sheet["premiums"].values()):
        loader.mistakes.append("beside_valat: no premium says counts_beside_valat = true")


def _trischaken_value(contracts: Iterable[Contract]) -> int | None:
    return next((contract.value for contract in contracts if contract.kind is Kind.TRISCHAKEN), None)


def _check_references(loader: _Loader, sheet: Data) -> None:
    """What one row says of another has to exist."""
    contracts, premiums, levels = sheet["contracts"], sheet["premiums"], sheet["kontra"].levels
    for key, contract in contracts.items():
        where = f"contracts.{key}"
        for bird in contract.birds:
            loader.known(bird, f"{where}.birds", premiums, "premium")
            if bird in premiums and premiums[bird].announced is None:
                loader.mistakes.append(f"{where}.birds: {bird!r} has no announced value")
        if contract.beside is not None:
            loader.known(contract.beside, f"{where}.beside", contracts, "contract")
        if contract.kontra_up_to is not None:
            loader.known(contract.kontra_up_to, f"{where}.kontra_up_to", levels, "kontra")
        loader.mistakes += _idle_flags(where, contract)
    for key, rule in premiums.items():
        loader.mistakes += _idle_premium(f"premiums.{key}", rule, sheet)
    _check_radl(loader, sheet)
    kinds = {contract.kind for contract in contracts.values()}
    if (Kind.TRISCHAKEN in kinds) != ("trischaken" in sheet):
        loader.mistakes.append("trischaken: goes with a contract of that kind, and only there")
    for key in ("self_call", "schleifen"):
        if (Kind.CALLING in kinds) != (key in sheet):
            loader.mistakes.append(f"{key}: goes with contracts that call a king, and only there")
    if any(contract.birds for contract in contracts.values()) != ("bird_by" in sheet):
        loader.mistakes.append("bird_by: goes with contracts that have an obligatory bird, and only there")
    for key in sheet.get("open", {}).get("contracts", {}):
        if key in contracts:
            loader.mistakes.append(f"open.contracts.{key}: has a value on this sheet")


# A variant extends its parent and lists only what differs.


def resolved(slug: str, read: Callable[[str], Data]) -> Data:
    """A sheet's data with that of the sheets it extends filled in. `read` finds a sheet by its slug."""
    return _resolved(slug, read, ())


def _resolved(slug: str, read: Callable[[str], Data], heirs: tuple[str, ...]) -> Data:
    if slug in heirs:
        raise SheetError(heirs[0], [f"extends: runs in a circle: {' → '.join((*heirs, slug))}"])
    data = read(slug)
    parent = data.pop("extends", None)
    without = data.pop("without", [])
    if parent is None:
        if without:
            raise SheetError(slug, ["without: only a sheet that extends another leaves something out"])
        return data
    if not isinstance(parent, str):
        raise SheetError(slug, ["extends: expected the name of a sheet"])
    inherited = _resolved(parent, read, (*heirs, slug))
    mistakes: list[str] = []
    for path in without if isinstance(without, list) else [without]:
        mistakes += _leave_out(inherited, path)
    merged = _merged(inherited, data)
    mistakes += _placed(merged)
    if mistakes:
        raise SheetError(slug, mistakes)
    return merged


def _leave_out(data: Data, path: object) -> list[str]:
    *tables, last = str(path).split(".")
    for table in tables:
        found = data.get(table)
        if not isinstance(found, dict):
            return [f"without: there is no {path!r}{_nearest(table, data)}"]
        data = found
    if last not in data:
        return [f"without: there is no {path!r}{_nearest(last, data)}"]
    del data[last]
    return []


def _merged(parent: Data, heir: Data) -> Data:
    merged = dict(parent)
    for key, value in heir.items():
        both_tables = isinstance(value, dict) and isinstance(parent.get(key), dict)
        merged[key] = _merged(parent[key], value) if both_tables else value
    return merged


def _placed(data: Data) -> list[str]:
    """A contract that a variant adds says after which one it is bid."""
    contracts = data.get("contracts")
    if not isinstance(contracts, dict):
        return []
    mistakes = []
    order = list(contracts)
    for key, row in contracts.items():
        if isinstance(row, dict) and "after" in row:
            after = row["after"]
            if after not in contracts or after == key:
                mistakes.append(
                    f"contracts.{key}.after: there is no contract {after!r}{_nearest(str(after), contracts)}"
                )
                continue
            order.remove(key)
            order.insert(order.index(after) + 1, key)
    data["contracts"] = {
        key: {name: value for name, value in contracts[key].items() if name != "after"}
        if isinstance(contracts[key], dict)
        else contracts[key]
        for key in order
    }
    return mistakes
