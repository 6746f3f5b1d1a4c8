"""Write records: facts as JSON that reads as the same facts, and what they come to."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, overload

from scoring.engine import facts
from scoring.engine.customs import Counting
from scoring.engine.facts import Entry, Game, Hand, Premium
from scoring.engine.numbers import WRITTEN_AS
from scoring.engine.record.reading import GAME_KEYS, PREMIUM_KEYS, REVOKE_KEYS
from scoring.engine.record.shapes import HandRecord
from scoring.engine.result import Amount, Settlement, amount_in_words
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.sheet import SheetRow
from scoring.engine.sides import blatt
from scoring.engine.words import line_in_words


@overload
def to_dict(value: Hand, rules: Rules) -> HandRecord: ...
@overload
def to_dict(value: Entry, rules: Rules) -> Any: ...
@overload
def to_dict(value: Settlement | SheetRow, rules: Rules, language: str = "de") -> dict[str, Any]: ...
def to_dict(value: Entry | Settlement | SheetRow, rules: Rules, language: str = "de") -> Any:
    """Return an entry as it is stored, or a settlement or row as `manage.py settle` prints it.

    A hand without players is one of a table, which has no Radl of its own either.
    """
    if isinstance(value, Settlement):
        return _settlement_record(value, rules, language)
    return _row_record(value) if isinstance(value, SheetRow) else _entry_record(value, rules)


def _entry_record(entry: Entry, rules: Rules) -> dict[str, Any]:
    if isinstance(entry, Hand):
        return _hand_record(entry, rules)
    if isinstance(entry, facts.Void):
        return {"void": entry.kind, "reason": entry.reason}
    if isinstance(entry, facts.Seating):
        return {"event": "seating", "players": list(entry.players), "dealer": entry.dealer}
    if isinstance(entry, facts.Dealer):
        return {"event": "dealer", "dealer": entry.dealer}
    if isinstance(entry, facts.OtherRules):
        record: dict[str, Any] = {"event": "rules", "version": entry.version, "digest": entry.digest}
        record |= {"options": dict(entry.options)} if entry.options else {}
        record |= {"from_first": True} if entry.from_first else {}
        return record | ({WRITTEN_AS: entry.written_as} if entry.written_as else {})
    if isinstance(entry, facts.RightNames):
        record = {"event": "people", "people": dict(entry.people)}
        return record | ({"from_here": True} if entry.from_here else {})
    if isinstance(entry, facts.Totals):
        return {"event": "totals", "twelfths": dict(entry.twelfths)}
    if entry == facts.DoublingEnds(dealt=True):
        return {"event": _EVENTS[facts.DoublingEnds], "dealt": True}
    return {"event": _EVENTS[type(entry)]}


# Events that say nothing but that they happened.
_EVENTS: Mapping[type[Entry], str] = {
    facts.Schlussradl: "schlussradl",
    facts.CalledRadl: "radl",
    facts.DoublingEnds: "bell",
    facts.DoublingResumes: "more_time",
}


_WRITTEN_OTHERWISE = ("points", "order", "buergermeister", "jungfrau")


def _hand_record(hand: Hand, rules: Rules) -> dict[str, Any]:
    record: dict[str, Any] = {"rules": rules.slug} if hand.players else {}
    if hand.options:
        record["options"] = dict(hand.options)
    if hand.players:
        record["players"] = list(hand.players)
    record["games"] = [_game_record(game, rules) for game in hand.games]
    if hand.premiums:
        record["premiums"] = [_facts_record(premium, PREMIUM_KEYS) for premium in hand.premiums]
    if hand.radl and hand.players:
        record["radl"] = True if hand.times == DOUBLED else hand.times
    if hand.revoke is not None:
        record["revoke"] = _facts_record(hand.revoke, REVOKE_KEYS)
        if hand.revoke.others:
            record["revoke"]["by"] = list(hand.revoke.offenders)
    return record


def _game_record(game: Game, rules: Rules) -> dict[str, Any]:
    written: Callable[[int], int | str] = blatt if rules.counting is Counting.BLATT else int
    record = _facts_record(game, [key for key in GAME_KEYS if key not in _WRITTEN_OTHERWISE])
    if game.points is not None:
        record["points"] = game.points // 3 if game.lagen else written(game.points)
    if game.count is not None:
        record["points"] = {player: written(points) for player, points in game.count.items()}
    if game.order is not None:
        record["order"] = [list(group) for group in game.order.groups]
        if game.order.buergermeister:
            record["buergermeister"] = True
        if game.order.jungfrauen:
            record["jungfrau"] = list(game.order.jungfrauen)
    return record


def _facts_record(fact: Game | Premium | facts.Renonce, keys: Iterable[str]) -> dict[str, Any]:
    """Return a fact's values by key, without empty ones and flags that are off, except `won` and `made`."""
    record: dict[str, Any] = {}
    for key in keys:
        value = getattr(fact, key)
        if value is None or value == {} or (value is False and key not in ("won", "made")):
            continue
        record[key] = dict(value) if isinstance(value, Mapping) else value
    return record


def _settlement_record(settlement: Settlement, rules: Rules, language: str) -> dict[str, Any]:
    """Return everybody's amount, and the reasons line by line."""
    players = settlement.players
    return {
        "payouts": _amounts(settlement.payouts),
        "schrift": _amounts(settlement.schrift),
        "lines": [
            {
                "text": line_in_words(line, rules, language),
                "payouts": _amounts(dict(zip(players, line.amounts, strict=True))),
            }
            for line in settlement.lines
        ],
        "triggers": list(settlement.triggers),
    }


def _row_record(row: SheetRow) -> dict[str, Any]:
    """Return the amounts of a sheet's row."""
    nothing: dict[str, Amount] = dict.fromkeys(row.players, 0)
    return {
        "dealer": row.dealer,
        "players": list(row.players),
        "radl": row.radl,
        "payouts": _amounts(nothing if row.settlement is None else row.settlement.payouts),
        "schrift": _amounts(nothing if row.settlement is None else row.settlement.schrift),
        "totals": _amounts(row.totals),
        "schrift_totals": _amounts(row.schrift_totals),
        "triggers": list(row.triggers),
    }


def _amounts(amounts: Mapping[str, Amount]) -> dict[str, int | str]:
    return {player: amount_in_words(amount) for player, amount in amounts.items()}
