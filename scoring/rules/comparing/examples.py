"""Hands that everybody knows, made from the rules: every game, with every premium and under kontra."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from scoring.engine.customs import Counting, Effect, InSolo, Kind, Who, Whose
from scoring.engine.declaring import declared
from scoring.engine.facts import Game, Hand, Order, Premium, Renonce
from scoring.engine.prices import VALAT
from scoring.engine.problems import problems_with
from scoring.engine.rules import OF_THE_DECLARERS_SIDE, Contract, PremiumRule, Rules
from scoring.engine.sides import holder_of_the_king, of_declarers_side, points_as_written
from scoring.engine.texts import Text

SEATS = ("Anna", "Bert", "Cilli", "Dora")  # Vorhand first
MOST_REMEMBERED = 4_000  # pairs of a game and a premium; a sheet has some 250


@dataclass(frozen=True, eq=False)
class ExampleHand:
    """A hand with its title: "Rufer, Trull still". The more it is made of, the heavier it is."""

    title: Text
    hand: Hand
    weight: int

    @cached_property
    def key(self) -> str:
        """Return what stands for the hand itself, whatever it is called."""
        return repr(self.hand)


_WON = Text("gewonnen", "won")
_LOST = Text("verloren", "lost")
_SILENT = Text("{} still", "{} silent")
_ANNOUNCED = Text("{} angesagt", "{} announced")
_MISSED = Text("{} angesagt und verloren", "{} announced and missed")
_SILENT_MISSED = Text("{} still verfehlt", "{} silently missed")
_OPPONENTS = Text(" der Gegner", " of the opponents")
_RADL = Text("im Radl", "in the Radl")
_TRISCHAKEN = declared(__name__)["trischaken"]
_OPPONENT_REVOKES = Text("Renonce eines Gegners", "Renonce of an opponent")
_DECLARER_REVOKES = Text("Renonce des Spielers", "Renonce of the declarer")


def examples(rules: Rules) -> tuple[ExampleHand, ...]:
    """Return the example hands of one sheet, the plainest first; not every one has to be legal."""
    makers = {Kind.NEGATIVE: _negative, Kind.TRISCHAKEN: _trischaken}
    made = [
        example
        for contract in rules.contracts.values()
        for example in makers.get(contract.kind, _by_points)(rules, contract)
    ]
    plain = _plainest(rules)
    if plain is not None:
        made += _of_customs(rules, plain)
    return tuple(sorted([_adapted(rules, example) for example in made], key=lambda example: example.weight))


def _adapted(rules: Rules, example: ExampleHand) -> ExampleHand:
    hand = adapted_to(rules, example.hand)
    return example if hand is example.hand else replace(example, hand=hand)


def _plainest(rules: Rules) -> Contract | None:
    """Return the game that shows premiums and points best: not blank, no solo, no bird, a partner."""
    by_points = [contract for contract in rules.contracts.values() if contract.by_points]
    return min(
        by_points,
        key=lambda contract: (
            contract.blank,
            contract.solo,
            bool(contract.birds),
            contract.kind is Kind.ALONE,
            contract.colour,
        ),
        default=None,
    )


# Building


def _example(weight: int, hand: Hand, *title: Text) -> ExampleHand:
    return ExampleHand(Text.joined(title), hand, weight)


def _called(rules: Rules, level: str) -> Text:
    return Text.same(rules.kontra.label(level))


def _of(words: Text, label: Text) -> Text:
    return Text(words.de.replace("{}", label.de), words.en.replace("{}", label.en))


def _hand(rules: Rules, contract: Contract, *, bird: str | None = None) -> tuple[Text, Hand]:
    """Return the title of a game and a hand in which it is won, with its obligatory bird made."""
    title = contract.label
    if len(contract.birds) > 1:
        title = Text.joined((title, rules.premiums[bird or contract.birds[0]].label))
    return title, _won(contract, bird)


def _won(contract: Contract, bird: str | None = None) -> Hand:
    declarer = SEATS[1] if contract.who is Who.NEVER_VORHAND else SEATS[0]
    partner = None if contract.kind is Kind.ALONE else SEATS[2]
    premiums: tuple[Premium, ...] = ()
    if contract.birds:
        premiums = (Premium(bird or contract.birds[0], by=declarer, announced=True, made=True),)
    return Hand(SEATS, (Game(contract.key, declarer, partner=partner, won=True),), premiums)


def _with(hand: Hand, **facts: Any) -> Hand:
    return replace(hand, games=(replace(hand.games[0], **facts), *hand.games[1:]))


def _and(hand: Hand, premium: Premium) -> Hand:
    """Return the hand with one premium more; the obligatory bird is there already."""
    others = tuple(other for other in hand.premiums if other.premium != premium.premium)
    return replace(hand, premiums=(*others, premium))


def _without_outcome(hand: Hand) -> Hand:
    return replace(hand, premiums=tuple(replace(premium, made=None) for premium in hand.premiums))


def adapted_to(rules: Rules, hand: Hand) -> Hand:
    """Return the hand as this sheet asks for it: with or without those who settle a premium by themselves."""
    premiums = tuple([_settled_with(rules, hand, premium) for premium in hand.premiums])
    if premiums != hand.premiums:
        hand = replace(hand, premiums=premiums)
    contract = rules.contracts.get(hand.games[0].contract)
    return hand if contract is None or contract.step_points is None else _with_points(rules, hand)


def _with_points(rules: Rules, hand: Hand) -> Hand:
    """Return the hand just won, or clearly lost, by card points, where they say what it costs."""
    game = hand.games[0]
    if game.won is None or game.points is not None or game.conceded or game.drawn:
        return hand
    few = 2 if rules.counting is Counting.PLAIN else 6
    return _with(hand, won=None, points=rules.needs if game.won else max(0, rules.needs - few))


def _settled_with(rules: Rules, hand: Hand, premium: Premium) -> Premium:
    rule = rules.premiums.get(premium.premium)
    if rule is None or rule.between_two == (premium.against is not None):
        return premium
    if not rule.between_two:
        return replace(premium, against=None)
    game = hand.games[0]
    other_side = of_declarers_side(game, premium.by)
    whom = next(player for player in hand.players if of_declarers_side(game, player) != other_side)
    return replace(premium, against=whom)


# Games


def _by_points(rules: Rules, contract: Contract) -> Iterator[ExampleHand]:
    title, hand = _hand(rules, contract)
    won, lost = Text.joined((title, _WON)), Text.joined((title, _LOST))
    yield _example(1, hand, won)
    yield _example(2, _with(hand, won=False), lost)
    for bird in contract.birds[1:]:
        other_title, other = _hand(rules, contract, bird=bird)
        yield _example(2, other, other_title, _WON)
    for number, level in enumerate(rules.levels):
        kontra = _called(rules, level)
        yield _example(3 + number, _with(hand, kontra=level), won, kontra)
    yield _example(4, replace(hand, radl=True), won, _RADL)
    if contract.step_points is not None:
        third = 1 if rules.counting is Counting.PLAIN else 3
        points = (contract.step_from or rules.needs) + third * contract.step_points
        yield _example(2, _with(hand, won=None, points=points), title, _with_points_of(rules, points))
    yield from _without_partner(contract, title, hand)
    yield from _revoked(contract, title, hand)
    for rule in rules.premiums.values():
        yield from _with_premium(rule, contract, title)


def _without_partner(contract: Contract, title: Text, hand: Hand) -> Iterator[ExampleHand]:
    if contract.kind is not Kind.CALLING:
        return
    in_talon = _with(hand, partner=None, king="talon")
    in_the_talon = Text(f"{contract.called.de} im Talon", f"{contract.called.en} in the talon")
    yield _example(3, in_talon, title, in_the_talon, _WON)
    conceded = _without_outcome(_with(in_talon, won=None, conceded=True))
    yield _example(3, conceded, title, Text("geschliffen", "conceded"))
    in_self = _with(hand, partner=None, king="self")
    yield _example(4, in_self, title, Text("selbst gerufen", "self-called"), _WON)
    if not contract.birds:
        unplayed = _with(hand, unplayed=True, won=None)
        yield _example(3, unplayed, title, Text("blank bezahlt", "paid when blank"))


def _revoked(contract: Contract, title: Text, hand: Hand) -> Iterator[ExampleHand]:
    revoked = _without_outcome(_with(hand, won=None))
    offender = next(player for player in SEATS if player != hand.games[0].declarer and player != SEATS[2])
    yield _example(4, replace(revoked, revoke=Renonce(offender)), title, _OPPONENT_REVOKES)
    own = Renonce(hand.games[0].declarer)
    yield _example(4, replace(revoked, revoke=own), title, _DECLARER_REVOKES)


@lru_cache(maxsize=MOST_REMEMBERED)
def _with_premium(rule: PremiumRule, contract: Contract, title: Text) -> tuple[ExampleHand, ...]:
    """Return the game won with a premium that is silent, announced, and announced in vain.

    Kept, because the editor compares many sheets that differ in one row at most.
    """
    if not rule.exists_in(contract) or rule.key in contract.birds:
        return ()
    hand = _won(contract)
    game = hand.games[0]
    opponents = rule.whose is Whose.OPPONENTS
    against = next(seat for seat in SEATS if seat not in (game.declarer, game.partner))
    label = rule.label
    if opponents:
        label = Text(label.de + _OPPONENTS.de, label.en + _OPPONENTS.en)
    variants = []
    for announced, made, words, weight in (
        (False, True, _SILENT, 3),
        (True, True, _ANNOUNCED, 4),
        (True, False, _MISSED, 5),
    ):
        by = against if opponents else _announcer(rule, game) if announced else game.declarer
        premium = Premium(rule.key, by=by, announced=announced, made=made)
        example = _and(hand, premium)
        rare = rule.effect is not Effect.LINE or rule.key == VALAT
        variants.append(_example(weight + rare, example, title, _of(words, label)))
    return tuple(variants)


def _announcer(rule: PremiumRule, game: Game) -> str:
    """Return who announces a premium on every sheet; for the called king's premiums, its holder."""
    of_the_king = rule.calling_only and rule.whose in OF_THE_DECLARERS_SIDE
    return holder_of_the_king(game) if of_the_king else game.declarer


