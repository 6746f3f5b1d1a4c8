"""Legal hands and sheets, built from nothing but a `Rules`: every contract, premium, custom and option of it.

Everything is built from one question, "a whole number from … to …?", and the first answer is always
the plainest hand. In the tests Hypothesis answers it, with bytes that are drawn all at once; a seeded
generator answers it where many hands are counted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, pairwise
from random import Random
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy as Strategy

from scoring.engine.cards import CARDS_OF_A_TRICK, is_held_by_one, pack_of
from scoring.engine.customs import (
    BirdBy,
    Effect,
    Kind,
    RenonceCustom,
    SideBySide,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.facts import (
    Dealer,
    Entry,
    Game,
    Hand,
    Order,
    Premium,
    Renonce,
    Schlussradl,
    Seating,
    SheetFacts,
    Void,
)
from scoring.engine.options import CHOICES
from scoring.engine.problems.impossible import impossible
from scoring.engine.problems.problem import GameCase
from scoring.engine.record import to_dict
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import is_drawn, needed_points
from scoring.engine.translating import without_points
from scoring.engine.trischaken import ranking
from scoring.rules import SLUGS, published

T = TypeVar("T")

SEATS = ("Anna", "Bert", "Cilli", "Dora")
PEOPLE = (*SEATS, "Emil", "Franz", "Gusti", "Hans")
MOST_TRICKS = 12


@dataclass(frozen=True)
class Choices:
    """Answers for whoever builds a hand."""

    whole: Callable[[int, int], int]

    def one(self, of: Sequence[T]) -> T:
        return of[self.whole(0, len(of) - 1)]

    def once_in(self, times: int) -> bool:
        """True about once in so many times; no is the plainer answer."""
        return self.whole(1, times) == times

    def some(self, of: Sequence[T], once_in: int) -> list[T]:
        return [item for item in of if self.once_in(once_in)]

    def shuffled(self, of: Sequence[T]) -> list[T]:
        left = list(of)
        return [left.pop(self.whole(0, len(left) - 1)) for _ in range(len(left))]


# More bytes than any hand or sheet asks for.
HAND, SHEET = 128, 512


def read_from(drawn: bytes) -> Choices:
    """Each answer is the next byte, or the next two; after the last one everything is plain."""
    left = iter(drawn)

    def whole(low: int, high: int) -> int:
        answer = next(left, 0)
        if high - low > 255:
            answer = 256 * answer + next(left, 0)
        return low + answer % (high - low + 1)

    return Choices(whole)


def seeded(seed: int) -> Choices:
    return Choices(Random(seed).randint)


def quickly_seeded(seed: int) -> Choices:
    """Draw as from a seed, with dice that take a third of the time."""
    draw = Random(seed).random
    return Choices(lambda low, high: low + int(draw() * (high - low + 1)))


def choices(size: int) -> Strategy[Choices]:
    """Drawing once is much quicker than drawing each answer."""
    return st.binary(min_size=size, max_size=size).map(read_from)


def hands(slug: str, players: tuple[str, ...] = SEATS, contract: str | None = None) -> Strategy[Hand]:
    """A legal hand of this sheet, with or without options of its own."""
    return choices(HAND).map(lambda choose: build_hand(choose, published()[slug], players, contract))


class DrawnHand(NamedTuple):
    """A sheet and one of its hands; a failing test prints the slug and the hand."""

    rules: Rules
    hand: Hand

    def __repr__(self) -> str:
        return f"({self.rules.slug}, {self.hand})"


class DrawnSheet(NamedTuple):
    """Rules and one evening under them."""

    rules: Rules
    sheet: SheetFacts

    def __repr__(self) -> str:
        return f"({self.rules.slug}, {self.sheet})"


def hands_of_any_sheet() -> Strategy[DrawnHand]:
    return choices(HAND).map(lambda choose: DrawnHand(*_of_any_sheet(choose, build_hand)))


def evenings_of_any_sheet() -> Strategy[DrawnSheet]:
    return choices(SHEET).map(lambda choose: DrawnSheet(*_of_any_sheet(choose, build_sheet)))


def _of_any_sheet(choose: Choices, build: Callable[[Choices, Rules], T]) -> tuple[Rules, T]:
    rules = published()[choose.one(SLUGS)]
    return rules, build(choose, rules)


MANY = range(502_600, 506_000)  # seeds


@cache
def many_hands(slug: str, most: int = len(MANY)) -> tuple[Hand, ...]:
    """The same hands of a sheet every time; among all of these is everything that it can tell apart.

    Its games take turns, a Trischaken more often: with its points most can happen.
    """
    rules = published()[slug]
    offered = options_of(rules)
    often = [key for key, contract in rules.contracts.items() if contract.kind is Kind.TRISCHAKEN]
    turns = zip(MANY[:most], cycle([*rules.contracts, *often, *often]))
    return tuple(
        build_hand(quickly_seeded(seed), rules, contract=contract, options=options_by_number(seed, offered))
        for seed, contract in turns
    )


# Options


def options_of(rules: Rules) -> list[tuple[str, str | int]]:
    """Every option a hand of this sheet may carry, with each of its values."""
    return [
        (key, value)
        for key, values in CHOICES.items()
        if rules.offers(key)
        for value in values
        if not rules.fixes(key) or value == rules.options[key]
    ]


def options_by_number(number: int, offered: Iterable[tuple[str, str | int]]) -> dict[str, str | int]:
    """Every option for itself, one in twelve times each value: a further one changes no other hand."""
    return {key: value for key, value in offered if crc32(f"{number} {key} {value}".encode()) % 12 == 0}


def build_options(choose: Choices, rules: Rules) -> dict[str, str | int]:
    return dict(choose.some(options_of(rules), 5)) if choose.once_in(2) else {}


# Hands


def build_hand(
    choose: Choices,
    rules: Rules,
    players: tuple[str, ...] = SEATS,
    contract: str | None = None,
    options: dict[str, str | int] | None = None,
) -> Hand:
    if options is None:
        options = build_options(choose, rules)
    rules = rules.under(options)
    contracts = list(rules.contracts.values())
    chosen = choose.one(contracts) if contract is None else rules.contracts[contract]
    revoked = choose.once_in(8) and priced(rules, chosen)
    revoke = _renonce(choose, rules, chosen, players) if revoked else None
    hand = Hand(
        players=players,
        games=(),
        radl=rules.radl.played and choose.once_in(3),
        options=options,
        revoke=revoke,
    )
    return _BUILDERS[chosen.kind](choose, rules, chosen, hand)


def priced(rules: Rules, contract: Contract) -> bool:
    """Does the sheet say what a Renonce costs?"""
    if contract.kind is not Kind.TRISCHAKEN:
        return rules.renonce is not RenonceCustom.OPEN
    return rules.trischaken is not None and rules.trischaken.renonce is not TrischakenRenonce.OPEN


def _renonce(choose: Choices, rules: Rules, contract: Contract, players: tuple[str, ...]) -> Renonce:
    offender = choose.one(players)
    innocent = [player for player in players if player != offender]
    others = tuple(choose.some(innocent, 4)[:2]) if rules.shared_renonce else ()
    if not rules.claims or contract.kind is Kind.TRISCHAKEN:
        return Renonce(offender, others=others)
    payees = choose.some([player for player in innocent if player not in others], 4)
    return Renonce(offender, {player: choose.whole(1, 9) for player in payees}, others)


def declarers_of(contract: Contract, rules: Rules, players: tuple[str, ...]) -> tuple[str, ...]:
    if contract.kind is Kind.TRISCHAKEN and rules.options["trischaken_for_schleifen"] == "on":
        return players
    return {Who.ANYONE: players, Who.VORHAND: players[:1], Who.NEVER_VORHAND: players[1:]}[contract.who]


# Games by card points


def _by_points(choose: Choices, rules: Rules, contract: Contract, hand: Hand) -> Hand:
    game = _sides(choose, rules, contract, hand.players)
    if contract.concedable and rules.schleifen and game.king == "talon" and choose.once_in(3):
        return _conceded(choose, contract, game, hand)
    without_kontra = not levels_of(rules, contract)
    if contract.blank and game.king is None and hand.revoke is None and (without_kontra or choose.once_in(3)):
        won = choose.one((None, True))
        return replace(hand, games=(replace(game, unplayed=True, won=won),))
    premiums = _premiums(choose, rules, contract, game, hand)
    game = _kontraed(choose, rules, contract, game, premiums, hand)
    premiums = [_kontraed_premium(choose, rules, game, premium) for premium in premiums]
    if hand.revoke is None:
        game = _result(choose, rules, contract, game, premiums)
        premiums = list(_outcomes(choose, rules, contract, game, premiums))
    hand = _possible(replace(hand, games=(game,), premiums=tuple(premiums)), rules)
    both = tuple(_of_the_other_side(choose, rules, hand))
    return _possible(replace(hand, premiums=hand.premiums + both), rules) if both else hand


def _of_the_other_side(choose: Choices, rules: Rules, hand: Hand) -> Iterator[Premium]:
    """What one side announced, announced by the other side too; at most one of the two was made."""
    game = hand.games[0]
    own = [player for player in hand.players if player in (game.declarer, game.partner)]
    for first in hand.premiums:
        rule = rules.premiums[first.premium]
        if not first.announced or rule.whose is not Whose.EITHER or not choose.once_in(6):
            continue
        if is_held_by_one(rule):
            continue
        others = [player for player in hand.players if (player in own) != (first.by in own)]
        by = choose.one(others)
        if rule.opponents_need_kontra and by not in own and game.kontra is None:
            continue
        if rule.key == "valat" and any(
            rules.premiums[p.premium].whose is Whose.WINNER for p in hand.premiums
        ):
            continue
        made: bool | None = False
        if hand.revoke is not None:
            made = None
        elif rule.needs is not None and game.points is not None:
            points = game.points if by in own else rules.all_points - game.points
            made = points >= rule.needs
        elif rule.key != "valat" and not first.made:
            made = choose.once_in(2)
        against = None if first.against is None else first.by
        yield Premium(rule.key, by, against=against, announced=True, made=made)


def _missed(premium: Premium) -> Premium:
    """With all tricks it is not 35:35."""
    return replace(premium, made=False) if premium.premium == "valat" else premium


def _possible(hand: Hand, rules: Rules) -> Hand:
    """Return the premiums without contradictions: of two that exclude each other one was missed."""
    game = hand.games[0]
    if hand.revoke is None and is_drawn(game, rules):
        hand = replace(hand, premiums=tuple(_missed(premium) for premium in hand.premiums))
    if hand.revoke is None and _lacks_points(hand, rules):
        needed = needed_points(game, rules.contracts[game.contract], rules)
        game = replace(game, points=needed if game.won else needed - 1)
        hand = replace(hand, games=(game,))
    case = GameCase(hand, rules, game, rules.contracts[game.contract], "games.0")
    found = next(impossible(case), None) if hand.revoke is None else None
    if found is None:
        return hand
    if found.path == "games.0.points":
        return _possible(_with_fewer_cards(hand, rules), rules)
    if found.path in ("games.0.won", "games.0.drawn"):
        other = replace(game, won=not (game.won or game.drawn), drawn=False)
        return _possible(replace(hand, games=(other,)), rules)
    place = int(found.path.split(".")[1])
    premiums = list(hand.premiums)
    is_missed = premiums[place].made is False
    birds = rules.contracts[game.contract].birds
    others = [index for index, premium in enumerate(premiums) if premium.premium not in birds]
    if is_missed and place not in others and others:
        del premiums[others[-1]]
    elif is_missed or rules.premiums[premiums[place].premium].whose is Whose.WINNER:
        del premiums[place]
    else:
        premiums[place] = replace(premiums[place], made=False)
    return _possible(replace(hand, premiums=tuple(premiums)), rules)


def _lacks_points(hand: Hand, rules: Rules) -> bool:
    """Return whether the price depends on points that only a missed Valat could replace."""
    game = hand.games[0]
    if game.points is not None or game.drawn or rules.contracts[game.contract].step_points is None:
        return False
    return not any(premium.premium == "valat" and premium.made for premium in hand.premiums)


def _with_fewer_cards(hand: Hand, rules: Rules) -> Hand:
    """Return the hand without points, or without premiums, where too many cards go into the points."""
    game = hand.games[0]
    contract = rules.contracts[game.contract]
    if contract.step_points is None:
        return replace(hand, games=(without_points(game, rules),))
    birds = tuple(
        premium for premium in hand.premiums if premium.premium in contract.birds and premium.announced
    )
    return replace(hand, premiums=tuple(replace(bird, made=False) for bird in birds))


def _sides(choose: Choices, rules: Rules, contract: Contract, players: tuple[str, ...]) -> Game:
    declarer = choose.one(declarers_of(contract, rules, players))
    game = Game(contract.key, declarer)
    if contract.kind is Kind.ALONE:
        return game
    if contract.kind is Kind.CALLING and choose.once_in(3):
        return replace(game, king=choose.one(("talon", "self") if rules.self_call else ("talon",)))
    return replace(game, partner=choose.one([player for player in players if player != declarer]))


def _conceded(choose: Choices, contract: Contract, game: Game, hand: Hand) -> Hand:
    birds = (Premium(choose.one(contract.birds), by=game.declarer, announced=True),) if contract.birds else ()
    won = choose.one((None, False))
    return replace(hand, games=(replace(game, conceded=True, won=won),), premiums=birds, revoke=None)


def ways(rule: PremiumRule, contract: Contract) -> list[bool]:
    """Silent, announced or both: the ways that have a price here."""
    return [
        announced
        for announced in (False, True)
        if rule.price(announced=announced, solo=contract.solo) is not None
    ]


def _premiums(choose: Choices, rules: Rules, contract: Contract, game: Game, hand: Hand) -> list[Premium]:
    """Who recorded which premium, and whether it was announced; not yet what became of it."""
    own = [game.declarer] + ([game.partner] if game.partner else [])
    others = [player for player in hand.players if player not in own]
    whose = {
        Whose.EITHER: hand.players,
        Whose.DECLARER: own,
        Whose.KING_HOLDER: own,
        Whose.OPPONENTS: others,
        Whose.WINNER: hand.players,
    }
    bird = choose.one(contract.birds) if contract.birds else None
    found = []
    for rule in choose.shuffled([rule for rule in rules.premiums.values() if rule.exists_in(contract)]):
        if rule.key == bird:
            by = choose.one(own) if rules.bird_by is BirdBy.SIDE else game.declarer
            found.append(Premium(rule.key, by, announced=True))
            continue
        offered = [announced for announced in ways(rule, contract) if announced or hand.revoke is None]
        if offered and choose.once_in(6 if rule.key == "valat" else 4):
            by, announced = choose.one(whose[rule.whose]), choose.one(offered)
            if announced and rule.whose is Whose.KING_HOLDER:
                by = own[-1]
            if announced and rule.opponents_need_kontra and by in others and not levels_of(rules, contract):
                continue
            found.append(Premium(rule.key, by, against=_against(choose, rule, by, hand), announced=announced))
    return found


def _against(choose: Choices, rule: PremiumRule, by: str, hand: Hand) -> str | None:
    """With whom it is settled, where that is one other player."""
    return choose.one([player for player in hand.players if player != by]) if rule.between_two else None


def _kontraed(
    choose: Choices, rules: Rules, contract: Contract, game: Game, premiums: list[Premium], hand: Hand
) -> Game:
    own = (game.declarer, game.partner)
    announced = [premium for premium in premiums if premium.announced]
    asked_for = contract.blank and game.king is None and not announced and hand.revoke is None
    asked_for |= any(
        rules.premiums[premium.premium].opponents_need_kontra and premium.by not in own
        for premium in announced
    )
    levels = levels_of(rules, contract, with_valat=any(premium.premium == "valat" for premium in announced))
    if not levels or (not asked_for and not choose.once_in(3)):
        return game
    level, void = choose.one(levels), choose.once_in(3)
    return replace(game, kontra=level, kontra_void=void and game.partner is not None)


def levels_of(rules: Rules, contract: Contract, *, with_valat: bool = False) -> list[str]:
    """The kontras that can be said to this game."""
    levels = list(rules.kontra.levels)
    last = [contract.kontra_up_to] if contract.kontra_up_to else []
    if with_valat and rules.kontra.with_announced_valat:
        last.append(rules.kontra.with_announced_valat)
    return levels[: min((levels.index(level) for level in last), default=len(levels) - 1) + 1]


def _kontraed_premium(choose: Choices, rules: Rules, game: Game, premium: Premium) -> Premium:
    """A kontra on what was announced; between partners, where that side has two, it is void."""
    alone = rules.premiums[premium.premium].effect is not Effect.MULTIPLIES
    asked = rules.kontra.on_premiums and rules.kontra.levels
    if asked and alone and premium.announced and choose.once_in(3):
        level, void = choose.one(list(rules.kontra.levels)), choose.once_in(4)
        alone = game.partner is None and premium.by == game.declarer
        return replace(premium, kontra=level, kontra_void=void and not alone)
    return premium


def _result(choose: Choices, rules: Rules, contract: Contract, game: Game, premiums: list[Premium]) -> Game:
    """Points, or only won or lost, or both, or a draw (which a Valat cannot be)."""
    needed, every = needed_points(game, contract, rules), rules.all_points
    won = choose.one((True, False))
    shape = choose.one(("won", "points", "both", "drawn"))
    if (
        shape == "drawn"
        and "drawn" in rules.radl.triggers
        and not any(p.premium == "valat" for p in premiums)
    ):
        return replace(game, drawn=True, won=choose.one((None, False)))
    by_steps = contract.step_points is not None and not any(p.premium == "valat" for p in premiums)
    if shape in ("won", "drawn") and not by_steps:
        return replace(game, won=won)
    edges = {needed, every} if won else {0, needed - 1}
    for rule in rules.premiums.values():
        if rule.needs is not None:
            edges |= {rule.needs - 1, rule.needs, every - rule.needs, every - rule.needs + 1}
    edges |= set(range(rules.radl.drawn[0] - 1, rules.radl.drawn[1] + 2)) if rules.radl.drawn else set()
    near = sorted(points for points in edges if 0 <= points <= every and (points >= needed) == won)
    some = choose.whole(needed, every) if won else choose.whole(0, needed - 1)
    points = choose.one((*near, some))
    return replace(game, points=points, won=won if shape == "both" else None)


def _outcomes(
    choose: Choices, rules: Rules, contract: Contract, game: Game, premiums: list[Premium]
) -> Iterator[Premium]:
    """What became of every premium, in agreement with the points and the game."""
    own = (game.declarer, game.partner)
    won = not game.drawn and (
        bool(game.won) if game.points is None else game.points >= needed_points(game, contract, rules)
    )
    decided = {}
    for premium in premiums:
        rule = rules.premiums[premium.premium]
        declarers = premium.by in own
        if rule.needs is not None and game.points is not None:
            made = (game.points if declarers else rules.all_points - game.points) >= rule.needs
        else:
            made = not choose.once_in(2)
        decided[premium.premium] = made and (
            premium.premium != "valat" or (declarers == won and not game.drawn)
        )
    valat_missed = any(p.premium == "valat" and p.announced and not decided["valat"] for p in premiums)
    winners = [player for player in own if player] if won else None
    for premium in premiums:
        if rules.premiums[premium.premium].whose is not Whose.WINNER:
            yield replace(premium, made=decided[premium.premium])
        elif not valat_missed and (premium.by in winners if winners else premium.by not in own):
            yield replace(premium, made=True)


# Negative games


def _together(rules: Rules, one: Contract, other: Contract) -> bool:
    """May these two be played side by side?"""
    if rules.side_by_side is SideBySide.LISTED:
        return one.goes_beside and other.goes_beside
    return rules.side_by_side is SideBySide.EQUAL and one.value == other.value


def _negative(choose: Choices, rules: Rules, contract: Contract, hand: Hand) -> Hand:
    """One game, or up to four of the same value side by side."""
    contracts = [contract]
    if contract.beside is not None:
        contracts.append(rules.contracts[contract.beside])
    equal = [
        other
        for other in rules.contracts.values()
        if other.kind is Kind.NEGATIVE
        and _together(rules, contract, other)
        and other.beside in (None, *(contract.key for contract in contracts))
    ]
    while equal and len(contracts) < 4 and choose.once_in(3):
        contracts.append(choose.one(equal))
    declared = _declared(choose, rules, contracts, hand.players)
    left = MOST_TRICKS
    games = []
    for one, declarer in declared:
        deaf = [declarer]
        if rules.options["bei_settlement"] == "opponents":
            deaf = [other for _, other in declared]
        opponents = [player for player in hand.players if player not in deaf]
        game = Game(one.key, declarer, kontras=_kontras(choose, rules, one, opponents))
        if hand.revoke is None:
            assert one.tricks is not None
            tricks = choose.one([n for n in (one.tricks, 0, 1, 2, 3, left) if n <= left])
            if len(games) == 3:
                tricks = left
            shape = choose.one(("tricks", "won", "both"))
            game = replace(
                game,
                tricks=None if shape == "won" else tricks,
                won=None if shape == "tricks" else tricks == one.tricks,
            )
            left -= tricks
        games.append(game)
    return replace(hand, games=tuple(games))


def _declared(
    choose: Choices, rules: Rules, contracts: list[Contract], players: tuple[str, ...]
) -> list[tuple[Contract, str]]:
    """Who plays which of them; the first ones have to be played, the others only where somebody may."""
    declared: list[tuple[Contract, str]] = []
    for contract in sorted(contracts, key=lambda one: one.who is Who.ANYONE):
        taken = [declarer for _, declarer in declared]
        free = [player for player in declarers_of(contract, rules, players) if player not in taken]
        if free:
            declared.append((contract, choose.one(free)))
    played = {contract.key for contract, _ in declared}
    declared = [(one, declarer) for one, declarer in declared if one.beside in (None, *played)]
    return choose.shuffled(declared)


def _kontras(choose: Choices, rules: Rules, contract: Contract, opponents: list[str]) -> dict[str, str]:
    levels = levels_of(rules, contract)
    if rules.options["negative_kontra"] == "none" or not levels:
        return {}
    return {player: choose.one(levels) for player in choose.some(opponents, 3)}


# Trischaken


def _trischaken(choose: Choices, rules: Rules, contract: Contract, hand: Hand) -> Hand:
    game = Game(contract.key, choose.one(declarers_of(contract, rules, hand.players)))
    if hand.revoke is not None:
        return replace(hand, games=(game,))
    assert rules.trischaken is not None
    mayor = rules.trischaken.buergermeister or rules.all_points // 2 + 1
    count = build_count(choose, hand.players, rules.all_points, mayor)
    count = _in_whole_tricks(count, CARDS_OF_A_TRICK * pack_of(rules).empty)
    if choose.once_in(2) and len(set(count.values())) > 1:
        return replace(hand, games=(replace(game, order=_order(choose, rules, count)),))
    return replace(hand, games=(replace(game, count=count),))


def _in_whole_tricks(count: dict[str, int], least: int) -> dict[str, int]:
    """Return the counts so that nobody has less than a trick: they have none, and the first has it."""
    first = max(count, key=lambda player: count[player])
    whole = {player: points if points >= least else 0 for player, points in count.items()}
    return whole | {first: whole[first] + sum(count.values()) - sum(whole.values())}


def build_count(
    choose: Choices, players: Sequence[str], all_points: int = 210, mayor: int = 107
) -> dict[str, int]:
    """Everybody's points, adding up; equal players, none at all and a Bürgermeister are likely too."""
    order = choose.shuffled(players)
    count = dict.fromkeys(players, 0)
    playing = order[: choose.one((4, 3, 2, 1))]
    shape = choose.one(("free", "two equal", "three equal", "buergermeister"))
    left = all_points
    equal = {"two equal": 2, "three equal": 3}.get(shape, 0)
    if len(playing) == equal and all_points % equal:
        equal = 0
    if equal and len(playing) >= equal:
        each = all_points // equal if len(playing) == equal else choose.whole(0, all_points // equal)
        for player in playing[:equal]:
            count[player] = each
        playing, left = playing[equal:], left - equal * each
    elif shape == "buergermeister" and len(playing) > 1:
        count[playing[0]] = choose.one((mayor, mayor - 1, min(mayor + 1, all_points), min(140, all_points)))
        left -= count[playing[0]]
        playing = playing[1:]
    cuts = sorted(choose.whole(0, left) for _ in playing[1:])
    for player, (before, after) in zip(playing, pairwise((0, *cuts, left)), strict=False):
        count[player] = after - before
    return count


