"""Compute what is open in a club: one number per person, from closed evenings with a ticked payment."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from scoring.engine.money import Payment, after_payments, payable, payments, still_owed
from scoring.evenings.seals import settled_in_money
from scoring.models import Club, Evening, Participant, PaymentWay, Points, SettledPayment, Sheet, TableScore

Holder = str  # "m12": a member, "gfranz": a guest, by the name; or the kitty, which is one account
KITTY: Holder = "0"
ENDED = Q(closed_at__isnull=False) | Q(spontaneous=True) & ~Exists(
    Sheet.objects.filter(evening=OuterRef("pk"), closed_at=None)
)


def person_of(participant: int, member: int | None, key: str, kitty: bool) -> Holder:
    """Return the key of a person at all evenings of a club; guests of one name are one person."""
    if kitty:
        return KITTY
    return f"g{key or participant}" if member is None else f"m{member}"


def person_at(participant: Participant) -> Holder:
    """Return the key of a participant at all evenings of the club."""
    return person_of(participant.pk, participant.member_id, participant.key, participant.kitty)


class EveningBalance(NamedTuple):
    """What an evening came to in cents, and what was paid there."""

    evening: Evening
    won: Mapping[Holder, int]
    made: Sequence[Payment]
    with_earlier: bool  # something was paid there together with what had been open before
    has_ended: bool = True  # else what was carried on from it before version 2 is all that counts

    @property
    def left(self) -> dict[Holder, int]:
        return after_payments(self.won, self.made)

    @property
    def position(self) -> tuple[date, int]:
        return self.evening.date, self.evening.pk


@dataclass(frozen=True)
class ClubBalance:
    """The evenings that count in a club, by date, and who took part; reopened ones come first."""

    evenings: Sequence[EveningBalance] = ()
    participants: Mapping[Holder, int] = field(default_factory=dict)  # their newest row

    @cached_property
    def currencies(self) -> list[str]:
        return sorted({each.evening.currency for each in self.evenings})

    def numbers(self, currency: str, *, without: int | None = None) -> dict[Holder, int]:
        """Return what each person still gets (+) or owes (−), in cents, with or without one evening."""
        numbers: dict[Holder, int] = {}
        for each in self.evenings:
            if each.evening.currency == currency and each.evening.pk != without:
                for person, cents in each.left.items():
                    numbers[person] = numbers.get(person, 0) + cents
        return {person: cents for person, cents in numbers.items() if cents}

    def plan(self, currency: str) -> tuple[Payment, ...]:
        """Return the fewest payments that bring every person to zero."""
        return payments(self.numbers(currency))

    @property
    def number_open(self) -> int:
        """Return how many payments are open."""
        return sum(len(self.plan(currency)) for currency in self.currencies)

    def newest(self, currency: str) -> EveningBalance:
        """Return the last evening that counts, where payments of the plan are noted."""
        return [each for each in self.evenings if each.evening.currency == currency][-1]

    def has(self, evening: Evening) -> bool:
        """Return whether an evening counts, as one at which payments were ticked."""
        return any(each.evening.pk == evening.pk for each in self.evenings)

    def is_of_several(self, currency: str) -> bool:
        """Return whether the numbers come from more than one evening."""
        return sum(each.evening.currency == currency for each in self.evenings) > 1

    def was_paid_later(self, evening: Evening) -> bool:
        """Return whether a later payment of several evenings may have included this one."""
        at_or_after = (each for each in self.evenings if each.position >= (evening.date, evening.pk))
        return any(each.with_earlier for each in at_or_after)

    @cached_property
    def open_by_evening(self) -> dict[int, int]:
        """Return how many payments are open at each evening that is settled by itself."""
        open_ = {
            each.evening.pk: len(still_owed(each.won, each.made))
            for each in self.evenings
            if not self.was_paid_later(each.evening)
        }
        return {pk: number for pk, number in open_.items() if number}


def made_by(rows: Iterable[SettledPayment]) -> list[Payment]:
    """Return the payments behind these rows; a carried one is none, and the kitty may pay for a person."""
    made = [
        _made(
            row.way,
            None if row.settles is None else row.settles.way,
            *(person_at(row.payer), person_at(row.payee)),
            row.cents,
        )
        for row in rows
    ]
    return [payment for payment in made if payment is not None]


def _made(way: str, settled_way: str | None, payer: Holder, payee: Holder, cents: int) -> Payment | None:
    if way == PaymentWay.CARRIED:
        return None
    payer = KITTY if way == PaymentWay.KITTY else payer
    payee = KITTY if settled_way == PaymentWay.KITTY else payee
    return Payment(payer, payee, cents) if payer != payee else None


@dataclass
class _Ticks:
    """What was ticked at the evenings of a club, by evening."""

    made: dict[int, list[Payment]] = field(default_factory=dict)
    # Until version 2: what was carried on or taken over by the kitty, as it is owed, and what was paid of it.
    carried: dict[int, list[Payment]] = field(default_factory=dict)
    with_earlier: set[int] = field(default_factory=set)


class _Holders(dict[Holder, int]):
    """The newest participant of each person that was read."""

    def of(self, *columns: Any) -> Holder:
        holder = person_of(*columns)
        self[holder] = max(columns[0], self.get(holder, 0))
        return holder


def _columns(path: str) -> tuple[str, ...]:
    """Return the columns by which `person_of` knows a participant."""
    return path, f"{path}__member", f"{path}__key", f"{path}__kitty"


def balance_of(club: Club) -> ClubBalance:
    """Return the balance of a club, by one query where no payment was ever ticked."""
    holders = _Holders()
    ticks = _ticks_in(club, holders)
    if not ticks.made:
        return ClubBalance()
    # Also reopened ones where earlier evenings were paid, which stays paid.
    counting = ENDED | Q(pk__in=ticks.with_earlier)
    evenings = list(Evening.objects.filter(counting, pk__in=ticks.made).order_by("date", "pk"))
    won = _won_at(evenings, holders)
    reopened = ticks.carried.keys() - {evening.pk for evening in evenings}
    counted = [
        EveningBalance(
            evening, after_payments({}, ticks.carried[evening.pk]), (), with_earlier=False, has_ended=False
        )
        for evening in (Evening.objects.filter(pk__in=reopened).order_by("date", "pk") if reopened else ())
    ] + [
        EveningBalance(evening, won[evening.pk], ticks.made[evening.pk], evening.pk in ticks.with_earlier)
        for evening in evenings
    ]
    for each in counted:
        each.evening.club = club
    return ClubBalance(counted, holders)


def _ticks_in(club: Club, holders: _Holders) -> _Ticks:
    rows = SettledPayment.objects.current().filter(evening__in=Evening.objects.played_in(club)).order_by("pk")
    if club.paid_before is not None:
        rows = rows.filter(evening__date__gte=club.paid_before)
    columns = ("evening", "way", "settles__way", "cents", "with_earlier")
    ticks = _Ticks()
    for evening, way, settled_way, cents, is_mixed, *people in rows.values_list(
        *columns, *_columns("payer"), *_columns("payee")
    ):
        payer, payee = holders.of(*people[:4]), holders.of(*people[4:])
        payment = _made(way, settled_way, payer, payee, cents)
        made = [] if payment is None else [payment]
        ticks.made.setdefault(evening, []).extend(made)
        if way != PaymentWay.PAID:
            creditor = KITTY if way == PaymentWay.KITTY else payee
            owed = [Payment(creditor, payer, cents)] if creditor != payer else []
            ticks.carried.setdefault(evening, []).extend(owed)
        elif settled_way is not None:
            ticks.carried.setdefault(evening, []).extend(made)
        if is_mixed:
            ticks.with_earlier.add(evening)
    return ticks


def _won_at(evenings: Sequence[Evening], holders: _Holders) -> dict[int, dict[Holder, int]]:
    """Return everybody's balance at each of these evenings, in cents."""
    points: dict[int, dict[str, Points]] = {evening.pk: {} for evening in evenings}
    by_participant: dict[str, Holder] = {}
    scores = TableScore.objects.filter(sheet__evening__in=points).order_by("participant")
    columns = ("sheet__evening", "twelfths", *_columns("participant"))
    for evening, twelfths, participant, *who in scores.values_list(*columns):
        by_participant[str(participant)] = holders.of(participant, *who)
        own = points[evening].setdefault(str(participant), Points())
        points[evening][str(participant)] = own.and_also(Points(kassa=twelfths))
    settled = {evening.pk: settled_in_money(evening, points[evening.pk]) for evening in evenings}
    return {
        pk: {by_participant[participant]: cents for participant, cents in each.cents.items()}
        for pk, each in settled.items()
    }


