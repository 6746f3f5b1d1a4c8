"""The director's board: every table live, and what the director does there."""

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from scoring.models import Club, Deed
from scoring.rules.versions.versions import in_use
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.bell import facts
from tests.support.tournaments.playing import EIGHT, Hands, Playing, by_hand, hand, log_of, opened, timed
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes.verbs import call_arbiters
from tournaments.corrections.verbs import PaperLine
from tournaments.draw import verbs as drawing
from tournaments.engine.seating import Method
from tournaments.engine.terms import PLAY_MONEY, Double
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import Call, Stage
from tournaments.rounds.pages.board import BoardTable, board_of
from tournaments.rounds.verbs import bell_verbs, rounds, timing


def address(playing: Playing, page: str = "", number: int = 1) -> str:
    tournament = playing.tournament
    return f"/clubs/{tournament.club.slug}/tournaments/{tournament.pk}/rounds/{number}/{page}"


def board(playing: Playing) -> dict[str, Any]:
    with translation.override("en"):
        return board_of(playing.round(), playing.names())


def table(playing: Playing, number: int = 1) -> BoardTable:
    found: list[BoardTable] = board(playing)["tables"]
    return found[number - 1]


def notes(playing: Playing, number: int = 1) -> list[str]:
    return [note.words for note in table(playing, number).notes]


def press(playing: Playing, page: str, *, by: str = "Bert", **fields: Any) -> Any:
    """A button on the board, or on a page behind it."""
    sent = {"deed": str(uuid4()), **fields}
    return playing.client(by).post(address(playing, page), sent, follow=True)


