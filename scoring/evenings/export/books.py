"""An evening as a book: its sheets as on paper, how they went, the money, and the rules; or without money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.evenings.export.rules import figures_of_rules
from scoring.evenings.export.settling import figures_of_payments, figures_of_pots, figures_of_settling
from scoring.evenings.pages.evening import EveningTotal, people_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.export.figures import Book, Down, Figures, under_rules
from scoring.models import Club, Evening, Sheet
from scoring.rules.versions.rules_played import named_by_sheet
from scoring.table.export import figures_of_course, figures_of_sheet
from scoring.table.pages.page import paper_of
from scoring.web.columns import Column, ColumnKind


def book_of_evening(evening: Evening, title: str, language: str, *, money: bool = True) -> Book:
    """Three queries for every table, and a few for the evening. Without money: who plays, with points."""
    return Book(title, tuple(_tables(evening, language, money)))


def _tables(evening: Evening, language: str, money: bool) -> Iterator[Figures]:
    sheets, names, day = sheets_of(evening), evening.names(), evening.date
    rules = named_by_sheet(sheets, language)
    for sheet in sheets:
        sheet.evening = evening
        paper = paper_of(sheet, names, language)
        yield under_rules(figures_of_sheet(paper, sheet.name, day), rules[sheet.pk])
        if paper.hands:
            yield figures_of_course(paper, sheet.name, day)
    if money:
        yield from _money(evening, sheets, language)
    else:
        yield figures_of_people(people_of(evening, sheets, names), day)
    yield figures_of_rules(sheets, language)


def _money(evening: Evening, sheets: Sequence[Sheet], language: str) -> Iterator[Figures]:
    settling = settling_of(evening, sheets, language)
    yield figures_of_settling(settling, evening.date)
    if settling.pays:
        yield figures_of_payments(settling, evening.date)
    yield from figures_of_pots(settling, evening.date)


def figures_of_people(people: Iterable[EveningTotal], day: date) -> Figures:
    """Everybody of the evening with the points of all their tables."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    title = _("Who plays")
    rows = tuple((day, evening_total.name, evening_total.total) for evening_total in people)
    return Figures(f"{title} {day}", columns, rows, name=title, controls=(Down("points"),))


def title_of_evening(evening: Evening, club: Club) -> str:
    """Return the title of an evening's book: date, place and club."""
    return " ".join(filter(None, (_("Evening"), str(evening.date), evening.place, club.name)))
