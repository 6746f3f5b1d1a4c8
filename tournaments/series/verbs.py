"""A series is opened, changed and removed; events are taken into it and out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Club, Evening
from scoring.names import tidy
from scoring.people.names import problems_with_name
from scoring.people.rights import demand_director, locked
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.models import MemberGroup, Round, Series, SeriesEvent, SeriesGroup, Tournament
from tournaments.models.tournaments import LONGEST_TITLE

GroupsByUse = Mapping[str, Collection[int]]  # what groups are for, by `SeriesGroup.Use`


@verb("open_series", again=lambda before, about: Series.objects.get(pk=before.details["series"]))
def open_series(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    club: Club,
    title: str,
    terms: SeriesTerms,
    groups: GroupsByUse | None = None,
) -> Series:
    """Events are chosen afterwards."""
    club = locked(club)
    demand_director(club, actor)
    title = _untaken(title, club)
    series = Series.objects.create(club=club, title=title, kept_terms=terms.as_json(), made_at=clock.now())
    _go_by(series, terms, groups or {})
    act.record(club, series=series.pk, title=title)
    return series


@verb("change_series")
def change_series(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    series: Series,
    title: str,
    terms: SeriesTerms,
    groups: GroupsByUse | None = None,
) -> Series:
    """Everything that was played stands by the new terms at once; without groups these stay as they are."""
    series = _directed(series, actor)
    series.title = _untaken(title, series.club, series)
    series.kept_terms = terms.as_json()
    series.save(update_fields=["title", "kept_terms"])
    if groups is not None:
        _go_by(series, terms, groups)
    act.record(series.club, series=series.pk, title=series.title)
    return series


@verb("remove_series")
def remove_series(act: PendingDeed, *, actor: Account, deed: UUID, series: Series) -> None:
    """Nothing that was played goes with it."""
    series = _directed(series, actor)
    act.record(series.club, title=series.title)
    series.events.all().delete()
    series.groups.all().delete()
    series.delete()


@verb("choose_events")
def choose_events(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    series: Series,
    among: Collection[str],
    chosen: Collection[str],
) -> Series:
    """Of the events that were asked about those chosen count; what was not asked about stays."""
    series = _directed(series, actor)
    there = {key_of(one): one for one in series.events.all()}
    added = [_event(series, key) for key in sorted(set(chosen) & set(among)) if key not in there]
    gone = [one.pk for key, one in there.items() if key in among and key not in chosen]
    SeriesEvent.objects.filter(pk__in=gone).delete()
    SeriesEvent.objects.bulk_create(added)
    act.record(series.club, series=series.pk, title=series.title, added=len(added), removed=len(gone))
    return series


def key_of(event: SeriesEvent) -> str:
    """Return what an event is called in a form: "t12" a tournament, "r34" a round, "e56" an evening.

    >>> key_of(SeriesEvent(round_id=34))
    'r34'
    """
    if event.tournament_id is not None:
        return f"t{event.tournament_id}"
    return f"r{event.round_id}" if event.round_id is not None else f"e{event.evening_id}"


def _event(series: Series, key: str) -> SeriesEvent:
    """Return a new event of the series, if the club has it."""
    kind, pk, club = key[:1], int(key[1:]), series.club
    event = SeriesEvent(series=series)
    if kind == "t":
        event.tournament = Tournament.objects.filter(club=club, pk=pk).first()
    elif kind == "r":
        event.round = Round.objects.filter(tournament__club=club, pk=pk).first()
    else:
        event.evening = Evening.objects.of(club).filter(pk=pk).first()
    if not (event.tournament or event.round or event.evening):
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    return event


def _go_by(series: Series, terms: SeriesTerms, groups: GroupsByUse) -> None:
    """Write down which groups a series goes by."""
    wanted = {(use, pk) for use, pks in groups.items() for pk in pks}
    known = set(MemberGroup.objects.filter(club=series.club).values_list("pk", flat=True))
    counting = [pk for use, pk in wanted if use == SeriesGroup.Use.COUNTS]
    if not {pk for _use, pk in wanted} <= known or len(counting) != (terms.who is WhoCounts.GROUP):
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    there = {(one.use, one.group_id): one.pk for one in series.groups.all()}
    series.groups.filter(pk__in=[pk for key, pk in there.items() if key not in wanted]).delete()
    SeriesGroup.objects.bulk_create(
        SeriesGroup(series=series, group_id=pk, use=use) for use, pk in sorted(wanted - there.keys())
    )


def _directed(series: Series, actor: Account) -> Series:
    """Return the series as it is now, for whoever directs its club."""
    club = locked(series.club)
    demand_director(club, actor)
    found = Series.objects.select_for_update(of=("self",)).filter(pk=series.pk, club=club).first()
    if found is None:
        raise PermissionDenied
    found.club = club
    return found


def _untaken(title: str, club: Club, series: Series | None = None) -> str:
    """Return a title that can be read and that no other series of the club has."""
    title = tidy(title)
    problems = problems_with_name(title, LONGEST_TITLE)
    others = club.series.exclude(pk=series.pk if series else 0)
    if title.casefold() in {one.casefold() for one in others.values_list("title", flat=True)}:
        problems.append(_("Another series of this club has this title. Please choose another one."))
    if problems:
        raise Refused(title=problems)
    return title
