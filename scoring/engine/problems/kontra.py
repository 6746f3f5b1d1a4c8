"""Which kontras the sheet knows, and how high they may go."""

from typing import NamedTuple

from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, PremiumCase, Problem, Problems
from scoring.engine.rules import Rules
from scoring.engine.sides import plays_alone
from scoring.engine.texts import Text

_LADDER_ENDS = Text("weiter geht es nach diesen Regeln nicht", "this sheet goes no further")
_GAME_ENDS = Text("weiter geht es in diesem Spiel nicht", "this game goes no further")
_VALAT_SAID = Text("weil ein Valat angesagt ist", "because a Valat is announced")


class KontraLimit(NamedTuple):
    """The highest level of kontra that is possible, and why."""

    level: str | None = None  # None: the last one of the ladder
    why: Text = _LADDER_ENDS


def level_problems(level: str, limit: KontraLimit, label: Text, where: str, rules: Rules) -> Problems:
    """Find a level that the sheet does not have, or one above the limit."""
    if not rules.levels:
        yield Problem("no_kontra_here", where, {"label": label})
        return
    last = limit.level or rules.levels[-1]
    if level not in rules.kontra.levels or rules.levels.index(level) > rules.levels.index(last):
        named = {"label": label, "limit": rules.kontra.label(last), "why": limit.why}
        yield Problem("kontra_too_high", where, named)


def game_kontra_problems(case: GameCase) -> Problems:
    """Yield what is wrong with the Kontra on a game."""
    game, rules = case.game, case.rules
    if game.conceded:
        yield case.problem("conceded_has_no_kontra", "kontra")
    elif game.kontra is None:
        yield case.problem("void_without_kontra", "kontra_void")
    else:
        limit = _limit(case)
        yield from level_problems(game.kontra, limit, case.contract.label, f"{case.where}.kontra", rules)
        if game.kontra_void and plays_alone(game, case.contract):
            yield case.problem("void_without_partner", "kontra_void", by=game.declarer)


def _limit(case: GameCase) -> KontraLimit:
    """Return the contract's own limit, or the lower one beside an announced Valat."""
    limit, with_valat = _own_limit(case), case.rules.kontra.with_announced_valat
    if with_valat is None or not any(p.premium == VALAT and p.announced for p in case.hand.premiums):
        return limit
    ladder = case.rules.levels
    lower = limit.level is None or ladder.index(with_valat) < ladder.index(limit.level)
    return KontraLimit(with_valat, _VALAT_SAID) if lower else limit


def _own_limit(case: GameCase) -> KontraLimit:
    up_to = case.contract.kontra_up_to
    return KontraLimit() if up_to in (None, *case.rules.levels[-1:]) else KontraLimit(up_to, _GAME_ENDS)


def premium_kontra_problems(case: PremiumCase) -> Problems:
    """Yield what is wrong with the Kontra on a premium."""
    premium = case.premium
    if premium.kontra is None:
        if premium.kontra_void:
            yield case.problem("void_without_kontra", "kontra_void")
        return
    if not case.rules.has_kontra_on(case.rule):
        yield case.problem("no_premium_kontra", "kontra")
    elif not premium.announced:
        yield case.problem("silent_kontra", "kontra")
    else:
        yield from level_problems(
            premium.kontra, KontraLimit(), case.rule.label, f"{case.where}.kontra", case.rules
        )
    if case.game.conceded:
        yield case.problem("conceded_has_no_kontra", "kontra")
    elif premium.kontra_void and case.of_declarers_side and plays_alone(case.game, case.contract):
        yield case.problem("void_without_partner", "kontra_void", by=case.game.declarer)


def individual_kontra_problems(case: GameCase) -> Problems:
    """Yield what is wrong with the kontras on a negative game, one of each opponent."""
    hand, game, rules = case.hand, case.game, case.rules
    if rules.options["negative_kontra"] == "none":
        yield case.problem("no_negative_kontra", "kontras")
    declarers = {other.declarer for other in hand.games}
    for player, level in game.kontras.items():
        key = f"kontras.{player}"
        if player == game.declarer:
            yield case.problem("kontra_by_declarer", key, name=player)
        elif player not in hand.players:
            yield case.not_playing(key, player)
        elif rules.options["bei_settlement"] == "opponents" and player in declarers:
            yield case.problem("declarers_do_not_kontra", key, name=player)
        yield from level_problems(level, _own_limit(case), case.contract.label, f"{case.where}.{key}", rules)
