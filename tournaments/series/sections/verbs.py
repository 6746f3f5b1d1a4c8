"""A tournament is given sections, and its people are divided into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_name
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Deed
from scoring.names import folded, tidy
from scoring.table.reasons import demand_reason
from tournaments.engine.sections import MOST_SECTIONS
from tournaments.entrants.verbs import seats_of
from tournaments.models import Entrant, Pulse, Stage, State, Tournament
from tournaments.rights import demand_open, directed, why_not

LONGEST_SECTION = 30
SEATED = (Stage.DRAFT, Stage.PUBLISHED, Stage.RUNNING)


@verb("set_sections")
def set_sections(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    tournament: Tournament,
    names: Sequence[str],
    together: bool,
) -> Tournament:
    """Name the sections, in their order; whoever was in one that goes is in none. No names, no sections.

    A section is known by its name; a name that is new takes the place of one that goes.
    """
    tournament = directed(tournament, actor)
    act.demand_nothing_newer()
    demand_open(tournament)
    names = [one for one in map(tidy, names) if one]
    _demand_names(names)
    before = tournament.terms
    numbers = _renumbered(before.sections, names)
    if len(names) != len(before.sections) or any(now != number for number, now in numbers.items()):
        _demand_between_rounds(tournament)
    _renumber(tournament, numbers)
    terms = replace(before, sections=tuple(names), together=together and bool(names))
    tournament.kept_terms = terms.as_json()
    tournament.save(update_fields=["kept_terms"])
    tournament.__dict__.pop("terms", None)
    Pulse.beat(tournament.pk)
    act.record(tournament.club, **_told(tournament), sections=names, together=terms.together)
    return tournament


def _renumbered(before: Sequence[str], names: Sequence[str]) -> dict[int, int]:
    """Return the number that each section has from now on; 0: it goes.

    >>> _renumbered(["A", "B", "C"], ["B", "C"]), _renumbered(["A", "B"], ["Stark", "B"])
    ({1: 0, 2: 1, 3: 2}, {1: 1, 2: 2})
    """
    left = {folded(name): number for number, name in enumerate(names, 1)}
    found = {number: left.pop(folded(one), 0) for number, one in enumerate(before, 1)}
    new = iter(left.values())
    return {number: now or next(new, 0) for number, now in found.items()}


def _renumber(tournament: Tournament, numbers: Mapping[int, int]) -> None:
    """Write down the sections of everybody, and of the tables of rounds, by their new numbers."""
    if all(now == number for number, now in numbers.items()):
        return
    people = list(tournament.entrants.filter(section__gt=0))
    for entrant in people:
        entrant.section = numbers.get(entrant.section, 0)
    Entrant.objects.bulk_update(people, ["section"])
    for round_ in tournament.rounds.filter(report__sections__isnull=False):
        round_.report["sections"] = [numbers.get(one, 0) for one in round_.report["sections"]]
        round_.save(update_fields=["report"])


def _demand_names(names: Sequence[str]) -> None:
    wrong = [told for name in names for told in problems_with_name(name, LONGEST_SECTION)]
    if len({folded(name) for name in names}) < len(names):
        wrong.append(_("Two sections have the same name."))
    if len(names) == 1:
        wrong.append(_("One section alone is none: please give at least two, or no name at all."))
    if len(names) > MOST_SECTIONS:
        wrong.append(_("At most %(most)d sections.") % {"most": MOST_SECTIONS})
    if wrong:
        raise Refused(names=wrong)


@verb("divide_people")
def divide_people(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    tournament: Tournament,
    sections: Mapping[int, int],
    seed: str = "",
    reason: str = "",
) -> Tournament:
    """Put people, by their entries, into sections by number; 0: into none.

    Once the tournament has begun, whoever changes section takes all results along, and there is a reason.
    """
    tournament = directed(tournament, actor)
    act.demand_nothing_newer()
    demand_open(tournament)
    count = len(tournament.terms.sections)
    if not count or any(not 0 <= number <= count for number in sections.values()):
        raise Refused(form=[_("The sections have changed in the meantime. Please look again.")])
    moved = [
        (entrant, sections[entrant.pk])
        for entrant in tournament.entrants.filter(pk__in=sections).order_by("number")
        if entrant.section != sections[entrant.pk]
    ]
    for_reason = _needs_reason(tournament, [entrant for entrant, _number in moved])
    reason = demand_reason(reason) if for_reason else ""
    before = [[entrant.pk, entrant.section, number] for entrant, number in moved]
    _move(tournament, moved)
    act.record(
        tournament.club,
        **_told(tournament),
        **_who(tournament, moved),
        moved=before,
        seed=seed,
        for_reason=for_reason,
        reason=reason,
    )
    return tournament


@verb("undo_dividing")
def undo_dividing(act: PendingDeed, *, actor: Account, deed: UUID, tournament: Tournament) -> Tournament:
    """Put everybody back where they were before people were divided the last time."""
    tournament = directed(tournament, actor)
    demand_open(tournament)
    last = last_divided(tournament)
    if last is None:
        raise Refused(form=[_("This has already been undone.")])
    moved = {entrant: (before, now) for entrant, before, now in last.details["moved"]}
    people = list(tournament.entrants.filter(pk__in=moved))
    if any(entrant.section != moved[entrant.pk][1] for entrant in people):
        raise Refused(form=[_("The sections have changed in the meantime. Please look again.")])
    back = [(entrant, moved[entrant.pk][0]) for entrant in people]
    _needs_reason(tournament, people)
    _move(tournament, back)
    act.record(tournament.club, **_told(tournament), **_who(tournament, back), undone=str(last.pk))
    return tournament


def last_divided(tournament: Tournament) -> Deed | None:
    """Return how people were divided the last time, unless it was taken back or other sections were named."""
    deeds = Deed.objects.filter(
        club=tournament.club_id,
        verb__in=("divide_people", "undo_dividing", "set_sections"),
        details__tournament=tournament.pk,
    ).order_by("-at", "-pk")
    last = deeds.first()
    return last if last is not None and last.verb == "divide_people" and last.details["moved"] else None


def _move(tournament: Tournament, moved: Sequence[tuple[Entrant, int]]) -> None:
    for entrant, number in moved:
        entrant.section = number
    Entrant.objects.bulk_update([entrant for entrant, _number in moved], ["section"])
    Pulse.beat(tournament.pk)


def _needs_reason(tournament: Tournament, moved: Iterable[Entrant]) -> bool:
    """Return whether somebody of them has played; refused for whoever has a seat just now."""
    seated = seats_of(tournament)
    found = [
        table
        for entrant in moved
        for table in seated.get(str(entrant.participant_id), ())
        if not entrant.house
    ]
    for table in found:
        if table.round.stage in SEATED:
            told = {"number": table.round.number}
            if table.round.stage == Stage.RUNNING:
                raise Refused(
                    form=[_("Round %(number)d is running. Sections change between the rounds.") % told]
                )
            said = _("Round %(number)d is drawn. Please discard the draw first, then change the sections.")
            raise Refused(form=[said % told])
    return tournament.state != State.PLANNED and bool(found)


def _demand_between_rounds(tournament: Tournament) -> None:
    for round_ in tournament.rounds.filter(stage__in=SEATED).order_by("number"):
        round_.tournament = tournament
        raise Refused(form=[why_not("", round_), _("Sections are added and removed between the rounds.")])


def _told(tournament: Tournament) -> dict[str, Any]:
    return {"tournament": tournament.pk, "title": tournament.title}


def _who(tournament: Tournament, moved: Iterable[tuple[Entrant, int]]) -> dict[str, Any]:
    names, sections = tournament.evening.names(), ("", *tournament.terms.sections)
    pairs = [(names[str(entrant.participant_id)], sections[number]) for entrant, number in moved]
    return {"names": [name for name, _into in pairs], "into": [into for _name, into in pairs]}
