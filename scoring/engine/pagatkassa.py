"""The Pagatkassa: a pot in money on the table, fed by the dealers and moved by announced Pagats.

It follows from the facts of one sheet, so that a corrected hand moves it back. A pot lies on a table: every
sheet has one of its own, and whoever changes tables leaves it there and plays for the other. Where a record
leaves a choice:

- The stake is for the deal. After a redeal it stays good until its dealer has dealt a hand that is played,
  even if somebody else deals in between. That of a struck hand is spent: the deal has moved on.
- Whether the pot is empty is looked at before each hand, so nothing is due after the last one. Then all who
  sit at the table pay in, whether they play or not, and the dealer pays his stake besides.
- The record alone decides whether an announced Pagat was made, also where the settlement pays nothing for it,
  as beside a Valat. A struck hand, a conceded or a revoked one leaves the pot alone.
- Opponents of a lone player are three who share. The ceiling is for all of a side together.
- What would lift the pot above its own ceiling is cut: stakes of whoever pays later, a miss for all together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from scoring.engine.declaring import declared
from scoring.engine.facts import Entry, Hand, SheetFacts, Void
from scoring.engine.money import NO_NAMES, PersonNames, money_in_words
from scoring.engine.rules import PagatkassaTerms
from scoring.engine.sheet import Position, seats_after
from scoring.engine.sides import of_declarers_side
from scoring.engine.texts import Text, sentences

PAGAT = "pagat"


class Why(StrEnum):
    """Why money moves."""

    START = "start"
    STAKE = "stake"
    MADE = "made"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Movement:
    """A payment into the pot, or one out of it."""

    entry: int  # which entry of the sheet, counted from 0
    who: str
    why: Why
    cents: int  # what this person gets (+) or pays in (−), never 0
    pot: int  # what is in it afterwards
    announcer: str = ""  # whose Pagat it was
    ceiling: int | None = None  # where a miss would have cost more, or the pot would hold more


@dataclass(frozen=True, slots=True)
class PotState:
    """The amount in the pot between two entries, and who has paid already."""

    cents: int = 0
    started: bool = False  # has any hand been dealt?
    paid: frozenset[str] = frozenset()  # dealers whose stake is in it and whose hand is still to come


@dataclass(frozen=True, slots=True)
class Pagatkassa:
    """Everything that moved in the pot of one sheet."""

    people: tuple[str, ...]  # everybody who ever sat there
    movements: tuple[Movement, ...]
    left: PotState = PotState()  # after the last entry

    def __post_init__(self) -> None:
        pots = [0, *(movement.pot for movement in self.movements)]
        for (previous, pot), movement in zip(pairwise(pots), self.movements, strict=True):
            if pot != previous - movement.cents or pot < 0:
                raise AssertionError(f"The pot does not follow from {previous}: {movement}")

    @property
    def balances(self) -> dict[str, int]:
        """Return what everybody has received (+) or paid in (−); with the pot it adds up to zero."""
        balances = dict.fromkeys(self.people, 0)
        for movement in self.movements:
            balances[movement.who] += movement.cents
        return balances


def pagatkassa(sheet: SheetFacts, terms: PagatkassaTerms) -> Pagatkassa:
    """Return the pot of a legal sheet."""
    people = dict.fromkeys(sheet.players)
    movements: list[Movement] = []
    position, pot = Position(sheet.players, sheet.dealer), PotState()
    for number, entry in enumerate(sheet.entries):
        pot, new_movements = pot_after(pot, position, entry, terms, number)
        movements += new_movements
        position = seats_after(position, entry)
        people |= dict.fromkeys(position.players)
    return Pagatkassa(tuple(people), tuple(movements), pot)


def pot_after(
    pot: PotState, position: Position, entry: Entry, terms: PagatkassaTerms, number: int = 0
) -> tuple[PotState, list[Movement]]:
    """Return the pot after a legal entry, and the payments of that entry; `position` is before it."""
    if not isinstance(entry, Hand | Void):
        return pot, []
    movements: list[Movement] = []
    cents, paid = pot.cents, pot.paid | {position.dealer}
    if terms.start and not cents and (terms.start_again or not pot.started):
        vorhand = position.players.index(position.dealer) + 1
        for who in position.players[vorhand:] + position.players[:vorhand]:  # the dealer is the last
            movements += _paid_in(number, who, Why.START, terms.start, cents, terms)
            cents = movements[-1].pot if movements else cents
    if terms.stake and position.dealer not in pot.paid:
        movements += _paid_in(number, position.dealer, Why.STAKE, terms.stake, cents, terms)
        cents = movements[-1].pot if movements else cents
    movements += _pagat(number, entry, position.playing, cents, terms)
    if movements:
        cents = movements[-1].pot
    if not (isinstance(entry, Void) and entry.kind == "redeal"):
        paid -= {position.dealer}
    return PotState(cents, started=True, paid=paid), movements


def _room(pot: int, terms: PagatkassaTerms) -> int | None:
    """Return how much the pot still holds; None where it has no ceiling."""
    return None if terms.pot_ceiling is None else max(0, terms.pot_ceiling - pot)


def _paid_in(
    number: int, who: str, why: Why, cents: int, pot: int, terms: PagatkassaTerms
) -> Iterator[Movement]:
    """Yield a payment into the pot, cut to the room below the pot's ceiling."""
    room, ceiling = _room(pot, terms), None
    if room is not None and room < cents:
        cents, ceiling = room, terms.pot_ceiling
    if cents:
        yield Movement(number, who, why, -cents, pot + cents, ceiling=ceiling)


