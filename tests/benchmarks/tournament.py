"""A cup of 160 players, three rounds of sixteen hands: how long its standings take."""

from random import Random
from uuid import uuid4

from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from scoring.models import Account
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.benchmarks.measuring import IN_PROCESS, print_pages
from tests.support.races import keeper
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import opened
from tournaments.engine.seating import Method
from tournaments.engine.terms import CUP
from tournaments.models import Round, Table, Tournament

PLAYERS, ROUNDS, HANDS = 160, 3, 16


def measure() -> None:
    """Print what the standings cost."""
    keeper.migrate()
    house = keeper.founder("cup")
    house.accounts["Bert"] = house["Anna"]
    _print(house["Anna"], played(house))


def played(house: House) -> Tournament:
    """Drawn, started, played and closed by the verbs."""
    playing = opened(house, title="Cup", rules="cup", terms=CUP)
    playing.register([f"Gast {number}" for number in range(1, PLAYERS + 1)])
    dice = Random(54)
    for number in range(1, ROUNDS + 1):
        playing.check_in(number)
        playing.draw(number, seed=str(number), method=Method.RANDOM)
        playing.publish(number)
        playing.start(number)
        fill(playing.round(number), dice)
        playing.close(number)
    return playing.tournament


@transaction.atomic
def fill(round_: Round, dice: Random) -> None:
    """Every table plays: somebody wins or loses a Dreier at 5 from each of the others."""
    for table in Table.objects.filter(round=round_).select_related("sheet"):
        sheet = table.sheet
        assert sheet is not None
        for number in range(HANDS):
            record = dreier(dice.choice(sheet.players), won=dice.random() < 0.55)
            asked = {"entry": uuid4(), "sheet": sheet, "after": number, "record": record}
            recording.add(actor=Actor(link=sheet.record_link), **asked)


def _print(anna: Account, tournament: Tournament) -> None:
    here = [tournament.club.slug, tournament.pk]
    pages = {
        "the standings": reverse("tournaments:standings", args=here),
        "of a round": reverse("tournaments:standings", args=[*here, ROUNDS]),
    }
    hands = PLAYERS // 4 * ROUNDS * HANDS
    print(f"\nStandings of {PLAYERS} players, {hands:,} hands, milliseconds a request   (aim: p50 under 60)")
    with override_settings(**IN_PROCESS):
        client = Client()
        client.force_login(anna)
        print_pages(client, pages)
