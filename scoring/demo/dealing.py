"""Hands as they are played among friends: what is bid how often, by whom, and how it ends. Facts only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.engine.cards import CARDS_OF_A_TRICK, pack_of
from scoring.engine.customs import Counting, InSolo, Kind, Who, Whose
from scoring.engine.problems import problems_with
from scoring.engine.record.reading import read_hand
from scoring.engine.rules import Contract, PremiumRule, Rules

DealtHand = dict[str, Any]

# Of a hundred hands or so; what is not named is never bid.
HOW_OFTEN = {
    "rufer": 25,
    "trischaken": 5,
    "sechserdreier": 2,
    "solorufer": 9,
    "besserrufer": 17,
    "pagatrufer": 12,
    "uhurufer": 4,
    "kakadurufer": 1,
    "piccolo": 6,
    "zwiccolo": 1,
    "triccolo": 1,
    "bettler": 4,
    "falscher_sechser": 1,
    "farbendreier": 3,
    "dreier": 14,
    "zwiccolo_semi_ouvert": 0.5,
    "piccolo_semi_ouvert": 1,
    "bettler_semi_ouvert": 1,
    "farbeneiner": 0.3,
    "einer": 0.7,
    "solobesser": 2,
    "zwiccolo_ouvert": 0.5,
    "piccolo_ouvert": 1,
    "triccolo_ouvert": 0.5,
    "bettler_ouvert": 0.8,
    "farbensolo": 0.4,
    "solodreier": 0.8,
    "normalspiel": 84,
    "solo": 12,
    "farbsolo": 4,
}
WON = {Kind.CALLING: 0.64, Kind.PAIRED: 0.6, Kind.ALONE: 0.68, Kind.NEGATIVE: 0.66}
SKILL = 0.1  # what a skill of 1 adds to the chance of a declarer
BIRDS = {"pagat": 70, "uhu": 20, "kakadu": 7, "quapil": 3, "geier": 1}

# Said before play, and made without a word: once in so many hands in which it exists.
ANNOUNCED = {"koenig_ultimo": 11, "trull": 25, "pagat": 18, "koenige": 60, "uhu": 90}
SILENT = {
    "trull": 5,
    "koenig_ultimo": 14,
    "koenige": 16,
    "pagat": 25,
    "mondfang": 22,
    "koenigfang": 30,
    "pagatfang": 25,
    "uhu": 120,
}


def dealt(dice: Random, rules: Rules, players: Sequence[str], skill: Mapping[str, float]) -> DealtHand:
    """One legal hand; the first of the four players is Vorhand."""
    contracts = [contract for contract in rules.contracts.values() if contract.beside is None]
    contract = dice.choices(contracts, [HOW_OFTEN.get(contract.key, 0) for contract in contracts])[0]
    return _Deal(dice, rules, tuple(players), skill, contract).hand()


def dreier(declarer: str, *, won: bool) -> DealtHand:
    """Return a plain hand that a scorer can enter the wrong way round."""
    return {"games": [{"contract": "dreier", "declarer": declarer, "won": won}]}


@dataclass(frozen=True)
class _Deal:
    dice: Random
    rules: Rules
    players: tuple[str, ...]
    skill: Mapping[str, float]
    contract: Contract

    def hand(self) -> DealtHand:
        return _DEALT[self.contract.kind](self)

    def _once_in(self, times: float) -> bool:
        return self.dice.random() * times < 1

    def _declarer(self) -> str:
        who = self.contract.who
        if who is Who.VORHAND or self.contract.kind is Kind.TRISCHAKEN:
            return self.players[0]
        can = self.players[1:] if who is Who.NEVER_VORHAND else self.players
        # Who plays well sees more games to win.
        return self.dice.choices(can, [1 + 0.25 * self.skill[one] for one in can])[0]

    def _wins(self, own: Sequence[str], *, kontra: bool = False) -> bool:
        others = self._against(own)
        chance = WON[self.contract.kind] + SKILL * self.skill[own[0]]
        chance += SKILL / 2 * sum(self.skill[one] for one in own[1:])
        chance -= SKILL / 3 * sum(self.skill[other] for other in others) / len(others)
        return self.dice.random() < chance - 0.2 * kontra

    # by card points

    def by_points(self) -> DealtHand:
        game, own = self._sides()
        if self._conceded(game):
            return {"games": [game | {"conceded": True}]}
        calls = self.contract.blank and "king" not in game
        if calls and self._once_in(2):
            return {"games": [game | {"unplayed": True}]}
        premiums = self._announcements(own)
        blank = calls and not premiums
        if blank or self._once_in(14):
            goes_on = not self.contract.solo and self.contract.kontra_up_to != "kontra"
            game["kontra"] = "re" if goes_on and self._once_in(9) else "kontra"
        if len(own) == 2 and self._once_in(150):
            said = [{key: premium[key] for key in ("premium", "by", "announced")} for premium in premiums]
            return {"games": [game], "premiums": said, "revoke": {"by": self.dice.choice(self.players)}}
        won = self._wins(own, kontra="kontra" in game)
        for premium in premiums:
            premium["made"] = self.dice.random() < (0.72 if won else 0.5) + SKILL * self.skill[premium["by"]]
            if self.rules.kontra.on_premiums and self._once_in(12):
                premium["kontra"] = "kontra"
        self._silent(premiums, own, won=won)
        if self._once_in(2):
            game["won"] = won
        else:
            self._counted(game, premiums, own, won=won)
        while (where := self._impossible(game, premiums)) is not None:
            part, place, *_ = where.split(".")
            if part == "games":  # the cards of the premiums count more than the points: nobody has counted
                del game["points"]
                game["won"] = won
            else:
                premiums[int(place)]["made"] = False
            premiums[:] = [premium for premium in premiums if premium["made"] or premium.get("announced")]
        return {"games": [game], **({"premiums": premiums} if premiums else {})}

    def _impossible(self, game: DealtHand, premiums: list[DealtHand]) -> str | None:
        """Return where something stands that cannot have been made beside the rest; None if all can."""
        record = {"players": list(self.players), "games": [game], "premiums": premiums}
        problems = problems_with(read_hand(record, self.rules), self.rules)
        return problems[0].where if problems else None

    def _sides(self) -> tuple[DealtHand, tuple[str, ...]]:
        declarer = self._declarer()
        game: DealtHand = {"contract": self.contract.key, "declarer": declarer}
        if self.contract.kind is Kind.ALONE:
            return game, (declarer,)
        if self.contract.kind is Kind.CALLING and not self.contract.birds and self._once_in(16):
            game["king"] = "talon"
            return game, (declarer,)
        game["partner"] = self.dice.choice([player for player in self.players if player != declarer])
        return game, (declarer, game["partner"])

    def _conceded(self, game: DealtHand) -> bool:
        can = self.contract.concedable and self.rules.schleifen and game.get("king") == "talon"
        return can and self._once_in(2)

    def _exists(self, rule: PremiumRule, own: Sequence[str], *, announced: bool) -> bool:
        contract = self.contract
        return (
            not (contract.colour and not rule.in_colour)
            and not (contract.solo and rule.in_solo is InSolo.NEVER)
            and not (rule.calling_only and (not contract.calls_king or len(own) == 1))
            and rule.price(announced=announced, solo=contract.solo) is not None
        )

    def _announcements(self, own: Sequence[str]) -> list[DealtHand]:
        birds = self.contract.birds
        found: list[DealtHand] = []
        if birds:
            bird = self.dice.choices(birds, [BIRDS[bird] for bird in birds])[0]
            found.append({"premium": bird, "by": own[0], "announced": True})
        for key, times in ANNOUNCED.items():
            rule = self.rules.premiums.get(key)
            if rule is None or key in birds or not self._exists(rule, own, announced=True):
                continue
            if self._once_in(times):
                by = own[-1] if rule.whose is Whose.KING_HOLDER else self.dice.choice(own)
                found.append({"premium": key, "by": by, "announced": True})
        return found

    def _silent(self, premiums: list[DealtHand], own: Sequence[str], *, won: bool) -> None:
        others = self._against(own)
        for key, times in SILENT.items():
            rule = self.rules.premiums.get(key)
            told = {premium["premium"] for premium in premiums}
            if rule is None or key in told:
                continue
            if not self._exists(rule, own, announced=False) or not self._once_in(times):
                continue
            sides = {Whose.DECLARER: own, Whose.KING_HOLDER: own, Whose.OPPONENTS: others}
            luck = self.dice.random() < (0.92 if won else 0.12)
            by = self.dice.choice(sides.get(rule.whose, own if luck else others))
            premiums.append({"premium": key, "by": by, "made": True})

    def _counted(self, game: DealtHand, premiums: list[DealtHand], own: Sequence[str], *, won: bool) -> None:
        """Points that fit the result; a silent Sack that lies in them is written, too."""
        every, needs = self.rules.all_points, self.rules.needs
        if "kontra" in game and self.contract.needs_after_kontra is not None:
            needs = self.contract.needs_after_kontra
        away = int(abs(self.dice.gauss(0, 0.09 if won else 0.07)) * every)
        points = needs + away if won else needs - 1 - away
        winners, most = (own, points) if won else (self._against(own), every - points)
        sacks = [premium for premium in self.rules.premiums.values() if premium.needs is not None]
        for premium_rule in sorted(sacks, key=lambda rule: rule.needs or 0):
            if premium_rule.needs is None or most < premium_rule.needs:
                break
            if not self._exists(premium_rule, own, announced=False) or premium_rule is not sacks[0]:
                most = premium_rule.needs - 1
                break
            premiums.append({"premium": premium_rule.key, "by": self.dice.choice(winners), "made": True})
        game["points"] = self._said(most if won else every - most)

    def _against(self, own: Sequence[str]) -> tuple[str, ...]:
        return tuple(player for player in self.players if player not in own)

    def _said(self, points: int) -> str | int:
        if self.rules.counting is Counting.BLATT:
            return f"{points // 3}/{points % 3}"
        return points

    # by tricks, and everybody alone

    def by_tricks(self) -> DealtHand:
        declarers = [self._declarer()]
        if self._once_in(9):
            declarers.append(self.dice.choice(self._against(declarers)))
        games: list[DealtHand] = []
        for declarer in declarers:
            wanted = self.contract.tricks or 0
            tricks = wanted
            if not self._wins((declarer,)):
                tricks = self.dice.choice(
                    [number for number in (wanted - 1, wanted + 1, wanted + 1) if number >= 0]
                )
            game: DealtHand = {"contract": self.contract.key, "declarer": declarer, "tricks": tricks}
            against = [one for one in self._against(declarers) if self._once_in(18)]
            if against and self.rules.options.negative_kontra != "none":
                game["kontras"] = dict.fromkeys(against, "kontra")
            games.append(game)
        return {"games": games}

    def trischaken(self) -> DealtHand:
        """Return a Trischaken: the better one plays, the fewer points stay with him.

        Now and then somebody has no trick.
        """
        weights = [self.dice.expovariate(1) + 0.25 - 0.15 * self.skill[player] for player in self.players]
        if self._once_in(12):
            weights[self.dice.randrange(4)] = 0
        every, trick = self.rules.all_points, CARDS_OF_A_TRICK * pack_of(self.rules).empty
        points = [int(every * weight / sum(weights)) for weight in weights]
        points = [point if point >= trick else 0 for point in points]
        points[points.index(max(points))] += every - sum(points)
        count = {player: self._said(other) for player, other in zip(self.players, points, strict=True)}
        game = {"contract": self.contract.key, "declarer": self._declarer(), "points": count}
        return {"games": [game]}


_DEALT: dict[Kind, Callable[[_Deal], DealtHand]] = {
    Kind.CALLING: _Deal.by_points,
    Kind.PAIRED: _Deal.by_points,
    Kind.ALONE: _Deal.by_points,
    Kind.NEGATIVE: _Deal.by_tricks,
    Kind.TRISCHAKEN: _Deal.trischaken,
}
