"""The money of the day: fees and day tickets, prizes, other cash, and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.money import money_in_words
from scoring.engine.naming import Names
from scoring.models import Evening, Member
from scoring.names import sorting
from scoring.web.language import current_language
from tournaments.models import Attendance, CashEntry, Entrant, Prize, Round, Table, TillCount, Tournament
from tournaments.wording import round_title


class Fee(NamedTuple):
    """What one person owes and has paid for one round or for a day ticket."""

    name: str
    cents: int | None  # paid; None: nothing yet
    owed: int  # whether paid or not
    is_here: bool = True
    by: str = ""  # who took it; empty: not paid, or not noted
    at: datetime | None = None  # when it was paid
    entrant: int = 0
    as_listed: str = ""  # the name with the surname first


class Fees(tuple[Fee, ...]):
    """Fees of rounds, or day tickets."""

    @property
    def came_in(self) -> int:
        return sum(fee.cents or 0 for fee in self)

    @property
    def paid(self) -> int:
        """Return how many have paid."""
        return sum(fee.cents is not None for fee in self)

    @property
    def rows(self) -> list[tuple[int, int, int]]:
        """Return for each amount paid how often, the amount, and their product; the greatest first."""
        many = Counter(fee.cents for fee in self if fee.cents is not None)
        return [(count, cents, count * cents) for cents, count in sorted(many.items(), reverse=True)]


NO_FEES = Fees()


def fees_of(tournament: Tournament, names: Names | None = None) -> DaySheet:
    """Return everybody's fee by the terms for rounds they attended, or their day ticket.

    By round, and last the day tickets. House players owe nothing, nor does for a round whoever has a day
    ticket. Four queries, or three.
    """
    evening: Evening = tournament.evening
    names = evening.names() if names is None else names
    terms = tournament.terms
    fees: dict[int, list[Fee]] = {}
    attended: set[int] = set()
    attendances = Attendance.objects.filter(round__tournament=tournament).order_by("pk")
    for attendance in attendances.select_related("entrant", "taken_by"):
        is_here = attendance.checked_in_at is not None
        if is_here:
            attended.add(attendance.entrant_id)
        owes = is_here and not attendance.entrant.house and attendance.entrant.ticket is None
        owed = terms.fee if owes else 0
        if owed or attendance.paid is not None:
            by = _called(attendance.taken_by)
            name = names[str(attendance.entrant.participant_id)]
            fee = Fee(
                *(name, attendance.paid, owed, is_here, by, attendance.paid_at, attendance.entrant_id),
                as_listed=tournament.as_listed(name),
            )
            fees.setdefault(attendance.round_id, []).append(fee)
    currency = evening.currency
    of_rounds = (
        Money(round_.number, currency, _by_name(tournament, fees.get(round_.pk, ())))
        for round_ in tournament.rounds.order_by("number")
    )
    tickets = _by_name(tournament, _tickets(tournament, names, attended))
    return DaySheet((*of_rounds, Money(None, currency, tickets=tickets)), currency)


def _tickets(tournament: Tournament, names: Names, attended: set[int]) -> Iterator[Fee]:
    """Yield the day tickets, also unpaid ones where there is no other fee."""
    terms = tournament.terms
    price = terms.ticket if not terms.fee else 0
    for entrant in tournament.entrants.select_related("ticket_taken_by").order_by("pk"):
        owed = price if entrant.pk in attended and not entrant.house else 0
        if entrant.ticket is not None or owed:
            name = names[str(entrant.participant_id)]
            by = _called(entrant.ticket_taken_by)
            yield Fee(
                *(name, entrant.ticket, owed),
                by=by,
                at=entrant.ticket_at,
                entrant=entrant.pk,
                as_listed=tournament.as_listed(name),
            )


def _by_name(tournament: Tournament, fees: Iterable[Fee]) -> Fees:
    return Fees(sorted(fees, key=lambda fee: tournament.in_list(fee.name)))


def _called(member: Member | None) -> str:
    return "" if member is None else member.name


# Who has not paid


class Unpaid(NamedTuple):
    """The people present in a round who have not paid."""

    entrants: tuple[int, ...]
    names: tuple[str, ...]
    cents: int  # of one
    currency: str
    is_ticket: bool  # it is the day ticket that they owe

    @property
    def money(self) -> str:
        return money_in_words(self.cents, self.currency, current_language())

    @property
    def all_money(self) -> str:
        return money_in_words(self.cents * len(self.entrants), self.currency, current_language())


def unpaid_in(round_: Round, names: Mapping[str, str] | None = None) -> Unpaid:
    """Return the people present who have not paid, by name; one query, and one for missing names."""
    tournament = round_.tournament
    terms, currency = tournament.terms, tournament.evening.currency
    cents = terms.fee or terms.ticket
    if not cents:
        return Unpaid((), (), 0, currency, is_ticket=False)
    owing = Entrant.objects.filter(
        attendances__in=round_.attendances.filter(checked_in_at__isnull=False, paid__isnull=True),
        house=False,
        ticket__isnull=True,
    )
    unpaid = list(owing.values_list("pk", "participant_id"))
    if names is None:
        names = tournament.evening.names() if unpaid else {}
    people = sorted(
        ((names[str(who)], pk) for pk, who in unpaid), key=lambda pair: tournament.in_list(pair[0])
    )
    pks = tuple(pk for _name, pk in people)
    called = tuple(tournament.as_listed(name) for name, _pk in people)
    return Unpaid(pks, called, cents, currency, is_ticket=not terms.fee)


# The whole day


class PaidPrize(NamedTuple):
    """A prize that is money or cost something."""

    name: str
    cents: int
    to: str  # empty: nobody has it yet
    by: str = ""  # who gave it out; empty: nobody, or not noted
    at: datetime | None = None


class Money(NamedTuple):
    """The money of one round, or without a number of day tickets, prizes and other cash."""

    number: int | None
    currency: str
    fees: Fees = NO_FEES  # by name
    prizes: tuple[PaidPrize, ...] = ()
    in_kind: tuple[tuple[str, str], ...] = ()  # prizes that cost nothing and were given, and to whom
    tickets: Fees = NO_FEES
    others: tuple[CashEntry, ...] = ()

    @property
    def title(self) -> str:
        return round_title(self.number)

    @property
    def too_much(self) -> tuple[Fee, ...]:
        """Return the fees of those who have paid and were not there."""
        return tuple(fee for fee in self.fees if fee.cents is not None and not fee.is_here)

    @property
    def others_in(self) -> int:
        return sum(entry.cents for entry in self.others if entry.change > 0)

    @property
    def others_out(self) -> int:
        return sum(entry.cents for entry in self.others if entry.change < 0)

    @property
    def all_fees(self) -> Fees:
        return Fees((*self.fees, *self.tickets))

    @property
    def unpaid(self) -> tuple[Fee, ...]:
        return tuple(fee for fee in self.all_fees if fee.cents is None and fee.owed)

    @property
    def open(self) -> int:
        return sum(fee.owed for fee in self.unpaid)

    @property
    def given(self) -> tuple[PaidPrize, ...]:
        return tuple(prize for prize in self.prizes if prize.to)

    @property
    def out(self) -> int:
        """Return the payments for prizes."""
        return sum(paid_prize.cents for paid_prize in self.given)

    @property
    def still_there(self) -> int:
        """Return the sum of the prizes not handed out yet, in cents."""
        return sum(prize.cents for prize in self.prizes if not prize.to)

    @property
    def all_in(self) -> int:
        return self.fees.came_in + self.tickets.came_in + self.others_in

    @property
    def all_out(self) -> int:
        return self.out + self.others_out

    @property
    def result(self) -> int:
        return self.all_in - self.all_out

    def in_words(self, cents: int) -> str:
        return money_in_words(cents, self.currency, current_language())


@dataclass(frozen=True)
class DaySheet:
    """All rounds of the tournament."""

    rounds: tuple[Money, ...]
    currency: str
    counts: tuple[TillCount, ...] = ()  # of the till, the last one first

    @cached_property
    def sum(self) -> Money:
        """Return everything together."""
        return Money(
            None,
            self.currency,
            Fees(fee for money in self.rounds for fee in money.fees),
            tuple(prize for money in self.rounds for prize in money.prizes),
            tickets=Fees(ticket for money in self.rounds for ticket in money.tickets),
            others=tuple(entry for money in self.rounds for entry in money.others),
        )

    @cached_property
    def takers(self) -> list[tuple[str, int, int, int]]:
        """Return each cashier's takings, payouts and difference; amounts without a cashier come last."""
        came_in, went_out = Counter[str](), Counter[str]()
        for fee in (*self.sum.fees, *self.sum.tickets):
            if fee.cents is not None:
                came_in[fee.by] += fee.cents
        for prize in self.sum.given:
            went_out[prize.by] += prize.cents
        for entry in self.sum.others:
            (came_in if entry.change > 0 else went_out)[entry.by.name] += entry.cents
        everybody = sorted({*came_in, *went_out}, key=lambda name: (not name, sorting(name)))
        return [(name, came_in[name], went_out[name], came_in[name] - went_out[name]) for name in everybody]

    def overpaid(self, ticket: int) -> list[tuple[str, int]]:
        """Return who paid too much, and how much: for a missed round, or before a day ticket."""
        paid, missed, names = Counter[int](), Counter[int](), dict[int, str]()
        holders = {fee.entrant for fee in self.sum.tickets if fee.cents is not None}
        for fee in (*self.sum.fees, *self.sum.tickets):
            names[fee.entrant] = fee.name
            paid[fee.entrant] += fee.cents or 0
            missed[fee.entrant] += 0 if fee.is_here else fee.cents or 0
        more = {
            entrant: paid[entrant] - ticket if ticket and entrant in holders else missed[entrant]
            for entrant in names
        }
        return [(name, more[entrant]) for entrant, name in names.items() if more[entrant] > 0]

    @property
    def receipts(self) -> int:
        """Return how many people have paid something."""
        return len({fee.entrant for fee in (*self.sum.fees, *self.sum.tickets) if fee.cents})


