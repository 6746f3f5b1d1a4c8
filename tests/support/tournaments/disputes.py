"""Calls, rulings, and the hands they are about."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from scoring.accounts import verbs as people
from scoring.engine.result import Amount
from scoring.models import Account, Entry, Role
from scoring.table_policy import Actor
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, by_hand, cup, hand, opened, timed
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.verbs import Decision
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Call, Duty, Ruling

SEATS = [("Anna", "Bert", "Cilli", "Dora")]


def appointed(house: House, name: str) -> Account:
    house.do(people.appoint, by="Anna", member=house.member(name), role=Role.ARBITER)
    return house[name]


def named(playing: Playing, *names: str) -> None:
    """Arbiters of this very tournament."""
    for name in names:
        playing.do(give_duty, name=name, kind=Duty.Kind.ARBITER)


@timed(on=HOUSE)
def small(house: House) -> Playing:
    """Everybody has 3 and gets 5 more when that is gone; Emil, who does not play, is an arbiter too."""
    found = opened(house, terms=replace(PLAY_MONEY, capital=3, replacement=5))
    with by_hand(found):
        found.register(SEATS[0])
        found.begin(tables=SEATS)
        appointed(house, "Emil")
        named(found, "Dora", "Emil")
    return found


def called(playing: Playing, words: str = "", *, by: str = "") -> Call:
    """On the phone with the table's card, or signed in."""
    table = playing.table()
    actor = Actor(playing.house[by]) if by else Actor(link=playing.sheet().record_link)
    return disputes.call_arbiters(actor=actor, deed=uuid4(), table=table, words=words)


def withdrawn(playing: Playing, call: Call) -> Call:
    actor = Actor(link=playing.sheet().record_link)
    return disputes.withdraw_call(actor=actor, deed=uuid4(), call=call)


def ruled(
    playing: Playing,
    call: Call,
    decision: Decision,
    *,
    by: str = "Emil",
    reason: str = "Farbe nicht bekannt",
    **further: Any,
) -> Ruling:
    known = {"deed": uuid4(), "known_seq": playing.sheet().seq, **further}
    return disputes.rule(actor=playing.house[by], call=call, decision=decision, reason=reason, **known)


def the_hand(playing: Playing, number: int) -> Entry:
    return playing.sheet().rows.get(number=number).entry


def standing(playing: Playing) -> dict[str, tuple[Amount, Amount, int]]:
    """Everybody's balance, replacement capital and how often they were bust."""
    names = playing.names()
    lines = playing.table().result.players
    return {
        names[other]: (line.balance, line.replacement, len(line.busts or ())) for other, line in lines.items()
    }


def four_hands(playing: Playing) -> None:
    """3 3 3 3 → 2 2 4 4 → 1 1 5 5 → Anna and Bert are bust, get 5: 5 5 6 6 → 6 4 7 5."""
    for _hand in range(3):
        playing.play(1, hand("Anna", "Bert", won=False))
    playing.play(1, hand("Anna", "Cilli"))


@timed(on=small)
def one_hand(small: Playing) -> Playing:
    """Anna and Bert have won a hand."""
    with by_hand(small):
        small.play(1, hand("Anna", "Bert"))
    return small


@timed(on=one_hand)
def waiting(one_hand: Playing) -> Playing:
    """After it the table has called the arbiters."""
    with by_hand(one_hand):
        called(one_hand)
    return one_hand


@timed(on=small)
def two_bust(small: Playing) -> Playing:
    with by_hand(small):
        four_hands(small)
    return small


def begun_cup(cup: Playing) -> Playing:
    """Emil is an arbiter there too."""
    with by_hand(cup):
        cup.begin(tables=SEATS)
        appointed(cup.house, "Emil")
    return cup


at_the_cup = Stage("at_the_cup", begun_cup, on=cup).fixture("watch")
