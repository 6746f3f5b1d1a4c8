"""The tables of a rule sheet, whose keys `tables.toml` declares, and what fits together in one row."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import Custom, DoubledGames, InSolo, Jungfrauen, Kind, TrischakenRenonce
from scoring.engine.declaring import declared
from scoring.engine.loading.mistakes import shown, unknown
from scoring.engine.loading.reading import (
    BIGGEST_VALUE,
    LONGEST_ABOUT,
    LONGEST_ALSO,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LONGEST_REMARK,
    LONGEST_SHORT,
    LONGEST_STEP,
    MOST_CENTS,
    MOST_ROWS,
    BothTexts,
    Data,
    ForEach,
    Key,
    Loader,
    ManyOf,
    OneCustom,
    OneOf,
    PlainText,
    WholeNumber,
    Worth,
    named,
    points,
    tables,
    truth,
)
from scoring.engine.options import CHOICES, OPTIONS, USUAL_OPTIONS, Options
from scoring.engine.rules import (
    CHAPTERS,
    KONTRA_LABELS,
    Contract,
    Kontra,
    OptionNote,
    PagatkassaTerms,
    PremiumRule,
    Radl,
    Remark,
    Rules,
    Trischaken,
)
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS

_LABEL = BothTexts(LONGEST_LABEL)
_VALUE = WholeNumber(0, BIGGEST_VALUE)
OTHERWISE = "table"  # the chapter of words that name none
_TRIGGERS = (tuple(TRIGGERS), "unknown_trigger")
_STEPS = (tuple(KONTRA_LABELS), "unknown_kontra")


def _belonging_path(loader: Loader, value: Any, where: str) -> str:
    """Return a place that words belong to."""
    name = named(loader, value, where)
    table, *steps = name.partition("=")[0].split(".")
    loader.known(table, where, SHEET, "unknown_key")
    keys = None if table in _WITHOUT_STEPS else TABLES.get(table)
    for step in steps[1:2] if table in _OF_ROWS else steps[:1]:
        if keys is not None:
            loader.known(step, where, keys, "unknown_key")
    return name


_OF_ROWS = ("contracts", "premiums", "options")
_WITHOUT_STEPS = ("kontra", "open")  # what words belong to is not looked for in there


def _contract(loader: Loader, key: str, value: Any, where: str) -> Contract | None:
    row = loader.whole_table(value, where, TABLES["contracts"])
    if row is None:
        return None
    if (row["kind"] is Kind.NEGATIVE) != ("tricks" in row):
        loader.wrong("tricks_go_with_negative", f"{where}.tricks")
    return Contract(key=key, **row)


def _premium(loader: Loader, key: str, value: Any, where: str) -> PremiumRule | None:
    row = loader.whole_table(value, where, TABLES["premiums"])
    if row is None:
        return None
    if not row.keys() & {"silent", "announced"}:
        loader.wrong("no_price", f"{where}.silent")
    listed = row["in_solo"] is InSolo.LISTED
    if listed != bool(row.keys() & {"solo_silent", "solo_announced"}):
        loader.wrong("solo_prices", f"{where}.solo_silent")
    return PremiumRule(key=key, **row)


def _kontra(loader: Loader, value: Any, where: str) -> Kontra | None:
    row = loader.table(value, where, TABLES["kontra"])
    if "levels" not in row:
        return None
    row.setdefault("on_premiums", True)
    return Kontra(**row)


def _trischaken(loader: Loader, value: Any, where: str) -> Trischaken | None:
    row = loader.whole_table(value, where, TABLES["trischaken"])
    if row is None:
        return None
    if (row.get("jungfrauen") is Jungfrauen.FROM_EACH) != ("jungfrau_price" in row):
        loader.wrong("jungfrau_price_goes_with", f"{where}.jungfrau_price")
    if "jungfrauen" in row and not row.get("jungfrau", True):
        loader.wrong("no_jungfrauen", f"{where}.jungfrauen")
    if row.get("all_tricks_doubled") and "all_tricks" not in row:
        loader.wrong("all_tricks_without_price", f"{where}.all_tricks_doubled")
    if (row["renonce"] in (TrischakenRenonce.EACH, TrischakenRenonce.BASES)) != ("renonce_times" in row):
        loader.wrong("renonce_times_go_with", f"{where}.renonce_times")
    return Trischaken(**row)


def _radl(loader: Loader, value: Any, where: str) -> Radl:
    row = loader.table(value, where, TABLES["radl"])
    if "triggers" in row:  # their order means nothing
        order = [*TRIGGERS, *row["triggers"]]
        row["triggers"] = tuple(sorted(row["triggers"], key=order.index))
    drawn = row.get("drawn")
    if ("drawn" in row.get("triggers", ())) != (drawn is not None):
        loader.wrong("drawn_goes_with_trigger", f"{where}.drawn")
    if row.get("waits") and row.get("doubled_games", DoubledGames.ALL) is DoubledGames.ALL:
        loader.wrong("radl_waits_for_nothing", f"{where}.waits")
    if drawn is not None and (len(drawn) != 2 or drawn[0] > drawn[1]):
        loader.wrong("drawn_expected", f"{where}.drawn")
        row["drawn"] = None
    return Radl(**row)


def _options(loader: Loader, value: Any, where: str) -> tuple[Options, tuple[OptionNote, ...]]:
    """Read the options: those that change amounts have a value, all others only words."""
    chosen: dict[str, Any] = {}
    notes: list[OptionNote] = []
    read_rows = tables(lambda loader, key, row, where: loader.table(row, where, TABLES["options"]))
    rows = read_rows(loader, value, where)
    for key, row in rows.items():
        path = f"{where}.{shown(key)}"
        if row.get("changes") == "amounts":
            notes.append(OptionNote(key, fixed=row.get("fixed", False)))
            if notes[-1].fixed and key in OPTIONS and OPTIONS[key].of_the_sheet is not None:
                loader.wrong("fixed_with_the_game", f"{path}.fixed")
            _choose(loader, key, row, path, chosen)
        elif key in CHOICES:
            loader.wrong("option_changes_amounts", f"{path}.changes")
        elif not row.keys() >= {"de", "en"}:
            loader.wrong("option_in_words", f"{path}.de")
        else:
            notes.append(OptionNote(key, Text(row["de"], row["en"]), row.get("chapter", OTHERWISE)))
    return {**USUAL_OPTIONS, **({} if loader.mistakes else chosen)}, tuple(notes)


def _choose(loader: Loader, key: str, row: Data, path: str, chosen: dict[str, Any]) -> None:
    loader.known(key, path, CHOICES, "unknown_option")
    allowed = CHOICES.get(key, ())
    if "value" not in row and key in OPTIONS and OPTIONS[key].of_the_sheet is not None:
        return
    if "value" not in row:
        loader.wrong("missing", f"{path}.value")
    elif type(row["value"]) not in (int, str) or row["value"] not in allowed:
        known = map(str, allowed)
        loader.mistakes.append(unknown("unknown_custom", f"{path}.value", shown(row["value"]), known))
    else:
        chosen[key] = row["value"]


def _pagatkassa(loader: Loader, value: Any, where: str) -> PagatkassaTerms | None:
    row = loader.table(value, where, TABLES["pagatkassa"])
    return PagatkassaTerms(**row) if "stake" in row else None


def _remark(loader: Loader, key: str, value: Any, where: str) -> Remark:
    if not isinstance(value, dict):
        return Remark(BothTexts(LONGEST_REMARK)(loader, value, where))
    row = loader.table(value, where, TABLES["words"])
    return Remark(Text(row.get("de", "?"), row.get("en", "?")), row.get("chapter", OTHERWISE))


_labels = tables(lambda loader, key, value, where: _LABEL(loader, value, where))

# What `tables.toml` calls the values that a key takes; those of a custom are called as its class.
READERS: Mapping[str, Callable[[Loader, Any, str], Any]] = {
    **{kind.__name__: OneCustom(kind) for kind in Custom.__subclasses__()},
    "label": _LABEL,
    "short": PlainText(LONGEST_SHORT),
    "other_names": BothTexts(LONGEST_ALSO),
    "called": BothTexts(LONGEST_STEP),
    "note": BothTexts(LONGEST_NOTE),
    "about": BothTexts(LONGEST_ABOUT),
    "sentence": PlainText(LONGEST_REMARK),
    "value": _VALUE,
    "worth": Worth(0, BIGGEST_VALUE),
    "cents": WholeNumber(0, MOST_CENTS),
    "tricks": WholeNumber(0, 12),
    "talon": WholeNumber(0, 6),
    "step": WholeNumber(1, 99),
    "pack": WholeNumber(20, 99),
    "pack_cards": WholeNumber(40, 54),
    "talon_cards": WholeNumber(0, 14),
    "hands": WholeNumber(1, MOST_ROWS),
    "points": points,
    "points_from_to": ManyOf(points),
    "yes_or_no": truth,
    "name": named,
    "names": ManyOf(named),
    "cards": ManyOf(OneOf(tuple(NEEDED_CARDS), "unknown_cards")),
    "triggers": ManyOf(OneOf(*_TRIGGERS)),
    "hands_of_triggers": ForEach(*_TRIGGERS, WholeNumber(1, MOST_ROWS)),
    "times_of_triggers": ForEach(*_TRIGGERS, WholeNumber(2, 100)),
    "value_of_steps": ForEach(*_STEPS, _VALUE),
    "names_of_steps": ForEach(*_STEPS, PlainText(LONGEST_STEP)),
    "amounts_or_play": OneOf(("amounts", "play"), "unknown_custom"),
    "chapter": OneOf(tuple(CHAPTERS), "unknown_chapter"),
    "places": ManyOf(_belonging_path),
    "anything": lambda loader, value, where: value,
    "labels": _labels,
    "words": tables(_remark),
    "contracts": tables(_contract),
    "premiums": tables(_premium),
    "without_value": lambda loader, value, where: loader.table(value, where, TABLES["open"]),
    "kontra": _kontra,
    "trischaken": _trischaken,
    "radl": _radl,
    "money": lambda loader, value, where: loader.table(value, where, TABLES["money"]).get("cents_per_point"),
    "pagatkassa": _pagatkassa,
    "options": _options,
}


def _tables() -> dict[str, dict[str, Key]]:
    """Return the declared keys of every table; a `like` table declares only its differences."""
    declarations = declared(__name__)
    shared = declarations.pop("shared")
    return {
        table: {key: _key({**shared.get(row.pop("like", ""), {}), **row}) for key, row in rows.items()}
        for table, rows in declarations.items()
    }


def _key(row: Data) -> Key:
    texts = row.keys() & {"label", "question", "help", "printed", "printed_no"}
    row |= {name: Text.declared(row[name]) for name in texts}
    row["kinds"] = tuple(kind for kind in Kind if kind.value in row.get("kinds", ()))
    return Key(read=READERS[row.pop("reads")], **row)


# The tables of a sheet by their names; where rows have keys of their own, what stands in a row.
TABLES: Mapping[str, Mapping[str, Key]] = _tables()
SHEET = TABLES["sheet"]
# Only in a sheet that extends another, before it is resolved: they stand in front.
EXTENDING: Mapping[str, Mapping[str, Text]] = {
    "sheet": {"extends": Text("Erweitert", "extends"), "without": Text("Ohne", "without")},
    "contracts": {"after": Text("Nach", "after")},
}
_HELD_IN: Mapping[str, type] = {
    "sheet": Rules,
    "contracts": Contract,
    "premiums": PremiumRule,
    "trischaken": Trischaken,
    "radl": Radl,
    "pagatkassa": PagatkassaTerms,
}


def _usual(table: str, held_in: type) -> Data:
    """Return the default values of a row: those of its class, as a sheet would write them."""
    begins = {field.name: field.default for field in fields(held_in)}
    return {
        name: _written(begins[name])
        for name, key in TABLES[table].items()
        if not key.required and not key.always_said and begins.get(name, MISSING) not in (None, MISSING)
    }


def _written(value: Any) -> Any:
    if isinstance(value, Custom):
        return value.value
    return list(value) if isinstance(value, tuple) else value


USUAL: Mapping[str, Data] = {table: _usual(table, held_in) for table, held_in in _HELD_IN.items()}
