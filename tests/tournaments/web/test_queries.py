"""What the pages of a tournament ask the database: few questions, and no more of a big one."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

from django.test import Client

from tests.support.scoring.counting import watched
from tests.support.scoring.house import House
from tests.support.tournaments.playing import Hands, Playing, address, hand, opened
from tests.support.tournaments.prizes import give
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import PLAY_MONEY, Overall
from tournaments.models import Call
from tournaments.prizes import verbs as prizes


def registered(playing: Playing, number: int, watch: Hands) -> None:
    tables = 2 * number - 2
    playing.register(["Anna", "Bert", *(f"Gast {guest}" for guest in range(3, 4 * tables + 1))])
    for earlier in range(1, number):
        playing.pass_round(earlier)
    playing.check_in(number)


def drawn(playing: Playing, number: int, watch: Hands) -> None:
    playing.draw(number)


def running(playing: Playing, number: int, watch: Hands) -> None:
    playing.publish(number)
    playing.start(number)
    names = playing.names()
    for table in playing.round(number).tables.all():
        declarer, partner, *_others = (names[seat] for seat in table.seats)
        playing.play(table.number, hand(declarer, partner), round_=number)
        Call.objects.create(id=uuid4(), table=table, at=watch.moment, withdrawn_at=watch.moment)


def closed(playing: Playing, number: int, watch: Hands) -> None:
    playing.close(number)
    playing.do(prizes.add_prize, name="Wein", cents=500, round_=playing.round(number))
    give(playing, 1, "Gast 3", number)


def finished(playing: Playing, number: int, watch: Hands) -> None:
    playing.finish()


# By when, the pages, and how often they may ask at most; # is the round that is played.
LIFE: dict[Callable[[Playing, int, Hands], None], dict[str, int]] = {
    registered: {"people": 16, "people #": 16, "register": 5, "registration_desk": 12},
    drawn: {"draw #": 12, "seating #": 6},
    running: {
        "tournament": 16,
        "tournament ?part": 16,
        "round_blanks #": 7,
        "disputes": 10,
        "standings #": 12,
        "table # 1": 28,
        "cards": 7,
    },
    closed: {"standings": 12, "prizes #": 14, "lots #": 14, "money": 14},
    finished: {
        "tournament": 13,
        "certificates ?whose=everybody": 14,
        "certificates # ?whose=everybody": 14,
    },
}


def asked(client: Client, playing: Playing, number: int, page: str) -> int:
    name, *further = page.replace("#", str(number)).split()
    query = further.pop() if page.count("?") else ""
    path = address(playing, name, *map(int, further)) + query
    client.get(path)
    answer, cost = watched(lambda: client.get(path))
    assert answer.status_code == 200, page
    return cost.queries


def test_a_page_asks_few_questions_and_no_more_of_a_big_tournament(house: House, watch: Hands) -> None:
    """Two tables in the second round, and four in the third."""
    terms = replace(
        PLAY_MONEY,
        rounds=3,
        overall=Overall.AVERAGE,
        overall_rounds=1,
        overall_criteria=MONEY_AVERAGE,
        prizes=("Ham",),
    )
    bert, wrong = house.client("Bert"), {}
    played = [(opened(house, title=f"{number}", terms=terms), number) for number in (2, 3)]
    for begin, pages in LIFE.items():
        for playing, number in played:
            begin(playing, number, watch)
        for page, most in pages.items():
            few, many = (asked(bert, playing, number, page) for playing, number in played)
            if not few == many <= most:
                wrong[begin.__name__, page] = (few, many, most)
    assert wrong == {}
