"""Series, the lists that they go by, how they stand, and the final of one."""

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
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Counted, PeopleList, Series
from tournaments.series import verbs
from tournaments.series.lines import ListEntry, PersonLine, entries_of
from tournaments.series.lists import write_lists
from tournaments.series.standing import SeriesStanding, key_of, standing_of

Use = Counted.Use
DAY = datetime.date(2019, 10, 4)


def stand(series: Series) -> SeriesStanding:
    """Return a series as it stands now."""
    return standing_of(Series.objects.select_related("club", "final").get(pk=series.pk))


def listed(
    house: House,
    title: str,
    lines: Iterable[PersonLine],
    *uses: tuple[Series, str],
    date: datetime.date | None = None,
) -> PeopleList:
    """Write down a list that series use, each as something."""
    entry = ListEntry(title, date, tuple(lines), replaces=True)
    house.do(write_lists, by="Bert", club=house.club, entries=[entry])
    made = house.club.lists.get(title=title, date=date)
    for series, use in uses:
        Counted.objects.create(series=series, list=made, use=use)
    return made


def counted_in_a_series(playing: Playing) -> Series:
    """The first round counts, which is closed."""
    event, house, terms = f"r{playing.round().pk}", playing.house, SeriesTerms()
    series = playing.do(verbs.open_series, club=house.club, title="Jahreswertung", terms=terms)
    listed(house, "Damen", named("Anna", "Cilli"), (series, Use.RANKED), (series, Use.TEAM))
    listed(house, "Voriges Jahr", [PersonLine("Anna", 4, "voriges Jahr")], (series, Use.SEEDS))
    old = [PersonLine(name, 0, place=1, event="Cup von früher", date=DAY) for name in ("Anna", "Otti")]
    with_lists(house, series, old, {"Otti": None})
    listed(house, "Los", named("Anna", "Cilli"), (series, Use.LOT))
    return playing.do(verbs.choose_events, series=series, among=[event], chosen={event: [Use.EVENT]})


def named(*names: str) -> list[PersonLine]:
    """Return lines that have nothing but a name."""
    return list(map(PersonLine, names))


def with_lists(
    house: House,
    series: Series,
    lines: Iterable[PersonLine],
    others: Mapping[str, int | None] | None = None,
) -> None:
    """Write down end tables that count in a series, where some are called otherwise."""
    entries = entries_of(lines, "", None, replaces=True)
    about = {"club": house.club, "entries": entries, "series": [series.pk], "others": others}
    house.do(write_lists, by="Bert", **about)


def only_on_a_list(house: House) -> str:
    """Write down a list with somebody who is nobody of the club; return how that name is called."""
    entry = ListEntry("Herbstcup", DAY, (PersonLine("Xenia", place=1),))
    house.do(write_lists, by="Anna", club=house.club, entries=[entry])
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
    there = [key_of(each) for each in series.counted.filter(use=Use.EVENT)]
    chosen = {key: [Use.EVENT] for key in keys}
    return house.do(verbs.choose_events, by="Bert", series=series, among={*there, *keys}, chosen=chosen)


def ranks_of(stands: SeriesStanding) -> dict[str, str]:
    shared = {True: "=", False: "."}
    return {row.name: f"{row.rank}{shared[row.place.tied]} {row.points}" for row in stands.rows}


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
    last, record = playing.sheet().entries.latest("sort_key"), exchanged(dreier("Cilli"), playing.ids())
    playing.change(Act.CORRECT, last, record)


def with_a_final(playing: Playing, series: Series) -> Series:
    """Two play in it, with half of their points; Cilli has declined."""
    final = opened_tournament(playing.house, title="Finale", terms=PLAY_MONEY).tournament
    Series.objects.filter(pk=series.pk).update(final=final, finalists=2, carried=50)
    listed(playing.house, "Abgesagt", named("Cilli"), (series, Use.DECLINED))
    return series
