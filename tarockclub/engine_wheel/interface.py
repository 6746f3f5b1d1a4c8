"""Tarock as a library: settle hands, play a table, draw, rank, check and generate files of results.

Needs nothing but Python. Hands are frozen dataclasses; `from_dict` and `to_dict` lead from records, as they
are stored, to these and back. Amounts are exact, and every error is a `TarockError`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, overload

from scoring.engine.answers import rules_of
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
    SheetFacts,
    Void,
)
from scoring.engine.loading import SheetError
from scoring.engine.problems import IllegalHand, Problem, TarockError, problems_with
from scoring.engine.record import (
    EntryRecord,
    GameRecord,
    HandRecord,
    PremiumRecord,
    RevokeRecord,
    TableRecord,
    from_dict,
    to_dict,
)
from scoring.engine.result import Factor, Line, Outcome, Settlement
from scoring.engine.rules import Rules
from scoring.engine.settling import settle as settled
from scoring.engine.sheet import Fact, Position, SheetRow
from scoring.engine.table import Table
from scoring.engine.words import line_in_words
from scoring.heads import announced as draw_letters
from scoring.rules import SLUGS, published
from scoring.rules.importing import house_sheet
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
    "Fact",
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
    "Position",
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
    "SheetFacts",
    "SheetRow",
    "Standings",
    "Table",
    "TableRecord",
    "TarockError",
    "Void",
    "check",
    "draw",
    "draw_letters",
    "file_letters",
    "from_dict",
    "generate",
    "house_sheet",
    "is_seatable",
    "line_in_words",
    "published",
    "replay",
    "series_standings",
    "settle",
    "standings",
    "to_dict",
]

Language = Literal["de", "en"]


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


def replay(record: TableRecord, rules: str | Rules = "standard") -> list[dict[str, Any]]:
    """Return the hands of a table's record in order: who deals, who plays, doubled or not, amounts."""
    sheet = _sheet_of(record, rules)
    return [to_dict(row, sheet) for row in Table.from_dict(record, sheet).rows]


def _sheet_of(record: Mapping[str, Any], rules: str | Rules) -> Rules:
    """Return the sheet of a record: the one given, else the published one that it names, else that named."""
    return rules if isinstance(rules, Rules) else rules_of(record, published(), rules)


def check(file: bytes | str | dict[str, Any] | Path) -> FileVerdict:
    """Return the verdict on a file of results: its content, its text, what it says, or where it lies.

    >>> check({"format": "something else"}).status
    2
    """
    if isinstance(file, Path):
        return checked(file.read_bytes())
    text = json.dumps(file, ensure_ascii=False) if isinstance(file, dict) else file
    return checked(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
