"""Who is registered: ticked, corrected, taken off, withdrawn, house players; and who may look."""

import datetime
import re
from typing import Any
from uuid import uuid4

import pytest

from scoring.accounts.guests import join_guest
from scoring.accounts.verbs import add_members
from scoring.deeds import Refused
from scoring.models import Participant
from tests.support.pages import text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.season import standings
from tests.support.scoring.verify import verified
from tests.support.tournaments.playing import (
    Hands,
    Playing,
    address,
    count,
    hand,
    log_of,
    order,
)
from tournaments.cash import verbs as cash
from tournaments.entrants import verbs as people
from tournaments.entrants.pages import registration_of
from tournaments.models import Entrant, Prize
from tournaments.planning.verbs import copy_tournament
from tournaments.standings.derived import ranked

pytestmark = pytest.mark.usefixtures("watch")
DAY = datetime.date(2027, 1, 6)


# Registered


def test_members_and_guests_are_numbered_in_the_order_in_which_they_were_named(playing: Playing) -> None:
    playing.register(["Zita", "Emil", "anna"])  # Anna is registered already
    assert order(playing)[4:] == [(5, "Zita"), (6, "Emil")]
    assert Participant.objects.get(guest="Zita").member is None
    assert playing.entrant("Emil").participant.member == playing.house.member("Emil")
    playing.do(add_members, club=playing.house.club, names=["Zita"])
    playing.register(["Zita"])  # who stays a guest
    assert order(playing)[4:] == [(5, "Zita"), (6, "Emil")]
    assert "registered nobody new for “Herbstturnier”" in log_of("register")


def test_ticked_members_are_registered_and_no_longer_offered(playing: Playing) -> None:
    client, page = playing.client(), address(playing, "register")
    emil, hilda = playing.house.member("Emil"), playing.house.member("Hilda")
    offered = client.get(page).content.decode()
    assert re.findall(r'name="members" value="(\d+)"', offered) == [str(emil.pk), str(hilda.pk)]
    nobody = client.post(page, {"deed": uuid4()})
    assert "Please tick at least one member." in text_of(nobody)
    assert client.get(page).content.decode().count("As house players") == 1, "of a list the next page asks"
    form = {"deed": uuid4(), "members": [emil.pk, hilda.pk], "house": "on"}
    assert client.post(page, form).headers["Location"] == address(playing, "people")
    assert playing.tournament.entrants.count() == 6
    assert playing.entrant("Emil").house
    assert playing.entrant("Hilda").house
    stale = client.post(page, {"deed": uuid4(), "members": [playing.house.member("Gustl").pk]})
    assert "One of them is now inactive." in text_of(stale)


# The list


def test_the_list_says_who_is_who(playing: Playing, watch: Hands) -> None:
    playing.register(["Zita"])
    playing.register(["Hilf"], house=True)
    playing.check_in(names=["Anna", "Bert", "Cilli", "Dora"])
    playing.do(cash.pay, entrants=[playing.entrant("Anna").pk])
    playing.draw()
    playing.publish()
    playing.start()
    playing.do(people.withdraw_entrant, entrant=playing.entrant("Zita"))
    playing.agree(ticket=1000)
    for name in ("Anna", "Bert"):  # Anna has paid 3 € of the 10 € already
        asked: dict[str, Any] = {"tournament": playing.tournament, "entrants": [playing.entrant(name).pk]}
        playing.do(cash.sell_tickets, **asked)
    shown = ("name", "is_member", "is_house", "is_withdrawn", "rounds", "paid")
    people_shown = registration_of(playing.tournament)["people"]
    assert [tuple(person[key] for key in shown) for person in people_shown] == [
        ("Anna", True, False, False, 1, 1000),
        ("Bert", True, False, False, 1, 1000),
        ("Cilli", True, False, False, 1, 0),
        ("Dora", True, False, False, 1, 0),
        ("Hilf", False, True, False, 0, 0),
        ("Zita", False, False, True, 0, 0),
    ]
    text = playing.read("people")
    assert "4 people play: 4 members, 1 guest, 1 house player, 1 withdrawn" in text
    found = playing.read("people", q="ZIT")
    assert "Found: 1." in found
    assert "Anna" not in found


# Mended


