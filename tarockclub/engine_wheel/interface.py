"""Tarock as a library: settle hands, play a table, draw, rank, check and generate files of results.

Needs nothing but Python. Hands are frozen dataclasses; `from_dict` and `to_dict` lead from records, as they
are stored, to these and back. Amounts are exact, and every error is a `TarockError`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict, overload

from scoring.engine.answers import row_answer, rules_of, settlement_answer
from scoring.engine.facts import (
    CalledRadl,
    Dealer,
    Entry,
    Game,
    Hand,
    Order,
    Premium,
    Renonce,
    Schlussradl,
    Seating,
    Void,
)
from scoring.engine.loading import SheetError, rules_from
from scoring.engine.problems import IllegalHand, Problem, TarockError, problems_with
from scoring.engine.record import hand_record, read_hand
from scoring.engine.result import Factor, Line, Outcome, Settlement
from scoring.engine.rules import Rules
from scoring.engine.settling import settle as settled
from scoring.engine.sheet import SheetRow
from scoring.engine.table import Table
from scoring.engine.words import line_in_words
from scoring.heads import announced as draw_letters
from scoring.rules import SLUGS, published
from scoring.rules.importing import imported
from tournaments.engine.criteria import CRITERIA, Result, Score
from tournaments.engine.ladders import LADDERS, EventOutcome, LadderChoice
from tournaments.engine.ranking import Place, Standings, standings
from tournaments.engine.seating import Drawn, Method, draw
from tournaments.engine.series import HeldEvent, SeriesStandings, SeriesTerms, series_standings
from tournaments.engine.sizes import is_seatable
from tournaments.results_file.checking import checked
from tournaments.results_file.generating import generated as generate
from tournaments.results_file.letters import letters_of as file_letters
from tournaments.results_file.verdict import FileVerdict

__all__ = [
    "CRITERIA",
    "LADDERS",
    "SLUGS",
    "CalledRadl",
    "Dealer",
    "Drawn",
    "Entry",
    "EntryRecord",
    "EventOutcome",
    "Factor",
    "FileVerdict",
    "Game",
    "GameRecord",
    "Hand",
    "HandRecord",
    "HeldEvent",
    "IllegalHand",
    "LadderChoice",
    "Line",
    "Method",
    "Order",
    "Outcome",
    "Place",
    "Premium",
    "PremiumRecord",
    "Problem",
    "Renonce",
    "Result",
    "RevokeRecord",
    "Rules",
    "Schlussradl",
    "Score",
    "Seating",
    "SeriesStandings",
    "SeriesTerms",
    "Settlement",
    "SheetError",
    "SheetRow",
    "Standings",
    "Table",
    "TarockError",
    "Void",
    "check",
    "draw",
    "draw_letters",
    "file_letters",
    "from_dict",
    "generate",
    "house_sheet",
    "in_words",
    "is_seatable",
    "published",
    "replay",
    "series_standings",
    "settle",
    "standings",
    "to_dict",
]

Language = Literal["de", "en"]


# Records, as they are stored and sent


class GameRecord(TypedDict, total=False):
    """One game of a record."""

    contract: str
    declarer: str
    partner: str
    king: Literal["talon", "self"]
    points: int | str | dict[str, int | str]
    order: list[list[str]]
    buergermeister: bool
    jungfrau: list[str]
    won: bool
    drawn: bool
    tricks: int
    kontra: str
    kontras: dict[str, str]
    kontra_void: bool
    conceded: bool
    unplayed: bool


class PremiumRecord(TypedDict, total=False):
    """One premium of a record."""

    premium: str
    by: str
    against: str
    announced: bool
    made: bool
    kontra: str
    kontra_void: bool


class RevokeRecord(TypedDict, total=False):
    """Who revoked, and what they pay beyond the game."""

    by: str | list[str]
    claims: dict[str, int]


class HandRecord(TypedDict, total=False):
    """A hand as a record: at a table without rules, players and Radl, which follow from it."""

    rules: str
    options: dict[str, str | int]
    players: list[str]
    radl: bool | int
    games: list[GameRecord]
    premiums: list[PremiumRecord]
    revoke: RevokeRecord


class EntryRecord(HandRecord, total=False):
    """Anything that a table's sheet holds: a hand, a void hand or an event."""

    void: Literal["redeal", "struck"]
    reason: str
    event: Literal["seating", "dealer", "schlussradl", "radl"]
    dealer: str


