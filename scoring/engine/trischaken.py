"""Trischaken: everybody for themselves, and the fewest card points win."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import ceil

from scoring.engine.customs import Jungfrauen, Splits, TrischakenCustom, TrischakenRenonce
from scoring.engine.facts import Game, Hand, Order
from scoring.engine.prices import radl
from scoring.engine.result import BUERGERMEISTER, TRISCHAKER, VORHAND, Amount, Factor, Line, Outcome, exact
from scoring.engine.rules import Rules, Trischaken


def ranking(game: Game, players: tuple[str, ...], rules: Trischaken) -> Order:
    """Return the ranking, from the counted points or from the order as dictated."""
    if (count := game.count) is not None:
        by_points = sorted(players, key=lambda player: -count[player])
        return Order(
            groups=tuple(tuple(group) for _, group in groupby(by_points, key=lambda player: count[player])),
            buergermeister=rules.buergermeister is not None and count[by_points[0]] >= rules.buergermeister,
            jungfrauen=tuple(player for player in players if rules.jungfrau and count[player] == 0),
        )
    order = game.order
    assert order is not None
    jungfrauen = tuple(player for player in players if player in order.jungfrauen)
    named = [player for group in order.groups for player in group]
    groups = [group for group in order.groups if not set(group) & set(jungfrauen)]
    groups.append(tuple(p for p in players if p not in named and p not in jungfrauen))
    groups.append(jungfrauen)
    return Order(tuple(group for group in groups if group), order.buergermeister, jungfrauen)


def trischaken_line(hand: Hand, rules: Rules) -> Line:
    """Return the one line of a Trischaken."""
    game = hand.games[0]
    order = ranking(game, hand.players, rules.terms_of_trischaken)
    base = rules.contracts[game.contract].value
    assert isinstance(base, int), "a Trischaken is worth a whole number"
    line = _special(hand, order, rules)
    if line is None:
        line = _CUSTOMS[rules.terms_of_trischaken.custom](hand, order, base, rules)
    return _SPLITS[rules.terms_of_trischaken.splits](line)


def _special(hand: Hand, order: Order, rules: Rules) -> Line | None:
    """Return the line for all tricks or for Jungfrauen at a price; None if neither applies."""
    all_tricks, price = rules.terms_of_trischaken.all_tricks, rules.terms_of_trischaken.jungfrau_price
    if len(order.jungfrauen) == 3 and all_tricks is not None:
        return _all_tricks(hand, all_tricks, order.groups[0][0], rules.terms_of_trischaken)
    alone = order.buergermeister or _vorhand_alone(hand, order, rules)
    if price is None or not order.jungfrauen or alone:
        return None
    return _from_each(hand, price, order.jungfrauen)


def _vorhand_alone(hand: Hand, order: Order, rules: Rules) -> bool:
    """Return whether the declarer has most and pays alone, at a price for just that."""
    declarer, most = hand.games[0].declarer, order.groups[0]
    hers = most == (declarer,) or (declarer in most and rules.options["vorhand_tie"] == "alone")
    return hers and rules.terms_of_trischaken.vorhand_pays is not None


def _trischaker(hand: Hand) -> Factor:
    """Return the declarer's factor: the Vorhand's, unless it was played instead of conceding."""
    return VORHAND if hand.games[0].declarer == hand.players[0] else TRISCHAKER


def _one_pays(hand: Hand, order: Order, base: int, rules: Rules) -> Line:
    """Return the line in which the losers pay the pot: to the Jungfrauen, else to all who do not pay."""
    declarer = hand.games[0].declarer
    losers = order.groups[0]
    factors: tuple[Factor, ...] = ()
    doubly: Factor | None = None
    if declarer in losers and rules.options["vorhand_tie"] == "alone":
        losers = (declarer,)
    price = None if order.buergermeister else rules.terms_of_trischaken.vorhand_pays
    if declarer in losers and price is not None:
        own = rules.options["vorhand_tie"] == "own" and len(losers) > 1
        outcome = Outcome.ALONE if len(losers) == 1 else Outcome.PAYS
        hers = Fraction(price, 3 * base) if own and base else None
        value = 3 * base if hers is not None else price
        return _pot(hand, outcome, value, (), losers, order.jungfrauen, rules=rules, hers=hers)
    if declarer in losers:
        if rules.options["vorhand_tie"] == "own" and len(losers) > 1:
            doubly = _trischaker(hand)
        else:
            factors += (_trischaker(hand),)
    if order.buergermeister:
        factors += (BUERGERMEISTER,)
    return _pot(hand, Outcome.PAYS, 3 * base, factors, losers, order.jungfrauen, doubly, rules=rules)


def _two_pay(hand: Hand, order: Order, base: int, rules: Rules) -> Line:
    """Let the two with most pay the two with fewest; a Bürgermeister pays alone."""
    declarer, jungfrauen = hand.games[0].declarer, order.jungfrauen
    if order.buergermeister:
        payer = order.groups[0][0]
        factors = (_trischaker(hand),) if payer == declarer else ()
        return _pot(hand, Outcome.BUERGERMEISTER, 3 * base, factors, (payer,), jungfrauen, rules=rules)
    price = rules.terms_of_trischaken.vorhand_pays
    if price is not None and _vorhand_alone(hand, order, rules):
        return _pot(hand, Outcome.ALONE, price, (), (declarer,), jungfrauen, rules=rules)
    amounts = iter((-1, -1, 0, 2) if len(jungfrauen) == 1 else (-1, -1, 1, 1))
    if len(jungfrauen) == 2 and rules.terms_of_trischaken.jungfrauen is Jungfrauen.EACH:
        amounts = iter((-2, -2, 2, 2))
    share_of = dict(_shared_equally(order.groups, amounts))
    shares = tuple(share_of[player] for player in hand.players)
    return Line(
        subject=hand.games[0].contract,
        outcome=Outcome.PAYS,
        value=base,
        factors=radl(hand),
        shares=shares,
        by=tuple(p for p, share in zip(hand.players, shares, strict=True) if share < 0),
        to=order.jungfrauen,
    )


def _shared_equally(
    groups: tuple[tuple[str, ...], ...], amounts: Iterator[int]
) -> Iterator[tuple[str, Amount]]:
    """Yield each player's amount; equal players share the sum of theirs."""
    for group in groups:
        held = sum(next(amounts) for _ in group)
        for player in group:
            yield player, exact(Fraction(held, len(group)))


