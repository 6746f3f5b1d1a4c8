"""What tournaments keep of a member, beside the hands: rounds, fees, prizes, and where they left a table."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.export.figures import Down, FigureRow, Figures
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


def _duties(member: Member) -> Figures:
    """Return what they were named for at tournaments."""
    found = Duty.objects.filter(member=member).select_related("tournament__evening")
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Duty"), key="duty"),
        Column(_("Named"), ColumnKind.MOMENT, key="at"),
    )
    rows: list[FigureRow] = [
        (duty.tournament.title, duty.tournament.evening.date, str(DUTIES[Duty.Kind(duty.kind)]), duty.at)
        for duty in found.order_by("tournament__evening__date", "pk")
    ]
    return Figures(_("Duties at tournaments"), columns, tuple(rows), name=_("Duties at tournaments"))


def _registered(member: Member) -> Figures:
    found = Entrant.objects.filter(participant__member=member).select_related("tournament__evening")
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Registered"), ColumnKind.MOMENT, key="registered_at"),
        Column(_("Withdrawn"), ColumnKind.MOMENT, key="withdrawn_at"),
        Column(_("House player"), key="house"),
        Column(_("Section"), key="section"),
    )
    rows: list[FigureRow] = [
        (
            entrant.tournament.title,
            entrant.tournament.evening.date,
            entrant.registered_at,
            entrant.withdrawn_at,
            _("yes") if entrant.house else None,
            entrant.tournament.terms.sections[entrant.section - 1] if entrant.section else None,
        )
        for entrant in found.order_by("tournament__evening__date", "pk")
    ]
    return Figures(_("Registrations"), columns, tuple(rows), name=_("Registrations"))


def _signups(member: Member) -> Figures:
    """Return what they wrote when they registered by themselves."""
    found = Signup.objects.filter(entrant__participant__member=member).select_related("tournament__evening")
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Club or town"), key="comes_from"),
        Column(_("Wishes"), key="words"),
        Column(_("Cancelled"), ColumnKind.MOMENT, key="ended_at"),
    )
    rows: list[FigureRow] = [
        (
            signup.tournament.title,
            signup.tournament.evening.date,
            signup.at,
            signup.comes_from,
            signup.words,
            signup.ended_at,
        )
        for signup in found.order_by("tournament__evening__date", "pk")
    ]
    return Figures(_("Registered by themselves"), columns, tuple(rows), name=_("Registered by themselves"))


def _wishes(member: Member) -> Figures:
    """Return what was noted of their wishes for the draw."""
    found = Wish.objects.filter(entrant__participant__member=member).select_related(
        "entrant__tournament__evening", "other__participant__member"
    )
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Tables"), key="tables"),
        Column(_("Seat"), key="seat"),
        Column(_("Not together with"), key="other"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
    )
    rows: list[FigureRow] = [
        (
            wish.entrant.tournament.title,
            wish.entrant.tournament.evening.date,
            wish.tables,
            str(wish.seat or "") or None,
            _called(wish.other) if wish.other is not None else None,
            wish.at,
        )
        for wish in found.order_by("entrant__tournament__evening__date", "pk")
    ]
    return Figures(_("Wishes for the draw"), columns, tuple(rows), name=_("Wishes for the draw"))


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
    name = _("Results in tournaments")
    return Figures(name, columns, tuple(rows), name=name)


def _rounds(member: Member) -> Figures:
    found = Attendance.objects.filter(entrant__participant__member=member).select_related(
        "round__tournament__evening", "entrant"
    )
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Round"), ColumnKind.NUMBER, key="round"),
        Column(_("Came"), ColumnKind.MOMENT, key="checked_in_at"),
        Column(_("Entry fee paid"), ColumnKind.CENTS, key="paid"),
        Column(_("Paid"), ColumnKind.MOMENT, key="paid_at"),
    )
    attended = list(found.order_by("round__tournament__evening__date", "round__number"))
    rows: list[FigureRow] = [
        (
            attendance.round.tournament.title,
            attendance.round.tournament.evening.date,
            attendance.round.number,
            attendance.checked_in_at,
            attendance.paid,
            attendance.paid_at,
        )
        for attendance in attended
    ]
    controls = (Down("paid", to=sum(attendance.paid or 0 for attendance in attended)),)
    return Figures(_("Tournaments"), columns, tuple(rows), name=_("Tournaments"), controls=controls)


def _tickets(member: Member) -> Figures:
    """Return the day tickets that they bought."""
    found = Entrant.objects.filter(participant__member=member, ticket__isnull=False)
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Day ticket"), ColumnKind.CENTS, key="ticket"),
        Column(_("Paid"), ColumnKind.MOMENT, key="ticket_at"),
    )
    tickets = list(found.select_related("tournament__evening").order_by("tournament__evening__date", "pk"))
    rows: list[FigureRow] = [
        (entrant.tournament.title, entrant.tournament.evening.date, entrant.ticket, entrant.ticket_at)
        for entrant in tickets
    ]
    controls = (Down("ticket", to=sum(entrant.ticket or 0 for entrant in tickets)),)
    return Figures(_("Day tickets"), columns, tuple(rows), name=_("Day tickets"), controls=controls)


def _money_handled(member: Member) -> Figures:
    """Return what they took at the till and paid out, as it is noted of them."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Tournament"), key="tournament"),
        Column(_("What"), key="what"),
        Column(_("Amount"), ColumnKind.CENTS, key="cents"),
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
    total = sum(int(str(row[3])) for row in rows if row[3] is not None)
    title = _("Money taken and paid out at tournaments")
    return Figures(
        title, columns, tuple(rows), name=_("Money at the till"), controls=(Down("cents", to=total),)
    )


def _prizes(member: Member) -> Figures:
    found = Prize.objects.filter(taken_by__participant__member=member).select_related("tournament")
    columns = (
        Column(_("Tournament"), key="tournament"),
        Column(_("Prize"), key="prize"),
        Column(_("Amount"), ColumnKind.CENTS, key="cents"),
        Column(_("When"), ColumnKind.MOMENT, key="taken_at"),
    )
    prizes = list(found.order_by("taken_at", "pk"))
    rows: list[FigureRow] = [
        (prize.tournament.title, prize.name, prize.cents, prize.taken_at) for prize in prizes
    ]
    controls = (Down("cents", to=sum(prize.cents or 0 for prize in prizes)),)
    return Figures(_("Prizes"), columns, tuple(rows), name=_("Prizes"), controls=controls)


def _further(member: Member) -> Figures:
    """Tables they left, calls for the arbiters that they made signed in, and rulings they took part in."""
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
    return Figures(_("In tournaments"), columns, tuple(rows), name=_("In tournaments"))
