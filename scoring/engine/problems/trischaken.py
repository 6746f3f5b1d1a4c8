"""What can be wrong with how a Trischaken was counted."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.cards import CARDS_OF_A_TRICK, pack_of
from scoring.engine.customs import Counting
from scoring.engine.facts import Order
from scoring.engine.problems.problem import GameCase, Problems
from scoring.engine.sides import blatt, points_as_written
from scoring.engine.texts import Text

_PLACES = {1: Text("eins", "one"), 2: Text("eins und zwei", "one and two")}


def count_or_order_problems(case: GameCase) -> Problems:
    """Yield what is wrong with everybody's points or with the order, of which there has to be one."""
    count, order = case.game.count, case.game.order
    if count is not None and order is not None:
        yield case.problem("count_and_order", "order")
    elif count is not None:
        yield from _count_problems(case, count)
    elif order is not None:
        yield from _order_problems(case, order)
    else:
        yield case.problem("count_missing", "points")


def _count_problems(case: GameCase, count: Mapping[str, int]) -> Problems:
    everything = case.rules.all_points
    for player in count:
        if player not in case.hand.players:
            yield case.not_playing("points", player)
    missing = [player for player in case.hand.players if player not in count]
    if missing:
        yield case.problem("count_all_four", "points", names=", ".join(missing))
    elif any(not 0 <= points <= everything for points in count.values()):
        yield case.problem("points_out_of_range", "points", most=case.rules.most_points)
    elif sum(count.values()) != everything:
        found = sum(count.values())
        said = blatt(found) if case.rules.counting is Counting.BLATT else found
        yield case.problem("count_adds_up", "points", sum=said, most=case.rules.most_points)
    else:
        least = CARDS_OF_A_TRICK * pack_of(case.rules).empty
        for player, points in count.items():
            if 0 < points < least:
                has, needs = points_as_written(points, case.rules), points_as_written(least, case.rules)
                yield case.problem("less_than_a_trick", "points", name=player, has=has, least=needs)


def _order_problems(case: GameCase, order: Order) -> Problems:
    """Find an order that does not say who has most and who has none, or contradicts itself."""
    terms = case.rules.terms_of_trischaken
    named = [player for group in order.groups for player in group]
    for player in dict.fromkeys((*named, *order.jungfrauen)):
        if player not in case.hand.players:
            yield case.not_playing("order", player)
        if named.count(player) > 1 or order.jungfrauen.count(player) > 1:
            yield case.problem("order_twice", "order", name=player)
    if not all(order.groups):
        yield case.problem("order_empty_group", "order")
        return
    needed = terms.custom.places
    if len(named) < (1 if order.buergermeister else needed):
        yield case.problem("order_too_short", "order", places=_PLACES[needed])
        return
    if any(len(group) >= 4 for group in order.groups):
        yield case.problem("order_all_equal", "order")
    if order.buergermeister and terms.buergermeister is None:
        yield case.problem("no_buergermeister", "buergermeister")
    if order.jungfrauen and not terms.jungfrau:
        yield case.problem("no_jungfrau", "jungfrau")
    if order.buergermeister and len(order.groups[0]) > 1:
        yield case.problem("buergermeister_is_one", "order")
    if not _jungfrauen_are_last(order, set(case.hand.players)):
        yield case.problem("jungfrauen_last", "jungfrau")
    everything = terms.buergermeister is not None
    if len(set(order.jungfrauen)) >= 3 and everything and not order.buergermeister:
        yield case.problem("three_jungfrauen", "jungfrau")


def _jungfrauen_are_last(order: Order, players: set[str]) -> bool:
    """Return whether Jungfrauen stand with other Jungfrauen only, in the last group, with nobody below."""
    jungfrauen = set(order.jungfrauen)
    places = [place for place, group in enumerate(order.groups) if jungfrauen & set(group)]
    if not places:
        return True
    last = len(order.groups) - 1
    named = {player for group in order.groups for player in group}
    return (
        places == [last]
        and last > 0
        and set(order.groups[last]) <= jungfrauen
        and players <= named | jungfrauen
    )