def messages_of(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def told(playing: Playing, page: str, **pressed: Any) -> list[str]:
    return messages_of(press(playing, page, **pressed))


@pytest.fixture
def two(two_tables: Playing) -> Playing:
    return two_tables


def test_only_a_hand_that_stands_tells_when_a_table_played_last(called: Playing, watch: Hands) -> None:
    """Neither the double round nor a change of seats is a hand; one that was taken back is none."""
    watch.forward(minutes=2)
    called.play(1, hand("Bert", "Cilli"))
    played = watch.moment
    watch.forward(minutes=2)
    called.do(rounds.double_round)
    assert [table.last for table in board(called)["tables"]] == [played, None]
    called.play(1, hand("Bert", "Cilli"))
    assert table(called, 1).last == watch.moment
    called.write(recording.undo)
    assert table(called, 1).last == played


def test_tables_keep_their_order_and_those_that_need_somebody_are_counted(house: House, watch: Hands) -> None:
    playing = opened(house, terms=PLAY_MONEY)
    playing.register([f"Gast {number}" for number in range(1, 25)])
    playing.begin()
    watch.forward(minutes=11)
    for number in (1, 2, 3, 4, 6):
        names = [playing.names()[seat] for seat in playing.table(number).seats]
        playing.play(number, hand(names[0], names[1]))
    call_arbiters(actor=_card(playing, 6), deed=uuid4(), table=playing.table(6), words="Bedient?")
    playing.do(bell_verbs.close_table, table=playing.table(1))
    shown = board(playing)
    assert notes(playing, 6)[0] == "Has been calling the arbiters since 19:11: “Bedient?”"
    urgent = [table.urgent and table.urgent.brief for table in shown["tables"]]
    assert urgent == [None, None, None, None, "silent 11 min", "calls"]
    assert [(kind, count) for kind, _label, count in shown["counts"]] == [
        ("all", 6),
        ("call", 1),
        ("silent", 1),
        ("open", 5),
        ("done", 1),
    ]
    page = playing.client("Bert").get(address(playing)).content.decode()
    assert re.findall(r'id="table-([0-9]+)"', page) == ["1", "2", "3", "4", "5", "6"]
    assert f'href="/tournaments/{playing.tournament.code}/projector/"' in page
    assert "Results 1/6" in page
    assert 'data-zone="Europe/Vienna"' in page, "where the clock says when the bell rings"


def counts(playing: Playing) -> dict[str, int]:
    return {kind: count for kind, _label, count in board(playing)["counts"]}


def test_over_counts_neither_tables_before_the_start_nor_paper_without_a_result(
    house: House, watch: Hands
) -> None:
    playing = opened(house, *FOUR, *EIGHT, terms=PLAY_MONEY)
    playing.publish_seats(tables=[FOUR, EIGHT])
    assert counts(playing) == {"all": 2}
    playing.start()
    playing.do(repair.all_on_paper, paper=True)
    assert counts(playing) == {"all": 2, "paper": 2}
    lines = {playing.ids()[name]: PaperLine(50) for name in FOUR}
    playing.do(repair.enter_result, lines=lines)
    assert counts(playing) == {"all": 2, "paper": 2, "done": 1}
    playing.close()
    assert counts(playing) == {"all": 2, "paper": 2, "done": 1}, "a missing result is not over"


def test_a_table_without_an_entry_for_ten_minutes_is_silent(two: Playing, watch: Hands) -> None:
    watch.forward(minutes=4)
    two.play(1, hand("Bert", "Cilli"))
    watch.forward(minutes=6)
    assert notes(two, 1) == []
    assert notes(two, 2) == ["silent since 19:00"]
    two.do(timing.pause)
    assert notes(two, 2) == []
    watch.forward(minutes=20)
    two.do(timing.resume)
    assert notes(two, 2) == []
    watch.forward(minutes=10)
    assert notes(two, 2) == ["silent since 19:30"]


def test_a_demonstration_is_silent_from_where_its_clock_began_anew(two: Playing, watch: Hands) -> None:
    watch.forward(minutes=14)
    assert notes(two, 2) == ["silent since 19:00"]
    Club.objects.update(demonstration=True)
    assert notes(two, 2) == []


def test_the_bell_shows_which_tables_are_open_and_why(two: Playing, watch: Hands) -> None:
    watch.forward(minutes=29)
    for number, pair in ((1, ("Bert", "Cilli")), (2, ("Fritz", "Gustl"))):
        two.play(number, hand(*pair))
    watch.forward(minutes=2)
    assert notes(two, 1) == ["still open: has not said whether cards have been dealt"]
    for number in (1, 2):
        bell_verbs.say_dealt(_card(two, number), uuid4(), table=two.table(number), dealt=number == 1)
    assert notes(two, 1) == ["still open: hands that may still be played: 1"]
    assert notes(two, 2) == ["handed in"]
    two.play(1, hand("Bert", "Cilli"))
    assert notes(two, 1) == ["still open: last hand played, sheet not handed in"]
    assert [table.number for table in board(two)["still_open"]] == [1]
    assert table(two, 1).can_allow
    assert not table(two, 2).can_allow


def _card(playing: Playing, number: int) -> Actor:
    return Actor(link=playing.sheet(number).record_link)


def test_a_hand_that_came_late_is_shown_with_both_times(two: Playing, watch: Hands) -> None:
    entered = watch.forward(minutes=20)
    watch.forward(minutes=4)
    two.play(1, hand("Bert", "Cilli"), entered=entered)  # kept for a while, and not late
    entered = watch.forward(minutes=5)
    came = watch.forward(minutes=4)
    two.play(1, hand("Bert", "Cilli"), entered=entered)
    assert table(two, 1).late == ((entered, came),)
    assert notes(two, 1)[0] == "Late: 1, entered before the bell"
    page = two.client("Bert").get(address(two, "tables/1/")).content.decode()
    assert "entered at 19:29:00, came at 19:33:00" in page


def test_the_director_runs_the_clock_from_the_board(playing: Playing, watch: Hands) -> None:
    playing.publish_seats()
    bert = playing.client("Bert")
    assert "/start/" in bert.get(address(playing)).content.decode()
    assert told(playing, "start/") == ["Round 1 has begun."]
    watch.forward(minutes=10)
    assert told(playing, "clock/", do="pause") == ["The clock is stopped for everybody."]
    watch.forward(minutes=5)
    assert told(playing, "clock/", do="resume") == ["The clock goes on."]
    assert told(playing, "clock/", do="add", minutes="7") == ["Everybody has 7 minutes more."]
    assert log_of("add_time") == ["gave everybody 7 minutes more in round 1 of “Herbstturnier”"]
    assert board(playing)["clock"]["time"] == "27:00"
    asked = bert.get(address(playing, "ring/")).content.decode()
    assert "The time is up for everybody at once; 1 table is still open." in asked
    assert "At the bell, a hand whose cards have been dealt is played to its end." in asked
    assert board(playing)["clock"]["time"] == "27:00"
    assert told(playing, "ring/") == ["The bell has rung."]
    assert board(playing)["clock"]["time"] == "0:00"
    assert told(playing, "close/", open=["1"], missing=["1"]) == ["Round 1 is closed."]
    assert playing.round().stage == Stage.CLOSED
    assert bert.get(address(playing, "close/")).headers["Location"] == address(playing, "")


def test_the_clock_is_shortened_and_set_and_the_log_tells_from_what_to_what(
    two: Playing, watch: Hands
) -> None:
    watch.forward(minutes=10)
    assert told(two, "clock/", do="cut", minutes="5") == ["Everybody has 5 minutes less."]
    assert board(two)["clock"]["time"] == "15:00"
    assert told(two, "tables/2/", do="add", minutes="3") == ["Table 2 has more time."]
    assert [table.own_time for table in board(two)["tables"]] == ["", "18:00"]
    assert log_of("add_time") == ["gave table 2 3 minutes more in round 1 of “Herbstturnier”"]
    watch.forward(minutes=3)
    for _as_it_is in range(2):
        press(two, "clock/", do="set", minutes="4")
        assert board(two)["clock"]["time"] == "4:00"
    press(two, "clock/", do="pause")
    watch.forward(minutes=9)
    press(two, "clock/", do="set", minutes="20")
    watch.forward(seconds=1)
    press(two, "clock/", do="cut", minutes="2")
    assert board(two)["clock"]["time"] == "18:00"
    press(two, "clock/", do="resume")
    watch.forward(minutes=17)
    assert board(two)["clock"]["time"] == "1:00"
    refused = press(two, "clock/", do="cut", minutes="1").content.decode()
    assert "1:00 are left. To end before the last minute, ring the bell." in refused
    log = log_of("set_clock")
    assert "set the clock of round 1 of “Herbstturnier” from 20:00 to 15:00" in log
    assert "set the clock of round 1 of “Herbstturnier” from 4:00 to 4:00" in log
    two.clean()


def test_a_table_with_more_time_shows_it_until_the_round_is_closed(two: Playing, watch: Hands) -> None:
    two.do(timing.add_time, table=two.table(2), seconds=180)
    watch.forward(minutes=29)
    assert [table.own_time for table in board(two)["tables"]] == ["", "4:00"]
    watch.forward(minutes=6)
    assert [table.own_time for table in board(two)["tables"]] == ["", "0:00"]
    two.close()
    assert [table.own_time for table in board(two)["tables"]] == ["", ""]


def test_a_bell_that_was_rung_is_not_taken_back_by_a_shorter_clock(two: Playing, watch: Hands) -> None:
    watch.forward(minutes=10)
    press(two, "ring/")
    watch.forward(seconds=20)
    press(two, "clock/", do="set", minutes="8")
    assert board(two)["clock"]["time"] == "8:00"
    watch.forward(minutes=1)
    page = press(two, "clock/", do="cut", minutes="2").content.decode()
    assert "The bell has already been rung in this round." in page
    assert board(two)["clock"]["time"] == "7:00"


def test_two_directors_who_add_time_at_once_are_told_of_each_other(two: Playing, watch: Hands) -> None:
    watch.forward(minutes=10)
    known = str(board(two)["known"])
    for_both = {"do": "add", "minutes": "5", "known": known}
    assert told(two, "clock/", by="Anna", **for_both) == ["Everybody has 5 minutes more."]
    page = press(two, "clock/", **for_both).content.decode()
    assert "Meanwhile: Anna gave everybody 5 minutes at" in page
    assert board(two)["clock"]["time"] == "25:00"
    for page, done, words in (
        ("tables/2/", {"do": "add", "minutes": "3"}, "Meanwhile: Anna gave table 2 3 minutes at"),
        ("clock/", {"do": "set", "minutes": "12"}, "Meanwhile: Anna set the clock to 12 minutes at"),
        ("ring/", {}, "Meanwhile: the bell was rung at"),
    ):
        known = str(board(two)["known"])
        watch.forward(minutes=1)
        press(two, page, by="Anna", **done)
        assert words in press(two, "clock/", **{**for_both, "known": known}).content.decode()
    assert board(two)["clock"]["time"] == "0:00"


def test_minutes_that_cannot_be_are_refused_and_stay_as_typed(two: Playing) -> None:
    for typed, problem in (
        ("", "Please say how many minutes."),
        ("bald", "Please say how many minutes, as a number."),
        ("0", "Please give at least one minute and at most four hours."),
        ("241", "Please give at least one minute and at most four hours."),
    ):
        page = press(two, "clock/", do="add", minutes=typed).content.decode()
        assert problem in page
        assert f'value="{typed}" required aria-invalid="true"' in page
    assert press(two, "clock/", do="stop").status_code == 400


def test_the_director_closes_and_opens_a_sheet_and_says_why(two: Playing) -> None:
    removes_one_of_an_evening = f"{two.sheet(1).get_absolute_url()}remove/"
    answer = two.client().post(removes_one_of_an_evening, {"deed": str(uuid4())}, follow=True)
    assert messages_of(answer) == ["This belongs to a tournament, and is changed on the tournament's pages."]
    assert told(two, "tables/1/close/") == ["The sheet of table 1 is closed."]
    assert not two.sheet(1).is_open
    assert "Please give the reason." in press(two, "tables/1/reopen/", reason="").content.decode()
    assert told(two, "tables/1/reopen/", reason="zu früh") == ["The sheet of table 1 is open again."]
    assert two.sheet(1).is_open
    assert Deed.objects.get(verb="reopen_table").details["reason"] == "zu früh"


@timed(on=HOUSE)
def called(house: House) -> Playing:
    """The director calls the double round."""
    found = opened(house, terms=replace(PLAY_MONEY, double=Double.CALLED))
    with by_hand(found):
        found.register((*FOUR, *EIGHT))
        found.begin(tables=[FOUR, EIGHT])
    return found


def test_the_double_round_is_called_once_and_doubles_a_round_of_hands_at_every_table(
    called: Playing, watch: Hands
) -> None:
    bert = called.client("Bert")
    assert 'value="call"' in bert.get(address(called)).content.decode()
    watch.forward(minutes=5)
    deed = str(uuid4())
    for _again in range(2):
        answer = bert.post(address(called, "double/"), {"deed": deed}, follow=True)
        assert messages_of(answer) == ["The next hands count double at every table."]
    assert facts(called)["news"][-1]["text"] == "The director has called a doubled round."
    assert called.round().doubled_at == watch.moment
    assert [table.doubled for table in board(called)["tables"]] == [4, 4]
    assert "×2: 4" in bert.get(address(called)).content.decode()
    assert told(called, "double/", do="back") == ["The double round has been taken back."]
    assert [table.doubled for table in board(called)["tables"]] == [0, 0]
    called.clean()
    assert told(called, "double/", do="call") == ["The next hands count double at every table."]
    once = "The double round has already been called; there is only one in each round."
    assert told(called, "double/", do="call") == [once]
    for _number in range(5):
        called.play(1, hand("Bert", "Cilli"))
    called.play(2, hand("Fritz", "Gustl"))
    assert told(called, "double/", do="back") == [
        "Something has been entered since at table 1, 2: the double round stays."
    ]
    balances = [[seat.amount for seat in shown.seats] for shown in board(called)["tables"]]
    assert balances == [["41", "59", "59", "41"], ["48", "52", "52", "48"]]  # 4 × 2 + 1; 2
    assert [table.doubled for table in board(called)["tables"]] == [0, 3]
    assert "The double round was called at 19:05." in bert.get(address(called)).content.decode()


def test_the_double_round_holds_also_where_hands_are_typed_from_paper_but_not_beside_a_result(
    called: Playing, watch: Hands
) -> None:
    for number in (1, 2):
        called.do(repair.play_on_paper, table=called.table(number), paper=True)
    ids = called.ids()
    lines = {ids[name]: PaperLine(balance=50) for name in EIGHT}
    called.do(repair.enter_result, table=called.table(2), lines=lines)
    called.do(rounds.double_round)
    assert [called.sheet(number).state.owed for number in (1, 2)] == [4, 0]
    called.play(1, hand("Bert", "Cilli"), by="Bert")
    balances = [[seat.amount for seat in shown.seats] for shown in board(called)["tables"]]
    assert balances == [["48", "52", "52", "48"], ["50", "50", "50", "50"]]


def test_the_double_round_passes_over_a_table_whose_paper_says_that_the_bell_has_rung(
    called: Playing,
) -> None:
    called.do(repair.play_on_paper, paper=True)
    called.do(bell_verbs.note_bell)
    called.do(rounds.double_round)
    assert [called.sheet(number).state.owed for number in (1, 2)] == [0, 4]


def test_no_double_round_where_none_is_called_after_the_bell_or_while_arbiters_are_waited_for(
    called: Playing, watch: Hands
) -> None:
    call = Call.objects.create(id=uuid4(), table=called.table(2), at=watch.moment)
    words = "Table 2 is waiting for the arbiters: please call the double round after their ruling."
    assert problems_of(called.do, rounds.double_round) == {"form": [words]}
    Call.objects.filter(pk=call.pk).update(withdrawn_at=watch.moment)
    watch.forward(minutes=30)
    assert problems_of(called.do, rounds.double_round) == {"form": ["The bell has rung."]}


def test_the_double_round_can_be_called_whatever_was_agreed_where_the_sheet_doubles(two: Playing) -> None:
    bert = two.client("Bert")
    assert two.tournament.terms.double is not Double.CALLED
    assert 'value="call"' in bert.get(address(two)).content.decode()
    evening = two.tournament.evening
    evening.ruleset = in_use("cup", two.tournament.club)
    evening.save()
    assert 'value="call"' not in bert.get(address(two)).content.decode()
    assert told(two, "double/") == ["Nothing is doubled under this rule sheet, so nobody can call it."]


NINE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fanny", "Gerta", "Hans", "Ida")


def test_what_was_drawn_ahead_is_taken_where_the_same_people_are_back(house: House) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, rounds=2))
    playing.register(NINE[:8])
    playing.check_in()
    playing.do(drawing.draw_rounds, seed="voraus")
    ahead = [table.seats for table in playing.round(2).tables.all()]
    playing.publish()
    playing.start()
    playing.close()
    path = f"{playing.tournament.get_absolute_url()}rounds/2/everybody-back/"
    playing.client().post(path, {"deed": str(uuid4())})
    assert playing.round(2).stage == Stage.DRAFT
    assert [table.seats for table in playing.round(2).tables.all()] == ahead


def test_too_few_are_told_at_the_check_in(playing: Playing) -> None:
    playing.agree(rounds=2, method=Method.BY_STANDING)
    playing.pass_round()
    playing.do(withdraw_entrant, entrant=playing.entrant("Anna"))
    here = playing.client()
    path = f"{playing.tournament.get_absolute_url()}rounds/2/everybody-back/"
    answer = here.post(path, {"deed": str(uuid4())}, follow=True)
    assert "At least four people are needed; 3 are checked in." in answer.content.decode()
    assert playing.round(2).stage == Stage.CHECK_IN
