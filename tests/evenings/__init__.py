"""Whole club evenings worked out on paper, to be played through the verbs."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scoring.engine.result import Amount
from tests.support.engine.rulebook import amount

FOLDER = Path(__file__).parent

RECORD = ("games", "premiums", "revoke")

Amounts = Mapping[str, Amount]


class Row(NamedTuple):
    """A hand or void hand as it has to stand on the sheet."""

    number: int | None  # void hands have none
    dealer: str
    doubled: bool
    pays: Amounts  # of the four who play; a void hand 0 each


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something that happens at the table, and where everybody stands after it."""

    totals: Amounts | None = None  # None: as before
    schrift_totals: Amounts | None = None  # None: not looked at
    owed: int | None = None  # doubled hands still to come; None: not looked at


@dataclass(frozen=True, kw_only=True)
class Hand(Step):
    """The next hand."""

    record: dict[str, Any]
    number: int
    dealer: str
    vorhand: str
    doubled: bool
    pays: Amounts
    schrift: Amounts | None = None  # None: the same as is paid
    triggers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Void(Step):
    """A redeal or a struck hand; `doubled`: the next played hand is."""

    void: str
    reason: str
    dealer: str
    vorhand: str
    doubled: bool

    @property
    def record(self) -> dict[str, Any]:
        return {"void": self.void, "reason": self.reason}


@dataclass(frozen=True, kw_only=True)
class Schlussradl(Step):
    """Everything from here on is doubled."""


@dataclass(frozen=True, kw_only=True)
class Seating(Step):
    """Who sits from the next hand on, in order of play, and who deals it."""

    players: tuple[str, ...]
    dealer: str


@dataclass(frozen=True, kw_only=True)
class Dealer(Step):
    """A wrong dealer is put right."""

    dealer: str


@dataclass(frozen=True, kw_only=True)
class Undo(Step):
    """Takes back the last entry."""


@dataclass(frozen=True, kw_only=True)
class Redo(Step):
    """Brings it back."""


@dataclass(frozen=True, kw_only=True)
class Change(Step):
    """Something earlier was otherwise; `rows` is the whole sheet from there on."""

    reason: str
    rows: tuple[Row, ...]
    first: int  # the printed number from which the sheet changes
    keep_deal: bool = False  # whoever dealt the hand after it still does


@dataclass(frozen=True, kw_only=True)
class Correct(Change):
    """A hand was another one."""

    record: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Insert(Change):
    """A hand was forgotten before another."""

    record: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class TakeOut(Change):
    """A hand never happened."""


KINDS: dict[str, type[Step]] = {
    "hand": Hand,
    "void": Void,
    "schlussradl": Schlussradl,
    "seating": Seating,
    "dealer": Dealer,
    "undo": Undo,
    "redo": Redo,
    "correct": Correct,
    "insert": Insert,
    "take_out": TakeOut,
}


@dataclass(frozen=True)
class Final:
    """The sheet when everybody goes home."""

    hands: int
    totals: Amounts
    schrift: Amounts


@dataclass(frozen=True)
class Evening:
    """One table from the first deal to the last."""

    title: str
    rules: str
    players: tuple[str, ...]  # in order of play
    guests: tuple[str, ...]  # no members of the club, whenever they sit down
    high_card: str  # drew the highest card; the rules say what that makes of them
    steps: tuple[Step, ...]
    final: Final

    @property
    def everybody(self) -> tuple[str, ...]:
        """Whoever sits at the table at some time."""
        later = [name for step in self.steps if isinstance(step, Seating) for name in step.players]
        return tuple(dict.fromkeys((*self.players, *later)))


SLUGS = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def evening(slug: str) -> Evening:
    """The evening of one rule sheet."""
    data = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    final = data.pop("final")
    totals = _amounts(final.pop("totals"))
    schrift = _amounts(final.pop("schrift")) if "schrift" in final else totals
    return Evening(
        steps=tuple(_step(dict(row)) for row in data.pop("steps")),
        final=Final(totals=totals, schrift=schrift, **final),
        players=tuple(data.pop("players")),
        guests=tuple(data.pop("guests", ())),
        **data,
    )


def _step(row: dict[str, Any]) -> Step:
    """A misspelt key is an error: a figure under it would never be looked at."""
    shape = KINDS[row.pop("kind")]
    known = {field.name for field in fields(shape)}
    if "record" in known:
        row["record"] = {key: row.pop(key) for key in RECORD if key in row}
    if "first" in known:
        row["first"] = row.pop("before" if shape is Insert else "hand")
    if unknown := row.keys() - known:
        raise ValueError(f"{shape.__name__}: {', '.join(sorted(unknown))}")
    for key in known & {"pays", "schrift", "totals", "schrift_totals"} & row.keys():
        row[key] = _amounts(row[key])
    for key in known & {"players", "triggers"} & row.keys():
        row[key] = tuple(row[key])
    if "rows" in row:
        row["rows"] = _rows(row["rows"])
    return shape(**row)


def _amounts(row: Mapping[str, int | str]) -> Amounts:
    return {name: amount(str(one)) for name, one in row.items()}


def _rows(text: str) -> tuple[Row, ...]:
    """`.` marks who sits out, `-` in the first column a void hand, `R` a doubled one."""
    header, *lines = text.strip().splitlines()
    names = header.split()[3:]
    rows = []
    for number, dealer, radl, *amounts in (line.split() for line in lines):
        pays = {name: amount(word) for name, word in zip(names, amounts, strict=True) if word != "."}
        rows.append(Row(None if number == "-" else int(number), dealer, radl == "R", pays))
    return tuple(rows)
