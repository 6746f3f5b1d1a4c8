"""All wishes of a tournament, and what people wrote when they registered by themselves."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.names import sorting
from tournaments.draw.wishes import told_of, wishes_of
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class NotedWish:
    """A wish in words."""

    pk: int
    told: str


@dataclass(frozen=True, slots=True)
class WrittenWish:
    """What somebody wrote who registered by themselves."""

    entrant: int
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class WishList:
    """What is on the page; five queries."""

    noted: tuple[NotedWish, ...]
    written: tuple[WrittenWish, ...]
    people: tuple[tuple[str, str], ...]  # who can be chosen, by name


def wish_list(tournament: Tournament) -> WishList:
    """Return the wishes of everybody who plays."""
    names = tournament.evening.names()
    noted = [NotedWish(wish.pk, told_of(wish, names)) for wish in wishes_of(tournament)]
    signups = tournament.signups.exclude(words="").filter(entrant__withdrawn_at=None)
    written = [
        WrittenWish(signup.entrant.pk, names[str(signup.entrant.participant_id)], signup.words)
        for signup in signups.select_related("entrant")
        if signup.entrant is not None
    ]
    people = [
        (str(entrant.pk), names[str(entrant.participant_id)])
        for entrant in tournament.entrants.filter(withdrawn_at=None)
    ]
    return WishList(
        tuple(sorted(noted, key=lambda one: sorting(one.told))),
        tuple(sorted(written, key=lambda one: sorting(one.name))),
        tuple(sorted(people, key=lambda one: sorting(one[1]))),
    )