# Negative games


def _negative(rules: Rules, contract: Contract) -> Iterator[ExampleHand]:
    declarer = SEATS[1] if contract.who is Who.NEVER_VORHAND else SEATS[0]
    game, title = Game(contract.key, declarer, won=True), contract.label
    second_game: tuple[Game, ...] = ()
    if contract.beside is not None:
        other = rules.contracts[contract.beside]
        second_game = (Game(other.key, SEATS[2], won=True),)
        title = Text(f"{title.de} neben {other.label.de}", f"{title.en} beside {other.label.en}")
    hand = Hand(SEATS, (game, *second_game))
    yield _example(1, hand, title, _WON)
    yield _example(2, _with(hand, won=False), title, _LOST)
    for number, level in enumerate(rules.levels):
        label = rules.kontra.label(level)
        kontra = Text(f"{label} eines Gegners", f"{label} of one opponent")
        yield _example(3 + number, _with(hand, kontras={SEATS[3]: level}), title, _WON, kontra)
    yield _example(4, replace(hand, radl=True), title, _WON, _RADL)
    revoked = replace(hand, games=tuple(replace(game, won=None) for game in hand.games))
    yield _example(4, replace(revoked, revoke=Renonce(SEATS[3])), title, _OPPONENT_REVOKES)
    if not second_game and contract.who is Who.ANYONE:
        twice = Hand(SEATS, (game, replace(game, declarer=SEATS[2], won=False)))
        yield _example(3, twice, title, Text("gewonnen und daneben verloren", "won, and lost beside it"))