@dataclass(frozen=True)
class PaymentPlan:
    """The payments due at an evening between its participants, and where they come from.

    The kitty that was not there is called `KITTY`.
    """

    suggested: Sequence[Payment] = ()  # before anything was ticked
    open: Sequence[Payment] = ()
    won: Mapping[str, int] = field(default_factory=dict)
    earlier: Mapping[str, int] = field(default_factory=dict)  # is taken along
    staying: Mapping[str, int] = field(default_factory=dict)  # cannot be paid among those who are there
    could_take_along: bool = False
    is_elsewhere: bool = False  # was taken along by a later evening
    is_past: bool = False  # all of it counts as paid

    @property
    def takes_along(self) -> bool:
        return bool(self.earlier)


def plan_at(
    evening: Evening,
    won: Mapping[str, int],
    participants: Mapping[Holder, str],
    made: Sequence[Payment],
    balance: ClubBalance,
    *,
    ended: bool,
    mixed: bool,
) -> PaymentPlan:
    """Return the payments due at an evening; the newest that has ended includes what was open before.

    `mixed`: something was paid there together with what was open before.
    """
    if not evening.cents_per_point:
        return PaymentPlan()
    made = [payment_between(payment, participants) for payment in made]
    own = PaymentPlan(payments(won), still_owed(won, made), won)
    if evening.club.paid_before is not None and evening.date < evening.club.paid_before:
        return PaymentPlan(won=won, is_past=True)
    if not (ended or mixed) or not balance.evenings:
        return own
    present = {*won, participants.get(KITTY, KITTY)}
    earlier = {
        participants.get(holder, holder): cents
        for holder, cents in balance.numbers(evening.currency, without=evening.pk).items()
    }
    mine = {person: cents for person, cents in earlier.items() if person in present}
    if (mine or mixed) and _is_newest(evening):
        if evening.without_earlier and not mixed:
            return PaymentPlan(own.suggested, own.open, won, could_take_along=True)
        together = {who: won.get(who, 0) + earlier.get(who, 0) for who in {**won, **earlier}}
        open_ = still_owed(together, made, present)
        unpaid = after_payments(after_payments(together, made), open_)
        return PaymentPlan(
            payments(payable(together, present)),
            open_,
            won,
            mine,
            {person: cents for person, cents in unpaid.items() if cents and person in present},
            could_take_along=True,
        )
    if balance.has(evening) and balance.was_paid_later(evening):
        return PaymentPlan(won=won, is_elsewhere=True)
    return own


def payment_between(payment: Payment, participants: Mapping[Holder, str]) -> Payment:
    """Return a payment with both people as participants of an evening, as far as they were there."""
    payer, payee = (participants.get(holder, holder) for holder in (payment.payer, payment.payee))
    return Payment(payer, payee, payment.cents)


def _is_newest(evening: Evening) -> bool:
    """Return whether no later evening with money has ended."""
    later = Q(date__gt=evening.date) | Q(date=evening.date, pk__gt=evening.pk)
    tables = Sheet.objects.filter(evening=OuterRef("pk"))
    ended = Evening.objects.played_in(evening.club).filter(
        ENDED, later, Exists(tables), cents_per_point__gt=0
    )
    return not ended.exists()
