"""What cannot have happened at one table: two facts that exclude each other, also without card points."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.engine.cards import LAST_KING, NEEDED_CARDS
from scoring.engine.customs import Whose
from scoring.engine.facts import Game, Premium
from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, Problem, Problems
from scoring.engine.rules import PremiumRule, Rules
from scoring.engine.sides import declarer_wins, of_declarers_side
from scoring.engine.texts import Text

WON, LOST, DRAWN = Text("gewonnen", "won"), Text("verloren", "lost"), Text("35:35", "35:35")
# What no side makes where the talon, with the called king in it, stays closed.
_OF_THE_KING = ("koenig_ultimo", "koenigfang")


class Clash(NamedTuple):
    """Two premiums that are not both made: by different sides, or by whomever."""

    one: str
    other: str
    code: str
    apart: bool = True


CLASHES = (
    Clash("trull", "mondfang", "same_card"),
    Clash("trull", "pagatfang", "same_card"),
    Clash("trull", "pagat", "same_card"),
    Clash("koenige", "koenigfang", "same_card"),
    Clash("koenig_ultimo", "koenige", "same_card"),
    Clash("koenig_ultimo", "koenigfang", "same_card"),
    Clash("pagat", "pagatfang", "same_card", apart=False),
    Clash("koenig_ultimo", "pagat", "one_last_trick"),
)
# Between the cards that premiums of the house need: what is one card, or one trick, is made by one side.
_CLASHES_OF_CARDS = (
    *CLASHES,
    *(Clash(cards, cards, "same_card") for cards in NEEDED_CARDS if cards != LAST_KING),
    Clash(LAST_KING, LAST_KING, "one_last_trick"),
    Clash(LAST_KING, "pagat", "one_last_trick"),
    Clash(LAST_KING, "koenig_ultimo", "one_last_trick"),
    Clash(LAST_KING, "koenige", "same_card"),
)


def clash_of_cards(one: PremiumRule, other: PremiumRule) -> Clash | None:
    """Return why two premiums exclude each other by the cards that one of them needs, if they do."""
    if not (one.cards or other.cards):
        return None
    ours, theirs = {one.key, *one.cards}, {other.key, *other.cards}
    found = [
        clash
        for clash in _CLASHES_OF_CARDS
        if (clash.one in ours and clash.other in theirs) or (clash.other in ours and clash.one in theirs)
    ]
    by_themselves = any({clash.one, clash.other} == {one.key, other.key} for clash in CLASHES)
    return None if by_themselves else min(found, key=lambda clash: clash.apart, default=None)


def contradictions(case: GameCase) -> Problems:
    """Yield every pair of facts of a hand that exclude each other, with both of them named."""
    hand, rules = case.hand, case.rules
    if not hand.premiums:
        return
    known = [premium for premium in hand.premiums if premium.premium in rules.premiums]
    made: dict[str, Premium] = {}
    for premium in known:
        if premium.made and premium.by in hand.players:
            first = made.setdefault(premium.premium, premium)
            if first.announced and premium.announced and not _together(case.game, first, premium):
                yield _both(case, "made_by_one", premium, first)
    if len(made) > 1:
        for clash in CLASHES:
            if clash.one in made and clash.other in made:
                one, other = made[clash.one], made[clash.other]
                if not (clash.apart and _together(case.game, one, other)):
                    yield _both(case, clash.code, one, other)
        # What the cards exclude that a premium of the house needs.
        for premium, other in combinations(made.values(), 2):
            found = clash_of_cards(case.rules.premiums[premium.premium], case.rules.premiums[other.premium])
            if found is not None and not (found.apart and _together(case.game, premium, other)):
                yield _both(case, found.code, premium, other)
        yield from _beside_valat(case, made)
    yield from _own_cards_caught(case, known, made)
    # A side that has made what needs certain cards, and missed what is made by them alone.
    for premium in made.values():
        for cards in case.rules.premiums[premium.premium].cards:
            for less in known:
                if less.premium == cards and less.made is False and _together(case.game, premium, less):
                    yield _both(case, "more_without_less", premium, less)
    yield from _by_points(case, known)
    if case.contract.solo and case.game.king == "talon":
        for key in _OF_THE_KING:
            if key in made:
                yield _problem(case, "king_in_closed_talon", made[key], game=case.contract.label)


def _own_cards_caught(case: GameCase, known: Sequence[Premium], made: Mapping[str, Premium]) -> Problems:
    """Find a side that announces a card, which it therefore has, and catches it."""
    for card, catch in (("pagat", "pagatfang"), ("koenig_ultimo", "koenigfang")):
        caught = made.get(catch)
        announced = [premium for premium in known if premium.premium == card and premium.announced]
        if caught is None or not announced:
            continue
        of_its_holder = card == "pagat" or case.rules.premiums[card].whose is Whose.KING_HOLDER
        for premium in announced:
            if of_its_holder and _together(case.game, premium, caught):
                yield _both(case, "own_card_caught", caught, premium)


def _beside_valat(case: GameCase, made: Mapping[str, Premium]) -> Problems:
    """Find what the others made beside a Valat; but a king in the talon is caught without a trick."""
    valat = made.get(VALAT)
    if valat is None:
        return
    for key, premium in made.items():
        left_lying = key == "koenigfang" and case.game.king == "talon"
        if not _together(case.game, valat, premium) and not left_lying:
            yield _both(case, "all_tricks", premium, valat)


def _by_points(case: GameCase, known: Sequence[Premium]) -> Problems:
    """Find what takes more points than the game.

    It is only for who won it, for one side, and never without the less.
    """
    premiums = case.rules.premiums
    counted = [premium for premium in known if premiums[premium.premium].needs is not None]
    if not counted:
        return
    in_order = sorted(counted, key=lambda premium: premiums[premium.premium].needs or 0)
    outcome = _outcome(case)
    for place, premium in enumerate(in_order):
        if not premium.made or premium.by not in case.hand.players:
            continue
        if case.game.points is None and outcome is not None and not _won_by(case, premium):
            yield _problem(case, "more_than_the_game", premium, game=case.contract.label, outcome=outcome)
        for less in in_order[:place]:
            together = _together(case.game, premium, less)
            if less.premium == premium.premium:
                continue  # which is said of both
            if less.made and less.by in case.hand.players and not together:
                yield _both(case, "one_side_has_more", premium, less)
            elif not less.made and together:
                yield _both(case, "more_without_less", premium, less)


def _outcome(case: GameCase) -> Text | None:
    """Return how the game ended, if the record says so."""
    game = case.game
    if game.drawn:
        return DRAWN
    if game.won is None and game.points is None:
        return None
    return WON if declarer_wins(game, case.contract, case.rules) else LOST


def _won_by(case: GameCase, premium: Premium) -> bool:
    """Return whether the premium's side won the game; at 35:35 nobody has more than the game takes."""
    if case.game.drawn:
        return False
    return declarer_wins(case.game, case.contract, case.rules) == of_declarers_side(case.game, premium.by)


def _together(game: Game, one: Premium, other: Premium) -> bool:
    return of_declarers_side(game, one.by) == of_declarers_side(game, other.by)


def _both(case: GameCase, code: str, one: Premium, other: Premium) -> Problem:
    return _problem(case, code, one, other=_label(case.rules, other), other_by=other.by)


def _problem(case: GameCase, code: str, premium: Premium, **named: object) -> Problem:
    where = f"premiums.{case.hand.premiums.index(premium)}.made"
    return Problem(code, where, {"label": _label(case.rules, premium), "by": premium.by, **named})


def _label(rules: Rules, premium: Premium) -> Text:
    return rules.premiums[premium.premium].label
