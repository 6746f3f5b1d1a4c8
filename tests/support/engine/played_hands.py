"""Hands that were really played: dealt, announced, played out, counted, and written down as a hand record.

Of a rule sheet only its rows are read: which games and premiums there are, and how they can be announced. Who
won and what was made is found in the cards, by numbers that stand here once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.engine.customs import BirdBy, Effect, Kind, SideBySide, Who, Whose
from scoring.engine.rules import Contract, PremiumRule, Rules
from tests.support.engine.card_play import (
    HONOURS,
    KINGS,
    KOENIGRUFEN,
    MOND,
    PAGAT,
    SKUES,
    TALON,
    TRULL,
    ZWANZIGERRUFEN,
    Deal,
    Kaiserstich,
    Pack,
    Style,
    Trick,
    Way,
    deal,
    play,
)
from tests.support.engine.hands import SEATS, in_game, levels_of

BIRDS = {"pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4, "geier": 5}  # the tarock, and its trick from the end
MOST_NEEDED = {"sack1": 137, "sack2": 167, "absolut": 56}
SCHNEIDER_AT_MOST = 52  # no sheet says it: less than a quarter for those who lost


@dataclass(frozen=True)
class House:
    """How a sheet is played, where that decides whose cards are whose or who won."""

    needs: int = 107
    drawn: tuple[int, int] | None = None
    kaiserstich: tuple[Kaiserstich, ...] = (Kaiserstich.NONE,)  # where it is not said, either way
    whole_talon: bool = True  # can be taken with the called king in it
    pack: Pack = KOENIGRUFEN


_NOT_SAID = (Kaiserstich.NONE, Kaiserstich.ANY_ORDER)
HOUSES = {
    "standard": House(drawn=(104, 106), kaiserstich=(Kaiserstich.IN_ORDER,)),
    "standard-skoty": House(kaiserstich=(Kaiserstich.IN_ORDER,)),
    "treffpunkt": House(kaiserstich=(Kaiserstich.ANY_ORDER,), whole_talon=False),
    "treffpunkt-skoty": House(kaiserstich=(Kaiserstich.ANY_ORDER,), whole_talon=False),
    "cup": House(),
    "wien": House(kaiserstich=(Kaiserstich.ANY_ORDER,)),
    "tirol": House(kaiserstich=_NOT_SAID),
    "oberoesterreich": House(kaiserstich=_NOT_SAID),
    "karlsruhe": House(106, kaiserstich=(Kaiserstich.ANY_ORDER,)),
    "zwanzigerrufen": House(45, kaiserstich=(Kaiserstich.ANY_ORDER,), pack=ZWANZIGERRUFEN),
}


@dataclass(frozen=True)
class Played:
    """A hand that was played: its record, and what has to come out."""

    record: dict[str, Any]
    won: tuple[bool, ...] = ()  # each game of the hand
    drawn: bool = False
    points: int | None = None  # of the declarer's side
    count: Mapping[str, int] = field(default_factory=dict)  # Trischaken: everybody's
    seen: frozenset[str] = frozenset()  # what is counted, for it has to occur

    @property
    def made(self) -> set[tuple[str, bool]]:
        """Return the premiums that the record says were made, and whether by the declarer's side."""
        game = self.record["games"][0]
        ours = (game["declarer"], game.get("partner"))
        return {
            (said["premium"], said["by"] in ours)
            for said in self.record.get("premiums", ())
            if said.get("made")
        }


def played_hand(seed: str, rules: Rules, contract: str) -> Played:
    """Return a hand of this game as it was dealt and played; the same seed, the same hand."""
    table = _Table(Random(seed), rules, HOUSES[rules.slug], rules.contracts[contract])
    if table.contract.kind is Kind.NEGATIVE:
        return table.negative()
    if table.contract.kind is Kind.TRISCHAKEN:
        return table.trischaken()
    return table.positive()


@dataclass
class _Side:
    """What the players of a side have in the end."""

    seats: frozenset[int]
    cards: set[int] = field(default_factory=set)
    tricks: int = 0
    points: int = 0


