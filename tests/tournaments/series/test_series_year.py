"""A cup's year of 32 tournaments, 200 people and seven series, counted again from closed standings."""

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.accounts.guests import admit_guest
from scoring.evenings.verbs import close_evening
from scoring.models import Participant
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Hands, Playing
from tests.support.tournaments.series import (
    choose,
    counted_in_a_series,
    put_right,
    with_a_final,
    with_end_tables,
    won_by_anna,
)
from tests.support.tournaments.year import people_of_the_year, series_of_the_year, tournaments_of_the_year
from tournaments.engine.event_outcomes import EDITION, WHOLE, outcome_as_text, parts_of
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.models import KeptOutcomes, MemberGroup, Series, Tournament
from tournaments.series.end_tables import EndTableEntry, write_end_tables
from tournaments.series.lines import PersonLine
from tournaments.series.pages import shown_series
from tournaments.series.verbs import (
    bring_points,
    change_series,
    draw_series_lot,
)
from tournaments.series.year import year_of
from tournaments.standings.derived import ranked
from tournaments.verifying import differences

HALF = Fraction(1, 2)
FIFTY = (
    *(223, 198, 180, 168, 156, 147, 138, 131, 124, 117, 110, 105, 100, 95, 90, 85, 80, 76, 72),
    *(68, 64, 60, 56, 52, 49, 46, 43, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10),
    *(9, 8, 7, 6, 5, 4, 3, 2, 1),
)


class Result(NamedTuple):
    """What closed standings say of somebody."""

    half: int  # of the year
    places: range  # that the equals share
    of: int
    schrift: int
    hands: int
    at_table: range


def mean(places: range, points: Callable[[int], int]) -> Fraction:
    return Fraction(sum(points(place) for place in places), len(places))


def within(table: Sequence[int]) -> Callable[[int], int]:
    return lambda place: table[place - 1] if place <= len(table) else 0


def on_curve(one: Result) -> Fraction:
    def points(place: int) -> int:
        return int(200 * Fraction(one.of - place, one.of - 1) ** 3 + HALF)

    return mean(one.places, points)


