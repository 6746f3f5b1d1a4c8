"""Tables made to be misread: none of them is stored wrong.

Each is read three times: without a word, by somebody who takes whatever is proposed, and by somebody who
knows. Whoever takes what is proposed gets it right, or is refused, or was asked about the very row, or has
confirmed a sentence with real names that says otherwise than it was (`shown`).
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.old_sheets.files import SentWorksheets, worksheets_in
from scoring.old_sheets.grid import Grid
from tests.scoring.old_sheets.files.kept import content_of
from tests.support.scoring.sent_tables import grid_of, totals_of

VARIANTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("variants.toml").read_text(encoding="utf-8")
)
MOST_QUESTIONS = 10


def hasty(workbook: SentWorksheets) -> Grid:
    """Return what comes of taking what is proposed, or the first answer there is."""
    said: dict[str, str] = {"cents": "10"}
    for _question in range(MOST_QUESTIONS):
        grid = grid_of(workbook, said)
        said |= {
            one.field: one.proposed or (one.options[0][0] if one.options else "") for one in grid.questions
        }
    return grid_of(workbook, said)


def is_true(grid: Grid, variant: Mapping[str, Any]) -> bool:
    """Return whether everybody has what they really had, on the days on which it was."""
    days = [str(evening.day) for evening in grid.evenings]
    totals = {name.casefold(): Fraction(points) for name, points in variant["totals"].items()}
    filled = {name: points for name, points in totals_of([grid]).items() if points or name in totals}
    return filled == totals and days == variant.get("days", days)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_that_was_made_to_be_misread_is_stored_wrong(name: str) -> None:
    variant = VARIANTS[name]
    workbook = worksheets_in(content_of(variant))
    asked = grid_of(workbook, variant.get("asked_with", {}))
    assert variant.get("asks", "") in ["", *(question.field for question in asked.questions)]
    assert variant.get("remark", "") in ["", *(remark.sentence for remark in asked.remarks)]
    quick = hasty(workbook)
    if quick.is_ready and not is_true(quick, variant):
        sentences = [example.sentence for example in quick.examples]
        says_otherwise = any(variant.get("shown", "nothing") in sentence for sentence in sentences)
        assert says_otherwise or "asks" in variant
    if "totals" not in variant:
        assert not quick.is_ready
    if "refusal" in variant:
        sentences = [problem.sentence for problem in grid_of(workbook, variant.get("said", {})).refusals]
        assert any(sentence.startswith(variant["refusal"]) for sentence in sentences)
    elif "totals" in variant:
        knowing = grid_of(workbook, variant.get("said", {}))
        assert ([*knowing.questions], [*knowing.refusals], knowing.is_ready) == ([], [], True)
        assert is_true(knowing, variant)


def test_of_totals_on_two_worksheets_the_example_says_whether_they_begin_anew() -> None:
    """On 6 May Anna won one point, or, if nothing was brought along from March, eight."""
    head = ("Datum", "Anna", "Bert")
    march, may = (
        [head, ("4.3.2016", 5, -5), ("11.3.2016", 7, -7)],
        [head, ("6.5.2016", 8, -8), ("13.5.2016", 6, -6)],
    )
    workbook = worksheets_in(content_of({"worksheets": {"März": march, "Mai": may}}))
    grids = [grid_of(workbook, {"way": "carried", "way-1": way}) for way in ("carried", "through")]
    assert [grid.examples[1].sentence[:42] for grid in grids] == [
        "On Friday, 6 May 2016 Anna won 8 points; t",
        "On Friday, 6 May 2016 Anna won 1 point; th",
    ]


def test_a_column_that_is_tapped_on_a_worksheet_is_left_out_on_those_with_the_same_headings() -> None:
    head = ("Datum", "Anna", "Bert", "Einsatz")
    rows = {month: [head, (f"4.{month}.2016", 5, -5, 2)] for month in ("3", "4")}
    rows["5"] = [("Datum", "Anna", "Einsatz", "Bert"), ("4.5.2016", 5, 2, -5)]
    grid = grid_of(worksheets_in(content_of({"worksheets": rows})), {"column-0-3": "skip"})
    assert [str(evening.day) for evening in grid.evenings if "Einsatz" not in evening.amounts] == [
        "2016-03-04",
        "2016-04-04",
    ]


def test_there_are_forty_of_the_four_mistakes_and_as_many_as_secretaries_paste() -> None:
    kinds = Counter(name.partition(":")[0] for name in VARIANTS)
    assert kinds.pop("pasted") >= 40
    assert kinds.total() >= 40
    assert kinds.keys() == {"years", "debts", "openings", "worksheets"}
