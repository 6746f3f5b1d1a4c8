"""Find problems of a premium: whether it exists here, whose it is, and whether it agrees with the game."""

from scoring.engine.cards import is_held_by_one
from scoring.engine.customs import BirdBy, Kind, Whose
from scoring.engine.facts import Premium
from scoring.engine.prices import VALAT
from scoring.engine.problems.kontra import premium_kontra_problems
from scoring.engine.problems.problem import GameCase, PremiumCase, Problem, Problems, unknown_row
from scoring.engine.rules import OF_THE_DECLARERS_SIDE
from scoring.engine.sides import (
    decides,
    declarer_wins,
    holder_of_the_king,
    of_declarers_side,
)
from scoring.engine.texts import Text


def premium_problems(game_case: GameCase) -> Problems:
    """Yield everything that is wrong with the premiums of a hand."""
    hand, rules, game, contract = game_case.hand, game_case.rules, game_case.game, game_case.contract
    if not hand.premiums:
        return
    if not contract.by_points:
        yield Problem("no_premiums", "premiums", {"game": contract.label})
        return
    first_entries: dict[str, Premium] = {}
    for index, premium in enumerate(hand.premiums):
        where = f"premiums.{index}"
        if premium.by not in hand.players:
            yield Problem("not_playing", f"{where}.by", {"name": premium.by})
        if premium.against is not None and premium.against not in hand.players:
            yield Problem("not_playing", f"{where}.against", {"name": premium.against})
        rule = rules.premiums.get(premium.premium)
        if rule is None:
            named = premium.premium, rules.premiums, rules.open_premiums
            yield unknown_row("premium", f"{where}.premium", *named)
            continue
        case = PremiumCase(hand, rules, game, contract, where, premium, rule)
        if rule.key in first_entries:
            yield from _second_entry_problems(case, first_entries[rule.key])
        first_entries.setdefault(rule.key, premium)
        yield from _one_premium(case)


def _second_entry_problems(case: PremiumCase, first: Premium) -> Problems:
    """Find a second entry of a premium that both sides cannot have.

    Each of them must have announced it, and a bird is announced only by the side that holds it.
    """
    second = case.premium
    if case.of_declarers_side == of_declarers_side(case.game, first.by):
        yield case.problem("premium_twice")
    elif not (first.announced and second.announced):
        spoken, silent = (first, second) if first.announced else (second, first)
        if spoken.announced and spoken.made is False and silent.made:
            yield case.problem("contained_in_missed", by=silent.by, other_by=spoken.by)
        else:
            yield case.problem("premium_of_both")
    elif is_held_by_one(case.rule):
        yield case.problem("announced_by_both", by=first.by, other_by=second.by)


def _one_premium(case: PremiumCase) -> Problems:
    contract, rule, announced = case.contract, case.rule, case.premium.announced
    if not rule.exists_in(contract):
        yield case.problem("premium_not_in_game", game=contract.label)
    elif rule.price(announced=announced, solo=contract.solo) is None:
        yield case.problem("not_announced" if announced else "not_silent", "announced")
    yield from _between_two_problems(case)
    yield from premium_kontra_problems(case)
    if case.game.conceded:
        if case.rule.key not in case.contract.birds or not case.premium.announced:
            yield case.problem("conceded_only_its_bird", label=case.contract.label)
        if case.premium.made is not None:
            yield case.problem("conceded_has_no_result", "made")
    elif case.hand.revoke is not None:
        if case.premium.made is not None:
            yield case.problem("revoked_has_no_result", "made")
        if not case.premium.announced:
            yield case.problem("revoked_no_silent")
    elif case.premium.made is None:
        yield case.problem("made_missing", "made")
    elif case.premium.by in case.hand.players:
        yield from made_problems(case)
    if case.premium.by in case.hand.players:
        yield from _whose_problems(case)


def _between_two_problems(case: PremiumCase) -> Problems:
    """Find a premium between two players without a valid second one, and any other that names a second."""
    premium = case.premium
    if not case.rule.between_two:
        if premium.against is not None:
            yield case.problem("not_between_two", "against")
    elif premium.against is None:
        yield case.problem("between_whom", "against", by=premium.by)
    elif premium.against == premium.by:
        yield case.problem("between_one", "against", by=premium.by)


def made_problems(case: PremiumCase) -> Problems:
    """Find premiums only for the winners that were missed, or made by the others."""
    if case.rule.whose is not Whose.WINNER:
        return
    wins = declarer_wins(case.game, case.contract, case.rules) if _has_result(case) else None
    if not case.premium.made:
        yield case.problem("only_recorded_when_made", "made")
    elif wins is not None and wins != case.of_declarers_side:
        yield case.problem("winners_premium", "by")
    if any(p.premium == VALAT and p.announced and p.made is False for p in case.hand.premiums):
        yield case.problem("not_beside_missed_valat")


def _has_result(case: PremiumCase) -> bool:
    """Return whether the record says who won; in Lagen the points may leave it open."""
    game = case.game
    if game.won is not None or game.drawn:
        return True
    return game.points is not None and decides(game, case.contract, case.rules)


def _whose_problems(case: PremiumCase) -> Problems:
    rule = case.rule
    if rule.whose in OF_THE_DECLARERS_SIDE and not case.of_declarers_side:
        yield case.problem("declarers_premium", "by")
    elif rule.whose is Whose.KING_HOLDER and (
        # Silently, whoever of the side takes the trick makes it.
        case.premium.announced
        and case.contract.kind is Kind.CALLING
        and case.premium.by != holder_of_the_king(case.game)
    ):
        yield case.problem("king_holders_premium", "by", name=holder_of_the_king(case.game))
    elif rule.whose is Whose.OPPONENTS and case.of_declarers_side:
        yield case.problem("opponents_premium", "by")
    elif (
        rule.opponents_need_kontra
        and case.premium.announced
        and not case.of_declarers_side
        and case.game.kontra is None
    ):
        yield case.problem("needs_kontra_on_game")


def bird_problems(case: GameCase) -> Problems:
    """Find an obligatory bird that is not named, announced, and by the right player."""
    hand, game, contract, rules = case.hand, case.game, case.contract, case.rules
    own = [game.declarer, game.partner] if rules.bird_by is BirdBy.SIDE else [game.declarer]
    birds = [premium for premium in hand.premiums if premium.premium in contract.birds]
    if not any(bird.announced and bird.by in own for bird in birds):
        names = Text.joined(rules.premiums[bird].label for bird in contract.birds)
        yield case.problem("bird_missing", "contract", birds=names)
    elif game.conceded and len(birds) > 1:
        yield case.problem("conceded_only_its_bird", "conceded")
