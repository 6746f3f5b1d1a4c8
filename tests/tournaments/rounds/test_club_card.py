"""What the club's place of today says of a tournament: its clock, one's own table, and what comes next."""

import re

from django.urls import reverse

from tests.support.pages import html_at, main_text_of
from tests.support.tournaments.playing import Playing
from tournaments.duties import give_duty
from tournaments.models import Duty


def card(playing: Playing, name: str) -> str:
    page = html_at(playing.client(name), playing.house.club.get_absolute_url())
    return page.partition("<main")[2]


def test_a_planned_tournament_is_a_row_that_leads_to_it(playing: Playing) -> None:
    page = card(playing, "Emil")
    assert f'href="{playing.tournament.get_absolute_url()}"' in page
    assert "clock.js" not in page


def test_a_running_round_shows_its_clock_and_leads_members_to_the_tournament_alone(started: Playing) -> None:
    started.agree(minutes=60)
    started.register(["Emil"])
    page = card(started, "Emil")
    assert "Round 1 is running" in page
    for way in ("clock_json", "pulse"):
        assert f'"{reverse(f"tournaments:{way}", args=[started.tournament.code])}"' in page
    assert page.count(f'href="{started.tournament.get_absolute_url()}"') == 1
    assert not re.search(r'href="[^"]*/rounds/1/"|/projector/', page)
    assert "felt" not in page, "Emil plays at no table"


def test_whoever_runs_it_has_ways_to_the_round_and_the_hall(started: Playing) -> None:
    started.do(give_duty, name="Emil", kind=Duty.Kind.HELPER)
    page = card(started, "Emil")
    assert re.search(r'href="[^"]*/rounds/1/"', page)
    assert "/projector/" in page


def test_whoever_plays_finds_the_own_table_on_felt_with_its_one_gold_deed(started: Playing) -> None:
    page = card(started, "Cilli")
    felt = re.findall(r'<section class="felt">.*?</section>', page, re.DOTALL)
    assert len(felt) == 1
    assert "You sit at table 1 with Anna, Bert, Dora" in main_text_of(f"<main>{felt[0]}</main>")
    assert f'href="{started.sheet().get_absolute_url()}"' in felt[0]
    assert page.count("gold") == 1
