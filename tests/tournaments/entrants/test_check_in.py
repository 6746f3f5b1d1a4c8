"""Who is here for a round, how they will sit, and what they have paid."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.support.pages import text_of
from tests.support.read import as_read
from tests.support.scoring.counting import watched
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import (
    NAMES,
    Hands,
    Playing,
    address,
    by_hand,
    count,
    log_of,
    opened,
    playing,
    timed,
)
from tournaments.cash.pages import fees_of
from tournaments.duties import give_duty
from tournaments.engine.terms import CUP
from tournaments.entrants import verbs as people
from tournaments.entrants.pages import check_in_of
from tournaments.models import Attendance, Duty, Stage

pytestmark = pytest.mark.usefixtures("english", "watch")


def shown(playing: Playing, number: int = 1) -> dict[str, Any]:
    return check_in_of(playing.round(number))


def here(playing: Playing, number: int = 1) -> list[str]:
    return [person["name"] for person in shown(playing, number)["here"]]


def tap(playing: Playing, number: int = 1, **fields: object) -> Any:
    """As a phone without the page's script does it; what it reads then."""
    path = address(playing, "people", number)
    return playing.client().post(path, {"deed": uuid4(), **fields}, follow=True)


def tapped(playing: Playing, number: int = 1, **fields: object) -> None:
    """The same, where what it reads is of no matter."""
    path = address(playing, "people", number)
    assert playing.client().post(path, {"deed": uuid4(), **fields}).status_code == 302


def page(playing: Playing, number: int = 1) -> str:
    return playing.read("people", number)


@timed(on=playing)
def published(playing: Playing) -> Playing:
    """The four are here, and everybody may read where they sit."""
    with by_hand(playing):
        playing.publish_seats()
    return playing


def begun(playing: Playing, number: int = 1) -> None:
    """Drawn and published; nobody is asked any more."""
    playing.draw(number)
    playing.publish(number)


# In and out


def test_one_tap_is_in_and_one_is_out_again(playing: Playing, watch: Hands) -> None:
    anna = playing.entrant("Anna").pk
    before = count(playing)
    answer = tap(playing, **{"in": anna})
    assert answer.redirect_chain == [(f"{address(playing, 'people', 1)}#p{anna}", 302)]
    assert here(playing) == ["Anna"]
    came = Attendance.objects.get().checked_in_at
    watch.forward(minutes=1)
    tapped(playing, **{"in": anna})
    assert Attendance.objects.get().checked_in_at == came  # whoever is there came when they came
    tapped(playing, out=anna)
    assert here(playing) == []
    assert count(playing) == before + 3
    assert log_of("check") == [
        "checked in Anna for round 1 of “Herbstturnier”",
        "checked in Anna for round 1 of “Herbstturnier”",
        "checked out Anna for round 1 of “Herbstturnier”",
    ]


def test_the_script_gets_what_has_changed_and_nothing_else(playing: Playing) -> None:
    anna = playing.entrant("Anna").pk
    client, path = playing.client(), address(playing, "people", 1)
    asked: dict[str, Any] = {"headers": {"Accept": "application/json"}}
    changed = client.post(path, {"deed": uuid4(), "in": anna}, **asked).json()
    assert text_of(changed["row"]) == "Anna is here Anna: €3.00 open"
    assert text_of(changed["count"]).startswith("1 is here")
    assert "Still open €3.00" in text_of(changed["fees"])
    row = client.get(path).content.decode()
    assert as_read(changed["row"]) in row  # the same as the page prints
    playing.check_in(names=FOUR)
    begun(playing)
    refused = client.post(path, {"deed": uuid4(), "out": anna}, **asked)
    assert refused.status_code == 409
    assert json.loads(refused.content) == {
        "problem": "Round 1 has been drawn and published, and has not started yet."
    }


def test_what_no_page_sends_is_a_bad_request_and_nobody_of_another_tournament_comes(
    playing: Playing,
) -> None:
    client, path = playing.client(), address(playing, "people", 1)
    wrongs: list[dict[str, str]] = [{}, {"in": "Anna"}, {"in": "9" * 19}, {"again": "1 x"}]
    for wrong in wrongs:
        assert client.post(path, {"deed": uuid4(), **wrong}).status_code == 400, wrong
    other = opened(playing.house, "Zita", title="Anderes", terms=CUP)
    zita = other.entrant("Zita").pk
    for kind, number in (("in", zita), ("pay", zita), ("in", "9" * 18)):
        gone = tap(playing, **{kind: number})
        assert "in the meantime." in text_of(gone)
    assert not Attendance.objects.exists()


