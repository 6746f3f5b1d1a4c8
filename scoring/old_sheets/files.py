"""Files and pasted text as worksheets."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.uploads import sandbox
from scoring.uploads.spreadsheets import (
    Limits,
    RawWorksheet,
    UnreadableFile,
    decoded,
    demand_narrow,
    is_packed,
    parted,
    without_end,
)

MOST_ROWS, MOST_COLUMNS, MOST_WORKSHEETS = 5000, 120, 50
MOST_SIGNS = 1_800_000  # in all cells, which are shown on one page
LIMITS = Limits(rows=MOST_ROWS, columns=MOST_COLUMNS, cell=1000, unpacked=20_000_000)
ONE_BYTE = ("cp1252", "cp850", "mac_roman")
# In letters of Windows: other ones than German words have, or signs within words.
UNUSUAL = re.compile(r"[^\x00-\x7fäöüÄÖÜßéè½¼¾²³\W\d_]|\w[‚„†‡•™]|\w[“”…]\w|\ufffd")
MOST_WORDS = 3


class Letters(NamedTuple):
    """An encoding in which a list can be read, with three of its words as an example."""

    code: str
    words: tuple[str, ...]


class SentWorksheets(NamedTuple):
    """The worksheets of a file, or one that was pasted."""

    worksheets: tuple[RawWorksheet, ...] = ()
    letters: tuple[Letters, ...] = ()  # not empty: one has to be chosen


def worksheets_in(content: bytes, letters: str = "") -> SentWorksheets:
    """Return the worksheets of a file; of a list in an unknown encoding, the encodings to choose from."""
    if is_packed(content):
        sheets = sandbox.worksheets_of_workbook(content, LIMITS, MOST_WORKSHEETS + 1)
        return demand_fitting(SentWorksheets(tuple(sheets)))
    text = decoded(content)
    if letters in ONE_BYTE:
        text = content.decode(letters, "replace")
    elif choices := letters_of(content):
        return SentWorksheets(letters=choices)
    return pasted(text)


def letters_of(content: bytes) -> tuple[Letters, ...]:
    """Return the encodings in which a list can be read; empty: it is known.

    >>> letters_of("Jörg;5".encode("cp1252")), [one.words for one in letters_of("Jörg;5".encode("cp850"))]
    ((), [('J”rg',), ('Jörg',), ('Jîrg',)])
    """
    try:
        content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return ()
    is_usual = not UNUSUAL.search(content.decode("cp1252", "replace"))
    return () if is_usual else tuple(Letters(code, _odd_words(content, code)) for code in ONE_BYTE)


def _odd_words(content: bytes, code: str) -> tuple[str, ...]:
    text = content.decode(code, "replace").replace(";", " ").replace(",", " ")
    return tuple(dict.fromkeys(word for word in text.split() if not word.isascii()))[:MOST_WORDS]


def pasted(text: str) -> SentWorksheets:
    """Return one worksheet from a text with tabs, as spreadsheets copy it, or from CSV."""
    table, separator = parted(text.replace("\0", ""))
    rows = [cells for _number, cells in sandbox.rows_of_csv(table, separator, LIMITS)]
    return demand_fitting(SentWorksheets((RawWorksheet(_("Pasted"), without_end(rows)),)))


def demand_fitting(workbook: SentWorksheets) -> SentWorksheets:
    """Return the workbook; refuse an empty one, and one too big to be read as a whole."""
    sheets = workbook.worksheets
    if not any(any(sheet.rows) for sheet in sheets):
        raise UnreadableFile(_("There is nothing in the file."))
    if len(sheets) > MOST_WORKSHEETS:
        raise UnreadableFile(
            _("The file has more than %(most)d worksheets. Please send it in parts."), most=MOST_WORKSHEETS
        )
    for sheet in sheets:
        if len(sheet.rows) > MOST_ROWS:
            raise UnreadableFile(
                _("The table has more than %(most)d rows. Please send it in parts."), most=MOST_ROWS
            )
        demand_narrow(sheet.rows, LIMITS)
    if sum(len(cell) + 1 for sheet in sheets for row in sheet.rows for cell in row) > MOST_SIGNS:
        raise UnreadableFile(_("There is too much in the file to be read at once. Please send it in parts."))
    return workbook
