"""How many phones, tables and clubs a core carries, from what a hand, a question and a page cost."""

from math import ceil
from typing import NamedTuple

# What a club does on its evening.
TABLES = 4
PHONES = 3  # open at a table: one records, two look on
SECONDS_A_HAND = 180
SECONDS_A_QUESTION = 2  # what an open page asks for
PAGES_AN_HOUR = 20  # opened at a table
AT_ONCE = 0.25  # of all clubs, on the busiest evening of the week
BUSY = 0.5  # of a core: the rest is for the moments when everybody saves


class Carried(NamedTuple):
    """By one core, and what 1,000 clubs need."""

    share_of_a_table: float  # of one core
    tables: int
    clubs: int  # that play at the same time
    cores_for_1000: int


def carried(hand: float, question: float, page: float) -> Carried:
    """Return what one core carries, if these take so many milliseconds, application and database together.

    >>> carried(hand=30, question=2, page=40)
    Carried(share_of_a_table=0.0034, tables=147, clubs=36, cores_for_1000=7)
    """
    milliseconds = (
        PHONES * question / SECONDS_A_QUESTION + hand / SECONDS_A_HAND + page * PAGES_AN_HOUR / 3600
    )
    share = milliseconds / 1000
    tables = int(BUSY / share)
    return Carried(round(share, 4), tables, tables // TABLES, ceil(1000 * AT_ONCE * TABLES * share / BUSY))


def print_carried(hand: float, question: float, page: float) -> None:
    found = carried(hand, question, page)
    print(
        f"\nA table: {PHONES} open pages that ask every {SECONDS_A_QUESTION} s, a hand in "
        f"{SECONDS_A_HAND} s, {PAGES_AN_HOUR} pages an hour.\n"
        f"  {PHONES} × {question:.1f} / {SECONDS_A_QUESTION} + {hand:.1f} / {SECONDS_A_HAND}"
        f" + {page:.1f} × {PAGES_AN_HOUR} / 3600"
        f" = {found.share_of_a_table * 1000:.1f} ms a second of one core.\n"
        f"A core that is to be {BUSY:.0%} busy carries {found.tables} tables, {PHONES * found.tables} phones,"
        f" {found.clubs} clubs of {TABLES} tables.\n"
        f"Of 1,000 clubs {AT_ONCE:.0%} on one evening: {found.cores_for_1000} cores, database and all."
    )
