"""Cards on the tables: each belongs to a table number of a tournament and stays there all day.

The code on a card is made from tournament, number and generation with the server's secret, so nothing in the
database opens anything. Renewing counts the generation on, and what was printed before fits no longer.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from scoring.sealing import is_seal_of, seal_of
from tournaments.models import Card, Pulse, Tournament

CARDS = "tournaments.cards"
MOST_CARDS = 100  # so many tables have the 400 people who may play
OPENED = "card of a table"  # in the session of a phone: the code of the card it scanned last


class TableOfCard(NamedTuple):
    """The table that a card stands on, and how often anything has changed there."""

    tournament: int
    number: int
    pulse: int


def code_of(tournament: int, number: int, generation: int = 1) -> str:
    """Return the code of a card, short enough for a QR code that old phones read in dim light."""
    return _code(tournament, number, generation, _salt_of(tournament))


def codes_of(tournament: int, numbers: range) -> dict[int, str]:
    """Return the codes of many cards at once; whichever was never renewed has no row."""
    cards = Tournament.objects.filter(pk=tournament).values_list("salt", "cards__number", "cards__generation")
    rows = list(cards)
    salt, generations = rows[0][0], {number: generation for _salt, number, generation in rows}
    return {number: _code(tournament, number, generations.get(number, 1), salt) for number in numbers}


def _salt_of(tournament: int) -> str:
    return Tournament.objects.values_list("salt", flat=True).get(pk=tournament)


def _code(tournament: int, number: int, generation: int, salt: str) -> str:
    return f"{tournament}-{number}-{seal_of(CARDS, tournament, number, generation, salt)}"


def place_behind(code: str) -> TableOfCard | None:
    """Return the table number that this card belongs to, if it is the card in use; one query."""
    parts = code.split("-")
    if len(parts) != 3 or not all(_is_number(part) for part in parts[:2]):
        return None
    tournament, number, seal = int(parts[0]), int(parts[1]), parts[2]
    found = _known(tournament, number)
    if not found or not 1 <= number <= MOST_CARDS:
        return None
    [(pulse, generation_now, salt)] = found
    if not is_seal_of(seal, CARDS, tournament, number, generation_now or 1, salt):
        return None
    return TableOfCard(tournament, number, pulse)


def _known(tournament: int, number: int) -> QuerySet:
    generation = Card.objects.filter(tournament=OuterRef("pk"), number=number).values("generation")
    pulses = Pulse.objects.filter(pk=tournament).order_by()
    return pulses.values_list("count", Subquery(generation), "tournament__salt")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
