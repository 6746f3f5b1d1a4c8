"""What the page of a final shows: who plays, who is in reserve, what they bring along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from scoring.names import folded
from tournaments.engine.finals import Carry, carried
from tournaments.engine.series import SeriesPlace
from tournaments.models import Entrant, Series, SeriesFinal, State, Tournament
from tournaments.series.cuts import cut_of
from tournaments.series.keeping import SeriesPerson
from tournaments.series.outcomes import members_now
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
    guests: Mapping[SeriesPerson, str]  # likewise, by name
    gone: tuple[int, ...]  # entrants who declined
    withdrawn: tuple[int, ...]  # entrants who would play
    known_by_name: Mapping[int, SeriesPerson]  # entrants of whom nobody has noted which finalist they are

    @property
    def is_up_to_date(self) -> bool:
        return not (self.members or self.guests or self.gone or self.withdrawn)

    @property
    def to_register(self) -> dict[str, Any]:
        """Return what the verb needs that brings the list of the tournament up to date."""
        names = ("members", "guests", "gone", "withdrawn", "known_by_name")
        return {name: getattr(self, name) for name in names}

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
    """Return who plays, who is in reserve and who declined; few queries beside those of the series."""
    places, terms = shown.standings.places, final.terms
    declines = final.declines.values_list("member_id", "guest_id", "guest__member_id")
    declined = {
        f"m{member or joined}" if member or joined else f"g{guest}" for member, guest, joined in declines
    }
    found = cut_of(final.series, places, terms, declined)
    rows = {row.place.person: row for row in shown.rows}
    there = _entrants_by_person(shown, final)

    def finalist(place: SeriesPlace) -> Finalist:
        row, entrant = rows[place.person], there.get(place.person)
        told = carried(place, places, terms)[1].in_language(language) if terms.carry is not Carry.NONE else ""
        return Finalist(row, told, entrant is not None and entrant.withdrawn_at is None)

    playing = [finalist(player) for player in found.playing]
    missing = [player.person for player in playing if player.person not in there]
    of_playing = {player.person: there[player.person] for player in playing if player.person in there}
    of_declined = [there[place.person] for place in found.declined if place.person in there]
    return ShownFinal(
        final,
        tuple(playing),
        tuple(map(finalist, found.level)),
        tuple(map(finalist, found.reserve[: max(LEAST_RESERVE, terms.places)])),
        tuple(map(finalist, found.declined)),
        found.free,
        tuple(int(one[1:]) for one in missing if one.startswith("m")),
        {one: shown.names[one] for one in missing if not one.startswith("m")},
        tuple(entrant.pk for entrant in of_declined if entrant.withdrawn_at is None),
        tuple(entrant.pk for entrant in of_playing.values() if entrant.withdrawn_at is not None),
        {
            entrant.pk: person
            for person, entrant in of_playing.items()
            if not entrant.finalist and not entrant.participant.member_id
        },
    )


def _entrants_by_person(shown: ShownSeries, final: SeriesFinal) -> dict[SeriesPerson, Entrant]:
    """Return whoever of the series is on the list of the final's tournament.

    Finalists are found as those who they are in the series; guests of whom that was never noted, by name.
    """
    entrants = list(final.tournament.entrants.select_related("participant"))
    members = members_now(entrant.finalist for entrant in entrants)
    found: dict[SeriesPerson, Entrant] = {}
    by_name: dict[str, Entrant] = {}
    for entrant in entrants:
        person = members.get(entrant.finalist, entrant.finalist)
        if person:
            found[person] = entrant
        elif not entrant.participant.member_id:
            by_name[entrant.participant.key] = entrant
        if entrant.participant.member_id:
            found.setdefault(f"m{entrant.participant.member_id}", entrant)
    for row in shown.rows:
        person = row.place.person
        if person not in found and not person.startswith("m"):
            same_name = by_name.pop(folded(row.name), None)
            if same_name is not None:
                found[person] = same_name
    return found


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
    older = rows.filter(as_final__series=series).exclude(pk__in=[tournament.pk for tournament in newest])
    return [
        (str(tournament.pk), f"{tournament.title}, {tournament.evening.date:%d.%m.%Y}")
        for tournament in (*newest, *older)
    ]