# Records to facts, and what comes of them to records


def from_dict(record: HandRecord, sheet: Rules) -> Hand:
    """Return the hand that a record says; raise IllegalHand with all that is wrong with it.

    >>> game: GameRecord = {"contract": "dreier", "declarer": "Anna", "won": True}
    >>> people = ["Anna", "Bert", "Cilli", "Dora"]
    >>> hand = from_dict({"players": people, "games": [game]}, published()["standard"])
    >>> hand.games[0].declarer
    'Anna'
    """
    return read_hand(record, sheet)


@overload
def to_dict(value: Hand, sheet: Rules) -> HandRecord: ...
@overload
def to_dict(value: Settlement | SheetRow, sheet: Rules, language: Language = "de") -> dict[str, Any]: ...
def to_dict(value: Hand | Settlement | SheetRow, sheet: Rules, language: Language = "de") -> Any:
    """Return a hand as it is stored, or a settlement or row as `manage.py settle` prints it."""
    if isinstance(value, Hand):
        return hand_record(value, sheet)
    return row_answer(value) if isinstance(value, SheetRow) else settlement_answer(value, sheet, language)


def in_words(line: Line, sheet: Rules, language: Language = "de") -> str:
    """Return why a line pays, as a scorer would say it: "Rufer won: 1"."""
    return line_in_words(line, sheet, language)


# Hands and tables


@overload
def settle(record: Hand, rules: str | Rules = "standard") -> Settlement: ...
@overload
def settle(
    record: HandRecord, rules: str | Rules = "standard", *, language: Language = "de"
) -> dict[str, Any]: ...
def settle(record: Any, rules: str | Rules = "standard", *, language: Language = "de") -> Any:
    """Return what everybody gets of a hand, line by line: of a hand a settlement, of a record a dict.

    >>> game = Game("solorufer", "Anna", partner="Dora", won=True)
    >>> settle(Hand(("Anna", "Bert", "Cilli", "Dora"), (game,))).payouts
    {'Anna': 2, 'Bert': -2, 'Cilli': -2, 'Dora': 2}
    """
    sheet = _sheet_of({} if isinstance(record, Hand) else record, rules)
    hand = record if isinstance(record, Hand) else from_dict(record, sheet)
    if problems := problems_with(hand, sheet):
        raise IllegalHand(problems)
    settlement = settled(hand, sheet)
    return settlement if record is hand else to_dict(settlement, sheet, language)


def replay(record: Mapping[str, Any], rules: str | Rules = "standard") -> list[dict[str, Any]]:
    """Return the hands of a table's record in order: who deals, who plays, doubled or not, amounts."""
    sheet = _sheet_of(record, rules)
    return [to_dict(row, sheet) for row in Table.from_dict(record, sheet).rows]


def _sheet_of(record: Mapping[str, Any], rules: str | Rules) -> Rules:
    """Return the sheet of a record: the one given, else the published one that it names, else that named."""
    return rules if isinstance(rules, Rules) else rules_of(record, published(), rules)


def house_sheet(text: str | bytes, slug: str = "house") -> Rules:
    """Return the rules of a TOML sheet, which may extend a published one; or raise SheetError."""
    sheet = imported(text.encode() if isinstance(text, str) else text)
    if sheet.data is None or not sheet.works:
        raise SheetError(slug, sheet.mistakes)
    return rules_from(sheet.data, slug)


def check(file: bytes | str | dict[str, Any] | Path) -> FileVerdict:
    """Return the verdict on a file of results: its content, its text, what it says, or where it lies.

    >>> check({"format": "something else"}).status
    2
    """
    if isinstance(file, Path):
        return checked(file.read_bytes())
    text = json.dumps(file, ensure_ascii=False) if isinstance(file, dict) else file
    return checked(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
