"""Who runs a tournament, as a process of its own, asked like the keeper."""

import sys

from tests.support.races.keeper import Document, answer, club_house, founder, task
from tests.support.tournaments.playing import code_of_card, opened
from tests.support.tournaments.table_verbs import exchange_people
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Round, Table

PEOPLE = ("Berta", "Cilli", "Dora", "Emil")


@task
def begin_tournament() -> Document:
    """One table, at which the first round runs; Anna directs and does not play. Its card."""
    house = founder()
    house.accounts["Bert"] = house["Anna"]
    playing = opened(house, terms=PLAY_MONEY)
    playing.register(PEOPLE)
    playing.begin()
    return {"code": code_of_card(playing.tournament.pk, 1)}


@task
def exchange(one: str, other: str) -> None:
    round_ = Round.objects.select_related("tournament__club").get(number=1)
    asked = {"one": one, "other": other, "reason": "verwechselt"}
    club_house().do(exchange_people, by="Anna", round_=round_, **asked)


@task
def hands() -> int:
    """How many stand on the sheet."""
    sheet = Table.objects.select_related("sheet").get().sheet
    assert sheet is not None
    return int(sheet.state.hands)


if __name__ == "__main__":
    answer(sys.stdin)
