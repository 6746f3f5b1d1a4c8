"""`settle(hand, rules)`: who pays whom for a legal hand, line by line."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scoring.engine.customs import BesideValat, Effect, Kind
from scoring.engine.facts import Hand, Premium
from scoring.engine.prices import (
    VALAT,
    Factors,
    Play,
    costs_missed_silently,
    counting_valats,
    multipliers,
    opponents_by_kontra,
    radl,
)
from scoring.engine.renonce import revoked_lines
from scoring.engine.result import BESIDE_VALAT, SILENT_MISS, Amount, Line, Outcome, Settlement, exact
from scoring.engine.rules import PremiumRule, Rules
from scoring.engine.sides import (
    GETS,
    PAYS,
    declarer_wins,
    is_doubled_in_radl,
    is_drawn,
    needed_points,
    steps_above,
    winners_points,
)
from scoring.engine.triggers import triggers_of
from scoring.engine.trischaken import trischaken_line


def settle(hand: Hand, rules: Rules) -> Settlement:
    """Return who gets what, and why. The hand must be legal: `problems_with` says whether it is."""
    rules = rules.under(hand.options)
    kind = rules.contracts[hand.games[0].contract].kind
    if hand.radl and not is_doubled_in_radl(hand, rules):
        hand = replace(hand, radl=False)
    if hand.revoke is not None:
        lines = tuple(revoked_lines(hand, rules))
    else:
        lines = tuple(_WAYS[kind](hand, rules))
    return Settlement(hand.players, lines, triggers_of(hand, rules, lines))


def _positive(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Yield the lines of a game by card points: that of the game, then the premiums."""
    play = Play.of(hand, rules)
    valats = counting_valats(hand)
    # Beside which others may come to nothing: of both sides' the one that was made.
    valat = next((premium for premium in valats if premium.made), valats[0] if valats else None)
    effect = rules.premiums[VALAT].effect if valat is not None else None
    replaces = effect is Effect.REPLACES
    also_missed = rules.beside_valat is BesideValat.ANNOUNCED
    overriding = valat if valat is not None and (valat.made or also_missed or replaces) else None
    if replaces:
        yield from (_valat_for_game(play, premium) for premium in valats)
    elif effect is Effect.MULTIPLIES:
        yield from (_game_line(play, premium) for premium in valats)
    else:
        yield _game_line(play, valat)
    for premium in hand.premiums:
        rule = rules.premiums[premium.premium]
        if rule.effect is not Effect.MULTIPLIES and not (replaces and premium in valats):
            overriding_valat = overriding if premium.premium != VALAT else None
            yield _premium_line(play, premium, rule, overriding_valat=overriding_valat)


def _game_line(play: Play, valat: Premium | None) -> Line:
    """Return the line of the game, multiplied by this Valat if there is one."""
    game, contract = play.game, play.contract
    won = declarer_wins(game, contract, play.rules)
    outcome = Outcome.WON if won else Outcome.LOST
    if game.conceded:
        outcome = Outcome.CONCEDED
    elif game.unplayed:
        outcome = Outcome.BLANK
    elif not won and is_drawn(game, play.rules):
        outcome = Outcome.DRAWN
    swept = _swept(play)
    if len(swept) == 1 and outcome in (Outcome.WON, Outcome.LOST, Outcome.DRAWN):
        won, outcome = not swept[0], Outcome.SWEPT
    counting = [
        premium
        for premium in play.hand.premiums
        if (premium.made or premium.announced) and (premium.premium != VALAT or premium is valat)
    ]
    missed = valat is not None and not valat.made
    if valat is not None and missed and play.rules.premiums[VALAT].effect is Effect.MULTIPLIES:
        won = not play.of_declarers_side(valat.by)
        outcome = Outcome.VALAT_MISSED
    points: int | None = None
    more: Amount = 0
    if contract.step_points is not None and outcome in (Outcome.WON, Outcome.LOST):
        points, more = _more(play, won=won)
    return Line(
        subject=contract.key,
        outcome=outcome,
        value=exact((contract.value if won or game.conceded else contract.price_lost) + more),
        factors=multipliers(counting, play.rules) + _game_kontra(play, valat) + radl(play.hand),
        shares=(GETS if won else PAYS)[play.side],
        by=play.of_both(valat) if valat is not None and outcome is Outcome.VALAT_MISSED else (),
        more=more,
        points=points,
        enough=_enough(play) if outcome is Outcome.WON else None,
    )


def _enough(play: Play) -> int | None:
    """Return the lower limit under a kontra, where the game was won by that alone; else None."""
    points, needed = play.game.points, needed_points(play.game, play.contract, play.rules)
    return needed if points is not None and needed <= points < play.rules.needs else None


def _swept(play: Play) -> tuple[bool, ...]:
    """Return the sides, True for the declarer's, that lose game and premiums with their announced Valat."""
    if play.rules.options["valat_lost_sweep"] == "off":
        return ()
    missed = [premium for premium in counting_valats(play.hand) if not premium.made]
    if not missed or play.rules.premiums[VALAT].effect is not Effect.LINE:
        return ()
    return tuple([play.of_declarers_side(premium.by) for premium in missed])


