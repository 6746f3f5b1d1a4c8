"""What statistics count of one hand: worked out by hand, and for hands of all sheets from what is settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.amounts import noted
from scoring.engine.facts import Entry, Hand
from scoring.engine.problems import problems_with
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, first_position, replayed
from scoring.rules import SLUGS, published
from scoring.table.counting import HandCounted, KontraCounted, PremiumCounted, as_game, counted
from tests.support.engine.hands import build_hand, seeded
from tests.support.scoring.tables import FOUR, Record, exchanged, hand

SEATS = ("1", "2", "3", "4")
ENDS = {True: "won", False: "lost", None: "revoked"}


def count(entry: Entry, rules: Rules) -> HandCounted:
    """The only hand of a table."""
    [row] = replayed(first_position(SEATS, SEATS[-1]), [Fact(None, 1, entry, rules)]).rows
    return counted(row)


def told(found: HandCounted) -> Iterator[str]:
    """Games with a letter for each seat, premiums and kontras with what they brought, in points."""

    def brought(twelfths: Iterable[int] | None) -> str:
        return "".join(f" {noted(Fraction(amount, 12))}" for amount in twelfths or ())

    for game in map(as_game, found.games):
        yield f"{game.contract} {game.sides} {ENDS[game.won]}{brought(game.twelfths)}"
    for premium in (PremiumCounted(*raw) for raw in found.premiums):
        yield f"{premium.key} of {FOUR[premium.seat]}, {premium.how}:{brought(premium.twelfths)}"
    for kontra in (KontraCounted(*raw) for raw in found.kontras):
        givers = "+".join(FOUR[seat] for seat in kontra.givers)
        yield f"step {kontra.step} of {givers}:{brought(kontra.twelfths)}"
    for what, seats in found.further.items():
        yield f"{what} {seats}"


def rufer(*premiums: Record, **game: Any) -> Record:
    return {**hand("rufer", "Anna", partner="Cilli", won=True, **game), "premiums": list(premiums)}


def premium(key: str, by: str, *, made: bool = True, **further: Any) -> Record:
    return {"premium": key, "by": by, "made": made, **further}


def beside(bert: Record, cilli: Record, **further: Any) -> Record:
    """Bert's Piccolo and Cilli's Zwiccolo, 2 from each of the others."""
    games = {"Bert": {"contract": "piccolo", **bert}, "Cilli": {"contract": "zwiccolo", **cilli}}
    return {"games": [{**game, "declarer": name} for name, game in games.items()], **further}


APART = {"bei_settlement": "opponents"}  # those who play do not pay one another
MISSED = {"announced": True, "made": False}

# A sheet, a hand under it, and what is counted of it.
WORKED: list[tuple[str, Record, list[str]]] = [
    (
        "standard",
        rufer(kontra="re"),
        ["rufer dopo won", "step 1 of Bert+Dora: +1 −1 +1 −1", "step 2 of Anna+Cilli: +2 −2 +2 −2"],
    ),
    ("standard", rufer(kontra="kontra", kontra_void=True), ["rufer dopo won"]),
    (
        "standard",
        rufer(premium("pagat", "Cilli", **MISSED), premium("trull", "Anna")),
        ["rufer dopo won", "pagat of Cilli, m: −2 +2 −2 +2", "trull of Anna, s: +1 −1 +1 −1"],
    ),
    (
        "standard",
        rufer(premium("koenige", "Anna", **MISSED), premium("koenige", "Bert", announced=True, kontra="re")),
        [
            *("rufer dopo won", "koenige of Anna, m: −2 +2 −2 +2", "koenige of Bert, a: −8 +8 −8 +8"),
            *("step 1 of Anna+Cilli: −2 +2 −2 +2", "step 2 of Bert+Dora: −4 +4 −4 +4"),
        ],
    ),
    (
        "standard",  # whoever misses the Valat has lost the game
        rufer(premium("valat", "Anna", **MISSED)),
        ["rufer dopo lost", "valat of Anna, m: −20 +20 −20 +20"],
    ),
    (
        "standard",  # the kontra on a solo is void with the king in the talon
        hand("solorufer", "Anna", king="talon", won=True, kontra="kontra"),
        ["solorufer dooo won"],
    ),
    (
        "wien",  # and so is one beside a silent Valat here
        rufer(premium("valat", "Anna"), kontra="kontra"),
        ["rufer dopo won", "valat of Anna, s: +10 −10 +10 −10"],
    ),
    (
        "karlsruhe",  # of 16, eight times 2
        rufer(premium("valat", "Anna", announced=True)),
        ["rufer dopo won", "valat of Anna, a: +14 −14 +14 −14"],
    ),
    (
        "karlsruhe",
        rufer(premium("schneider", "Anna"), kontra="kontra"),
        ["rufer dopo won", "schneider of Anna, s: +4 −4 +4 −4", "step 1 of Bert+Dora: +4 −4 +4 −4"],
    ),
    (
        "karlsruhe",  # each takes the game, and the kontra on it cancels out
        rufer(premium("valat", "Anna", **MISSED), premium("valat", "Bert", **MISSED), kontra="kontra"),
        [
            *("rufer dopo won", "valat of Anna, m: −28 +28 −28 +28", "valat of Bert, m: +28 −28 +28 −28"),
            "step 1 of Bert+Dora: 0 0 0 0",
        ],
    ),
    (
        "oberoesterreich",
        rufer(premium("valat", "Anna")),
        ["rufer dopo won", "valat of Anna, s: +3 −3 +3 −3"],
    ),
    (
        "standard",
        hand("trischaken", "Anna", order=[["Bert"]], buergermeister=True, jungfrau=["Dora"]),
        ["trischaken daaa won", "jungfrau [3]", "buergermeister [1]"],
    ),
    (
        "standard",
        hand("piccolo", "Bert", tricks=1, kontras={"Dora": "kontra", "Anna": "re"}),
        [
            *("piccolo odoo won", "step 1 of Anna: −2 +2 0 0", "step 2 of Bert: −4 +4 0 0"),
            "step 1 of Dora: 0 +2 0 −2",
        ],
    ),
    (
        "cup",
        beside({"tricks": 1}, {"tricks": 3}),
        ["piccolo odoo won −2 +6 −2 −2", "zwiccolo oodo lost +2 +2 −6 +2"],
    ),
    (
        "cup",
        beside({"tricks": 1}, {"tricks": 3}, options=APART),
        ["piccolo od-o won −2 +4 0 −2", "zwiccolo o-do lost +2 0 −4 +2"],
    ),
    (
        "cup",
        beside({}, {}, options=APART, revoke={"by": "Anna"}),
        ["piccolo od-o revoked −6 +4 0 +2", "zwiccolo o-do revoked −6 0 +4 +2"],
    ),
]


@pytest.mark.parametrize(("slug", "record", "expected"), WORKED)
def test_a_hand_is_counted_as_worked_out(slug: str, record: Record, expected: list[str]) -> None:
    rules = published()[slug]
    entry = read_entry(exchanged(record, dict(zip(FOUR, SEATS, strict=True))), rules)
    assert list(told(count(entry, rules))) == expected


def summed(parts: Iterable[Any]) -> list[int]:
    return [sum(seat) for seat in zip((0, 0, 0, 0), *parts, strict=True)]


@pytest.mark.parametrize("slug", SLUGS)
def test_games_premiums_and_kontras_are_worth_what_the_hand_is_without_them(slug: str) -> None:
    """All games are the hand; without its kontras, or premiums, it is settled for what they brought less."""
    rules, choose, compared = published()[slug], seeded(SLUGS.index(slug)), 0
    for _ in range(150):
        whole = build_hand(choose, rules, SEATS)
        found = count(whole, rules)
        games = [as_game(raw).twelfths or found.twelfths for raw in found.games]
        assert summed(games) == list(found.twelfths)
        if "valat" in [entry.premium for entry in whole.premiums]:
            continue  # stands in place of others
        silent = tuple(replace(row, kontra=None, kontra_void=False) for row in whole.premiums)
        plain = tuple(replace(game, kontra=None, kontra_void=False, kontras={}) for game in whole.games)
        for parts, without in (
            ([raw[2] for raw in found.kontras], replace(whole, games=plain, premiums=silent)),
            ([raw[3] for raw in found.premiums], replace(whole, premiums=())),
        ):
            compared += is_compared(parts, whole, without, found, rules)
    assert compared > 20


def is_compared(parts: list[list[int]], whole: Hand, without: Hand, found: HandCounted, rules: Rules) -> bool:
    """Return whether the hand can be told without these parts, and ends as it did."""
    if not parts or problems_with(without, rules):
        return False
    bare = count(without, rules)
    if [raw[:3] for raw in bare.games] != [raw[:3] for raw in found.games]:
        return False
    assert summed(parts) == summed([found.twelfths, [-amount for amount in bare.twelfths]]), whole
    return True