def _pot(
    hand: Hand,
    outcome: Outcome,
    value: Amount,
    factors: tuple[Factor, ...],
    losers: tuple[str, ...],
    jungfrauen: tuple[str, ...],
    doubly: Factor | None = None,
    *,
    rules: Rules,
    hers: Fraction | None = None,
) -> Line:
    """Let the losers pay in equal shares; the Jungfrauen receive it, or else all who do not pay.

    `hers`: how many times her equal share the declarer among them pays.
    """
    winners = jungfrauen or tuple(p for p in hand.players if p not in losers)
    each = len(jungfrauen) if jungfrauen and rules.terms_of_trischaken.jungfrauen is Jungfrauen.EACH else 1
    if len(losers) > 1 and not jungfrauen and rules.options["trischaken_ties"] == "each":
        value = exact(Fraction(value * len(winners), len(hand.players) - 1))  # of one loser: three winners
    pays = {player: Fraction(-each, len(losers)) for player in losers}
    if doubly is not None:
        pays[hand.games[0].declarer] *= doubly.times
    if hers is not None:
        pays[hand.games[0].declarer] *= hers
    if not winners:  # four equal players owe one another nothing
        pays = dict.fromkeys(losers, Fraction())
    gets = exact(-sum(pays.values(), Fraction()) / max(1, len(winners)))
    return Line(
        subject=hand.games[0].contract,
        outcome=outcome,
        value=value,
        factors=factors + radl(hand),
        shares=tuple(exact(pays[p]) if p in pays else gets if p in winners else 0 for p in hand.players),
        by=tuple(player for player in hand.players if player in losers),
        to=jungfrauen,
        doubly=doubly,
    )


def _from_each(hand: Hand, price: int, jungfrauen: tuple[str, ...]) -> Line:
    """Let each of the others pay the same to every Jungfrau; among themselves they are even."""
    others = len(hand.players) - len(jungfrauen)
    return Line(
        subject=hand.games[0].contract,
        outcome=Outcome.JUNGFRAU,
        value=price,
        factors=radl(hand),
        shares=tuple(others if p in jungfrauen else -len(jungfrauen) for p in hand.players),
        by=tuple(player for player in hand.players if player not in jungfrauen),
        to=jungfrauen,
    )


def _whole(line: Line) -> Line:
    """Return the line with the least value at or above its own that divides into whole points.

    Doublings count, but for the Radl: what a hand costs does not depend on that.
    """
    plain = replace(
        line,
        value=ceil(line.value),
        factors=tuple(factor for factor in line.factors if factor.name != "radl"),
    )
    raised = plain
    while any(amount.denominator != 1 for amount in raised.amounts):
        raised = replace(raised, value=raised.value + 1)
    if raised.value == line.value:
        return line
    return replace(line, value=raised.value, raised_from=line.value)


_SPLITS: dict[Splits, Callable[[Line], Line]] = {Splits.EXACT: lambda line: line, Splits.WHOLE: _whole}


def _all_tricks(hand: Hand, price: int, payer: str, trischaken: Trischaken) -> Line:
    """Return the line of a player who takes all tricks and pays each of the others."""
    doubled = trischaken.all_tricks_doubled and payer == hand.games[0].declarer
    return Line(
        subject=hand.games[0].contract,
        outcome=Outcome.ALL_TRICKS,
        value=price,
        factors=((_trischaker(hand),) if doubled else ()) + radl(hand),
        shares=tuple(-3 if player == payer else 1 for player in hand.players),
        by=(payer,),
    )


_CUSTOMS: dict[TrischakenCustom, Callable[[Hand, Order, int, Rules], Line]] = {
    TrischakenCustom.ONE_PAYS: _one_pays,
    TrischakenCustom.TWO_PAY: _two_pay,
}


def revoked_trischaken_line(hand: Hand, rules: Rules, offenders: tuple[str, ...]) -> Line:
    """Return the line of a Renonce in a Trischaken; several offenders share their dearest price."""
    trischaken, base = rules.terms_of_trischaken, rules.contracts[hand.games[0].contract].value
    factors: tuple[Factor, ...] = ()
    if trischaken.renonce is TrischakenRenonce.BUERGERMEISTER_POT:
        value, share = 3 * base, Fraction(1, 3)
        factors = (BUERGERMEISTER,)
        if hand.games[0].declarer in offenders:
            factors = (_trischaker(hand), BUERGERMEISTER)
    else:
        value, share = trischaken.renonce_times or 0, Fraction(1)
        if trischaken.renonce is TrischakenRenonce.BASES:
            value *= base
    payees = len(hand.players) - len(offenders)
    paid = -share * payees / len(offenders)
    return Line(
        subject=hand.games[0].contract,
        outcome=Outcome.REVOKED,
        value=value,
        factors=factors + radl(hand),
        shares=tuple(paid if player in offenders else share for player in hand.players),
        offenders=offenders,
    )
