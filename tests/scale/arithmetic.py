"""How many phones, tables and clubs a core carries, from what a hand, a question and a page cost."""

from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True)
class Habits:
    """What a club does on its evening."""

    tables: int = 4  # of a club
    phones: int = 3  # open at a table: one records, two look on
    seconds_a_hand: float = 180
    seconds_a_question: float = 2  # what an open page asks for
    pages_an_hour: float = 20  # opened at a table
    at_once: float = 0.25  # of all clubs, on the busiest evening of the week
    busy: float = 0.5  # of a core: the rest is for the moments when everybody saves


@dataclass(frozen=True, slots=True)
class Costs:
    """Milliseconds of the processor, application and database together."""

    hand: float
    question: float
    page: float


@dataclass(frozen=True, slots=True)
class Carried:
    """By one core, and what 1,000 clubs need."""

    share_of_a_table: float  # of one core
    tables: int
    phones: int
    clubs: int  # that play at the same time
    cores_for_1000: int


def carried(costs: Costs, habits: Habits) -> Carried:
    """Return what one core carries.

    >>> carried(Costs(hand=30, question=2, page=40), Habits())
    Carried(share_of_a_table=0.0034, tables=147, phones=441, clubs=36, cores_for_1000=7)
    """
    share = (
        habits.phones * costs.question / habits.seconds_a_question
        + costs.hand / habits.seconds_a_hand
        + costs.page * habits.pages_an_hour / 3600
    ) / 1000
    tables = int(habits.busy / share)
    clubs = tables // habits.tables
    needed = ceil(1000 * habits.at_once * habits.tables * share / habits.busy)
    return Carried(round(share, 4), tables, tables * habits.phones, clubs, needed)
