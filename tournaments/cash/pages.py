"""The money of the day: fees in, prizes out, and what is left, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.engine.money import money_in_words
from scoring.engine.naming import Names
from scoring.models import Evening
from scoring.names import sorting
from scoring.web.language import current_language
from tournaments.models import Attendance, Prize, Tournament


@dataclass(frozen=True, slots=True)
class Fee:
    """What one person owes for one round, and what was paid."""

    name: str
    cents: int | None  # paid; None: nothing yet
    owed: int  # whether paid or not
    is_here: bool = True


@dataclass(frozen=True, slots=True)
class FeesOfRound:
    """What came in for one round."""

    round: int
    fees: tuple[Fee, ...]  # by name
    currency: str

    @property
    def cents(self) -> int:
        return sum(one.cents or 0 for one in self.fees)

    @property
    def payers(self) -> int:
        return sum(one.cents is not None for one in self.fees)

    @property
    def open(self) -> tuple[Fee, ...]:
        """Is there and has not paid."""
        return tuple(one for one in self.fees if one.cents is None and one.owed)

    @property
    def too_much(self) -> tuple[Fee, ...]:
        """Has paid and was not there."""
        return tuple(one for one in self.fees if one.cents is not None and not one.is_here)

    @property
    def money(self) -> str:
        return money_in_words(self.cents, self.currency, current_language())


@dataclass(frozen=True, slots=True)
class Fees:
    """The entry fees of a tournament: per round, in all, and what is open."""

    fee: int  # in cents, for every player and round
    currency: str
    rounds: tuple[FeesOfRound, ...]

    @property
    def cents(self) -> int:
        return sum(one.cents for one in self.rounds)

    @property
    def open_cents(self) -> int:
        return sum(fee.owed for one in self.rounds for fee in one.open)

    @property
    def money(self) -> str:
        """What is in the till."""
        return money_in_words(self.cents, self.currency, current_language())

    @property
    def open_money(self) -> str:
        return money_in_words(self.open_cents, self.currency, current_language())

    @property
    def is_empty(self) -> bool:
        """Nothing is asked, and nothing came in."""
        return not self.fee and not self.cents


def fees_of(tournament: Tournament, names: Names | None = None) -> Fees:
    """Who was there owes the fee of the terms, house players do not; three queries, or two."""
    evening: Evening = tournament.evening
    names = evening.names() if names is None else names
    found: dict[int, list[Fee]] = {}
    attendances = Attendance.objects.filter(round__tournament=tournament).order_by("pk")
    for one in attendances.select_related("entrant"):
        is_here = one.checked_in_at is not None
        owed = tournament.terms.fee if is_here and not one.entrant.house else 0
        if owed or one.paid is not None:
            fee = Fee(names[str(one.entrant.participant_id)], one.paid, owed, is_here)
            found.setdefault(one.round_id, []).append(fee)
    rounds = tournament.rounds.order_by("number")
    by_name = {pk: tuple(sorted(fees, key=lambda fee: sorting(fee.name))) for pk, fees in found.items()}
    return Fees(
        fee=tournament.terms.fee,
        currency=evening.currency,
        rounds=tuple(FeesOfRound(one.number, by_name.get(one.pk, ()), evening.currency) for one in rounds),
    )


@dataclass(frozen=True, slots=True)
class PaidPrize:
    """A prize that is money or cost something."""

    name: str
    cents: int
    to: str  # empty: nobody has it yet


@dataclass(frozen=True)
class Money:
    """Of one round, or (no number) of prizes for the whole tournament."""

    number: int | None
    currency: str
    fees: tuple[Fee, ...]
    prizes: tuple[PaidPrize, ...]
    in_kind: tuple[tuple[str, str], ...] = ()  # prizes without an amount that were given, and to whom

    @property
    def title(self) -> str:
        return _("Overall") if self.number is None else _("Round %(number)d") % {"number": self.number}

    @property
    def fees_in(self) -> int:
        return sum(one.cents or 0 for one in self.fees)

    @property
    def paid(self) -> int:
        return sum(one.cents is not None for one in self.fees)

    @property
    def unpaid(self) -> tuple[Fee, ...]:
        return tuple(one for one in self.fees if one.cents is None and one.owed)

    @property
    def open(self) -> int:
        return sum(one.owed for one in self.unpaid)

    @property
    def given(self) -> tuple[PaidPrize, ...]:
        return tuple(one for one in self.prizes if one.to)

    @property
    def out(self) -> int:
        return sum(one.cents for one in self.given)

    @property
    def still_there(self) -> int:
        """The amounts of prizes that nobody has yet."""
        return sum(one.cents for one in self.prizes if not one.to)

    @property
    def result(self) -> int:
        return self.fees_in - self.out

    def in_words(self, cents: int) -> str:
        return money_in_words(cents, self.currency, current_language())


@dataclass(frozen=True)
class DaySheet:
    """All rounds of the tournament."""

    rounds: tuple[Money, ...]
    currency: str

    @cached_property
    def sum(self) -> Money:
        """Everything together."""
        fees = tuple(fee for one in self.rounds for fee in one.fees)
        prizes = tuple(prize for one in self.rounds for prize in one.prizes)
        return Money(None, self.currency, fees, prizes)


def money_of(tournament: Tournament) -> DaySheet:
    """Four queries, however many rounds."""
    evening: Evening = tournament.evening
    names = evening.names()
    fees = fees_of(tournament, names)
    prizes: dict[int | None, list[PaidPrize]] = {}
    in_kind: dict[int | None, list[tuple[str, str]]] = {}
    kept = Prize.objects.filter(tournament=tournament, removed_at=None).order_by("position")
    for prize in kept.select_related("taken_by", "round"):
        number = prize.round.number if prize.round is not None else None
        to = names[str(prize.taken_by.participant_id)] if prize.taken_by is not None else ""
        if prize.cents is not None:
            prizes.setdefault(number, []).append(PaidPrize(prize.name, prize.cents, to))
        elif to:
            in_kind.setdefault(number, []).append((prize.name, to))
    of_rounds: list[tuple[int | None, tuple[Fee, ...]]] = [(one.round, one.fees) for one in fees.rounds]
    if None in prizes or None in in_kind:
        of_rounds.append((None, ()))
    rounds = tuple(
        Money(number, evening.currency, paid, tuple(prizes.get(number, ())), tuple(in_kind.get(number, ())))
        for number, paid in of_rounds
    )
    return DaySheet(rounds, evening.currency)
