"""What is done with series: opened, changed, filled, shown, removed."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name
from scoring.capability import sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.models import Account, Club
from scoring.names import tidy
from tournaments.engine.series import SeriesTerms
from tournaments.models import Counted, Line, Series, Tournament
from tournaments.models.series import SOURCES
from tournaments.models.tournaments import LETTERS, LONGEST_TITLE
from tournaments.preconditions import of_directed_club
from tournaments.series.points import SeriesPerson, people_of
from tournaments.series.standing import key_of

LENGTH_OF_CODE = 10


class FinalTerms(NamedTuple):
    """The terms of a final: its tournament, how many play, and the percentage of points carried."""

    tournament: int | None = None
    finalists: int = 16
    carried: int = 0


NO_FINAL = FinalTerms()


@verb(log=gettext_lazy("opened the series “%(title)s”"), repeat_result=Series)
def open_series(
    act: PendingDeed[Account],
    *,
    club: Club,
    title: str,
    terms: SeriesTerms,
    final: FinalTerms = NO_FINAL,
) -> Series:
    """Open a series; what counts is chosen afterwards."""
    club = locked(club)
    demand_director(club, act.actor)
    series = Series(club=club, title=_untaken(title, club), kept_terms=terms.as_json(), made_at=clock.now())
    for name, value in _of_final(series, final).items():
        setattr(series, name, value)
    series.save()
    act.record(club, series=series.pk, title=series.title)
    return series


@verb(log=gettext_lazy("changed the terms of the series “%(title)s”"))
def change_series(
    act: PendingDeed[Account],
    *,
    series: Series,
    title: str,
    terms: SeriesTerms,
    final: FinalTerms = NO_FINAL,
) -> Series:
    """Change the terms of a series; results follow."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    title = _untaken(title, series.club, series)
    store(series, title=title, kept_terms=terms.as_json(), **_of_final(series, final))
    act.record(series.club, series=series.pk, title=series.title)
    return series


@verb(log=gettext_lazy("removed the series “%(title)s”"), repeat_result=lambda deed, arguments: None)
def remove_series(act: PendingDeed[Account], *, series: Series) -> None:
    """Remove a series, but nothing that was played."""
    series = of_directed_club(series, act.actor)
    series.counted.all().delete()
    number = series.pk
    series.delete()
    act.record(series.club, series=number, title=series.title)


@verb(
    log=sentence_by(
        "public",
        {
            True: gettext_lazy("showed the series “%(title)s” to everybody"),
            False: gettext_lazy("showed the series “%(title)s” to the club only"),
        },
    )
)
def show_series(act: PendingDeed[Account], *, series: Series, public: bool) -> Series:
    """Publish a series by a link, or hide it; publishing again makes a new link."""
    series = of_directed_club(series, act.actor)
    if public != bool(series.code):
        store(series, code=get_random_string(LENGTH_OF_CODE, LETTERS) if public else "")
    act.record(series.club, series=series.pk, title=series.title, public=public)
    return series


def renew_codes(rows: QuerySet[Series]) -> None:
    """Give each of these public series another link."""
    for series in rows:
        Series.objects.filter(pk=series.pk).update(code=get_random_string(LENGTH_OF_CODE, LETTERS))


