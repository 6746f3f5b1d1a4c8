"""The tables of a rule sheet: which keys a row knows, and what goes together within one row."""

from __future__ import annotations

from typing import Any

from scoring.engine.loading.mistakes import nearest, shown
from scoring.engine.loading.reading import (
    BIGGEST_VALUE,
    LONGEST_ABOUT,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LONGEST_REMARK,
    LONGEST_SHORT,
    MOST_CENTS,
    MOST_ROWS,
    Data,
    Key,
    Loader,
    custom,
    list_of,
    named,
    one_of,
    points,
    tables,
    text,
    truth,
    whole,
    word,
)
from scoring.engine.rules import (
    CHAPTERS,
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
    PagatkassaTerms,
    PremiumRule,
    Radl,
    Remark,
    RenonceCustom,
    Text,
    Trischaken,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.triggers import TRIGGERS

_LABEL = text(LONGEST_LABEL)
_NOTE = text(LONGEST_NOTE)
_VALUE = whole(0, BIGGEST_VALUE)
_CENTS = whole(0, MOST_CENTS)
_MOST_TRICKS = 12
OTHERWISE = "table"  # the chapter of words that name none

_CONTRACT = {
    "label": Key(_LABEL, required=True),
    "short": Key(word(LONGEST_SHORT), required=True),
    "value": Key(_VALUE, required=True),
    "kind": Key(custom(Kind), required=True),
    "lost": Key(_VALUE),
    "who": Key(custom(Who)),
    "solo": Key(truth),
    "colour": Key(truth),
    "birds": Key(list_of(named)),
    "tricks": Key(whole(0, _MOST_TRICKS)),
    "beside": Key(named),
    "blank": Key(truth),
    "needs_after_kontra": Key(points),
    "kontra_up_to": Key(named),
    "note": Key(_NOTE),
}
_PREMIUM = {
    "label": Key(_LABEL, required=True),
    "short": Key(word(LONGEST_SHORT), required=True),
    "silent": Key(_VALUE),
    "announced": Key(_VALUE),
    "solo_silent": Key(_VALUE),
    "solo_announced": Key(_VALUE),
    "in_solo": Key(custom(InSolo), required=True),
    "in_colour": Key(truth),
    "calling_only": Key(truth),
    "whose": Key(custom(Whose)),
    "effect": Key(custom(Effect)),
    "counts_beside_valat": Key(truth),
    "needs": Key(points),
    "opponents_need_kontra": Key(truth),
    "note": Key(_NOTE),
}
_TRISCHAKEN = {
    "custom": Key(custom(TrischakenCustom), required=True),
    "buergermeister": Key(points),
    "jungfrau": Key(truth),
    "renonce": Key(custom(TrischakenRenonce), required=True),
    "renonce_times": Key(_VALUE),
    "all_tricks": Key(_VALUE),
}
_RADL = {
    "triggers": Key(list_of(one_of(TRIGGERS, "unknown_trigger")), required=True),
    "schlussradl": Key(truth, required=True),
    "drawn": Key(list_of(points)),
    "length": Key(whole(1, MOST_ROWS)),
}


def _place(loader: Loader, value: Any, where: str) -> str:
    """A place that words belong to. Its row need not be there; its keys have to be some that there are."""
    name = named(loader, value, where)
    table, *steps = name.partition("=")[0].split(".")
    loader.known(table, where, SHEET, "unknown_key")
    keys = _KEYS.get(table)
    for step in steps[1:2] if table in _OF_ROWS else steps[:1]:
        if keys is not None:
            loader.known(step, where, keys, "unknown_key")
    return name


_PLACED = {"chapter": Key(one_of(CHAPTERS, "unknown_chapter")), "belongs_to": Key(list_of(_place))}
_REMARK = {
    "de": Key(word(LONGEST_REMARK), required=True),
    "en": Key(word(LONGEST_REMARK), required=True),
    **_PLACED,
}
_OPTION = {
    "value": Key(lambda loader, value, where: value),
    "changes": Key(one_of(("amounts", "play"), "unknown_custom"), required=True),
    "de": Key(word(LONGEST_REMARK)),
    "en": Key(word(LONGEST_REMARK)),
    **_PLACED,
}
_MONEY = {"cents_per_point": Key(_CENTS, required=True)}
_PAGATKASSA = {
    "stake": Key(_CENTS, required=True),
    "start": Key(_CENTS),
    "start_again": Key(truth),
    "ceiling": Key(_CENTS),
}


_OF_ROWS = ("contracts", "premiums", "options")
_KEYS = {
    "contracts": _CONTRACT,
    "premiums": _PREMIUM,
    "options": _OPTION,
    "trischaken": _TRISCHAKEN,
    "radl": _RADL,
    "money": _MONEY,
    "pagatkassa": _PAGATKASSA,
}


def _contract(loader: Loader, key: str, value: Any, where: str) -> Contract | None:
    row = loader.table(value, where, _CONTRACT)
    if any(name not in row for name, spec in _CONTRACT.items() if spec.required):
        return None
    if (row["kind"] is Kind.NEGATIVE) != ("tricks" in row):
        loader.wrong("tricks_go_with_negative", f"{where}.tricks")
    return Contract(key=key, **row)


def _premium(loader: Loader, key: str, value: Any, where: str) -> PremiumRule | None:
    row = loader.table(value, where, _PREMIUM)
    if any(name not in row for name, spec in _PREMIUM.items() if spec.required):
        return None
    if not row.keys() & {"silent", "announced"}:
        loader.wrong("no_price", f"{where}.silent")
    listed = row["in_solo"] is InSolo.LISTED
    if listed != bool(row.keys() & {"solo_silent", "solo_announced"}):
        loader.wrong("solo_prices", f"{where}.solo_silent")
    return PremiumRule(key=key, **row)


def _kontra(loader: Loader, value: Any, where: str) -> Kontra | None:
    def ladder(loader: Loader, value: Any, where: str) -> dict[str, int]:
        if not isinstance(value, dict):
            loader.wrong("table_expected", where)
            return {}
        if not loader.fits(value, where):
            return {}
        for level in value:
            loader.known(level, f"{where}.{shown(level)}", KONTRA_LABELS, "unknown_kontra")
        return {level: _VALUE(loader, times, f"{where}.{shown(level)}") for level, times in value.items()}

    row = loader.table(
        value,
        where,
        {
            "levels": Key(ladder, required=True),
            "on_premiums": Key(truth, required=True),
            "with_announced_valat": Key(named),
        },
    )
    if not row.get("levels"):
        if "levels" in row:
            loader.wrong("missing", f"{where}.levels")
        return None
    row.setdefault("on_premiums", True)
    return Kontra(**row)


def _trischaken(loader: Loader, value: Any, where: str) -> Trischaken | None:
    row = loader.table(value, where, _TRISCHAKEN)
    if any(name not in row for name, spec in _TRISCHAKEN.items() if spec.required):
        return None
    if "all_tricks" in row and row["custom"] is not TrischakenCustom.TWO_PAY:
        loader.wrong("all_tricks_go_with_two_pay", f"{where}.all_tricks")
    if (row["renonce"] in (TrischakenRenonce.EACH, TrischakenRenonce.BASES)) != ("renonce_times" in row):
        loader.wrong("renonce_times_go_with", f"{where}.renonce_times")
    return Trischaken(**row)


def _radl(loader: Loader, value: Any, where: str) -> Radl:
    row = loader.table(value, where, _RADL)
    if "triggers" in row:  # their order means nothing
        row["triggers"] = tuple(sorted(row["triggers"], key=_place_of_trigger))
    drawn = row.get("drawn")
    if ("drawn" in row.get("triggers", ())) != (drawn is not None):
        loader.wrong("drawn_goes_with_trigger", f"{where}.drawn")
    if drawn is not None and (len(drawn) != 2 or drawn[0] > drawn[1]):
        loader.wrong("drawn_expected", f"{where}.drawn")
        row["drawn"] = None
    return Radl(**row)


def _place_of_trigger(name: str) -> int:
    names = list(TRIGGERS)
    return names.index(name) if name in names else len(names)


def _options(loader: Loader, value: Any, where: str) -> tuple[Options, tuple[OptionNote, ...]]:
    """Choices that change amounts have a value, all others only words."""
    chosen: dict[str, Any] = {}
    notes: list[OptionNote] = []
    rows = tables(lambda loader, key, row, where: loader.table(row, where, _OPTION))(loader, value, where)
    for key, row in rows.items():
        place = f"{where}.{shown(key)}"
        if row.get("changes") == "amounts":
            notes.append(OptionNote(key))
            _choose(loader, key, row, place, chosen)
        elif key in CHOICES:
            loader.wrong("option_changes_amounts", f"{place}.changes")
        elif not row.keys() >= {"de", "en"}:
            loader.wrong("option_in_words", f"{place}.de")
        else:
            notes.append(OptionNote(key, Text(row["de"], row["en"]), row.get("chapter", OTHERWISE)))
    return (Options(**chosen) if not loader.mistakes else Options()), tuple(notes)


def _choose(loader: Loader, key: str, row: Data, place: str, chosen: dict[str, Any]) -> None:
    loader.known(key, place, CHOICES, "unknown_option")
    allowed = CHOICES.get(key, ())
    if key == "trischaken_base" and "value" not in row:
        return  # the usual base is the value of the contract
    if "value" not in row:
        loader.wrong("missing", f"{place}.value")
    elif type(row["value"]) not in (int, str) or row["value"] not in allowed:
        near = nearest(shown(row["value"]), map(str, allowed))
        code = "unknown_custom" if near is None else "unknown_custom_near"
        known = ", ".join(map(str, allowed))
        loader.wrong(code, f"{place}.value", key=shown(row["value"]), near=near, known=known)
    else:
        chosen[key] = row["value"]


def _cents_per_point(loader: Loader, value: Any, where: str) -> int | None:
    cents: int | None = loader.table(value, where, _MONEY).get("cents_per_point")
    return cents


def _pagatkassa(loader: Loader, value: Any, where: str) -> PagatkassaTerms | None:
    row = loader.table(value, where, _PAGATKASSA)
    return PagatkassaTerms(**row) if "stake" in row else None


def _remark(loader: Loader, key: str, value: Any, where: str) -> Remark:
    if not isinstance(value, dict):
        return Remark(text(LONGEST_REMARK)(loader, value, where))
    row = loader.table(value, where, _REMARK)
    return Remark(Text(row.get("de", "?"), row.get("en", "?")), row.get("chapter", OTHERWISE))


_WORDS = Key(tables(_remark))
_LABELS = Key(tables(lambda loader, key, value, where: _LABEL(loader, value, where)))
_OPEN = {"contracts": _LABELS, "premiums": _LABELS}
SHEET = {
    "label": Key(_LABEL, required=True),
    "about": Key(text(LONGEST_ABOUT), required=True),
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
    "money": Key(_cents_per_point),
    "pagatkassa": Key(_pagatkassa),
    "options": Key(_options, required=True),
    "remarks": _WORDS,
    "reminders": _WORDS,
    "redeals": _LABELS,
    "book": _WORDS,
    "open": Key(lambda loader, value, where: loader.table(value, where, _OPEN)),
}
