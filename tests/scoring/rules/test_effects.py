"""What a change does to hands that everybody knows: the plainest hand that shows it, and no more of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.loading import Data
from scoring.engine.problems import problems_with
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from scoring.rules.comparing.effects import effects
from scoring.rules.comparing.examples import examples
from tests.support.engine.edits import changed, edit_of, put
from tests.support.every import every


def effects_in_words(before: Rules, after: Rules, language: str = "de") -> list[str]:
    return [effect.in_words(language) for effect in effects(before, after).shown]


EDITS = tomllib.loads(Path(__file__).with_name("effects.toml").read_text(encoding="utf-8"))["edit"]


@every("case", EDITS)
def test_the_plainest_hands_show_what_an_edit_does(case: dict[str, Any]) -> None:
    slug, expected = case["sheet"], case["effects"]
    _place, edit = edit_of(case)
    said = effects_in_words(published()[slug], changed(slug, edit))
    assert said[: len(expected)] == expected
    assert len(said) <= max(2 * len(expected), 9 * bool(expected))


def test_a_new_value_is_shown_once_and_not_with_every_premium() -> None:
    found = effects(published()["standard"], changed("standard", put("contracts.dreier.value", 6)))
    assert len(found.shown) == 1
    assert found.different > 30
    assert found.compared > 300


def test_a_renamed_game_goes_by_its_new_name() -> None:
    after = changed("standard", put("contracts.dreier.value", 6), put("contracts.dreier.label", "Talonspiel"))
    assert effects_in_words(published()["standard"], after) == ["Talonspiel, gewonnen: 6 statt 5"]
    assert effects_in_words(published()["standard"], after, "en") == ["Talonspiel, won: 6 instead of 5"]


def test_a_sheet_without_any_game_by_points_has_examples_of_the_others() -> None:
    def only_others(data: Data) -> None:
        by_points = [key for key, contract in published()["standard"].contracts.items() if contract.by_points]
        data["contracts"] = {key: row for key, row in data["contracts"].items() if key not in by_points}

    rules = changed("standard", only_others)
    found = {example.hand.games[0].contract for example in examples(rules)}
    assert {"piccolo", "bettler", "trischaken"} <= found == set(rules.contracts)


def test_a_sheet_does_nothing_to_itself() -> None:
    for slug in SLUGS:
        assert effects(published()[slug], changed(slug)).shown == ()


@pytest.mark.parametrize(("one", "other"), [("standard", "cup"), ("karlsruhe", "zwanzigerrufen")])
def test_of_very_different_sheets_only_so_many_are_shown(one: str, other: str) -> None:
    found = effects(published()[one], published()[other], most=10)
    assert 5 < len(found.shown) <= 10
    assert found.different > 100
    for effect in found.shown:
        for language in LANGUAGES:
            assert effect.in_words(language)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_examples_show_every_game_and_premium_and_most_can_be_played(slug: str) -> None:
    rules = published()[slug]
    played = [example.hand for example in examples(rules) if not problems_with(example.hand, rules)]
    assert len(played) > len(examples(rules)) / 2
    subjects = {line.subject for hand in played for line in settle(hand, rules).lines}
    multipliers = {premium.premium for hand in played for premium in hand.premiums}
    assert set(rules.contracts) <= subjects
    assert set(rules.premiums) <= subjects | multipliers
    titles = [example.title for example in examples(rules)]
    assert len({title.de for title in titles}) == len({title.en for title in titles}) == len(titles)
