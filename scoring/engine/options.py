"""The choices that rules may leave to a table: their words, and where they are asked and shown.

`options.toml` declares them. A further one is a table there, what it does where it is used, and a worked
example.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.engine.customs import Effect, Kind, SideBySide, TrischakenCustom
from scoring.engine.declaring import declared
from scoring.engine.texts import Text

SheetData = Mapping[str, Any]
Options = Mapping[str, Any]  # what holds at a table, by the keys of OPTIONS

TOTALS_ZERO = "totals_zero"  # the trigger that the sheet of hands asks for, which knows the totals


class OptionValue(NamedTuple):
    """A value of an option; words in braces are filled in where it is printed."""

    label: Text
    sentence: Text | None = None  # what it does, as the editor says it
    printed: Text | None = None  # as the Speiszettel says it


@dataclass(frozen=True)
class TableOption:
    """A choice that the rules leave to a table; its first value is the usual one."""

    matter: Text
    values: Mapping[str | int, OptionValue]
    matters: Callable[[SheetData], bool] = lambda data: True  # can it make a difference on this sheet?
    # Where the usual value is one of the sheet: as the editor offers that, and what holds without the option.
    of_the_sheet: OptionValue | None = None
    otherwise: Text | None = None

    def choices(self, language: str) -> list[tuple[str | int, str]]:
        """Return every value with its label."""
        return [(value, choice.label.in_language(language)) for value, choice in self.values.items()]


# When an option can make a difference. A draft may be in any state.


def _contracts(data: SheetData, kind: Kind) -> list[SheetData]:
    rows = _table(data, "contracts").values()
    return [row for row in rows if isinstance(row, dict) and row.get("kind") == kind.value]


def _table(data: SheetData, name: str) -> SheetData:
    table = data.get(name)
    return table if isinstance(table, dict) else {}


def _one_pays(data: SheetData) -> bool:
    return _table(data, "trischaken").get("custom") == TrischakenCustom.ONE_PAYS.value


def calls_in_solo(data: SheetData) -> bool:
    """Return whether the sheet has a calling game that is played as a solo."""
    return any(row.get("solo") for row in _contracts(data, Kind.CALLING))


def _pays_valat_beside_the_game(data: SheetData) -> bool:
    """Return whether a Valat can be announced that is paid beside the game."""
    valat = _table(_table(data, "premiums"), "valat")
    return "announced" in valat and valat.get("effect", Effect.LINE.value) == Effect.LINE.value


# By what `options.toml` calls these questions.
_MATTERS: Mapping[str, Callable[[SheetData], bool]] = {
    "has_negative_games": lambda data: bool(_contracts(data, Kind.NEGATIVE)),
    "plays_side_by_side": lambda data: (
        bool(_contracts(data, Kind.NEGATIVE)) and data.get("side_by_side") != SideBySide.NONE.value
    ),
    "has_trischaken": lambda data: bool(_contracts(data, Kind.TRISCHAKEN)),
    "can_turn_into_trischaken": lambda data: all(
        _contracts(data, kind) for kind in (Kind.TRISCHAKEN, Kind.CALLING)
    ),
    "one_pays_in_trischaken": _one_pays,
    "vorhand_pays_otherwise": lambda data: _one_pays(data) or "vorhand_pays" in _table(data, "trischaken"),
    "pays_valat_beside_the_game": _pays_valat_beside_the_game,
    "calls_in_solo": calls_in_solo,
    "has_triggers": lambda data: bool(_table(data, "radl").get("triggers")),
    "doubles_rounds": lambda data: any(_table(data, "radl").get(key) for key in ("triggers", "schlussradl")),
    "watches_totals": lambda data: TOTALS_ZERO in (_table(data, "radl").get("triggers") or ()),
}


def _value(row: Mapping[str, Any]) -> OptionValue:
    return OptionValue(**{name: Text.declared(words) for name, words in row.items()})


def _option(row: Mapping[str, Any]) -> TableOption:
    read: Mapping[str, Callable[[Any], Any]] = {
        "matter": Text.declared,
        "values": lambda rows: {
            int(key) if key.isdecimal() else key: _value(row) for key, row in rows.items()
        },
        "matters": _MATTERS.__getitem__,
        "of_the_sheet": _value,
        "otherwise": Text.declared,
    }
    return TableOption(
        **{name: read.get(name, lambda value: value)(declared) for name, declared in row.items()}
    )


OPTIONS: Mapping[str, TableOption] = {key: _option(row) for key, row in declared(__name__).items()}


# What holds where nothing was agreed: the first value, or None where that is one of the sheet.
USUAL_OPTIONS: Options = {
    key: next(iter(option.values)) if option.of_the_sheet is None else None for key, option in OPTIONS.items()
}

CHOICES: Mapping[str, tuple[str | int, ...]] = {key: tuple(option.values) for key, option in OPTIONS.items()}


def choice_label(key: str, value: str | int) -> Text:
    """Return the label of an option's value.

    >>> choice_label("radl_doubles", "all").en
    'everything'
    """
    return OPTIONS[key].values[value].label
