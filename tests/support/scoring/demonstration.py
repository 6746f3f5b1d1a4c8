"""The demonstration club, beside a real one."""

from uuid import uuid4

from scoring import demo
from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Entry
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import REDEAL, dreier, rufer
from tests.support.stages import Stage


def played_house(house: House) -> House:
    """The real club has played, corrected and sealed."""
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Bert"))
    house.play(sheet, REDEAL)
    house.play(sheet, dreier("Cilli"))
    target = Entry.objects.get(sheet=sheet, seq=1)
    recording.take_out(
        actor=Actor(house["Anna"]),
        entry=uuid4(),
        sheet=sheet,
        after=3,
        target=target,
        reason="Nie gespielt",
    )
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    house.play(house.sheet(rules="cup"), rufer("Anna", "Bert") | {"games": dreier("Anna")["games"]})
    return house


def invented(busy: House) -> Club:
    return demo.found(actor=busy["Anna"])


BUSY = Stage("busy", played_house, on=HOUSE)
busy = BUSY.fixture()
club = Stage("club", invented, on=BUSY).fixture()
