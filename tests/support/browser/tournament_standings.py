"""A tournament whose standings are looked at in the browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import clock
from tests.support.browser.looks import LONG
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, opened
from tests.support.tournaments.standings import STEEP, lost_solo, normal
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import Overall
from tournaments.models import Attendance
from tournaments.prizes import verbs

NAMES = ("Anna", LONG, "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gerti")


TERMS = replace(
    STEEP,
    overall=Overall.AVERAGE,
    overall_rounds=2,
    overall_criteria=MONEY_AVERAGE,
    prizes=("Schinken", "Ein Korb mit allem, was der Bauernmarkt hergibt", "Wein"),
)


def played_once(house: House) -> Playing:
    """A closed round with a bust, a tie for the choice and a prize with an amount; a second one may begin.

    Anna pays 60: 40 after replacement. Her three have 70. At the other table Dora and Emil win 5: 55; the
    others have 45. The long name, Bert and Cilli are equal, and two of them choose.
    """
    found = opened(house, title="Herbstturnier", terms=TERMS)
    found.register(NAMES)
    found.begin(tables=[NAMES[:4], NAMES[4:]])
    found.play(1, lost_solo("Anna"))
    found.play(2, normal("Dora", "Emil"))
    found.close()
    found.do(verbs.add_prize, round_=found.round(), name="Bargeld", cents=1250)
    found.do(verbs.give_prize, round_=found.round(), position=4, player=found.ids()["Gerti"])
    Attendance.objects.filter(round=found.round(), entrant__number__lte=5).update(
        paid=300, paid_at=clock.now()
    )
    found.publish_seats(2)
    return found


RANKED = Stage("ranked", played_once, on=HOUSE)
ranked = RANKED.fixture()


@pytest.fixture
def playing(ranked: Playing) -> Playing:
    """The second round is running."""
    ranked.start(2)
    return ranked
