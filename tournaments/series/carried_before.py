"""Points that finals carried into other series before version 2, stored there once as a list."""

from fractions import Fraction
from itertools import chain, count
from typing import Any

from django.db import transaction
from django.db.models import Q

from scoring.engine.result import Amount, exact
from scoring.names import folded
from tournaments.engine.finals import carried, cut
from tournaments.engine.ladders import LADDERS, EventOutcome, LadderChoice, SharedPlace, table_of
from tournaments.models import Counted, Line, PeopleList, Series, Tournament
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.series.points import SeriesPerson, person_key
from tournaments.series.standing import SeriesStanding, standing_of

BY_PLACE = "qualification"  # the ladder by which places were worth points in a final


def freeze_carried() -> None:
    """Store points that finals carried into other series as lists there, once."""
    with transaction.atomic():
        for source in Series.objects.select_related("club", "final").order_by("made_at", "pk"):
            former_terms = source.kept_terms.get("final_before", {})
            if former_terms.get("added_up") is None:
                continue
            if former_terms["carry"] != "none":
                _freeze(source, former_terms)
            former_terms["added_up"] = None
            source.save(update_fields=["kept_terms"])


def _freeze(source: Series, former_terms: dict[str, Any]) -> None:
    stands, final = standing_of(source), source.final
    playing, called = _playing(stands, former_terms), former_terms.get("called_there", {})
    guests = set() if final is None else {*final.entrants.values_list("participant__guest", flat=True)}
    taken = {folded(title) for title in source.club.lists.filter(date=None).values_list("title", flat=True)}
    title = f"{source.title} → {source.final}"
    numbered = (f"{title[: LONGEST_TITLE - 6]} ({number})" for number in count(2))
    free = next(name for name in chain([title[:LONGEST_TITLE]], numbered) if folded(name) not in taken)
    frozen = PeopleList.objects.create(club=source.club, title=free)
    for index, place in enumerate(stands.standings.places):
        name = stands.people.names[place.person]
        member = int(place.person[1:]) if place.person[0] == "m" else None
        name = name if member else called.get(name, name)
        if place.person in playing and (member or name in guests):
            points = str(_points(stands, index, former_terms))
            Line.objects.create(list=frozen, name=name, member_id=member, kept_points=points)
    Counted.objects.create(series_id=former_terms["added_up"], use=Counted.Use.SEEDS, list=frozen)


def _playing(stands: SeriesStanding, former_terms: dict[str, Any]) -> set[SeriesPerson]:
    """Return the finalists as of then: the first overall, or of each section."""
    sections = _sections(stands) if former_terms.get("each_section") else {}
    places, names = stands.standings.places, [*sorted({*sections.values()})]
    parts = [[place for place in places if sections.get(place.person) == name] for name in names or (None,)]
    return {
        place.person
        for part in parts
        for place in cut(part, stands.series.finalists, stands.declined).playing
    }


def _sections(stands: SeriesStanding) -> dict[SeriesPerson, str]:
    """Return everybody's section by name: that in the newest event with sections."""
    events = stands.series.counted.counting().filter(use=Counted.Use.EVENT)
    counts = Q(in_series__in=events) | Q(rounds__in_series__in=events)
    sections: dict[SeriesPerson, str] = {}
    for tournament in Tournament.objects.filter(counts).order_by("evening__date", "pk").distinct():
        names = tournament.terms.sections
        entrants = tournament.entrants.filter(section__gt=0, house=False).order_by("pk")
        rows = entrants.values_list("section", "participant", "participant__member")
        for section, participant, member in rows if names else ():
            who = person_key(member, participant)
            name = stands.people.names.get(who)
            sections[who] = names[section - 1]
            if name is not None and member is None:
                sections[stands.people.called(name)] = names[section - 1]
    return sections


def _points(stands: SeriesStanding, index: int, former_terms: dict[str, Any]) -> Amount:
    places = stands.standings.places
    place, ranks = places[index], [each.rank for each in places]
    if former_terms["carry"] != "ladder":
        return carried(place.points, stands.series.carried)
    shared = SharedPlace(place.rank or 0, ranks.index(place.rank) + 1, ranks.count(place.rank))
    table = tuple(exact(Fraction(points)) for points in former_terms["table"])
    choice = LadderChoice(table_of(BY_PLACE, table))
    return LADDERS[BY_PLACE].gives(EventOutcome(shared, len(ranks)), choice) or 0
