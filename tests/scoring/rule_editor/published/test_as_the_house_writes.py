"""Limits stand on a sheet as the house writes them: 36 or 35/2, and never both on one page."""

import re
from dataclasses import replace

import pytest

from scoring.engine.customs import Counting, LimitNotation
from scoring.engine.rules import Rules
from scoring.engine.sides import blatt, limit_as_written
from scoring.rules import SLUGS, published
from scoring.table.pages.recording_form import form_facts
from tests.support.scoring.speiszettel import page_above_examples, printed

LANGUAGES = ("de", "en")
WHOLE = {"standard", "standard-skoty"}  # as their sheets print it; the others that count Blatt print 35/2
WITH_BLATT = re.compile(r"(?<![\d/])\d{1,2}/[0-2](?![\d/])")


def numbers_in(text: str) -> set[str]:
    """Everything in it that could be a limit; what players pay each other in an example is none."""
    without_examples = re.sub(r"\d+(, \d+){3}", "", text)
    return {*WITH_BLATT.findall(without_examples), *re.findall(r"(?<![\d/])\d\d(?![\d/])", without_examples)}


def rounded(rules: Rules) -> set[str]:
    return {str((points + 1) // 3) for points in rules.all_limits}


def exactly(rules: Rules) -> set[str]:
    return {blatt(points) for points in rules.all_limits}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_page_of_a_sheet_prints_two_notations(slug: str, language: str) -> None:
    rules, numbers = published()[slug], numbers_in(page_above_examples(slug, language))
    if rules.counting is Counting.PLAIN:
        assert not {number for number in numbers if "/" in number}
        assert {"45", "44", "56"} <= numbers
    elif slug in WHOLE:
        assert not {number for number in numbers if "/" in number}
        assert {"36", "46", "56"} <= numbers
    else:
        assert not numbers & rounded(rules)
        assert blatt(rules.needs) in numbers
        assert {number for number in numbers if "/" in number} <= exactly(rules)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [slug for slug in SLUGS if published()[slug].trischaken])
def test_nobody_who_pays_as_buergermeister_reads_that_they_are_none(slug: str, language: str) -> None:
    """Trischaken is counted to the Blatt: where limits are rounded, the sheet says that this one is."""
    rules = published()[slug]
    assert rules.trischaken is not None
    words = " ".join(printed(rules, language))
    if rules.trischaken.buergermeister is None:
        assert "Bürgermeister" not in words
    elif slug in WHOLE:
        assert {"de": "Bürgermeister (gerundet ab 36)", "en": "Bürgermeister (36 or more, rounded)"}[
            language
        ] in words
    else:
        assert {"de": "Bürgermeister (ab 35/2)", "en": "Bürgermeister (35/2 or more)"}[language] in words


def test_a_house_writes_its_limits_in_its_own_way() -> None:
    rules = published()["standard"]
    other = replace(rules, limits=LimitNotation.BLATT)
    words = " ".join(printed(other, "de"))
    assert "braucht 35/2 von 70" in words
    assert "35:35 heißt 34/2–35/1" in words
    assert "mindestens 45/2" in words
    assert not {"36", "46", "56"} & numbers_in(words)
    assert form_facts(other, language="de")["writes_blatt"] is True
    assert form_facts(rules, language="de")["writes_blatt"] is False


def test_where_one_limit_is_no_whole_number_all_are_written_with_blatt() -> None:
    rules = replace(published()["standard"], needs=106)
    assert [limit_as_written(points, rules) for points in (106, 137)] == ["35/1", "45/2"]
    assert "46" not in numbers_in(" ".join(printed(rules, "de")))
