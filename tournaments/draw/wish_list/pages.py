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
    noted = [NotedWish(one.pk, told_of(one, names)) for one in wishes_of(tournament)]
    signups = tournament.signups.exclude(words="").filter(entrant__withdrawn_at=None)
    written = [
        WrittenWish(one.entrant.pk, names[str(one.entrant.participant_id)], one.words)
        for one in signups.select_related("entrant")
        if one.entrant is not None
    ]
    people = [
        (str(one.pk), names[str(one.participant_id)]) for one in tournament.entrants.filter(withdrawn_at=None)
    ]
    return WishList(
        tuple(sorted(noted, key=lambda one: sorting(one.told))),
        tuple(sorted(written, key=lambda one: sorting(one.name))),
        tuple(sorted(people, key=lambda one: sorting(one[1]))),
    )
