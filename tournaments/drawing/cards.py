"""Cards on the tables: each belongs to a table number of a tournament and stays there all day.

The code on a card is made from tournament, number and generation with the server's secret, so nothing in the
database opens anything. Renewing counts the generation on, and what was printed before fits no longer.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Card, Pulse

LETTERS = 20
MOST_CARDS = 100  # so many tables have the 400 people who may play
OPENED = "card of a table"  # in the session of a phone: the code of the card it scanned last


class TableOfCard(NamedTuple):
    """The table that a card stands on, and how often anything has changed there."""

    tournament: int
    number: int
    pulse: int


def code_of(tournament: int, number: int, generation: int = 1) -> str:
    """Short enough for a QR code that old phones read in dim light."""
    return f"{tournament}-{number}-{_seal(tournament, number, generation)}"


def codes_of(tournament: int, numbers: range) -> dict[int, str]:
    """Of many cards at once; whichever was never renewed has no row."""
    generations = dict(Card.objects.filter(tournament=tournament).values_list("number", "generation"))
    return {number: code_of(tournament, number, generations.get(number, 1)) for number in numbers}


def place_behind(code: str) -> TableOfCard | None:
    """The table number that this card belongs to, if it is the card in use; one query."""
    parts = code.split("-")
    if len(parts) != 3 or not all(_is_number(part) for part in parts[:2]):
        return None
    tournament, number, seal = int(parts[0]), int(parts[1]), parts[2]
    generation = Card.objects.filter(tournament=OuterRef("pk"), number=number).values("generation")
    found = Pulse.objects.filter(pk=tournament).values_list("count", Subquery(generation)).first()
    if found is None or not 1 <= number <= MOST_CARDS:
        return None
    pulse, generation_now = found
    if not constant_time_compare(seal, _seal(tournament, number, generation_now or 1)):
        return None
    return TableOfCard(tournament, number, pulse)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _seal(tournament: int, number: int, generation: int) -> str:
    words = f"{tournament} {number} {generation}"
    return salted_hmac("tournaments.cards", words, algorithm="sha256").hexdigest()[:LETTERS]
