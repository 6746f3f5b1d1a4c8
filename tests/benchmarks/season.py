"""A big club after 60,000 hands: how long the pages of its season take."""

from datetime import date, timedelta
from random import Random
from typing import Any

from django.test import Client
from django.test.utils import override_settings

from scoring import clock, heads
from scoring.accounts import verbs as people
from scoring.models import Account, Club, Evening, Participant, Sheet, StoredState
from scoring.rules.versions.versions import in_use
from scoring.table.replay import start_of
from scoring.table.writing import store_scores
from tests.benchmarks.measuring import IN_PROCESS, print_pages
from tests.support.races import keeper
from tests.support.scoring.recording import write_down

EVENINGS = 150
TABLES, HANDS, MEMBERS = 10, 40, 60
FIRST = date(2026, 1, 2)


def measure() -> None:
    club = found()
    fill(club)
    hands = EVENINGS * TABLES * HANDS
    print(f"\nThe season of a club, {hands:,} hands, milliseconds a request   (aim: p50 50, statistics 120)")
    with override_settings(**IN_PROCESS):
        client = Client()
        client.force_login(Account.objects.get())
        print_pages(client, _pages(club))


def fill(club: Club) -> None:
    """Entries without the verbs that write them, and what follows from them, derived once for each table."""
    dice, at = Random(0), clock.now()
    rules = in_use("standard", club)
    members = list(club.members.all())
    for week in range(EVENINGS):
        evening = Evening.objects.create(
            club=club,
            date=FIRST + timedelta(weeks=week),
            ruleset=rules,
            cents_per_point=10,
            currency="EUR",
            opened_at=at,
        )
        there = dice.sample(members, 5 * TABLES)
        people = Participant.objects.bulk_create(
            Participant(evening=evening, member=member) for member in there
        )
        for table in range(TABLES):
            ids = [str(player.pk) for player in people[5 * table : 5 * table + 5]]
            sheet = Sheet.objects.create(
                evening=evening,
                name=f"Tisch {table + 1}",
                ruleset=rules,
                players=ids,
                dealer=ids[0],
                opened_at=at,
                stored_state={},
            )
            position = start_of(sheet)
            sheet.state = StoredState(position, 0, (), (), *heads.begun(sheet))
            store_scores(sheet, position)
            seats = ([ids[(number + seat + 1) % 5] for seat in range(4)] for number in range(HANDS))
            write_down(sheet, [_record(dice, four, won=dice.random() < 0.6) for four in seats])


def _record(dice: Random, seats: list[str], *, won: bool) -> dict[str, Any]:
    """As they come: half of them with card points, many with a premium or two, few that are rare."""
    vorhand, second, third, _fourth = seats
    if dice.random() < 0.1:
        contract, tricks = dice.choice([("piccolo", 1), ("bettler", 0)])
        return {
            "games": [{"contract": contract, "declarer": second, "tricks": tricks if won else tricks + 1}]
        }
    if dice.random() < 0.05:
        return {"games": [{"contract": "trischaken", "declarer": vorhand, "order": [[second], [third]]}]}
    game: dict[str, object] = {"contract": "dreier", "declarer": dice.choice(seats)}
    if dice.random() < 0.7:
        game = {"contract": "rufer", "declarer": vorhand, "partner": dice.choice(seats[1:])}
    if dice.random() < 0.5:
        thirds = dice.randint(107, 160) if won else dice.randint(50, 103)
        game["points"] = f"{thirds // 3}/{thirds % 3}"
    else:
        game["won"] = won
    if dice.random() < 0.2:
        game["kontra"] = dice.choice(["kontra", "kontra", "re"])
    cards = [] if "points" in game else ["trull", "koenige"]  # which some card points cannot hold
    names = dice.sample([*cards, "pagat", "uhu"], dice.choice([0, 0, 1, 1, 2]))
    by = dice.choice(seats)  # who has the Trull has the Pagat
    premiums = [
        {"premium": name, "by": by, "made": True} | ({"announced": True} if dice.random() < 0.2 else {})
        for name in names
    ]
    return {"games": [game], "premiums": premiums} if premiums else {"games": [game]}


def found() -> Club:
    keeper.migrate()
    house, names = keeper.founder(), [f"Mitglied {number}" for number in range(1, MEMBERS)]
    house.do(people.add_members, by="Anna", club=house.club, names=names)
    return house.club


def _pages(club: Club) -> dict[str, str]:
    here, people = f"/clubs/{club.slug}/season/", f"/clubs/{club.slug}/members/"
    member, other, third = club.members.exclude(name="Anna")[:3]
    year, ever = f"?period={FIRST.year}", "?period=all"
    return {
        "the standings, a year": f"{here}{year}",
        "the standings, all hands": f"{here}{ever}",
        "a member's page, a year": f"{people}{member.pk}/{year}",
        "a member's page, all hands": f"{people}{member.pk}/{ever}",
        "the games of a member, all hands": f"{people}{member.pk}/{ever}&show=games",
        "the people beside a member, all hands": f"{people}{member.pk}/{ever}&show=people",
        "the same with somebody": f"{people}{member.pk}/{ever}&with={other.pk}&show=people",
        "the same against somebody": f"{people}{member.pk}/{ever}&with={other.pk}&side=against&show=people",
        "the statistics, a year": f"{here}statistics/{year}",
        "the statistics, all hands": f"{here}statistics/{ever}",
        "the same with one": f"{here}statistics/{ever}&with={other.pk}",
        "the same with two": f"{here}statistics/{ever}&with={other.pk}&with={third.pk}",
        "the standings as xlsx": f"{here}export/xlsx/{year}",
        f"evening, {TABLES} tables": club.evenings.earliest("pk").get_absolute_url(),
    }
