"""An evening as a book: its sheets, who pays whom, the Pagatkassa, the rules; or without money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.evenings.pages.evening import EveningTotal, agreed, people_of
from scoring.evenings.pages.settling import Settling, Share, settling_of, sheets_of
from scoring.export.figures import (
    AT_A_HAND,
    Across,
    Along,
    Book,
    Control,
    Down,
    FigureRow,
    Figures,
    under_rules,
)
from scoring.models import Club, Evening, Sheet
from scoring.rules.versions.rules_played import VersionPlayed, named_by_sheet, played_at
from scoring.rules.versions.versions import rules_of
from scoring.table.export import figures_of_course, figures_of_sheet
from scoring.table.pages.page import paper_of
from scoring.web.columns import Column, ColumnKind, Value


def figures_of_rules(sheets: Iterable[Sheet], language: str) -> Figures:
    """Return a row for every version, and for what was chosen of it, with the tables at which it held."""
    sheets = list(sheets)
    held: dict[tuple[object, ...], tuple[VersionPlayed, list[str]]] = {}
    for sheet, versions in zip(sheets, played_at(sheets).values(), strict=True):
        for version in versions:
            key = (version.ruleset.pk, *sorted(version.options.items()))
            tables = held.setdefault(key, (version, []))[1]
            if sheet.name not in tables:
                tables.append(sheet.name)
    columns = (
        Column(_("Rules"), key="rules"),
        Column(_("Version"), ColumnKind.NUMBER, "version"),
        Column(_("Code"), key="code"),
        Column(_("Agreed"), key="options"),
        Column(_("Tables"), key="tables"),
        Column(_("Checksum (SHA-256)"), key="checksum"),
    )
    title = _("Rules")
    rows = tuple(_row(version_played, tables, language) for version_played, tables in held.values())
    return Figures(title, columns, rows, name=title)


def _row(one: VersionPlayed, tables: list[str], language: str) -> FigureRow:
    label = rules_of(one.ruleset).label.in_language(language)
    chosen = (
        "; ".join(
            f"{agreed_term.matter}: {agreed_term.choice}" for agreed_term in agreed(one.options, language)
        )
        or None
    )
    return label, one.ruleset.edition, one.ruleset.code, chosen, ", ".join(tables), one.ruleset.digest


def figures_of_settling(settling: Settling, day: date) -> Figures:
    """Return what everybody has, what that is in money, rounded, and whom they pay."""
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    ]
    controls: list[Control] = [Down("hands", to=AT_A_HAND * settling.hands), Down("points")]
    if settling.keeps_schrift:
        columns.append(Column(_("Schrift"), ColumnKind.POINTS, "schrift"))
        controls.append(Down("schrift"))
    if settling.pays:
        columns += [
            Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
            Column(_("Rounding"), key="rounding"),
            Column(_("pays (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pays"),
            Column(_("gets (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "gets"),
            Column(_("pays to"), key="pays_to"),
        ]
        controls += [Across(("money", "pays"), minus=("gets",)), Down("money")]
    rows = tuple((day, *_share(share, settling)) for share in settling.people)
    title = _("Settling up")
    return Figures(f"{title} {day}", tuple(columns), rows, name=title, controls=tuple(controls))


def _share(share: Share, settling: Settling) -> Iterator[Value]:
    yield from (share.name, _("Guest") if share.guest else None, share.hands, share.points)
    if settling.keeps_schrift:
        yield share.schrift
    if settling.pays:
        paid = [payment for payment in settling.payments if payment.payer == share.name]
        got = [payment for payment in settling.payments if payment.payee == share.name]
        yield from (share.cents, share.rounding)
        yield from (sum(payment.cents for payment in some) or None for some in (paid, got))
        yield ", ".join(f"{payment.payee} {payment.money}" for payment in paid) or None


def figures_of_payments(settling: Settling, day: date) -> Figures:
    """Return who pays whom, a row for every payment."""
    title = _("Who pays whom")
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="payer"),
        Column(_("pays to"), key="payee"),
        Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
    )
    rows = tuple((day, payment.payer, payment.payee, payment.cents) for payment in settling.payments)
    moved = sum(max(share.cents, 0) for share in settling.people)
    return Figures(f"{title} {day}", columns, rows, name=title, controls=(Down("money", to=moved),))


def figures_of_pots(settling: Settling, day: date) -> Iterator[Figures]:
    """Return the Pagatkassa of every table: each movement, and what was in it then."""
    for pot in settling.pots:
        title = f"Pagatkassa {pot.table}"
        columns = (
            Column(_("Date"), ColumnKind.DATE, "date"),
            Column(_("Hand"), ColumnKind.NUMBER, "hand"),
            Column(_("Name"), key="name"),
            Column(
                _("Into the pot (%(currency)s)") % {"currency": settling.currency},
                ColumnKind.CENTS,
                "paid_in",
            ),
            Column(_("In the pot (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pot"),
            Column(_("What happened"), key="told"),
        )
        rows = tuple(
            (day, hand.number, movement.who, -movement.cents, movement.pot, movement.told)
            for hand in pot.hands
            for movement in hand.movements
        )
        controls = (Along("pot", ("paid_in",)), Down("paid_in", last="pot"))
        yield Figures(f"{title} {day}", columns, rows, name=title, controls=controls)


def book_of_evening(evening: Evening, title: str, language: str, *, money: bool = True) -> Book:
    """Return the whole evening. Without money: who plays, with points."""
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
    """Return everybody of the evening with the points of all their tables."""
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
