"""Knows nothing but what phones did and were told, and looks whether all of it is so in the end."""

from __future__ import annotations

from base64 import b32encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from tests.night.phones import Phone, Played
from tests.support.scoring.tables import FIVE, FOUR

Document = dict[str, Any]
WORTH, TWELFTHS = 5, 12  # a Dreier under the standard, from each of the others
ENOUGH = (35, 2)  # card points and Blatt with which somebody who plays alone wins, at least
DRAWN = ("34/2", "35/0", "35/1")  # with which nobody has won: a Radl follows


class Paid(NamedTuple):
    """What a hand comes to for everybody."""

    times: int
    amounts: dict[str, int]


class Lost:
    """What was written after a copy of the database was made, and is gone since it was put back."""

    def __init__(self, entries: Mapping[str, Document]) -> None:
        self.ids = set(entries)
        self.hands = {_played(hand) for hand in entries.values() if hand.get("games")}


def complaints(stands: Document, phones: Sequence[Phone], lost: Lost) -> Iterator[str]:
    """Yield what is not so at a table on which these phones lay."""
    hands = [_played(hand) for hand in stands["hands"]]
    times = Counter(hands)
    for phone in phones:
        for hand in phone.played:
            wanted = 0 if hand in phone.taken_back else 1
            is_open = (hand in phone.unsure and times[hand] == 1) or (hand in lost.hands and times[hand] < 2)
            if times[hand] != wanted and not is_open:
                yield f"{phone.name}: {hand} stands {times[hand]} times, not {wanted}"
        yield from _told_falsely(stands, phone, lost)
        yield from _out_of_order([hand for hand in hands if hand not in lost.hands], phone)
        yield from phone.wrong
    entered = {hand for phone in phones for hand in phone.played}
    yield from (f"nobody played {hand}" for hand in hands if hand not in entered)
    ids = Counter(stands["ids"])
    yield from (f"{entry} is written {count} times" for entry, count in ids.items() if count > 1)
    recount = recounted(hands, [*people_at([hand["seated"] for hand in stands["hands"]])])
    for hand, paid in zip(stands["hands"], recount, strict=True):
        twelfths = {player: TWELFTHS * amount for player, amount in paid.amounts.items()}
        if (hand["times"], hand["twelfths"]) != (paid.times, twelfths):
            told = f"counts {hand['times']} times and pays {hand['twelfths']} twelfths"
            yield f"{_played(hand)} {told}; it is {paid.times} times and {twelfths}"
    wanted = written(recount, stands["players"])
    for phone in phones:
        if (shown := phone.totals_in_time(wanted)) != wanted:
            yield f"{phone.name}: shows {shown}, and the hands make {wanted}"
        yield from _broken_heads(stands["beginning"], phone, lost)


def _played(hand: Document) -> Played:
    [game] = hand["games"]
    return Played(game["declarer"], str(game.get("points", "")), "kontra" in game)


def _told_falsely(stands: Document, phone: Phone, lost: Lost) -> Iterator[str]:
    """Yield what a phone was told is saved, and is not written."""
    for told in phone.network.told:
        if told.status == 200 and told.id and told.id not in {*stands["ids"], *lost.ids}:
            yield f"{phone.name}: was told that {told.id} is saved ({told.what}), and it is not"
        if told.status == 400 and not told.answer.get("problems"):
            yield f"{phone.name}: {told.id} was refused ({told.what}), and nothing says why"
        known_seq = told.answer.get("seq", 0) - 1
        if told.status == 200 and told.what == "record" and known_seq not in phone.network.known[told.id]:
            yield f"{phone.name}: {told.id} stands after {known_seq}, and this phone did not know of that"


def _out_of_order(hands: Sequence[Played], phone: Phone) -> Iterator[str]:
    """Yield hands of one phone that stand in another order than they were played in."""
    mine = [hand for hand in hands if hand in phone.played]
    for earlier, later in combinations(mine, 2):
        if phone.played.index(earlier) > phone.played.index(later):
            yield f"{phone.name}: {later} was played before {earlier}, and stands behind it"


# What it comes to, worked out without the engine


class People(NamedTuple):
    """Who plays a hand, and how many sit at the table."""

    playing: Sequence[str]
    seated: int


def after(seats: Sequence[str], player: str) -> str:
    return seats[(seats.index(player) + 1) % len(seats)]


def players_of(seats: Sequence[str], dealer: str) -> tuple[str, ...]:
    """Return the four who play, Vorhand first; of five the dealer sits out."""
    begin = seats.index(dealer) + 1
    return (*seats[begin:], *seats[:begin])[:4]


def people_at(seated: Iterable[int]) -> Iterator[People]:
    """Yield who plays each hand, from how many sit there: the last of four deals, then the first of five."""
    seats: Sequence[str] = FOUR
    dealer = seats[-1]
    for number in seated:
        if number != len(seats):
            seats, dealer = FIVE, FIVE[0]
        yield People(players_of(seats, dealer), number)
        dealer = after(seats, dealer)


def recounted(hands: Sequence[Played], people: Sequence[People]) -> list[Paid]:
    """Return what each of these hands comes to, if none but these were played."""
    found: list[Paid] = []
    owed = 0  # hands that count twice
    totals: Counter[str] = Counter()
    for hand, there in zip(hands, people, strict=True):
        times = 2 if owed else 1
        owed = max(0, owed - 1)
        found.append(Paid(times, _amounts(hand, times, there.playing)))
        totals.update(found[-1].amounts)
        if hand.points in DRAWN or not any(totals.values()):
            owed += there.seated
    return found


def _amounts(hand: Played, times: int, players: Sequence[str]) -> dict[str, int]:
    whole, _, blatt = hand.points.partition("/")
    won = (int(whole), int(blatt or 0)) >= ENOUGH
    each = WORTH * times * (2 if hand.kontra else 1) * (1 if won else -1)
    return {player: 3 * each if player == hand.declarer else -each for player in players}


def written(paid: Iterable[Paid], players: Sequence[str]) -> list[str]:
    """Return everybody's total as a phone writes it, in the order of the seats."""
    amounts = [hand.amounts for hand in paid]
    totals = [sum(hand.get(player, 0) for hand in amounts) for player in players]
    return [f"{total:+d}".replace("-", "−") if total else "0" for total in totals]


# What was seen is continued


def _broken_heads(beginning: str, phone: Phone, lost: Lost) -> Iterator[str]:
    """Yield heads that the phone was told and that the links of the sheet do not lead to.

    Where something was lost, a phone that was told of it has to say so itself, if it could keep that.
    """
    now = phone.heads()
    heads = _heads([beginning, *now["links"]])
    if now["head"] != heads[-1]:
        yield f"{phone.name}: the links of the sheet end in {heads[-1]}, not in {now['head']}"
    broken = [
        (after, head)
        for after, head in sorted(phone.seen_heads())
        if after >= len(heads) or heads[after] != head
    ]
    told = [f"{phone.name}: saw {head} after {after}, which is not continued" for after, head in broken]
    if not lost.ids:
        yield from told
    elif phone.seen_heads(read=True).intersection(broken) and not (phone.was_full or phone.warns_in_time()):
        yield f"{told[0]}, and does not say so"
    if phone.warns() and not broken:
        yield f"{phone.name}: says that the sheet is another one"


def _heads(links: Iterable[str]) -> list[str]:
    heads = [""]
    for link in links:
        digest = sha256(f"{heads[-1]} {link}".encode()).digest()
        heads.append(b32encode(digest).decode().rstrip("="))
    return heads[1:]