def change(playing: Playing, name: str, /, **fields: object) -> Any:
    """A button on the page of somebody."""
    path = address(playing, "entrant", playing.entrant(name).pk)
    return playing.client().post(path, {"deed": uuid4(), **fields}, follow=True)


def test_a_mistyped_guest_is_corrected_and_the_pages_hear_of_it(playing: Playing) -> None:
    playing.register(["Zitta"])
    before = count(playing)
    answer = change(playing, "Zitta", act="rename", name=" Zita ")
    assert "Saved." in text_of(answer)
    assert order(playing)[4:] == [(5, "Zita")]
    assert count(playing) == before + 1
    taken = change(playing, "Zita", act="rename", name="Anna")
    assert "“Anna” is a member: join the guest to the member instead." in text_of(taken)
    assert 'value="Anna"' in taken.content.decode()  # what was typed stays
    assert "Please give a name." in text_of(change(playing, "Zita", act="rename", name=""))
    assert change(playing, "Zita", act="nonsense").status_code == 400
    assert log_of("rename_guest") != []
    assert order(playing)[4:] == [(5, "Zita")]


def test_whoever_was_registered_by_mistake_is_taken_off_without_a_trace(playing: Playing) -> None:
    playing.register(["Zita"])
    playing.check_in(names=["Zita"])
    zita = playing.entrant("Zita")
    path, sent = address(playing, "entrant", zita.pk), {"deed": uuid4(), "act": "remove"}
    for _twice in range(2):
        answer = playing.client().post(path, sent)
        assert answer.headers["Location"] == address(playing, "people")
    assert not Entrant.objects.filter(pk=zita.pk).exists()
    assert not Participant.objects.filter(guest="Zita").exists()
    assert playing.client().post(path, sent | {"deed": uuid4()}).status_code == 404
    assert (
        "This has been changed in the meantime."
        in sentences_of(playing.do, people.remove_entrant, entrant=zita)[0]
    )
    assert log_of("remove_entrant") == ["took Zita off the list of “Herbstturnier”"]


def test_whoever_has_a_seat_or_has_paid_or_has_a_prize_is_not_taken_off(
    playing: Playing, watch: Hands
) -> None:
    playing.register(["Zita"])
    zita = playing.entrant("Zita")
    given = {"taken_by": zita, "taken_at": watch.moment}
    prize = Prize.objects.create(tournament=playing.tournament, position=1, name="Speck", **given)
    prized = text_of(change(playing, "Zita", act="remove"))
    assert "Zita has a prize. Please take it back first." in prized
    Prize.objects.filter(pk=prize.pk).update(taken_by=None, taken_at=None)
    playing.do(cash.pay, entrants=[zita.pk])
    paid = change(playing, "Zita", act="remove")
    assert "Zita has paid an entry fee. Please refund it first." in text_of(paid)
    playing.check_in(names=["Anna", "Bert", "Cilli", "Dora"])
    playing.draw()
    seated = change(playing, "Anna", act="remove")
    assert "Anna has a seat in round 1 and stays on the list." in text_of(seated)
    assert playing.tournament.entrants.count() == 5


def test_house_players_are_marked_before_they_have_played_not_after(playing: Playing) -> None:
    playing.register(["Hilf"])
    change(playing, "Hilf", act="house", house="yes")
    assert playing.entrant("Hilf").house
    change(playing, "Hilf", act="house", house="no")
    assert not playing.entrant("Hilf").house
    assert log_of("mark_house") == [
        "let the house player Hilf play in “Herbstturnier” like everybody else",
        "made Hilf a house player of “Herbstturnier”",
    ]
    playing.begin(names=["Anna", "Bert", "Cilli", "Dora"])
    played = change(playing, "Anna", act="house", house="yes")
    assert "Anna has already played: what was ranked stays ranked." in text_of(played)
    assert not playing.entrant("Anna").house


# Withdrawn


def test_between_rounds_somebody_withdraws_and_comes_back(playing: Playing, watch: Hands) -> None:
    playing.register(["Zita"])
    playing.check_in()
    change(playing, "Zita", act="withdraw")
    zita = playing.entrant("Zita")
    assert zita.withdrawn_at is not None
    watch.forward(minutes=1)
    change(playing, "Zita", act="withdraw")  # once more: it stays as it was
    assert playing.entrant("Zita").withdrawn_at == zita.withdrawn_at
    assert zita.attendances.get().checked_in_at is None
    playing.draw()
    seats = playing.table().seats
    assert len(seats) == 4
    assert str(zita.participant_id) not in seats
    change(playing, "Zita", act="readmit")
    assert playing.entrant("Zita").withdrawn_at is None
    assert set(log_of("withdraw_entrant")) == {"withdrew Zita from “Herbstturnier”"}
    assert log_of("readmit_entrant") == ["let Zita play again in “Herbstturnier”"]


