"""The terms of a series in sentences, and sentences about a person's place."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.result import exact
from tournaments.engine.ladders import LADDERS, Beyond, Equals, LooksAt, written
from tournaments.engine.series import TeamsBy, TieBreak, WhatCounts, WhoCounts
from tournaments.models import Counted
from tournaments.series.standing import SeriesRow, SeriesStanding

TIES = {
    TieBreak.BEST: gettext_lazy("the better best result, then the next best"),
    TieBreak.MORE_STARTS: gettext_lazy("more starts"),
    TieBreak.FEWER_STARTS: gettext_lazy("fewer starts"),
    TieBreak.LOT: gettext_lazy("the lot"),
}


def terms_in_words(stands: SeriesStanding, language: str) -> Iterator[str]:
    """Yield the terms of a series in sentences."""
    terms = stands.series.terms
    ladder = LADDERS[terms.ladder]
    yield ladder.sentence.in_language(language)
    if ladder.table:
        yield _("By place: %(points)s.") % {"points": " · ".join(map(written, terms.choice.table))}
        if terms.beyond is Beyond.LAST:
            yield _("Beyond the end of the table, its last value applies.")
    if ladder.looks_at in (LooksAt.PLACE, LooksAt.TABLES):
        mean = _("Those who share places get the mean of their places.")
        yield (
            mean if terms.equals is Equals.MEAN else _("Players who share a place each get its full points.")
        )
    if terms.who is WhoCounts.MEMBERS:
        yield _("Only members of the club count, no guests; places stay as they are among everybody.")
    for group in stands.used(Counted.Use.ONLY):
        words = _("Only those of “%(group)s” count; places stay as they are among everybody.")
        yield words % {"group": group}
    if terms.in_sections:
        yield _("Where a tournament is played in sections, places are those within the section.")
    yield _counting(terms.counting, terms.best, terms.parts)
    if stands.used(Counted.Use.TEAM):
        number = terms.team_best
        yield (
            ngettext(
                "For a team its best member in the series counts.",
                "For a team its best %(number)d members in the series count.",
                number,
            )
            if terms.teams_by is TeamsBy.SERIES
            else ngettext(
                "For a team its best member in each event counts.",
                "For a team its best %(number)d members in each event count.",
                number,
            )
        ) % {"number": number}
    if terms.off:
        yield _("For each event missed %(points)s is taken off.") % {"points": written(terms.off)}
    if terms.least > 1:
        yield _("A player with fewer than %(number)d starts is not ranked.") % {"number": terms.least}
    ties = ", ".join(str(TIES[tie]) for tie in terms.ties)
    shared = _("Players with equal points share the place.")
    yield _("If level on points: %(ties)s.") % {"ties": ties} if ties else shared


def _counting(what: WhatCounts, best: int, parts: int) -> str:
    match what:
        case WhatCounts.BEST:
            words = ngettext("The best result counts.", "The best %(number)d results count.", best)
            return words % {"number": best}
        case WhatCounts.HALF:
            return _("The better half of the events counts, rounded up.")
        case WhatCounts.PARTS:
            words = ngettext(
                "The best result in each of %(parts)d parts of the year counts.",
                "The best %(number)d results in each of %(parts)d parts of the year count.",
                best,
            )
            return words % {"number": best, "parts": parts}
    return _("All results count.")


def sentences_about(row: SeriesRow, stands: SeriesStanding) -> Iterator[str]:
    """Yield what a person still needs for a rank, and what decided."""
    terms, place = stands.series.terms, row.place
    for group in stands.groups:
        among = stands.among(group)
        if own := next((other.rank for other in among if other.place.person == place.person), None):
            fields = {"group": group, "rank": own, "of": len(among)}
            yield _("%(group)s: place %(rank)d of %(of)d.") % fields
    if (missing := terms.least - row.starts) > 0:
        yield ngettext(
            "%(number)d more start is needed to be ranked.",
            "%(number)d more starts are needed to be ranked.",
            missing,
        ) % {"number": missing}
    if place.decided is not None:
        words = _("Somebody ahead has just as many points; what decided: %(tie)s.")
        yield words % {"tie": TIES[place.decided]}
    if place.off:
        yield ngettext(
            "For %(number)d missed event %(points)s is taken off.",
            "For %(number)d missed events %(points)s is taken off.",
            place.missed,
        ) % {"number": place.missed, "points": written(place.off)}
    yield from _to_the_cut(row, stands)
    if ahead := [other.points for other in stands.rows if other.points > row.points]:
        points = written(exact(min(ahead) - row.points))
        yield _("The player in front has %(points)s more points.") % {"points": points}
    if stands.to_come:
        number = len(stands.to_come)
        yield ngettext(
            "%(number)d event is still to come.", "%(number)d events are still to come.", number
        ) % {"number": number}
    limit, counting = stands.standings.counted, [place.given[event] for event in place.counting]
    if terms.counting is not WhatCounts.PARTS and limit is not None and 0 < limit <= len(counting):
        points = written(min(counting))
        yield _("A further result counts if it is better than %(points)s.") % {"points": points}


def _to_the_cut(row: SeriesRow, stands: SeriesStanding) -> Iterator[str]:
    """Yield a person's distance to the last place in the final, if there is one."""
    final, person = stands.series.final, row.place.person
    if final is None or not stands.held:
        return
    names, fields = stands.people.names, {"title": final.title}
    playing, level, reserve = stands.cut
    if person in stands.declined:
        yield _("Declined to play in the final “%(title)s”.") % fields
    elif any(place.person == person for place in playing):
        if level or not reserve:
            yield _("At present in the final “%(title)s”.") % fields
            return
        fields |= {
            "name": names.get(reserve[0].person, "?"),
            "points": written(exact(row.points - reserve[0].points)),
        }
        yield _("At present in the final “%(title)s”, %(points)s ahead of %(name)s, who is next.") % fields
    elif any(place.person == person for place in level):
        others = [names.get(place.person, "?") for place in level if place.person != person]
        words = _("Level with %(names)s for the last places in the final “%(title)s”.")
        yield words % {**fields, "names": ", ".join(others)}
    elif holders := level or playing[-1:] if level or len(playing) == stands.series.finalists else ():
        missing = exact(holders[-1].points - row.points)
        fields |= {
            "names": ", ".join(names.get(place.person, "?") for place in holders),
            "total": written(holders[-1].points),
            "points": written(missing),
        }
        if missing > 0:
            yield (
                ngettext(
                    "%(points)s point to the cut for the final “%(title)s”, now held by %(names)s with "
                    "%(total)s.",
                    "%(points)s points to the cut for the final “%(title)s”, now held by %(names)s with "
                    "%(total)s.",
                    1 if missing == 1 else 2,
                )
                % fields
            )
        elif row.rank is not None:  # too few starts are told by themselves
            words = _(
                "Level on points with %(names)s at the cut for the final “%(title)s”; other rules decide "
                "between you."
            )
            yield words % fields
