"""Knows nothing but what phones did and were told, and looks whether all of it is so in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from tests.night.phones import Phone, Played

Document = dict[str, Any]
WORTH, TWELFTHS = 5, 12  # a Dreier under the standard, from each of the others
ENOUGH = (35, 2)  # card points and Blatt with which somebody who plays alone wins, at least


def complaints(stands: Document, phones: Sequence[Phone]) -> Iterator[str]:
    """Yield what is not so at a table on which these phones lay."""
    hands = [_played(hand) for hand in stands["hands"]]
    times = Counter(hands)
    for phone in phones:
        for hand in phone.played:
            wanted = 0 if hand in phone.taken_back else 1
            if times[hand] != wanted:
                yield f"{phone.name}: {hand} stands {times[hand]} times, not {wanted}"
        yield from _told_falsely(stands, phone)
        yield from _out_of_order(hands, phone)
    entered = {hand for phone in phones for hand in phone.played}
    yield from (f"nobody played {hand}" for hand in hands if hand not in entered)
    ids = Counter(stands["ids"])
    yield from (f"{entry} is written {count} times" for entry, count in ids.items() if count > 1)
    yield from _wrong_amounts(stands["hands"])
    wanted = _totals(stands["hands"], phones)
    for phone in phones:
        if (shown := phone.totals()) != wanted:
            yield f"{phone.name}: shows {shown}, and the hands make {wanted}"


def _played(hand: Document) -> Played:
    [game] = hand["games"]
    return Played(game["declarer"], str(game.get("points", "")))


def _told_falsely(stands: Document, phone: Phone) -> Iterator[str]:
    """Yield what a phone was told is saved, and is not written."""
    for told in phone.network.told:
        if told.status == 200 and told.id and told.id not in stands["ids"]:
            yield f"{phone.name}: was told that {told.id} is saved ({told.what}), and it is not"


def _out_of_order(hands: Sequence[Played], phone: Phone) -> Iterator[str]:
    """Yield hands of one phone that stand in another order than they were played in."""
    mine = [hand for hand in hands if hand in phone.played]
    for earlier, later in combinations(mine, 2):
        if phone.played.index(earlier) > phone.played.index(later):
            yield f"{phone.name}: {later} was played before {earlier}, and stands behind it"


def _wrong_amounts(hands: Iterable[Document]) -> Iterator[str]:
    for hand in hands:
        amounts = [TWELFTHS * amount for amount in _amounts(hand)]
        if hand["twelfths"] != amounts:
            yield f"{_played(hand)} pays {hand['twelfths']} twelfths, and is worth {amounts}"


def _amounts(hand: Document) -> list[int]:
    """Return who gets what, worked out without the engine, in the order of the players."""
    declarer, points = _played(hand)
    whole, _, blatt = points.partition("/")
    won = (int(whole), int(blatt or 0)) >= ENOUGH
    each = WORTH * hand["times"] * (1 if won else -1)
    return [3 * each if player == declarer else -each for player in hand["players"]]


def _totals(hands: Iterable[Document], phones: Sequence[Phone]) -> list[str]:
    """Return everybody's total as a phone writes it, in the order of the seats."""
    totals: Counter[str] = Counter()
    for hand in hands:
        for player, amount in zip(hand["players"], _amounts(hand), strict=True):
            totals[player] += amount
    seats = phones[0].seats
    return [f"{totals[seat]:+d}".replace("-", "−") if totals[seat] else "0" for seat in seats]
