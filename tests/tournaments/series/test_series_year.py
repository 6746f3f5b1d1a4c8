"""A cup's year of 17 tournaments, 100 people and seven series, counted again by a second program."""

import json
from collections.abc import Collection, Sequence
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.evenings.verbs import close_evening
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Hands, Playing
from tests.support.tournaments.series import (
    DAY,
    Use,
    choose,
    counted_in_a_series,
    listed,
    put_right,
    stand,
    with_a_final,
    won_by_anna,
)
from tests.support.tournaments.table_verbs import rule_on_result
from tests.support.tournaments.year import people_of_the_year, series_of_the_year, tournaments_of_the_year
from tests.tournaments.results_file import second_checker
from tournaments.engine.adjusting import AdjustmentKind
from tournaments.engine.event_outcomes import outcome_as_text, outcomes_in
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.models import Counted, Series, Tournament
from tournaments.planning.verbs import reopen_tournament
from tournaments.results_file.exporting import year_in_file
from tournaments.series.lines import ListEntry, PersonLine
from tournaments.series.lists import write_lists
from tournaments.series.verbs import show_series
from tournaments.series.years import put_right_since, standings_in
from tournaments.standings.derived import ranked


def shared(amounts: Sequence[int], amount: int) -> SharedPlace:
    """Return the place of an amount among all, and how many have the same."""
    first = 1 + sum(other > amount for other in amounts)
    return SharedPlace(first, first, amounts.count(amount))


def results_of(tournament: Tournament, *, with_hands: bool) -> dict[str, EventOutcome]:
    """Return what stands at every table in the end, by name."""
    names, [round_] = tournament.evening.names(), ranked(tournament).rounds
    everybody = [player.result.schrift for at_table in round_.at_tables for player in at_table]
    found = {}
    for at_table in round_.at_tables:
        here = [player.result.schrift for player in at_table]
        for player in at_table:
            schrift = player.result.schrift
            known = EventOutcome(shared(everybody, schrift), len(everybody), schrift)
            at_tables = (shared(here, schrift),)
            found[names[player.player]] = (
                known._replace(hands=player.hands, at_tables=at_tables) if with_hands else known
            )
    return found


def counted_again(house: House, tournaments: Sequence[Tournament], lists: Collection[Tournament]) -> None:
    """Compare what counts in every series with closed tables, and its sums with those of a second program.

    Of `lists` only places and points are known.
    """
    by_title = {tournament.title: tournament for tournament in tournaments}
    all_shown = standings_in(house.club, 2026)
    assert len(all_shown) == 7
    for shown in all_shown:
        assert sorted(event.title for event in shown.held) == sorted(by_title)
        for event in shown.held:
            outcomes = {
                shown.people.names[person]: outcome for person, outcome in shown.outcomes[event.pk].items()
            }
            tournament = by_title[event.title]
            again = results_of(tournament, with_hands=tournament not in lists)
            assert outcomes == again, (shown.series.title, event.title)
    assert second_checker.differences(json.loads(json.dumps(year_in_file(house.club, 2026, all_shown)))) == []


def points_of(series: Series) -> dict[str, Fraction]:
    shown = stand(series)
    return {row.name: Fraction(row.points) for row in (*shown.rows, *shown.below)}


@pytest.fixture
def third(cup: Playing, watch: Hands) -> Playing:
    """Anna has won a Dreier; the tournament is over."""
    return won_by_anna(cup)


def as_elsewhere(tournament: Tournament, *, as_file: bool) -> ListEntry:
    """The same as it comes from another club: as a file, or as a list of places and points."""
    names, derived = tournament.evening.names(), ranked(tournament)
    outcomes = outcomes_in(derived, {player: player for player in derived.people})
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
    return ListEntry(tournament.title, tournament.evening.date, tuple(lines), replaces=True)


