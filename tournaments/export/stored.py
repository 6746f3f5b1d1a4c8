"""What tournaments store about a member beside hands: rounds, fees, prizes, leaving a table."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scoring.export.figures import FigureRow, Figures
from scoring.models import Member
from scoring.web.columns import Column, ColumnKind
from tournaments.duties import DUTIES
from tournaments.models import (
    Attendance,
    Call,
    CashEntry,
    Duty,
    Entrant,
    Leaving,
    Prize,
    ResultRuling,
    Ruling,
    Signup,
    Table,
    TillCount,
    Wish,
)


def stored_in_tournaments(member: Member) -> Iterator[Figures]:
    """Yield tables of what tournaments store about a member beside hands."""
    entrants = Entrant.objects.filter(participant__member=member)
    yield _at_tournaments(
        _("Duties at tournaments"),
        Duty.objects.filter(member=member),
        Column(_("Duty"), key="duty", of=lambda duty: str(DUTIES[Duty.Kind(duty.kind)])),
        Column(_("Named"), ColumnKind.MOMENT, key="at"),
    )
    yield _at_tournaments(
        _("Registrations"),
        entrants,
        Column(_("Registered"), ColumnKind.MOMENT, key="registered_at"),
        Column(_("Withdrawn"), ColumnKind.MOMENT, key="withdrawn_at"),
        Column(_("House player"), key="house", of=lambda entrant: _("yes") if entrant.house else None),
        Column(_("Section"), key="section", of=_section),
    )
    yield _at_tournaments(
        _("Registered by themselves"),
        Signup.objects.filter(entrant__participant__member=member),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Club or town"), key="comes_from"),
        Column(_("Wishes"), key="words"),
        Column(_("Cancelled"), ColumnKind.MOMENT, key="ended_at"),
    )
    wishes = Wish.objects.filter(entrant__participant__member=member)
    yield _at_tournaments(
        _("Wishes for the draw"),
        wishes.select_related("other"),
        Column(_("Tables"), key="tables"),
        Column(_("Seat"), key="seat", of=lambda wish: str(wish.seat or "")),
        Column(_("Not together with"), key="other", of=lambda wish: wish.other and _("somebody else")),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        way="entrant.tournament",
    )
    yield _at_tournaments(
        _("Tournaments"),
        Attendance.objects.filter(entrant__participant__member=member),
        Column(_("Round"), ColumnKind.NUMBER, "round", "round.number"),
        Column(_("Came"), ColumnKind.MOMENT, key="checked_in_at"),
        Column(_("Entry fee paid"), ColumnKind.CENTS, "paid", summed=True),
        Column(_("Paid"), ColumnKind.MOMENT, key="paid_at"),
        way="round.tournament",
        then="round__number",
    )
    yield _results(member)
    yield _at_tournaments(
        _("Day tickets"),
        entrants.filter(ticket__isnull=False),
        Column(_("Day ticket"), ColumnKind.CENTS, "ticket", summed=True),
        Column(_("Paid"), ColumnKind.MOMENT, key="ticket_at"),
    )
    won = Prize.objects.filter(taken_by__participant__member=member).select_related("tournament")
    columns = (
        Column(_("Tournament"), key="tournament", of="tournament.title"),
        Column(_("Prize"), key="prize", of="name"),
        Column(_("Amount"), ColumnKind.CENTS, "cents", summed=True),
        Column(_("When"), ColumnKind.MOMENT, key="taken_at"),
    )
    yield Figures.of(_("Prizes"), columns, won.order_by("taken_at", "pk"))
    yield _money_handled(member)
    yield _deeds_at_tables(member)


def _at_tournaments(
    title: str, rows: QuerySet[Any], *columns: Column, way: str = "tournament", then: str = "pk"
) -> Figures:
    """Return rows in the order of their tournaments, with title and date; the path leads there."""
    where = way.replace(".", "__")
    ordered = rows.select_related(f"{where}__evening").order_by(f"{where}__evening__date", then)
    of_tournament = (
        Column(_("Tournament"), key="tournament", of=f"{way}.title"),
        Column(_("Date"), ColumnKind.DATE, "date", f"{way}.evening.date"),
    )
    return Figures.of(title, (*of_tournament, *columns), ordered)


def _section(entrant: Entrant) -> str | None:
    return entrant.tournament.terms.sections[entrant.section - 1] if entrant.section else None


def _results(member: Member) -> Figures:
    """Return the member's result at each table; play money of tournaments cannot be added up."""
    own = {str(pk) for pk in member.participations.values_list("pk", flat=True)}
    tables = Table.objects.filter(round__tournament__entrants__participant__member=member)
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Round"), ColumnKind.NUMBER, key="round"),
        Column(_("Table"), ColumnKind.NUMBER, key="table"),
        Column(_("Balance"), ColumnKind.POINTS, key="balance", signed=False),
        Column(_("Replacement"), ColumnKind.POINTS, key="replacement", signed=False),
        Column(_("Schrift"), ColumnKind.POINTS, key="schrift"),
    )
    rows: list[FigureRow] = []
    for table in tables.select_related("round__tournament").order_by("round__tournament", "round", "number"):
        where = (table.round.tournament.title, table.round.number, table.number)
        for player, line in table.result.players.items():
            if player in own:
                money = (line.balance, line.replacement) if line.is_money else (None, None)
                rows.append((*where, *money, None if line.hands is None and line.is_money else line.schrift))
    return Figures.of(_("Results in tournaments"), columns, rows)


