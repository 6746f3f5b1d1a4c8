"""A round that has begun with the wrong people."""

from __future__ import annotations

from tests.support.stages import Stage
from tests.support.tournaments.hands import REDEAL, hand
from tests.support.tournaments.playing import PLAYING, Playing, by_hand, timed

ONE = ("Anna", "Bert", "Cilli", "Dora")


TWO = ("Emil", "Gerta", "Hans", "Ida")


def with_wrong_people(playing: Playing) -> Playing:
    """Two tables; at the first two hands and a redeal, at the second one.

    Table 1: Anna 48, Bert 51, Cilli 52, Dora 49... by hand: Bert and Cilli win 1, Anna and Cilli win 1.
    Table 2: Emil and Gerta win 1.
    """
    with by_hand(playing) as watch:
        playing.register(TWO)
        playing.register(("Jakob",))
        there = (*ONE, *TWO)
        playing.check_in(names=there)
        playing.draw()
        playing.seat(1, [ONE, TWO])
        playing.publish()
        playing.start()
        watch.forward(minutes=3)
        playing.play(1, hand("Bert", "Cilli"))
        playing.play(1, REDEAL)
        playing.play(2, hand("Emil", "Gerta"))
        watch.forward(minutes=3)
        playing.play(1, hand("Anna", "Cilli"))
    return playing


BEGUN = Stage("begun", with_wrong_people, on=PLAYING)
begun = timed(BEGUN)


def ids(playing: Playing) -> dict[str, str]:
    return {name: one for one, name in playing.names().items()}


def balances(playing: Playing, number: int = 1) -> dict[str, int]:
    names, lines = playing.names(), playing.table(number).results["players"]
    return {names[one]: line["balance"] for one, line in lines.items()}
