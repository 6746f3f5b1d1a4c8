"""Every worked example comes out as it was worked out: lines, words, amounts, Schrift, triggers, refusals."""

from __future__ import annotations

import pytest

from scoring.rules import SLUGS, published
from tests.support.engine.examples import agrees, otherwise, table_agrees
from tests.support.engine.rulebook import rulebook


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_and_table_comes_out_as_worked_out_by_hand(slug: str) -> None:
    assert otherwise(rulebook(slug), published()[slug]) == {}


def test_an_example_that_comes_out_otherwise_is_named_by_its_title() -> None:
    found = otherwise(rulebook("standard"), published()["cup"])
    book = rulebook("standard")
    assert {table.title.de for table in book.all_tables} & set(found)
    assert {example.title.de for example in book.all_examples} & set(found)
    assert all(found.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_that_differs_in_a_variant_really_differs(slug: str) -> None:
    book = rulebook(slug)
    if not book.extends:
        assert not book.differs
        return
    parents = {example.title.de: example for example in rulebook(book.extends).all_examples}
    tables = {table.title.de: table for table in rulebook(book.extends).all_tables}
    for title in book.differs:
        said = (
            agrees(parents[title], published()[slug])
            if title in parents
            else table_agrees(tables[title], published()[slug])
        )
        assert said, f"“{title}” comes out the same under {slug}: take it off the list"


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_are_unique_and_the_columns_are_those_who_play(slug: str) -> None:
    book = rulebook(slug)
    titles = [example.title.de for example in (*book.all_examples, *book.all_tables)]
    assert titles
    assert sorted(titles) == sorted(set(titles))
    for example in book.examples:
        assert example.players == tuple(example.document["players"]), example.title.de
        columns = [sum(column) for column in zip(*(amounts for _, amounts in example.lines), strict=True)]
        assert columns == list(example.total if example.lines else ()), example.title.de
