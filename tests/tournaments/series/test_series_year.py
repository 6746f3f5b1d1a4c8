"""A cup's year of 17 tournaments, 100 people and seven series, counted again by a second program."""

import datetime
import json
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any
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
from tests.tournaments.results_file import second_checker
from tournaments.corrections.adjustments import rule_on_result
from tournaments.engine.adjusting import AdjustmentKind
from tournaments.engine.event_outcomes import WHOLE, outcome_as_text, parts_of
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.models import MemberGroup, Series, Tournament
from tournaments.planning.verbs import reopen_tournament
from tournaments.results_file.exporting import year_in_file
from tournaments.series.end_tables import EndTableEntry, write_end_tables
from tournaments.series.lines import PersonLine
from tournaments.series.pages import shown_series
from tournaments.series.verbs import (
    bring_points,
    change_series,
    draw_series_lot,
)
from tournaments.series.year import shown_in_year, year_of
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
    all_shown = shown_in_year(house.club, 2026)
    assert len(all_shown) == 7
    for shown in all_shown:
        assert sorted(event.title for event in shown.held) == sorted(by_title)
        for event in shown.held:
            outcomes = {shown.names[person]: outcome for person, outcome in shown.outcomes[event.pk].items()}
            tournament = by_title[event.title]
            again = results_of(tournament, with_hands=tournament not in lists)
            assert outcomes == again, (shown.series.title, event.title)
    assert second_checker.differences(json.loads(json.dumps(year_in_file(house.club, 2026, all_shown)))) == []


def points_of(series: Series) -> dict[str, Fraction]:
    shown = shown_series(series)
    return {row.name: Fraction(row.points) for row in (*shown.rows, *shown.below)}


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
    people = people_of_the_year(house.club, 100)
    others = tournaments_of_the_year(house.club, people, numbers=range(1, 17), players=16)
    own, files, lists = [*others[:5], third.tournament], others[5:11], others[11:]
    series = series_of_the_year(house.club, own)
    entries = [as_elsewhere(each, as_file=each in files) for each in (*files, *lists)]
    about = {"club": house.club, "entries": entries, "series": [each.pk for each in series.values()]}
    house.do(write_end_tables, by="Bert", **about)
    everything = [*own, *files, *lists]
    counted_again(house, everything, lists)
    before = {title: points_of(each) for title, each in series.items()}
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
    assert points_of(series["Schrift"])[line.name] == before["Schrift"][line.name] + 1000
    for title, each in series.items():
        after = points_of(each)
        assert all(after[name] != before[title][name] for name in ("Anna", "Cilli")), title
    for each in year_of(house.club, 2026)["series"]:
        assert len(each["put_right"]) == 2, each["shown"].series.title
        if each["shown"].series.title == "Schrift":
            assert [row[0] for row in each["moved"]] == [line.name]


def test_a_page_of_a_series_that_uses_everything_takes_thirteen_queries(house: House, third: Playing) -> None:
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
    assert len(asked) <= 13, "\n".join(query["sql"][:99] for query in asked.captured_queries)


def test_what_was_put_right_since_does_not_depend_on_who_looked_and_looking_writes_nothing(
    house: House, third: Playing, watch: Hands
) -> None:
    series_of_the_year(house.club, [third.tournament])
    year, client = reverse("tournaments:series_year", args=[house.club.slug]), house.client("Emil")

    def looked() -> list[list[str]]:
        with CaptureQueriesContext(connection) as asked:
            page = client.get(year)
        assert not [query["sql"] for query in asked if not query["sql"].strip().startswith("SELECT")]
        return [[event.title for event in each["put_right"]] for each in page.context["shown"]["series"]]

    watch.forward(minutes=1)
    put_right(third)  # nobody has looked before
    assert looked() == [[third.tournament.title]] * 7
    third.do(reopen_tournament, reason="noch nicht fertig")
    watch.forward(minutes=1)
    third.finish()
    assert looked() == [[]] * 7, "it was put right before the end"
    watch.forward(minutes=1)
    about = {"kind": AdjustmentKind.POINTS, "points": -1, "entrant": third.entrant("Anna").pk}
    third.do(rule_on_result, reason="gemurrt", **about)
    assert looked() == [[third.tournament.title]] * 7


def test_a_guest_who_becomes_a_member_is_one_in_what_is_remembered(house: House, third: Playing) -> None:
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
