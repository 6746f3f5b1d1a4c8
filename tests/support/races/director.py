"""Who runs a tournament, as a process of its own, asked like the keeper."""

import sys
from uuid import uuid4

from django.utils import timezone

from scoring.accounts import verbs as people
from scoring.deeds import Refused
from scoring.models import Club, Role
from scoring.table.writing import Stale
from tests.support.races.keeper import Document, answer, director, founder, task
from tests.support.tournaments.playing import code_of_card
from tournaments.corrections import verbs as repair
from tournaments.draw import verbs as draw
from tournaments.engine.seating import Method
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants import verbs as entering
from tournaments.models import Round, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.rounds.verbs import rounds

PEOPLE = ("Berta", "Cilli", "Dora", "Emil")


@task
def found_tournament() -> Document:
    """One table; Anna directs and rules and does not play. Its card, which opens every round."""
    anna = founder()
    club = Club.objects.get()
    people.appoint(actor=anna, deed=uuid4(), member=club.members.get(), role=Role.ARBITER)
    tournament = planning.open_tournament(
        actor=anna,
        deed=uuid4(),
        club=club,
        title="Turnier",
        date=timezone.localdate(),
        place="Gasthaus",
        rules="zwanzigerrufen",
        terms=PLAY_MONEY,
    )
    entering.register(actor=anna, deed=uuid4(), tournament=tournament, names=list(PEOPLE), house=False)
    return {"code": code_of_card(tournament.pk, 1)}


def last_round() -> Round:
    found = Round.objects.select_related("tournament__club").order_by("number").last()
    assert found is not None
    return found


def table_now() -> Table:
    found = Table.objects.select_related("round__tournament__club", "sheet__evening")
    return found.order_by("round__number").last() or Table()


@task
def publish() -> int:
    """The first round, as far as before its start; its number."""
    anna, tournament = director(), Tournament.objects.get()
    entrants = list(tournament.entrants.values_list("pk", flat=True))
    entering.check(actor=anna, deed=uuid4(), round_=last_round(), entrants=entrants, here=True)
    method = Method.AVOID_REPEATS
    draw.draw_round(actor=anna, deed=uuid4(), round_=last_round(), method=method, seed="Sküs")
    draw.publish_round(actor=anna, deed=uuid4(), round_=last_round())
    return last_round().number


def is_done(act: object, **asked: object) -> bool:
    """Or refused."""
    assert callable(act)
    try:
        act(actor=director(), deed=uuid4(), **asked)
    except (Refused, Stale):
        return False
    return True


@task
def start() -> bool:
    return is_done(rounds.start_round, round_=last_round())


@task
def exchange(one: str, other: str) -> bool:
    asked = {"one": one, "other": other, "reason": "verwechselt"}
    return is_done(repair.exchange_people, round_=last_round(), **asked)


@task
def hands() -> int:
    """How many stand on the sheet."""
    sheet = table_now().sheet
    assert sheet is not None
    return int(sheet.standing["hands"])


if __name__ == "__main__":
    answer(sys.stdin)
