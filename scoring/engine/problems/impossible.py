"""Hands that no cards can give, such as a Valat beside 40 card points, each refused in one sentence.

What the record says of cards is listed here; whether a pack can give it is asked of `placing.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.engine.cards import LAST_KING, TRICKS_OF_BIRDS, is_held_by_one, pack_of
from scoring.engine.customs import BesideValat, Counting, Kind, Whose
from scoring.engine.facts import Premium
from scoring.engine.placing import (
    A_TRICK,
    ALL_TRICKS,
    BIRDS,
    BY_ONE,
    CALLED_KING,
    CALLED_LAST,
    HELD,
    HELD_KING,
    KING_LAST,
    KINGS,
    MISSED,
    MOND,
    NO_KINGS,
    NO_TRULL,
    ONE_HAND,
    PAGAT,
    PLAYED,
    SKUES,
    TRULL,
    WON,
    CardFact,
    CardTerms,
    fewest_excluding,
    points_left,
)
from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, Problem, Problems
from scoring.engine.rules import OF_THE_DECLARERS_SIDE, PremiumRule
from scoring.engine.sides import (
    declarer_wins,
    holder_of_the_king,
    needed_points,
    of_declarers_side,
    plays_alone,
    points_as_written,
    spread,
)
from scoring.engine.texts import Text, listed

WON_GAME, LOST, DRAWN = Text("gewonnen", "won"), Text("verloren", "lost"), Text("35:35", "35:35")
_MISSED = Text("verloren", "missed")
_WITH, _WITHOUT = Text("mit", "with"), Text("ohne", "without")
_KING_LIES = Text("König im Talon", "the king in the talon")
_IN, _KING_IN_TALON = Text("beim", "in"), Text("mit dem König im Talon", "with the king in the talon")

_BIRDS = {bird: 1 << index for index, bird in enumerate(TRICKS_OF_BIRDS)}
_HELD_CARDS = {**{bird: bit << HELD for bird, bit in _BIRDS.items()}, "koenig_ultimo": HELD_KING}
_CAUGHT = {"pagatfang": _HELD_CARDS["pagat"], "koenigfang": HELD_KING}
# Forty cards come to so many with honours of five; recorded points may be counted otherwise.
_FULL_PACK, _FULL_HONOUR = 88, 5


class Recorded(NamedTuple):
    """A fact about cards, with its source: a premium, the card points, or the result."""

    fact: CardFact
    premium: Premium | None = None


def impossible(case: GameCase) -> Problems:
    """Yield what excludes each other in a hand, if anything does."""
    recorded, terms = list(recorded_in(case)), terms_of(case)
    excluded = [recorded[index] for index in fewest_excluding([row.fact for row in recorded], terms)]
    if excluded and not _is_said_already(case, excluded):
        yield _Refusal(case, terms, excluded).problem()


def opposite(case: GameCase, terms: CardTerms, others: Sequence[Recorded], row: Recorded) -> Text | None:
    """Return what a premium cannot be beside, as short as a button needs it; None if it can be."""
    recorded = [*others, row]
    facts = [row.fact for row in recorded]
    if points_left(facts, terms) or not points_left(facts[:-1], terms):
        return None
    excluded = [recorded[index] for index in fewest_excluding(facts, terms, known=1)]
    return _Refusal(case, terms, excluded, focus=row).opposite


def _is_said_already(case: GameCase, rows: Sequence[Recorded]) -> bool:
    """Return whether these are two entries of one premium, and not one that both sides can announce."""
    premiums = [row.premium for row in rows if row.premium is not None]
    if not len(premiums) == len(rows) == 2 or premiums[0].premium != premiums[1].premium:
        return False
    return is_held_by_one(case.rules.premiums[premiums[0].premium]) or not all(
        premium.announced for premium in premiums
    )


def recorded_in(case: GameCase) -> Iterator[Recorded]:
    """Yield the record of a game by card points, as facts."""
    game, rules = case.game, case.rules
    if game.points is not None:
        if 0 <= game.points <= rules.all_points:
            least, most = spread(game, rules)
            yield Recorded(CardFact(least=least, most=most))
    elif game.drawn:
        yield Recorded(_result(case, DRAWN))
    elif game.won is not None:
        yield Recorded(_result(case, WON_GAME if declarer_wins(game, case.contract, rules) else LOST))
    for premium in case.hand.premiums:
        rule = rules.premiums.get(premium.premium)
        if rule is not None and rule.exists_in(case.contract) and premium.by in case.hand.players:
            yield Recorded(fact_of(case, premium), premium)


def _result(case: GameCase, outcome: Text) -> CardFact:
    needed = needed_points(case.game, case.contract, case.rules)
    if outcome is DRAWN:
        least, most = case.rules.radl.drawn or (case.rules.all_points - needed + 1, needed - 1)
        return CardFact(least=least, most=most)
    return CardFact(least=needed) if outcome is WON_GAME else CardFact(most=needed - 1)


def terms_of(case: GameCase) -> CardTerms:
    """Return what the game says of the cards: whose the talon is, and where the king is."""
    game, contract, rules = case.game, case.contract, case.rules
    pack = pack_of(rules)
    lies = game.king == "talon" and contract.calls_king
    if contract.solo:  # it stays closed, and is the opponents' but for the half with the called king
        least = most = pack.half_a_talon if game.king == "talon" else 0
    elif contract.talon is not None or contract.kind is Kind.CALLING:
        least = most = pack.half_a_talon if contract.talon is None else contract.talon
        if contract.kind is Kind.CALLING and game.king == "talon":
            most = pack.talon  # all of it may be taken, where that is agreed
    else:
        least, most = 0, pack.talon
    if game.points is None and not pack.talon and pack.honour and rules.all_points == _FULL_PACK:
        pack = pack._replace(honour=_FULL_HONOUR)
    held = contract.calls_king and (game.partner is not None or game.king == "self")
    return CardTerms(
        pack,
        rules.all_points,
        min(least, pack.talon),
        min(most, pack.talon),
        laid_away=not contract.solo and least > 0,
        king_beside=contract.solo and lies,
        alone=plays_alone(game, contract),
        played=CALLED_KING << PLAYED if held else 0,
    )


def fact_of(case: GameCase, premium: Premium) -> CardFact:
    """Return the fact that a premium states about its side's cards."""
    rule, declarers = case.rules.premiums[premium.premium], of_declarers_side(case.game, premium.by)
    least, most, everything = 0, case.rules.all_points, case.rules.all_points
    if premium.made is not None and rule.needs is not None:
        least, most = (rule.needs, everything) if premium.made else (0, rule.needs - 1)
    own, other = _card_bits(case, premium, rule)
    if declarers:
        return CardFact(own, other, least, most)
    return CardFact(other, own, everything - most, everything - least)


