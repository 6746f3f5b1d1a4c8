"""Hands that are really played: a pack is dealt, announced, played to the last trick, counted and recorded.

It knows the cards, and of the rules only what a sheet has a price for. Who plays well is left to chance, and
now and then one side gets the best cards, so that a Valat comes about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from scoring.engine.customs import BesideValat, Counting, Kind, Who, Whose
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.rules import Contract, PremiumRule, Rules

SEATS = ("Anna", "Bert", "Cilli", "Dora")
TAROCK, SKUES, MOND, PAGAT, KING = "T", 22, 21, 1, 8
BIRDS = {
    "pagat": 1,
    "uhu": 2,
    "kakadu": 3,
    "quapil": 4,
    "geier": 5,
}  # the tarock, and which trick from the end


class Card(NamedTuple):
    suit: str
    rank: int
    counts: int

    @property
    def is_honour(self) -> bool:
        return self.rank in (SKUES, MOND, PAGAT) if self.suit == TAROCK else self.rank == KING


def pack(rules: Rules) -> list[Card]:
    """Return 54 cards in thirds, or the 40 of Zwanzigerrufen."""
    thirds = rules.counting is Counting.BLATT
    full, empty = (13, 1) if thirds else (5, 0)
    tarocks = [rank for rank in range(1, 23) if thirds or rank not in (2, 3)]
    found = [Card(TAROCK, rank, full if rank in (1, 21, 22) else 1) for rank in tarocks]
    courts = {8: full, 7: 10 if thirds else 4, 6: 7 if thirds else 3, 5: 4 if thirds else 2}
    pips = (1, 2, 3, 4) if thirds else (1,)
    for suit in "♥♦♠♣":
        found += [Card(suit, rank, counts) for rank, counts in courts.items()]
        found += [Card(suit, rank, empty) for rank in pips]
    return found


class Trick(NamedTuple):
    cards: tuple[tuple[int, Card], ...]  # by whom
    winner: int
    with_card: Card

    @property
    def kaiserstich(self) -> bool:
        return _is_kaiserstich([card for _, card in self.cards])


@dataclass
class Table:
    """One hand: who plays with whom, and where every card went."""

    rules: Rules
    contract: Contract
    game: Game
    side: frozenset[int]  # the declarer's
    hands: list[list[Card]]
    beside: tuple[list[Card], list[Card]]  # the declarers', the opponents': laid away, or of the talon
    called: Card | None = None
    tricks: list[Trick] | None = None

    def cards_of(self, side: int) -> list[Card]:
        return [*self.in_tricks(side), *self.beside[side]]

    def in_tricks(self, side: int) -> list[Card]:
        return [
            card for trick in self.tricks or () if self.of(trick.winner) == side for _, card in trick.cards
        ]

    def of(self, seat: int) -> int:
        return 0 if seat in self.side else 1

    @property
    def points(self) -> int:
        return sum(card.counts for card in self.cards_of(0))


def _is_kaiserstich(cards: Sequence[Card]) -> bool:
    return {(TAROCK, rank) for rank in (1, 21, 22)} <= {card[:2] for card in cards}


def dealt(random: Random, rules: Rules, contract: Contract) -> Table | None:
    """Return a deal in which this can be played; None where nobody can."""
    cards = pack(rules)
    talon_size = 6 if len(cards) == 54 else 0
    random.shuffle(cards)
    if random.random() < 0.3:  # one player, and with luck the partner, gets the best
        cards.sort(
            key=lambda card: (card.is_honour or card.suit == TAROCK) * random.random() * 3 + random.random()
        )
    each = (len(cards) - talon_size) // 4
    talon, rest = cards[:talon_size], cards[talon_size:]
    if random.random() < 0.5:
        talon, rest = cards[-talon_size:] if talon_size else [], cards[: len(cards) - talon_size]
    hands = [rest[each * seat : each * (seat + 1)] for seat in range(4)]
    turn = random.randrange(4)
    hands = hands[turn:] + hands[:turn]
    declarer = 0 if contract.who is Who.VORHAND else random.randrange(contract.who is Who.NEVER_VORHAND, 4)
    game = Game(contract.key, SEATS[declarer])
    partner, called = None, None
    if contract.kind is Kind.PAIRED:
        partner = random.choice([seat for seat in range(4) if seat != declarer])
    elif contract.kind is Kind.CALLING:
        kings = [card for card in cards if card.suit != TAROCK and card.rank == KING]
        others = [king for king in kings if king not in hands[declarer]]
        if not others and not rules.self_call:
            return None
        called = random.choice(others or kings)
        holder = next((seat for seat in range(4) if called in hands[seat]), None)
        partner = holder if holder != declarer else None
        if partner is None:
            game = replace(game, king="talon" if holder is None else "self")
    if partner is not None:
        game = replace(game, partner=SEATS[partner])
    side = frozenset(seat for seat in (declarer, partner) if seat is not None)
    beside = _talon(random, contract, hands[declarer], talon, called)
    return Table(rules, contract, game, side, hands, beside, called)


def _talon(
    random: Random, contract: Contract, hand: list[Card], talon: list[Card], called: Card | None
) -> tuple[list[Card], list[Card]]:
    """Take the talon or leave it; return what counts beside the tricks for the declarers and the others."""
    halves = [talon[:3], talon[3:]]
    if contract.solo or not talon:
        own = next((half for half in halves if called in half), [])
        return list(own), [card for card in talon if card not in own]
    taken = contract.talon if contract.talon is not None else 3
    if contract.key == "falscher_sechser" or taken == 6 or (called in talon and random.random() < 0.3):
        picked = list(talon)
    elif taken in (1, 2):
        picked = random.sample(talon, taken)
    else:
        picked = list(random.choice(halves))
    hand += picked
    away = [_laid_away(random, hand) for _ in picked]
    left = [card for card in talon if card not in picked]
    if contract.key == "falscher_sechser":
        return away[:3], away[3:]
    return away, left


def _laid_away(random: Random, hand: list[Card]) -> Card:
    """Lay a card away: never an honour, and a tarock only where there is nothing else."""
    plain = [card for card in hand if not card.is_honour]
    card = random.choice([card for card in plain if card.suit != TAROCK] or plain)
    hand.remove(card)
    return card


def played(random: Random, table: Table) -> None:
    """Play to the last trick, everybody following suit, by chance or for the side."""
    leader, style = 0, random.choice(("chance", "chance", "side", "birds"))
    hands, tricks = [list(hand) for hand in table.hands], []
    table.tricks = tricks
    while hands[0]:
        on_table: list[tuple[int, Card]] = []
        for seat in [(leader + step) % 4 for step in range(4)]:
            may = _may_play(hands[seat], on_table)
            card = _chosen(random, may, on_table, table, seat, style)
            hands[seat].remove(card)
            on_table.append((seat, card))
        winner = _best(on_table, table.contract)
        assert winner is not None
        tricks.append(Trick(tuple(on_table), *winner))
        leader = winner[0]


def _chosen(
    random: Random,
    may: list[Card],
    on_table: list[tuple[int, Card]],
    table: Table,
    seat: int,
    style: str,
) -> Card:
    """Return what somebody plays: for the side, for birds in their tricks, or by chance."""

    def by_rank(card: Card) -> tuple[bool, int]:
        return card.suit == TAROCK, card.rank

    others = [card for card in may if not (card.suit == TAROCK and card.rank <= 5)] or may
    if style == "birds":
        left = len(table.hands[seat]) - len(table.tricks or ())
        birds = [card for card in may if card.suit == TAROCK and card.rank == left]
        return birds[0] if birds else max(others, key=by_rank)
    if style == "side":
        best = _best(on_table, table.contract)
        ours = best is not None and table.of(best[0]) == table.of(seat)
        return min(may, key=by_rank) if ours else max(may, key=by_rank)
    return random.choice(others if random.random() < 0.6 else may)


def _may_play(hand: list[Card], on_table: list[tuple[int, Card]]) -> list[Card]:
    if not on_table:
        return hand
    led = on_table[0][1].suit
    return (
        [card for card in hand if card.suit == led] or [card for card in hand if card.suit == TAROCK] or hand
    )


def _best(on_table: list[tuple[int, Card]], contract: Contract) -> tuple[int, Card] | None:
    if not on_table:
        return None
    if _is_kaiserstich([card for _, card in on_table]):
        return next((seat, card) for seat, card in on_table if card[:2] == (TAROCK, PAGAT))
    led = on_table[0][1].suit

    def strength(one: tuple[int, Card]) -> tuple[bool, bool, int]:
        card = one[1]
        return card.suit == TAROCK and not contract.colour, card.suit == led, card.rank

    return max(on_table, key=strength)


# What happened, as somebody records it


def outcomes(table: Table) -> Iterator[tuple[str, int, bool | None]]:
    """Yield what each side made of each premium; None where it is left open."""
    for key in table.rules.premiums:
        for side in (0, 1):
            yield key, side, _made(table, key, side, table.tricks or [])


def _made(table: Table, key: str, side: int, tricks: list[Trick]) -> bool | None:
    rule = table.rules.premiums[key]
    if key in ("trull", "koenige"):
        cards = [
            card
            for hand in (*table.hands, *table.beside)
            for card in hand
            if card.is_honour and (card.suit == TAROCK) == (key == "trull")
        ]
        if all(card in table.in_tricks(side) for card in cards):
            return True
        if not all(card in table.cards_of(side) for card in cards):
            return False
        in_cup = table.rules.beside_valat is BesideValat.ALL
        return True if in_cup and side else None
    if key in BIRDS:
        trick = tricks[-BIRDS[key]]
        return table.of(trick.winner) == side and trick.with_card[:2] == (TAROCK, BIRDS[key])
    if key == "koenig_ultimo":
        last = tricks[-1]
        return table.of(last.winner) == side and any(card == table.called for _, card in last.cards)
    if key in ("mondfang", "pagatfang", "koenigfang"):
        return _caught(table, key, side, tricks)
    if rule.needs is not None:
        points = table.points if side == 0 else table.rules.all_points - table.points
        return points >= rule.needs
    if key == "valat":
        return all(table.of(trick.winner) == side for trick in tricks)
    return None


def _caught(table: Table, key: str, side: int, tricks: list[Trick]) -> bool:
    wanted = {"mondfang": (TAROCK, MOND), "pagatfang": (TAROCK, PAGAT)}.get(key)
    if key == "koenigfang":
        wanted = table.called and table.called[:2]
        if table.called in table.beside[1] and not table.contract.solo:
            return side == 1
    return any(
        card[:2] == wanted and table.of(seat) != table.of(trick.winner) == side
        for trick in tricks
        for seat, card in trick.cards
    )


def recorded(random: Random, table: Table) -> Hand:
    """Return what a scorer writes down: all of it, or only some."""
    premiums: list[Premium] = []
    said: set[tuple[str, int]] = set()
    for rule in table.rules.premiums.values():
        if not rule.exists_in(table.contract):
            continue
        for side in (0, 1):
            premium = _premium(random, table, rule, side)
            if premium is not None and ((rule.key, 1 - side) not in said or premium.announced):
                premiums = [one for one in premiums if one.premium != rule.key or one.announced]
                premiums.append(premium)
                said.add((rule.key, side))
    game, rules = table.game, table.rules
    first, last = rules.radl.drawn or (1, 0)
    if random.random() < 0.6 or first <= table.points <= last:
        game = replace(game, points=table.points)
    else:
        game = replace(game, won=table.points >= rules.needs)
    random.shuffle(premiums)
    return Hand(SEATS, (game,), tuple(premiums))


def _premium(random: Random, table: Table, rule: PremiumRule, side: int) -> Premium | None:
    if (rule.whose is Whose.OPPONENTS and side == 0) or rule.whose is Whose.WINNER:
        return None
    if rule.whose in (Whose.DECLARER, Whose.KING_HOLDER) and side == 1:
        return None
    made = _made(table, rule.key, side, table.tricks or [])
    if made is None or rule.between_two or rule.cards:
        return None
    seats = [seat for seat in range(4) if table.of(seat) == side]
    by = random.choice(seats)
    price = {how: rule.price(announced=how, solo=table.contract.solo) for how in (False, True)}
    obliged = rule.key in table.contract.birds and side == 0
    if price[True] is not None and (random.random() < 0.12 or obliged):
        holder = _holder(table, rule)
        if holder is None or holder in seats:
            if rule.opponents_need_kontra and side == 1:
                return None
            if obliged:
                by = seats[0] if SEATS[seats[0]] == table.game.declarer else seats[-1]
            elif holder is not None:
                by = holder
            return Premium(rule.key, SEATS[by], announced=True, made=made)
    if price[False] is None or random.random() < 0.3:
        return None
    return Premium(rule.key, SEATS[by], made=made) if made or random.random() < 0.2 else None


def _holder(table: Table, rule: PremiumRule) -> int | None:
    """Return who holds the card that only its holder announces; -1: nobody does, None: anybody may."""
    if rule.key == "koenig_ultimo" and rule.whose is Whose.KING_HOLDER:
        wanted = table.called and table.called[:2]
    elif rule.key in BIRDS:
        wanted = (TAROCK, BIRDS[rule.key])
    else:
        return None
    return next((seat for seat in range(4) for card in table.hands[seat] if card[:2] == wanted), -1)


def play(seed: int, rules: Rules) -> tuple[Table, Hand] | None:
    """Return one hand, played and recorded; None where the deal does not go with the game."""
    random = Random(seed)
    contracts = [
        contract for contract in rules.contracts.values() if contract.by_points and not contract.calls
    ]
    contract = random.choice(contracts)
    table = dealt(random, rules, contract)
    if table is None:
        return None
    if contract.birds:
        held = {card[:2] for card in table.hands[SEATS.index(table.game.declarer)]}
        if not any((TAROCK, BIRDS[bird]) in held for bird in contract.birds):
            return None
    played(random, table)
    hand = recorded(random, table)
    if contract.blank and table.game.king is None and rules.levels:
        hand = replace(hand, games=(replace(hand.games[0], kontra=rules.levels[0]),))
    return table, hand
