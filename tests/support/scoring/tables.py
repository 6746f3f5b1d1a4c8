"""Hands as a scorer dictates them, some in thirds or into the pot, and the ids that stand for names."""

from collections.abc import Mapping, Sequence
from typing import Any

Record = dict[str, Any]

FOUR = ("Anna", "Bert", "Cilli", "Dora")
FIVE = (*FOUR, "Emil")

REDEAL: Record = {"void": "redeal", "reason": "kein Tarock"}
STRUCK: Record = {"void": "struck", "reason": "Karten vermischt"}
SCHLUSSRADL: Record = {"event": "schlussradl"}


def hand(contract: str, declarer: str, **facts: Any) -> Record:
    return {"games": [{"contract": contract, "declarer": declarer, **facts}]}


def rufer(declarer: str, partner: str, *, won: bool = True) -> Record:
    """Only Vorhand plays it: 1 point each."""
    return hand("rufer", declarer, partner=partner, won=won)


def dreier(declarer: str, *, won: bool = True) -> Record:
    """Anybody plays it, alone: 5 points from each under the standard."""
    return hand("dreier", declarer, won=won)


def trischaken(vorhand: str, loser: str = "Bert") -> Record:
    """Starts a Radl where one is played."""
    return hand("trischaken", vorhand, order=[[loser]])


def dealer(name: str) -> Record:
    return {"event": "dealer", "dealer": name}


def seating(*names: str, dealer: str) -> Record:
    return {"event": "seating", "players": list(names), "dealer": dealer}


def exchanged(record: Any, names: Mapping[str, str]) -> Any:
    """Return the record with other names, as values and as keys.

    >>> exchanged({"by": "Dora", "claims": {"Anna": 2}}, {"Anna": "1", "Dora": "4"})
    {'by': '4', 'claims': {'1': 2}}
    """
    if isinstance(record, dict):
        return {names.get(key, key): exchanged(value, names) for key, value in record.items()}
    if isinstance(record, list):
        return [exchanged(item, names) for item in record]
    return names.get(record, record) if isinstance(record, str) else record


def pagat(by: str, *, made: bool, declarer: str = "Anna") -> Record:
    """A Dreier with an announced Pagat: whoever plays it plays alone."""
    premium = {"premium": "pagat", "by": by, "announced": True, "made": made}
    return {**hand("dreier", declarer, won=True), "premiums": [premium]}


def in_thirds(loser: str, names: Sequence[str]) -> Record:
    """A Trischaken that costs 2 points; the others had equally few and share them."""
    return hand("trischaken", names[0], order=[[loser], [name for name in names if name != loser]])
