"""Rulings on results: tables without a result, penalties, adjusted scores.

A ruling concerns one player at a table or everybody there; the newest on the same subject holds. The result
keeps its hands, busts and cash; only the ranked score changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, amount_in_words, exact

EVERYBODY = ""  # at the table


class AdjustmentKind(StrEnum):
    """What holds for a result from now on."""

    NOT_PLAYED = "not_played"  # no result: the round does not count
    AS_IT_STOOD = "as_it_stood"  # the hands that are there, even if there is none
    AVERAGE = "average"  # the mean of the other rounds
    NO_SHOW = "no_show"  # did not turn up: no result
    POINTS = "points"  # added to the result, or taken off
    NONE = "none"  # what was ruled before holds no more


WITHOUT_RESULT = (AdjustmentKind.NOT_PLAYED, AdjustmentKind.NO_SHOW)
OF_A_TABLE = (
    AdjustmentKind.NOT_PLAYED,
    AdjustmentKind.AS_IT_STOOD,
)  # about everybody at it, never one person


class Adjustment(NamedTuple):
    """What holds for one person, or for everybody at a table."""

    kind: AdjustmentKind
    points: Amount = 0  # with sign


Adjustments = Mapping[str, Adjustment]  # of one table, by player; EVERYBODY: all who sat there


def in_force(rulings: Iterable[tuple[str, Adjustment]]) -> dict[str, Adjustment]:
    """Return the newest ruling about each person and about the table, from the first to the newest.

    >>> average, penalty = Adjustment(AdjustmentKind.AVERAGE), Adjustment(AdjustmentKind.POINTS, -10)
    >>> sorted(in_force([("", average), ("12", penalty), ("", Adjustment(AdjustmentKind.NONE))]))
    ['12']
    """
    newest = dict(rulings)
    return {target: ruled for target, ruled in newest.items() if ruled.kind is not AdjustmentKind.NONE}


def as_json(adjustments: Adjustments) -> dict[str, dict[str, int | str]]:
    """Return a table's rulings as they are stored beside its results.

    Points are no text where they are whole: a text could be somebody's id.
    """

    def stored(ruled: Adjustment) -> dict[str, int | str]:
        fields: dict[str, int | str] = {"kind": ruled.kind.value}
        if ruled.kind is AdjustmentKind.POINTS:
            fields["points"] = amount_in_words(ruled.points)
        return fields

    return {target: stored(ruled) for target, ruled in adjustments.items()}


def from_json(stored: Mapping[str, Any]) -> Adjustments:
    """Return the rulings written by `as_json`, or one in a file."""
    return {target: adjustment_from(ruled) for target, ruled in stored.items()}


def adjustment_from(stored: Mapping[str, Any]) -> Adjustment:
    """Return one ruling from its stored form, or from a file."""
    return Adjustment(AdjustmentKind(stored["kind"]), amount_from(stored.get("points", 0)))


def about_player(player: str, adjustments: Adjustments) -> tuple[Adjustment, ...]:
    """Return the rulings on a player: that on the whole table, then the player's own."""
    return tuple(adjustments[target] for target in (EVERYBODY, player) if target in adjustments)


def score_ruled(ruled: Iterable[Adjustment]) -> AdjustmentKind | None:
    """Return the kind of the ruled score, None without one; a ruling on the player overrides the table's."""
    kinds = [each.kind for each in ruled if each.kind is not AdjustmentKind.POINTS]
    return kinds[-1] if kinds else None


def points_ruled(ruled: Iterable[Adjustment]) -> Amount:
    """Return the points added to a result by rulings on the table and on the player."""
    return exact(sum([each.points for each in ruled]))


def mean(amounts: Iterable[Amount], otherwise: Amount) -> Amount:
    """Return the exact mean; of nothing, the value `otherwise`.

    >>> mean([50, 61], 50), mean([], 50)
    (Fraction(111, 2), 50)
    """
    values = list(amounts)
    return exact(Fraction(sum(values)) / len(values)) if values else otherwise
