"""The guests of a club, and what becomes of the standings when one of them is a member."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Sum

from scoring.engine.result import Amount, exact, from_twelfths
from scoring.models import TAKEN_BACK, Club, Member, OldAmount, OldPerson, Participant, TableScore
from scoring.names import folded, sorting
from scoring.season.pages.season import (
    Name,
    Period,
    Season,
    SeasonScore,
    SeasonStanding,
    ranked,
    standings_of,
)


class Guest(NamedTuple):
    """Everybody who was called so, as one; withdrawn old sheets name them, and are no evenings of theirs."""

    name: str  # as it was typed last
    pk: int  # of the last evening
    evenings: int
    hands: int
    last: date


def guests_of(club: Club, words: str = "") -> list[Guest]:
    """Return the guests of a club by name; one query, however many there are."""
    there = Participant.objects.filter(evening__club=club, member=None, key__contains=folded(words))
    found: dict[str, Guest] = {}
    columns = ("pk", "guest", "key", "evening__date", "evening__occasion", "hands")
    rows = there.annotate(hands=Sum("scores__hands", default=0)).order_by("evening__date", "pk")
    for pk, name, key, day, occasion, hands in rows.values_list(*columns):
        before, counts = found.get(key, Guest("", 0, 0, 0, day)), occasion != TAKEN_BACK
        evenings, played = before.evenings + counts, before.hands + counts * hands
        found[key] = Guest(name, pk, evenings, played, day)
    return sorted(found.values(), key=lambda guest: sorting(guest.name))


@dataclass(frozen=True)
class Attended:
    """One evening of somebody."""

    participant: int
    name: str
    evening: int
    date: date
    place: str
    tables: tuple[str, ...]  # at which they have played
    hands: int
    points: Amount
    schrift: Amount
    cents: Fraction
    currency: str
    in_season: bool  # only what the club's own evenings were
    is_withdrawn: bool  # with the old sheets it came from

    @property
    def key(self) -> str:
        return str(self.participant)


def attended(participants: Collection[int]) -> list[Attended]:
    """Return where these were guests, the newest first; two queries."""
    played: dict[int, list[str]] = {}
    at_tables = TableScore.objects.filter(participant__in=participants, hands__gt=0).order_by("sheet")
    for pk, table in at_tables.values_list("participant_id", "sheet__name"):
        played.setdefault(pk, []).append(table)
    found = Participant.objects.filter(pk__in=participants).select_related("evening", "member")
    found = found.annotate(
        hands=Sum("scores__hands", default=0),
        twelfths=Sum("scores__twelfths", default=0),
        schrift=Sum("scores__schrift_twelfths", default=0),
    )
    return [
        Attended(
            participant=guest.pk,
            name=guest.guest if guest.member is None else guest.member.name,
            evening=guest.evening_id,
            date=guest.evening.date,
            place=guest.evening.place,
            tables=tuple(played.get(guest.pk, ())),
            hands=guest.hands,
            points=from_twelfths(guest.twelfths),
            schrift=from_twelfths(guest.schrift),
            cents=Fraction(guest.twelfths * guest.evening.cents_per_point, 12),
            currency=guest.evening.currency,
            in_season=guest.evening.is_of_the_club,
            is_withdrawn=guest.evening.occasion == TAKEN_BACK,
        )
        for guest in found.order_by("-evening__date", "-pk")
    ]


def called_like(participant: Participant) -> list[Attended]:
    """Return every evening of the club with a guest of this name."""
    same = Participant.objects.filter(
        evening__club=participant.evening.club_id, member=None, key=participant.key
    )
    return attended(list(same.values_list("pk", flat=True)))


class StandingChange(NamedTuple):
    """Somebody in the standings of all evenings, before and after; None: not there."""

    name: str
    guest: bool
    before: SeasonStanding | None
    after: SeasonStanding | None


@dataclass(frozen=True)
class GuestPreview:
    """What it means that the guest of these evenings is a member."""

    name: str
    member: Member | None  # None: a new one
    taken: tuple[Attended, ...]
    left_out: tuple[Attended, ...]  # at these evenings the member was there already
    changes: tuple[StandingChange, ...]


def previewed(club: Club, chosen: Sequence[Attended], member: Member | None, name: str) -> GuestPreview:
    """Return what becomes of the standings; the evenings may be those of several spellings."""
    there: set[int] = set()
    if member is not None:
        there = set(member.participations.values_list("evening", flat=True))
    taken = tuple(attended for attended in chosen if attended.evening not in there)
    left_out = tuple(attended for attended in chosen if attended.evening in there)
    return GuestPreview(name, member, taken, left_out, tuple(_changes(club, taken, member, name)))


def _changes(
    club: Club, taken: Sequence[Attended], member: Member | None, name: str
) -> Iterable[StandingChange]:
    before = standings_of(Season(club, Period(), tables=True))
    pk = member.pk if member is not None else 0  # a number that no member has
    members = {season_standing.member: season_standing for season_standing in before.members}
    scores = {season_standing.member: _named(season_standing) for season_standing in before.members}
    mine = members.get(pk)
    if score := _sum(mine.score if mine else None, taken, 1):
        scores[pk] = (Name(name, sorting(name)), pk, score)
    after = {season_standing.member: season_standing for season_standing in ranked(scores.values())}
    yield StandingChange(name, guest=False, before=mine, after=after.get(pk))
    guests = {folded(season_standing.name): season_standing for season_standing in before.guests}
    left = {key: _named(season_standing) for key, season_standing in guests.items()}
    for key in dict.fromkeys(folded(attended.name) for attended in taken):
        if key in guests:
            gone = [attended for attended in taken if folded(attended.name) == key]
            remains = _sum(guests[key].score, gone, -1)
            left.pop(key)
            if remains:
                left[key] = (_named(guests[key])[0], None, remains)
    then = {folded(season_standing.name): season_standing for season_standing in ranked(left.values())}
    for key in dict.fromkeys(folded(attended.name) for attended in taken):
        if key in guests:
            yield StandingChange(guests[key].name, guest=True, before=guests[key], after=then.get(key))


def _named(one: SeasonStanding) -> tuple[Name, int | None, SeasonScore]:
    return Name(one.name, one.sorting), one.member, one.score


def _sum(score: SeasonScore | None, evenings: Iterable[Attended], sign: int) -> SeasonScore | None:
    """Return the score with these evenings more, or less, as far as they count; None if no hand remains."""
    played = [attended for attended in evenings if attended.hands and attended.in_season]
    before = score or SeasonScore(0, 0, 0, 0, {})
    money = dict(before.money)
    for attended in played:
        money[attended.currency] = money.get(attended.currency, Fraction(0)) + sign * attended.cents
    hands = before.hands + sign * sum(attended.hands for attended in played)
    if not hands:
        return None
    return SeasonScore(
        evenings=before.evenings + sign * len(played),
        hands=hands,
        points=exact(Fraction(before.points + sign * sum(attended.points for attended in played))),
        schrift=exact(Fraction(before.schrift + sign * sum(attended.schrift for attended in played))),
        money=money,
    )


# Guests on old sheets of amounts, and what becomes of their sums


def only_on_old_sheets(club: Club, words: str = "") -> list[dict[str, Any]]:
    """Return the guests who are on old sheets that count, and at no evening, by name; one query.

    Whoever is called the same is one.
    """
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
    return sorted(map(dict, found), key=lambda guest: sorting(guest["name"]))


class OldChange(NamedTuple):
    """What becomes of the sums of amounts when a guest is a member."""

    taken: list[int]  # as whom the guest goes over
    days: list[date]
    left_out: list[date]  # on these sheets the member stands already
    before: Amount
    after: Amount


def changed_by_joining(guest: OldPerson, member: Member | None) -> OldChange:
    """Return what becomes of everybody called like the guest, in old sheets that count or not."""
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
