"""A cup's year of 8, 32 and 128 tournaments, 800 people and seven series: what the pages of a series cost."""

import time
from collections.abc import Mapping
from statistics import median

from django.db import connection
from django.test import Client
from django.test.utils import override_settings

from tarockclub.loading import load
from tests.benchmarks.pages import PLAIN_FILES
from tests.benchmarks.season import Counted
from tests.support.races import keeper
from tests.support.tournaments.year import people_of_the_year, series_of_the_year, tournaments_of_the_year
from tournaments.models import Pulse, Series

TOURNAMENTS = (8, 32, 128)
PEOPLE, PLAYERS, ROUNDS = 800, 96, 2
REPEATS = 5


def measure() -> None:
    """Print what each series costs, with more and more tournaments."""
    load()  # as a server does when it starts
    keeper.migrate()
    house, before = keeper.founder("cup"), 0
    club = house.club
    there = people_of_the_year(club, PEOPLE)
    print(
        f"\nA series of {PEOPLE} people, {PLAYERS} in each tournament, milliseconds of the processor"
        "   (aim: 12 queries, 150)"
    )
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=PLAIN_FILES):
        client = Client()
        client.force_login(house["Anna"])
        client.get(club.get_absolute_url())
        for count in TOURNAMENTS:
            new = tournaments_of_the_year(
                club, there, numbers=range(before + 1, count + 1), players=PLAYERS, rounds=ROUNDS
            )
            series = series_of_the_year(club, new)
            _print_each(client, series, count)
            before = count


def _print_each(client: Client, series: Mapping[str, Series], count: int) -> None:
    def asked(address: str) -> float:
        begun = time.process_time()
        assert client.get(address).status_code == 200, address
        return 1000 * (time.process_time() - begun)

    print(f"{f'{count} tournaments':<20} queries   a request   for the first time   after a correction")
    for title, other_series in series.items():
        address = other_series.get_absolute_url()
        first = asked(address)
        third = other_series.events.order_by("pk")[2].tournament_id
        assert third is not None
        Pulse.beat(third)
        corrected = asked(address)
        counted = Counted()
        with connection.execute_wrapper(counted):
            client.get(address)
        taken = median(asked(address) for _ in range(REPEATS))
        print(f"  {title:<18} {counted.queries:>7} {taken:>11.0f} {first:>20.0f} {corrected:>20.0f}")
