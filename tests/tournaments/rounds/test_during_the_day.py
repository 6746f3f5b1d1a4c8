"""What happens during the day: two directors at once, a start taken back, a further table."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.models import Deed, Sheet
from tests.support.pages import text_of
from tests.support.scoring.tables import FOUR
from tests.support.scoring.verify import verified
from tests.support.stored_forms import forms_on
from tests.support.tournaments.playing import (
    EIGHT,
    NAMES,
    Hands,
    Playing,
    address,
    code_of_card,
    hand,
    log_of,
    playing,
    started,
    two_tables,
)
from tournaments.draw.verbs import past_of
from tournaments.engine.clock import remaining
from tournaments.models import Signup, Stage, State, Tournament
from tournaments.prizes import verbs as prizes
from tournaments.public.pages.whole_day import final_result_of
from tournaments.pulse import beat_at
from tournaments.results_file.exporting import tournament_in_file
from tournaments.round_clock import table_clock
from tournaments.rounds.verbs import timing
from tournaments.series.sections import divide_people, set_sections
from tournaments.wording import terms_in_words

__all__ = ["playing", "started", "two_tables"]


def press(client: Client, path: str, **sent: Any) -> str:
    """Return the text of the page that follows a button."""
    answer = client.post(path, {"deed": str(uuid4()), **sent}, follow=True)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def drawn(playing: Playing, number: int) -> list[Sequence[str]]:
    return [table.seats for table in playing.round(number).tables.order_by("number")]


# Two directors at once


def test_who_draws_second_by_everybody_is_back_sees_the_draw_of_the_first(
    two_tables: Playing, watch: Hands
) -> None:
    playing = two_tables
    playing.close()
    watch.forward(minutes=5)
    path = address(playing, "everybody_back", 2)
    assert "Round 2 is drawn." in press(playing.client("Anna"), path)
    first = drawn(playing, 2)
    watch.forward(minutes=1)
    answer = playing.client().post(path, {"deed": str(uuid4())}, follow=True)
    said = text_of(answer.content.decode())
    assert "This round has already been drawn." in said
    assert "19:05: Anna drew round 2 of “Herbstturnier”" in said
    assert "Round 2 is drawn." not in said
    assert answer.redirect_chain[-1][0] == address(playing, "draw", 2)
    assert drawn(playing, 2) == first
    assert Deed.objects.filter(verb="draw_round", details__round=2).count() == 1


# A round begun by mistake


def test_a_start_is_taken_back_while_nothing_is_stored_and_the_clock_begins_anew(
    two_tables: Playing, watch: Hands
) -> None:
    playing = two_tables
    seats = drawn(playing, 1)
    sheet = playing.sheet(2)
    watch.forward(minutes=2)
    press(playing.client(), address(playing, "run_clock", 1), do="pause")
    watch.forward(minutes=1)
    board = playing.client().get(address(playing, "round", 1)).content.decode()
    assert address(playing, "take_back_start", 1) in board
    assert playing.round().stage == Stage.RUNNING
    assert "The start of round 1 has been taken back." in press(
        playing.client(), address(playing, "take_back_start", 1)
    )
    assert (playing.round().stage, drawn(playing, 1)) == (Stage.PUBLISHED, seats)
    assert Tournament.objects.get().state == State.PLANNED  # all terms are free again
    assert not Sheet.objects.filter(pk=sheet.pk).exists()
    beat = beat_at(playing.tournament.code, playing.table(2).pk)
    assert beat is not None
    assert (beat.state or "").startswith("closed back")
    card = playing.house.client("", "en").get(
        reverse("tournaments:card", args=[code_of_card(playing.tournament.pk, 2)])
    )
    assert "Eva" in text_of(card.content.decode())  # who sits here next
    assert verified()[0] == 0  # nor is anything missing in the log
    watch.forward(minutes=5)
    playing.start()
    watch.forward(minutes=3)
    assert remaining(table_clock(playing.table()), watch.moment) == timedelta(minutes=27)
    press(playing.client("Anna"), address(playing, "run_clock", 1), do="pause")
    playing.clean()
    assert log_of("take_back_start") == ["took back the start of round 1 of “Herbstturnier”"]


def test_once_a_hand_is_stored_the_start_stays_and_the_page_says_where(two_tables: Playing) -> None:
    playing = two_tables
    playing.play(2, hand("Eva", "Fritz"))
    for words in (
        press(playing.client(), address(playing, "take_back_start", 1)),
        text_of(playing.client().get(address(playing, "take_back_start", 1)).content.decode()),
    ):
        assert "Something has been stored at table 2 since the start" in words
    assert playing.round().stage == Stage.RUNNING
    assert (
        address(playing, "take_back_start", 1)
        not in playing.client().get(address(playing, "round", 1)).content.decode()
    )


# Who comes later


def seats_page(playing: Playing, **sent: Any) -> str:
    """Look at what changes, then save it."""
    path = address(playing, "seats", 1)
    looked = playing.client().post(path, {"deed": str(uuid4()), "step": "look", **sent})
    [form] = [form for form in forms_on(looked) if sent["do"] in form.sent.get("do", [])]
    return press(playing.client(), path, **{**form.sent, "step": "save", **sent})


def test_four_who_come_after_the_start_get_a_further_table(two_tables: Playing, watch: Hands) -> None:
    playing = two_tables
    watch.forward(minutes=4)
    playing.play(1, hand("Bert", "Cilli"))
    playing.register(("Lea", "Max", "Nora"))
    path = address(playing, "seats", 1)
    assert "A further table" not in text_of(playing.client().get(path).content.decode())
    waits = Signup.objects.create(tournament=playing.tournament, name="Otto", at=watch.moment)
    assert "A further table" in text_of(playing.client().get(path).content.decode())
    people = [str(playing.entrant(name).pk) for name in ("Lea", "Max", "Nora")]
    few = press(playing.client(), path, do="further", people=people, step="look")
    assert "A table takes four to six people; 3 are chosen." in few
    said = seats_page(playing, do="further", people=[*people, f"signup {waits.pk}"])
    assert "The seats have been changed." in said
    assert playing.sitting(3) == ["Lea", "Max", "Nora", "Otto"]
    playing.play(3, hand("Lea", "Max"))
    assert playing.balances(3) == {"Lea": 51, "Max": 51, "Nora": 49, "Otto": 49}
    playing.close()
    [past] = past_of(playing.round(2))
    ids = playing.ids()
    assert list(past.tables[2]) == [ids[name] for name in ("Lea", "Max", "Nora", "Otto")]
    assert verified()[0] == 0
    [told] = log_of("open_further_table")
    assert told.startswith("opened a further table for those who came later: Lea, Max, Nora, Otto (“Herbst")


@pytest.mark.parametrize("published", [False, True])
def test_a_house_player_fills_in_for_eleven_and_nobody_else_loses_a_seat(
    playing: Playing, published: bool
) -> None:
    playing.register(NAMES[:7])
    playing.check_in()
    playing.draw()
    if published:
        playing.publish()
    before = [list(seats) for seats in drawn(playing, 1)]
    assert [len(seats) for seats in before] == [5, 6]
    path = address(playing, "seats", 1)
    if not published:
        page = playing.client().get(address(playing, "draw", 1)).content.decode()
        assert f"{path}#fill" in page
    [form] = [form for form in forms_on(playing.client().get(path)) if ("step", "fill") in form.buttons]
    filled = playing.client().post(path, form.with_({"step": "fill", "names": "Xaver"}))
    [form] = [form for form in forms_on(filled) if ("step", "fill") not in form.buttons and form.is_posted][
        :1
    ]
    assert "1 house player is missing" not in text_of(filled)
    assert "The seats have been changed." in press(playing.client(), path, **{**form.sent, "step": "save"})
    after = [list(seats) for seats in drawn(playing, 1)]
    xaver = playing.entrant("Xaver")
    assert xaver.house
    assert after == [
        before[0][:4],
        before[1][:4],
        [*before[0][4:], *before[1][4:], str(xaver.participant_id)],
    ]
    if not published:
        playing.publish()
    playing.start()
    assert verified()[0] == 0
    [told] = log_of("reseat")
    assert told.endswith("Xaver at table 3")


def test_a_day_in_sections_is_told_and_kept_with_them(playing: Playing, watch: Hands) -> None:
    playing.register(EIGHT)
    playing.do(set_sections, names=["A", "B"], together=False)
    playing.do(divide_people, sections={playing.entrant(name).pk: 1 for name in FOUR})
    playing.do(divide_people, sections={playing.entrant(name).pk: 2 for name in EIGHT})
    playing.begin(tables=[FOUR, EIGHT])
    playing.play(1, hand("Bert", "Cilli"))
    playing.do(timing.pause)
    watch.forward(minutes=5)
    playing.do(timing.resume)
    playing.do(timing.ring)
    playing.do(prizes.add_prize, name="Wein", cents=None, round_=playing.round())
    playing.close()
    assert "1 prize has not been given." in playing.read("finish")
    tournament = Tournament.objects.get()
    result = final_result_of(tournament)
    assert result is not None
    assert result["first"][0] == ("1.", "Bert (A)", "51")
    with translation.override("en"):
        terms = terms_in_words(tournament.terms, "EUR")
    assert "each by itself" in [term.choice for term in terms]
    document = json.loads(json.dumps(tournament_in_file(tournament, words=True)))
    assert {person["section"] for person in document["people"]} == {1, 2}
    assert len(document["rounds"][0]["clock"]["pauses"]) == 1
