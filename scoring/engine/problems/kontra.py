"""Which kontras the sheet knows, and how high they may go."""

from __future__ import annotations

from scoring.engine.customs import Effect
from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, PremiumCase, Problem, Problems
from scoring.engine.rules import Rules
from scoring.engine.texts import Text


def level_problems(level: str, limit: str | None, label: Text, where: str, rules: Rules) -> Problems:
    """Find a level that the sheet does not have, or one above the limit."""
    if not rules.levels:
        yield Problem("no_kontra_here", where, {"label": label})
        return
    limit = limit or rules.levels[-1]
    if level not in rules.kontra.levels or rules.levels.index(level) > rules.levels.index(limit):
        yield Problem("kontra_too_high", where, {"label": label, "limit": rules.kontra.label(limit)})


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


def _limit(case: GameCase) -> str | None:
    """Return the contract's own limit, or the lower one beside an announced Valat."""
    limit, with_valat = case.contract.kontra_up_to, case.rules.kontra.with_announced_valat
    if with_valat is None or not any(p.premium == VALAT and p.announced for p in case.hand.premiums):
        return limit
    return with_valat if limit is None else min(limit, with_valat, key=case.rules.levels.index)


def premium_kontra_problems(case: PremiumCase) -> Problems:
    """Yield what is wrong with the Kontra on a premium."""
    premium = case.premium
    if premium.kontra is None:
        if premium.kontra_void:
            yield case.problem("void_without_kontra", "kontra_void")
        return
    if not case.rules.kontra.on_premiums or case.rule.effect is Effect.MULTIPLIES:
        yield case.problem("no_premium_kontra", "kontra")
    elif not premium.announced:
        yield case.problem("silent_kontra", "kontra")
    else:
        yield from level_problems(premium.kontra, None, case.rule.label, f"{case.where}.kontra", case.rules)
    if case.game.conceded:
        yield case.problem("conceded_has_no_kontra", "kontra")


def individual_kontra_problems(case: GameCase) -> Problems:
    """Negative games: every opponent kontras for himself."""
    hand, game, rules = case.hand, case.game, case.rules
    if rules.options.negative_kontra == "none":
        yield case.problem("no_negative_kontra", "kontras")
    declarers = {other.declarer for other in hand.games}
    for player, level in game.kontras.items():
        key = f"kontras.{player}"
        if player == game.declarer:
            yield case.problem("kontra_by_declarer", key, name=player)
        elif player not in hand.players:
            yield case.not_playing(key, player)
        elif rules.options.bei_settlement == "opponents" and player in declarers:
            yield case.problem("declarers_do_not_kontra", key, name=player)
        yield from level_problems(
            level, case.contract.kontra_up_to, case.contract.label, f"{case.where}.{key}", rules
        )
