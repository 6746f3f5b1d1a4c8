"""The tables of a rule sheet: which keys a row knows, and what goes together within one row."""

from __future__ import annotations

from typing import Any

from scoring.engine.loading.reading import (
    Data,
    Key,
    Loader,
    custom,
    list_of,
    nearest,
    one_of,
    points,
    tables,
    text,
    truth,
    whole,
    word,
)
from scoring.engine.rules import (
    CHOICES,
    KONTRA_LABELS,
    BesideValat,
    BirdBy,
    Contract,
    Counting,
    Effect,
    HighCard,
    InSolo,
    Kind,
    Kontra,
    OptionNote,
    Options,
    PremiumRule,
    Radl,
    RenonceCustom,
    Text,
    Trischaken,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.triggers import TRIGGERS

_CONTRACT = {
    "label": Key(text, required=True),
    "short": Key(word, required=True),
    "value": Key(whole, required=True),
    "kind": Key(custom(Kind), required=True),
    "lost": Key(whole),
    "who": Key(custom(Who)),
    "solo": Key(truth),
    "colour": Key(truth),
    "birds": Key(list_of(word)),
    "tricks": Key(whole),
    "beside": Key(word),
    "blank": Key(truth),
    "needs_after_kontra": Key(points),
    "kontra_up_to": Key(word),
    "note": Key(text),
}
_PREMIUM = {
    "label": Key(text, required=True),
    "short": Key(word, required=True),
    "silent": Key(whole),
    "announced": Key(whole),
    "solo_silent": Key(whole),
    "solo_announced": Key(whole),
    "in_solo": Key(custom(InSolo), required=True),
    "in_colour": Key(truth),
    "calling_only": Key(truth),
    "whose": Key(custom(Whose)),
    "effect": Key(custom(Effect)),
    "counts_beside_valat": Key(truth),
    "needs": Key(points),
    "opponents_need_kontra": Key(truth),
    "note": Key(text),
}
_TRISCHAKEN = {
    "custom": Key(custom(TrischakenCustom), required=True),
    "buergermeister": Key(points, required=True),
    "renonce": Key(custom(TrischakenRenonce), required=True),
    "renonce_times": Key(whole),
    "all_tricks": Key(whole),
}
_RADL = {
    "triggers": Key(list_of(one_of(TRIGGERS, "trigger")), required=True),
    "schlussradl": Key(truth, required=True),
    "drawn": Key(list_of(points)),
}
_OPTION = {
    "value": Key(lambda loader, value, where: value),
    "changes": Key(one_of(("amounts", "play"), "kind of change"), required=True),
    "de": Key(word),
    "en": Key(word),
}


def _contract(loader: Loader, key: str, value: Any, where: str) -> Contract | None:
    row = loader.table(value, where, _CONTRACT)
    if any(name not in row for name, spec in _CONTRACT.items() if spec.required):
        return None
    if (row["kind"] is Kind.NEGATIVE) != ("tricks" in row):
        loader.mistakes.append(f"{where}.tricks: a negative game, and only that, says how many")
    return Contract(key=key, **row)


def _premium(loader: Loader, key: str, value: Any, where: str) -> PremiumRule | None:
    row = loader.table(value, where, _PREMIUM)
    if any(name not in row for name, spec in _PREMIUM.items() if spec.required):
        return None
    if not row.keys() & {"silent", "announced"}:
        loader.mistakes.append(f"{where}.silent: missing; a premium has a silent or an announced value")
    listed = row["in_solo"] is InSolo.LISTED
    if listed != bool(row.keys() & {"solo_silent", "solo_announced"}):
        loader.mistakes.append(f"{where}.solo_silent: prices for solo games go with in_solo = 'listed'")
    return PremiumRule(key=key, **row)


def _kontra(loader: Loader, value: Any, where: str) -> Kontra | None:
    def ladder(loader: Loader, value: Any, where: str) -> dict[str, int]:
        for level in value if isinstance(value, dict) else ():
            loader.known(level, f"{where}.{level}", KONTRA_LABELS, "kontra")
        return tables(lambda loader, key, times, where: whole(loader, times, where))(loader, value, where)

    row = loader.table(
        value,
        where,
        {
            "levels": Key(ladder, required=True),
            "on_premiums": Key(truth, required=True),
            "with_announced_valat": Key(word),
        },
    )
    if not row.get("levels"):
        loader.mistakes.append(f"{where}.levels: missing")
        return None
    if row.get("with_announced_valat") is not None:
        loader.known(row["with_announced_valat"], f"{where}.with_announced_valat", row["levels"], "level")
    return Kontra(**row)


def _trischaken(loader: Loader, value: Any, where: str) -> Trischaken | None:
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


def _radl(loader: Loader, value: Any, where: str) -> Radl:
    row = loader.table(value, where, _RADL)
    drawn = row.get("drawn")
    if ("drawn" in row.get("triggers", ())) != (drawn is not None):
        loader.mistakes.append(f"{where}.drawn: goes with the trigger 'drawn', and only there")
    if drawn is not None and (len(drawn) != 2 or drawn[0] > drawn[1]):
        loader.wrong(f"{where}.drawn", "the first and the last points of a draw")
        row["drawn"] = None
    return Radl(**row)


def _options(loader: Loader, value: Any, where: str) -> tuple[Options, tuple[OptionNote, ...]]:
    """Choices that change amounts have a value, all others only words."""
    chosen: dict[str, Any] = {}
    notes: list[OptionNote] = []
    rows = tables(lambda loader, key, row, where: loader.table(row, where, _OPTION))(loader, value, where)
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


def _choose(loader: Loader, key: str, row: Data, place: str, chosen: dict[str, Any]) -> None:
    loader.known(key, place, CHOICES, "option")
    allowed = CHOICES.get(key, ())
    if key == "trischaken_base" and "value" not in row:
        return  # the usual base is the value of the contract
    if "value" not in row:
        loader.mistakes.append(f"{place}.value: missing")
    elif isinstance(row["value"], bool) or row["value"] not in allowed:
        near = nearest(str(row["value"]), map(str, allowed))
        loader.mistakes.append(f"{place}.value: there is no value {row['value']!r}{near}")
    else:
        chosen[key] = row["value"]


_OPEN = {
    "contracts": Key(tables(lambda loader, key, value, where: text(loader, value, where))),
    "premiums": Key(tables(lambda loader, key, value, where: text(loader, value, where))),
}
SHEET = {
    "label": Key(text, required=True),
    "about": Key(text, required=True),
    "counting": Key(custom(Counting), required=True),
    "needs": Key(points, required=True),
    "renonce": Key(custom(RenonceCustom), required=True),
    "claims": Key(truth, required=True),
    "beside_valat": Key(custom(BesideValat), required=True),
    "self_call": Key(truth),
    "schleifen": Key(truth),
    "bird_by": Key(custom(BirdBy)),
    "high_card": Key(custom(HighCard)),
    "contracts": Key(tables(_contract), required=True),
    "premiums": Key(tables(_premium), required=True),
    "kontra": Key(_kontra, required=True),
    "trischaken": Key(_trischaken),
    "radl": Key(_radl, required=True),
    "options": Key(_options, required=True),
    "remarks": Key(tables(lambda loader, key, value, where: text(loader, value, where))),
    "reminders": Key(tables(lambda loader, key, value, where: text(loader, value, where))),
    "open": Key(lambda loader, value, where: loader.table(value, where, _OPEN)),
}
