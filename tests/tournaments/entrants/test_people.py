"""Who is registered: ticked, corrected, taken off, withdrawn, house players; and who may look."""

import datetime
import re
from typing import Any
from uuid import uuid4

import pytest

from scoring.accounts.guests import join_guest, joinings_of, separate_guest
from scoring.accounts.verbs import add_members
from scoring.clubs.guests.pages import called_like, previewed
from scoring.clubs.privacy.anonymising import anonymise_guest
from scoring.deeds import Refused
from scoring.models import Participant
from tests.support.pages import text_of
from tests.support.refusals import problems_of, refuses, sentences_of
from tests.support.scoring.anonymising import columns
from tests.support.scoring.house import House
from tests.support.scoring.season import standings
from tests.support.scoring.verify import verified
from tests.support.tournaments.playing import (
    NAMES,
    Hands,
    Playing,
    address,
    by_hand,
    count,
    hand,
    log_of,
    order,
    playing,
    timed,
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


def test_a_guest_stays_the_guest_when_a_member_takes_the_name(playing: Playing) -> None:
    playing.register(["Zita"])
    playing.do(add_members, club=playing.house.club, names=["Zita"])
    playing.register(["Zita"])
    assert order(playing)[4:] == [(5, "Zita")]
    assert "registered nobody new for “Herbstturnier”" in log_of("register")


def test_ticked_members_are_registered_and_no_longer_offered(playing: Playing) -> None:
    client, page = playing.client(), address(playing, "register")
    emil, hilda = playing.house.member("Emil"), playing.house.member("Hilda")
    offered = client.get(page).content.decode()
    assert re.findall(r'name="members" value="(\d+)"', offered) == [str(emil.pk), str(hilda.pk)]
    nobody = client.post(page, {"deed": uuid4()})
    assert "Please tick at least one member." in text_of(nobody)
    assert "marked below" not in text_of(nobody)  # nothing is: the sentence says it all
    form = {"deed": uuid4(), "members": [emil.pk, hilda.pk], "house": "on"}
    for _twice in range(2):
        assert client.post(page, form).headers["Location"] == address(playing, "people")
    assert playing.tournament.entrants.count() == 6
    assert playing.entrant("Emil").house
    assert playing.entrant("Hilda").house
    assert "All members are registered." in text_of(client.get(page))
    stale = client.post(page, {"deed": uuid4(), "members": [playing.house.member("Gustl").pk]})
    assert "One of them is now inactive." in text_of(stale)


def test_no_more_than_fit_into_the_hall(playing: Playing) -> None:
    playing.register(NAMES[:396])
    with refuses({"names": ["At most 400 people play in a tournament."]}):
        playing.register(["Einer zu viel"])
    assert playing.tournament.entrants.count() == 400
    assert not Participant.objects.filter(guest="Einer zu viel").exists()


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
    client = playing.client()
    text = text_of(client.get(address(playing, "people")))
    assert "4 people play: 4 members, 1 guest, 1 house player, 1 withdrawn." in text
    assert "1 Anna member 1 round €10.00 paid" in text
    assert "5 Zita withdrawn guest" in text
    found = text_of(client.get(address(playing, "people"), {"q": "ZIT"}))
    assert "Found: 1." in found
    assert "Zita" in found
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
    assert order(playing)[4:] == [(5, "Zita")]
    assert "Please give a name." in text_of(change(playing, "Zita", act="rename", name=""))
    assert change(playing, "Zita", act="nonsense").status_code == 400
    assert order(playing)[4:] == [(5, "Zita")]
    assert log_of("rename_guest") != []


def test_whoever_was_registered_by_mistake_is_taken_off_without_a_trace(playing: Playing) -> None:
    playing.register(["Zita"])
    playing.check_in(names=["Zita"])
    zita = playing.entrant("Zita")
    path, deed = address(playing, "entrant", zita.pk), uuid4()
    answer = playing.client().post(path, {"deed": deed, "act": "remove"}, follow=True)
    assert "Zita is no longer registered." in text_of(answer)
    assert not Entrant.objects.filter(pk=zita.pk).exists()
    assert not Participant.objects.filter(guest="Zita").exists()
    again = playing.client().post(path, {"deed": deed, "act": "remove"})
    assert again.headers["Location"] == address(playing, "people")
    assert playing.client().get(path).status_code == 404
    assert playing.client().post(path, {"deed": uuid4(), "act": "remove"}).status_code == 404
    assert "This entry has been removed" in sentences_of(playing.do, people.remove_entrant, entrant=zita)[0]
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


def test_whoever_is_drawn_or_plays_does_not_withdraw(playing: Playing) -> None:
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


def test_a_finished_tournament_takes_nobody_and_changes_nobody(playing: Playing) -> None:
    playing.register(["Zita"])
    playing.finish()
    for act in ("withdraw", "readmit", "remove"):
        assert "This tournament is finished." in text_of(change(playing, "Zita", act=act))
    with pytest.raises(Refused):
        playing.register(["Zenzi"])


# Guests of a tournament: outside the season, joined to members with all hands, and anonymised


GUEST = "Ötzi Quast"


@timed(on=playing)
def played(playing: Playing) -> Playing:
    """Ötzi wins one hand with Bert, and that is the round: Bert and Ötzi 51, Anna and Cilli 49."""
    with by_hand(playing):
        playing.register([GUEST])
        playing.begin(names=("Anna", "Bert", "Cilli", GUEST), tables=[("Anna", "Bert", "Cilli", GUEST)])
        playing.play(1, hand("Bert", GUEST))
        playing.close()
    return playing


def guest() -> Participant:
    return Participant.objects.select_related("evening").get(guest=GUEST)


def ranks(playing: Playing) -> dict[str, int | None]:
    names = playing.names()
    found = ranked(playing.tournament).round(1)
    assert found is not None
    return {names[place.player]: place.rank for place in found.places}


def join(house: House, name: str, *participants: int) -> Any:
    return join_guest(actor=house["Bert"], deed=uuid4(), member=house.member(name), participants=participants)


# The season


def test_a_tournament_is_no_evening_of_the_season(played: Playing) -> None:
    found = standings(played.house, tables=True)
    assert (found.members, found.guests) == ((), ())


# Joined


def test_a_guest_becomes_a_member_with_all_hands_and_the_ranking_stays(played: Playing) -> None:
    before = ranks(played)
    assert before == {"Bert": 1, GUEST: 1, "Anna": 3, "Cilli": 3}
    one = guest()
    client, path = played.client(), f"/clubs/{played.house.club.slug}/guests/{one.pk}/"
    link = client.get(address(played, "entrant", played.entrant(GUEST).pk)).content.decode()
    assert f'href="{path}"' in link
    form = {"evenings": [one.pk], "who": "new", "name": GUEST, "member": ""}
    shown = text_of(client.post(path, {**form, "step": "preview"}))
    assert f"{GUEST} becomes the member {GUEST}" in shown
    assert "1 evening is transferred" in shown
    assert "Gasthaus" in shown
    assert "1 hand" in shown
    client.post(path, {**form, "step": "save", "deed": uuid4()})
    member = played.house.member(GUEST)
    assert Participant.objects.get(pk=one.pk).member == member
    assert ranks(played) == before
    assert [person["is_member"] for person in registration_of(played.tournament)["people"]] == [True] * 5
    text = text_of(client.get(f"/clubs/{played.house.club.slug}/log/"))
    assert f"made the guest {GUEST} a member: {GUEST}, with " in text
    assert verified()[1][:-1] == []


def test_a_guest_is_joined_to_a_member_under_whose_name_it_says_then(played: Playing) -> None:
    join(played.house, "Hilda", guest().pk)
    assert ranks(played) == {"Bert": 1, "Hilda": 1, "Anna": 3, "Cilli": 3}
    played.check_in(2)  # and who is a member now plays on
    played.draw(2)
    assert len(played.table(1, round_=2).seats) == 5
    assert verified()[1][:-1] == []


def test_where_the_member_is_registered_too_the_tournament_is_left_out(played: Playing) -> None:
    one = called_like(guest())
    preview = previewed(played.house.club, one, played.house.member("Dora"), "Dora")
    assert (preview["taken"], preview["left_out"]) == ([], list(one))
    assert (
        "Dora already took part in these evenings"
        in problems_of(join, played.house, "Dora", guest().pk)["evenings"][0]
    )
    assert GUEST in ranks(played)


def test_a_joined_guest_is_a_guest_again_with_the_old_name(played: Playing) -> None:
    member = join(played.house, "Hilda", guest_pk := guest().pk)
    joining = joinings_of(member)[0].deed
    played.do(separate_guest, member=member, joining=joining)
    assert Participant.objects.get(pk=guest_pk).guest == GUEST
    assert ranks(played) == {"Bert": 1, GUEST: 1, "Anna": 3, "Cilli": 3}


# Anonymised


def test_the_name_of_a_guest_goes_from_results_and_log_and_the_ranking_stays(played: Playing) -> None:
    """Which columns have a name in them, and who is told of it, is a test of its own for all of the club."""
    one, before = guest(), ranks(played)
    number = played.do(anonymise_guest, by="Anna", club=played.house.club, guests=[one.pk])
    assert [text for _column, text in columns() if "quast" in text.casefold()] == []
    assert ranks(played) == {number if name == GUEST else name: rank for name, rank in before.items()}
    assert verified()[1][:-1] == []


# By surname


def test_how_names_are_written_is_asked_once_and_every_list_goes_by_the_surname(playing: Playing) -> None:
    question = "How are names written here?"
    director = playing.client()
    playing.register(["Zita Adam", "Huber, Franz"])
    assert "Franz Huber" in playing.ids()
    assert question in text_of(director.get(address(playing, "people")))
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
    copied = playing.do(copy_tournament, title="Frühling", date=DAY, place="", people=False)
    assert copied.surname_first is True, "the club was asked before"
