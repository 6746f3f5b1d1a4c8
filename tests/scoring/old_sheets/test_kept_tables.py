"""Tables as clubs keep them: each comes in right, or is refused by a sentence that says what to do.

179 of them have `totals` that everybody really had: they come in right as they are, or are refused
(`refusal`) and come in by the clipboard. The other 15 hold nothing that could come in, and are refused.

`said`: what a person taps and answers. `reads`: what everybody has then, where a row was left out or a name
is written otherwise than it is meant. `blocks` and `arranged`: what is copied, or written and copied, where a
table is refused as it stands.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from openpyxl.utils import range_boundaries

from scoring.names import folded
from scoring.old_sheets.crossings import read
from scoring.old_sheets.files import SentWorksheets, pasted, worksheets_in
from scoring.old_sheets.grid import Answers
from scoring.uploads.spreadsheets import RawWorksheet
from tests.scoring.old_sheets.files.kept import KEPT, content_of
from tests.support.scoring.sent_tables import TODAY, grid_of, totals_of

MOST_TAPS = 5
KEPT_TOTALS, NEVER, FEWEST_RIGHT, FEWEST_COPIED = 179, 15, 140, 30
RIGHT = [name for name, file in KEPT.items() if "refusal" not in file]
REFUSED = [name for name, file in KEPT.items() if "refusal" in file]
COPIED = [name for name in REFUSED if KEPT[name].keys() & {"blocks", "arranged"}]


def workbook_of(file: Mapping[str, Any]) -> SentWorksheets:
    return worksheets_in(content_of(file), file.get("said", {}).get("letters", ""))


def expected(file: Mapping[str, Any]) -> dict[str, Fraction]:
    return {folded(name): Fraction(points) for name, points in file.get("reads", file["totals"]).items()}


@pytest.mark.parametrize("name", RIGHT)
def test_a_table_comes_in_right_after_few_taps_and_never_before_its_example_is_confirmed(name: str) -> None:
    file = KEPT[name]
    workbook, said = workbook_of(file), file.get("said", {})
    grid = grid_of(workbook, said)
    assert ([*grid.questions], [*grid.refusals], grid.is_ready) == ([], [], True)
    assert totals_of([grid]) == expected(file)
    kitty = {name: sum(one.kitty.get(name, 0) for one in grid.evenings) for name in file.get("kitty", {})}
    assert kitty == file.get("kitty", {})
    assert len({evening.day for evening in grid.evenings}) == file.get(
        "evenings", len({e.day for e in grid.evenings})
    )
    assert len(said) + 1 <= MOST_TAPS
    assert not read(workbook, Answers.of(said), TODAY).is_ready


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_the_place_and_what_to_do(name: str) -> None:
    file = KEPT[name]
    grid = grid_of(workbook_of(file), file.get("said", {}))
    assert file["refusal"] in [problem.sentence for problem in grid.refusals]
    assert not grid.is_ready


def blocks_of(file: Mapping[str, Any]) -> list[str]:
    """Return the texts of the blocks that somebody copies, or writes and copies."""
    if "arranged" in file:
        return [text_of(rows) for rows in file["arranged"]]
    sheets = {sheet.name: sheet for sheet in workbook_of(file).worksheets}
    texts = []
    for block in file["blocks"]:
        name, _mark, reference = block.rpartition("!")
        left, top, right, bottom = range_boundaries(reference)
        sheet: RawWorksheet = sheets[name] if name else next(iter(sheets.values()))
        texts.append(text_of([row[left - 1 : right] for row in sheet.rows[top - 1 : bottom]]))
    return texts


def text_of(rows: Sequence[Sequence[Any]]) -> str:
    return "\r\n".join("\t".join(map(str, row)) for row in rows)


@pytest.mark.parametrize("name", COPIED)
def test_what_was_refused_comes_in_by_the_clipboard(name: str) -> None:
    file = KEPT[name]
    texts = blocks_of(file)
    said = file.get("blocks_said", [{}] * len(texts))
    grids = [grid_of(pasted(text), answers) for text, answers in zip(texts, said, strict=True)]
    assert [([*grid.refusals], [*grid.questions], grid.is_ready) for grid in grids] == [([], [], True)] * len(
        grids
    )
    assert totals_of(grids) == expected(file)


def test_whatever_holds_totals_comes_in_most_of_it_as_it_is() -> None:
    with_totals = {name for name, file in KEPT.items() if "totals" in file}
    assert (len(with_totals), len(KEPT)) == (KEPT_TOTALS, KEPT_TOTALS + NEVER)
    assert with_totals == {*RIGHT, *COPIED}
    assert len(RIGHT) >= FEWEST_RIGHT
    assert len(COPIED) >= FEWEST_COPIED
