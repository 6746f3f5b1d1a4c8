"""Every worked example of a tournament comes out as it was worked out by hand, and none is missing."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scoring.engine.play_money import Bust, Purse
from scoring.engine.result import Amount, exact
from tournaments.engine import criteria as registry
from tournaments.engine.adjusting import EVERYBODY, Adjustment, AdjustmentKind, Adjustments, in_force
from tournaments.engine.capital import (
    PaperLine,
    Payouts,
    course,
    paper_problems,
    schrift_problems,
)
from tournaments.engine.clock import (
    Addition,
    Clock,
    Phase,
    Signal,
    Stop,
    bell,
    elapsed,
    phase,
    rang,
    remaining,
    signal,
)
from tournaments.engine.criteria import CRITERIA, CUP_ROUND, MONEY_ROUND, Result, Score
from tournaments.engine.played import PlayerResult, RankedRound, RankedTournament, at_table, with_averages
from tournaments.engine.ranking import Standings, choice_order, needs_lot, reason, standings
from tournaments.engine.terms import CUP, PLAY_MONEY, Overall

FOLDER = Path(__file__).parent / "examples"
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
KINDS = ("sheet", "standing", "clock", "paper", "ruled")

Example = dict[str, Any]


def examples(kind: str) -> Iterator[tuple[str, Example]]:
    for name, data in FILES.items():
        for example in data.get(kind, []):
            yield name, {"counts": data.get("counts", "money")} | example


def cases(kind: str) -> list[Any]:
    return [pytest.param(example, id=f"{name}: {example['title']}") for name, example in examples(kind)]


def amount(word: str) -> Amount:
    return exact(Fraction(word))


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def purse_of(example: Example) -> Purse:
    given = {key: amount(example[key]) for key in ("capital", "stake", "replacement") if key in example}
    return Purse(**given)


# --- the play money of a table ---


def bust_in_words(bust: Bust) -> str:
    pays = f"{bust.balance_before} − {-bust.amount} = {bust.after_paying}".replace(" -", " −")
    replaced = f"Ersatzkapital {bust.replacement}, jetzt {bust.balance_after}"
    return f"Spiel {bust.hand}, {bust.player}: {pays}, {replaced}"


@pytest.mark.parametrize("example", cases("sheet"))
def test_play_money_comes_out_as_worked_out_by_hand(example: Example) -> None:
    header, *lines = example["hands"].strip().splitlines()
    names = header.split("|")[1].split()
    purse, hands, expected = purse_of(example), [], []
    for line in lines:
        paid, after = line.split("|")
        number, *units = paid.split()
        hands.append(
            Payouts(
                int(number),
                {who: amount(unit) for who, unit in zip(names, units, strict=True) if unit != "."},
            )
        )
        expected.append(
            {who: amount(word) for who, word in zip(names, after.split(), strict=True) if word != "."}
        )
    players = [name for name in names if name not in example.get("joining", [])]
    started, *played = course(purse, players, hands)
    assert {player: account.balance for player, account in started.items()} == dict.fromkeys(
        players, purse.capital
    )
    assert [
        {player: account.balance for player, account in accounts.items()} for accounts in played
    ] == expected
    busts = sorted(
        (bust for account in played[-1].values() for bust in account.busts), key=lambda one: one.hand
    )
    assert [bust_in_words(bust) for bust in busts] == example.get("busts", [])
    there = sum(bust.replacement for bust in busts) + purse.capital * len(expected[-1])
    assert sum(expected[-1].values()) == there, "the example itself does not balance"


# --- who stands where ---

CELL = re.compile(r"(?P<amount>-?[0-9/]+)(\((?P<replacement>[0-9]+)\))?(#(?P<rank>[0-9]+))?")


def result(cell: str, counts: str) -> Result:
    found = CELL.fullmatch(cell)
    assert found, cell
    rank = int(found["rank"]) if found["rank"] else None
    if counts == "schrift":
        return Result(schrift=amount(found["amount"]), rank=rank)
    return Result(amount(found["amount"]), amount(found["replacement"] or "0"), rank=rank)


def ranked(example: Example) -> Standings:
    scores = [
        Score(
            player,
            tuple(result(cell, example["counts"]) for cell in cells if cell != "-"),
            last=player in example.get("left_last", []),
            house=player in example.get("house", []),
            best=example.get("best", 1),
        )
        for player, *cells in rows(example["scores"])
    ]
    least = example.get("least_rounds", 1)
    return standings(
        scores,
        criteria_of(example),
        example.get("lots", []),
        least_rounds=None if least == "of most" else least,
    )


def criteria_of(example: Example) -> tuple[str, ...]:
    named = example["criteria"]
    found = getattr(registry, named.upper()) if isinstance(named, str) else named
    return tuple(found)


@pytest.mark.parametrize("example", cases("standing"))
def test_standings_come_out_as_worked_out_by_hand(example: Example) -> None:
    found = ranked(example)
    said, before = [], None
    for place in found.places:
        why = reason(before, place, "de") if before else ""
        said.append((f"{place.rank}{'=' if place.tied else ''}", place.player, why))
        before = place
    expected = []
    for line in example["places"].strip().splitlines():
        number, player, *_ = line.split()
        expected.append((number, player, line.partition("|")[2].strip()))
    assert said == expected
    assert found.unranked == example.get("apart", {})


@pytest.mark.parametrize("example", [case_ for case_ in cases("standing") if "choosers" in case_.values[0]])
def test_the_choosers_come_out_as_worked_out_by_hand(example: Example) -> None:
    found, choosers, lots = ranked(example).places, example["choosers"], example.get("lots", [])
    assert [list(players) for players in needs_lot(found, choosers, lots)] == example.get("needs_lot", [])
    assert list(choice_order(found, choosers, lots)) == example["choice"]


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion_decides_in_an_example(name: str) -> None:
    decided = {place.decided for _, example in examples("standing") for place in ranked(example).places}
    assert name in decided


# --- the clock ---

PHASES = {
    "wartet": Phase.WAITING,
    "läuft": Phase.RUNNING,
    "Pause": Phase.PAUSED,
    "Ruf": Phase.STOPPED,
    "Glocke": Phase.BELL,
    "Ende": Phase.ENDED,
}
SIGNALS = {"-": Signal.NONE, "5": Signal.FIVE_MINUTES, "1": Signal.ONE_MINUTE, "Glocke": Signal.BELL}


def moment(word: str) -> datetime:
    return datetime.strptime(f"2026-11-20 {word}", "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)


def left(word: str) -> timedelta | None:
    if word == "-":
        return None
    minutes, seconds = word.removeprefix("-").split(":")
    return timedelta(minutes=int(minutes), seconds=int(seconds)) * (-1 if word.startswith("-") else 1)


def clock_of(example: Example) -> Clock:
    happened = [(moment(time), what) for time, what in rows(example["happened"])]

    def stops(begins: str, ends: str) -> tuple[Stop, ...]:
        until = [at for at, what in happened if what == ends]
        since = [at for at, what in happened if what == begins]
        return tuple(Stop(*pair) for pair in zip(since, until, strict=True))

    times = {what: at for at, what in happened}
    return Clock(
        example.get("minutes"),
        started=times["Beginn"],
        ended=times.get("Ende"),
        pauses=stops("Pause", "weiter"),
        calls=stops("Ruf", "Spruch"),
        additions=tuple(Addition(at, int(what)) for at, what in happened if what.startswith("+")),
        gives_back=example.get("gives_back", True),
    )


@pytest.mark.parametrize("example", cases("clock"))
def test_the_clock_reads_as_worked_out_by_hand(example: Example) -> None:
    clock = clock_of(example)
    _, *lines = rows(example["reads"])
    for time, doing, still, played, shown, rings in lines:
        at = moment(time)
        read = (
            phase(clock, at),
            remaining(clock, at),
            elapsed(clock, at),
            signal(clock, at),
            bell(clock, at),
        )
        expected = (
            PHASES[doing],
            left(still),
            left(played),
            SIGNALS[shown],
            None if rings == "-" else moment(rings),
        )
        assert read == expected, time
    assert [word for word in example.get("before_bell", []) if rang(clock, moment(word))] == []
    assert [word for word in example.get("after_bell", []) if not rang(clock, moment(word))] == []


# --- paper ---


@pytest.mark.parametrize("example", cases("paper"))
def test_a_result_on_paper_is_judged_as_worked_out_by_hand(example: Example) -> None:
    results = {player: result(cell, example["counts"]) for player, cell in rows(example["results"])}
    lines = {name: PaperLine(line.balance, line.replacement, line.schrift) for name, line in results.items()}
    step = Fraction(example.get("step", 1))
    if example["counts"] == "schrift":
        found = schrift_problems(lines, step)
    else:
        found = paper_problems(purse_of(example), lines, step)
    said = [f"{one.player or 'Tisch'}: {one.fault} {one.amount}" for one in found]
    assert said == example.get("problems", [])


# --- rulings on results ---

RULING = re.compile(r"Runde (?P<round>\d+), (?:Tisch (?P<table>\d+)|(?P<player>\w+)): (?P<what>.+)")
RULED = {
    "nicht gespielt": AdjustmentKind.NOT_PLAYED,
    "wie es stand": AdjustmentKind.AS_IT_STOOD,
    "Schnitt": AdjustmentKind.AVERAGE,
    "nicht angetreten": AdjustmentKind.NO_SHOW,
    "aufgehoben": AdjustmentKind.NONE,
}


class RoundOfExample(NamedTuple):
    """A round, as whatever ranks knows one."""

    pk: int
    number: int


def adjustments_of(example: Example, round_: int, table: int) -> Adjustments:
    """Return what holds at a table after all rulings, in their order."""
    found = [RULING.fullmatch(line) for line in example["rulings"]]
    assert all(found), example["rulings"]
    seats = example["tables"][table - 1].split()
    here = [
        ruling
        for ruling in found
        if ruling and int(ruling["round"]) == round_
        if ruling["table"] == str(table) or ruling["player"] in seats
    ]
    return in_force((ruling["player"] or EVERYBODY, adjustment_of(ruling["what"])) for ruling in here)


def adjustment_of(what: str) -> Adjustment:
    if what in RULED:
        return Adjustment(RULED[what])
    return Adjustment(AdjustmentKind.POINTS, amount(what.removesuffix(" Punkte").replace("−", "-")))


def tournament_of(example: Example) -> RankedTournament:
    is_cup = example["counts"] == "schrift"
    criteria = criteria_of(example)
    terms = replace(
        CUP if is_cup else PLAY_MONEY,
        overall={"MONEY_AVERAGE": Overall.AVERAGE}.get(example["criteria"], Overall.SUM),
        overall_criteria=criteria,
        round_criteria=criteria if "of_round" in example else (CUP_ROUND if is_cup else MONEY_ROUND),
    )
    results = {player: cells for player, *cells in rows(example["scores"])}

    def line(cell: str) -> PlayerResult:
        if cell == "?":
            return PlayerResult(0, balance=terms.capital)
        there = result(cell, example["counts"])
        return PlayerResult(16, schrift=there.schrift, balance=there.balance, replacement=there.replacement)

    rounds = []
    for number in range(1, max(map(len, results.values())) + 1):
        tables = []
        for table, seats in enumerate(example["tables"], 1):
            cells = {player: results[player][number - 1] for player in seats.split()}
            lines = {player: line(cell) for player, cell in cells.items() if cell != "-"}
            about = {"totals_only": False, "on_paper": True, "running": False}
            ruled = adjustments_of(example, number, table)
            tables.append(at_table(table, lines, terms, {}, {}, ruled, **about))
        rounds.append(
            RankedRound(
                round=RoundOfExample(number, number),
                is_interim=False,
                terms=terms,
                lots=(),
                at_tables=tuple(tables),
            )
        )
    return RankedTournament(terms, {}, (), with_averages(rounds, terms))


@pytest.mark.parametrize("example", cases("ruled"))
def test_rulings_on_results_come_out_as_worked_out_by_hand(example: Example) -> None:
    whole = tournament_of(example)
    ranking = whole.rounds[example["of_round"] - 1] if "of_round" in example else whole
    [found] = [ranking.standings for ranking in ranking.rankings]
    said, before = [], None
    for place in found.places:
        why = reason(before, place, "de") if before else ""
        said.append((str(place.rank), place.player, why))
        before = place
    expected = [
        (line.split()[0], line.split()[1], line.partition("|")[2].strip())
        for line in example["places"].strip().splitlines()
    ]
    assert sorted(said) == sorted(expected)  # equals stand in any order
    assert [rank for rank, *_ in said] == [rank for rank, *_ in expected]
    assert found.unranked == example.get("apart", {})
    assert whole.missing_tables == ()


# --- the examples themselves ---


def test_no_example_lies_unread() -> None:
    for name, data in FILES.items():
        assert set(data) <= {*KINDS, "counts"}, name
    assert all(any(examples(kind)) for kind in KINDS)
