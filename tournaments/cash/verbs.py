"""Take money and give it back: entry fees, day tickets, and other cash."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.capability import sentence, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, refuse, verb
from scoring.engine.money import money_in_words
from scoring.models import Account
from scoring.names import tidy
from scoring.web.language import current_language
from tournaments.log import record_deed
from tournaments.models import Attendance, CashEntry, Entrant, Round, TillCount, Tournament
from tournaments.models.prizes import LONGEST_CASH
from tournaments.preconditions import at_the_door, demand_open, locked_round, member

MOST_CASH = 999_999  # cents of one entry: more is a slip of the finger
MOST_ENTRIES = 500


# The fee of a round


def _paid_again(_deed: object, arguments: dict[str, Any]) -> list[Attendance]:
    return list(arguments["round_"].attendances.filter(entrant__in=arguments["entrants"]))


@verb(
    log=ngettext_lazy(
        "took the entry fee of %(names)s for round %(round)d of “%(title)s”: %(money)s",
        "took the entry fees of %(count)d people for round %(round)d of “%(title)s”, %(money)s: %(names)s",
        "count",
    ),
    repeat_result=_paid_again,
)
def pay(act: PendingDeed[Account], *, round_: Round, entrants: Sequence[int]) -> list[Attendance]:
    """Take the fee of one round by the current terms, from a person who has neither paid nor a day ticket."""
    round_ = locked_round(round_, act.actor, may=at_the_door)
    tournament = round_.tournament
    people = _entrants(tournament, entrants)
    demand_open(tournament)
    if not tournament.terms.fee:
        raise Refused(form=[_("This tournament has no entry fee.")])
    with_ticket = [entrant for entrant in people if entrant.ticket is not None]
    if len(people) == 1 and with_ticket:
        template = _("%(name)s has a day ticket, and pays nothing for a round.")
        raise Refused(form=[template % {"name": tournament.name_of(people[0])}])
    attended_by_pk = {
        attended.entrant_id: attended for attended in round_.attendances.filter(entrant__in=people)
    }
    attendances = [
        attended_by_pk.get(entrant.pk) or Attendance(round=round_, entrant=entrant)
        for entrant in people
        if entrant.ticket is None
    ]
    now, taker = clock.now(), member(tournament, act.actor)
    for attendance in attendances:
        if attendance.paid is None:
            attendance.paid, attendance.paid_at, attendance.taken_by = tournament.terms.fee, now, taker
    Attendance.objects.bulk_create([attendance for attendance in attendances if attendance.pk is None])
    known = [attendance for attendance in attendances if attendance.entrant_id in attended_by_pk]
    Attendance.objects.bulk_update(known, ["paid", "paid_at", "taken_by"])
    _record_payment(act, round_, attendances)
    return attendances


@verb(
    log=ngettext_lazy(
        "took back the entry fee of %(names)s for round %(round)d of “%(title)s”: %(money)s",
        "took back the entry fees of %(count)d people for round %(round)d of “%(title)s”, %(money)s: "
        "%(names)s",
        "count",
    ),
    repeat_result=_paid_again,
)
def take_back_payment(
    act: PendingDeed[Account], *, round_: Round, entrants: Sequence[int]
) -> list[Attendance]:
    """Note that these did not pay after all, or got it back."""
    round_ = locked_round(round_, act.actor, may=at_the_door)
    people = _entrants(round_.tournament, entrants)
    demand_open(round_.tournament)
    attendances = list(round_.attendances.filter(entrant__in=people, paid__isnull=False))
    _demand_no_later_ticket(round_.tournament, people, attendances)
    _record_payment(act, round_, attendances)
    for attendance in attendances:
        attendance.paid, attendance.paid_at, attendance.taken_by = None, None, None
    Attendance.objects.bulk_update(attendances, ["paid", "paid_at", "taken_by"])
    return attendances


def _demand_no_later_ticket(
    tournament: Tournament, people: Sequence[Entrant], paid: Sequence[Attendance]
) -> None:
    """Refuse what counts towards a day ticket that was bought since."""
    back = {attendance.entrant_id for attendance in paid}
    counted = [entrant for entrant in people if entrant.ticket is not None and entrant.pk in back]
    if counted:
        template = _(
            "This fee counts towards the day ticket of %(names)s. Please take the ticket back first."
        )
        raise Refused(form=[template % {"names": ", ".join(tournament.names_of(counted))}])


def _entrants(tournament: Tournament, entrants: Sequence[int]) -> list[Entrant]:
    people = list(tournament.entrants.filter(pk__in=entrants).order_by("number"))
    if not people or len(people) != len(set(entrants)):
        raise ChangedMeanwhile()
    return people


def _record_payment(act: PendingDeed, round_: Round, paid: Sequence[Attendance]) -> None:
    tournament = round_.tournament
    ids = [attendance.entrant_id for attendance in paid]
    entrants = tournament.entrants.in_bulk(ids)
    names = tournament.names_of(entrants[pk] for pk in ids)
    cents = sum(attendance.paid or 0 for attendance in paid)
    record_deed(act, round_, names=names, cents=cents, currency=tournament.evening.currency)


# Day tickets


def _tickets_again(_deed: object, arguments: dict[str, Any]) -> list[Entrant]:
    return list(arguments["tournament"].entrants.filter(pk__in=arguments["entrants"]).order_by("number"))


@verb(
    log=ngettext_lazy(
        "took the money for the day ticket of %(names)s (“%(title)s”): %(money)s",
        "took the money for %(count)d day tickets (“%(title)s”), together %(money)s: %(names)s",
        "count",
    ),
    repeat_result=_tickets_again,
)
def sell_tickets(
    act: PendingDeed[Account], *, tournament: Tournament, entrants: Sequence[int]
) -> list[Entrant]:
    """Sell day tickets for all rounds to these people, less what they have paid."""
    tournament = at_the_door(tournament, act.actor)
    people = _entrants(tournament, entrants)
    demand_open(tournament)
    price = tournament.terms.ticket
    if not price:
        raise Refused(form=[_("This tournament has no day ticket.")])
    sold = [entrant for entrant in people if entrant.ticket is None]
    paid = tournament.entrants.annotate(before=Sum("attendances__paid", default=0))
    paid_before = dict(paid.filter(pk__in=[holder.pk for holder in sold]).values_list("pk", "before"))
    now, taker = clock.now(), member(tournament, act.actor)
    for holder in sold:
        holder.ticket, holder.ticket_at = max(0, price - paid_before[holder.pk]), now
        holder.ticket_taken_by = taker
    Entrant.objects.bulk_update(sold, ["ticket", "ticket_at", "ticket_taken_by"])
    _record_tickets(act, tournament, sold)
    return people


@verb(
    log=ngettext_lazy(
        "took back the day ticket of %(names)s (“%(title)s”): %(money)s",
        "took back %(count)d day tickets (“%(title)s”), together %(money)s: %(names)s",
        "count",
    ),
    repeat_result=_tickets_again,
)
def take_back_tickets(
    act: PendingDeed[Account], *, tournament: Tournament, entrants: Sequence[int]
) -> list[Entrant]:
    """Take back these people's day tickets, sold by mistake or given back."""
    tournament = at_the_door(tournament, act.actor)
    people = _entrants(tournament, entrants)
    demand_open(tournament)
    back = [entrant for entrant in people if entrant.ticket is not None]
    _record_tickets(act, tournament, back)
    for entrant in back:
        entrant.ticket, entrant.ticket_at, entrant.ticket_taken_by = None, None, None
    Entrant.objects.bulk_update(back, ["ticket", "ticket_at", "ticket_taken_by"])
    return people