# Trischaken


def _trischaken(rules: Rules, contract: Contract) -> Iterator[ExampleHand]:
    """Yield Trischaken by who has most, and with what makes them dearer."""
    game = Game(contract.key, SEATS[0])
    for row in _TRISCHAKEN:
        order = Order(
            tuple(map(tuple, row["order"])), "buergermeister" in row, tuple(row.get("jungfrauen", ()))
        )
        hand = Hand(SEATS, (replace(game, order=order),))
        yield _example(row["weight"], hand, contract.label, Text.declared(row["title"]))
    yield from _counted_trischaken(rules, contract)
    revoked = Hand(SEATS, (game,), revoke=Renonce(SEATS[1]))
    yield _example(4, revoked, contract.label, Text.same("Renonce"))
    instead = Hand(
        SEATS, (Game(contract.key, SEATS[1], order=Order((("Bert",), ("Anna",), ("Cilli", "Dora")))),)
    )
    yield _example(4, instead, contract.label, Text("statt zu schleifen", "instead of conceding"))


def _counted_trischaken(rules: Rules, contract: Contract) -> Iterator[ExampleHand]:
    """Yield Trischaken hands with just enough and just too few points for a Bürgermeister."""
    assert rules.trischaken is not None
    every, mayor = rules.all_points, rules.trischaken.buergermeister
    if mayor is None:
        return
    for points in (mayor, mayor - 1):
        remainder = every - points
        if not 0 < remainder < every or points * 2 <= every:
            continue
        third = remainder // 3
        count = {"Anna": remainder - 2 * third, "Bert": points, "Cilli": third, "Dora": third}
        hand = Hand(SEATS, (Game(contract.key, SEATS[0], count=count),))
        written = points_as_written(points, rules)
        yield _example(3, hand, contract.label, Text(f"einer hat {written}", f"one has {written}"))


