"""The hand record: JSON documents to facts and back. Shapes are judged here, rules in `problems`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from scoring.engine.facts import (
    Dealer,
    Entry,
    Game,
    Hand,
    Order,
    Premium,
    Renonce,
    Schlussradl,
    Seating,
    Sheet,
    Void,
)
from scoring.engine.problems import IllegalHand, Problem, unknown
from scoring.engine.rules import KONTRA_LABELS, Counting, Rules, Text
from scoring.engine.sides import blatt

Document = Mapping[str, Any]
T = TypeVar("T")
SheetProblems = Mapping[int | None, tuple[Problem, ...]]

_BLATT = re.compile(r"([0-9]{1,3})/([0-2])", re.ASCII)
_HAND_KEYS = dict.fromkeys(("rules", "options", "players", "radl", "games", "premiums", "revoke"))
_GAME_KEYS = dict.fromkeys(
    (
        "contract",
        "declarer",
        "partner",
        "king",
        "points",
        "order",
        "buergermeister",
        "jungfrau",
        "won",
        "drawn",
        "tricks",
        "kontra",
        "kontras",
        "kontra_void",
        "conceded",
        "unplayed",
    )
)
_PREMIUM_KEYS = dict.fromkeys(("premium", "by", "announced", "made", "kontra", "kontra_void"))
_REVOKE_KEYS = dict.fromkeys(("by", "claims"))
_SHEET_KEYS = dict.fromkeys(("rules", "options", "players", "dealer", "hands"))
_VOID_KEYS = dict.fromkeys(("void", "reason"))
_SEATING_KEYS = dict.fromkeys(("event", "players", "dealer"))
_DEALER_KEYS = dict.fromkeys(("event", "dealer"))
_SCHLUSSRADL_KEYS = dict.fromkeys(("event",))
_VOIDS = ("redeal", "struck")
_DERIVED = ("rules", "players", "radl")  # what a hand of a sheet leaves out

_TEXT = Text("ein Text", "a text")
_NAME = Text("ein Name", "a name")
_NAMES = Text("eine Liste von Namen", "a list of names")
_LIST = Text("eine Liste", "a list")
_TRUTH = Text("true oder false", "true or false")
_WHOLE = Text("eine ganze Zahl", "a whole number")
_POINTS_BLATT = Text("Punkte/Blatt wie „41/2“", 'points/Blatt like "41/2"')
_POINTS_PLAIN = Text("eine ganze Zahl von Punkten", "a whole number of points")
_KING = Text("„talon“ oder „self“", '"talon" or "self"')
_GROUPS = Text("eine Liste von Listen mit Namen", "a list of lists of names")
_TEXT_OR_NUMBER = Text("ein Text oder eine ganze Zahl", "a text or a whole number")


def is_readable(name: str) -> bool:
    """Can a person read this name? No control characters, no lone surrogates, not only blanks.

    >>> is_readable("=Anna"), is_readable(" "), is_readable("An\\x00na")
    (True, False, False)
    """
    if name.isascii() and name.isprintable():
        return bool(name) and not name.isspace()
    return bool(name.strip()) and not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)


class _Reader:
    """Takes a document apart and remembers everything that is wrong with its shape.

    A reading method answers with a placeholder where the shape is wrong; nobody sees it, because a
    document with problems is never turned into facts.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def report(self, code: str, place: str, /, **named: object) -> None:
        self.problems.append(Problem(code, place, named))

    def wrong(self, where: str, expected: Text) -> None:
        self.report("wrong_type", where, where=where, expected=expected)

    # one value

    def text(self, value: Any, where: str) -> str:
        if isinstance(value, str):
            return value
        self.wrong(where, _TEXT)
        return ""

    def name(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            self.wrong(where, _NAME)
            return ""
        if not is_readable(value):
            self.report("name_unreadable", where, where=where)
        return value

    def truth(self, value: Any, where: str) -> bool:
        if value is not True and value is not False:
            self.wrong(where, _TRUTH)
        return value is True

    def whole(self, value: Any, where: str) -> int:
        if type(value) is int:
            return value
        self.wrong(where, _WHOLE)
        return 0

    def king(self, value: Any, where: str) -> str:
        if value != "talon" and value != "self":
            self.wrong(where, _KING)
        return str(value)

    def kontra(self, value: Any, where: str) -> str:
        level = self.text(value, where)
        if isinstance(value, str) and level not in KONTRA_LABELS:
            levels = ", ".join(KONTRA_LABELS[known] for known in self.rules.levels)
            self.report("unknown_kontra", where, key=level, levels=levels)
        return level

    def card_points(self, value: Any, where: str) -> int:
        if self.rules.counting is Counting.PLAIN:
            if type(value) is int:
                return value
            self.wrong(where, _POINTS_PLAIN)
        elif isinstance(value, str) and (found := _BLATT.fullmatch(value)):
            return int(found[1]) * 3 + int(found[2])
        else:
            self.wrong(where, _POINTS_BLATT)
        return 0

    # values that hold values

    def items(
        self, value: Any, where: str, read: Callable[[Any, str], T], expected: Text = _LIST
    ) -> tuple[T, ...]:
        if isinstance(value, list):
            return tuple([read(item, f"{where}.{place}") for place, item in enumerate(value)])
        self.wrong(where, expected)
        return ()

    def names(self, value: Any, where: str) -> tuple[str, ...]:
        return self.items(value, where, self.name, _NAMES)

    def by_name(self, value: Any, where: str, read: Callable[[Any, str], T]) -> dict[str, T]:
        if isinstance(value, dict):
            return {name: read(item, f"{where}.{name}") for name, item in value.items()}
        self.report("not_an_object", where, where=where)
        return {}

    def object(self, value: Any, where: str, known: Mapping[str, object]) -> Document | None:
        if not isinstance(value, dict):
            self.report("not_an_object", where, where=where or "–")
            return None
        for key in value:
            if key not in known:
                self.problems.append(unknown("unknown_key", where, key, known))
        return value

    def required(self, document: Document, key: str, where: str, read: Callable[[Any, str], T]) -> T | None:
        if key not in document:
            self.report("key_missing", where, key=where + key)
            return None
        return read(document[key], where + key)

    def optional(self, document: Document, key: str, where: str, read: Callable[[Any, str], T]) -> T | None:
        return read(document[key], where + key) if key in document else None

    # the parts of a hand

    def hand(self, document: Document, players: tuple[str, ...]) -> Hand:
        def games(value: Any, where: str) -> tuple[Game, ...]:
            return self.items(value, where, self.game)

        def premiums(value: Any, where: str) -> tuple[Premium, ...]:
            return self.items(value, where, self.premium)

        return Hand(
            players=players,
            games=self.required(document, "games", "", games) or (),
            premiums=self.optional(document, "premiums", "", premiums) or (),
            radl=bool(self.optional(document, "radl", "", self.truth)),
            revoke=self.optional(document, "revoke", "", self.revoke),
            options=self.optional(document, "options", "", self.options) or {},
        )

    def game(self, value: Any, where: str) -> Game:
        game = self.object(value, where, _GAME_KEYS)
        if game is None:
            return Game("", "")
        where += "."
        points, count = self.points(game, where)
        return Game(
            contract=self.required(game, "contract", where, self.text) or "",
            declarer=self.required(game, "declarer", where, self.name) or "",
            partner=self.optional(game, "partner", where, self.name),
            king=self.optional(game, "king", where, self.king),
            points=points,
            count=count,
            order=self.order(game, where),
            won=self.optional(game, "won", where, self.truth),
            drawn=bool(self.optional(game, "drawn", where, self.truth)),
            tricks=self.optional(game, "tricks", where, self.whole),
            kontra=self.optional(game, "kontra", where, self.kontra),
            kontras=self.optional(game, "kontras", where, self.kontras) or {},
            kontra_void=bool(self.optional(game, "kontra_void", where, self.truth)),
            conceded=bool(self.optional(game, "conceded", where, self.truth)),
            unplayed=bool(self.optional(game, "unplayed", where, self.truth)),
        )

    def points(self, game: Document, where: str) -> tuple[int | None, dict[str, int] | None]:
        """The declarer's card points, or everybody's."""
        if isinstance(game.get("points"), dict):
            return None, self.by_name(game["points"], where + "points", self.card_points)
        return self.optional(game, "points", where, self.card_points), None

    def order(self, game: Document, where: str) -> Order | None:
        def groups(value: Any, where: str) -> tuple[tuple[str, ...], ...]:
            return self.items(value, where, self.names, _GROUPS)

        buergermeister = self.optional(game, "buergermeister", where, self.truth)
        jungfrauen = self.optional(game, "jungfrau", where, self.names)
        if "order" in game:
            found = self.optional(game, "order", where, groups) or ()
            return Order(found, bool(buergermeister), jungfrauen or ())
        for key in ("buergermeister", "jungfrau"):
            if key in game:
                self.report("only_with_order", where + key, key=key)
        return None

    def kontras(self, value: Any, where: str) -> dict[str, str]:
        return self.by_name(value, where, self.kontra)

    def premium(self, value: Any, where: str) -> Premium:
        premium = self.object(value, where, _PREMIUM_KEYS)
        if premium is None:
            return Premium("", "")
        where += "."
        return Premium(
            premium=self.required(premium, "premium", where, self.text) or "",
            by=self.required(premium, "by", where, self.name) or "",
            announced=bool(self.optional(premium, "announced", where, self.truth)),
            made=self.optional(premium, "made", where, self.truth),
            kontra=self.optional(premium, "kontra", where, self.kontra),
            kontra_void=bool(self.optional(premium, "kontra_void", where, self.truth)),
        )

    def revoke(self, value: Any, where: str) -> Renonce:
        def claims(value: Any, where: str) -> dict[str, int]:
            return self.by_name(value, where, self.whole)

        revoke = self.object(value, where, _REVOKE_KEYS)
        if revoke is None:
            return Renonce("")
        where += "."
        return Renonce(
            by=self.required(revoke, "by", where, self.name) or "",
            claims=self.optional(revoke, "claims", where, claims) or {},
        )

    def options(self, value: Any, where: str) -> dict[str, str | int]:
        return self.by_name(value, where, self.option)

    def option(self, value: Any, where: str) -> str | int:
        if isinstance(value, str) or type(value) is int:
            return value
        self.wrong(where, _TEXT_OR_NUMBER)
        return ""

    # the entries of a sheet

    def entry(self, value: Any, where: str) -> Entry:
        if isinstance(value, dict):
            if "void" in value:
                return self.void(value)
            if "event" in value:
                return self.event(value)
            for key in _DERIVED:
                if key in value:
                    self.report("derived_here", key, key=key)
        document = self.object(value, where, _HAND_KEYS) or {}
        return self.hand({key: item for key, item in document.items() if key not in _DERIVED}, ())

    def void(self, value: Document) -> Void:
        self.object(value, "", _VOID_KEYS)
        kind = self.text(value["void"], "void")
        if isinstance(value["void"], str) and kind not in _VOIDS:
            self.report("unknown_void", "void", key=kind)
        reason = self.optional(value, "reason", "", self.text)
        if "reason" not in value or (isinstance(value["reason"], str) and not value["reason"].strip()):
            self.report("reason_missing", "reason")
        return Void(kind, reason or "")

    def event(self, value: Document) -> Entry:
        event = self.text(value["event"], "event")
        if event == "dealer":
            self.object(value, "", _DEALER_KEYS)
            return Dealer(self.required(value, "dealer", "", self.name) or "")
        if event == "seating":
            self.object(value, "", _SEATING_KEYS)
            players = self.required(value, "players", "", self.names) or ()
            return Seating(players, self.required(value, "dealer", "", self.name) or "")
        if event == "schlussradl":
            self.object(value, "", _SCHLUSSRADL_KEYS)
        elif isinstance(value["event"], str):
            self.report("unknown_event", "event", key=event)
        return Schlussradl()


def read_hand(document: object, rules: Rules) -> Hand:
    """A hand from its record, or IllegalHand with everything that is wrong with its shape."""
    reader = _Reader(rules)
    hand = None
    known = reader.object(document, "", _HAND_KEYS)
    if known is not None:
        hand = reader.hand(known, reader.required(known, "players", "", reader.names) or ())
    if reader.problems or hand is None:
        raise IllegalHand(tuple(reader.problems))
    return hand


def read_sheet(document: Document, rules: Rules) -> tuple[Sheet, SheetProblems]:
    """A sheet of hands from its record, and what is wrong with its shape: by entry, or None for the table.

    An entry with a wrong shape holds placeholders, so the sheet may be derived only if there are none.
    """
    reader = _Reader(rules)
    reader.object(document, "", _SHEET_KEYS)
    players = reader.required(document, "players", "", reader.names) or ()
    dealer = reader.required(document, "dealer", "", reader.name) or ""
    options = reader.optional(document, "options", "", reader.options) or {}
    hands = document["hands"]
    if not isinstance(hands, list):
        reader.wrong("hands", _LIST)
        hands = []
    wrong: dict[int | None, tuple[Problem, ...]] = {}
    if reader.problems:
        wrong[None] = tuple(reader.problems)
    entries: list[Entry] = []
    for number, value in enumerate(hands):
        reader = _Reader(rules)
        entries.append(reader.entry(value, "hands"))
        if reader.problems:
            wrong[number] = tuple(reader.problems)
    return Sheet(players, dealer, tuple(entries), options), wrong


def hand_record(hand: Hand, rules: Rules) -> dict[str, Any]:
    """The record of a hand: what `read_hand` reads. What is not so is left out."""
    record: dict[str, Any] = {"rules": rules.slug}
    if hand.options:
        record["options"] = dict(hand.options)
    record["players"] = list(hand.players)
    record["games"] = [_game_record(game, rules) for game in hand.games]
    if hand.premiums:
        record["premiums"] = [_said(premium, _PREMIUM_KEYS) for premium in hand.premiums]
    if hand.radl:
        record["radl"] = True
    if hand.revoke is not None:
        record["revoke"] = _said(hand.revoke, _REVOKE_KEYS)
    return record


def _game_record(game: Game, rules: Rules) -> dict[str, Any]:
    written: Callable[[int], int | str] = blatt if rules.counting is Counting.BLATT else int
    record = _said(game, _GAME_KEYS_AS_FACTS)
    if game.points is not None:
        record["points"] = written(game.points)
    if game.count is not None:
        record["points"] = {player: written(points) for player, points in game.count.items()}
    if game.order is not None:
        record["order"] = [list(group) for group in game.order.groups]
        if game.order.buergermeister:
            record["buergermeister"] = True
        if game.order.jungfrauen:
            record["jungfrau"] = list(game.order.jungfrauen)
    return record


_GAME_KEYS_AS_FACTS = [
    key for key in _GAME_KEYS if key not in ("points", "order", "buergermeister", "jungfrau")
]


def _said(facts: Game | Premium | Renonce, keys: Iterable[str]) -> dict[str, Any]:
    """What was said, key by key: no empty keys, no flags that are off. `won` and `made` may be false."""
    record: dict[str, Any] = {}
    for key in keys:
        value = getattr(facts, key)
        if value is None or value == {} or (value is False and key not in ("won", "made")):
            continue
        record[key] = dict(value) if isinstance(value, Mapping) else value
    return record