def _record_tickets(act: PendingDeed, tournament: Tournament, people: Sequence[Entrant]) -> None:
    names, cents = tournament.names_of(people), sum(entrant.ticket or 0 for entrant in people)
    record_deed(act, tournament, names=names, cents=cents, currency=tournament.evening.currency)


# What comes in and goes out beside them


@verb(
    log=sentence_by(
        "kind",
        {
            "sponsor": gettext_lazy("noted %(money)s from the sponsor “%(name)s” (“%(title)s”)"),
            "in": gettext_lazy("noted %(money)s that came in: “%(name)s” (“%(title)s”)"),
            "out": gettext_lazy("noted %(money)s that went out: “%(name)s” (“%(title)s”)"),
        },
    ),
    repeat_result=CashEntry,
)
def note_cash(
    act: PendingDeed[Account], *, tournament: Tournament, kind: CashEntry.Kind, name: str, cents: int
) -> CashEntry:
    """Note a sponsor's or other money that came in or went out; even after the tournament."""
    tournament = at_the_door(tournament, act.actor)
    name = tidy(name)
    problems: dict[str, list[str]] = {}
    if wrong := problems_with_name(name, LONGEST_CASH):
        problems["name"] = wrong
    if not 0 < cents <= MOST_CASH:
        problems["cents"] = [_("An amount from 0.01 to %(most)d, please.") % {"most": MOST_CASH // 100}]
    refuse(problems)
    if tournament.cash.count() >= MOST_ENTRIES:
        raise Refused(form=[_("At most %(most)d entries.") % {"most": MOST_ENTRIES}])
    entry = CashEntry.objects.create(
        id=act.id,
        tournament=tournament,
        kind=kind,
        name=name,
        cents=cents,
        by=member(tournament, act.actor),
        at=clock.now(),
    )
    _record_cash(act, tournament, entry)
    return entry


@verb(
    log=gettext_lazy("took “%(name)s”, %(money)s, off the cash list of “%(title)s”"),
    repeat_result=lambda deed, arguments: None,
)
def strike_cash(act: PendingDeed[Account], *, tournament: Tournament, entry: UUID) -> None:
    """Take an entry off the list; the log still says what it was."""
    tournament = at_the_door(tournament, act.actor)
    struck = tournament.cash.filter(pk=entry).first()
    if struck is None:
        raise ChangedMeanwhile()
    struck.delete()
    _record_cash(act, tournament, struck)


def _record_cash(act: PendingDeed, tournament: Tournament, entry: CashEntry) -> None:
    details: dict[str, Any] = {"name": entry.name, "kind": str(entry.kind), "cents": entry.cents}
    record_deed(act, tournament, **details, currency=tournament.evening.currency)


# The cash is closed


def in_the_till(tournament: Tournament) -> int:
    """Return the cents that should be in the till; four queries."""
    fees = Attendance.objects.filter(round__tournament=tournament).aggregate(all=Sum("paid", default=0))
    tickets = tournament.entrants.aggregate(all=Sum("ticket", default=0))
    given = tournament.prizes.filter(removed_at=None, taken_by__isnull=False, sponsor="")
    prizes = given.aggregate(all=Sum(Coalesce(F("paid"), F("cents")), default=0))
    others = sum(entry.change for entry in tournament.cash.all())
    return int(fees["all"] + tickets["all"] - prizes["all"] + others)


def _counted(details: dict[str, Any]) -> str:
    expected = money_in_words(details["expected"], details["currency"], current_language())
    words = _("closed the cash of “%(title)s”: counted %(money)s, should have been %(expected)s")
    return sentence(words)({**details, "expected": expected})


@verb(log=_counted, repeat_result=TillCount)
def count_till(act: PendingDeed[Account], *, tournament: Tournament, cents: int) -> TillCount:
    """Store the counted money in the till, beside the expected amount; it can be counted again."""
    tournament = at_the_door(tournament, act.actor)
    if not 0 <= cents <= MOST_CASH:
        raise Refused(cents=[_("An amount up to %(most)d, please.") % {"most": MOST_CASH // 100}])
    if tournament.till_counts.count() >= MOST_ENTRIES:
        raise Refused(form=[_("At most %(most)d entries.") % {"most": MOST_ENTRIES}])
    count = TillCount.objects.create(
        id=act.id,
        tournament=tournament,
        counted=cents,
        expected=in_the_till(tournament),
        by=member(tournament, act.actor),
        at=clock.now(),
    )
    currency = tournament.evening.currency
    record_deed(act, tournament, cents=cents, expected=count.expected, currency=currency)
    return count
