"""Series, what counts in them, how they stand, and the final of one."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.clubs.guests.pages import only_in_lists
from scoring.evenings.verbs import close_evening
from scoring.models import Act, Evening
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier, exchanged
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.playing import opened as opened_tournament
from tournaments.engine.finals import Carry
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Decline, Series, SeriesEvent, SeriesFinal
from tournaments.series import verbs
from tournaments.series.end_tables import entries_of, write_end_tables
from tournaments.series.groups import open_group
from tournaments.series.lines import PersonLine
from tournaments.series.pages import ShownSeries


def counted_in_a_series(playing: Playing) -> Series:
    """The first round counts, which is closed."""
    event, club, terms = f"r{playing.round().pk}", playing.house.club, SeriesTerms()
    women = playing.do(open_group, club=club, name="Damen", lines=named("Anna", "Cilli"))
    groups = {"ranked": [women.pk], "team": [women.pk]}
    series = playing.do(verbs.open_series, club=club, title="Jahreswertung", terms=terms, groups=groups)
    points = PersonLine("Anna", 4, "voriges Jahr")
    playing.do(verbs.bring_points, series=series, lines=[points])
    day = datetime.date(2019, 10, 4)
    old = [PersonLine(name, 0, place=1, event="Cup von früher", date=day) for name in ("Anna", "Otti")]
    with_end_tables(playing.house, series, old, {"Otti": None})
    anna, cilli = (f"m{playing.house.member(name).pk}" for name in ("Anna", "Cilli"))
    playing.do(verbs.draw_series_lot, series=series, people=[anna, cilli], seed="Sküs")
    return playing.do(verbs.choose_events, series=series, among=[event], chosen=[event])


def named(*names: str) -> list[PersonLine]:
    """Return lines that have nothing but a name."""
    return list(map(PersonLine, names))


def with_end_tables(
    house: House,
    series: Series,
    lines: Iterable[PersonLine],
    others: Mapping[str, int | None] | None = None,
) -> None:
    """Write down end tables that count in a series, where some are called otherwise."""
    about = {"club": house.club, "entries": entries_of(lines), "series": [series.pk], "others": others}
    house.do(write_end_tables, by="Bert", **about)


def only_in_an_end_table(house: House) -> str:
    """Write down an end table with somebody who is nobody of the club; return how that name is called."""
    lines = [PersonLine("Xenia", place=1, event="Herbstcup", date=datetime.date(2019, 10, 4))]
    house.do(write_end_tables, by="Anna", club=house.club, entries=entries_of(lines))
    return next(iter(only_in_lists(house.club, "Xenia")))


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


def ranks_of(shown: ShownSeries) -> dict[str, str]:
    shared = {True: "=", False: "."}
    return {row.name: f"{row.rank}{shared[row.place.tied]} {row.points}" for row in shown.rows}


def evening_of(house: House, *winners: str, names: Sequence[str] = FOUR) -> Evening:
    """A closed evening at one table; each of these has won a Dreier, which is 5 from each of the others."""
    evening = house.evening("cup")
    sheet = house.sheet(names, evening=evening)
    for name in winners:
        house.play(sheet, dreier(name))
    house.do(close_evening, by="Bert", evening=evening)
    return evening


def won_by_anna(cup: Playing) -> Playing:
    """A cup of one round is over: Anna has won a Dreier against Bert, Cilli and Dora."""
    cup.begin(tables=[FOUR])
    cup.play(1, dreier("Anna"))
    cup.close()
    cup.finish()
    return cup


def put_right(playing: Playing) -> None:
    """The last hand is corrected: it was Cilli who won."""
    last, record = playing.sheet().entries.latest("place"), exchanged(dreier("Cilli"), playing.ids())
    playing.change(Act.CORRECT, last, record)


def with_a_final(playing: Playing, series: Series) -> Series:
    """Two play in it; Cilli has declined. The rows are left where finals are taken away (`make removal`)."""
    final = opened_tournament(playing.house, title="Finale", terms=PLAY_MONEY).tournament
    about: dict[str, Any] = {"club": series.club, "kept_terms": series.kept_terms, "made_at": series.made_at}
    together = Series.objects.create(title="Finale", **about)
    SeriesEvent.objects.create(series=together, tournament=final)
    about = {"places": 2, "carry": Carry.SHARE, "carried_to": together}
    row = SeriesFinal.objects.create(series=series, tournament=final, **about)
    Decline.objects.create(final=row, member=playing.house.member("Cilli"), at=series.made_at)
    return series
