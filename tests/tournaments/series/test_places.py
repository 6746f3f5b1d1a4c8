"""How the places in a series changed: a line for each of the first, and the numbers behind."""

from typing import Any

from tests.support.scoring.house import House
from tests.support.tournaments.series import choose, evening_of, opened
from tournaments.engine.series import SeriesTerms
from tournaments.models import Series
from tournaments.series.pages import shown_series
from tournaments.series.places import MOST_LINES, charts_of, places_after_each


def three_evenings(house: House, **terms: Any) -> Series:
    """Bert wins 15 from everybody's 5, then Anna twice as much, then Dora once."""
    evenings = [evening_of(house, "Bert"), evening_of(house, "Anna", "Anna"), evening_of(house, "Dora")]
    return choose(opened(house, **terms), house, *(f"e{evening.pk}" for evening in evenings))


def test_the_rank_after_each_event_is_that_of_the_standings_up_to_it(house: House) -> None:
    shown = shown_series(three_evenings(house))
    found = {row.name: ranks for row, ranks in places_after_each(shown)}
    assert found == {"Anna": (2, 1, 1), "Bert": (1, 2, 2), "Dora": (2, 3, 2), "Cilli": (2, 3, 4)}
    assert {row.name: row.rank for row in shown.rows} == {name: ranks[-1] for name, ranks in found.items()}
    assert len(found) <= MOST_LINES
    Series.objects.update(kept_terms=SeriesTerms(least=2).as_json())  # nobody has as many starts at first
    shown = shown_series(Series.objects.get())
    assert {row.name: ranks[0] for row, ranks in places_after_each(shown)} == dict.fromkeys(
        ("Anna", "Bert", "Dora", "Cilli")
    )
    assert all(len(curve.markers) == 2 for curve in charts_of(places_after_each(shown))[0].curves)
