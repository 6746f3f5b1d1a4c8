"""Renonce: the offenders, sharing equally, pay everybody else what a fair hand would have brought."""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction

from scoring.engine.customs import Effect, Kind, RenonceCustom
from scoring.engine.facts import Hand
from scoring.engine.prices import (
    VALAT,
    Factors,
    Play,
    counting_valats,
    multipliers,
    opponents_by_kontra,
    radl,
)
from scoring.engine.result import Amount, Line, Outcome, exact
from scoring.engine.rules import Rules
from scoring.engine.trischaken import revoked_trischaken_line


def revoked_lines(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Return the lines of a revoked hand; the claims come last."""
    assert hand.revoke is not None
    kind = rules.contracts[hand.games[0].contract].kind
    if kind is Kind.NEGATIVE:
        yield from _negative(hand, rules)
    elif kind is Kind.TRISCHAKEN:
        yield revoked_trischaken_line(hand, rules, hand.revoke.offenders)
    else:
        yield from _POSITIVE[rules.renonce](hand, rules)
    for player in hand.players:
        if player in hand.revoke.claims:
            yield _to_payees(
                hand, Outcome.CLAIM, "", hand.revoke.claims[player], (), {player: 1}, to=(player,)
            )


def _indemnify(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Pay everybody else as if their side had won the game and everything announced."""
    play = Play.of(hand, rules)
    units = 3 if play.side.bit_count() == 1 else 1
    on_side = {player: units for player in hand.players if play.of_declarers_side(player)}
    others = {player: 1 for player in hand.players if player not in on_side}
    subject, price, solo = _announced_game(play)
    price_lost = play.contract.price_lost if subject == play.contract.key else price
    own_line = {key for key, rule in rules.premiums.items() if rule.effect is Effect.LINE}  # beside the game
    valats = counting_valats(hand) if VALAT not in own_line else ()
    for valat in valats or (None,):  # of both sides' each takes the game for itself
        counting = [premium for premium in hand.premiums if premium.premium != VALAT or premium is valat]
        factors = solo + multipliers(counting, rules) + play.kontra(play.game) + radl(hand)
        yield from _as_if_each_had_won(hand, subject, (price, on_side), (price_lost, others), factors)
    for premium in hand.premiums:
        rule = rules.premiums[premium.premium]
        if rule.effect is Effect.LINE:
            value, factors = play.priced(rule, announced=True)
            factors += play.kontra(premium) + radl(hand)
            if premium.against is None:
                everybody, said_by = on_side | others, play.of_both(premium)
                yield _to_payees(hand, Outcome.REVOKED, rule.key, value, factors, everybody, by=said_by)
            elif payees := tuple(_innocent(hand, (premium.by, premium.against))):
                two = dict.fromkeys(payees, 1)
                yield _to_payees(hand, Outcome.REVOKED, rule.key, value, factors, two, to=payees)


def _price_to_each(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Let the offenders pay the announced game to each of the others, the partner included."""
    play = Play.of(hand, rules)
    subject, price, factors = _announced_game(play)
    factors += play.kontra(play.game) + radl(hand)
    everybody = dict.fromkeys(hand.players, 1)
    yield _to_payees(hand, Outcome.REVOKED, subject, price, factors, everybody)


def _announced_game(play: Play) -> tuple[str, Amount, Factors]:
    """Return what was to be played: the contract, or the Valat that replaces it."""
    if any(premium.premium == VALAT for premium in play.hand.premiums):
        rule = play.rules.premiums[VALAT]
        if rule.effect is Effect.REPLACES:
            return VALAT, *play.priced(rule, announced=True)
    return play.contract.key, play.contract.value, ()


_POSITIVE: dict[RenonceCustom, Callable[[Hand, Rules], Iterator[Line]]] = {
    RenonceCustom.INDEMNIFY: _indemnify,
    RenonceCustom.PRICE_TO_EACH: _price_to_each,
}


def _negative(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Give each opponent the value under his own kontra, and a declarer the sum over the others."""
    several = len(hand.games) > 1
    for game in hand.games:
        contract = rules.contracts[game.contract]
        groups = opponents_by_kontra(hand, game, rules)
        for factors, opponents in groups:
            yield from _as_if_each_had_won(
                hand,
                contract.key,
                (contract.value, {game.declarer: len(opponents)}),
                (contract.price_lost, dict.fromkeys(opponents, 1)),
                factors + radl(hand),
                by=(game.declarer,) if several else (),
                against=opponents if len(groups) > 1 else (),
            )


def _as_if_each_had_won(
    hand: Hand,
    subject: str,
    won: tuple[Amount, dict[str, int]],
    lost: tuple[Amount, dict[str, int]],
    factors: Factors,
    *,
    by: tuple[str, ...] = (),
    against: tuple[str, ...] = (),
) -> Iterator[Line]:
    """Give the declarer's side the price of a won game, the others that of a lost one."""
    if won[0] == lost[0]:
        yield _to_payees(
            hand, Outcome.REVOKED, subject, won[0], factors, won[1] | lost[1], by=by, against=against
        )
        return
    for price, units in (won, lost):
        payees = tuple(_innocent(hand, units))
        if payees:
            yield _to_payees(
                hand, Outcome.REVOKED, subject, price, factors, units, by=by, against=against, to=payees
            )


def _innocent(hand: Hand, players: Collection[str]) -> Iterator[str]:
    """Yield the players who did not revoke, in order of play."""
    return (player for player in hand.players if player in players and player not in _offenders(hand))


def _offenders(hand: Hand) -> tuple[str, ...]:
    assert hand.revoke is not None
    return hand.revoke.offenders


def _to_payees(
    hand: Hand,
    outcome: Outcome,
    subject: str,
    value: Amount,
    factors: Factors,
    payees: dict[str, int],
    *,
    by: tuple[str, ...] = (),
    to: tuple[str, ...] = (),
    against: tuple[str, ...] = (),
) -> Line:
    """Return the line in which the offenders pay the others their units, in equal shares."""
    offenders = _offenders(hand)
    total = sum(units for payee, units in payees.items() if payee not in offenders)
    paid = exact(Fraction(-total, len(offenders)))
    return Line(
        subject=subject,
        outcome=outcome,
        value=value,
        factors=factors,
        shares=tuple(paid if player in offenders else payees.get(player, 0) for player in hand.players),
        by=by,
        to=to,
        against=against,
        offenders=offenders,
    )