def money_of(tournament: Tournament) -> DaySheet:
    """Return the money of the day; seven queries, however many rounds."""
    evening: Evening = tournament.evening
    names = evening.names()
    *of_rounds, of_all = fees_of(tournament, names).rounds
    prizes: dict[int | None, list[PaidPrize]] = {}
    in_kind: dict[int | None, list[tuple[str, str]]] = {}
    listed = Prize.objects.filter(tournament=tournament, removed_at=None).order_by("position")
    for prize in listed.select_related("taken_by", "round", "handed_by"):
        number = prize.round.number if prize.round is not None else None
        to = names[str(prize.taken_by.participant_id)] if prize.taken_by is not None else ""
        if prize.amount is not None and not prize.sponsor:
            paid = PaidPrize(prize.name, prize.amount, to, _called(prize.handed_by), prize.taken_at)
            prizes.setdefault(number, []).append(paid)
        elif to:
            in_kind.setdefault(number, []).append((_with_sponsor(prize), to))
    of_all = of_all._replace(others=tuple(tournament.cash.select_related("by")))
    if None in prizes or None in in_kind or of_all.others or of_all.tickets:
        of_rounds.append(of_all)
    rounds = (
        money._replace(
            prizes=tuple(prizes.get(money.number, ())),
            in_kind=tuple(in_kind.get(money.number, ())),
        )
        for money in of_rounds
    )
    counts = tournament.till_counts.select_related("by").order_by("-at", "-id")
    return DaySheet(tuple(rounds), evening.currency, tuple(counts))


