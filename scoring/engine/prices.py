"""The price of a game or premium before it is shared out, and what multiplies it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.engine.customs import Effect, InSolo
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.result import SOLO, Amount, Factor
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import kontra_void_by_itself, of_declarers_side, side_of

VALAT = "valat"

Factors = tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A game by card points, with everything its lines need."""

    hand: Hand
    rules: Rules
    game: Game
    contract: Contract
    side: int  # the declarer's side as a set of seats

    @classmethod
    def of(cls, hand: Hand, rules: Rules) -> Play:
        game = hand.games[0]
        return cls(hand, rules, game, rules.contracts[game.contract], side_of(game, hand.players))

    def of_declarers_side(self, player: str) -> bool:
        return of_declarers_side(self.game, player)

    def priced(self, rule: PremiumRule, *, announced: bool) -> tuple[Amount, Factors]:
        """Return a premium's price in this contract, and the doubling of a solo game."""
        price = rule.price(announced=announced, solo=self.contract.solo)
        assert price is not None, f"{rule.key} has no such price"
        doubled = self.contract.solo and rule.in_solo is InSolo.DOUBLED
        return price, (SOLO,) if doubled else ()

    def of_both(self, premium: Premium) -> tuple[str, ...]:
        """Return the player of a premium that has a line for each side; empty if it has only one."""
        entries = sum(other.premium == premium.premium for other in self.hand.premiums)
        return (premium.by,) if entries > 1 else ()

    def kontra(self, kontraed: Game | Premium) -> Factors:
        """Return the factor of a kontra; a void one is named but multiplies nothing."""
        if kontraed.kontra is None:
            return ()
        level = kontraed.kontra
        if kontraed.kontra_void:
            return (self.rules.void_kontra_factors[level]._replace(why="partners"),)
        if kontra_void_by_itself(level, self.game, self.contract, self.rules):
            return (self.rules.void_kontra_factors[level]._replace(why="king_in_talon"),)
        return (self.rules.kontra_factors[level],)


def costs_missed_silently(rule: PremiumRule, rules: Rules) -> bool:
    """Return whether missing this premium costs something even if it was not announced."""
    return rule.key != VALAT and rules.options["silent_miss"] == "charged"


def counting_valats(hand: Hand) -> tuple[Premium, ...]:
    """Return each Valat that counts: made or announced."""
    valats = [premium for premium in hand.premiums if premium.premium == VALAT]
    return tuple([valat for valat in valats if valat.made or valat.announced])


def radl(hand: Hand) -> Factors:
    """Return the factor of the Radl if the hand is played in one."""
    return (Factor("radl", hand.times, hand.times),) if hand.radl else ()


def multipliers(premiums: Iterable[Premium], rules: Rules) -> Factors:
    """Return the premiums that only multiply the game line, in the sheet's order."""
    premiums_by_key = {
        premium.premium: premium
        for premium in premiums
        if rules.premiums[premium.premium].effect is Effect.MULTIPLIES
    }
    factors = []
    for key in (key for key in rules.premiums if key in premiums_by_key):
        times = rules.premiums[key].price(announced=premiums_by_key[key].announced, solo=False)
        assert isinstance(times, int), f"{key} has no such price"
        factors.append(Factor(key, times, times))
    return tuple(factors)


def opponents_by_kontra(hand: Hand, game: Game, rules: Rules) -> list[tuple[Factors, tuple[str, ...]]]:
    """Return the opponents of a negative game by the kontra that each of them gave."""
    opponents = tuple(player for player in hand.players if player != game.declarer)
    if rules.options["bei_settlement"] == "opponents":
        declarers = {other.declarer for other in hand.games}
        opponents = tuple(player for player in opponents if player not in declarers)
    if not game.kontras:
        return [((), opponents)]
    ladder: list[tuple[str | None, Factors]] = [(None, ())]
    ladder += [(level, (rules.kontra_factors[level],)) for level in rules.levels]
    groups = [
        (factors, tuple(p for p in opponents if game.kontras.get(p) == level)) for level, factors in ladder
    ]
    return [(factors, group) for factors, group in groups if group]
