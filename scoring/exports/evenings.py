"""An evening as a book: its sheets as on paper, how they went, the money, and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.exports.figures import Book, Figures
from scoring.exports.pages import (
    figures_of_course,
    figures_of_payments,
    figures_of_pots,
    figures_of_settling,
    figures_of_sheet,
    under_rules,
)
from scoring.exports.rules import figures_of_rules
from scoring.models import Evening
from scoring.paper.page import paper_of
from scoring.paper.rules_played import named_by_sheet
from scoring.paper.settling import settling_of, sheets_of


def book_of_evening(evening: Evening, title: str, language: str) -> Book:
    """Three queries for every table, and a few for the evening."""
    return Book(title, tuple(_tables(evening, language)))


def _tables(evening: Evening, language: str) -> Iterator[Figures]:
    sheets, names, day = sheets_of(evening), evening.names(), evening.date
    rules = named_by_sheet(sheets, language)
    for sheet in sheets:
        sheet.evening = evening
        paper = paper_of(sheet, names, language)
        yield under_rules(figures_of_sheet(paper, sheet.name, day), rules[sheet.pk])
        if paper.hands:
            yield figures_of_course(paper, sheet.name, day)
    settling = settling_of(evening, sheets, language)
    yield figures_of_settling(settling, day)
    if settling.pays:
        yield figures_of_payments(settling, day)
    yield from figures_of_pots(settling, day)
    yield figures_of_rules(sheets, language)
