"""The words of a sheet change, and what is played by it stays; so does the text that was stored."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from scoring.engine.loading import resolved, rules_from
from scoring.rules import SLUGS, published, read
from scoring.rules.exporting import exported, toml_of, written
from scoring.rules.words import substance_of, with_words, words_of
from tests.support.engine.rulebook import FOLDER


@pytest.fixture(params=SLUGS)
def text(request: pytest.FixtureRequest) -> str:
    return exported(resolved(request.param, read))


@pytest.mark.parametrize("new", ["Ö", "Mitglied 437"])
def test_whatever_words_are_changed_to_what_is_played_stays(text: str, new: str) -> None:
    data = tomllib.loads(text)
    said = with_words(data, dict.fromkeys(words_of(data), new))
    assert set(words_of(said).values()) == {new}
    assert substance_of(written(said)) == substance_of(text)


def test_what_is_no_word_is_a_key_a_custom_or_a_number(text: str) -> None:
    """Nothing that somebody could type is left out."""
    data = tomllib.loads(text)
    bare = with_words(data, dict.fromkeys(words_of(data), 0))
    assert [
        leaf for leaf in leaves(bare) if isinstance(leaf, str) and not re.fullmatch("[a-z0-9_/.*=]+", leaf)
    ] == []


def leaves(data: Any) -> Iterator[Any]:
    if isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from leaves(inner)
    else:
        yield data


def test_where_nothing_changes_the_text_stays_as_it_was_saved(text: str) -> None:
    assert written(with_words(tomllib.loads(text), {})) == text


def test_every_value_and_the_order_are_part_of_the_substance(text: str) -> None:
    data = tomllib.loads(text)
    known = {substance_of(text)}
    for key, contract in data["contracts"].items():
        dearer = {**data["contracts"], key: {**contract, "value": contract["value"] + 1}}
        known.add(substance_of(written({**data, "contracts": dearer})))
    turned = dict(reversed(data["contracts"].items()))
    known.add(substance_of(written({**data, "contracts": turned})))
    assert len(known) == len(data["contracts"]) + 2


# What was stored is read for ever: a sheet may get another edition, with a new `digest` in its file of
# examples; a change of the program alone must not make one.


@pytest.mark.parametrize("slug", SLUGS)
def test_the_text_of_a_published_sheet_is_what_it_was(slug: str) -> None:
    text = toml_of(resolved(slug, read))
    examples = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    assert sha256(text.encode()).hexdigest() == examples["digest"]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_sheet_may_say_besides_is_not_said_by_the_published_ones(slug: str) -> None:
    rules = published()[slug]
    assert rules == rules_from(resolved(slug, read), slug)
    assert rules.radl.length is None
    assert rules.cents_per_point == (10 if slug in ("standard-skoty", "tirol") else None)
    assert rules.pagatkassa is None
