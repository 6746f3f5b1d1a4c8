"""Every worked example comes out as it was worked out: lines, words, amounts, Schrift, triggers, refusals."""

import re

import pytest

from scoring.engine.answers import answer
from scoring.engine.problems.problem import SENTENCES
from scoring.rules import SLUGS, published
from tests.support.clubs.clubs import CLUBS, FOLDER
from tests.support.engine.examples import agrees, otherwise, table_agrees
from tests.support.engine.rulebook import Rulebook, rulebook


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_and_table_comes_out_as_worked_out_by_hand(slug: str) -> None:
    assert otherwise(rulebook(slug), published()[slug]) == {}


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


# What is wrong with a document before any rule is asked, and a Renonce that no sheet lets several share.
NOT_QUOTED = {
    *("not_json", "not_utf8", "empty_line", "line_too_long", "too_deep", "number_too_big", "key_twice"),
    *("not_an_object", "wrong_type", "name_empty", "name_unreadable", "unknown_rules", "unknown_rules_near"),
    *("too_many_items", "unknown_option", "one_offender"),
    "totals_not_zero",  # of an evening without hands, in which there is nothing to settle
}


def refused_with(book: Rulebook) -> set[str]:
    """The codes of all sentences that the book's refusals quote."""
    said = [line for example in (*book.all_examples, *book.all_tables) for line in example.refused]
    patterns = {code: _pattern(german) for code, (german, _) in SENTENCES.items()}
    return {code for code, pattern in patterns.items() if any(pattern.fullmatch(line) for line in said)}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", sentence)
    return re.compile(r"(?:hand \d+: )?" + ".+".join(map(re.escape, parts)))


def test_every_sentence_is_quoted_by_some_refusal() -> None:
    books = [*(rulebook(slug) for slug in SLUGS), *(rulebook(slug, FOLDER) for slug in CLUBS)]
    quoted = {code for book in books for code in refused_with(book)}
    assert set(SENTENCES) - quoted == NOT_QUOTED


def test_every_example_can_be_printed_in_both_languages() -> None:
    for slug in SLUGS:
        for example in rulebook(slug).all_examples:
            said = answer({**example.document, "rules": slug}, published(), language="en")
            words = said.get("problems") or [line["text"] for line in said["lines"]]
            assert all(words), example.title.de