def test_who_is_here_is_a_view_of_the_people_and_a_cashier_is_led_to_no_other(playing: Playing) -> None:
    playing.do(give_duty, name="Emil", kind=Duty.Kind.CASHIER)
    for by, views in (("Bert", ["Registered", "Round 1"]), ("Emil", [])):
        page = playing.client(by).get(address(playing, "people", 1))
        assert [way["words"] for way in page.context["periods"]] == views


# How they sit


def test_the_page_says_at_which_tables_so_many_sit(playing: Playing) -> None:
    playing.register(NAMES[:9])
    for there, counted, told in (
        (0, "0 are here", "A table takes four people: 4 more are needed."),
        (3, "3 are here", "A table takes four people: 1 more is needed."),
        (7, "7 are here", "7 people cannot be split into tables of four, five or six. With one house player"),
        (8, "8 are here: 4 + 4", ""),
        (11, "11 are here: 5 + 6", "With one house player there are three tables of four."),
    ):
        if there:
            playing.check_in(names=(*FOUR, *NAMES[:9])[:there])
        assert shown(playing)["counted"] == counted
        assert told in page(playing)


# Late and new


def test_whoever_comes_is_registered_and_there_in_one_step(playing: Playing) -> None:
    tapped(playing, name="  Zita ")
    tapped(playing, member=playing.house.member("Hilda").pk)
    tapped(playing, name="emil")
    assert here(playing) == ["Emil", "Hilda", "Zita"]
    assert playing.entrant("Emil").participant.member == playing.house.member("Emil")
    tapped(playing, name="Zita")  # once more: she is there already
    assert playing.tournament.entrants.count() == 7
    assert log_of("arrive")[-1] == "registered and checked in Zita for round 1 of “Herbstturnier”"
    tapped(playing, name="Hilf", house="yes")
    assert playing.entrant("Hilf").house
    twice = tap(playing, name="Hilf")
    assert "“Hilf” is registered as a house player." in text_of(twice)
    player = tap(playing, name="Anna", house="yes")
    assert "“Anna” is already registered, and not as a house player." in text_of(player)
    assert log_of("arrive")[-1] == (
        "registered and checked in the house player Hilf for round 1 of “Herbstturnier”"
    )


def test_a_name_like_one_that_is_there_is_asked_about_first(playing: Playing) -> None:
    playing.register(["Huber Franz"])
    asked = tap(playing, name="Franz Huber")
    text = text_of(asked)
    assert "“Franz Huber” could be somebody who is already here." in text
    assert "the same person as Huber Franz registered, number 5; the same words in another order" in text
    assert 'value="Franz Huber"' in asked.content.decode()
    assert playing.tournament.entrants.count() == 5
    tapped(playing, name="Huber Franz", sure="yes")
    assert (playing.tournament.entrants.count(), here(playing)) == (5, ["Huber Franz"])
    tapped(playing, name="Franz Huber", sure="yes")
    assert (playing.tournament.entrants.count(), here(playing)) == (6, ["Huber Franz", "Franz Huber"])
    member = tap(playing, name="Hidla")
    assert "the same person as Hilda member of the club; one letter off" in text_of(member)


def test_a_name_that_is_none_is_told_and_stays_in_the_field(playing: Playing) -> None:
    answer = tap(playing, name="x" * 41)
    assert "is too long: 40 characters at most." in text_of(answer)
    assert "x" * 41 in answer.content.decode()
    assert "Please give a name." in text_of(tap(playing, name=" "))
    gone = tap(playing, member=playing.house.member("Gustl").pk)
    assert "One of these members is no longer active." in text_of(gone)
    playing.check_in()
    playing.draw()
    answer = tap(playing, name="Zita")
    assert "The draw of round 1 has not been published yet." in text_of(answer)
    assert playing.tournament.entrants.count() == 4


