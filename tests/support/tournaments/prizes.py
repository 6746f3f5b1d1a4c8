"""A tournament that is over, and its prizes."""

from dataclasses import replace

from django.utils import translation

from scoring import clock
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.standings import SECOND, STEEP, begun_at, normal, of
from tournaments.models import Attendance
from tournaments.prizes import verbs
from tournaments.standings.pages.prizes import PrizesOfRound, prizes_of

TERMS = replace(STEEP, prizes=("Schinken", "Wein", "Kaffee"))


@stage(on=HOUSE)
def still_played(house: House) -> Playing:
    """Bert 60, Anna and Cilli 50, Dora 40; at the second table two hands cancel out, and all four have 50."""
    playing = begun_at(house, TERMS, FOUR, SECOND)
    for record in (normal("Bert", "Anna"), normal("Cilli", "Bert"), normal("Dora", "Cilli")):
        playing.play(1, record)
    playing.play(1, normal("Anna", "Bert"))
    playing.play(2, normal("Emil", "Gast 1"))
    playing.play(2, normal("Gast 2", "Gast 3"))
    return playing


def prizes_shown(playing: Playing) -> PrizesOfRound:
    with translation.override("en"):
        return prizes_of(of(playing), playing.round())


def give(playing: Playing, position: int, name: str, number: int | None = 1) -> None:
    round_ = None if number is None else playing.round(number)
    playing.do(verbs.give_prize, position=position, player=playing.ids()[name], round_=round_)


def pay(playing: Playing, *names: str, number: int = 1) -> None:
    attendances = Attendance.objects.filter(
        round=playing.round(number), entrant__participant__in=[playing.ids()[name] for name in names]
    )
    attendances.update(paid=300, paid_at=clock.now())


@stage(on=still_played)
def tied(still_played: Playing) -> Playing:
    """Bert wins three of four hands: 60. Anna and Cilli two: 50. Dora one: 40. The others have 50."""
    still_played.close()
    return still_played