def _pagat(
    number: int, entry: Entry, players: tuple[str, ...], pot: int, terms: PagatkassaTerms
) -> Iterator[Movement]:
    """Return the payments for an announced Pagat.

    The announcer first, then who shares with him, in order of play. Where both sides announced it, whoever
    missed it pays in before the other side takes the pot.
    """
    if not isinstance(entry, Hand) or entry.revoke is not None or entry.games[0].conceded:
        return
    game = entry.games[0]
    pagats = [premium for premium in entry.premiums if premium.premium == PAGAT and premium.announced]
    as_much = pot  # as was there before anybody paid for missing it
    for announced in sorted(pagats, key=lambda premium: bool(premium.made)):
        side = of_declarers_side(game, announced.by)
        sharing = [
            player for player in players if of_declarers_side(game, player) == side and player != announced.by
        ]
        total, ceiling = pot if announced.made else as_much, None
        if not announced.made and terms.ceiling is not None and terms.ceiling < as_much:
            total = ceiling = terms.ceiling
        room = None if announced.made else _room(pot, terms)
        if room is not None and room < total:
            total, ceiling = room, terms.pot_ceiling
        share, odd = divmod(total, 1 + len(sharing))
        shares = {announced.by: share + odd} | dict.fromkeys(sharing, share)
        why, sign = (Why.MADE, 1) if announced.made else (Why.MISSED, -1)
        for who, cents in shares.items():
            if cents:
                pot -= sign * cents
                yield Movement(number, who, why, sign * cents, pot, announced.by, ceiling)


# In words

_DECLARED = declared(__name__)
_MOVED, _SHARED = sentences(_DECLARED["moved"]), sentences(_DECLARED["shared"])
_CEILING, _POT = Text.declared(_DECLARED["ceiling"]), Text.declared(_DECLARED["pot"])


def movement_in_words(movement: Movement, currency: str, language: str, names: PersonNames = NO_NAMES) -> str:
    """Return a movement as a sentence.

    >>> movement_in_words(Movement(0, "7", Why.STAKE, -50, 250), "EUR", "en", {"7": "Anna"})
    'Anna deals and pays in €0.50; in the pot: €2.50.'
    """
    shared = movement.announcer not in ("", movement.who)
    sentence = (_SHARED if shared else _MOVED)[movement.why].in_language(language)
    limit = "" if movement.ceiling is None else _CEILING.in_language(language)
    paid, most, pot = (
        money_in_words(cents, currency, language)
        for cents in (abs(movement.cents), movement.ceiling or 0, movement.pot)
    )
    who, announcer = (names.get(person, person) for person in (movement.who, movement.announcer))
    sentence = sentence.format(who=who, money=paid, announcer=announcer)
    return sentence + limit.format(money=most) + _POT.in_language(language).format(money=pot)
