"""A result that nobody has entered is neither 0 nor the capital: its people stand nowhere, and it is said."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.deeds import store
from scoring.sharing.feeds import EveningPeople
from tests.support.pages import text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import of_csv
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Playing, address, by_hand, log_of, opened, timed
from tests.support.tournaments.prizes import give, prizes_shown
from tests.support.tournaments.results_files import content
from tests.support.tournaments.series import stand
from tests.support.tournaments.standings import (
    SECOND,
    STEEP,
    file_of,
    normal,
    of,
    overall,
    places,
    shown,
    words,
)
from tests.support.tournaments.table_page import mends
from tournaments.corrections import verbs as repair
from tournaments.engine.criteria import MONEY_SUM
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import CUP, Overall
from tournaments.export.views import tournament_results
from tournaments.models import State, Tournament
from tournaments.planning.verbs import show_tournament
from tournaments.prizes import verbs as prizes
from tournaments.public.pages.projector import deck_of
from tournaments.results_file.checking import checked
from tournaments.results_file.exporting import series_in_file
from tournaments.results_file.verdict import GOOD, FileVerdict
from tournaments.rounds.verbs import rounds
from tournaments.rounds.verbs.bell_verbs import close_table
from tournaments.series import verbs as series_verbs
from tournaments.series.export import figures_of
from tournaments.series.standing import standing_of

pytestmark = pytest.mark.usefixtures("english", "watch")

ONE_TABLE = "Provisional: 1 table is missing (round 1, table 2). Its players are not ranked."
BRIEFLY = "Provisional: 1 table is missing."
SUMMED = replace(STEEP, rounds=1, overall=Overall.SUM, overall_criteria=MONEY_SUM)


def begun(house: House, first: dict[str, Any], **about: Any) -> Playing:
    """One hand is played at table 1; table 2 plays on paper, and nothing of it has been typed."""
    found = opened(house, *FOUR, *SECOND, **about)
    with by_hand(found):
        found.begin(tables=[FOUR, SECOND])
        found.play(1, first)
        found.do(repair.play_on_paper, table=found.table(2), paper=True)
    return found


@timed(on=HOUSE)
def running(house: House) -> Playing:
    """At table 1 Anna and Bert have 55, Cilli and Dora 45: less than the capital of the others."""
    return begun(house, normal("Anna", "Bert"), terms=SUMMED)


@timed(on=HOUSE)
def cup_running(house: House) -> Playing:
    """At table 1 Anna has 15 and the others −5: less than nothing."""
    return begun(house, dreier("Anna"), title="Cup", rules="cup", terms=replace(CUP, rounds=1))


@timed(on=running)
def closed(running: Playing) -> Playing:
    with by_hand(running):
        running.close()
    return running


@pytest.fixture
def finished(closed: Playing) -> Playing:
    """Finished by an earlier version, which did so without a result and without a ruling."""
    store(closed.tournament, state=State.FINISHED, finished_at=clock.now())
    closed.do(show_tournament, public=True)
    return closed


def names(rows: Any) -> set[str]:
    return {row.name for row in rows}


def public(playing: Playing, page: str) -> str:
    client = Client()
    client.cookies["language"] = "en"
    answer = client.get(f"/tournaments/{playing.tournament.code}/{page}")
    assert answer.status_code == 200
    return text_of(answer)


def verdict(document: dict[str, Any]) -> FileVerdict:
    return checked(content(document))


# Who is ranked


def stand_apart(playing: Playing, *first: str) -> None:
    """Look at who is ranked, and with what the others stand behind them: in the round and overall."""
    for found in (shown(playing), overall(playing)):
        assert names(found.rows) == set(FOUR)
        assert tuple(row.name for row in found.rows if row.rank == 1) == first
        assert names(found.unranked) == set(SECOND)
        assert {(row.rank, row.balance, row.schrift, row.hands, row.notes) for row in found.unranked} == {
            (None, None, None, None, ("result missing",))
        }
        assert found.provisional == ONE_TABLE


def test_whoever_lacks_a_result_stands_apart_without_amount(closed: Playing) -> None:
    stand_apart(closed, "Anna", "Bert")


def test_in_a_cup_so_does_whoever_lacks_one_and_hands_typed_so_far_are_counted(cup_running: Playing) -> None:
    cup_running.do(repair.play_on_paper, table=cup_running.table(1), paper=True)
    assert "Table 1 1/16" in cup_running.read("round", 1)
    closing = cup_running.read("close_round", 1)
    assert "On paper, the hands entered so far count: table 1 (1/16)." in closing
    cup_running.close()
    stand_apart(cup_running, "Anna")
    assert verdict(file_of(cup_running)).sentences == ()


def test_while_the_round_is_played_only_paper_is_missing(running: Playing) -> None:
    """Whoever records has what the phone shows, also before the first hand."""
    assert names(shown(running).unranked) == set(SECOND)
    document = file_of(running)
    assert document["rounds"][0]["missing"] == [2]
    assert (verdict(document).status, verdict(document).sentences) == (GOOD, ())
    running.do(repair.play_on_paper, table=running.table(2), paper=False)
    assert names(shown(running).rows) == {*FOUR, *SECOND}
    assert not shown(running).provisional
    document = file_of(running)
    assert "missing" not in document["rounds"][0]
    assert (verdict(document).status, verdict(document).sentences) == (GOOD, ())
    running.close()
    assert names(shown(running).unranked) == set(SECOND)


def test_a_round_of_which_nothing_is_known_yet_does_not_take_the_standings_away(
    running: Playing,
) -> None:
    playing = running
    playing.agree(rounds=2)
    playing.level(2)
    playing.close()
    before = places(overall(playing))
    playing.begin(2, tables=[FOUR, SECOND])
    playing.do(repair.all_on_paper, round_=playing.round(2), paper=True)
    assert places(overall(playing)) == before
    assert not overall(playing).provisional
    playing.level(1, round_=2)
    assert names(overall(playing).unranked) == set(SECOND)
    assert "(round 2, table 2)" in overall(playing).provisional


def test_a_series_gives_nothing_for_a_result_that_is_missing(closed: Playing) -> None:
    event, terms = f"r{closed.round().pk}", SeriesTerms()
    series = closed.do(series_verbs.open_series, club=closed.house.club, title="Jahr", terms=terms)
    closed.do(series_verbs.choose_events, series=series, among=[event], chosen={event: ["event"]})
    found = stand(series)
    assert {row.name for row in found.rows} == set(FOUR)
    assert {row.name: dict(row.place.given) for row in found.below} == {name: {} for name in SECOND}
    title = f"{closed.tournament.title}, round 1"
    assert found.provisional == (
        f"Provisional: results are missing from {title}. They count for nothing until they are entered."
    )
    assert found.provisional in str(figures_of(found).rows)
    emil = next(row for row in found.below if row.name == "Emil")
    assert "result missing" in text_of(closed.client().get(emil.address))
    document = json.loads(json.dumps(series_in_file(standing_of(series, whole=True))))
    assert verdict(document).sentences == ()
    assert [outcome for outcome in document["events"][0]["outcomes"].values() if "missing" in outcome] == [
        {"of": 4, "schrift": 0, "missing": True}
    ] * len(SECOND)


def test_the_public_page_the_result_to_be_quoted_the_feed_and_the_screen_say_it(finished: Playing) -> None:
    assert ONE_TABLE in public(finished, "standings/")
    assert ONE_TABLE in public(finished, "rounds/1/")
    assert BRIEFLY in public(finished, "result/")
    assert "(Provisional: 1 table is missing)" in finished.read("tournament")
    assert "1. Emil" not in public(finished, "result/")
    [result] = tournament_results(finished.house.club, 5)
    assert BRIEFLY in str(result.describe(EveningPeople(finished.names(), frozenset())))
    slides = [slide for slide in deck_of(of(finished)).slides if slide.kind == "ranks"]
    assert {slide.title for slide in slides} == {"Standings of round 1", "Overall standings"}
    assert all(BRIEFLY in slide.sentences for slide in slides)
    shown_names = {line.name for slide in slides for column in slide.columns for line in column}
    assert shown_names == set(FOUR)


# Where it is said


def test_prizes_go_to_nobody_who_lacks_a_result_and_say_it(closed: Playing) -> None:
    closed.do(prizes.add_prize, name="Schinken")
    found = prizes_shown(closed)
    assert found.provisional == ONE_TABLE
    assert names(found.order) | {name for tie in found.ties for name in tie.names} <= set(FOUR)
    assert ONE_TABLE in words(closed.client(), address(closed, "prizes", 1))
    give(closed, 1, "Anna")
    about = {"slug": closed.house.club.slug, "pk": closed.tournament.pk, "number": 1, "form": "csv"}
    answer = closed.client().get(reverse("tournaments:export_round_prizes", kwargs=about))
    assert ONE_TABLE in str(of_csv(answer.content))


def test_no_sheet_is_called_handed_in_of_which_nothing_or_only_some_hands_were_typed(
    running: Playing,
) -> None:
    running.do(close_table, table=running.table(1))
    board = running.read("round", 1)
    assert "Results 1/2" in board
    assert "Table 2 missing" in board
    page = running.read("close_round", 1)
    assert "All sheets are handed in." not in page
    assert "The result of table 2 is missing: its players are not ranked" in page
    running.level(2)
    assert "Results 2 of 2" in running.read("round", 1)
    assert "All sheets are handed in." in running.read("close_round", 1)
    running.do(repair.play_on_paper, table=running.table(1), paper=True)
    assert "Results 1/2" in running.read("round", 1)
    text = running.read("close_round", 1)
    assert "All sheets are handed in." not in text
    assert "On paper, the hands entered so far count: table 1 (1)." in text


# Closing and finishing


def test_a_round_closes_only_without_the_results_that_the_director_knows_of(running: Playing) -> None:
    assert problems_of(running.do, rounds.close_round, open_too=[1], missing_too=[]) == {
        "form": ["The result of table 2 is missing as well. Please check there, and confirm again."]
    }
    form = {"deed": str(uuid4()), "open": ["1"], "missing": ["2"]}
    running.client().post(address(running, "close_round", 1), form)
    assert log_of("close_round") == [
        f"closed round 1 of “{running.tournament.title}” with table 1 still open, with no result from table 2"
    ]


def test_finishing_names_what_is_missing_and_asks_for_a_ruling(closed: Playing) -> None:
    client, where = closed.client(), address(closed, "finish")
    page = client.get(where).content.decode()
    ruling = address(closed, "table", 1, 2)
    assert ONE_TABLE in page
    assert f'href="{ruling}"' in page
    desk = text_of(client.get(closed.tournament.get_absolute_url()))
    assert ONE_TABLE in desk
    assert "Type the missing results" in desk
    answer = client.post(where, {"deed": str(uuid4())}, follow=True)
    assert "Results are missing: round 1, table 2. Please type them, or rule what counts" in text_of(answer)
    assert Tournament.objects.get().state == State.RUNNING
    mends(closed, {"ruled": "not_played", "reason": "Zettel verloren"}, 2)
    client.post(where, {"deed": str(uuid4())})
    assert Tournament.objects.get().state == State.FINISHED
    assert {row.notes for row in shown(closed).unranked} == {("ruled: not played",)}
    assert shown(closed).ruled == ("Table 2, ruled: not played: Zettel verloren",)
    assert not overall(closed).provisional
    assert names(overall(closed).unranked) == set(SECOND)
    assert (verdict(file_of(closed)).status, verdict(file_of(closed)).sentences) == (GOOD, ())


# The file of results


def test_the_file_names_them_and_is_all_right_and_provisional(finished: Playing) -> None:
    document = file_of(finished)
    assert document["rounds"][0]["missing"] == [2]
    ids = {finished.ids()[name] for name in SECOND}
    for part in (*document["rounds"][0]["standings"], *document["standings"]):
        assert part["apart"] == dict.fromkeys(ids, "missing")
        assert not ids & {place["player"] for place in part["places"]}
    found = verdict(document)
    assert (found.status, found.sentences) == (GOOD, ())
    assert "Provisional, tables without a result: 1 (round 1, table 2)." in found.summary.en
    assert found.summary.de.startswith("In Ordnung.")
    assert "Vorläufig, Tische ohne Ergebnis: 1 (Runde 1, Tisch 2)." in found.summary.de
    del document["rounds"][0]["missing"]  # it need not be named
    assert verdict(document).status == GOOD
    document["rounds"][0]["missing"] = [1, 2]
    assert [text.en for text in verdict(document).sentences] == [
        "Round 1: tables without a result: 2, the file says 1, 2."
    ]
