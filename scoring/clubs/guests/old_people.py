"""Guests who stand on old sheets of amounts, and what becomes of their sums."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Sum

from scoring.engine.result import Amount, exact
from scoring.models import (
    Club,
    Member,
    OldAmount,
    OldPerson,
    Participant,
)
from scoring.names import folded, sorting


class OldGuest(NamedTuple):
    """Somebody on sheets of amounts that count, at no evening; whoever is called the same is one."""

    name: str
    person: int
    sheets: int
    last: date


def only_on_old_sheets(club: Club, words: str = "") -> list[OldGuest]:
    """By name; one query."""
    seated = Participant.objects.filter(evening__club=club, member=None, key=OuterRef("key"))
    counting = OldPerson.objects.filter(batch__club=club, batch__withdrawn_at=None, member=None)
    people = counting.filter(~Exists(seated))
    found = (
        people.filter(key__contains=folded(words))
        .order_by()
        .values("key")
        .annotate(
            name=Max("guest"),
            person=Max("pk"),
            sheets=Count("amounts__line__sheet", distinct=True),
            last=Max("amounts__line__sheet__date"),
        )
    )
    guests = [OldGuest(one["name"], one["person"], one["sheets"], one["last"]) for one in found]
    return sorted(guests, key=lambda one: sorting(one.name))


class OldChange(NamedTuple):
    """What becomes of the sums of amounts when a guest is a member."""

    taken: list[int]  # as whom the guest goes over
    days: list[date]
    left_out: list[date]  # on these sheets the member stands already
    before: Amount
    after: Amount


def changed_by_joining(guest: OldPerson, member: Member | None) -> OldChange:
    """Everybody called like the guest, in old sheets that count or not; five queries at most."""
    same = OldPerson.objects.filter(batch__club=guest.batch.club_id, member=None, key=guest.key)
    there = set() if member is None else set(member.old_people.values_list("batch", flat=True))
    taken: list[int] = []
    left: list[int] = []
    for pk, batch in same.order_by("pk").values_list("pk", "batch"):
        (left if batch in there else taken).append(pk)
    before = Fraction(0) if member is None else _sum_of(list(member.old_people.values_list("pk", flat=True)))
    return OldChange(
        taken,
        days_on_old_sheets(taken),
        days_on_old_sheets(left),
        exact(before),
        exact(before + _sum_of(taken)),
    )


def _sum_of(people: Collection[int]) -> Fraction:
    amounts = OldAmount.objects.filter(person__in=people, line__sheet__batch__withdrawn_at=None)
    return Fraction(amounts.aggregate(all=Sum("twelfths"))["all"] or 0, 12)


def days_on_old_sheets(people: Collection[int]) -> list[date]:
    """Return the evenings on which these have amounts."""
    amounts = OldAmount.objects.filter(person__in=people).order_by("line__sheet__date")
    return list(amounts.values_list("line__sheet__date", flat=True).distinct())
