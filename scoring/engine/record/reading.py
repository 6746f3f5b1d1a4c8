"""Read a record: from JSON to facts. Shapes are checked here, rules in `problems`."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sized
from functools import partial
from typing import Any, NamedTuple, TypeVar

from scoring.engine import facts
from scoring.engine.customs import Counting
from scoring.engine.declaring import declared
from scoring.engine.facts import VOIDS, Entry, Game, Hand, Premium
from scoring.engine.problems import IllegalHand, Problem, problems_with, unknown
from scoring.engine.record.shapes import GameRecord, HandRecord, PremiumRecord, RevokeRecord, TableRecord
from scoring.engine.rules import DOUBLED, KONTRA_LABELS, Rules
from scoring.engine.sides import thirds
from scoring.engine.texts import Text, sentences

Document = Mapping[str, Any]
T = TypeVar("T")

HAND_KEYS, GAME_KEYS, PREMIUM_KEYS, REVOKE_KEYS, _TABLE_KEYS = (
    tuple(shape.__annotations__)
    for shape in (HandRecord, GameRecord, PremiumRecord, RevokeRecord, TableRecord)
)
_VOID_KEYS = ("void", "reason")
# The keys of each event that a phone can send.
_EVENT_KEYS = {
    "seating": ("event", "players", "dealer"),
    "dealer": ("event", "dealer"),
    "schlussradl": ("event",),
    "radl": ("event",),  # only where it is agreed that a double round is called
}

LONGEST_REASON = 400
_DERIVED = ("rules", "players", "radl")  # what a hand of a sheet leaves out

_EXPECTED = sentences(declared(__name__))
_REASON = Text(
    f"ein lesbarer Text von höchstens {LONGEST_REASON} Zeichen",
    f"a readable text of at most {LONGEST_REASON} characters",
)
_LAGEN = re.compile("[0-9]{1,2}", re.ASCII)


# No table needs more; whoever sends more is not playing cards.
MOST_ITEMS = 100
MOST_HANDS = 10_000

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
_HIDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_UNSEEN_LETTERS = set("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters by class, blanks to the eye
_JOINERS = "\u200c\u200d"  # some scripts and emoji cannot be written without


def is_readable(name: str) -> bool:
    """Return whether a person can read this name: it is visible, and has no signs that hide or turn text.

    >>> is_readable("=Anna"), is_readable("Anna "), is_readable("An\\x00na"), is_readable("\\u202eannA")
    (True, False, False, False)
    """
    if name != name.strip():
        return False
    if name.isprintable():  # neither anything that hides nor any blank but the usual one
        return bool(name) and _UNSEEN_LETTERS.isdisjoint(name)
    kinds = [unicodedata.category(letter) for letter in name if letter not in _JOINERS]
    return (
        any(kind not in _UNSEEN for kind in kinds)
        and not _HIDING & set(kinds)
        and not _UNSEEN_LETTERS & set(name)
    )


class _Reader:
    """Takes a document apart and collects everything that is wrong with its shape.

    A reading method answers with a placeholder where it cannot read; `misread` then says that the facts
    are not those of the document. A key too many, say, is a problem too but leaves the facts whole.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []
        self.misread = False

    def remark(self, code: str, path: str, /, **named: object) -> None:
        self.problems.append(Problem(code, path, named))

    def report(self, code: str, path: str, /, **named: object) -> None:
        self.remark(code, path, **named)
        self.misread = True

    def wrong(self, where: str, expected: Text) -> None:
        self.report("wrong_type", where, where=where, expected=expected)

    def fits(self, entries: Sized, where: str, most: int = MOST_ITEMS) -> bool:
        """Return whether there are at most `most` entries, and report it if there are more."""
        if len(entries) > most:
            self.report("too_many_items", where, where=where or _EXPECTED["all_of_it"], most=most)
            return False
        return True

    # one value

    def text(self, value: Any, where: str) -> str:
        if isinstance(value, str):
            return value
        self.wrong(where, _EXPECTED["text"])
        return ""

    def name(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            self.wrong(where, _EXPECTED["name"])
            return ""
        if not value.strip(" "):
            self.remark("name_empty", where, where=where)
        elif not is_readable(value):
            self.remark("name_unreadable", where, where=where)
        return value

    def truth(self, value: Any, where: str) -> bool:
        if value is not True and value is not False:
            self.wrong(where, _EXPECTED["truth"])
        return value is True

    def whole(self, value: Any, where: str) -> int:
        if type(value) is int:
            return value
        self.wrong(where, _EXPECTED["whole"])
        return 0

    def king(self, value: Any, where: str) -> str:
        if value != "talon" and value != "self":
            self.wrong(where, _EXPECTED["king"])
        return str(value)

    def kontra(self, value: Any, where: str) -> str:
        level = self.text(value, where)
        if isinstance(value, str) and level not in KONTRA_LABELS:
            levels = ", ".join(self.rules.kontra.label(known) for known in self.rules.levels or KONTRA_LABELS)
            self.report("unknown_kontra", where, key=level, levels=levels)
        return level

    def game_points(self, value: Any, where: str) -> tuple[int, bool]:
        """Return the card points of a side, and whether they are counted in Lagen."""
        lagen = self.rules.counting is Counting.BLATT and _LAGEN.fullmatch(str(value)) is not None
        if lagen and type(value) in (int, str):
            return int(value) * 3, True
        return self.card_points(value, where, _EXPECTED["points_of_a_side"]), False

    def card_points(self, value: Any, where: str, expected: Text = _EXPECTED["points_blatt"]) -> int:
        if value == "0":
            return 0  # nothing is nothing, whatever is counted
        if self.rules.counting is Counting.PLAIN:
            if type(value) is int:
                return value
            self.wrong(where, _EXPECTED["points_plain"])
        else:
            points = thirds(value) if isinstance(value, str) else None
            if points is not None:
                return points
            self.wrong(where, expected)
        return 0

    # values that hold values

    def items(
        self, value: Any, where: str, read: Callable[[Any, str], T], expected: Text = _EXPECTED["list"]
    ) -> tuple[T, ...]:
        if not isinstance(value, list):
            self.wrong(where, expected)
        elif self.fits(value, where):
            return tuple([read(item, f"{where}.{index}") for index, item in enumerate(value)])
        return ()

    def names(self, value: Any, where: str) -> tuple[str, ...]:
        return self.items(value, where, self.name, _EXPECTED["names"])

    def by_name(self, value: Any, where: str, read: Callable[[Any, str], T]) -> dict[str, T]:
        if not isinstance(value, dict):
            self.report("not_an_object", where, where=where)
        elif self.fits(value, where):
            return {name: read(item, f"{where}.{name}") for name, item in value.items()}
        return {}

    def object(self, value: Any, where: str, known: Collection[str]) -> Document | None:
        if not isinstance(value, dict):
            self.report("not_an_object", where, where=where or _EXPECTED["all_of_it"])
            return None
        if not self.fits(value, where):
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

    def given(self, document: Document, where: str, **read: Callable[[Any, str], Any]) -> dict[str, Any]:
        """Return those of these facts that the document gives."""
        return {key: reader(document[key], where + key) for key, reader in read.items() if key in document}

    # the parts of a hand

    def hand(self, document: Document, players: tuple[str, ...]) -> Hand:
        games = partial(self.items, read=self.game)
        premiums = partial(self.items, read=self.premium)
        return Hand(
            players=players,
            games=self.required(document, "games", "", games) or (),
            premiums=self.optional(document, "premiums", "", premiums) or (),
            **self.radl(document),
            revoke=self.optional(document, "revoke", "", self.revoke),
            options=self.optional(document, "options", "", self.options) or {},
        )

    def game(self, value: Any, where: str) -> Game:
        game = self.object(value, where, GAME_KEYS)
        if game is None:
            return Game("", "")
        where += "."
        (points, lagen), count = self.points(game, where)
        return Game(
            contract=self.required(game, "contract", where, self.text) or "",
            declarer=self.required(game, "declarer", where, self.name) or "",
            **self.given(game, where, partner=self.name, king=self.king),
            points=points,
            lagen=lagen,
            count=count,
            order=self.order(game, where),
            **self.given(game, where, won=self.truth, drawn=self.truth, tricks=self.whole),
            **self.given(game, where, kontra=self.kontra, kontras=self.kontras, kontra_void=self.truth),
            **self.given(game, where, conceded=self.truth, unplayed=self.truth),
        )

    def points(self, game: Document, where: str) -> tuple[tuple[int | None, bool], dict[str, int] | None]:
        """Return the declarer's card points, or everybody's, which are counted to the Blatt."""
        if isinstance(game.get("points"), dict):
            return (None, False), self.by_name(game["points"], where + "points", self.card_points)
        return self.optional(game, "points", where, self.game_points) or (None, False), None

    def order(self, game: Document, where: str) -> facts.Order | None:
        groups = partial(self.items, read=self.names, expected=_EXPECTED["groups"])
        buergermeister = self.optional(game, "buergermeister", where, self.truth)
        jungfrauen = self.optional(game, "jungfrau", where, self.names)
        if "order" in game:
            order_groups = self.optional(game, "order", where, groups) or ()
            return facts.Order(order_groups, bool(buergermeister), jungfrauen or ())
        for key in ("buergermeister", "jungfrau"):
            if game.get(key):
                self.report("only_with_order", where + key, key=key)
        return None

    def kontras(self, value: Any, where: str) -> dict[str, str]:
        return self.by_name(value, where, self.kontra)

    def premium(self, value: Any, where: str) -> Premium:
        premium = self.object(value, where, PREMIUM_KEYS)
        if premium is None:
            return Premium("", "")
        where += "."
        return Premium(
            premium=self.required(premium, "premium", where, self.text) or "",
            by=self.required(premium, "by", where, self.name) or "",
            **self.given(premium, where, against=self.name, announced=self.truth, made=self.truth),
            **self.given(premium, where, kontra=self.kontra, kontra_void=self.truth),
        )

    def radl(self, document: Document) -> dict[str, Any]:
        """Return whether the hand is doubled, or its factor where it is a number."""
        times = document.get("radl")
        if type(times) is int and times >= DOUBLED:
            return {"radl": True, "times": times}
        return {"radl": bool(self.optional(document, "radl", "", self.truth))}

    def revoke(self, value: Any, where: str) -> facts.Renonce:
        revoke = self.object(value, where, REVOKE_KEYS)
        if revoke is None:
            return facts.Renonce("")
        where += "."
        by, *others = self.required(revoke, "by", where, self.offenders) or ("",)
        claimed = self.optional(revoke, "claims", where, partial(self.by_name, read=self.whole)) or {}
        return facts.Renonce(by, claimed, tuple(others))

    def offenders(self, value: Any, where: str) -> tuple[str, ...]:
        """Return one name, or those of a list."""
        if not isinstance(value, list):
            return (self.name(value, where),)
        if not value:
            self.wrong(where, _EXPECTED["names"])
        return self.names(value, where)

    def options(self, value: Any, where: str) -> dict[str, str | int]:
        return self.by_name(value, where, self.option)

    def option(self, value: Any, where: str) -> str | int:
        if isinstance(value, str) or type(value) is int:
            return value
        self.wrong(where, _EXPECTED["text_or_number"])
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
                    self.remark("derived_here", key, key=key)
        document = self.object(value, where, HAND_KEYS)
        if document is None:
            return Hand((), ())
        return self.hand({key: item for key, item in document.items() if key not in _DERIVED}, ())

    def void(self, value: Document) -> facts.Void:
        self.object(value, "", _VOID_KEYS)
        kind = self.text(value["void"], "void")
        if isinstance(value["void"], str) and kind not in VOIDS:
            self.report("unknown_void", "void", key=kind)
        reason = self.optional(value, "reason", "", self.text)
        if "reason" not in value or (isinstance(value["reason"], str) and not value["reason"].strip()):
            if kind != "redeal":
                self.remark("reason_missing", "reason")
        elif reason and not (len(reason) <= LONGEST_REASON and is_readable(" ".join(reason.split()))):
            self.wrong("reason", _REASON)
        return facts.Void(kind, reason or "")

    def event(self, value: Document) -> Entry:
        event = self.text(value["event"], "event")
        is_called = event == "radl" and self.rules.calls_radl
        if event in _EVENT_KEYS and (is_called or event != "radl"):
            self.object(value, "", _EVENT_KEYS[event])
        elif isinstance(value["event"], str):
            self.report("unknown_event", "event", key=event)
        if event == "dealer":
            return facts.Dealer(self.required(value, "dealer", "", self.name) or "")
        if event == "seating":
            players = self.required(value, "players", "", self.names) or ()
            return facts.Seating(players, self.required(value, "dealer", "", self.name) or "")
        return facts.CalledRadl() if is_called else facts.Schlussradl()


def from_dict(record: HandRecord, rules: Rules) -> Hand:
    """Return the hand that a record says; raise IllegalHand with all that is wrong with its shape."""
    reader = _Reader(rules)
    known = reader.object(record, "", HAND_KEYS)
    if known is None:
        raise IllegalHand(tuple(reader.problems))
    hand = reader.hand(known, reader.required(known, "players", "", reader.names) or ())
    if reader.problems:
        against = () if reader.misread else problems_with(hand, rules)
        raise IllegalHand((*reader.problems, *against))
    return hand


def entry_from_dict(record: object, rules: Rules) -> Entry:
    """Return an entry of a table from its record; raise IllegalHand with all that is wrong with its shape."""
    entry, reader = _read_entry(record, rules)
    if reader.problems:
        raise IllegalHand(tuple(reader.problems))
    return entry


class ReadSheet(NamedTuple):
    """A sheet of hands as far as it could be read; with problems it cannot be derived."""

    sheet: facts.SheetFacts
    problems: Mapping[int | None, tuple[Problem, ...]]  # by entry, or None: the table itself
    misread: frozenset[int | None]  # where the facts are placeholders


def read_sheet(document: Document, rules: Rules) -> ReadSheet:
    """Return a sheet of hands from its record, and what is wrong with its shape."""
    reader = _Reader(rules)
    reader.object(document, "", _TABLE_KEYS)
    players = reader.required(document, "players", "", reader.names) or ()
    dealer = reader.required(document, "dealer", "", reader.name) or ""
    options = reader.optional(document, "options", "", reader.options) or {}
    hands, entries = document["hands"], []
    if not isinstance(hands, list):
        reader.remark("wrong_type", "hands", where="hands", expected=_EXPECTED["list"])
    elif reader.fits(hands, "hands", MOST_HANDS):
        entries = [_read_entry(value, rules) for value in hands]
    readers: dict[int | None, _Reader] = {None: reader}
    readers |= {number: entry_reader for number, (_, entry_reader) in enumerate(entries)}
    return ReadSheet(
        facts.SheetFacts(players, dealer, tuple(entry for entry, _ in entries), options),
        {number: tuple(reader.problems) for number, reader in readers.items() if reader.problems},
        frozenset(number for number, reader in readers.items() if reader.misread),
    )


def _read_entry(value: Any, rules: Rules) -> tuple[Entry, _Reader]:
    reader = _Reader(rules)
    return reader.entry(value, ""), reader
