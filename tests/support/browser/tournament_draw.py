"""Addresses of a tournament, and one whose second round is drawn."""

from __future__ import annotations

from uuid import uuid4

from django.urls import reverse

from tests.support.browser.looks import LONG
from tests.support.stages import Stage
from tests.support.tournaments.people import code_of_card
from tests.support.tournaments.playing import PLAYING, Playing
from tournaments.draw import verbs as draw

FIRST = (("Anna", "Bert", "Cilli", "Dora"), ("Gast 1", "Gast 2", "Gast 3", "Gast 4", LONG))
SECOND = (("Anna", "Bert", "Gast 1", "Gast 2"), ("Cilli", "Dora", "Gast 3", "Gast 4", LONG))


def address(playing: Playing, name: str, *further: object) -> str:
    tournament = playing.tournament
    return reverse(f"tournaments:{name}", args=[tournament.club.slug, tournament.pk, *further])


def card(playing: Playing, number: int = 1) -> str:
    return f"/c/{code_of_card(playing.tournament.pk, number)}/"


def drawn_twice(playing: Playing) -> Playing:
    """Nine people whose second round is drawn: a four and a five, who met before and who did not."""
    playing.register(["Gast 1", "Gast 2", "Gast 3", "Gast 4", LONG])
    playing.begin(tables=FIRST)
    playing.close()
    playing.check_in(2)
    playing.draw(2)
    playing.seat(2, SECOND)
    ids = {name: other for other, name in playing.names().items()}
    draw.swap_seats(  # so that the report is about these tables
        actor=playing.director, deed=uuid4(), round_=playing.round(2), one=ids["Anna"], other=ids["Bert"]
    )
    return playing


NINE = Stage("nine", drawn_twice, on=PLAYING)
nine = NINE.fixture()