@verb(log=gettext_lazy("chose the events of the series “%(title)s”: %(added)d added, %(removed)d taken out"))
def choose_events(
    act: PendingDeed[Account],
    *,
    series: Series,
    among: Collection[str],
    chosen: Mapping[str, Collection[str]],
) -> Series:
    """Choose which of these events count and as what; all others stay as they are."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    existing = {(key_of(each), each.use): each for each in series.counted.all()}
    wanted_uses = {(key, use) for key, uses in chosen.items() if key in among for use in uses}
    added = _counted(series, sorted(wanted_uses - existing.keys()))
    removed = [
        each.pk for (key, use), each in existing.items() if key in among and (key, use) not in wanted_uses
    ]
    Counted.objects.filter(pk__in=removed).delete()
    Counted.objects.bulk_create(added)
    demand_sound(series.club, [series])
    act.record(series.club, series=series.pk, title=series.title, added=len(added), removed=len(removed))
    return series


def _counted(series: Series, wanted: Iterable[tuple[str, str]]) -> list[Counted]:
    """Return the events that will count, if the club has them; one query for each kind."""
    numbers: dict[str, dict[int, list[str]]] = {}
    for key, use in wanted:
        numbers.setdefault(key[:1], {}).setdefault(int(key[1:]), []).append(use)
    counted = []
    for letter, uses in numbers.items():
        sources = SOURCES[letter].of(series.club).in_bulk(uses)
        for pk, of_source in uses.items():
            if pk not in sources or not all(_may_count(letter, use) for use in of_source):
                raise ChangedMeanwhile()
            source = {SOURCES[letter].column: sources[pk]}
            counted += [Counted(series=series, use=use, **source) for use in of_source]
    return counted


def _may_count(letter: str, use: str) -> bool:
    return use == Counted.Use.EVENT or (letter == "o" and use in Counted.Use)


def demand_sound(club: Club, all_series: Collection[Series]) -> None:
    """Refuse a final that itself counts, an event without a day, and people in two teams."""
    of_series = Counted.objects.filter(series__in=all_series)
    undated = of_series.filter(use=Counted.Use.EVENT, list__isnull=False, list__date=None)
    if (counted := undated.select_related("list").first()) is not None:
        message = _("“%(title)s” has no date, and an event needs one.")
        raise Refused(form=[message % {"title": counted.list}])
    finals = of_series.filter(_of_tournament(F("series__final"))).select_related("series__final")
    if (counted := finals.first()) is not None:
        message = _("“%(final)s” is the final of this series, and does not count in it.")
        raise Refused(form=[message % {"final": counted.series.final}])
    teams: dict[int, list[int]] = {}
    for pk, series in of_series.filter(use=Counted.Use.TEAM).values_list("list", "series"):
        teams.setdefault(pk, []).append(series)
    people, names = people_of(club), dict[tuple[int, SeriesPerson], dict[int, str]]()
    for line in Line.objects.filter(list__in=teams).order_by("list", "pk"):
        for series in teams[line.list_id]:
            names.setdefault((series, people.of_line(line)), {})[line.list_id] = line.name
    if twice := sorted(min(each.values()) for each in names.values() if len(each) > 1):
        message = _("%(names)s: nobody can be in two teams of a series.")
        raise Refused(form=[message % {"names": ", ".join(twice[:5])}])


def _of_final(series: Series, terms: FinalTerms) -> dict[str, Any]:
    """Return the columns about the final, if its tournament is the club's and does not count itself."""
    final = None
    if terms.tournament is not None:
        final = Tournament.objects.filter(club=series.club, pk=terms.tournament).first()
        if final is None:
            raise ChangedMeanwhile()
    if series.pk and final is not None and series.counted.filter(_of_tournament(final)).exists():
        message = _("This tournament counts in the series itself. Please choose another one.")
        raise Refused(final=[message])
    return {"final": final, "finalists": terms.finalists, "carried": terms.carried}


def _of_tournament(tournament: Tournament | F) -> Q:
    return Q(tournament=tournament) | Q(round__tournament=tournament)


def _untaken(title: str, club: Club, series: Series | None = None) -> str:
    """Return a readable title that no other series of the club has."""
    title = tidy(title)
    problems = problems_with_name(title, LONGEST_TITLE)
    others = club.series.exclude(pk=series.pk if series else 0).values_list("title", flat=True)
    if title.casefold() in {other.casefold() for other in others}:
        problems.append(_("Another series of this club has this title. Please choose another one."))
    if problems:
        raise Refused(title=problems)
    return title
