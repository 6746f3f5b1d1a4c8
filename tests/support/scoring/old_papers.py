"""Old score sheets of both kinds, brought in by the verbs themselves."""

from datetime import date, timedelta

from scoring.engine.facts import Game, Hand
from scoring.models import OldBatch
from scoring.old_sheets.verbs import (
    OldEntry,
    OldEvening,
    OldRow,
    OldTable,
    Someone,
    TableOfAmounts,
    import_batch,
)
from tests.support.scoring.house import House

NAMES = ("Anna", "Bert", "Cilli")
XANDL = "Xandl von einst"


def people_of(house: House, guest: str = XANDL) -> list[Someone]:
    """Members by their names, and whoever is none as a guest."""
    members = dict(house.club.members.values_list("name", "pk"))
    return [Someone(name, member=members.get(name)) for name in (*NAMES, guest)]


def old_hands(
    house: House,
    day: date = date(2016, 3, 4),
    *,
    days: int = 1,
    edition: str = "",
    contract: str = "dreier",
) -> OldBatch:
    """One Dreier, of which the paper knew less than the rules; the same on each of so many `days`."""
    people = people_of(house)
    ids = tuple(person.id for person in people)
    dreier = Hand((), (Game(contract, ids[0], won=True),))
    on_paper = dict(zip(ids, (24, -8, -8, -8), strict=True))
    table = OldTable("Ofenbank", ids, ids[-1], (OldEntry(2, dreier, on_paper),))
    return house.do(
        import_batch,
        by="Anna",
        club=house.club,
        people=people,
        evenings=[OldEvening(day + timedelta(days=after), "Lamm", (table,)) for after in range(days)],
        rules="standard",
        edition=edition,
        cents_per_point=10,
        digest="",
    )


def old_amounts(house: House, day: date = date(2015, 3, 4), guest: str = XANDL, *, days: int = 1) -> OldBatch:
    """One row of amounts; the same on each of so many `days`."""
    people = people_of(house, guest)
    row = OldRow(2, dict(zip((person.id for person in people), (144, -48, -76, -20), strict=True)))
    return house.do(
        import_batch,
        by="Anna",
        club=house.club,
        people=people,
        amounts=[
            TableOfAmounts(day + timedelta(days=after), "Lamm", "Ofenbank", (row,)) for after in range(days)
        ],
        digest="",
    )
