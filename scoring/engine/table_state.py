"""What a page shows of its table before the next hand: the banner, the next deal, the kept state.

What is doubled, and how long, is decided in `sheet.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from scoring.engine.amounts import noted
from scoring.engine.customs import DoubledGames
from scoring.engine.declaring import declared
from scoring.engine.money import money_in_words
from scoring.engine.naming import Names, shortened
from scoring.engine.pagatkassa import Movement, PotState, movement_in_words
from scoring.engine.play_money import TableMoney
from scoring.engine.reminding import reminders_before_play
from scoring.engine.result import in_twelfths
from scoring.engine.rules import DOUBLED, PagatkassaTerms, Rules
from scoring.engine.sheet import CALLED, Position, position_from, seating_problems, with_points
from scoring.engine.telling import trigger_in_words
from scoring.engine.texts import sentences

SHORT_NAME = 7  # letters on a seat

_WORDS = sentences(declared(__name__))


class Banner(NamedTuple):
    """Who deals, who is Vorhand, and what is doubled."""

    number: int  # of the next hand
    dealer: str
    vorhand: str
    out: tuple[str, ...]
    doubled: str  # how many doubled hands are left; empty if none
    schlussradl: str  # until when; empty if it is not on
    chip: str = ""  # the same in a few letters
    why: str = ""  # they are doubled
    reminders: tuple[str, ...] = ()  # before the first hand
    language: str = "de"

    @property
    def turn(self) -> str:
        """Return whose turn it is, and who looks on, as a piece of the page."""
        sits_out = self.out == (self.dealer,)
        words = _WORDS["turn_of_five" if sits_out else "turn"].in_language(self.language)
        turn = words.format(dealer=escape(self.dealer), vorhand=escape(self.vorhand))
        out = "" if sits_out else escape(", ".join(self.out))
        return turn + (_WORDS["out"].in_language(self.language).format(names=out) if out else "")

    @property
    def radl(self) -> str:
        """Return how many doubled hands are left, and why; empty if none."""
        return f"{self.chip}, {self.why}" if self.chip else ""

    @property
    def notices(self) -> str:
        """Return what else holds for the next hand, as a piece of the page."""
        radl = f'<p class="doubled">{escape(self.schlussradl)}</p>' if self.schlussradl else ""
        return radl + "".join(f'<p class="reminder">{escape(reminder)}</p>' for reminder in self.reminders)


def next_deal(position: Position, names: Names, *, with_totals: bool = True) -> dict[str, Any]:
    """Return who plays and deals the next hand, and whether it is doubled."""
    return {
        "number": position.hands + 1,
        "players": [{"id": player, "name": names[player]} for player in position.playing],
        "seats": _seats(position, names, with_totals=with_totals),
        "dealer": position.dealer,
        "radl": position.doubled,
        "radl_left": position.owed,
        "radl_times": position.times,
        "radl_is_mixed": len(set(position.ahead)) > 1,
        "schlussradl": position.schlussradl,
    }


def _seats(position: Position, names: Names, *, with_totals: bool) -> list[dict[str, Any]]:
    """Return the seats, with totals where nothing else on the page shows them."""
    playing = position.playing
    shorts = shortened([names[player] for player in position.players], SHORT_NAME)
    return [
        {
            "id": player,
            "name": names[player],
            "dealer": player == position.dealer,
            "vorhand": player == playing[0],
            "out": player not in playing,
            "short": short,
            **({"total": noted(position.totals[player])} if with_totals else {}),
        }
        for player, short in zip(position.players, shorts, strict=True)
    ]


def banner_at(first_dealer: str, position: Position, names: Names, rules: Rules, language: str) -> Banner:
    """Return the banner above a sheet: the next hand, who deals, what is doubled."""
    doubled, chip, why = ("", "", "") if position.schlussradl else _radl(position, rules, language)
    return Banner(
        number=position.hands + 1,
        dealer=names[position.dealer],
        vorhand=names[position.playing[0]],
        out=tuple(names[player] for player in position.sitting_out),
        doubled=doubled,
        chip=chip,
        why=why,
        schlussradl=(
            _schlussradl(first_dealer, position, names, language) + _only(rules, language)
            if position.schlussradl
            else ""
        ),
        reminders=tuple(
            reminder.in_language(language)
            for reminder in (() if position.hands else reminders_before_play(rules))
        ),
        language=language,
    )


def _radl(position: Position, rules: Rules, language: str) -> tuple[str, str, str]:
    """Return how many doubled hands are left, the same for a chip, and why."""
    owed, because, ahead = position.owed, position.because, position.ahead
    if not owed or because is None:  # a Radl always has a reason
        return "", "", ""
    left = _WORDS["one_left" if owed == 1 else "more_left"].in_language(language).format(count=owed)
    words = chip = left + _times(ahead) + _only(rules, language)
    if len(set(ahead)) == 1 and not _only(rules, language):
        chip = _WORDS["in_short"].in_language(language).format(times=ahead[0], count=owed)
    number, trigger = because
    if trigger == CALLED:
        return words, chip, _WORDS["called"].in_language(language).format(number=number)
    why = trigger_in_words(trigger, rules, language)
    return words, chip, _WORDS["because"].in_language(language).format(trigger=why, number=number)


def _times(ahead: tuple[int, ...]) -> str:
    """Return the factor of doubled hands to come; empty where it is the usual 2."""
    if set(ahead) <= {DOUBLED}:
        return ""
    runs = [(len([*group]), times) for times, group in groupby(ahead)]
    return f" ({', '.join(f'{count}: ×{times}' for count, times in runs)})"


def _only(rules: Rules, language: str) -> str:
    """Return the games that are doubled; empty where all are."""
    games = rules.radl.doubled_games
    return "" if games is DoubledGames.ALL else f" ({games.label.in_language(language)})"


def _schlussradl(dealer: str, position: Position, names: Names, language: str) -> str:
    """Return until when the Schlussradl runs: to the hand before the first dealer would deal again."""
    players = position.players
    first = dealer if dealer in players else players[0]
    last = players[players.index(first) - 1]
    if position.dealer == first and position.hands + 1 != position.schlussradl_from:
        return _WORDS["over"].in_language(language)
    words = _WORDS["last" if position.dealer == last else "until"]
    return words.in_language(language).format(name=names[last])


@dataclass(frozen=True)
class Kassa:
    """The Pagatkassa of a table: its terms, and the amount in it."""

    terms: PagatkassaTerms
    currency: str
    pot: PotState

    def in_words(self, movements: Iterable[Movement], names: Names, language: str) -> dict[str, Any]:
        """Return the amount in the pot, and the last entry's movement."""
        sentences = [movement_in_words(movement, self.currency, language, names) for movement in movements]
        return {"money": money_in_words(self.pot.cents, self.currency, language), "moved": sentences}

    def as_json(self) -> dict[str, Any]:
        pot = {"cents": self.pot.cents, "started": self.pot.started, "paid": sorted(self.pot.paid)}
        return {"terms": asdict(self.terms), "currency": self.currency, **pot}

    @classmethod
    def read(cls, document: dict[str, Any]) -> Kassa:
        pot = PotState(document["cents"], document["started"], frozenset(document["paid"]))
        return cls(PagatkassaTerms(**document["terms"]), document["currency"], pot)