def test_after_the_draw_whoever_comes_is_there_for_the_next_round_as_long_as_one_is_planned(
    published: Playing,
) -> None:
    answer = tap(published, name="Zita")
    assert "Zita is here for round 2." in text_of(answer)
    assert (here(published, 2), here(published)) == (["Zita"], list(FOUR))
    assert published.round(2).stage == Stage.CHECK_IN
    published.start()
    tapped(published, name="Zenzi")
    published.close()
    assert [round_.number for round_ in published.tournament.rounds.all()] == [1, 2]
    tapped(published, name="Xaver")
    tapped(published, name="Yvo")
    assert here(published, 2) == ["Xaver", "Yvo", "Zenzi", "Zita"]
    for number in (2, 3):
        published.check_in(number)
        begun(published, number)
        published.start(number)
        published.close(number)
    answer = tap(published, 3, name="Last")
    assert "Last is registered. No further round is planned." in text_of(answer)
    assert published.tournament.rounds.count() == 3
    assert not published.entrant("Last").attendances.exists()
    assert "registered Last for “Herbstturnier”, too late for a round" in log_of("arrive")


def test_all_of_the_last_round_are_there_again_with_one_tap_but_who_has_withdrawn(playing: Playing) -> None:
    playing.register(["Zita", "Zenzi"])
    playing.check_in(names=(*FOUR, "Zita"))
    begun(playing)
    playing.start()
    playing.close()
    playing.do(people.withdraw_entrant, entrant=playing.entrant("Zita"))
    tapped(playing, 2, **{"in": playing.entrant("Anna").pk})
    again = " ".join(map(str, shown(playing, 2)["again"]))
    tapped(playing, 2, again=again)
    assert here(playing, 2) == list(FOUR)
    assert "Zita" not in [person["name"] for person in shown(playing, 2)["people"]]
    answer = tap(playing, 2, **{"in": playing.entrant("Zita").pk})
    assert "Zita has withdrawn. Please let them play again first." in text_of(answer)
    tapped(playing, 2, name="Zita")
    assert here(playing, 2) == [*FOUR, "Zita"]
    assert playing.entrant("Zita").withdrawn_at is None


# The entry fee


def test_without_a_fee_nobody_is_asked_for_money(cup: Playing) -> None:
    cup.check_in()
    assert "open" not in page(cup)
    answer = tap(cup, pay=cup.entrant("Anna").pk)
    assert "This tournament has no entry fee." in text_of(answer)
    assert fees_of(cup.tournament).sum.all_in == 0


def test_what_was_paid_stays_what_it_was_when_the_fee_is_another(playing: Playing) -> None:
    playing.check_in()
    tapped(playing, pay=playing.entrant("Anna").pk)
    playing.tournament.kept_terms |= {"fee": 500}
    playing.tournament.save()
    playing.tournament = type(playing.tournament).objects.whole().get(pk=playing.tournament.pk)
    tapped(playing, pay=playing.entrant("Bert").pk)
    fees = fees_of(playing.tournament)
    assert (fees.sum.all_in, fees.sum.open) == (800, 1000)
    tapped(playing, unpay=playing.entrant("Anna").pk)
    told = "the entry fee of Anna for round 1 of “Herbstturnier”: €3.00"
    assert f"took {told}" in log_of("pay")
    assert log_of("take_back_payment") == [f"took back {told}"]


def test_a_tap_costs_the_same_among_eight_and_forty(playing: Playing) -> None:
    client, path = playing.house.client("Bert"), address(playing, "people", 1)
    anna = playing.entrant("Anna").pk

    def one_tap(**fields: object) -> Any:
        return client.post(path, {"deed": uuid4(), **fields}, headers={"Accept": "application/json"})

    one_tap(pay=anna)
    playing.register(NAMES[:4])
    playing.check_in()
    _, few = watched(lambda: one_tap(out=anna))
    _, few_fees = watched(lambda: fees_of(playing.tournament))
    playing.register(NAMES[4:36])
    playing.check_in()
    _, many = watched(lambda: one_tap(out=anna))
    _, many_fees = watched(lambda: fees_of(playing.tournament))
    assert (many, many_fees) == (few, few_fees)
    assert many.transactions == 1
