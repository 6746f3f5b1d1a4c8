"""Defects of the server that a tournament day has to find, each planted by one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4


def _id_of_a_form_is_not_looked_at() -> None:
    from scoring.web import submitting

    submitting.deed_of = lambda request: uuid4()


def _replacement_is_given_twice() -> None:
    from scoring.engine.play_money import Purse

    once = Purse.replacing
    Purse.replacing = lambda purse, balance: 2 * once(purse, balance)


def _bell_is_off_by_one() -> None:
    from tournaments import round_clock

    allowed = round_clock.allowed_at
    round_clock.allowed_at = lambda table, rings: allowed(table, rings) + 1


def _struck_hand_stands() -> None:
    from tournaments.corrections.disputes.verbs import Decision

    Decision.make = lambda decision, **about: None


def _second_sending_takes_back_a_check_in() -> None:
    from scoring.models import Deed
    from tournaments.entrants import verbs

    check_in_or_out = verbs.check_in_or_out

    def checked(actor: Any, deed: UUID, **about: Any) -> Any:
        is_second = Deed.objects.filter(pk=deed).exists()
        done = check_in_or_out(actor, deed, **about)
        if is_second:
            round_ = about["round_"]
            verbs.note_there(round_, round_.tournament.entrants.filter(pk__in=about["entrants"]), here=False)
        return done

    verbs.check_in_or_out = checked


def _bust_do_not_share_the_last_place() -> None:
    from tournaments.engine import ranking

    ranking.BUST_LAST = "nothing"


def _nobody_is_told_what_moved() -> None:
    from tournaments.standings import results

    results.note_moved = lambda table, before: None


def _pages_are_not_told_of_news() -> None:
    from tournaments.models import Pulse

    Pulse.beat = lambda *tournament, **how: None


def _round_is_started_whatever_its_stage() -> None:
    from tournaments.rounds.verbs import rounds

    rounds.demand_step = lambda step, round_: None
    rounds.demand_none_running = lambda tournament: None


def _called_arbiters_stop_nothing() -> None:
    from tournaments.models import Call

    Call.waits = staticmethod(lambda table: False)


OF_DAYS: dict[str, Callable[[], None]] = {
    "the id of a form is not looked at": _id_of_a_form_is_not_looked_at,
    "replacement capital is given twice": _replacement_is_given_twice,
    "one hand too many after the bell": _bell_is_off_by_one,
    "a struck hand stands": _struck_hand_stands,
    "a second sending takes back a check-in": _second_sending_takes_back_a_check_in,
    "the bust do not share the last place": _bust_do_not_share_the_last_place,
    "nobody is told what moved": _nobody_is_told_what_moved,
    "pages are not told of news": _pages_are_not_told_of_news,
    "a round is started whatever its stage": _round_is_started_whatever_its_stage,
    "called arbiters stop nothing": _called_arbiters_stop_nothing,
}