def _order(choose: Choices, rules: Rules, count: dict[str, int]) -> Order:
    """Return the counts as an order: as much of it as the sheet needs, or all of it."""
    assert rules.trischaken is not None
    whole = ranking(Game("", "", count=count), tuple(count), rules.trischaken)
    places = 1 if whole.buergermeister else rules.trischaken.custom.places
    needed = next(n for n in range(1, 5) if sum(map(len, whole.groups[:n])) >= places)
    return replace(whole, groups=whole.groups[: choose.whole(needed, len(whole.groups))])


_BUILDERS: dict[Kind, Callable[[Choices, Rules, Contract, Hand], Hand]] = {
    Kind.CALLING: _by_points,
    Kind.PAIRED: _by_points,
    Kind.ALONE: _by_points,
    Kind.NEGATIVE: _negative,
    Kind.TRISCHAKEN: _trischaken,
}


# Sheets of hands


def build_sheet(choose: Choices, rules: Rules) -> SheetFacts:
    players = _seating(choose)
    dealer = choose.one(players)
    sheet = SheetFacts(players, dealer, (), build_options(choose, rules))
    entries: list[Entry] = []
    for _ in range(choose.whole(1, 8)):
        entry = _entry(choose, rules.under(sheet.options), players, dealer)
        entries.append(entry)
        if isinstance(entry, Seating):
            players, dealer = entry.players, entry.dealer
        elif isinstance(entry, Dealer):
            dealer = entry.dealer
        elif isinstance(entry, Hand) or entry == Void("struck", REASON):
            dealer = players[(players.index(dealer) + 1) % len(players)]
    return replace(sheet, entries=tuple(entries))