def _with_points_of(rules: Rules, points: int) -> Text:
    written = points_as_written(points, rules)
    return Text(f"mit {written}", f"with {written}")


# What one game shows for all


def _of_customs(rules: Rules, plain: Contract) -> Iterator[ExampleHand]:
    title, hand = _hand(rules, plain)
    for points in _edges(rules, plain):
        yield _example(3, _with(hand, won=None, points=points), title, _with_points_of(rules, points))
    for contract in rules.contracts.values():
        if contract.needs_after_kontra is not None and rules.levels:
            yield from _after_kontra(rules, contract, contract.needs_after_kontra)
    declarer = hand.games[0].declarer
    for rule in rules.premiums.values():
        is_usual = rule.effect is Effect.LINE and rule.key != VALAT and rule.whose is not Whose.OPPONENTS
        if not is_usual or not rule.exists_in(plain):
            continue
        silent = _and(hand, Premium(rule.key, by=declarer, made=True))
        announcer = _announcer(rule, hand.games[0])
        announced = _and(hand, Premium(rule.key, by=announcer, announced=True, made=True))
        yield _example(5, replace(silent, radl=True), title, _of(_SILENT, rule.label), _RADL)
        missed = _and(hand, Premium(rule.key, by=declarer, made=False))
        yield _example(6, missed, title, _of(_SILENT_MISSED, rule.label))
        for level in rules.levels:
            kontra = _called(rules, level)
            doubled = replace(announced.premiums[-1], kontra=level)
            yield _example(6, _and(announced, doubled), title, _of(_ANNOUNCED, rule.label), kontra)
        yield from _needed(rules, rule, title, hand)
        yield from _beside_valat(rules, rule, title, silent)
        if rule.cards:
            yield from _beside_others(rules, rule, title, silent)


def _beside_others(rules: Rules, rule: PremiumRule, title: Text, hand: Hand) -> Iterator[ExampleHand]:
    """Yield what needs certain cards beside what the opponents cannot have made then."""
    by = next(seat for seat in SEATS if not of_declarers_side(hand.games[0], seat))
    words = Text.joined((title, _of(_SILENT, rule.label)))
    for other in rules.premiums.values():
        theirs = Text(other.label.de + _OPPONENTS.de, other.label.en + _OPPONENTS.en)
        example = _and(hand, Premium(other.key, by=by, made=True))
        if other.silent is None or not problems_with(example, rules):
            continue
        yield _example(6, example, words, _of(_SILENT, theirs))


def _edges(rules: Rules, contract: Contract) -> list[int]:
    """Return the points with which a game is just won or just lost, and where a draw begins and ends."""
    edges = {rules.needs, rules.needs - 1}
    if rules.radl.drawn is not None:
        edges |= {rules.radl.drawn[0], rules.radl.drawn[0] - 1, rules.radl.drawn[1]}
    return sorted(points for points in edges if 0 <= points <= rules.all_points)


def _after_kontra(rules: Rules, contract: Contract, needed: int) -> Iterator[ExampleHand]:
    title, hand = _hand(rules, contract)
    level = rules.levels[0]
    for points in (needed, needed - 1):
        example = _with(hand, won=None, points=points, kontra=level)
        yield _example(4, example, title, _with_points_of(rules, points), _called(rules, level))


def _needed(rules: Rules, rule: PremiumRule, title: Text, hand: Hand) -> Iterator[ExampleHand]:
    """Yield the hand with just enough points for a Sack, and with just too few."""
    if rule.needs is None:
        return
    announced = rule.silent is None
    for points in (rule.needs, rule.needs - 1):
        made = points >= rule.needs
        premium = Premium(rule.key, by=hand.games[0].declarer, announced=announced, made=made)
        words = Text.joined((rule.label, _with_points_of(rules, points)), " ")
        example = _and(_with(hand, won=None, points=points), premium)
        yield _example(5, example, title, words)


def _beside_valat(rules: Rules, rule: PremiumRule, title: Text, hand: Hand) -> Iterator[ExampleHand]:
    valat = rules.premiums.get(VALAT)
    if valat is None or valat.in_solo is InSolo.NEVER:
        return
    announced = valat.silent is None
    made = Premium(VALAT, by=hand.games[0].declarer, announced=announced, made=True)
    how = _of(_ANNOUNCED if announced else _SILENT, valat.label)
    yield _example(7, _and(hand, made), title, how, _of(_SILENT, rule.label))
