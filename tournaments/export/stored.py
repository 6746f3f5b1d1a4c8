"""What tournaments keep of a member, beside the hands: rounds, fees, prizes, and where they left a table."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.export.figures import FigureRow, Figures
from scoring.models import Member
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind
from tournaments.duties import DUTIES
from tournaments.models import (
    Attendance,
    Call,
    CashEntry,
    Duty,
    Entrant,
    Leaving,
    Prize,
    Ruling,
    Signup,
    Table,
    Wish,
)
from tournaments.standings.results import amount_from


def stored_in_tournaments(member: Member) -> Iterator[Figures]:
    """Yield, table by table, what tournaments keep of a member beside the hands."""
    yield _duties(member)
    yield _registered(member)
    yield _signups(member)
    yield _wishes(member)
    yield _rounds(member)
    yield _results(member)
    yield _tickets(member)
    yield _prizes(member)
    yield _money_handled(member)
    yield _further(member)


def _where(tournament: str = "tournament") -> Iterator[Column]:
    yield Column(_("Tournament"), key="tournament", of=f"{tournament}.title")
    yield Column(_("Date"), ColumnKind.DATE, "date", f"{tournament}.evening.date")


def _duties(member: Member) -> Figures:
    """Return what they were named for at tournaments."""
    found = Duty.objects.filter(member=member).select_related("tournament__evening")
    columns = (
        *_where(),
        Column(_("Duty"), key="duty", of=lambda duty: str(DUTIES[Duty.Kind(duty.kind)])),
        Column(_("Named"), ColumnKind.MOMENT, key="at"),
    )
    return Figures.of(_("Duties at tournaments"), columns, found.order_by("tournament__evening__date", "pk"))


def _registered(member: Member) -> Figures:
    def section(entrant: Entrant) -> str | None:
        return entrant.tournament.terms.sections[entrant.section - 1] if entrant.section else None

    found = Entrant.objects.filter(participant__member=member).select_related("tournament__evening")
    columns = (
        *_where(),
        Column(_("Registered"), ColumnKind.MOMENT, key="registered_at"),
        Column(_("Withdrawn"), ColumnKind.MOMENT, key="withdrawn_at"),
        Column(_("House player"), key="house", of=lambda entrant: _("yes") if entrant.house else None),
        Column(_("Section"), key="section", of=section),
    )
    return Figures.of(_("Registrations"), columns, found.order_by("tournament__evening__date", "pk"))


def _signups(member: Member) -> Figures:
    """Return what they wrote when they registered by themselves."""
    found = Signup.objects.filter(entrant__participant__member=member).select_related("tournament__evening")
    columns = (
        *_where(),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Club or town"), key="comes_from"),
        Column(_("Wishes"), key="words"),
        Column(_("Cancelled"), ColumnKind.MOMENT, key="ended_at"),
    )
    return Figures.of(
        _("Registered by themselves"), columns, found.order_by("tournament__evening__date", "pk")
    )


def _wishes(member: Member) -> Figures:
    """Return what was noted of their wishes for the draw."""
    found = Wish.objects.filter(entrant__participant__member=member).select_related(
        "entrant__tournament__evening", "other__participant__member"
    )
    columns = (
        *_where("entrant.tournament"),
        Column(_("Tables"), key="tables"),
        Column(_("Seat"), key="seat", of=lambda wish: str(wish.seat or "")),
        Column(_("Not together with"), key="other", of=lambda wish: wish.other and _called(wish.other)),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
    )
    rows = found.order_by("entrant__tournament__evening__date", "pk")
    return Figures.of(_("Wishes for the draw"), columns, rows)


def _called(entrant: Entrant) -> str:
    return entrant.participant.member.name if entrant.participant.member else entrant.participant.guest


def _results(member: Member) -> Figures:
    """Return what every table came to for them, also where only the result was typed from paper.

    Every tournament has play money of its own: nothing adds up from one to the other.
    """
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
        for result, line in table.results.get("players", {}).items():
            if result in own:
                amounts = [line.get(what) for what in ("balance", "replacement", "schrift")]
                where = (table.round.tournament.title, table.round.number, table.number)
                rows.append(
                    (*where, *(None if amount is None else amount_from(amount) for amount in amounts))
                )
    return Figures.of(_("Results in tournaments"), columns, rows)


def _rounds(member: Member) -> Figures:
    found = Attendance.objects.filter(entrant__participant__member=member).select_related(
        "round__tournament__evening", "entrant"
    )
    columns = (
        *_where("round.tournament"),
        Column(_("Round"), ColumnKind.NUMBER, "round", "round.number"),
        Column(_("Came"), ColumnKind.MOMENT, key="checked_in_at"),
        Column(_("Entry fee paid"), ColumnKind.CENTS, "paid", total=SUM_OF_ROWS),
        Column(_("Paid"), ColumnKind.MOMENT, key="paid_at"),
    )
    attended = found.order_by("round__tournament__evening__date", "round__number")
    return Figures.of(_("Tournaments"), columns, attended)


def _tickets(member: Member) -> Figures:
    """Return the day tickets that they bought."""
    found = Entrant.objects.filter(participant__member=member, ticket__isnull=False)
    columns = (
        *_where(),
        Column(_("Day ticket"), ColumnKind.CENTS, "ticket", total=SUM_OF_ROWS),
        Column(_("Paid"), ColumnKind.MOMENT, key="ticket_at"),
    )
    tickets = found.select_related("tournament__evening").order_by("tournament__evening__date", "pk")
    return Figures.of(_("Day tickets"), columns, tickets)


def _money_handled(member: Member) -> Figures:
    """Return what they took at the till and paid out, as it is noted of them."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Tournament"), key="tournament"),
        Column(_("What"), key="what"),
        Column(_("Amount"), ColumnKind.CENTS, "cents", total=SUM_OF_ROWS),
    )
    rows: list[FigureRow] = []
    fees = Attendance.objects.filter(taken_by=member).select_related("round__tournament")
    rows += [
        (attendance.paid_at, attendance.round.tournament.title, _("Entry fee"), attendance.paid)
        for attendance in fees
    ]
    tickets = Entrant.objects.filter(ticket_taken_by=member).select_related("tournament")
    rows += [
        (entrant.ticket_at, entrant.tournament.title, _("Day ticket"), entrant.ticket) for entrant in tickets
    ]
    given = Prize.objects.filter(handed_by=member, cents__isnull=False, sponsor="").select_related(
        "tournament"
    )
    rows += [(prize.taken_at, prize.tournament.title, prize.name, -(prize.cents or 0)) for prize in given]
    others = CashEntry.objects.filter(by=member).select_related("tournament")
    rows += [
        (
            cash_entry.at,
            cash_entry.tournament.title,
            cash_entry.name,
            -cash_entry.cents if cash_entry.kind == CashEntry.Kind.OUT else cash_entry.cents,
        )
        for cash_entry in others
    ]
    rows.sort(key=lambda row: str(row[0]))
    title = _("Money taken and paid out at tournaments")
    return Figures.of(title, columns, rows, name=_("Money at the till"))


