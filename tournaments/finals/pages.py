"""What the page of a final shows: who plays, who is in reserve, what they bring along."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from scoring.names import folded
from tournaments.engine.finals import Carry, carried
from tournaments.engine.series import SeriesPlace
from tournaments.models import Series, SeriesFinal, State, Tournament
from tournaments.series.cuts import cut_of
from tournaments.series.pages import SeriesRow, ShownSeries

LEAST_RESERVE = 10  # so many are shown, or as many as play

MOST_OFFERED = 100


@dataclass(frozen=True, slots=True)
class Finalist:
    """Somebody on the page of a final."""

    row: SeriesRow
    carried: str  # how the points that go along come about; empty: none do
    registered: bool

    @property
    def person(self) -> str:
        return self.row.place.person


@dataclass(frozen=True, slots=True)
class ShownFinal:
    """A final as it stands after what has been played in the series."""

    final: SeriesFinal
    playing: tuple[Finalist, ...]
    level: tuple[Finalist, ...]
    reserve: tuple[Finalist, ...]
    declined: tuple[Finalist, ...]
    free: int
    members: tuple[int, ...]  # to be registered
    guests: tuple[str, ...]
    gone: tuple[int, ...]  # entrants who declined

    @property
    def is_up_to_date(self) -> bool:
        return not (self.members or self.guests or self.gone)

    @property
    def is_open(self) -> bool:
        return self.final.tournament.state != State.FINISHED


def final_of(series: Series) -> SeriesFinal | None:
    """Return the final of a series, if it has one."""
    found = SeriesFinal.objects.filter(series=series).select_related(
        "tournament__club", "tournament__evening", "carried_to"
    )
    return found.first()


def shown_final(shown: ShownSeries, final: SeriesFinal, language: str) -> ShownFinal:
    """Return who plays, who is in reserve and who declined; three queries beside those of the series."""
    places, terms = shown.standings.places, final.terms
    declines = final.declines.values_list("member_id", "guest_id", "guest__member_id")
    as_told = {
        f"m{member or joined}" if member or joined else f"g{guest}" for member, guest, joined in declines
    }
    declined = {shown.clubs.same.get(one, one) for one in as_told}
    found = cut_of(final.series, places, terms, declined, same=shown.clubs.same)
    entrants = final.tournament.entrants.filter(withdrawn_at=None).select_related("participant")
    there = {
        f"m{one.participant.member_id}" if one.participant.member_id else one.participant.key: one.pk
        for one in entrants
    }
    rows = {one.place.person: one for one in shown.rows}

    def mark(row: SeriesRow) -> str:
        person = row.place.person
        return person if shown.is_own_member(person) else folded(shown.as_guest(person))

    def finalist(place: SeriesPlace) -> Finalist:
        row = rows[place.person]
        told = carried(place, places, terms)[1].in_language(language) if terms.carry is not Carry.NONE else ""
        return Finalist(row, told, mark(row) in there)

    playing = [finalist(one) for one in found.playing]
    missing = [one.row for one in playing if not one.registered]
    gone = [there[mark(rows[one.person])] for one in found.declined if mark(rows[one.person]) in there]
    return ShownFinal(
        final,
        tuple(playing),
        tuple(map(finalist, found.level)),
        tuple(map(finalist, found.reserve[: max(LEAST_RESERVE, terms.places)])),
        tuple(map(finalist, found.declined)),
        found.free,
        tuple(int(one.place.person[1:]) for one in missing if shown.is_own_member(one.place.person)),
        tuple(
            shown.as_guest(one.place.person) for one in missing if not shown.is_own_member(one.place.person)
        ),
        tuple(gone),
    )


def is_in_sections(series: Series) -> bool:
    """Return whether a tournament that counts in the series is played in sections; one query."""
    counts = Q(in_series__series=series) | Q(rounds__in_series__series=series)
    found = Tournament.objects.filter(counts, kept_terms__sections__0__isnull=False)
    return found.exists()


def possible_finals(series: Series) -> list[tuple[str, str]]:
    """Return the tournaments that could be the final of a series, the newest first, and the one that is."""
    events = series.events.exclude(tournament=None).values("tournament")
    others = SeriesFinal.objects.exclude(series=series).values("tournament")
    found = Tournament.objects.filter(club=series.club).exclude(pk__in=events).exclude(pk__in=others)
    rows = found.select_related("evening").order_by("-evening__date", "-pk")
    newest = rows[:MOST_OFFERED]
    older = rows.filter(as_final__series=series).exclude(pk__in=[one.pk for one in newest])
    return [(str(one.pk), f"{one.title}, {one.evening.date:%d.%m.%Y}") for one in (*newest, *older)]
