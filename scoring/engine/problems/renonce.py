"""What can be wrong with a Renonce and its claims."""

from __future__ import annotations

from scoring.engine.customs import Kind, RenonceCustom, TrischakenRenonce
from scoring.engine.facts import Renonce
from scoring.engine.problems.games import RESULTS, is_given, written
from scoring.engine.problems.problem import MOST_CLAIMED, GameCase, Problem, Problems
from scoring.engine.texts import Text

_MOST_CLAIMED = Text(f"{MOST_CLAIMED:,}".replace(",", "."), f"{MOST_CLAIMED:,}")


def revoke_problems(cases: list[GameCase], revoke: Renonce) -> Problems:
    """Find an outcome after a Renonce, where none counts, and claims that nobody can make."""
    players = cases[0].hand.players
    for name in dict.fromkeys(revoke.offenders):
        if name not in players:
            yield Problem("not_playing", "revoke.by", {"name": name})
        if revoke.offenders.count(name) > 1:
            yield Problem("offender_twice", "revoke.by", {"name": name})
    if revoke.others and not cases[0].rules.shared_renonce:
        yield Problem("one_offender", "revoke.by")
    elif set(players) <= {*revoke.offenders}:
        yield Problem("everybody_revoked", "revoke.by")
    if _without_price(cases[0]):
        yield cases[0].problem("no_renonce", "revoke")
    for case in cases:
        for key in RESULTS:
            if is_given(case.game, key) and not case.game.conceded:
                yield case.problem("revoked_has_no_result", written(key))
    if not revoke.claims:
        return
    if cases[0].contract.kind is Kind.TRISCHAKEN or not cases[0].rules.claims:
        yield Problem("no_claims", "revoke.claims")
    for player, claim in revoke.claims.items():
        where = f"revoke.claims.{player}"
        if player not in players:
            yield Problem("not_playing", where, {"name": player})
        elif player in revoke.offenders:
            yield Problem("offender_claims", where, {"name": player})
        if not 1 <= claim <= MOST_CLAIMED:
            yield Problem("claim_not_positive", where, {"name": player, "most": _MOST_CLAIMED})


def _without_price(case: GameCase) -> bool:
    if case.contract.kind is Kind.TRISCHAKEN:
        return case.rules.terms_of_trischaken.renonce is TrischakenRenonce.OPEN
    return case.rules.renonce is RenonceCustom.OPEN
