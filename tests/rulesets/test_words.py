"""The words of a sheet change, and what is played by it stays."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.engine.loading import mistakes_in, resolved, rules_from
from scoring.rulesets import SLUGS, read
from scoring.rulesets.exporting import exported, written
from scoring.rulesets.words import reworded, substance_of, with_words, words_of


@pytest.fixture(params=SLUGS)
def text(request: pytest.FixtureRequest) -> str:
    return exported(resolved(request.param, read))


@pytest.mark.parametrize("new", ["Ö", "Mitglied 437", "Mitglied 437 spielt es so. " * 50])
def test_whatever_all_words_are_changed_to_a_sheet_can_still_be_read(text: str, new: str) -> None:
    data = tomllib.loads(text)
    data = reworded(data, {place: [new] for place in words_of(data)})
    assert mistakes_in(data) == ()
    assert {word[:1] for word in words_of(data).values()} == {new[:1]}
    assert mistakes_in(tomllib.loads(exported(data))) == ()
    assert substance_of(written(data)) == substance_of(text)
    rules, before = rules_from(data, "own"), rules_from(tomllib.loads(text), "own")
    assert list(rules.contracts) == list(before.contracts)
    for key, contract in rules.contracts.items():
        assert (contract.value, contract.kind) == (before.contracts[key].value, before.contracts[key].kind)


def test_what_is_no_word_is_a_key_a_custom_or_a_number(text: str) -> None:
    """Nothing that somebody could type is left out."""
    data = tomllib.loads(text)
    bare = with_words(data, dict.fromkeys(words_of(data), 0))
    assert [
        one for one in leaves(bare) if isinstance(one, str) and not re.fullmatch("[a-z0-9_/.*=]+", one)
    ] == []


def leaves(data: Any) -> Iterator[Any]:
    if isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from leaves(inner)
    else:
        yield data


def test_where_nothing_changes_the_text_stays_as_it_was_saved(text: str) -> None:
    assert written(reworded(tomllib.loads(text), {})) == text


def test_every_value_and_the_order_are_part_of_the_substance(text: str) -> None:
    data = tomllib.loads(text)
    known = {substance_of(text)}
    for key, contract in data["contracts"].items():
        dearer = {**data["contracts"], key: {**contract, "value": contract["value"] + 1}}
        known.add(substance_of(written({**data, "contracts": dearer})))
    turned = dict(reversed(data["contracts"].items()))
    known.add(substance_of(written({**data, "contracts": turned})))
    assert len(known) == len(data["contracts"]) + 2


def test_two_games_that_named_the_same_person_still_have_two_names() -> None:
    data = resolved("standard", read)
    for key, label in (("dreier", "Otto 1"), ("einer", "Otto 2"), ("solodreier", "Mitglied 437")):
        data["contracts"][key] |= {"label": label, "short": label[:8]}
    data["open"] = {"contracts": {"vierer": "Otto 3"}}
    new = reworded(
        data,
        {
            place: ["Mitglied 437", "M437"]
            for place, word in words_of(data).items()
            if word.startswith("Otto")
        },
    )
    assert mistakes_in(new) == ()
    labels = [new["contracts"][key]["label"] for key in ("dreier", "einer", "solodreier")]
    assert [*labels, new["open"]["contracts"]["vierer"]] == [
        "Mitglied 437 2",
        "Mitglied 437 3",
        "Mitglied 437",
        "Mitglied 437 4",
    ]
    assert [new["contracts"][key]["short"] for key in ("dreier", "einer", "solodreier")] == [
        "M437",
        "M437 2",
        "Mitglied",  # nobody who went: it was typed so
    ]


@pytest.mark.parametrize(
    ("said", "short"),
    [
        (["Dreier Mitglied 437", "Dreier M437"], "Dreier"),
        (["Mitglied 437 3", "M437 3"], "M437 3"),
        (["Mitglied 4378", "M4378"], "M4378"),
        (["Mitglied 437s-Dreier", "M437s-Dreier"], "M437s-Dr"),
    ],
)
def test_a_number_is_never_cut_so_that_it_is_somebody_elses(said: list[str], short: str) -> None:
    data = resolved("standard", read)
    new = reworded(data, {("contracts", "dreier", "short"): said})
    assert new["contracts"]["dreier"]["short"] == short


def test_a_long_name_that_is_there_already_is_told_apart_without_cutting_the_number() -> None:
    data = resolved("standard", read)
    said = ["Das lange Spiel am Abend bei Mitglied 437", "Das lange Spiel am Abend bei M437"]
    data["contracts"]["einer"]["label"] = said[1]
    new = reworded(data, {("contracts", "dreier", "label"): said})
    assert new["contracts"]["dreier"]["label"] == f"{said[1]} 2"