def _with_sponsor(prize: Prize) -> str:
    if not prize.sponsor:
        return prize.name
    return _("%(prize)s (given by %(sponsor)s)") % {"prize": prize.name, "sponsor": prize.sponsor}


# Who owes, and is marked as paid where that is said


class Owed(NamedTuple):
    """A fee or a day ticket of a player: owed, or paid most recently."""

    round: int  # 0: the day ticket
    fee: Fee
    money: str

    @property
    def code(self) -> str:
        """Return the value of a button."""
        return f"{self.round} {self.fee.entrant}"

    @property
    def what(self) -> str:
        return _("round %(number)d") % {"number": self.round} if self.round else _("day ticket")


def owed_in(day: DaySheet) -> list[Owed]:
    """Return everything that is still owed, by round and name."""
    return [
        Owed(money.number or 0, fee, money.in_words(fee.owed)) for money in day.rounds for fee in money.unpaid
    ]


def last_paid(day: DaySheet) -> Owed | None:
    """Return the fee that was taken last, to be undone."""
    paid = [
        Owed(money.number or 0, fee, money.in_words(fee.cents or 0))
        for money in day.rounds
        for fee in (*money.fees, *money.tickets)
        if fee.at is not None
    ]
    return max(paid, key=lambda owed: (owed.fee.at, owed.fee.entrant), default=None)


# The counted till


class TillShown(NamedTuple):
    """The counted money of the till, the expected amount then, and that of now."""

    till: TillCount
    counted: str
    expected: str
    difference: str
    changed: str  # what the till changed by since; empty: nothing did


def tills_of(day: DaySheet) -> list[TillShown]:
    """Return every count of the till, the last one first."""
    in_words, now = day.sum.in_words, day.sum.result
    return [
        TillShown(
            count,
            in_words(count.counted),
            in_words(count.expected),
            in_words(count.difference),
            "" if count.expected == now else in_words(now - count.expected),
        )
        for count in day.counts
    ]


