"""What was really played is never refused, and comes out as the cards said.

The hands of `played_hands.jsonl` were dealt from a whole pack, announced, played to the last trick and
counted by a program that knew nothing of this one. Of 50,000 these were kept: each game, premium (silent and
announced, made and missed), edge of the card points and pair of premiums that occurred occurs in them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.customs import Effect, Kind
from scoring.engine.facts import Hand
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import from_dict
from scoring.engine.result import Line, Outcome, Settlement
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sides import declarer_wins, is_drawn
from scoring.rules import published
from tests.support.engine.hands import SEATS


@dataclass(frozen=True)
class Played:
    """A hand that was played: its record, and what the cards said."""

    record: dict[str, Any]
    won: tuple[bool, ...] = ()  # each game of the hand
    drawn: bool = False
    points: int | None = None  # of the declarer's side
    count: Mapping[str, int] = field(default_factory=dict)  # Trischaken: everybody's


def played_hands() -> dict[str, list[Played]]:
    """Return the hands of each sheet."""
    found: dict[str, list[Played]] = {}
    for line in Path(__file__).with_name("played_hands.jsonl").read_text().splitlines():
        row = json.loads(line)
        said = {name: row.pop(name) for name in ("won", "drawn", "points", "count") if name in row}
        hand = Played({"players": list(SEATS), **row}, **said)
        found.setdefault(row["rules"], []).append(hand)
    return found


PLAYED = played_hands()


@pytest.mark.parametrize("slug", PLAYED)
def test_played_hands_are_settled_as_they_were_played(slug: str) -> None:
    rules = published()[slug]
    assert [f"{fault}: {played}" for played in PLAYED[slug] for fault in faults(played, rules)] == []
    assert {played.record["games"][0]["contract"] for played in PLAYED[slug]} == set(rules.contracts)


def faults(played: Played, rules: Rules) -> Iterator[str]:
    """Yield what the engine says otherwise than the cards."""
    try:
        hand = from_dict(played.record, rules)
        problems = problems_with(hand, rules)
    except IllegalHand as illegal:
        problems = illegal.problems
    if problems:
        yield from (f"refused: {problem.in_words('de')}" for problem in problems)
        return
    settlement = settle(hand, rules)
    if hand.games[0].contract in rules.contracts and played.count:
        yield from _trischaken_faults(played, hand, rules, settlement)
        return
    for game, won in zip(hand.games, played.won, strict=True):
        if declarer_wins(game, rules.contracts[game.contract], rules) != won:
            yield f"{game.contract} is {'won' if won else 'not won'}"
    kind = rules.contracts[hand.games[0].contract].kind
    if kind is Kind.NEGATIVE:
        yield from _negative_faults(played, hand, settlement)
    else:
        yield from _positive_faults(played, hand, rules, settlement)


def _share(line: Line, hand: Hand, player: str) -> int:
    share = line.shares[hand.players.index(player)]
    return (share > 0) - (share < 0)


def _positive_faults(played: Played, hand: Hand, rules: Rules, settlement: Settlement) -> Iterator[str]:
    game, (won,) = hand.games[0], played.won
    if game.points is not None and not game.lagen and game.points != played.points:
        yield f"{game.points} points are {played.points}"
    if is_drawn(game, rules) != played.drawn or ("drawn" in settlement.triggers) != played.drawn:
        yield "35:35"
    first, *others = settlement.lines
    missed_valat = any(
        premium.premium == "valat" and premium.announced and not premium.made for premium in hand.premiums
    )
    valat = next((premium for premium in hand.premiums if premium.premium == "valat"), None)
    effect = rules.premiums["valat"].effect
    wins = won
    if valat is not None and effect is not Effect.LINE and missed_valat:
        wins = valat.by not in (game.declarer, game.partner)
    conceded = game.conceded
    if _share(first, hand, game.declarer) != (1 if wins and not conceded else -1):
        yield f"{first.subject} goes to the wrong side"
    expected = Outcome.WON if won else Outcome.DRAWN if played.drawn else Outcome.LOST
    plain = not (conceded or game.unplayed or (effect is not Effect.LINE and valat is not None))
    if plain and first.outcome is not expected:
        yield f"{first.subject} is {first.outcome}"
    lines = {line.subject: line for line in others}
    if len(lines) != len(others):
        yield "a line comes twice"
    for premium in hand.premiums:
        rule = rules.premiums[premium.premium]
        replaced = premium is valat and effect is Effect.REPLACES and (premium.made or premium.announced)
        if rule.effect is Effect.MULTIPLIES or replaced or conceded:
            continue
        line = lines.pop(premium.premium, None)
        if line is None or _share(line, hand, premium.by) != (1 if premium.made else -1):
            yield f"{premium.premium} goes to the wrong side"
    if lines and not conceded:
        yield f"nobody recorded {', '.join(lines)}"


def _negative_faults(played: Played, hand: Hand, settlement: Settlement) -> Iterator[str]:
    won = {game.declarer: result for game, result in zip(hand.games, played.won, strict=True)}
    for line in settlement.lines:
        (declarer,) = line.by or (hand.games[0].declarer,)
        if _share(line, hand, declarer) != (1 if won[declarer] else -1):
            yield f"{line.subject} of {declarer}"


def _trischaken_faults(played: Played, hand: Hand, rules: Rules, settlement: Settlement) -> Iterator[str]:
    """Who alone has most pays; who has least, or no trick where that counts, pays nothing."""
    assert rules.trischaken is not None
    count = played.count
    most, least = max(count.values()), min(count.values())
    payouts = settlement.payouts
    for player, points in count.items():
        if points == most and list(count.values()).count(most) == 1 and not payouts[player] < 0:
            yield f"{player} has most and pays nothing"
        free = points == least < most or (points == 0 and rules.trischaken.jungfrau)
        if free and payouts[player] < 0:
            yield f"{player} has least and pays"
    if "trischaken" in rules.radl.triggers and "trischaken" not in settlement.triggers:
        yield "no Radl"
