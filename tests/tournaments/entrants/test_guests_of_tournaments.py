"""Guests of a tournament: outside the season, joined to members with all hands, and anonymised."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.clubs.guests.pages import called_like, previewed
from scoring.clubs.guests.verbs import join_guest, joinings_of, separate_guest
from scoring.clubs.privacy.anonymising import anonymise_guest
from scoring.models import Participant
from tests.support.pages import text_of
from tests.support.refusals import problems_of
from tests.support.scoring.anonymising import columns
from tests.support.scoring.house import House
from tests.support.scoring.season import points, standings
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.tournaments.hands import hand
from tests.support.tournaments.people import address
from tests.support.tournaments.playing import PLAYING, Playing, by_hand, timed
from tournaments.entrants.pages import registration_of
from tournaments.standings.derived import ranked

pytestmark = pytest.mark.usefixtures("watch")

GUEST = "Ötzi Quast"


def played_with_a_guest(playing: Playing) -> Playing:
    """Ötzi wins one hand with Bert, and that is the round: Bert and Ötzi 51, Anna and Cilli 49."""
    with by_hand(playing):
        playing.register([GUEST])
        playing.check_in(names=("Anna", "Bert", "Cilli", GUEST))
        playing.draw()
        playing.seat(1, [("Anna", "Bert", "Cilli", GUEST)])
        playing.publish()
        playing.start()
        playing.play(1, hand("Bert", GUEST))
        playing.close()
    return playing


PLAYED = Stage("played", played_with_a_guest, on=PLAYING)
played = timed(PLAYED)


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


def test_the_preview_counts_what_the_season_counts(played: Playing) -> None:
    """At a club evening Ötzi won a Dreier against three; the tournament is taken over and not counted."""
    evening = played.house.sheet(("Anna", "Bert", "Cilli", GUEST), rules="standard")
    played.house.play(evening, dreier(GUEST))
    here = standings(played.house)
    won = points(here.guests)[GUEST]
    both = called_like(Participant.objects.filter(guest=GUEST).order_by("pk")[0])
    assert [evening.hands for evening in both] == [1, 1]
    preview = previewed(played.house.club, both, played.house.member("Hilda"), "Hilda")
    assert (len(preview["taken"]), preview["left_out"]) == (2, [])
    hilda, quast = preview["changes"]
    assert hilda["before"] is None
    assert hilda["after"] is not None
    score = hilda["after"].score
    assert (score.points, score.hands, score.evenings) == (won, 1, 1)
    assert quast["before"] is not None
    assert quast["after"] is None
    join(played.house, "Hilda", *(evening.participant for evening in both))
    assert points(standings(played.house).members)["Hilda"] == won


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
    joining = joinings_of(member)[0].deed.pk
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
