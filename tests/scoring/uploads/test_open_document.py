"""Spreadsheets of LibreOffice come in as those of Excel do, and cost no more."""

import sys
from datetime import date
from pathlib import Path

import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font

from scoring.old_sheets.files import LIMITS, MOST_ROWS, SentWorksheets, demand_fitting
from scoring.uploads import sandbox
from scoring.uploads.spreadsheets import MOST_CELLS, UnreadableFile
from tests.scoring.old_sheets.files.kept import saved as as_xlsx
from tests.scoring.old_sheets.files.kept import workbook_of
from tests.support.office import saved
from tests.support.open_document import cell, document, repeated, row, table
from tests.support.scoring.tables import FOUR

HEAD = ("Datum", *FOUR)
ROWS = ((date(2016, 3, 4), 5, -5, 8.5, -8.5), (date(2016, 3, 11), "4,50 €", 3, -4, "-3,50 €"))


def read(content: bytes) -> list[sandbox.RawWorksheet]:
    return sandbox.worksheets_of_workbook(content, LIMITS, 5)


@pytest.mark.parametrize("small", [sandbox.SMALL, 0])
def test_cells_are_read_as_they_are_shown(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SMALL", small)  # in this process and in one of its own
    three, rest = (
        cell("").replace("/>", f' table:number-columns-repeated="{number}"/>') for number in (3, 16_000)
    )
    rows = [
        row(("Tarock", "", "im Lamm")),
        row([""], times=2),
        row(HEAD),
        *map(row, ROWS),
        row((date(2016, 3, 18), 1, 1, -1, -1), ' table:visibility="collapse"'),
        repeated(f"{cell('x')}{three}{cell(1 / 3)}{rest}", 1),
        '<table:table-row><table:table-cell table:formula="of:=1+1"/></table:table-row>',
        repeated(
            f"<text:soft-page-break/>{cell('ja')}"
            '<table:table-cell office:value-type="boolean" office:boolean-value="false"/>',
            1,
        ),
    ]
    away = table("Entwurf", [row(HEAD)], "away")
    shown, hidden = read(document([away, table("2016", rows)]))
    assert shown.rows == [
        ("Tarock", "", "im Lamm"),
        (),
        (),
        HEAD,
        ("04.03.2016", "5", "-5", "8.5000000000", "-8.5000000000"),
        ("11.03.2016", "4.50 €", "3", "-4", "-3.50 €"),
        ("18.03.2016", "1", "1", "-1", "-1"),
        ("x", "", "", "", "0.3333333333"),
        ("=",),
        ("ja", "nein"),
    ]
    assert (shown.hidden, hidden) == ((7,), sandbox.RawWorksheet("Entwurf", [], is_hidden=True))


def test_what_is_struck_through_or_has_a_comment_is_known() -> None:
    off = '<style:style style:name="off"><style:text-properties style:text-line-through-style="solid"/>'
    crossed = cell("x").replace(" ", ' table:style-name="off" ', 1)
    note = "<office:annotation><text:p>zweimal</text:p></office:annotation>"
    rows = [
        repeated(crossed + cell("z"), 1),
        repeated(cell("a") + cell("y").replace("<text", f"{note}<text", 1), 1),
    ]
    (of_office,) = read(document([table("1", rows)], f"{off}</style:style>"))
    workbook = workbook_of({"1": [("x", "z"), ("a", "y")]})
    workbook["1"]["A1"].font = Font(strike=True)
    workbook["1"]["B2"].comment = Comment("zweimal", "Anna")
    (of_excel,) = read(as_xlsx(workbook))
    assert of_office.rows == of_excel.rows == [("x", "z"), ("a", "y")]
    assert of_office.looks == of_excel.looks == ((0, 0, True, ""), (1, 1, False, "zweimal"))


def test_what_repeats_without_end_is_cut_or_refused() -> None:
    (found,) = read(document([table("1", [row("x", times=900_000)])]))
    assert len(found.rows) == MOST_ROWS + 1
    with pytest.raises(UnreadableFile):
        demand_fitting(SentWorksheets((found,)))
    (far,) = read(document([table("1", [row([""], times=90_000), row("x")])]))
    assert len(far.rows) == MOST_ROWS + 1, "it is seen that more stands below"
    ones = cell(1).replace("/>", ' table:number-columns-repeated="16000"/>')
    with pytest.raises(UnreadableFile) as refused:
        read(document([table("1", [repeated(ones, 4000)])]))
    assert refused.value.about == {"most": MOST_CELLS}
    assert len(read(document([table("1", [])] * 100))) == 5
    with pytest.raises(UnreadableFile):
        demand_fitting(SentWorksheets(tuple(read(document([table("1", [])])))))


def packed_otherwise(content: bytes) -> bytes:
    """Return a file of which one part needs a later version of zip."""
    place = content.index(b"PK\1\2") + 6
    return content[:place] + b"\xff" + content[place + 1 :]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (document(["<table:table"]), "damaged"),
        (document([table("1", ['<table:table-row table:number-rows-repeated="x"/>'])]), "damaged"),
        (document([]), "nothing in the file"),
        (document(["<!DOCTYPE x>"]), "not an Excel file"),
        (packed_otherwise(document([table("1", [row("x")])])), "not an Excel file"),
    ],
)
def test_a_broken_file_is_refused_in_words(made: bytes, told: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(made)
    assert told in refused.value.sentence


def test_where_the_system_has_neither_locks_nor_limits_files_are_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sandbox, "SMALL", 0)
    for module in ("fcntl", "resource"):  # Windows has none
        monkeypatch.setitem(sys.modules, module, None)
    sandbox.limit_this_process()
    assert read(document([table("1", [row("x")])]))[0].rows == [("x",)]


def test_what_libreoffice_saves_is_read_as_what_excel_does(office: str, tmp_path: Path) -> None:
    given = as_xlsx(workbook_of({"1": [HEAD, *((f"{day}", *rest) for day, *rest in ROWS)]}))
    (written,) = saved(office, [given], tmp_path, "ods")
    assert read(written)[0].rows == read(given)[0].rows