def _money_handled(member: Member) -> Figures:
    """Return the money that the member took at the till and paid out."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Tournament"), key="tournament"),
        Column(_("What"), key="what"),
        Column(_("Amount"), ColumnKind.CENTS, "cents", summed=True),
    )
    fees, tickets = Attendance.objects.filter(taken_by=member), Entrant.objects.filter(ticket_taken_by=member)
    given = Prize.objects.filter(handed_by=member, sponsor="")
    given = given.exclude(cents=None, paid=None)
    others = CashEntry.objects.filter(by=member).select_related("tournament")
    rows: list[FigureRow] = [
        *fees.values_list("paid_at", "round__tournament__title", Value(_("Entry fee")), "paid"),
        *tickets.values_list("ticket_at", "tournament__title", Value(_("Day ticket")), "ticket"),
        *given.values_list("taken_at", "tournament__title", "name", -Coalesce(F("paid"), F("cents"))),
        *((entry.at, entry.tournament.title, entry.name, entry.change) for entry in others),
    ]
    rows.sort(key=lambda row: str(row[0]))
    whole = _("Money taken and paid out at tournaments")
    return Figures.of(whole, columns, rows, name=_("Money at the till"))


def _deeds_at_tables(member: Member) -> Figures:
    """Return tables the member left, calls, and rulings that they made or that are about them."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Tournament"), key="tournament"),
        Column(_("What"), key="what"),
        Column(_("Words"), key="words"),
    )
    left = Leaving.objects.filter(entrant__participant__member=member)
    calls = Call.objects.filter(by=member)
    on_results = ResultRuling.objects.filter(entrant__participant__member=member)
    rulings = Ruling.objects.filter(call__table__round__tournament__club=member.club)
    mine = [ruling.pk for ruling in rulings if member.pk in ruling.arbiters]
    rows: list[FigureRow] = []
    for rows_of_kind, table, words, what in (
        (left, "table", "reason", _("Left the table")),
        (calls, "table", "words", _("Called the arbiters")),
        (rulings.filter(pk__in=mine), "call__table", "text", _("Ruled on a dispute")),
        (on_results, "table", "reason", _("Ruling on their result")),
    ):
        texts = rows_of_kind.values_list("at", f"{table}__round__tournament__title", f"{words}__text")
        rows += [(at, title, what, text or None) for at, title, text in texts]
    counted = TillCount.objects.filter(by=member).values_list("at", "tournament__title")
    rows += [(at, title, _("Counted the till"), None) for at, title in counted]
    rows.sort(key=lambda row: str(row[0]))
    return Figures.of(_("In tournaments"), columns, rows)
