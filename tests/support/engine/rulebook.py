"""The worked examples of the rule sheets, with everything that somebody worked out on paper."""

import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.engine.result import Amount, exact
from scoring.engine.texts import Text

FOLDER: Path = settings.RULEBOOK

TOTAL, SCHRIFT = "Summe", "Schrift"


@dataclass(frozen=True)
class Example:
    """One hand that somebody worked out on paper."""

    title: Text
    document: dict[str, Any]  # the hand record
    players: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Amount, ...]], ...] = ()
    total: tuple[Amount, ...] = ()
    schrift: tuple[Amount, ...] = ()
    triggers: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaperRow:
    """A row of a worked-out sheet; amounts and totals by player, those who sit out left out."""

    dealer: str
    radl: bool
    amounts: dict[str, Amount]
    totals: dict[str, Amount]
    triggers: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExampleTable:
    """A whole sheet of hands that somebody worked out on paper."""

    title: Text
    document: dict[str, Any]
    rows: tuple[PaperRow, ...] = ()
    schrift_rows: tuple[PaperRow, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """The examples of one sheet: its own, and those it shares with the sheet it extends."""

    slug: str
    examples: tuple[Example, ...]
    tables: tuple[ExampleTable, ...]
    extends: str = ""
    inherited: tuple[Example, ...] = ()
    inherited_tables: tuple[ExampleTable, ...] = ()
    differs: tuple[str, ...] = ()  # titles of the parent that come out otherwise here

    @property
    def all_examples(self) -> tuple[Example, ...]:
        return self.examples + self.inherited

    @property
    def all_tables(self) -> tuple[ExampleTable, ...]:
        return self.tables + self.inherited_tables


@cache
def rulebook(slug: str, folder: Path = FOLDER) -> Rulebook:
    """Return the worked examples of one rule sheet."""
    data = tomllib.loads((folder / f"{slug}.toml").read_text(encoding="utf-8"))
    book = Rulebook(
        slug=slug,
        examples=tuple(_example(row, data) for row in data.get("example", [])),
        tables=tuple(_table(row) for row in data.get("table", [])),
    )
    if "extends" not in data:
        return book
    parent = rulebook(data["extends"], folder)
    differs = tuple(data.get("differs", ()))
    return replace(
        book,
        extends=parent.slug,
        inherited=tuple(example for example in parent.all_examples if example.title.de not in differs),
        inherited_tables=tuple(table for table in parent.all_tables if table.title.de not in differs),
        differs=differs,
    )


def amount(word: str) -> Amount:
    """Return an amount as a person writes it.

    >>> amount("-2/3"), amount("4")
    (Fraction(-2, 3), 4)
    """
    return exact(Fraction(word))


_HAND = ("players", "games", "premiums", "revoke", "radl", "options")
_SHEET = ("players", "dealer", "hands", "options")


def _example(row: dict[str, Any], data: dict[str, Any]) -> Example:
    document = {"players": data["players"]} | {key: row[key] for key in _HAND if key in row}
    title = Text(row["title"], row["english"])
    if "refused" in row:
        return Example(title, document, tuple(document["players"]), refused=tuple(row["refused"]))
    header, *rows = row["settlement"].strip().splitlines()
    found = [(words, amounts) for words, amounts in (_words_and_amounts(line) for line in rows)]
    sums = {words: amounts for words, amounts in found if words in (TOTAL, SCHRIFT)}
    lines = tuple((words, amounts) for words, amounts in found if words not in (TOTAL, SCHRIFT))
    total = sums.get(TOTAL, lines[0][1])
    return Example(
        title=title,
        document=document,
        players=tuple(header.split()),
        lines=lines,
        total=total,
        schrift=sums.get(SCHRIFT, total),
        triggers=tuple(row.get("triggers", ())),
    )


def _words_and_amounts(line: str) -> tuple[str, tuple[Amount, ...]]:
    """Return the reason and the amounts, which are in the last four columns."""
    words, *amounts = line.rsplit(maxsplit=4)
    return words.strip(), tuple(amount(word) for word in amounts)


def _table(row: dict[str, Any]) -> ExampleTable:
    document = {key: row[key] for key in _SHEET if key in row}
    title = Text(row["title"], row["english"])
    if "refused" in row:
        return ExampleTable(title, document, refused=tuple(row["refused"]))
    return ExampleTable(
        title, document, rows=_paper_rows(row["rows"]), schrift_rows=_paper_rows(row.get("schrift_rows", ""))
    )


def _paper_rows(text: str) -> tuple[PaperRow, ...]:
    if not text.strip():
        return ()
    header, *lines = text.strip().splitlines()
    names = header.split("|")[1].split()
    return tuple(_paper_row(line, names) for line in lines)


def _paper_row(line: str, names: list[str]) -> PaperRow:
    first, totals, *rest = line.split("|")
    dealer, radl, *amounts = first.split()
    triggers = rest[0].strip() if rest else "-"
    return PaperRow(
        dealer=dealer,
        radl=radl == "R",
        amounts={n: amount(word) for n, word in zip(names, amounts, strict=True) if word != "."},
        totals={n: amount(word) for n, word in zip(names, totals.split(), strict=True) if word != "."},
        triggers=() if triggers == "-" else tuple(name.strip() for name in triggers.split(",")),
    )