def test_whoever_is_drawn_or_plays_does_not_withdraw_and_nobody_once_it_is_finished(playing: Playing) -> None:
    playing.check_in()
    playing.draw()
    drawn = change(playing, "Anna", act="withdraw")
    assert "Anna has a seat in round 1, table 1. Please take back that draw first." in text_of(drawn)
    playing.publish()
    playing.start()
    plays = change(playing, "Anna", act="withdraw")
    assert "Anna is playing in round 1 at table 1, and has to leave the table first." in text_of(plays)
    assert playing.entrant("Anna").withdrawn_at is None
    playing.close()
    change(playing, "Anna", act="withdraw")
    assert playing.entrant("Anna").withdrawn_at is not None
    playing.register(["Zita"])
    playing.finish()
    for act in ("withdraw", "readmit", "remove"):
        assert "This tournament is finished." in text_of(change(playing, "Zita", act=act))
    with pytest.raises(Refused):
        playing.register(["Zenzi"])


# Guests of a tournament


def ranks(playing: Playing) -> dict[str, int | None]:
    names = playing.names()
    found = ranked(playing.tournament).round(1)
    assert found is not None
    return {names[place.player]: place.rank for place in found.places}


def test_a_guest_is_joined_to_a_member_with_all_hands_and_no_season_counts_them(playing: Playing) -> None:
    """Ötzi wins one hand with Bert, and that is the round: Bert and Ötzi 51, Anna and Cilli 49."""
    seated = ("Anna", "Bert", "Cilli", "Ötzi")
    playing.register(["Ötzi"])
    playing.begin(names=seated, tables=[seated])
    playing.play(1, hand("Bert", "Ötzi"))
    playing.close()
    assert ranks(playing) == {"Bert": 1, "Ötzi": 1, "Anna": 3, "Cilli": 3}
    guest = Participant.objects.get(guest="Ötzi")
    playing.do(join_guest, member=playing.house.member("Hilda"), participants=[guest.pk])
    assert ranks(playing) == {"Bert": 1, "Hilda": 1, "Anna": 3, "Cilli": 3}
    found = standings(playing.house, tables=True)
    assert (found.members, found.guests) == ((), ())
    playing.check_in(2)  # and who is a member now plays on
    playing.draw(2)
    assert len(playing.table(1, round_=2).seats) == 5
    assert verified()[1][:-1] == []


# By surname


def test_how_names_are_written_is_asked_once_and_every_list_goes_by_the_surname(playing: Playing) -> None:
    question = "How are names written here?"
    director = playing.client()
    playing.register(["Zita Adam", "Huber, Franz"])
    assert "Franz Huber" in playing.ids()
    text = playing.read("people")
    assert "Huber Franz" in text, "the surname first, by which the list is sorted"
    assert question in text
    posted = {"deed": uuid4(), "surname_first": "yes"}
    told = director.post(address(playing, "write_names"), posted, follow=True)
    assert "Every list of the tournament is sorted by surname." in text_of(told)
    assert log_of("write_names") == ["noted that names are written surname first (“Herbstturnier”)"]
    pasted = "Name\tMitglied\nMaier, Xaver\tnein\nAbel Wastl\tnein"
    preview = text_of(director.post(address(playing, "import_people"), {"lines": pasted}))
    assert "Maier Xaver" in preview
    playing.register(["Maier, Xaver", "Abel Wastl"])
    playing.do(people.arrive, round_=playing.round(), name="Zenz, Paula")
    playing.tournament.refresh_from_db()
    by_name = [person["name"] for person in registration_of(playing.tournament)["people"]]
    written = "Abel Wastl|Anna|Bert|Cilli|Dora|Franz Huber|Maier Xaver|Zenz Paula|Zita Adam"
    assert by_name == written.split("|")
    copied = playing.do(copy_tournament, title="Frühling", date=DAY, venue="", people=False)
    assert copied.surname_first is True, "the club was asked before"
