"""The money of the day: fees in, prizes out, and what is left, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.chronicle import current_language
from scoring.engine.money import money_in_words
from scoring.models import Evening
from scoring.names import sorting
from tournaments.models import Attendance, Prize, Tournament


@dataclass(frozen=True, slots=True)
class Fee:
    """What one person owes for one round, and what was paid."""

    name: str
    cents: int | None  # paid; None: nothing yet
    owed: int


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
    """Who was there owes the fee of the terms; house players do not, unless they have paid."""
    evening: Evening = tournament.evening
    names = evening.names()
    attendances = (
        Attendance.objects.filter(round__tournament=tournament).order_by("pk").select_related("entrant")
    )
    fees: dict[int, list[Fee]] = {}
    for one in attendances:
        if one.checked_in_at is None and one.paid is None:
            continue
        owed = 0 if one.entrant.house or one.checked_in_at is None else tournament.terms.fee
        if owed or one.paid is not None:
            fee = Fee(names[str(one.entrant.participant_id)], one.paid, owed)
            fees.setdefault(one.round_id, []).append(fee)
    kept = Prize.objects.filter(tournament=tournament, removed_at=None, cents__isnull=False)
    prizes: dict[int | None, list[PaidPrize]] = {}
    for prize in kept.select_related("taken_by").order_by("position"):
        to = names[str(prize.taken_by.participant_id)] if prize.taken_by is not None else ""
        prizes.setdefault(prize.round_id, []).append(PaidPrize(prize.name, prize.cents or 0, to))
    rounds = [
        Money(
            one.number,
            evening.currency,
            tuple(sorted(fees.get(one.pk, ()), key=lambda fee: sorting(fee.name))),
            tuple(prizes.get(one.pk, ())),
        )
        for one in tournament.rounds.order_by("number")
    ]
    if None in prizes:
        rounds.append(Money(None, evening.currency, (), tuple(prizes[None])))
    return DaySheet(tuple(rounds), evening.currency)
