"""What ladders give and what series come to, as worked out by hand; and no ladder without an example."""

import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.result import Amount, exact
from tournaments.engine.finals import carried, cut
from tournaments.engine.ladders import LADDERS, Beyond, Equals, EventOutcome, LadderChoice, SharedPlace
from tournaments.engine.series import (
    HeldEvent,
    SeriesPlace,
    SeriesTerms,
    TeamsBy,
    TieBreak,
    WhatCounts,
    WhoCounts,
    ranked_among,
    series_standings,
    series_terms_from,
)
from tournaments.engine.teams import team_standings

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))


def cases(kind: str) -> list[Any]:
    return [pytest.param(example, id=example["title"]) for example in EXAMPLES[kind]]


def amount(word: str | int) -> Amount:
    return exact(Fraction(word))


def lines(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def shared(word: str) -> SharedPlace:
    """Return a place such as 7, or 2=3: told second, one of three."""
    told, _, equals = word.partition("=")
    return SharedPlace(int(told), int(told), int(equals or 1))


def outcome_of(words: str) -> EventOutcome:
    found = re.fullmatch(r"place (\S+) of (\d+)|schrift (\S+)(?: in (\d+))?|tables (.+)", words)
    assert found, words
    place, of, schrift, hands, tables = found.groups()
    return EventOutcome(
        place=place and shared(place),
        of=int(of or 0),
        schrift=amount(schrift or 0),
        hands=int(hands) if hands else None,
        at_tables=tuple(map(shared, tables.split())) if tables else (),
    )


@pytest.mark.parametrize("example", cases("ladder"))
def test_a_ladder_gives_what_was_worked_out(example: dict[str, Any]) -> None:
    ladder = LADDERS[example["ladder"]]
    choice = LadderChoice(
        tuple(example.get("table", ladder.table)),
        Beyond(example.get("beyond", "nothing")),
        Equals(example.get("equals", "mean")),
    )
    for words, points, told in lines(example["gives"]):
        outcome = outcome_of(words)
        found = ladder.gives(outcome, choice)
        assert found == amount(points)
        assert found is not None
        assert ladder.tells(outcome, choice, found).de == told


def assert_stand(places: Iterable[SeriesPlace], expected: str) -> None:
    told = [
        [
            f"{place.rank}{'=' if place.tied else ''} {place.person} {place.points}",
            *([str(place.decided)] if place.decided else []),
        ]
        for place in places
    ]
    assert told == [[" ".join(words.split()), *why] for words, *why in lines(expected)]


@pytest.mark.parametrize("example", cases("series"))
def test_a_series_stands_as_was_worked_out(example: dict[str, Any]) -> None:
    results = {name: row for name, *row in (line.split() for line in example["results"].strip().splitlines())}
    parts = example.get("parts", [0] * max(map(len, results.values())))
    outcomes = {
        name: {key: EventOutcome(schrift=amount(word)) for key, word in enumerate(row) if word != "-"}
        for name, row in results.items()
    }
    terms, lots = series_terms_from(example.get("terms", {})), example.get("lots", ())
    found = series_standings(
        outcomes,
        [HeldEvent(key, part) for key, part in enumerate(parts)],
        terms,
        seeds={name: amount(points) for name, points in example.get("seeds", {}).items()},
        lots=lots,
    )
    assert_stand(found.places, example["places"])
    if "among" in example:
        people = {words.split()[1] for words, *_ in lines(example["among"])}
        assert_stand(ranked_among(found, people, terms, lots=lots), example["among"])
    assert " ".join(f"{place.person} {place.points}" for place in found.below) == example.get("below", "")
    for name, points in example.get("counts", {}).items():
        [place] = [place for place in found.places if place.person == name]
        assert sorted(place.given[event] for event in place.counting) == sorted(points)


def test_every_ladder_tie_and_way_of_counting_has_an_example() -> None:
    assert {example["ladder"] for example in EXAMPLES["ladder"]} == set(LADDERS)
    terms = [series_terms_from(example.get("terms", {})) for example in EXAMPLES["series"]]
    assert {term.counting for term in terms} == set(WhatCounts)
    assert {example["by"] for example in EXAMPLES["teams"]} == set(TeamsBy)
    assert {example["percent"] for example in EXAMPLES["final"]} == {0, 50, 100}
    assert {tie for term in terms for tie in term.ties} == set(TieBreak)


@pytest.mark.parametrize("name", LADDERS)
def test_nothing_is_given_for_what_an_event_does_not_have(name: str) -> None:
    """An event without standings gives no places; the Schrift is always there."""
    found = LADDERS[name].gives(EventOutcome(schrift=3), LadderChoice(LADDERS[name].table))
    assert (found is None) == (LADDERS[name].looks_at != "schrift")
    stand = series_standings({"Anna": {0: EventOutcome(schrift=3)}}, [HeldEvent(0)], SeriesTerms(name))
    assert [len(place.given) for place in (*stand.places, *stand.below)] == [int(found is not None)]


def test_terms_are_read_back_as_they_were_written() -> None:
    terms = SeriesTerms(
        ladder="places",
        table=(10, Fraction(13, 2)),
        beyond=Beyond.LAST,
        equals=Equals.BETTER,
        counting=WhatCounts.PARTS,
        best=3,
        parts=4,
        least=2,
        off=Fraction(5, 2),
        who=WhoCounts.MEMBERS,
        team_best=2,
        teams_by=TeamsBy.EVENT,
        in_sections=True,
        ties=(TieBreak.FEWER_STARTS, TieBreak.LOT),
    )
    assert series_terms_from(terms.as_json()) == terms
    assert series_terms_from({"ladder": "of_the_moon", "later": 1}).ladder == "schrift"
    earlier = [series_terms_from({"who": who}).who for who in ("group", "clubs")]
    assert earlier == [WhoCounts.EVERYBODY, WhoCounts.MEMBERS]


@pytest.mark.parametrize("example", cases("final"))
def test_a_final_is_made_of_whom_was_worked_out(example: dict[str, Any]) -> None:
    results = dict(cell.split() for cell in example["results"].split("|"))
    outcomes = {name: {0: EventOutcome(schrift=amount(word))} for name, word in results.items()}
    lots = example.get("lots", ())
    ties = (TieBreak.LOT,) if lots else ()
    places = series_standings(outcomes, [HeldEvent(0)], SeriesTerms(ties=ties), lots=lots).places
    found = cut(places, example["size"], example.get("declined", ()))
    told = [f"{player.person} {carried(player.points, example['percent'])}" for player in found.playing]
    assert " | ".join(told) == example["playing"]
    assert " ".join(place.person for place in found.level) == example.get("level", "")
    assert " ".join(place.person for place in found.reserve) == example.get("reserve", "")


@pytest.mark.parametrize("example", cases("teams"))
def test_teams_stand_as_was_worked_out(example: dict[str, Any]) -> None:
    results = {name: row for name, *row in (line.split() for line in example["results"].strip().splitlines())}
    outcomes = {
        name: {key: EventOutcome(schrift=amount(word)) for key, word in enumerate(row) if word != "-"}
        for name, row in results.items()
    }
    held = [HeldEvent(key) for key in range(max(map(len, results.values())))]
    names = list(example["teams"])
    people = {number: example["teams"][name] for number, name in enumerate(names)}
    by = TeamsBy(example["by"])
    found = team_standings(series_standings(outcomes, held, SeriesTerms()), people, example["best"], by)
    told = [
        [
            f"{player.rank}{'=' if player.tied else ''} {names[player.team]} {player.points}",
            " + ".join(f"{of.person} {of.points}" for of in player.results if of.counts),
        ]
        for player in found
    ]
    assert told == [[" ".join(words.split()), sums] for words, sums in lines(example["places"])]
