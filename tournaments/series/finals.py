"""The final of a series: its players, and its standings with carried points."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.capability import Capability
from scoring.engine.result import Amount, exact
from scoring.names import folded
from scoring.web.access import PAGE
from scoring.web.columns import Column, ColumnKind
from scoring.web.submitting import submit
from tournaments.engine.event_outcomes import outcomes_in
from tournaments.engine.finals import Cut, carried
from tournaments.engine.ladders import LooksAt, SharedPlace, shared_places
from tournaments.entrants.verbs import register
from tournaments.models import Entrant, Tournament
from tournaments.series.export import RankedTable
from tournaments.series.forms import finalists_form
from tournaments.series.points import SeriesPerson
from tournaments.series.standing import SeriesStanding, standing_of
from tournaments.standings.derived import ranked
from tournaments.web.access import directed_series, page_about, series_in


class FinalRow(NamedTuple):
    """A person in the final, with the points of both."""

    place: SharedPlace
    name: str
    carried: Amount
    played: Amount

    @property
    def points(self) -> Amount:
        return exact(self.carried + self.played)

    @property
    def rank(self) -> str:
        return f"{self.place.rank}=" if self.place.equals > 1 else str(self.place.rank)


class FinalShown(NamedTuple):
    """The final of a series: its players on the tournament's list, and its standings."""

    tournament: Tournament
    cut: Cut
    entrants: Mapping[SeriesPerson, Entrant]  # of those who are in the series
    rows: list[FinalRow]


def final_of(stands: SeriesStanding, tournament: Tournament) -> FinalShown:
    """Return the finalists with their entries, and the standings with carried points."""
    rows = {row.place.person: row for row in stands.rows}
    by_name: dict[str, list[SeriesPerson]] = {}
    for row in reversed(stands.rows):
        if row.guest:
            by_name.setdefault(folded(row.name), []).append(row.place.person)
    entrants: dict[SeriesPerson, Entrant] = {}
    as_person: dict[str, SeriesPerson] = {}
    for entrant in tournament.entrants.filter(house=False).select_related("participant"):
        member, key = entrant.participant.member_id, entrant.participant.key
        guests = by_name.get(key) or [f"g{entrant.participant_id}"]
        person = f"m{member}" if member else guests.pop()  # of two of one name the better one comes first
        entrants[person] = entrant
        as_person[str(entrant.participant_id)] = person
    played = outcomes_in(ranked(tournament), as_person, LooksAt.SCHRIFT)
    percent = stands.series.carried
    brought = {who: carried(rows[who].points, percent) if who in rows else 0 for who in played}
    places = shared_places({who: exact(brought[who] + played[who].schrift) for who in played})
    names = tournament.evening.names()
    rows_of_final = [
        FinalRow(places[who], names[str(entrants[who].participant_id)], brought[who], played[who].schrift)
        for who in sorted(played, key=lambda who: places[who].rank)
        if who in entrants
    ]
    return FinalShown(tournament, stands.cut, entrants, rows_of_final)


def final_table(rows: Sequence[FinalRow]) -> RankedTable:
    """Return the standings of a final as a table."""
    columns = (
        Column(_("Rank"), key="rank"),
        Column(_("Name"), key="name"),
        Column(_("Brought along"), ColumnKind.POINTS, "carried"),
        Column(_("Final"), ColumnKind.POINTS, "played"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    return RankedTable(rows, columns, label=_("Final"))


@require_http_methods(PAGE)
def final_page(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show who plays in the final; a director registers them."""
    is_sent = request.method == "POST"
    subject = directed_series(request, slug, series) if is_sent else series_in(request, slug, series)
    if subject.final is None:
        raise Http404
    subject.final.club = subject.club
    stands = standing_of(subject, member=subject.club.member_id)
    final = final_of(stands, subject.final)
    rows = {row.place.person: row for row in stands.rows}
    missing = [rows[place.person] for place in final.cut.playing if place.person not in final.entrants]
    form = finalists_form(request.POST if is_sent else None, missing)
    if form.is_valid():
        people = form.cleaned_data["people"]
        arguments = {
            "members": [int(person[1:]) for person in people if person[0] == "m"],
            "names": [rows[person].name for person in people if person[0] != "m"],
        }
        if submit(request, form, register, _("Saved."), tournament=subject.final, **arguments):
            return redirect("tournaments:series_final", slug, subject.pk)
    parts = [
        (words, [(rows[place.person], place.person in final.entrants) for place in places])
        for words, places in (
            (_("Play in the final"), final.cut.playing),
            (_("Level at the cut"), final.cut.level),
            (_("Reserve, in order"), final.cut.reserve[: subject.finalists]),
        )
        if places
    ]
    page = page_about(
        subject,
        shown=stands,
        final=final,
        table=final_table(final.rows),
        parts=parts,
        form=form if missing else None,
    )
    return render(request, "tournaments/series/final.html", page)


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/final/", final_page, name="series_final"),
]

CAPABILITY = Capability(urls=__name__)