@dataclass(frozen=True)
class TableState:
    """The state of a table, as far as hands to come depend on it."""

    position: Position
    digest: str  # of the rules that hold for the next hand
    options: Mapping[str, str | int]  # what the table has chosen of them
    first_dealer: str
    with_totals: bool = True  # the page shows them at the seats
    kassa: Kassa | None = None
    held: TableMoney | None = None  # where something else counts than totals

    def as_json(self) -> dict[str, Any]:
        """Return the state as JSON, for a page to send back."""
        position = self.position
        scores = {
            player: [
                in_twelfths(total),
                in_twelfths(position.schrift_totals[player]),
                position.played.get(player, 0),
            ]
            for player, total in position.totals.items()
        }
        return {
            "rules": self.digest,
            "options": dict(self.options),
            "position": self.position.as_json(),
            "scores": scores,
            "first_dealer": self.first_dealer,
            "with_totals": self.with_totals,
            "kassa": None if self.kassa is None else self.kassa.as_json(),
            "held": None if self.held is None else self.held.as_json(),
        }

    @classmethod
    def read(cls, document: dict[str, Any]) -> TableState:
        """Return a table's state from a page's JSON; raise ValueError where it is no such state."""
        position = with_points(position_from(document["position"]), document["scores"])
        kassa = None if document["kassa"] is None else Kassa.read(document["kassa"])
        table = cls(
            position,
            document["rules"],
            document["options"],
            document["first_dealer"],
            document["with_totals"],
            kassa,
            None if document["held"] is None else TableMoney.read(document["held"]),
        )
        players, dealer = position.players, position.dealer
        is_named = isinstance(table.first_dealer, str) and set(players) <= set(position.totals)
        if seating_problems(players, dealer) or not is_named or type(document["with_totals"]) is not bool:
            raise ValueError("Nobody can sit there")
        return table
