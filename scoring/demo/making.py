"""The club founded and its season played, one evening after the other; then what else it has to show.

An evening is one transaction. Whoever is interrupted leaves whole evenings behind and goes on with the next:
seed and day of the season stand in the deed that founded the club, and every id follows from them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.accounts.rights import locked
from scoring.accounts.verbs.clubs import ClubTerms, new_club
from scoring.accounts.verbs.members import add_members
from scoring.capability import InventedPast, capabilities
from scoring.deeds import PendingDeed, atomic_with_retry
from scoring.demo.season import Plan, members, season
from scoring.demo.writing import Pen
from scoring.models import Account, Club, Deed

# One demonstration club at a time: two founded at the same moment meet here.
FOUNDED = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0002")


class Progress(NamedTuple):
    """How many evenings there are, and how many there will be; whatever else is shown counts as one."""

    done: int
    of: int

    @property
    def complete(self) -> bool:
        return self.done >= self.of


def the_club() -> Club | None:
    """Return the demonstration club of this installation, if there is one."""
    return Club.objects.filter(demonstration=True).first()


@atomic_with_retry
def found(*, actor: Account, seed: int, until: date) -> Club:
    """Found the club with its members; `go_on` plays the evenings.

    Founded again, it is the one that is there.
    """
    act = PendingDeed(FOUNDED, actor, "found_demonstration")
    if (before := act.done()) is not None:
        assert before.club is not None
        return before.club
    terms = ClubTerms(
        name=_("Demonstration club"),
        currency="EUR",
        cents_per_point=10,
        language="en" if get_language() == "en" else "de",
        default_rules="standard",
    )
    club = new_club(terms, actor, demonstration=True)
    act.record(club, name=club.name, seed=seed, until=str(until))
    add_members(actor=actor, deed=_id(club, "members"), club=club, names=members(actor.name))
    return club


class _Season(NamedTuple):
    """What the deed that founded the club says of it."""

    club: Club
    deed: Deed

    @property
    def plans(self) -> list[Plan]:
        until = date.fromisoformat(self.deed.details["until"])
        return season(self.deed.details["seed"], until, owner=self.owner.name)

    @property
    def last_evening(self) -> datetime:
        return datetime.fromisoformat(self.deed.details["until"])

    @property
    def owner(self) -> Account:
        assert self.deed.account is not None
        return self.deed.account


def _further() -> list[Callable[[InventedPast], None]]:
    """Return what other capabilities have to show in the club."""
    return [further for capability in capabilities() for further in capability.demonstrated]


def _season_of(club: Club) -> _Season | None:
    deed = Deed.objects.select_related("account").filter(pk=FOUNDED, club=club).first()
    return None if deed is None else _Season(club, deed)


def progress(club: Club) -> Progress:
    """Return how far the season is; an evening is there with everything that belongs to it, or not at all."""
    whole = _season_of(club)
    if whole is None:  # nothing says what was to be played
        return Progress(0, 0)
    evenings = len(whole.plans) + len(_further())
    begun = [_id(club, number, "evening") for number in range(evenings)]
    return Progress(Deed.objects.filter(pk__in=begun).count(), evenings)


def go_on(club: Club) -> Progress:
    """One evening more, or none if all have been played."""
    with transaction.atomic():
        club = locked(club)
        done, of = before = progress(club)
        whole = _season_of(club)
        if before.complete or whole is None:
            return before
        pen = Pen(
            club=club,
            owner=whole.owner,
            seed=f"{whole.deed.details['seed']} {done}",
            id_of=lambda *what: _id(club, done, *what),
            at=whole.deed.at,
        )
        if done < len(whole.plans):
            pen.write(whole.plans[done])
        else:
            pen.at = whole.last_evening
            _further()[done - len(whole.plans)](pen)
    return Progress(done + 1, of)


def _id(club: Club, *what: object) -> UUID:
    return uuid5(FOUNDED, " ".join(map(str, (club.pk, *what))))
