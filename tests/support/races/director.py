"""Who runs a tournament, as a process of its own, asked like the keeper."""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from scoring.deeds import Refused
from tests.support.races.keeper import Document, answer, club_house, founder, task
from tests.support.tournaments.playing import code_of_card, opened
from tournaments.corrections import verbs as repair
from tournaments.draw.verbs import (
    code_of_seating,
    draw_round,
    publish_round,
    refuse_other_tables,
    seating_in,
)
from tournaments.engine.seating import Method
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.verbs import check_in_or_out
from tournaments.models import Round, Stage, Table, Tournament
from tournaments.rounds.verbs import rounds

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
    club_house().do(repair.exchange_people, by="Anna", round_=round_, **asked)


@task
def hands() -> int:
    """How many stand on the sheet."""
    sheet = Table.objects.select_related("sheet").get().sheet
    assert sheet is not None
    return int(sheet.standing["hands"])


def outcome(verb: Callable[..., object], **about: object) -> str:
    """Do it in the round that is next or runs, and return "done", or why not."""
    rounds = Round.objects.select_related("tournament__club", "tournament__evening__ruleset")
    round_ = rounds.exclude(stage=Stage.CLOSED).order_by("number").first()
    house = club_house()
    try:
        verb(actor=house["Anna"], deed=uuid4(), round_=round_, **about)
    except Refused as refused:
        return " ".join(refused.sentences)
    return "done"


@task
def close_the_round() -> str:
    return outcome(rounds.close_round)


@task
def come_back() -> None:
    """Everybody is there for the next round."""
    tournament = Tournament.objects.get()
    entrants = list(tournament.entrants.values_list("pk", flat=True))
    assert outcome(check_in_or_out, entrants=entrants, here=True) == "done"


@task
def draw_first() -> str:
    return outcome(draw_round, method=Method.RANDOM, seed=str(uuid4()), first=True)


@task
def draw_again() -> str:
    return outcome(draw_round, method=Method.RANDOM, seed=str(uuid4()))


@task
def shown() -> str:
    """What a page of the draw brings along."""
    round_ = Round.objects.exclude(stage=Stage.CLOSED).order_by("number").first()
    assert round_ is not None
    return code_of_seating(seating_in(round_))


@task
def publish(tables: str) -> str:
    def published(*, round_: Round, **about: Any) -> object:
        shown_to_me = partial(refuse_other_tables, round_, tables)
        return publish_round(round_=round_, refuse_newer=shown_to_me, **about)

    return outcome(published)


@task
def start() -> str:
    return outcome(rounds.start_round)


@task
def take_back() -> str:
    return outcome(rounds.take_back_start)


if __name__ == "__main__":
    answer(sys.stdin)
