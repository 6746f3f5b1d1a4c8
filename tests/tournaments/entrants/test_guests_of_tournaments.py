"""Guests of a tournament: outside the season, joined to members with all hands, and anonymised."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from scoring.clubs.guests.pages import called_like, previewed
from scoring.clubs.guests.verbs import join_guest, joinings_of, separate_guest
from scoring.clubs.privacy.anonymising import anonymise_guest
from scoring.clubs.privacy.name_locations import TracedPerson
from scoring.models import Participant
from scoring.table_policy import Actor
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
from tournaments.cash import verbs as cash
from tournaments.corrections.disputes.verbs import call_arbiters
from tournaments.draw import verbs as draw
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.pages import registration_of
from tournaments.planning import verbs as planning
from tournaments.prizes.verbs import add_prize, draw_lot
from tournaments.rounds.verbs import rounds
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
    assert {(evening.in_season, evening.hands) for evening in both} == {(True, 1), (False, 1)}
    preview = previewed(played.house.club, both, played.house.member("Hilda"), "Hilda")
    assert (len(preview.taken), preview.left_out) == (2, ())
    hilda, quast = preview.changes
    assert hilda.before is None
    assert hilda.after is not None
    assert (hilda.after.score.points, hilda.after.score.hands, hilda.after.score.evenings) == (won, 1, 1)
    assert quast.before is not None
    assert quast.after is None
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
    assert (preview.taken, preview.left_out) == ((), tuple(one))
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


def named_everywhere(played: Playing) -> Playing:
    """Ötzi is named wherever somebody types for a tournament."""
    with by_hand(played):
        director, tournament = played.director, played.tournament
        tournament.title = f"{GUEST}s Geburtstagsturnier"
        tournament.kept_terms = replace(PLAY_MONEY, prizes=("Speck", f"Krug von {GUEST}")).as_json()
        tournament.save()
        terms = replace(PLAY_MONEY, prizes=(f"Foto mit {GUEST.upper()}",))
        for name in (f"Turnier {GUEST}", f"Turnier {GUEST}s"):
            planning.save_preset(
                actor=director,
                deed=uuid4(),
                club=played.house.club,
                name=name,
                rules="zwanzigerrufen",
                terms=terms,
            )
        add_prize(
            actor=director, deed=uuid4(), tournament=tournament, round_=None, name=f"Busserl von {GUEST}"
        )
        tied = [other for other, name in played.names().items() if name in ("Bert", GUEST)]
        draw_lot(
            actor=director,
            deed=uuid4(),
            tournament=tournament,
            round_=played.round(1),
            about="choice",
            players=tied,
            seed=GUEST,
        )
        played.check_in(2)
        played.draw(2, seed=f"Los {GUEST}")
        draw.publish_round(actor=director, deed=uuid4(), round_=played.round(2))
        rounds.start_round(actor=director, deed=uuid4(), round_=played.round(2))
        call_arbiters(
            actor=Actor(director),
            deed=uuid4(),
            table=played.table(1, round_=2),
            words=f"{GUEST} hat gemogelt",
        )
        cash.pay(actor=director, deed=uuid4(), round_=played.round(2), entrants=[played.entrant(GUEST).pk])
    return played


NAMED = Stage("named", named_everywhere, on=PLAYED)
named = timed(NAMED)

PLACES = {
    *("scoring_participant.guest", "scoring_participant.key", "scoring_deed.details", "scoring_reason.text"),
    *("tournaments_tournament.title", "tournaments_tournament.terms", "tournaments_preset.name"),
    *("tournaments_preset.terms", "tournaments_prize.name", "tournaments_round.seed", "tournaments_lot.seed"),
}


def where() -> set[str]:
    """Every column with the name in it, as JSON writes it too."""
    spellings = [part.casefold() for part in ("Ötzi", "Quast", "\\u00d6tzi", "\\u00f6tzi")]
    return {
        column for column, text in columns() if any(spelling in text.casefold() for spelling in spellings)
    }


def test_the_name_of_a_guest_goes_and_what_was_typed_for_tournaments_is_listed(named: Playing) -> None:
    assert where() == PLACES
    one, before = guest(), ranks(named)
    person = TracedPerson(named.house.club, None, frozenset([one.pk]))
    texts = person.texts_outside_the_log()
    assert len(texts) == 10
    assert f"Krug von {GUEST}" in {text.text for text in texts}
    assert "Speck" not in {text.text for text in texts}
    owner = named.client("Anna")
    assert {owner.get(text.url, follow=True).status_code for text in texts} == {200}
    shown = text_of(owner.get(f"/clubs/{named.house.club.slug}/guests/{one.pk}/anonymise/"))
    assert f"Turnier {GUEST}s" in shown

    number = named.do(anonymise_guest, by="Anna", club=named.house.club, guests=[one.pk])

    assert where() == PLACES - {"scoring_participant.guest", "scoring_participant.key"}
    assert named.round(2).seed == f"Los {GUEST}"
    assert not any(GUEST in deed.details.get("names", ()) for deed in named.house.club.deeds.all())
    after = ranks(named)
    assert after == {number if name == GUEST else name: rank for name, rank in before.items()}
    assert verified()[1][:-1] == []