# What can be shared out as prizes


def came_in_for(tournament: Tournament, round_: Round | None) -> Fraction:
    """Return the cents received for a round, with its part of day tickets; or for all, with sponsors."""
    came_in = sum((cents for _entrant, _section, cents in _paid_by(tournament, round_)), Fraction(0))
    if round_ is None:
        came_in += sum(tournament.cash.filter(kind=CashEntry.Kind.SPONSOR).values_list("cents", flat=True))
    return came_in


def came_in_by_table(round_: Round) -> dict[int, Fraction]:
    """Return the cents paid for the round by each table's people, by table number; exact."""
    paid = {str(number): cents for number, _section, cents in _paid_by(round_.tournament, round_)}
    rows = round_.tables.order_by("number").values_list("number", "seats", "stored_results")
    people = {number: {*seats, *results.get("players", {})} for number, seats, results in rows}
    return {
        number: sum((paid.get(player, Fraction(0)) for player in players), Fraction(0))
        for number, players in people.items()
    }


def came_in_by_section(tournament: Tournament, round_: Round | None) -> dict[int, Fraction]:
    """Return the cents paid by each section's people, by section; sponsors are shared by all."""
    by_section = dict.fromkeys(range(1, len(tournament.terms.sections) + 1), Fraction(0))
    for _entrant, section, cents in _paid_by(tournament, round_):
        if section in by_section:
            by_section[section] += cents
    return by_section


def _paid_by(tournament: Tournament, round_: Round | None) -> list[tuple[int, int, Fraction]]:
    """Return the payments for a round, or for all, by person and section; exact."""
    rounds = 1 if round_ is None else max(tournament.terms.rounds, tournament.rounds.count(), 1)
    attendances = Attendance.objects.filter(entrant__tournament=tournament, paid__isnull=False)
    if round_ is not None:
        attendances = attendances.filter(round=round_)
    paid = Counter[int]()
    for entrant, cents in attendances.values_list("entrant", "paid"):
        paid[entrant] += cents or 0
    rows = tournament.entrants.values_list("pk", "participant", "section", "ticket")
    return [
        (participant, section, Fraction(ticket or 0, rounds) + paid[pk])
        for pk, participant, section, ticket in rows
    ]


# Receipts


def receipts_of(tournament: Tournament, entrants: Collection[int] | None = None) -> list[dict[str, Any]]:
    """Return the receipts by name, of everybody who has paid or of these people."""
    fees, language = fees_of(tournament), current_language()

    def money(cents: int | None) -> str:
        return money_in_words(cents or 0, fees.currency, language)

    paid: dict[int, list[tuple[str, Fee]]] = {}
    *of_rounds, of_all = fees.rounds
    for of_round in of_rounds:
        what = _("Entry fee of round %(number)d") % {"number": of_round.number}
        for fee in of_round.fees:
            paid.setdefault(fee.entrant, []).append((what, fee))
    for fee in of_all.tickets:
        what = _("Day ticket for all rounds")
        if any(line.cents for _what, line in paid.get(fee.entrant, ())):
            what = _("Day ticket for all rounds, less the fees paid before")
        paid.setdefault(fee.entrant, []).append((what, fee))
    receipts = []
    for pk, number in tournament.entrants.order_by("number").values_list("pk", "number"):
        lines = [(what, fee) for what, fee in paid.get(pk, ()) if fee.cents]
        if lines and (entrants is None or pk in entrants):
            receipt = {
                "number": number,
                "name": lines[0][1].name,
                "as_listed": lines[0][1].as_listed,
                "lines": [(what, money(fee.cents), fee.at) for what, fee in lines],
                "money": money(sum(fee.cents or 0 for _what, fee in lines)),
                "by": ", ".join(dict.fromkeys(fee.by for _what, fee in lines if fee.by)),
                "entrant": pk,
            }
            receipts.append(receipt)
    return sorted(receipts, key=lambda receipt: tournament.in_list(receipt["name"]))


def tables_with_receipts(tournament: Tournament) -> dict[int, set[int]]:
    """Return the people of each table of the last drawn round, by number; two queries."""
    drawn = Table.objects.filter(round__tournament=tournament).order_by("-round__number", "number")
    rows = list(drawn.values_list("round", "number", "seats"))
    entrants = dict(tournament.entrants.values_list("participant", "pk"))
    last = [(number, seats) for round_, number, seats in rows if round_ == rows[0][0]]
    return {number: {entrants[int(seat)] for seat in seats} for number, seats in last}
