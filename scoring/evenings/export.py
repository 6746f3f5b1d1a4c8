"""An evening as a workbook: its sheets, who pays whom, the Pagatkassa, the rules; or without money."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from scoring.evenings.pages.evening import PersonTotal, agreed, people_of
from scoring.evenings.pages.payments import OF_TICKED, figures_of_ticked
from scoring.evenings.pages.sealing import code_of_tally
from scoring.evenings.pages.settling import Settling, Share, settling_of, sheets_of
from scoring.export.figures import FigureRow, Figures, Workbook, under_rules
from scoring.models import Club, Evening, Sheet
from scoring.rules.versions.rules_played import VersionPlayed, named_by_sheet, played_at
from scoring.rules.versions.versions import rules_of
from scoring.table.export import figures_of_course, figures_of_sheet
from scoring.table.pages.page import paper_of
from scoring.web.columns import Column, ColumnKind


def figures_of_rules(sheets: Iterable[Sheet], language: str) -> Figures:
    """Return a row for each version with its options, and the tables that played by it."""
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
    return Figures.of(
        _("Rules"), columns, (_row(played, tables, language) for played, tables in held.values())
    )


def _row(played: VersionPlayed, tables: list[str], language: str) -> FigureRow:
    label = rules_of(played.ruleset).label.in_language(language)
    chosen = "; ".join(": ".join(term) for term in agreed(played.options, language))
    ruleset = played.ruleset
    return label, ruleset.edition, ruleset.code, chosen or None, ", ".join(tables), ruleset.digest


def figures_of_settling(settling: Settling, day: date) -> Figures:
    """Return everybody's points, the money they make, rounded, and who pays whom."""
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date", lambda _share: day),
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest", of=lambda share: _("Guest") if share.guest else None),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", summed=True),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
    ]
    if settling.keeps_schrift:
        columns.append(Column(_("Schrift"), ColumnKind.POINTS, "schrift", summed=True))
    if settling.pays:
        columns += _money_columns(settling)
    title = _("Settling up")
    return Figures.of(f"{title} {day}", columns, settling.people, name=title)


def _money_columns(settling: Settling) -> Iterator[Column]:
    currency = {"currency": settling.currency}

    def paid(share: Share) -> int | None:
        return sum(payment.cents for payment in settling.payments if payment.payer == share.name) or None

    def got(share: Share) -> int | None:
        return sum(payment.cents for payment in settling.payments if payment.payee == share.name) or None

    def pays_to(share: Share) -> str:
        own = (payment for payment in settling.payments if payment.payer == share.name)
        return ", ".join(f"{payment.payee} {payment.money}" for payment in own)

    yield Column(_("Money (%(currency)s)") % currency, ColumnKind.CENTS, "money", "cents", summed=True)
    yield Column(_("Rounding"), key="rounding")
    yield Column(_("pays (%(currency)s)") % currency, ColumnKind.CENTS, "pays", paid, summed=True)
    yield Column(_("gets (%(currency)s)") % currency, ColumnKind.CENTS, "gets", got, summed=True)
    yield Column(_("pays to"), key="pays_to", of=pays_to)


def figures_of_payments(settling: Settling, day: date) -> Figures:
    """Return a row for every payment."""
    title, currency = _("Who pays whom"), {"currency": settling.currency}
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", lambda _payment: day),
        Column(_("Name"), key="payer"),
        Column(_("pays to"), key="payee"),
        Column(_("Money (%(currency)s)") % currency, ColumnKind.CENTS, "money", "cents", summed=True),
    )
    return Figures.of(f"{title} {day}", columns, settling.payments, name=title)


def figures_of_pots(settling: Settling, day: date) -> Iterator[Figures]:
    """Return the Pagatkassa of every table: each movement, and the pot after it."""
    currency = {"currency": settling.currency}
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Name"), key="name"),
        Column(_("Into the pot (%(currency)s)") % currency, ColumnKind.CENTS, "paid_in", summed=True),
        Column(_("In the pot (%(currency)s)") % currency, ColumnKind.CENTS, "pot"),
        Column(_("What happened"), key="told"),
    )
    for pot in settling.pots:
        title = f"Pagatkassa {pot['table']}"
        rows = (
            (day, number, movement["who"], -movement["cents"], movement["pot"], movement["told"])
            for number, movements in pot["hands"]
            for movement in movements
        )
        yield Figures.of(f"{title} {day}", columns, rows, name=title)


def workbook_of_evening(evening: Evening, title: str, language: str, *, money: bool = True) -> Workbook:
    """Return the whole evening. Without money: who plays, with points."""
    return Workbook(title, tuple(_tables(evening, language, money)))


def _tables(evening: Evening, language: str, money: bool) -> Iterator[Figures]:
    sheets, day = sheets_of(evening), evening.date
    settling = settling_of(evening, sheets, language) if money else None
    names = settling.names if settling else evening.names()
    rules = named_by_sheet(sheets, language)
    for sheet in sheets:
        sheet.evening = evening
        paper = paper_of(sheet, names, language)
        figures = under_rules(figures_of_sheet(paper, sheet.name, day), rules[sheet.pk])
        yield figures.with_column(Column(_("State of the sheet"), key="state"), sheet.letters)
        if paper.hands:
            yield figures_of_course(paper, sheet.name, day)
    if settling is not None:
        yield from _money(evening, sheets, settling)
    else:
        yield figures_of_people(people_of(evening, sheets, names), day)
    yield figures_of_rules(sheets, language)


def _money(evening: Evening, sheets: Sequence[Sheet], settling: Settling) -> Iterator[Figures]:
    code = code_of_tally(evening, sheets, settling)
    log = evening.club.log.letters if code else None
    yield (
        figures_of_settling(settling, evening.date)
        .with_column(Column(_("Final tally"), key="tally"), code)
        .with_column(Column(_("Letters of the club’s log"), key="log"), log)
    )
    if settling.pays:
        yield figures_of_payments(settling, evening.date)
        if ticked := list(evening.settled_payments.select_related(*OF_TICKED)):
            yield figures_of_ticked(evening, ticked, settling.names)
    yield from figures_of_pots(settling, evening.date)


def figures_of_people(people: Iterable[PersonTotal], day: date) -> Figures:
    """Return everybody of the evening with the points of all their tables."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", lambda _person: day),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", "total", summed=True),
    )
    title = _("Who plays")
    return Figures.of(f"{title} {day}", columns, people, name=title)


def title_of_evening(evening: Evening, club: Club) -> str:
    """Return the title of an evening's workbook: date, place and club."""
    return " ".join(filter(None, (_("Evening"), str(evening.date), evening.venue, club.name)))
