"""A club with guests, looked at in the browser."""

from __future__ import annotations

from tests.support.browser.looks import LONG
from tests.support.browser.people import founded, house_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier, rufer
from tests.support.stages import Stage

GUEST = "Karl-Heinz von drüben"


def visited() -> House:
    """Two evenings with a guest, the second one still going on."""
    name, members = "Donaudampfschifffahrtsgesellschafts-Tarockrunde", [LONG, "Bert", "Cilli", "Dora"]
    anna = founded(name, members, default_rules="standard")
    house = house_of(anna)
    for name in ("Erster", "Zweiter"):
        sheet = house.sheet(("Anna", "Bert", "Cilli", GUEST), name=f"{name} Tisch", rules="standard")
        house.play(sheet, rufer("Anna", GUEST))
        house.play(sheet, dreier(GUEST))
    return house


VISITED = Stage("house", visited)
house = VISITED.fixture()
