"""Replace names in facts: people are ids inside, and have their own or shortened names outside."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scoring.engine.facts import (
    Dealer,
    Entry,
    Game,
    Hand,
    Order,
    Premium,
    Renonce,
    RightNames,
    Seating,
    Totals,
)

Names = Mapping[str, str]  # no two the same; who is not in it keeps the name
T = TypeVar("T")

_UNSEEN = re.compile("[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2064\ufeff]")
# They choose between two pictures of a symbol or a keycap, and show nothing behind anything else.
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+(?!\u20e3)")


def visible(name: str) -> str:
    """Return a name without invisible characters.

    >>> visible("An\\u200bna\\ufe0f"), visible("Emil \\u2665\\ufe0f") == "Emil \\u2665\\ufe0f"
    ('Anna', True)
    """
    if name.isascii():
        return name
    return _SELECTORS.sub(_of_a_symbol, _UNSEEN.sub("", name))


def _of_a_symbol(match: re.Match[str]) -> str:
    preceding = match.string[: match.start()][-1:]
    return match[0] if unicodedata.category(preceding or " ")[0] in "SP" else ""


_SAME_TO_THE_EYE = frozenset(("CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE"))
_WORD = re.compile(r"[^\W\d_]+")


def mixed_word(name: str) -> str:
    """Return the first word that mixes Latin letters with those of another script that look the same.

    >>> mixed_word("Huber \\u0415mil"), mixed_word("\\u0415\\u0432\\u0430 Emil")
    ('Еmil', '')
    """
    return next((word for word in _WORD.findall(name) if not word.isascii() and _is_mixed(word)), "")


def _is_mixed(word: str) -> bool:
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    return "LATIN" in scripts and not scripts.isdisjoint(_SAME_TO_THE_EYE)


def renamed(entry: Entry, names: Names) -> Entry:
    """Return the entry with everybody under the other name."""
    if isinstance(entry, Hand):
        return renamed_hand(entry, names)
    if isinstance(entry, Seating):
        return Seating(_players(entry.players, names), _player(entry.dealer, names))
    if isinstance(entry, Dealer):
        return Dealer(_player(entry.dealer, names))
    if isinstance(entry, RightNames):
        people = {_player(recorded, names): _player(who, names) for recorded, who in entry.people.items()}
        return replace(entry, people=people)
    if isinstance(entry, Totals):
        return Totals(_keys(entry.twelfths, names))
    return entry


def one_after_the_other(steps: Iterable[Names]) -> dict[str, str]:
    """Return each person's last name after several changes of names.

    First Anna and Bert change names, then Bert and Cilli: who was called Anna at first is Cilli in the end.

    >>> one_after_the_other([{"Anna": "Bert", "Bert": "Anna"}, {"Bert": "Cilli", "Cilli": "Bert"}])
    {'Anna': 'Cilli', 'Bert': 'Anna', 'Cilli': 'Bert'}
    """
    people: dict[str, str] = {}
    for names in steps:
        people = {**names, **{first: names.get(now, now) for first, now in people.items()}}
    return dict(sorted(people.items()))


def people_in(entry: Entry) -> frozenset[str]:
    """Return everybody whom this entry names.

    >>> sorted(people_in(Hand((), (Game("rufer", "Anna", partner="Cilli"),))))
    ['Anna', 'Cilli']
    """
    noted = _Noted()
    renamed(entry, noted)
    return frozenset(noted)


class _Noted(dict[str, str]):
    """Names that map to themselves; every name that is looked up is added."""

    def get(self, player: str, default: object = None) -> str:
        self[player] = player
        return player


def renamed_hand(hand: Hand, names: Names) -> Hand:
    """Return the hand with everybody under the other name.

    >>> renamed_hand(Hand(("1", "2"), (Game("rufer", "1", partner="2"),)), {"1": "Anna"}).games[0].declarer
    'Anna'
    """
    return replace(
        hand,
        players=_players(hand.players, names),
        games=tuple([_game(game, names) for game in hand.games]),
        premiums=tuple([_premium(premium, names) for premium in hand.premiums]),
        revoke=None if hand.revoke is None else _renonce(hand.revoke, names),
    )


def _game(game: Game, names: Names) -> Game:
    return replace(
        game,
        declarer=_player(game.declarer, names),
        partner=None if game.partner is None else _player(game.partner, names),
        count=None if game.count is None else _keys(game.count, names),
        order=None if game.order is None else _order(game.order, names),
        kontras=_keys(game.kontras, names),
    )


def _order(order: Order, names: Names) -> Order:
    groups = tuple([_players(group, names) for group in order.groups])
    return replace(order, groups=groups, jungfrauen=_players(order.jungfrauen, names))


def _premium(premium: Premium, names: Names) -> Premium:
    against = None if premium.against is None else _player(premium.against, names)
    return replace(premium, by=_player(premium.by, names), against=against)


def _renonce(revoke: Renonce, names: Names) -> Renonce:
    return Renonce(_player(revoke.by, names), _keys(revoke.claims, names), _players(revoke.others, names))


def _player(player: str, names: Names) -> str:
    return names.get(player, player)


def _players(players: tuple[str, ...], names: Names) -> tuple[str, ...]:
    return tuple([names.get(player, player) for player in players])


def _keys(by_player: Mapping[str, T], names: Names) -> dict[str, T]:
    return {names.get(player, player): value for player, value in by_player.items()}


def shortened(names: Sequence[str], most: int) -> list[str]:
    """Return names cut to `most` letters; to a few more where two would look the same.

    >>> shortened(["Bert", "Maximilian"], 8)
    ['Bert', 'Maximil…']
    >>> shortened(["Bert", "Maximilian", "Maximiliane"], 8)
    ['Bert', 'Maxi…ian', 'Maxi…ane']
    """
    for length in range(most, max(map(len, names), default=0)):
        for cut in (_beginning, _both_ends):
            short = [cut(name, length) for name in names]
            if len(set(short)) == len(set(names)):
                return short
    return list(names)


def _beginning(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _both_ends(name: str, most: int) -> str:
    end = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - end]}…{name[-end:]}"
