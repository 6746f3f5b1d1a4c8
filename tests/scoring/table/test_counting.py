"""What statistics count of one hand: worked out by hand, and for hands of all sheets from what is settled."""

import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.amounts import noted
from scoring.engine.facts import Entry
from scoring.engine.record import entry_from_dict
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, first_position, replayed
from scoring.rules import published
from scoring.table.counting import HandCounted, counted
from tests.support.scoring.tables import FOUR, exchanged

SEATS = ("1", "2", "3", "4")
ENDS = {True: "won", False: "lost", None: "revoked"}
WORKED = tomllib.loads(Path(__file__).with_name("counted_hands.toml").read_text(encoding="utf-8"))


def count(entry: Entry, rules: Rules) -> HandCounted:
    """The only hand of a table."""
    [row] = replayed(first_position(SEATS, SEATS[-1]), [Fact(None, 1, entry, rules)]).rows
    return counted(row)


def told(found: HandCounted) -> Iterator[str]:
    """Games with a letter for each seat, premiums and kontras with what they brought, in points."""

    def brought(twelfths: Iterable[int] | None) -> str:
        return "".join(f" {noted(Fraction(amount, 12))}" for amount in twelfths or ())

    for game in found.games:
        yield f"{game.contract} {game.sides} {ENDS[game.won]}{brought(game.twelfths)}"
    for premium in found.premiums:
        yield f"{premium.key} of {FOUR[premium.seat]}, {premium.how}:{brought(premium.twelfths)}"
    for kontra in found.kontras:
        givers = "+".join(FOUR[seat] for seat in kontra.givers)
        yield f"step {kontra.step} of {givers}:{brought(kontra.twelfths)}"
    if found.schrift != found.twelfths:
        yield f"schrift {list(found.schrift)}"
    for what, seats in (("jungfrau", found.jungfrauen), ("buergermeister", found.buergermeister)):
        if seats:
            yield f"{what} {list(seats)}"


@pytest.mark.parametrize("worked", WORKED["hand"])
def test_a_hand_is_counted_as_worked_out(worked: dict[str, Any]) -> None:
    rules = published()[worked["sheet"]]
    record = {part: worked[part] for part in worked.keys() - {"sheet", "counted"}}
    entry = entry_from_dict(exchanged(record, dict(zip(FOUR, SEATS, strict=True))), rules)
    assert list(told(count(entry, rules))) == worked["counted"]
