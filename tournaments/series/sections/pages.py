"""What the page of sections shows: who is where, and what people can be divided by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.names import sorting
from tournaments.draw.pages.drawing import standing_of
from tournaments.engine.sections import best_together, divided_by_lot, equally_strong
from tournaments.models import Entrant, GroupMember, Round, Series, Tournament
from tournaments.series.asking import with_what_is_in_use
from tournaments.series.pages import shown_series

LOT, EVEN, BEST, GROUPS = "lot", "even", "best", "groups"  # the ways
LIST, STANDINGS = "list", "standings"  # what says who is stronger, beside series


@dataclass(frozen=True, slots=True)
class SectionedPerson:
    """Somebody on the list, and in which section."""

    entrant: int
    name: str
    section: int
    is_house: bool


@dataclass(frozen=True, slots=True)
class SectionCount:
    """A section, and how many are in it."""

    number: int
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class SectionsShown:
    """The sections of a tournament with its people."""

    sections: tuple[SectionCount, ...]
    people: tuple[SectionedPerson, ...]  # by name, those in no section first

    @property
    def nowhere(self) -> tuple[SectionedPerson, ...]:
        return tuple(person for person in self.people if not person.section and not person.is_house)


def sections_shown(tournament: Tournament) -> SectionsShown:
    """Return who is in which section; two queries."""
    names = tournament.evening.names()
    people = sorted(
        (
            SectionedPerson(entrant.pk, names[str(entrant.participant_id)], entrant.section, entrant.house)
            for entrant in tournament.entrants.filter(withdrawn_at=None)
        ),
        key=lambda one: (one.section > 0, one.is_house, sorting(one.name), one.entrant),
    )
    counts = [0] * (len(tournament.terms.sections) + 1)
    for one in people:
        counts[one.section] += not one.is_house
    sections = enumerate(tournament.terms.sections, 1)
    return SectionsShown(
        tuple(SectionCount(number, name, counts[number]) for number, name in sections), tuple(people)
    )


def orders_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Return what can say who is stronger, with its name."""
    found = []
    if tournament.rounds.filter(stage="closed").exists():
        found.append((STANDINGS, _("the standings of this tournament so far")))
    series = Series.objects.filter(club=tournament.club).order_by("title", "pk")
    found += [
        (str(pk), _("the series “%(title)s”") % {"title": title})
        for pk, title in series.values_list("pk", "title")
    ]
    return [*found, (LIST, _("the list of players: the first is the strongest"))]


def groups_to_choose(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the club's groups."""
    return [(str(pk), name) for pk, name in tournament.club.groups.values_list("pk", "name")]


def divided(
    tournament: Tournament, way: str, *, seed: str, order: str, groups: Mapping[int, int]
) -> dict[int, int]:
    """Return the section of everybody who plays, by entry, if they are divided in this way."""
    playing = tournament.entrants.filter(withdrawn_at=None, house=False).order_by("number")
    entrants = list(playing.select_related("participant"))
    count = len(tournament.terms.sections)
    if way == GROUPS:
        return _by_groups(entrants, groups)
    if way == LOT:
        found = divided_by_lot(entrants, count, seed)
    else:
        ordered = _strongest_first(tournament, entrants, order)
        found = {EVEN: equally_strong, BEST: best_together}[way](ordered, count)
    return {entrant.pk: number for number, people in enumerate(found, 1) for entrant in people}


def _by_groups(entrants: Sequence[Entrant], groups: Mapping[int, int]) -> dict[int, int]:
    """Whoever is in several of the groups is in the first section of them; guests are in no group."""
    members: dict[int, set[int]] = {}
    for group, member in GroupMember.objects.filter(group__in=groups.values()).values_list("group", "member"):
        members.setdefault(group, set()).add(member)
    others = next((number for number, group in groups.items() if not group), 0)

    def section(one: Entrant) -> int:
        member = one.participant.member_id
        mine = (number for number, group in groups.items() if member in members.get(group, ()))
        return next(mine, others)

    return {entrant.pk: section(entrant) for entrant in entrants}


def _strongest_first(tournament: Tournament, entrants: Sequence[Entrant], order: str) -> list[Entrant]:
    """Return them in the order of a list; whoever is not in it comes after all others."""
    ranks: Mapping[str, int] = {}
    if order == STANDINGS:
        last = tournament.rounds.count()
        ranks = standing_of(Round(tournament=tournament, number=last + 1))
        return sorted(entrants, key=lambda one: ranks.get(str(one.participant_id), len(ranks) + 1))
    if order.isdecimal():
        found = with_what_is_in_use(Series.objects.filter(club=tournament.club, pk=order)).first()
        if found is not None:
            found.club = tournament.club
            shown = shown_series(found)
            ranks = {row.place.person: number for number, row in enumerate((*shown.rows, *shown.below))}
    return sorted(entrants, key=lambda one: ranks.get(f"m{one.participant.member_id}", len(ranks)))
