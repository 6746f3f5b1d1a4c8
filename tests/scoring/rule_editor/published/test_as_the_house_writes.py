"""Limits stand on a sheet as the house writes them: 36 or 35/2, and never both on one page."""

import re
from dataclasses import replace

from scoring.engine.customs import LimitNotation
from scoring.rules import published
from scoring.table.pages.recording_form import form_facts
from tests.support.scoring.speiszettel import printed

WITH_BLATT = re.compile(r"(?<![\d/])\d{1,2}/[0-2](?![\d/])")


def numbers_in(text: str) -> set[str]:
    """Everything in it that could be a limit; what players pay each other in an example is none."""
    without_examples = re.sub(r"\d+(, \d+){3}", "", text)
    return {*WITH_BLATT.findall(without_examples), *re.findall(r"(?<![\d/])\d\d(?![\d/])", without_examples)}


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
