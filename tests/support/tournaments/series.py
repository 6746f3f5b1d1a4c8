"""Series, what counts in them, and how they stand."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import uuid4

from scoring.evenings.verbs import close_evening
from scoring.models import Evening
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import Playing
from tournaments.engine.series import SeriesTerms
from tournaments.models import Series
from tournaments.series import verbs
from tournaments.series.groups import open_group
from tournaments.series.old import EndTableLine
from tournaments.series.pages import ShownSeries


def counted_in_a_series(playing: Playing) -> Series:
    """The first round counts, which is closed."""
    by, event, club = playing.director, f"r{playing.round().pk}", playing.house.club
    women = open_group(actor=by, deed=uuid4(), club=club, name="Damen", people=["Anna", "Cilli"])
    series = verbs.open_series(
        actor=by,
        deed=uuid4(),
        club=club,
        title="Jahreswertung",
        terms=SeriesTerms(),
        groups={"ranked": [women.pk], "team": [women.pk]},
    )
    verbs.bring_points(
        actor=by, deed=uuid4(), series=series, lines=[verbs.BroughtLine("Anna", 4, "voriges Jahr")]
    )
    old = [
        EndTableLine("Cup von früher", datetime.date(2019, 10, 4), name, 1, 0) for name in ("Anna", "Otti")
    ]
    verbs.bring_old_results(actor=by, deed=uuid4(), series=series, lines=old)
    anna, cilli = (f"m{playing.house.member(name).pk}" for name in ("Anna", "Cilli"))
    verbs.draw_series_lot(actor=by, deed=uuid4(), series=series, people=[anna, cilli], seed="Sküs")
    return verbs.choose_events(actor=by, deed=uuid4(), series=series, among=[event], chosen=[event])


FORM: dict[str, str] = {
    "title": "Jahreswertung",
    "ladder": "places",
    "table": "10 6 3,5",
    "beyond": "nothing",
    "equals": "mean",
    "counting": "best",
    "best": "2",
    "parts": "2",
    "least": "1",
    "off": "",
    "first_tie": "best",
    "second_tie": "more_starts",
}


def opened(house: House, **terms: Any) -> Series:
    return house.do(
        verbs.open_series, by="Bert", club=house.club, title="Jahreswertung", terms=SeriesTerms(**terms)
    )


def choose(series: Series, house: House, *keys: str) -> Series:
    there = [verbs.key_of(event) for event in series.events.all()]
    return house.do(verbs.choose_events, by="Bert", series=series, among={*there, *keys}, chosen=keys)


def told(shown: ShownSeries) -> dict[str, str]:
    shared = {True: "=", False: "."}
    return {row.name: f"{row.rank}{shared[row.place.tied]} {row.points}" for row in shown.rows}


def evening_of(house: House, *winners: str) -> Evening:
    """A closed evening at one table; each of these has won a Dreier, which is 5 from each of the others."""
    evening = house.evening("cup")
    sheet = house.sheet(evening=evening)
    for name in winners:
        house.play(sheet, dreier(name))
    house.do(close_evening, by="Bert", evening=evening)
    return evening