class _Table:
    def __init__(self, dice: Random, rules: Rules, house: House, contract: Contract) -> None:
        self.dice, self.rules, self.house, self.contract = dice, rules, house, contract
        self.kaiserstich = self.one(house.kaiserstich)

    # dice

    def one(self, of: Sequence[Any]) -> Any:
        return of[int(self.dice.random() * len(of))]

    def often(self, share: float) -> bool:
        return self.dice.random() < share

    def some(self, of: Sequence[Any], at_least: int = 0) -> list[Any]:
        """Return a few of them, the first ones rather than the last."""
        count = at_least + int(self.dice.random() * (len(of) - at_least + 1))
        return list(of[:count])

    def seat_of(self, contract: Contract) -> int:
        return {Who.ANYONE: self.one(range(4)), Who.VORHAND: 0, Who.NEVER_VORHAND: self.one((1, 2, 3))}[
            contract.who
        ]

    # games by card points

    def positive(self) -> Played:
        contract, rules, house = self.contract, self.rules, self.house
        declarer = self.seat_of(contract)
        partner: int | None = None
        king: str | None = None
        called: int | None = None
        given: dict[int, list[int]] = {seat: [] for seat in range(5)}
        if contract.kind is Kind.CALLING:
            called = self.one(KINGS)
            lying = self.often(0.15)
            if rules.self_call and self.often(0.12):
                king, given[declarer] = "self", list(KINGS)
            elif lying:
                king, given[TALON] = "talon", [called]
            else:
                partner = self.one([seat for seat in range(4) if seat != declarer])
                given[partner] = [called]
        bird = self.one(contract.birds) if contract.birds else None
        if bird is not None:
            bird_seat = declarer
            if rules.bird_by is BirdBy.SIDE and partner is not None and self.often(0.2):
                bird_seat = partner
            given[bird_seat].append(BIRDS[bird])
        styles, kept = self._favour(given, declarer, partner, called)
        dealt = deal(self.dice, house.pack, given)
        while not self._is_played(dealt, declarer):
            dealt = deal(self.dice, house.pack)
        if contract.kind is Kind.PAIRED:
            twenty = next(card for card in range(20, 3, -1) if card not in dealt.hands[declarer])
            partner = dealt.holder(twenty)
        ours = frozenset(seat for seat in (declarer, partner) if seat is not None)
        concedes = contract.concedable and rules.schleifen and king == "talon" and self.often(0.15)
        if concedes:
            return self._conceded(declarer, bird)
        laid, left = self._talon(dealt, declarer, king, called)
        announced = self._announced(dealt, ours, declarer, partner, king, bird)
        kontra = self._kontra(ours, announced)
        game: dict[str, Any] = {"contract": contract.key, "declarer": SEATS[declarer]}
        if partner is not None:
            game["partner"] = SEATS[partner]
        if king is not None:
            game["king"] = king
        game |= kontra
        if contract.blank and king is None and not announced and "kontra" not in game:
            record = self._record([game | {"unplayed": True}])
            return Played(record, (True,), seen=frozenset({contract.key, "unplayed"}))
        way = Way(kaiserstich=self.kaiserstich)
        if contract.colour:
            takes = house.pack is ZWANZIGERRUFEN and self.often(0.5)  # which its sheet does not say
            way = Way(tarock_takes=takes, suits_are_led_first=True, kaiserstich=self.kaiserstich)
        leader = declarer if self.often(0.3) else 0
        tricks = play(self.dice, dealt.hands, leader, way, styles, kept, house.pack.worth)
        own, others = self._counted(tricks, ours, laid, left)
        return self._written(
            game, own, others, tricks, announced, called=called, lying=king == "talon", left=left
        )

    def _is_played(self, dealt: Deal, declarer: int) -> bool:
        """Return whether nobody has these cards dealt again, and the game may be bid with them."""
        if self.house.pack is not ZWANZIGERRUFEN:
            return True
        tarocks = [[card for card in hand if card <= SKUES] for hand in dealt.hands]
        if any(not own or (len(own) == 1 and own[0] in TRULL) for own in tarocks):
            return False
        return not self.contract.colour or len(tarocks[declarer]) <= 5

    def _favour(
        self, given: dict[int, list[int]], declarer: int, partner: int | None, called: int | None
    ) -> tuple[list[Style], frozenset[int]]:
        """Give one side what makes a hand extreme, and let everybody play so; often nobody is favoured."""
        styles = [self.one((Style.ANYHOW, Style.ANYHOW, *Style)) for _ in SEATS]
        kept = frozenset(card for card in (*BIRDS.values(), called) if card and self.often(0.3))
        luck = self.dice.random()
        if luck < 0.35:
            return styles, kept
        side = [declarer] if partner is None else [declarer, partner]
        if self.often(0.45):
            side = [seat for seat in range(4) if seat not in side]
        side = sorted(side, key=lambda seat: self.dice.random())
        other = self.one([seat for seat in range(4) if seat not in side])
        first, free = side[0], self.house.pack.each - len(given[side[0]])
        against = [Style.GREEDY if seat in side else Style.DUCKING for seat in range(4)]
        high = list(range(SKUES, 5, -1))
        if luck < 0.5:  # good cards
            for card in self.some((*high[:12], *KINGS), 3):
                self._give(given, self.one(side), card)
            styles[first] = Style.GREEDY
        elif luck < 0.6:  # nearly every trick
            best = [king - below for below in range(5) for king in KINGS] if self.contract.colour else high
            for card in best[: free - self.one((0, 1, 2))]:
                self._give(given, first, card)
            styles = against
        elif luck < 0.75:  # birds, and what it takes to bring them home
            birds = [card for card in BIRDS.values() if card in self.house.pack.cards]
            for card in [*self.some(birds, 1), *high[: self.one((5, 6, 7))]]:
                self._give(given, first, card)
            kept = frozenset(birds)
            styles[first] = Style.GREEDY
        elif luck < 0.82:  # the called king and the Pagat for the last trick
            kept = frozenset({PAGAT} | ({called} if called else set()))
            for card in high[: self.one((6, 8, 9))]:
                self._give(given, first, card)
            styles = against
        elif luck < 0.9:  # Trull and kings
            for card in self.some(self.one(((*TRULL, *KINGS), (*KINGS, *TRULL))), 3):
                self._give(given, self.one(side), card)
            for seat in side:
                styles[seat] = self.one((Style.GREEDY, Style.FEEDING))
        elif luck < 0.95:  # the Trull, or all of the Trull and the kings, and hardly a trick more
            for card in (*TRULL, *(KINGS if self.often(0.3) else ())):
                self._give(given, first, card)
            kept = HONOURS
            styles = [Style.DUCKING if seat in side else Style.GREEDY for seat in range(4)]
        else:  # the Mond, which the Sküs behind it can catch
            self._give(given, first, MOND)
            self._give(given, other, SKUES)
            styles = [Style.GREEDY] * 4
        return styles, kept

    def _give(self, given: dict[int, list[int]], seat: int, card: int) -> None:
        taken = any(card in cards for cards in given.values())
        if not taken and card in self.house.pack.cards and len(given[seat]) < self.house.pack.each:
            given[seat].append(card)

    def _talon(
        self, dealt: Deal, declarer: int, king: str | None, called: int | None
    ) -> tuple[list[int], list[int]]:
        """Let the declarer take what is due; return what then counts for either side."""
        contract, talon, hand = self.contract, dealt.talon, dealt.hands[declarer]
        halves = [talon[:3], talon[3:]]
        with_king = [half for half in halves if called in half]
        if contract.solo or not talon:
            own = with_king[0] if with_king and king == "talon" else []
            return own, [card for card in talon if card not in own]
        if contract.key == "falscher_sechser":
            return self._falscher_sechser(dealt, declarer)
        if contract.kind is Kind.CALLING:
            taken = self.one(halves)
            if king == "talon" and self.often(0.6):
                taken = talon if self.house.whole_talon and self.often(0.5) else with_king[0]
        else:
            assert contract.talon is not None
            taken = sorted(talon, key=lambda card: self.dice.random())[: contract.talon]
            if contract.talon == 3:
                taken = self.one(halves)
        hand += taken
        laid = self._laid_away(hand, len(taken))
        return laid, [card for card in talon if card not in taken]

    def _falscher_sechser(self, dealt: Deal, declarer: int) -> tuple[list[int], list[int]]:
        """All six are the declarer's; three go into the middle, and each opponent changes one of them."""
        hand = dealt.hands[declarer]
        hand += dealt.talon
        laid, middle = self._laid_away(hand, 3), self._laid_away(hand, 3)
        left = []
        for seat in range(4):
            if seat != declarer:
                dealt.hands[seat].append(middle.pop())
                left += self._laid_away(dealt.hands[seat], 1)
        return laid, left

    def _laid_away(self, hand: list[int], count: int) -> list[int]:
        """Lay away no honours, and tarocks only without choice: in a colour game the other way round."""
        free = sorted((card for card in hand if card not in HONOURS), key=lambda card: self.dice.random())
        free.sort(key=lambda card: (card <= SKUES) != self.contract.colour)
        laid = free[:count]
        for card in laid:
            hand.remove(card)
        return laid

    def _announced(
        self,
        dealt: Deal,
        ours: frozenset[int],
        declarer: int,
        partner: int | None,
        king: str | None,
        bird: str | None,
    ) -> dict[str, int]:
        """Return who announces what."""
        announced: dict[str, int] = {}
        theirs = [seat for seat in range(4) if seat not in ours]
        for key, rule in self.rules.premiums.items():
            if not in_game(rule, self.contract):
                continue
            if key == bird:
                commanded = self.rules.bird_by is BirdBy.SIDE and partner is not None and self.often(0.2)
                announced[key] = partner if commanded and partner is not None else declarer
                continue
            often = 0.3 if key == "mondfang" else 0.14  # which is seldom made
            if rule.price(announced=True, solo=self.contract.solo) is None or not self.often(often):
                continue
            if key in BIRDS:
                seat = dealt.holder(BIRDS[key])
            elif rule.whose is Whose.KING_HOLDER:
                seat = declarer if partner is None else partner
            elif rule.whose is Whose.DECLARER:
                seat = self.one(sorted(ours))
            elif rule.whose is Whose.OPPONENTS:
                seat = self.one(theirs)
            else:
                seat = self.one(range(4))
            if seat != TALON:
                announced[key] = seat
        return announced

    def _kontra(self, ours: frozenset[int], announced: Mapping[str, int]) -> dict[str, Any]:
        levels = levels_of(self.rules, self.contract, with_valat="valat" in announced)
        asked = any(
            self.rules.premiums[key].opponents_need_kontra and seat not in ours
            for key, seat in announced.items()
        )
        if not asked and not self.often(0.5 if self.contract.blank else 0.25):
            return {}
        void = {"kontra_void": True} if self.often(0.1) else {}
        return {"kontra": self.one(levels)} | void

    def _conceded(self, declarer: int, bird: str | None) -> Played:
        game = {
            "contract": self.contract.key,
            "declarer": SEATS[declarer],
            "king": "talon",
            "conceded": True,
        }
        premiums = [{"premium": bird, "by": SEATS[declarer], "announced": True}] if bird else []
        seen = frozenset({self.contract.key, "conceded"})
        return Played(self._record([game], premiums), (False,), seen=seen)

    def _counted(
        self, tricks: list[Trick], ours: frozenset[int], laid: list[int], left: list[int]
    ) -> tuple[_Side, _Side]:
        own, others = _Side(ours), _Side(frozenset(range(4)) - ours)
        for trick in tricks:
            side = own if trick.taker in ours else others
            side.cards.update(trick.cards)
            side.tricks += 1
        for side, cards in ((own, laid), (others, left)):
            side.cards.update(cards)
            side.points = sum(self.house.pack.worth[card] for card in side.cards)
        everything = 88 if self.house.pack is ZWANZIGERRUFEN else 210
        assert own.points + others.points == everything
        return own, others

    def _happened(
        self, own: _Side, others: _Side, tricks: list[Trick], *, called: int | None, left: list[int]
    ) -> Iterator[tuple[str, int, bool]]:
        """Yield what each side made, and by whom; and which birds and kings were missed."""
        calling = self.contract.kind is Kind.CALLING
        for side, other in ((own, others), (others, own)):
            seat = self.one(sorted(side.seats))
            if side.tricks == len(tricks):
                yield "valat", seat, True
            if side.tricks and side.cards >= TRULL:
                yield "trull", seat, True
            if side.tricks and side.cards.issuperset(KINGS):
                yield "koenige", seat, True
            for key, least in MOST_NEEDED.items():
                if side.points >= least:
                    yield key, seat, True
            if other.points <= SCHNEIDER_AT_MOST:
                yield "schneider", seat, True
        for key, card in (("mondfang", MOND), ("pagatfang", PAGAT)):
            for trick in tricks:
                if card in trick.cards:
                    player = trick.player_of(card)
                    if (player in own.seats) != (trick.taker in own.seats):
                        yield key, trick.taker, True
        for key, card in BIRDS.items():
            trick = tricks[-card]
            if card in trick.cards:
                player = trick.player_of(card)
                yield key, player, trick.taker == player
        if calling and called is not None:
            opponent = self.one(sorted(others.seats))
            if called in left and not self.contract.solo:
                yield "koenigfang", opponent, True
            for trick in tricks:
                if called in trick.cards:
                    caught = trick.taker in others.seats
                    yield "koenigfang", trick.taker if caught else opponent, caught
            if called in tricks[-1].cards:
                yield "koenig_ultimo", tricks[-1].player_of(called), tricks[-1].taker in own.seats

    def _written(
        self,
        game: dict[str, Any],
        own: _Side,
        others: _Side,
        tricks: list[Trick],
        announced: Mapping[str, int],
        *,
        called: int | None,
        lying: bool,
        left: list[int],
    ) -> Played:
        rules, contract = self.rules, self.contract
        needs = self.house.needs
        if contract.kind is Kind.PAIRED and "kontra" in game and "kontra_void" not in game:
            needs = 44
        won = own.points >= needs
        drawn = self.house.drawn is not None and self.house.drawn[0] <= own.points <= self.house.drawn[1]
        happened: dict[str, list[tuple[int, bool]]] = {}
        for key, seat, made in self._happened(own, others, tricks, called=called, left=left):
            happened.setdefault(key, []).append((seat, made))
        premiums = []
        for key, rule in rules.premiums.items():
            if in_game(rule, contract):
                missed_valat = "valat" in announced and not any(
                    made and (seat in own.seats) == (announced["valat"] in own.seats)
                    for seat, made in happened.get("valat", ())
                )
                said = self._premium(rule, happened.get(key, []), announced.get(key), own, won=won)
                if said is not None and not (rule.whose is Whose.WINNER and missed_valat):
                    premiums.append(said)
        everything = own.points + others.points
        result = self._result(own.points, won=won, drawn=drawn, valat="valat" in happened)
        record = self._record([game | result], premiums)
        seen = {contract.key, *self._counted_facts(record, own, others, tricks, won=won, drawn=drawn)}
        if lying:
            seen.add("king in the talon")
        if called in left and not contract.solo and called is not None:
            seen.add("king left in the talon")
        assert everything in (88, 210)
        return Played(record, (won,), drawn, own.points, seen=frozenset(seen))

    def _premium(
        self,
        rule: PremiumRule,
        happened: Sequence[tuple[int, bool]],
        announcer: int | None,
        own: _Side,
        *,
        won: bool,
    ) -> dict[str, Any] | None:
        """Return the entry of a premium in the record, if it is recorded."""
        if announcer is not None:
            made = any(taken and (seat in own.seats) == (announcer in own.seats) for seat, taken in happened)
            said = {"premium": rule.key, "by": SEATS[announcer], "announced": True, "made": made}
            asked = self.rules.kontra.on_premiums and rule.effect is not Effect.MULTIPLIES
            if asked and self.often(0.2):
                said["kontra"] = self.one(list(self.rules.kontra.levels))
                if self.often(0.1):
                    said["kontra_void"] = True
            return said
        if not happened or rule.price(announced=False, solo=self.contract.solo) is None:
            return None
        seat, made = max(happened, key=lambda one: one[1])
        if rule.whose is Whose.WINNER and (seat in own.seats) != won:
            return None
        if not self.often(0.95 if made else 0.4):
            return None
        return {"premium": rule.key, "by": SEATS[seat], "made": made}

    def _result(self, points: int, *, won: bool, drawn: bool, valat: bool) -> dict[str, Any]:
        """Return the result as somebody writes it: with Blatt, in whole points, or who won."""
        if self.house.pack is ZWANZIGERRUFEN:
            return {"points": points} if self.often(0.8) else {"won": won}
        luck = self.dice.random()
        if luck < 0.6:
            said: dict[str, Any] = {"points": f"{points // 3}/{points % 3}"}
        elif luck < 0.85:
            whole = (points + 1) // 3
            low, high = 3 * whole - 1, 3 * whole + 1
            edges = [self.house.needs, *((104, 107) if self.house.drawn else ())]
            said = {"points": whole}
            if any(low < edge <= high for edge in edges):
                said["won"] = won
        elif drawn:
            return {"drawn": True}
        else:
            return {"won": won}
        if self.often(0.2):
            said["won"] = won
        return said

    def _counted_facts(
        self,
        record: Mapping[str, Any],
        own: _Side,
        others: _Side,
        tricks: list[Trick],
        *,
        won: bool,
        drawn: bool,
    ) -> Iterator[str]:
        """Yield what is counted."""
        ours = [SEATS[seat] for seat in own.seats]
        yield "won" if won else "35:35" if drawn else "lost"
        for premium in record.get("premiums", ()):
            side = "ours" if premium["by"] in ours else "theirs"
            how = "announced" if premium.get("announced") else "silent"
            yield f"{premium['premium']} {side} {how} {'made' if premium['made'] else 'missed'}"
            if premium["premium"] == "valat" and premium["made"]:
                yield f"valat {side} in {self.contract.key}"
        if any(trick.by_kaiserstich for trick in tricks):
            yield "kaiserstich"
        if 0 in (own.points, others.points):
            yield "no points at all"
        if own.points == self.house.needs:
            yield "just won"
        if own.points == self.house.needs - 1:
            yield "just not won"

    def _record(
        self, games: list[dict[str, Any]], premiums: list[dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        record: dict[str, Any] = {"rules": self.rules.slug, "players": list(SEATS), "games": games}
        if premiums:
            record["premiums"] = premiums
        return record

    # negative games

    def negative(self) -> Played:
        """Play one such game, or several side by side, to the last trick."""
        contracts = self._side_by_side()
        free = sorted(range(4), key=lambda seat: self.dice.random())
        declarers = dict(zip(free, contracts, strict=False))
        given: dict[int, list[int]] = {seat: [] for seat in range(5)}
        if self.often(0.6):  # low cards for whoever wants no tricks
            low = [card for card in self.house.pack.cards if card > SKUES and (card - 23) % 8 < 4]
            for card in sorted(low, key=lambda card: self.dice.random())[: 8 * len(declarers)]:
                self._give(given, self.one(list(declarers)), card)
        if self.often(0.1):  # somebody takes everything
            for card in range(SKUES, SKUES - 12, -1):
                self._give(given, free[0], card)
        dealt = deal(self.dice, self.house.pack, given)
        way = Way(has_to_take=True, pagat_is_last=True, kaiserstich=self.kaiserstich)
        styles = [
            Style.DUCKING if seat in declarers else self.one((Style.ANYHOW, Style.GREEDY, Style.DUCKING))
            for seat in range(4)
        ]
        tricks = play(self.dice, dealt.hands, free[0], way, styles)
        games, won, seen = [], [], {f"{len(declarers)} side by side"}
        for seat, contract in declarers.items():
            taken = sum(trick.taker == seat for trick in tricks)
            won.append(taken == contract.tricks)
            game: dict[str, Any] = {"contract": contract.key, "declarer": SEATS[seat]}
            kontras = {
                SEATS[other]: self.one(levels_of(self.rules, contract))
                for other in range(4)
                if other != seat and self.often(0.2)
            }
            if kontras:
                game["kontras"] = kontras
            shape = self.one(("tricks", "tricks", "won", "both"))
            game |= {"tricks": taken} if shape != "won" else {}
            game |= {"won": won[-1]} if shape != "tricks" else {}
            games.append(game)
            seen |= {contract.key, f"{contract.key} {'won' if won[-1] else 'lost'}"}
            if taken == 12:
                seen.add("all tricks in a negative game")
        return Played(self._record(games), tuple(won), seen=frozenset(seen))

    def _side_by_side(self) -> list[Contract]:
        rules, contract = self.rules, self.contract
        contracts = [contract]
        if contract.beside is not None:
            contracts.append(rules.contracts[contract.beside])
        if rules.side_by_side is SideBySide.NONE:
            return contracts
        equal = [
            other
            for other in rules.contracts.values()
            if other.kind is Kind.NEGATIVE and other.value == contract.value
        ]
        wanted = self.one((1, 1, 2, 3, 4, 4))
        while len(contracts) < wanted:
            more = self.one(equal)
            if more.beside is None or any(contract.key == more.beside for contract in contracts):
                contracts.append(more)
        return contracts

    # Trischaken

    def trischaken(self) -> Played:
        """Play everybody for themselves; the talon goes to the first six tricks, or to the last."""
        contract, pack = self.contract, self.house.pack
        given: dict[int, list[int]] = {seat: [] for seat in range(5)}
        luck = self.dice.random()
        some = self.one(range(4))
        styles = [self.one((Style.DUCKING, Style.DUCKING, Style.ANYHOW)) for _ in SEATS]
        if luck < 0.12:  # nearly every trick
            for card in range(SKUES, SKUES - 12 + self.one((0, 0, 1)), -1):
                self._give(given, some, card)
            styles[some] = Style.GREEDY
        elif luck < 0.5:  # low cards for one or two
            low = [card for card in pack.cards if card > SKUES and (card - 23) % 8 < 3]
            for card in sorted(low, key=lambda card: self.dice.random()):
                self._give(given, self.one((some, some, (some + 1) % 4)), card)
        dealt = deal(self.dice, pack, given)
        way = Way(has_to_take=self.often(0.5), kaiserstich=self.kaiserstich, pagat_is_last=self.often(0.3))
        tricks = play(self.dice, dealt.hands, 0, way, styles)
        count = dict.fromkeys(SEATS, 0)
        to_the_last = self.often(0.5)
        for number, trick in enumerate(tricks):
            talon = dealt.talon if to_the_last and number == 11 else []
            if not to_the_last and number < 6:
                talon = dealt.talon[number : number + 1]
            count[SEATS[trick.taker]] += sum(pack.worth[card] for card in (*trick.cards, *talon))
        assert sum(count.values()) == 210
        without = sum(points == 0 for points in count.values())
        seen = {contract.key, f"{without} without a trick"}
        if max(count.values()) >= 107:
            seen.add("bürgermeister")
        if len(set(count.values())) < 4 - max(0, without - 1):
            seen.add("equal in Trischaken")
        if min(points for points in count.values() if points) <= 6:
            seen.add("hardly more than a trick in Trischaken")
        game: dict[str, Any] = {"contract": contract.key, "declarer": SEATS[0]}
        if len(set(count.values())) > 1 and self.often(0.4):
            game |= self._order(count)
        else:
            game["points"] = {player: f"{points // 3}/{points % 3}" for player, points in count.items()}
        return Played(self._record([game]), count=count, seen=frozenset(seen))

    def _order(self, count: Mapping[str, int]) -> dict[str, Any]:
        """Return the same without a number: who has how many more than whom."""
        terms = self.rules.trischaken
        assert terms is not None
        groups = [
            [player for player in count if count[player] == points]
            for points in sorted(set(count.values()), reverse=True)
        ]
        said: dict[str, Any] = {"order": groups}
        if terms.buergermeister is not None and max(count.values()) >= 107:
            said["buergermeister"] = True
        if terms.jungfrau and 0 in count.values():
            said["jungfrau"] = [player for player in count if count[player] == 0]
        return said
