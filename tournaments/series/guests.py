"""Guests of one name in a series, who count as one person once a director has confirmed it."""

from dataclasses import replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.accounts.guests import rename_guest
from scoring.capability import Capability
from scoring.deeds import PendingDeed, log_of, store, verb
from scoring.engine.amounts import noted
from scoring.models import Account, Participant
from scoring.names import folded
from scoring.web.access import PAGE
from scoring.web.submitting import submit
from tournaments.models import Series
from tournaments.preconditions import of_directed_club
from tournaments.series.points import SeriesPerson
from tournaments.series.standing import SeriesRow, SeriesStanding, standing_of
from tournaments.web.access import directed_series, number_sent, page_about


class Appearance(NamedTuple):
    """A guest of one event, or a name on lists, with their standing alone."""

    participant: int | None
    events: str
    stands: str


class NamedAlike(NamedTuple):
    """Guests who may be one person in a series, with their standings apart and together."""

    name: str
    appearances: list[Appearance]
    together: str


def named_alike(series: Series) -> list[NamedAlike]:
    """Return the names shared by guests of a series, with their standings apart and together."""
    separate = standing_of(series, per_event=True)
    together = replace(separate, outcomes=separate.people.with_guests(separate.outcomes))
    by_name: dict[str, list[SeriesPerson]] = {}
    for row in (*separate.rows, *separate.below):
        if row.guest:
            by_name.setdefault(folded(row.name), []).append(row.place.person)
    rows = _rows(separate)
    joined = {folded(row.name): row for row in _rows(together).values() if row.place.person[0] == "n"}
    return [
        NamedAlike(
            rows[people[0]].name,
            [_appearance(person, rows[person], separate) for person in people],
            _stands(joined[name]),
        )
        for name, people in sorted(by_name.items())
        if len(people) > 1 and name in joined
    ]


def _rows(stands: SeriesStanding) -> dict[SeriesPerson, SeriesRow]:
    return {row.place.person: row for row in (*stands.rows, *stands.below)}


def _appearance(person: SeriesPerson, row: SeriesRow, stands: SeriesStanding) -> Appearance:
    events = [event.title for event in stands.held if person in stands.outcomes[event.pk]]
    return Appearance(int(person[1:]) if person[0] == "g" else None, ", ".join(events), _stands(row))


def _stands(row: SeriesRow) -> str:
    rank = f"{row.rank}." if row.rank else "–"
    return f"{rank} ({noted(row.points)})"


@verb(log=gettext_lazy("looked at who the guests of the series “%(title)s” are"))
def join_guests(act: PendingDeed[Account], *, series: Series) -> Series:
    """Store that guests of one name are one person in a series."""
    series = of_directed_club(series, act.actor)
    store(series, guests_apart=False)
    act.record(series.club, series=series.pk, title=series.title)
    return series


def _another_name(guest: Participant) -> str:
    """Return a name that no other guest of the club has."""
    taken = set(Participant.objects.filter(evening__club=guest.evening.club_id).values_list("key", flat=True))
    number = 2
    while folded(f"{guest.guest} {number}") in taken:
        number += 1
    return f"{guest.guest} {number}"


@require_http_methods(PAGE)
def series_guests(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show guests of one name, to join them or to rename one of two people."""
    subject = directed_series(request, slug, series)
    if request.method == "POST" and "participant" in request.POST:
        pk = number_sent(request.POST["participant"])
        guest = Participant.objects.filter(evening__club=subject.club, member=None, pk=pk)
        guest_there = guest.select_related("evening").first()
        if guest_there is not None:
            name = _another_name(guest_there)
            message = _("They are two people: one is called %(name)s now.") % {"name": name}
            submit(request, None, rename_guest, message, club=subject.club, participant=pk, name=name)
        return redirect("tournaments:series_guests", slug, subject.pk)
    if request.method == "POST":
        submit(request, None, join_guests, _("Saved."), series=subject)
        return redirect(subject)
    return render(request, "tournaments/series/guests.html", page_about(subject, alike=named_alike(subject)))


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/guests/", series_guests, name="series_guests"),
]

CAPABILITY = Capability(urls=__name__, words=log_of(join_guests))
