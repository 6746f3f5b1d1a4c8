"""The page of a round: what is to be done next, and what everybody gets to see of it."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest, rename_guest
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Member, Participant
from scoring.table_policy import Actor
from tests.support.pages import html_at, text_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import Hands, Playing, address, opened
from tournaments.corrections.disputes import verbs as disputes
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY, Overall
from tournaments.models import Duty, Prize, Tournament
from tournaments.planning import verbs as planning
from tournaments.rounds.pages import desk as pages

FOUR = ("Anna", "Bert", "Cilli", "Dora")


def desk(playing: Playing, name: str = "Bert") -> str:
    text = html_at(playing.house.client(name, "en"), playing.tournament.get_absolute_url())
    return text[text.index("<main") : text.index("</main>")]


def next_step(text: str) -> str:
    """What the felt says, and its first button; before it what waits for the arbiters."""
    felt = text[text.index('id="felt"') : text.index("</section>", text.index('id="felt"'))]
    sentence = re.search(r"<p>(.*?)</p>", felt, re.DOTALL)
    button = re.search(r'<(?:a\s+class="button|button)[^>]*>(.*?)</(?:a|button)>', felt, re.DOTALL)
    return " ".join(text_of(found[1]) for found in (sentence, button) if found)


def test_the_next_step_follows_the_round_from_check_in_to_its_end(playing: Playing, house: House) -> None:
    assert next_step(desk(opened(house, terms=PLAY_MONEY))) == "Nobody is registered yet. Register players"
    assert next_step(desk(playing)) == "Who is here for round 1? Who is here"
    playing.check_in()
    assert next_step(desk(playing)) == "4 people are here for round 1. Draw"
    playing.draw()
    drawn = "Round 1 has been drawn, and nobody else can see it yet. Look at the draw"
    assert next_step(desk(playing)) == drawn
    assert "table-1" not in desk(playing, "Emil")
    playing.publish()
    assert next_step(desk(playing)) == "Everybody can find their table for round 1. Start"
    assert "table-1" in desk(playing, "Emil")
    playing.start()
    assert next_step(desk(playing)) == "Pause"
    assert "Results 0/1" in desk(playing)
    playing.level(1)
    assert "Results 0/1" not in desk(playing)
    assert "Close the round" in desk(playing)
    playing.close()
    assert next_step(desk(playing)) == "Who is here for round 2? Everybody is back: draw"


def test_a_call_for_the_arbiters_comes_before_everything_else(started: Playing, watch: Hands) -> None:
    actor = Actor(started.director)
    call = disputes.call_arbiters(actor=actor, deed=uuid4(), table=started.table())
    for name in ("Bert", "Dora"):
        assert next_step(desk(started, name)).startswith("1 table is waiting for the arbiters.")
        assert f'href="{call.get_absolute_url()}"' in desk(started, name)
    assert "waiting for the arbiters" not in desk(started, "Emil")
    disputes.withdraw_call(actor=actor, deed=uuid4(), call=call)
    assert next_step(desk(started)) == "Pause"
    assert next_step(desk(started, "Dora")) == "To table 1"
    started.do(give_duty, tournament=started.tournament, name="Emil", kind=Duty.Kind.HELPER)
    assert "Results 0/1" in desk(started, "Emil")
    started.close()
    assert next_step(desk(started, "Dora")) == next_step(desk(started, "Emil")) == ""


def test_after_the_last_round_come_the_prizes_and_then_the_end(cup: Playing) -> None:
    for number in (1, 2, 3):
        cup.level_round(number)
    assert next_step(desk(cup)) == "All rounds have been played. Finish the tournament"
    assert next_step(desk(cup, "Emil")) == ""
    prize = Prize.objects.create(tournament=cup.tournament, round=cup.round(3), position=1, name="Wein")
    assert next_step(desk(cup)) == "1 prize of round 3 has not been given. Give the prizes"
    prize.delete()
    cup.agree(prizes=("Wein", "Speck"))
    assert next_step(desk(cup)) == "2 prizes of round 3 have not been given. Give the prizes"
    cup.finish()
    for name in ("Bert", "Emil"):
        text = text_of(desk(cup, name))
        assert "Won by Anna" in text
        assert "Round 1 Anna" in text
        assert next_step(desk(cup, name)) == ""


def test_rounds_that_are_closed_lead_to_prizes_and_lots_that_are_open(playing: Playing) -> None:
    playing.agree(prizes=("Speck", "Wein"), rounds=1)
    playing.level_round(tables=[FOUR])  # all four are equal: a lot says who chooses first
    assert "Round 1: 2 prizes Round 1: the lot" in text_of(desk(playing))
    assert "Round 1: 2 prizes" not in text_of(desk(playing, "Emil"))


def test_whoever_plays_finds_the_own_table_when_the_seating_is_published(playing: Playing) -> None:
    playing.check_in()
    playing.draw()
    playing.seat(1, [FOUR])
    assert "You sit at table" not in desk(playing, "Cilli")
    playing.publish()
    playing.register(["Emil"])  # too late for this round
    assert "You sit at table 1 with Anna, Bert, Dora" in desk(playing, "Cilli")
    assert "You sit at table" not in desk(playing, "Emil")


def test_each_round_is_a_period_of_the_page_with_what_came_of_it(cup: Playing) -> None:
    cup.level_round(1)
    one, two = (cup.read("round", number) for number in (1, 2))
    assert "Cup Round 1 Round 2" in one
    assert "Round 1 of 3 · closed · 4 people" in one
    assert "Who is here for round 2?" in two
    for name in ("Prizes", "Lots", "Certificates", "Results", "Seating"):
        assert name in one, name
    assert cup.client().get(address(cup, "round", 9)).status_code == 404
    cup.finish()
    page = html_at(cup.client(), address(cup, "round", 2))
    for nothing_more in (
        "Who is here for round 2?",
        "people/register/",
        "duties/",
        "cards/",
        "registration/",
    ):
        assert nothing_more not in page, nothing_more


def test_the_live_parts_read_hands_only_for_whoever_sees_how_tables_stand(started: Playing) -> None:
    reads = {}
    for name in ("Bert", "Emil"):
        with CaptureQueriesContext(connection) as asked:
            started.client(name).get(f"{address(started, 'round', 1)}?part")
        reads[name] = any('FROM "scoring_entry"' in query["sql"] for query in asked)
    assert reads == {"Bert": True, "Emil": False}


def test_no_way_is_left_to_a_room_that_was_taken_away(cup: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.agree(prizes=("Wein",))
    for number in (1, 2, 3):
        cup.level_round(number)
    gone = ("prizes", "lots", "certificates")
    monkeypatch.setattr(pages, "is_there", lambda name, **where: not name.endswith(gone))
    assert next_step(desk(cup)) == "All rounds have been played. Finish the tournament"
    page = desk(cup)
    ways = text_of(page[page.index('id="ways"') : page.index('id="more"')])
    assert "Seating" in ways
    assert not re.search("prize|lot|certificate", ways, re.IGNORECASE)


def test_everything_on_the_desk_leads_somewhere(started: Playing) -> None:
    for name in ("Bert", "Dora", "Emil"):
        client: Client = started.house.client(name)
        for way in set(re.findall(r'href="(/clubs/[^"#]*)"', desk(started, name))):
            assert client.get(way).status_code in (200, 302), (name, way)


def test_a_sentence_goes_with_the_link_and_names_the_first_once_it_is_over(cup: Playing) -> None:
    cup.do(planning.show_tournament, tournament=cup.tournament, public=True)
    assert 'data-sentence="Cup, 21 November 2026: seating, clock and standings are here."' in desk(cup)
    assert "data-sentence" not in desk(cup, "Emil"), "who does not direct has the link alone"
    cup.begin(tables=[FOUR])
    cup.play(1, dreier("Anna"))
    cup.close()
    assert "Anna" not in sentence(desk(cup)), "it is not over"
    cup.finish()
    assert sentence(desk(cup)) == "Cup, 21 November 2026: 1. Anna, 2. Bert, 2. Cilli, 2. Dora."
    cup.agree(overall=Overall.OFF, overall_criteria=())
    assert sentence(desk(cup)) == "Cup, 21 November 2026, Round 1: 1. Anna, 2. Bert, 2. Cilli, 2. Dora."


def sentence(text: str) -> str:
    found = re.search(r'data-sentence="([^"]*)"', text)
    assert found
    return found[1]


# Whoever is called otherwise in the club is called so at once on every page of a tournament


def guest(playing: Playing) -> Participant:
    return Participant.objects.get(evening=playing.tournament.evening, guest="Guggi")


def member(playing: Playing, name: str) -> Member:
    return playing.tournament.club.members.get(name=name)


CHANGES: dict[str, Callable[[Playing], object]] = {
    "a member is renamed": lambda playing: playing.do(
        people.rename_member, by="Anna", member=member(playing, "Anna"), name="Anna Huber"
    ),
    "a guest is renamed": lambda playing: playing.do(
        rename_guest, club=playing.house.club, participant=guest(playing).pk, name="Guggi M."
    ),
    "a guest becomes a member": lambda playing: playing.do(
        join_guest, member=member(playing, "Emil"), participants=[guest(playing).pk]
    ),
    "a member is anonymised": lambda playing: playing.do(
        anonymise_member, by="Anna", member=member(playing, "Cilli")
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_name_is_news_for_whoever_watches_the_tournament(
    playing: Playing, change: Callable[[Playing], object]
) -> None:
    playing.register(["Guggi"])
    Tournament.objects.update(public=True)
    visitor, address = Client(), f"/tournaments/{playing.tournament.code}/pulse/"
    tag = visitor.get(address).headers["ETag"]
    assert visitor.get(address, headers={"If-None-Match": tag}).status_code == 304
    change(playing)
    assert visitor.get(address, headers={"If-None-Match": tag}).status_code == 200
