"""A day of 44 on which everything goes wrong once, put right on the pages of tables; counted by hand."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.scoring.house import House
from tests.support.scoring.verify import verified
from tests.support.tournaments.playing import NAMES, Playing, hand, opened
from tests.support.tournaments.prizes import prizes_shown
from tests.support.tournaments.standings import overall, shown
from tests.support.tournaments.table_page import form_of, mends, page_of, sends
from tests.support.tournaments.table_verbs import join_table
from tournaments.corrections.verbs import PaperLine, enter_result
from tournaments.engine.terms import PLAY_MONEY, Overall

pytestmark = pytest.mark.usefixtures("english", "watch")

PEOPLE = NAMES[:44]
TABLES = [list(PEOPLE[first : first + 4]) for first in range(0, 44, 4)]
ON_PAPER = range(1, 6)
WHY = {"reason": "richtiggestellt"}


class Count:
    """Amounts by name, penalties, who is ranked last and who is not: counted beside the program."""

    def __init__(self) -> None:
        self.amounts = dict.fromkeys(PEOPLE, 50)
        self.points: dict[str, int] = {}
        self.last: set[str] = set()
        self.without_result: set[str] = set()

    def won(self, table: list[str], *winners: str) -> None:
        """Two of four win a Normalspiel: 1 from each of the others."""
        for name in table:
            self.amounts[name] += 1 if name in winners else -1

    def ranks(self) -> dict[str, tuple[int, int]]:
        """Return each rank and score; equals share the better one."""
        scores = {
            name: amount + self.points.get(name, 0)
            for name, amount in self.amounts.items()
            if name not in self.without_result
        }
        order = sorted(scores, key=lambda name: (name in self.last, -scores[name]))
        keys = [(name in self.last, 0 if name in self.last else -scores[name]) for name in order]
        return {name: (keys.index(key) + 1, scores[name]) for name, key in zip(order, keys, strict=True)}


def on_paper(playing: Playing, count: Count, number: int, amounts: dict[str, int]) -> None:
    ids = playing.ids()
    lines = {ids[name]: PaperLine(amount) for name, amount in amounts.items()}
    playing.do(enter_result, table=playing.table(number), lines=lines)
    count.amounts |= amounts


def thrown(dice: Random, table: list[str]) -> dict[str, int]:
    """Return amounts of four that add up to what they were given."""
    first, second, third = (dice.randint(-15, 15) for _ in range(3))
    amounts = (50 + first, 50 + second, 50 + third, 50 - first - second - third)
    return dict(zip(table, amounts, strict=True))


def typed(amounts: dict[str, int]) -> dict[str, str]:
    return {f"balance {name}": str(amount) for name, amount in amounts.items()}


@pytest.mark.own_time("the bell rings after 30 minutes, and hands are given before")
def test_a_day_of_44_with_every_story_comes_to_what_is_counted_by_hand(house: House) -> None:
    terms = replace(
        PLAY_MONEY,
        rounds=1,
        overall=Overall.SUM,
        round_criteria=("balance",),
        overall_criteria=("sum_balance",),
        prizes=("Speck", "Wein", "Honig"),
        choosers=3,
    )
    playing, count, dice = opened(house, *PEOPLE, terms=terms), Count(), Random("44")
    playing.begin(tables=TABLES)
    for number in ON_PAPER:
        on_paper(playing, count, number, thrown(dice, TABLES[number - 1]))
    for number in range(6, 11):
        playing.play(number, hand(*TABLES[number - 1][:2]))
        count.won(TABLES[number - 1], *TABLES[number - 1][:2])
    # a result typed wrongly
    amounts = thrown(dice, TABLES[2])
    mends(playing, typed(amounts), 3, **WHY)
    count.amounts |= amounts
    # somebody leaves and is ranked last, a house player sits down and wins
    leaver, *others = TABLES[6]
    mends(playing, {f"sits {leaver}": "last", "name": "Xaver"}, 7)
    playing.play(7, hand("Xaver", others[0]))
    count.won(others, others[0])
    count.last.add(leaver)
    # somebody comes late
    playing.do(join_table, table=playing.table(6), name="Yvonne")
    count.amounts["Yvonne"] = 50
    names = playing.names()
    playing_now = [name for name in playing.sitting(6) if name != names[playing.sheet(6).state.dealer]]
    playing.play(6, hand(*playing_now[:2]))
    count.won(playing_now, *playing_now[:2])
    # two sat at each other's table
    one, other = TABLES[7][2], TABLES[8][1]
    mends(playing, {f"who {one}": other}, 8, **WHY)
    count.amounts[one], count.amounts[other] = count.amounts[other], count.amounts[one]
    # a penalty, and a credit that is set back at once
    mends(playing, {f"points {TABLES[9][0]}": "-10"}, 10, **WHY)
    count.points[TABLES[9][0]] = -10
    mends(playing, {f"points {TABLES[9][1]}": "5"}, 10, **WHY)
    [back] = [value for name, value in form_of(page_of(playing, 10)).buttons if name == "back"]
    playing.send("table", 1, 10, **form_of(sends(playing, {}, 10, back=back)).with_({"step": "save", **WHY}))
    # nobody knows a result of the last table
    mends(playing, {"ruled": "not_played"}, 11, **WHY)
    count.without_result |= set(TABLES[10])
    playing.close()
    # found out after the round was closed
    amounts = thrown(dice, TABLES[4])
    mends(playing, typed(amounts), 5, **WHY)
    count.amounts |= amounts
    mends(playing, {f"points {TABLES[0][0]}": "3"}, 1, **WHY)
    count.points[TABLES[0][0]] = 3

    expected = count.ranks()
    for standing in (shown(playing), overall(playing)):
        assert {row.name: (row.rank, row.balance) for row in standing.rows} == expected
    assert {row.name for row in shown(playing).unranked} == count.without_result | {"Xaver"}
    ahead = [name for name, (rank, _score) in expected.items() if rank <= 3]
    chosen = {player.name for player in prizes_shown(playing).order}
    assert chosen == {
        name for name in ahead if sum(expected[name] == value for value in expected.values()) == 1
    }
    assert verified()[0] == 0, verified()[1]
