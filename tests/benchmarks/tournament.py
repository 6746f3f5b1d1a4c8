"""A cup of 160 players, three rounds of sixteen hands: what its standings ask for, and how long they take."""

from random import Random
from statistics import median, quantiles
from uuid import uuid4

from django.db import connection, transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from scoring.models import Account
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.benchmarks.pages import PLAIN_FILES, milliseconds
from tests.benchmarks.season import Counted
from tests.support.races import keeper
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import opened
from tournaments.engine.seating import Method
from tournaments.engine.terms import CUP
from tournaments.models import Round, Table, Tournament

PLAYERS, ROUNDS, HANDS = 160, 3, 16
REPEATS = 40


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
        "of a round": reverse("tournaments:round_standings", args=[*here, ROUNDS]),
    }
    tables = PLAYERS // 4 * ROUNDS
    print(
        f"\nStandings of {PLAYERS} players, {tables} tables, {tables * HANDS:,} hands, milliseconds a request"
    )
    print("  (wanted: at most 12 queries; aim: p50 under 60, with no page kept)")
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=PLAIN_FILES):
        client = Client()
        client.force_login(anna)
        for name, address in pages.items():
            client.get(address)
            counted = Counted()
            with connection.execute_wrapper(counted):
                client.get(address)
            taken = [milliseconds(client, address) for _ in range(REPEATS)]
            p95 = quantiles(taken, n=20)[-1]
            print(f"  {name:<26} {counted.queries:>2} queries   p50 {median(taken):6.1f}   p95 {p95:6.1f}")
