"""Statistics of random hands, and the same counted a second time."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from django.utils.translation import override

from scoring.engine.problems import problems_with
from scoring.models import Club, Sheet
from scoring.rules import SLUGS, published
from scoring.season.pages.career import Career
from scoring.season.pages.season import Period, Season
from scoring.season.pages.season_hands import EVERYTHING, HandFilter
from scoring.season.pages.statistics import ClubStatistics
from scoring.table.replay import record_of
from tests.scoring.season import counted_by_hand
from tests.support.engine.hands import build_hand, seeded
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.recording import write_down
from tests.support.scoring.tables import FIVE
from tests.support.stages import Stage

EVER = Period()
SIX = (*FIVE, "Karl")
RANDOM_HANDS = 75  # of each rule sheet


def career(club: Club, member: int, choice: HandFilter) -> Career:
    with override("en"):
        return Career(club.members.get(pk=member), Season(club, EVER), "en", choice)


def as_counted(career: Career) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_member`."""
    trischaken = career.trischaken
    return {
        **{
            kind: {tally.label: [tally.played, tally.won, tally.lost, tally.points] for tally in tallies}
            for kind, tallies in (
                ("declarer", career.contracts),
                ("partner", career.partnered),
                ("opponent", career.opposed),
            )
        },
        "premiums": {
            premium.label: [premium.silent, premium.made, premium.missed, premium.points]
            for premium in career.premiums
        },
        "kontras": {
            kontra.label: [kontra.given, kontra.good, kontra.bad, kontra.points] for kontra in career.kontras
        },
        "with": {partner.key: [partner.played, partner.won, partner.points] for partner in career.partners},
        "against": {
            opponent.key: [opponent.played, opponent.won, opponent.points] for opponent in career.opponents
        },
        "trischaken": [
            trischaken.played,
            trischaken.won,
            trischaken.lost,
            trischaken.jungfrau,
            trischaken.buergermeister,
            trischaken.points,
        ],
        "evenings": [
            [evening.date, evening.score.hands, evening.score.points] for evening in career.evenings
        ],
        "years": {int(year.name): year.score.points for year in career.years},
        "revoked": career.revoked,
        "declared in a row": career.declared_in_a_row,
        "evenings in a row": career.evenings_in_a_row,
    }


def club_as_counted(found: ClubStatistics) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_club`."""
    trischaken = found.trischaken
    return {
        "hands": found.hands,
        "evenings played": found.evenings,
        "games": {
            sheet.slug: {game.label: [game.played, game.won, game.lost, game.points] for game in sheet.games}
            for sheet in found.sheets
        },
        "premiums": {
            premium.label: [premium.silent, premium.made, premium.missed, premium.points]
            for premium in found.premiums
        },
        "kontras": {
            kontra.label: [kontra.given, kontra.good, kontra.bad, kontra.points] for kontra in found.kontras
        },
        "trischaken": [trischaken.played, trischaken.jungfrau, trischaken.buergermeister],
        "best": [
            (hand.points, hand.what, hand.person.key, hand.date, hand.number) for hand in found.best_hands
        ],
        "evenings": [(evening.points, evening.person.key, evening.date) for evening in found.best_evenings],
        "years": [(year.points, year.person.key, int(year.what)) for year in found.best_years],
        "rarest": [(game.what, game.played, game.date, game.person.key) for game in found.rarest],
    }


def statistics(club: Club, choice: HandFilter = EVERYTHING) -> ClubStatistics:
    with override("en"):
        return ClubStatistics(Season(club, EVER), "en", choice)


def compare(club: Club, members: list[int]) -> None:
    """Every figure, for some members and for the club, with and without a choice."""
    hands = counted_by_hand.seen_in(club)
    slugs = sorted({hand.slug for hand in hands})
    for rules in ("", *slugs):
        expected = counted_by_hand.of_club(hands, rules)
        assert club_as_counted(statistics(club, HandFilter(rules))) == expected
    for number, member in enumerate(members):
        for rules in ("", slugs[number % len(slugs)]):
            found = as_counted(career(club, member, HandFilter(rules)))
            assert found == counted_by_hand.of_member(hands, member, rules=rules)


def compare_with_people(club: Club, members: list[int], dice: Random, times: int) -> Counter[str]:
    """Every figure of hands with certain people; how many such hands there were, by what was chosen."""
    hands = counted_by_hand.seen_in(club)
    everybody = sorted({player for hand in hands for player in hand.posted})
    slugs = sorted({hand.slug for hand in hands})
    seen: Counter[str] = Counter()
    for number in range(times):
        rules = dice.choice(["", "", *slugs])
        chosen = dice.sample(everybody, dice.choice([1, 1, 2, 3]))
        found = club_as_counted(statistics(club, HandFilter(rules, frozenset(chosen))))
        assert found == counted_by_hand.of_club(hands, rules, chosen)
        seen["club"] += found["hands"]
        member = members[number % len(members)]
        others = [person for person in chosen if person != str(member)] or [
            everybody[everybody[0] == str(member)]
        ]
        for against, how in ((False, "together"), (True, "against")):
            choice = HandFilter(rules, frozenset(others), against)
            asked: Any = {how: others}
            expected = counted_by_hand.of_member(hands, member, rules=rules, **asked)
            assert as_counted(career(club, member, choice)) == expected, (choice, member)
            seen[f"{how} {len(others)}"] += sum(evening[1] for evening in expected["evenings"])
            seen[f"{how}, trischaken"] += expected["trischaken"][0]
            seen[f"{how}, revoked"] += expected["revoked"]
    return seen


def random_records(
    sheet: Sheet, slug: str, dice: Random, hands: int = RANDOM_HANDS, **options: str | int
) -> Iterator[dict[str, Any]]:
    """Legal under its rules, for the four whose turn it is."""
    rules = published()[slug].under(options)
    players = list(sheet.players)
    first = players.index(sheet.dealer)
    choose = seeded(dice.randrange(10**9))
    for number in range(hands):
        after = first + number + 1
        four = tuple(players[(after + seat) % len(players)] for seat in range(4))
        hand = build_hand(choose, rules, four)
        assert not problems_with(hand, rules)
        record = record_of(hand, rules)
        yield {key: record[key] for key in record if key not in ("rules", "players", "radl")}


def one_of_each(house: House) -> list[Sheet]:
    """Random hands under every rule sheet, for five at each table."""
    sheets = []
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(FIVE, evening=house.evening(slug))
        write_down(now(sheet), list(random_records(sheet, slug, Random(number), RANDOM_HANDS)))
        sheets.append(sheet)
    return sheets


OF_ALL_SHEETS = Stage("of_all_sheets", one_of_each, on=HOUSE)
of_all_sheets = OF_ALL_SHEETS.fixture()


def of(house: House, name: str, rules: str = "", *people: str, against: bool = False) -> Career:
    keys = frozenset(str(house.member(person).pk) for person in people)
    return career(house.club, house.member(name).pk, HandFilter(rules, keys, against))