def _prizes(member: Member) -> Figures:
    found = Prize.objects.filter(taken_by__participant__member=member).select_related("tournament")
    columns = (
        Column(_("Tournament"), key="tournament", of="tournament.title"),
        Column(_("Prize"), key="prize", of="name"),
        Column(_("Amount"), ColumnKind.CENTS, "cents", total=SUM_OF_ROWS),
        Column(_("When"), ColumnKind.MOMENT, key="taken_at"),
    )
    return Figures.of(_("Prizes"), columns, found.order_by("taken_at", "pk"))


def _further(member: Member) -> Figures:
    """Return tables they left, calls for the arbiters made signed in, and rulings they took part in."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Tournament"), key="tournament"),
        Column(_("What"), key="what"),
        Column(_("Words"), key="words"),
    )
    rows: list[FigureRow] = []
    left = Leaving.objects.filter(entrant__participant__member=member)
    for leaving in left.select_related("table__round__tournament", "reason"):
        words = leaving.reason.text if leaving.reason is not None else None
        rows.append((leaving.at, leaving.table.round.tournament.title, _("Left the table"), words or None))
    calls = Call.objects.filter(by=member)
    for call in calls.select_related("table__round__tournament", "words"):
        words = call.words.text if call.words is not None else None
        rows.append((call.at, call.table.round.tournament.title, _("Called the arbiters"), words or None))
    rulings = Ruling.objects.filter(call__table__round__tournament__club=member.club)
    for ruling in rulings.select_related("call__table__round__tournament", "text"):
        if member.pk in ruling.arbiters:
            title = ruling.call.table.round.tournament.title
            rows.append((ruling.at, title, _("Ruled on a dispute"), ruling.text.text or None))
    rows.sort(key=lambda row: str(row[0]))
    return Figures.of(_("In tournaments"), columns, rows)