def _more(play: Play, *, won: bool) -> tuple[int, Amount]:
    """Return the winners' card points, and the extra price of a game that costs more by steps."""
    game, contract, rules = play.game, play.contract, play.rules
    assert contract.step_value is not None  # they go together
    points = winners_points(game, rules, won=won)
    if points is None:
        points = rules.most_points  # with a Valat
    steps = steps_above(points, game, contract, rules, won=won)
    return points, exact(contract.step_value * steps)


def _valat_for_game(play: Play, valat: Premium) -> Line:
    """Replace the game by the Valat: its price, under the kontra of the game."""
    value, solo = play.priced(play.rules.premiums[VALAT], announced=valat.announced)
    to_declarer = play.of_declarers_side(valat.by) == bool(valat.made)
    return Line(
        subject=VALAT,
        outcome=_premium_outcome(valat, conceded=False),
        value=value,
        factors=solo + _game_kontra(play, valat) + radl(play.hand),
        shares=(GETS if to_declarer else PAYS)[play.side],
        by=play.of_both(valat),
    )


def _game_kontra(play: Play, valat: Premium | None) -> Factors:
    """Return the factor of the kontra on the game, which a silent Valat can make void."""
    silent = valat is not None and valat.made and not valat.announced
    if silent and play.rules.silent_valat_voids_kontra and play.game.kontra is not None:
        return (play.rules.void_kontra_factors[play.game.kontra]._replace(why="silent_valat"),)
    return play.kontra(play.game)


def _premium_line(
    play: Play, premium: Premium, rule: PremiumRule, *, overriding_valat: Premium | None
) -> Line:
    announced, made = premium.announced, bool(premium.made)
    value, factors = play.priced(rule, announced=announced)
    kontra = play.kontra(premium)
    options = play.rules.options
    if overriding_valat is not None and not _counts_beside_valat(
        play.rules, rule, premium, overriding_valat, kontra
    ):
        factors = (BESIDE_VALAT,)
    elif not announced and not made and not costs_missed_silently(rule, play.rules):
        factors = (SILENT_MISS,)
    else:
        factors += kontra
        if announced or options["radl_doubles"] == "all":
            factors += radl(play.hand)
    outcome = _premium_outcome(premium, conceded=play.game.conceded)
    if made and rule.key != VALAT and play.of_declarers_side(premium.by) in _swept(play):
        made, outcome = False, Outcome.SWEPT
    if premium.against is not None:
        two = (premium.by, premium.against)
        gets, pays = two if made else reversed(two)
        paid = tuple((player == gets) - (player == pays) for player in play.hand.players)
        return Line(rule.key, outcome, value, factors, paid, by=two[:1], against=two[1:])
    to_declarer = play.of_declarers_side(premium.by) == made
    shares = (GETS if to_declarer else PAYS)[play.side]
    return Line(rule.key, outcome, value, factors, shares, by=play.of_both(premium))


def _premium_outcome(premium: Premium, *, conceded: bool) -> Outcome:
    if conceded:
        return Outcome.CONCEDED
    if premium.announced:
        return Outcome.MADE if premium.made else Outcome.MISSED
    return Outcome.SILENT if premium.made else Outcome.SILENT_MISSED


def _counts_beside_valat(
    rules: Rules, rule: PremiumRule, premium: Premium, valat: Premium, kontra: Factors
) -> bool:
    """Return whether a premium still counts beside a Valat, by the sheet's custom."""
    if rule.in_silent_valat and not premium.announced and valat.made and not valat.announced:
        return False
    return _BESIDE_VALAT[rules.beside_valat](rule, premium, any(not factor.void for factor in kontra))


_BESIDE_VALAT: dict[BesideValat, Callable[[PremiumRule, Premium, bool], bool]] = {
    BesideValat.TRICK_PREMIUMS: lambda rule, premium, kontra: rule.counts_beside_valat,
    BesideValat.TRICK_OR_KONTRA: lambda rule, premium, kontra: rule.counts_beside_valat or kontra,
    BesideValat.ALL: lambda rule, premium, kontra: True,
    BesideValat.ANNOUNCED: lambda rule, premium, kontra: premium.announced,
    BesideValat.NONE: lambda rule, premium, kontra: False,
}


def _negative(hand: Hand, rules: Rules) -> Iterator[Line]:
    """Settle every game against each of the others, each with the own kontra."""
    several = len(hand.games) > 1
    for game in hand.games:
        contract = rules.contracts[game.contract]
        won = declarer_wins(game, contract, rules)
        sign = 1 if won else -1
        groups = opponents_by_kontra(hand, game, rules)
        for factors, opponents in groups:
            yield Line(
                subject=contract.key,
                outcome=Outcome.WON if won else Outcome.LOST,
                value=contract.value if won else contract.price_lost,
                factors=factors + radl(hand),
                shares=tuple(
                    sign * len(opponents) if p == game.declarer else -sign if p in opponents else 0
                    for p in hand.players
                ),
                by=(game.declarer,) if several else (),
                against=opponents if len(groups) > 1 else (),
            )


_WAYS: dict[Kind, Callable[[Hand, Rules], Iterable[Line]]] = {
    Kind.CALLING: _positive,
    Kind.PAIRED: _positive,
    Kind.ALONE: _positive,
    Kind.NEGATIVE: _negative,
    Kind.TRISCHAKEN: lambda hand, rules: [trischaken_line(hand, rules)],
}
