"""A sheet that goes on under other rules."""

from scoring.engine.result import Amount, from_twelfths
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening, Sheet
from tests.support.scoring.house import House


def take(house: House, evening: Evening) -> None:
    house.do(evening_verbs.take_newer_edition, by="Anna", evening=evening, at_running_tables=True)


def amounts(sheet: Sheet, number: int) -> list[Amount]:
    """Everybody's in the order of play."""
    row = sheet.rows.get(number=number)
    return [from_twelfths(twelfths) for twelfths in row.twelfths]


def declared(sheet: Sheet, number: int) -> Amount:
    return max(amounts(sheet, number))