def test_a_year_of_everything_is_what_closed_standings_say_also_after_a_correction(
    house: House, third: Playing
) -> None:
    """Each is entered once, and counts in all seven; early corrections move all of them."""
    people = people_of_the_year(house.club, 100)
    others = tournaments_of_the_year(house.club, people, numbers=range(1, 17), players=16)
    own, files, lists = [*others[:5], third.tournament], others[5:11], others[11:]
    series = series_of_the_year(house.club, own)
    entries = [as_elsewhere(each, as_file=each in files) for each in (*files, *lists)]
    about = {"club": house.club, "entries": entries, "series": [each.pk for each in series.values()]}
    house.do(write_lists, by="Bert", **about)
    everything = [*own, *files, *lists]
    counted_again(house, everything, lists)
    before = {title: points_of(each) for title, each in series.items()}
    client = house.client("Emil")
    for each in series.values():
        client.get(each.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            assert client.get(each.get_absolute_url()).status_code == 200
        assert len(asked) <= 16, "\n".join(query["sql"][:99] for query in asked.captured_queries)
    assert put_right_since([f"t{each.pk}" for each in own]) == set()
    put_right(third)
    first = entries[0]
    [line, *lines] = first.lines
    corrected = [line._replace(points=Fraction(line.points or 0) + 1000, outcome=""), *lines]
    about |= {"entries": [first._replace(lines=tuple(corrected))], "series": []}
    house.do(write_lists, by="Bert", **about)
    assert points_of(series["Schrift"])[line.name] == before["Schrift"][line.name] + 1000
    for title, each in series.items():
        after = points_of(each)
        assert all(after[name] != before[title][name] for name in ("Anna", "Cilli")), title
    assert put_right_since([f"t{each.pk}" for each in own]) >= {f"t{third.tournament.pk}"}


def test_a_page_of_a_series_that_uses_everything_takes_few_queries(house: House, third: Playing) -> None:
    """Points come along, with groups, a team, end tables, lots and a final; guests play."""
    third.tournament.evening.participants.filter(member__name="Dora").update(
        member=None, guest="Rosa", key="rosa"
    )
    evening = house.evening()
    house.play(house.sheet(FOUR, evening=evening), dreier("Bert"))
    house.do(close_evening, by="Bert", evening=evening)
    series = with_a_final(third, counted_in_a_series(third))
    choose(series, house, f"r{third.round().pk}", f"e{evening.pk}", f"t{third.tournament.pk}")
    listed(
        house,
        "Cup",
        [PersonLine("Anna", place=1), PersonLine("Otti", place=2)],
        (series, Use.EVENT),
        date=DAY,
    )
    women = house.club.lists.get(title="Damen")
    Counted.objects.create(series=series, list=women, use=Use.ONLY)
    stands, client = stand(series), house.client("Emil")
    assert all([stands.groups, stands.used(Use.TEAM), stands.seeds, stands.lots, stands.declined])
    assert {"Rosa", "Otti"} <= {*stands.people.names.values()}
    assert {event.key[0] for event in stands.events} == {"o", "e", "r", "t"}
    client.get(series.get_absolute_url())
    with CaptureQueriesContext(connection) as asked:
        assert client.get(series.get_absolute_url()).status_code == 200
    assert len(asked) <= 16, "\n".join(query["sql"][:99] for query in asked.captured_queries)


def test_the_page_of_all_years_takes_the_same_few_queries_however_many_series_there_are(
    house: House, third: Playing
) -> None:
    """Of one series, and of eight; guests play, an evening counts and a list."""
    guest = {"member": None, "guest": "Rosa", "key": "rosa"}
    third.tournament.evening.participants.filter(member__name="Dora").update(**guest)
    evening = house.evening()
    house.play(house.sheet(FOUR, evening=evening), dreier("Bert"))
    house.do(close_evening, by="Bert", evening=evening)
    keys = [f"r{third.round().pk}", f"e{evening.pk}", f"t{third.tournament.pk}"]
    series = choose(counted_in_a_series(third), house, *keys)
    listed(house, "Cup", [PersonLine("Anna", place=1)], (series, Use.EVENT), date=DAY)
    client = house.client("Emil")
    years = reverse("tournaments:series_years", args=[house.club.slug])

    def looked() -> int:
        client.get(years)
        with CaptureQueriesContext(connection) as asked:
            page = client.get(years)
        assert {row.record["name"] for row in page.context["winners"].rows} >= {"Anna", "Bert", "Rosa"}
        return len(asked)

    few = looked()
    for other in series_of_the_year(house.club, [third.tournament]).values():
        choose(other, house, *keys)
    assert (looked(), few <= 20) == (few, True), few


def test_what_counts_is_chosen_in_the_same_few_queries_however_many_boxes_are_ticked(
    house: House, third: Playing
) -> None:
    entries = [ListEntry(f"Cup {number}", DAY, (PersonLine("Anna", place=1),)) for number in range(12)]
    house.do(write_lists, by="Bert", club=house.club, entries=entries)
    keys = [f"o{each.pk}" for each in house.club.lists.all()]

    def asked(series: Series, *chosen: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            choose(series, house, *chosen)
        assert series.counted.count() == len(chosen)
        return len(asked)

    few, many = list(series_of_the_year(house.club, [third.tournament]).values())[:2]
    of_tournament = f"t{third.tournament.pk}"
    assert asked(few, of_tournament, keys[0]) == asked(many, of_tournament, *keys)


def test_a_list_is_written_in_the_same_few_queries_in_however_many_series_it_counts(
    house: House, third: Playing
) -> None:
    every = [each.pk for each in series_of_the_year(house.club, [third.tournament]).values()]

    def asked(title: str, series: Sequence[int]) -> int:
        entries = [ListEntry(title, DAY, (PersonLine("Anna", place=1),))]
        with CaptureQueriesContext(connection) as asked:
            house.do(write_lists, by="Bert", club=house.club, entries=entries, series=series)
        assert Counted.objects.filter(list__title=title).count() == len(series)
        return len(asked)

    assert asked("Cup 1", every[:1]) == asked("Cup 2", every)


def test_the_public_answer_is_kept_until_something_changes_and_looking_writes_nothing(
    house: House, third: Playing, watch: Hands
) -> None:
    series = series_of_the_year(house.club, [third.tournament])["Schrift"]
    code = house.do(show_series, by="Bert", series=series, public=True).code

    def looked() -> tuple[int, bool]:
        with CaptureQueriesContext(connection) as asked:
            page = Client().get(f"/series/{code}/").content.decode()
        assert not [query["sql"] for query in asked if not query["sql"].strip().startswith("SELECT")]
        return len(asked), page.index("Anna") < page.index("Cilli")

    first, anna_leads = looked()
    again, _same = looked()
    assert (anna_leads, again < first, again <= 4) == (True, True, True)
    watch.forward(minutes=1)
    put_right(third)
    assert looked() == (first, False), "a hand is corrected: it is made anew"


def test_what_was_put_right_since_does_not_depend_on_who_looked(
    house: House, third: Playing, watch: Hands
) -> None:
    series_of_the_year(house.club, [third.tournament])
    years, client = reverse("tournaments:series_years", args=[house.club.slug]), house.client("Emil")

    def looked() -> list[str]:
        return [event.title for event in client.get(years).context["put_right"]]

    watch.forward(minutes=1)
    put_right(third)  # nobody has looked before
    assert looked() == [third.tournament.title]
    third.do(reopen_tournament, reason="noch nicht fertig")
    watch.forward(minutes=1)
    third.finish()
    assert looked() == [], "it was put right before the end"
    watch.forward(minutes=1)
    about = {"kind": AdjustmentKind.POINTS, "points": -1, "entrant": third.entrant("Anna").pk}
    third.do(rule_on_result, reason="gemurrt", **about)
    assert looked() == [third.tournament.title]