REASON = "zu wenig Karten"


def _seating(choose: Choices) -> tuple[str, ...]:
    return tuple(choose.shuffled(PEOPLE)[: choose.one((4, 5, 6))])


def _entry(choose: Choices, rules: Rules, players: tuple[str, ...], dealer: str) -> Entry:
    if not choose.once_in(4):
        after = players.index(dealer) + 1
        hand = build_hand(choose, rules, (players[after:] + players[:after])[:4])
        return replace(hand, players=(), radl=False)
    kinds = ["redeal", "struck", "dealer", "seating"] + ["schlussradl"] * rules.radl.schlussradl
    kind = choose.one(kinds)
    if kind == "dealer":
        return Dealer(choose.one(players))
    if kind == "seating":
        seated = _seating(choose)
        return Seating(seated, choose.one(seated))
    return Schlussradl() if kind == "schlussradl" else Void(kind, REASON)


# Records


def sheet_record(sheet: SheetFacts, rules: Rules) -> dict[str, Any]:
    """A sheet as a document; the hands leave out what the sheet derives."""
    record: dict[str, Any] = {"rules": rules.slug, "players": list(sheet.players), "dealer": sheet.dealer}
    if sheet.options:
        record["options"] = dict(sheet.options)
    record["hands"] = [to_dict(entry, rules) for entry in sheet.entries]
    return record
