"""How the places in a series changed from one event to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.charts import DESKTOP, PHONE, Chart, ranks_of
from scoring.engine.naming import shortened
from tournaments.series.outcomes import SeriesPerson
from tournaments.series.pages import SeriesRow, ShownSeries

PlacesOf = tuple[SeriesRow, tuple[int | None, ...]]

MOST_LINES = 6  # more cannot be told apart
MOST_EVENTS = 24  # standings are worked out after each of them


def places_after_each(shown: ShownSeries) -> list[PlacesOf]:
    """Return the rank of the first few after each event; nothing for a single event.

    Nothing is asked of the database: the outcomes of the events are all there.
    """
    held = shown.held
    if not 2 <= len(held) <= MOST_EVENTS:
        return []
    ranks_after_each: list[Mapping[SeriesPerson, int | None]] = []
    for number in range(1, len(held) + 1):
        events = held[:number]
        outcomes = {event.pk: shown.outcomes[event.pk] for event in events}
        places = replace(shown, events=events, outcomes=outcomes).standings.places
        ranks_after_each.append({place.person: place.rank for place in places})
    first = [row for row in shown.rows if row.rank is not None][:MOST_LINES]
    return [(row, tuple(ranks.get(row.place.person) for ranks in ranks_after_each)) for row in first]


def charts_of(places: Sequence[PlacesOf]) -> list[Chart]:
    """Return the same picture for a phone and for everything bigger."""
    if not places:
        return []
    names, ranks = [row.name for row, _ranks in places], [ranks for _row, ranks in places]
    return [
        ranks_of(dict(zip(shortened(names, size.letters), ranks, strict=True)), size)
        for size in (PHONE, DESKTOP)
    ]
