"""Who of a series is in its final as it stands, and how far the others are from it."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.result import exact
from tournaments.engine.finals import Cut, FinalTerms, cut
from tournaments.engine.ladders import written
from tournaments.engine.series import SeriesPlace
from tournaments.models import Entrant, Series, Tournament
from tournaments.series.outcomes import SeriesPerson, person_key
from tournaments.series.queries import FinalBefore


def sections_of_people(series: Series) -> dict[SeriesPerson, str]:
    """Return everybody's section by name: that in the newest event with sections; two queries."""
    events = series.events.counting().values("pk")
    counts = Q(in_series__in=events) | Q(rounds__in_series__in=events)
    tournaments = Tournament.objects.filter(counts).order_by("evening__date", "pk").distinct()
    names = {
        tournament.pk: tournament.terms.sections for tournament in tournaments if tournament.terms.sections
    }
    order = list(names)
    entrants = Entrant.objects.filter(tournament__in=names, section__gt=0, house=False)
    rows = entrants.values_list("tournament", "section", "participant", "participant__member")
    people: dict[SeriesPerson, str] = {}
    for tournament, section, participant, member in sorted(rows, key=lambda row: order.index(row[0])):
        people[person_key(member, participant)] = names[tournament][section - 1]
    return people


def cut_of(
    series: Series, places: Sequence[SeriesPlace], terms: FinalTerms, declined: Collection[SeriesPerson]
) -> Cut:
    """Return who is in the final: the first of all, or of each section."""
    sections = sections_of_people(series) if terms.each_section else None
    return cut(places, terms.places, declined, sections)


def to_the_cut(
    series: Series,
    final: FinalBefore,
    places: Sequence[SeriesPlace],
    person: SeriesPerson,
    mine: SeriesPlace,
    names: Mapping[SeriesPerson, str],
) -> str:
    """Say how far a person is from the final, or by how much they are in it; empty if nothing is to say."""
    terms = final.final.terms
    sections = sections_of_people(series) if terms.each_section else {}
    if sections:
        section = sections.get(person)
        if section is None:  # whoever is in none is not in it either
            return ""
        places = [place for place in places if sections.get(place.person) == section]
    final_cut = cut(places, terms.places, final.declined)
    fields = {"title": final.final.tournament.title, "places": terms.places}
    if person in final.declined:
        return _("Declined to play in the final “%(title)s”.") % fields
    if any(player.person == person for player in final_cut.playing):
        if not final_cut.reserve or final_cut.level:
            return _("At present in the final “%(title)s”.") % fields
        next_ = final_cut.reserve[0]
        fields |= {"name": names.get(next_.person, "?"), "points": written(exact(mine.points - next_.points))}
        return _("At present in the final “%(title)s”, %(points)s ahead of %(name)s, who is next.") % fields
    if any(place.person == person for place in final_cut.level):
        others = ", ".join(
            names.get(place.person, "?") for place in final_cut.level if place.person != person
        )
        return _("Level with %(names)s for the last places in the final “%(title)s”.") % {
            **fields,
            "names": others,
        }
    holders = final_cut.level or (final_cut.playing[-1:] if not final_cut.free else ())
    if not holders:
        return ""
    holds = ", ".join(names.get(place.person, "?") for place in holders)
    missing = exact(holders[-1].points - mine.points)
    fields |= {"names": holds, "total": written(holders[-1].points), "points": written(missing)}
    if missing <= 0 and mine.rank is None:  # too few starts part them, which is told by itself
        return ""
    if missing <= 0:
        message = _(
            "Level on points with %(names)s at the cut for the final “%(title)s”; other rules decide "
            "between you."
        )
        return message % fields
    return (
        ngettext(
            "%(points)s point to the cut for the final “%(title)s”, now held by %(names)s with %(total)s.",
            "%(points)s points to the cut for the final “%(title)s”, now held by %(names)s with %(total)s.",
            1 if missing == 1 else 2,
        )
        % fields
    )