def tapered(one: Result) -> Fraction:
    return Fraction(min(max(one.schrift, 0), 100 + max(one.schrift - 100, 0) // 2, 200))


POINTS: dict[str, Callable[[Result], Fraction]] = {
    "Schrift": lambda one: Fraction(one.schrift),
    "Beste sechs": lambda one: mean(one.places, within(FIFTY)),
    "Plätze": lambda one: mean(one.places, within((10, 8, 6, 5, 4, 3, 2, 1))),
    "Kurve": on_curve,
    "Heinepunkte": tapered,
    "Halbjahre": lambda one: Fraction(one.schrift * 60, one.hands),
    "Am Tisch": lambda one: mean(one.at_table, within((10, 8, 6, 4))),
}
NEEDED = {"Beste sechs": 2, "Am Tisch": 3}
Sums = dict[str, dict[str, tuple[int | None, Fraction]]]  # by series and name: the rank, and the points


def shared(amounts: Sequence[int], amount: int) -> range:
    """Of equal amounts the places that they share."""
    first = 1 + sum(other > amount for other in amounts)
    return range(first, first + amounts.count(amount))


def results_of(tournament: Tournament) -> Iterable[tuple[str, Result]]:
    """What stands at every table in the end, by name."""
    names, [round_] = tournament.evening.names(), ranked(tournament).rounds
    everybody = [player.result.schrift for at_table in round_.at_tables for player in at_table]
    for at_table in round_.at_tables:
        here = [player.result.schrift for player in at_table]
        for player in at_table:
            schrift = int(player.result.schrift)
            half = int(tournament.evening.date.month > 6)
            places = shared(everybody, schrift)
            hands = player.hands or 0
            yield (
                names[player.player],
                Result(half, places, len(everybody), schrift, hands, shared(here, schrift)),
            )


def counted_again(tournaments: Sequence[Tournament], *, without_hands: Collection[Tournament] = ()) -> Sums:
    """Of those `without_hands` only places and points are known: some ladders have nothing to look at."""
    sums, results = {}, [(tournament, [*results_of(tournament)]) for tournament in tournaments]
    for title in POINTS:
        by_name: dict[str, list[Result]] = {}
        for tournament, here in results:
            for name, one in here:
                known = by_name.setdefault(name, [])
                if title not in BY_HANDS or tournament not in without_hands:
                    known.append(one)
        sums[title] = ranks(title, counted(title, by_name, len(tournaments)))
    return sums


BY_HANDS = ("Halbjahre", "Am Tisch")


def counted(title: str, by_name: dict[str, list[Result]], held: int) -> dict[str, list[Any]]:
    """By name: the points, then what parts equals, then the starts."""
    found = {}
    for name, results in by_name.items():
        points = sorted((POINTS[title](result) for result in results), reverse=True)
        most = {"Beste sechs": 6, "Kurve": 6, "Heinepunkte": held // 2, "Am Tisch": 8}.get(title, held)
        total = sum(points[:most])
        if title == "Halbjahre":
            halves = [
                sorted(POINTS[title](result) for result in results if result.half == half) for half in (0, 1)
            ]
            total = sum(sum(half[-2:]) for half in halves) - HALF * (held - len(results))
        starts = len(results)
        parts = {"Plätze": [points, -starts], "Heinepunkte": [starts], "Am Tisch": []}.get(title, [points])
        found[name] = [total, parts, starts]
    return found


def ranks(title: str, found: dict[str, list[Any]]) -> dict[str, tuple[int | None, Fraction]]:
    enough = {name: one for name, one in found.items() if one[2] >= NEEDED.get(title, 1)}
    keys = sorted([result[:2] for result in enough.values()], reverse=True)
    places: dict[str, int] = {}
    for place, key in enumerate(keys, 1):
        places.setdefault(repr(key), place)
    return {name: (places[repr(one[:2])] if name in enough else None, one[0]) for name, one in found.items()}


def standings_of(series: dict[str, Series]) -> Sums:
    found = {}
    for title, one_series in series.items():
        shown = shown_series(one_series)
        found[title] = {row.name: (row.rank, Fraction(row.points)) for row in (*shown.rows, *shown.below)}
    return found


@pytest.fixture
def third(cup: Playing, watch: Hands) -> Playing:
    """Anna has won a Dreier; the tournament is over."""
    return won_by_anna(cup)


def as_elsewhere(tournament: Tournament, *, as_file: bool) -> EndTableEntry:
    """The same as it comes from another club: as a file, or as a list of places and points."""
    names, derived = tournament.evening.names(), ranked(tournament)
    outcomes = parts_of(derived, {player: player for player in derived.people})[WHOLE]
    lines = [
        PersonLine(
            names[player],
            outcome.schrift,
            place=outcome.place.rank if outcome.place else None,
            event=tournament.title,
            date=tournament.evening.date,
            outcome=outcome_as_text(outcome) if as_file else "",
        )
        for player, outcome in outcomes.items()
    ]
    return EndTableEntry(tournament.title, tournament.evening.date, tuple(lines), replaces=True)


def test_a_year_of_everything_is_what_closed_standings_say_also_after_a_correction(
    house: House, third: Playing
) -> None:
    """Each is entered once, and counts in all seven; early corrections move all of them."""
    people = people_of_the_year(house.club, 200)
    others = tournaments_of_the_year(house.club, people, numbers=range(1, 32), players=16)
    own, files, lists = [*others[:10], third.tournament], others[10:21], others[21:]
    series = series_of_the_year(house.club, own)
    entries = [as_elsewhere(each, as_file=each in files) for each in (*files, *lists)]
    about = {"club": house.club, "entries": entries, "series": [each.pk for each in series.values()]}
    house.do(write_end_tables, by="Bert", **about)
    everything = [*own, *files, *lists]
    before = standings_of(series)
    assert before == counted_again(everything, without_hands=lists)
    client = house.client("Emil")
    for each in series.values():
        client.get(each.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            assert client.get(each.get_absolute_url()).status_code == 200
        assert len(asked) <= 9, "\n".join(query["sql"][:99] for query in asked.captured_queries)
    year = reverse("tournaments:series_year", args=[house.club.slug])
    with CaptureQueriesContext(connection) as asked:
        assert client.get(year).status_code == 200
    assert len(asked) <= 12, "\n".join(query["sql"][:99] for query in asked.captured_queries)
    shown = year_of(house.club, 2026)
    assert shown["held"] == len(everything), "each once, in however many series it counts"
    put_right(third)
    first = entries[0]
    [line, *lines] = first.lines
    corrected = [line._replace(points=Fraction(line.points or 0) + 1000, outcome=""), *lines]
    about |= {"entries": [first._replace(lines=tuple(corrected))], "series": []}
    house.do(write_end_tables, by="Bert", **about)
    after = standings_of(series)
    assert after["Schrift"][line.name][1] == before["Schrift"][line.name][1] + 1000
    again = counted_again(everything, without_hands=lists)
    for title in series:
        changed = {name for name in FOUR if after[title][name][1] != before[title][name][1]}
        assert {"Anna", "Cilli"} <= changed, title
        assert {name: after[title][name][1] for name in FOUR} == {
            name: again[title][name][1] for name in FOUR
        }
    for each in year_of(house.club, 2026)["series"]:
        assert len(each["put_right"]) == 2, each["shown"].series.title
        assert {"Anna", "Cilli"} <= {row[0] for row in each["moved"]}


def test_a_page_of_a_series_that_uses_everything_takes_twelve_queries(house: House, third: Playing) -> None:
    """Points come along from a series with groups, a team, old results, lots and a final; guests play."""
    third.tournament.evening.participants.filter(member__name="Dora").update(
        member=None, guest="Rosa", key="rosa"
    )
    evening = house.evening()
    house.play(house.sheet(FOUR, evening=evening), dreier("Bert"))
    house.do(close_evening, by="Bert", evening=evening)
    first = with_a_final(third, counted_in_a_series(third))
    second = Series.objects.get(carried_from__series=first)
    north = MemberGroup.objects.get()
    for each in (first, second):
        choose(each, house, f"e{evening.pk}", f"t{third.tournament.pk}")
        groups = {use: [north.pk] for use in ("counts", "ranked", "team")}
        terms = SeriesTerms(who=WhoCounts.GROUP)
        about: dict[str, Any] = {"actor": house["Bert"], "series": each}
        change_series(deed=uuid4(), title=each.title, terms=terms, groups=groups, **about)
    about["series"] = second
    bring_points(deed=uuid4(), lines=[PersonLine("Cilli", 7, "voriges Jahr")], **about)
    day = datetime.date(2019, 10, 4)
    old = [
        PersonLine(name, 0, place=place, event="Cup", date=day)
        for place, name in enumerate(("Anna", "Otti"), 1)
    ]
    with_end_tables(house, second, old)
    people = [f"m{house.member(name).pk}" for name in ("Anna", "Cilli")]
    draw_series_lot(deed=uuid4(), people=people, seed="Sküs", **about)
    shown, client = shown_series(Series.objects.get(pk=second.pk)), house.client("Emil")
    assert all([shown.goes_by, shown.teams, shown.brought, shown.lots, shown.carried])
    assert {"Rosa", "Otti"} <= {*shown.names.values()}
    assert {event.key[0] for event in shown.events} == {"o", "e", "t"}
    client.get(second.get_absolute_url())
    with CaptureQueriesContext(connection) as asked:
        assert client.get(second.get_absolute_url()).status_code == 200
    assert len(asked) <= 12, "\n".join(query["sql"][:99] for query in asked.captured_queries)


def test_what_is_kept_of_a_tournament_is_verified(house: House) -> None:
    people = people_of_the_year(house.club, 8)
    [tournament] = tournaments_of_the_year(house.club, people, numbers=[1], players=8)
    one = series_of_the_year(house.club, [tournament])["Schrift"]
    shown_series(one)
    said = "what series add up of it"
    assert not [found for found in differences(tournament) if said in str(found)]
    assert KeptOutcomes.objects.filter(tournament=tournament).count() == 2
    KeptOutcomes.objects.filter(part=0).update(outcomes={"edition": EDITION, "of": 0, "people": {}})
    assert [str(found) for found in differences(tournament) if said in str(found)] == [
        "The whole, what series add up of it: expected as the tables say, found something else"
    ]


def test_a_guest_who_becomes_a_member_is_one_in_what_was_kept(house: House, third: Playing) -> None:
    series = series_of_the_year(house.club, [third.tournament])["Schrift"]
    Participant.objects.filter(evening=third.tournament.evening, member__name="Dora").update(
        member=None, guest="Rosa", key="rosa"
    )
    guest = Participant.objects.get(guest="Rosa")
    assert [row.name for row in shown_series(series).rows if row.guest] == ["Rosa"]
    house.do(admit_guest, by="Anna", club=house.club, participants=[guest.pk], name="Rosa")
    rows = shown_series(series).rows
    assert [row.name for row in rows if row.guest] == []
    assert "Rosa" in {row.name for row in rows}
    year = year_of(house.club, third.tournament.evening.date.year)
    assert not [series for series in year["series"] if series["put_right"]]


def test_who_is_there_only_before_or_only_now_is_told_when_a_seat_was_put_right(house: House) -> None:
    """One person played under the name of another, as was found later."""
    people = people_of_the_year(house.club, 8)
    [tournament] = tournaments_of_the_year(house.club, people, numbers=[1], players=8)
    series = series_of_the_year(house.club, [tournament])["Schrift"]
    first = shown_series(series).rows[0]
    [kept] = KeptOutcomes.objects.filter(part=0)
    emil = f"m{house.member('Emil').pk}"
    kept.first["people"] = {
        emil if one == first.place.person else one: text for one, text in kept.first["people"].items()
    }
    kept.save()
    [found] = [
        other
        for other in year_of(house.club, tournament.evening.date.year)["series"]
        if other["shown"].series.pk == series.pk
    ]
    assert set(found["moved"]) == {
        ("Emil", first.rank, first.points, None, 0),
        (first.name, None, 0, first.rank, first.points),
    }
