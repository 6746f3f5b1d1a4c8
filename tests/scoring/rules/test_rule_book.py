"""Every paragraph of the printed sheets has its place in the rule book of the sheet, or among its prices."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scoring.engine.loading import resolved
from scoring.engine.loading.belonging import is_there
from scoring.engine.rules import CHAPTERS
from scoring.rules import SLUGS, published, read
from scoring.rules.printing.book import Chapter, rule_book
from tests.support.every import every
from tests.support.scoring.speiszettel import printed

CUPS = {"oberoesterreich", "wien", "tirol"}  # the organiser's text goes before them
PRINTED: dict[str, dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "paragraphs.toml").read_text(encoding="utf-8")
)


def test_every_sheet_has_its_paragraphs() -> None:
    assert set(PRINTED) == set(SLUGS) - CUPS


@every(
    "slug, paragraph, places",
    [(slug, paragraph, at) for slug, all_of in PRINTED.items() for paragraph, at in all_of.items()],
)
def test_every_paragraph_has_its_place(slug: str, paragraph: str, places: list[str]) -> None:
    data, said = resolved(slug, read), printed(published()[slug], "de")
    missing = [
        place
        for place in places
        if not is_there(place, data) and not any(place in sentence for sentence in said)
    ]
    assert missing == [], paragraph


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_a_sheet_says_stands_in_one_chapter_in_their_order(slug: str) -> None:
    rules = published()[slug]
    for language in ("de", "en"):
        book = rule_book(rules, language)
        keys = [chapter.key for chapter in book]
        assert keys == [key for key in CHAPTERS if key in keys]
        told = [sentence for chapter in book for sentence in (*chapter.sentences, *chapter.agreements)]
        assert len(told) == len(set(told))
        words = [*rules.book.values(), *rules.remarks.values(), *rules.reminders.values()]
        words += [note.words for note in rules.option_notes if note.words is not None]
        assert {word.in_language(language) for word in words} <= set(told)


def chapters_of(slug: str) -> dict[str, Chapter]:
    return {chapter.key: chapter for chapter in rule_book(published()[slug], "de")}


def test_what_ouvert_means_is_said_before_what_else_is_played_so() -> None:
    books = {slug: {key: chapter.sentences for key, chapter in chapters_of(slug).items()} for slug in SLUGS}
    first = [book["ouvert"][0] for book in books.values() if "ouvert" in book]
    assert {sentence.split()[0].rstrip(":") for sentence in first} == {"Ouvert"}
    assert books["treffpunkt"]["ouvert"][1].startswith("Im Semi-ouvert")
    assert books["cup"]["ouvert"][1].startswith("Auch offen")


def test_a_chapter_of_what_a_sheet_does_not_have_is_not_there() -> None:
    chapters = {slug: {key: chapter.title for key, chapter in chapters_of(slug).items()} for slug in SLUGS}
    assert {"disputes", "tournament"} <= set(chapters["zwanzigerrufen"])
    assert not {"talon", "negative", "trischaken", "ouvert"} & set(chapters["zwanzigerrufen"])
    assert chapters["karlsruhe"]["trischaken"] == "Fahrer"