def _card_bits(case: GameCase, premium: Premium, rule: PremiumRule) -> tuple[int, int]:
    """Return what a premium says of the cards of its side, and of the other side."""
    game, contract, key = case.game, case.contract, rule.key
    own = other = 0
    if premium.announced and (key in _BIRDS or (key == "koenig_ultimo" and rule.whose is Whose.KING_HOLDER)):
        honour = PAGAT if key == "pagat" else CALLED_KING if contract.solo and key not in _BIRDS else 0
        own |= _HELD_CARDS[key] | honour << PLAYED
    if premium.made is None:
        return own, other
    if not premium.made:
        own |= {"trull": NO_TRULL, "koenige": NO_KINGS}.get(key, 0) | _BIRDS.get(key, 0) << MISSED
        if key == "koenigfang":
            other |= CALLED_KING
        return own, other | (A_TRICK if key == VALAT else 0)
    keys = {key, *rule.cards}
    birds = sum(bit for bird, bit in _BIRDS.items() if bird in keys)
    own |= birds << WON | birds << BIRDS | birds << HELD | 1 << BY_ONE + list(case.rules.premiums).index(key)
    if "trull" in keys:
        own |= TRULL
    if "koenige" in keys:
        own |= KINGS
    if "mondfang" in keys:
        caught = MOND if contract.colour or case.rules.counting is Counting.PLAIN else MOND | SKUES
        own |= caught | caught << PLAYED
    if keys & {"pagat", "pagatfang"}:
        own |= PAGAT | PAGAT << PLAYED
    left_lying = key == "koenigfang" and game.king == "talon" and not contract.solo
    if keys & {"koenig_ultimo", "koenigfang"}:
        own |= CALLED_KING | (0 if left_lying else CALLED_KING << PLAYED)
    if keys & {"koenig_ultimo", LAST_KING}:
        own |= KING_LAST | 1 << WON | (CALLED_LAST if "koenig_ultimo" in keys else 0)
    if "pagat" in keys and _holds_the_king(case, premium):
        own |= ONE_HAND
    if not left_lying:
        other |= _CAUGHT.get(key, 0)
        own |= 0 if _lies_in_the_talon(case, premium, rule) else A_TRICK
    return own | (ALL_TRICKS if key == VALAT else 0), other


