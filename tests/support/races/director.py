"""Who runs a tournament, as a process of its own, asked like the keeper."""

import sys
from uuid import uuid4

from scoring.models import Club
from tests.support.races.keeper import Document, answer, director, founder, task
from tests.support.scoring.house import House
from tests.support.tournaments.playing import code_of_card, opened
from tournaments.corrections import verbs as repair
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Round, Table

PEOPLE = ("Berta", "Cilli", "Dora", "Emil")


@task
def begin_tournament() -> Document:
    """One table, at which the first round runs; Anna directs and does not play. Its card."""
    anna, club = founder(), Club.objects.get()
    playing = opened(House(club, club, {"Bert": anna}), terms=PLAY_MONEY)
    playing.register(PEOPLE)
    playing.begin()
    return {"code": code_of_card(playing.tournament.pk, 1)}


@task
def exchange(one: str, other: str) -> None:
    round_ = Round.objects.select_related("tournament__club").get(number=1)
    asked = {"one": one, "other": other, "reason": "verwechselt"}
    repair.exchange_people(actor=director(), deed=uuid4(), round_=round_, **asked)


@task
def hands() -> int:
    """How many stand on the sheet."""
    sheet = Table.objects.select_related("sheet").get().sheet
    assert sheet is not None
    return int(sheet.standing["hands"])


if __name__ == "__main__":
    answer(sys.stdin)