def _holds_the_king(case: GameCase, premium: Premium) -> bool:
    """Return whether who made the Pagat has the called king, too: alone, or as who announces either."""
    if not of_declarers_side(case.game, premium.by):
        return False
    ultimo = case.rules.premiums.get("koenig_ultimo")
    announces_both = premium.announced and ultimo is not None and ultimo.whose is Whose.KING_HOLDER
    return plays_alone(case.game, case.contract) or (
        announces_both and premium.by == holder_of_the_king(case.game)
    )


def _lies_in_the_talon(case: GameCase, premium: Premium, rule: PremiumRule) -> bool:
    """Return whether the opponents can have it without a trick, in the talon, and are paid beside a Valat."""
    if rule.key not in ("trull", "koenige") or rule.cards or of_declarers_side(case.game, premium.by):
        return False
    return {
        BesideValat.ALL: True,
        BesideValat.ANNOUNCED: premium.announced,
        BesideValat.TRICK_OR_KONTRA: premium.kontra is not None and not premium.kontra_void,
    }.get(case.rules.beside_valat, False)


class _Refusal:
    """The fewest facts that exclude each other; one of them, the `focus`, could be otherwise."""

    def __init__(
        self, case: GameCase, terms: CardTerms, rows: Sequence[Recorded], focus: Recorded | None = None
    ) -> None:
        self.case, self.terms, self.rules = case, terms, case.rules
        by_game = [row for row in rows if row.premium is None]
        missed = [row for row in rows if row.premium is not None and row.premium.made is False]
        self.focus = focus or [*rows, *missed, *by_game][-1]
        self.others = [row for row in rows if row is not self.focus]

    def problem(self) -> Problem:
        """Return the sentence: the facts, and what could be instead of the focus."""
        rows = sorted([*self.others, self.focus], key=lambda row: row.premium is None)
        named = {"facts": tuple(map(self._named, rows)), "given": self._given(), "other": self.opposite}
        premium, game, where = self.focus.premium, self.case.game, self.case.where
        if premium is not None:
            code, more = self._instead_of(premium)
            named["label"] = self.rules.premiums[premium.premium].label
        elif game.points is not None:
            code, more = self._points(*spread(game, self.rules))
            return Problem(code, f"{where}.points", named | more)
        else:
            code, more = "cards_result", {"outcome": self._outcomes()}
            if not self.others:
                return Problem(code, f"{where}.{'drawn' if game.drawn else 'won'}", named | more)
        last = next(row.premium for row in reversed(rows) if row.premium is not None)
        return Problem(code, f"premiums.{self._index(last)}.made", named | more)

    @property
    def opposite(self) -> Text:
        """Return what the focus cannot be beside: the others, or else the game."""
        if self.others:
            return Text.joined(self._named(row)[0] for row in self.others)
        return _KING_LIES if self.case.game.king == "talon" else self.case.contract.label

    def _left(self, *instead: CardFact) -> int:
        return points_left([*(row.fact for row in self.others), *instead], self.terms)

    def _points(self, low: int, high: int) -> tuple[str, dict[str, Any]]:
        """Return the nearest card points that the others leave, below and above those that are recorded."""
        left = self._left()
        below, above = (left & (1 << low) - 1).bit_length() - 1, left >> high + 1
        least = self._written((above & -above).bit_length() + high) if above else ""
        if below < 0:
            return "cards_at_least", {"least": least}
        if not above:
            return "cards_at_most", {"most": self._written(below)}
        return "cards_between", {"fewer": self._written(below), "more": least}

    def _written(self, points: int) -> str:
        lagen = self.case.game.lagen and not self.rules.writes_blatt
        return points_as_written(points, self.rules, lagen=lagen)

    def _outcomes(self) -> Text:
        outcomes = [WON_GAME, LOST, *([DRAWN] if "drawn" in self.rules.radl.triggers else [])]
        left = [outcome for outcome in outcomes if self._left(_result(self.case, outcome))]
        return Text(" oder ".join(text.de for text in left), " or ".join(text.en for text in left))

    def _instead_of(self, premium: Premium) -> tuple[str, dict[str, Any]]:
        """Return whose the premium could be, or that it is made."""
        if premium.made is False and self._left(fact_of(self.case, replace(premium, made=True))):
            return "cards_made", {}
        ours = of_declarers_side(self.case.game, premium.by)
        by = next(
            (
                player
                for player in self.case.hand.players
                if of_declarers_side(self.case.game, player) != ours
            ),
            None,
        )
        whose = self.rules.premiums[premium.premium].whose
        is_open = whose is Whose.EITHER or (whose in OF_THE_DECLARERS_SIDE) != ours
        if is_open and by is not None and self._left(fact_of(self.case, replace(premium, by=by))):
            return "cards_of_opponents" if ours else "cards_of_declarers", {}
        return "cards_never", {}

    def _given(self) -> Text:
        """Return what the others are: "mit Trull und ohne Könige"; or else the game."""
        premiums = [row.premium for row in self.others if row.premium is not None]
        if not premiums:
            game = self.case.contract.label
            king = [_KING_IN_TALON] if self.case.game.king == "talon" else []
            return Text(*(" ".join(words) for words in zip(_IN, game, *king, strict=True)))
        words = []
        for how, missed in ((_WITH, False), (_WITHOUT, True)):
            labels = [
                self.rules.premiums[premium.premium].label
                for premium in premiums
                if (premium.made is False) == missed
            ]
            if labels:
                german = [label.de if missed else dative(label.de) for label in labels]
                english = [label.en for label in labels]
                words.append(Text(f"{how.de} {listed(german, 'de')}", f"{how.en} {listed(english, 'en')}"))
        return Text(listed([text.de for text in words], "de"), listed([text.en for text in words], "en"))

    def _index(self, premium: Premium) -> int:
        premiums: Iterable[Premium] = self.case.hand.premiums
        return next(index for index, recorded in enumerate(premiums) if recorded is premium)

    def _named(self, row: Recorded) -> tuple[Text, str | None]:
        """Return a fact with whose it is."""
        premium, game = row.premium, self.case.game
        if premium is not None:
            label = self.rules.premiums[premium.premium].label
            if premium.made is False:
                label = Text(f"{label.de} {_MISSED.de}", f"{label.en} {_MISSED.en}")
            return label, premium.by
        if game.points is not None:
            return Text.same(points_as_written(game.points, self.rules, lagen=game.lagen)), None
        wins = declarer_wins(game, self.case.contract, self.rules)
        outcome, label = DRAWN if game.drawn else WON_GAME if wins else LOST, self.case.contract.label
        return Text(f"„{label.de}: {outcome.de}“", f'"{label.en}: {outcome.en}"'), None


def dative(german: str) -> str:
    """Return a premium's name as it stands behind "mit".

    >>> dative("Trull"), dative("Könige")
    ('Trull', 'Königen')
    """
    return f"{german}n" if german.endswith("e") else german
