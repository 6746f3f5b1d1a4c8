"""The worksheets of a book of old sheets: one is read, the others go to and fro with the form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.export.controls import explains_controls
from scoring.names import folded
from scoring.old_sheets.columns import MOST_COLUMNS, MOST_ROWS, is_headed
from scoring.old_sheets.layouts import tables_of, together
from scoring.uploads.spreadsheets import CellRow, Limits, RawWorksheet, UnreadableFile, demand_narrow, tidied

MOST_BYTES = 1_800_000  # of the text that goes to and fro with the form; Django takes 2.5 MB
MOST_WORKSHEETS = 50
MOST_NAMED = 20  # hidden rows of each worksheet
LIMITS = Limits(rows=MOST_ROWS, columns=MOST_COLUMNS, cell=1000, unpacked=20_000_000)


@dataclass(frozen=True, slots=True)
class Workbook:
    """The worksheets of an uploaded file: the name of the one that is read, and the others as text."""

    read: str = ""  # its name; empty: there is only this one
    others: tuple[tuple[str, str], ...] = ()  # without text: cannot be read here
    unseen: tuple[tuple[str, tuple[int, ...]], ...] = ()  # hidden: a worksheet, or rows of one
    together: tuple[str, ...] = ()  # the name of all tables that are alike as one, and theirs

    @property
    def text(self) -> str:
        """Return all of it as the text of one hidden field."""
        return json.dumps([self.read, self.others, self.unseen, self.together]) if self.read else ""

    @property
    def names(self) -> list[str]:
        """Return the names of those that can be read, beginning with the one that is."""
        return [self.read, *(name for name, text in self.others if text)]

    @property
    def summary(self) -> str:
        """Return which was read and which were not; empty, where there is but one."""
        if not self.others:
            return ""
        read = [*self.together[1:]] if self.is_together else [self.read]
        others = [name for name, _text in self.others if name not in (*read, *self.together[:1])]
        said = _("Read: %(name)s. Not read: %(others)s.") if others else _("Read: %(name)s.")
        return said % {"name": ", ".join(read), "others": ", ".join(others)}

    @property
    def is_together(self) -> bool:
        """Return whether several tables are read as one."""
        return self.read in self.together[:1]

    @property
    def hidden(self) -> str:
        """Return what is left out because nobody sees it in the spreadsheet; empty: nothing."""
        sentences = [
            _("rows %(rows)s of “%(name)s”") % {"rows": ", ".join(map(str, rows[:MOST_NAMED])), "name": name}
            if rows
            else _("the worksheet “%(name)s”") % {"name": name}
            for name, rows in self.unseen
        ]
        said = _(
            "Hidden, and therefore left out: %(what)s. If it counts, please unhide it in the file "
            "and send it again."
        )
        return said % {"what": "; ".join(sentences)} if sentences else ""

    @property
    def following(self) -> str:
        """Return the name of the next worksheet with headings that are understood; empty: none."""
        gone = self.together if self.is_together else self.together[:1]
        left = (other for other in self.others if other[0] not in gone)
        return next((name for name, text in left if text and is_headed(rows_of_text(text))), "")

    def without(self, name: str) -> Workbook:
        """Return the book once this worksheet of it has come in: nothing that it was a part of is offered."""
        gone = {name, *(self.together if name in self.together[:1] else self.together[:1])}
        return replace(
            self, others=tuple(other for other in self.others if other[0] not in gone), together=()
        )

    def instead(self, name: str, rows: Sequence[CellRow]) -> tuple[Workbook, list[CellRow]] | None:
        """Return the book with another one read; what was mended in this one is kept."""
        text_there = next((text for other, text in self.others if other == name and text), None)
        if text_there is None:
            return None
        others = tuple(
            (self.read, text_of(rows)) if other == name else (other, text) for other, text in self.others
        )
        return replace(self, read=name, others=others), rows_of_text(text_there)


def book_of_text(text: str) -> Workbook:
    """Return the book that a hidden field holds; refuse anything that no form would send."""
    try:
        read, others, unseen, together = json.loads(text)
        pairs = tuple((str(name), str(found)) for name, found in others)[:MOST_WORKSHEETS]
        hidden = tuple((str(name), tuple(map(int, rows))) for name, rows in unseen)[:MOST_WORKSHEETS]
        parts = tuple(map(str, together))[: MOST_WORKSHEETS + 1]
    except (TypeError, ValueError, RecursionError):
        return Workbook()
    return Workbook(read, pairs, hidden, parts) if isinstance(read, str) else Workbook()


def chosen_of(worksheets: Sequence[RawWorksheet]) -> tuple[Workbook, list[CellRow]]:
    """Read are all that are alike, else the first with headings that are understood.

    Others go to and fro, as far as they are not too much.
    """
    if len(worksheets) > MOST_WORKSHEETS:
        sentence = _("The file has more than %(most)d worksheets. Please send it in parts, one year in each.")
        raise UnreadableFile(sentence % {"most": MOST_WORKSHEETS})
    written = [worksheet for worksheet in worksheets if any(worksheet.rows) and not _is_ours(worksheet)]
    if not written:
        raise UnreadableFile(_("There is nothing in the file."))
    written = [table for raw_worksheet in written for table in tables_of(raw_worksheet)]
    together, all_of_them = _together(written)
    written = [*all_of_them, *written]
    chosen = next((raw_worksheet for raw_worksheet in written if is_headed(raw_worksheet.rows)), written[0])
    demand_fitting(chosen.rows)
    left = MOST_BYTES - len(text_of(chosen.rows).encode())
    others = []
    for raw_worksheet in written:
        if raw_worksheet is not chosen:
            text = _fitting(raw_worksheet, left)
            left -= len(json.dumps(text))
            others.append((raw_worksheet.name, text))
    unseen = tuple(
        (worksheet.name, worksheet.hidden)
        for worksheet in worksheets
        if worksheet.hidden or worksheet.is_hidden
    )
    return Workbook(chosen.name, tuple(others), unseen, together), list(chosen.rows)


def _together(tables: Sequence[RawWorksheet]) -> tuple[tuple[str, ...], list[RawWorksheet]]:
    """Return all tables that are alike as one, where that is not too much; and what they are called."""
    tables_together = together(tables)
    if tables_together is None:
        return (), []
    rows, names = tables_together
    whole = RawWorksheet(_("All tables together"), rows)
    return ((whole.name, *names), [whole]) if _fitting(whole, MOST_BYTES // 2) else ((), [])


def _fitting(worksheet: RawWorksheet, left: int) -> str:
    try:
        demand_fitting(worksheet.rows)
    except UnreadableFile:
        return ""
    text = text_of(worksheet.rows)
    return text if len(json.dumps(text)) <= left else ""


def _is_ours(worksheet: RawWorksheet) -> bool:
    """Return whether it explains or controls another one, and nobody ever wrote anything there."""
    return folded(worksheet.name) in _explaining() or explains_controls("".join(worksheet.rows[0][:1]))


def _explaining() -> set[str]:
    """Return the names of worksheets of the template that say how to fill it in."""
    explaining = set()
    for code, _label in settings.LANGUAGES:
        with translation.override(code):
            explaining.add(folded(_("How to fill it in")))
    return explaining


def demand_fitting(rows: Sequence[CellRow]) -> None:
    """Refuse a book of which a part would be left away silently."""
    if len(rows) > MOST_ROWS:
        sentence = _("The file has more than %(most)d rows. Please send it in parts, one year in each.")
        raise UnreadableFile(sentence % {"most": MOST_ROWS})
    demand_narrow(rows, LIMITS)
    if len(text_of(rows).encode()) > MOST_BYTES:
        raise UnreadableFile(
            _("There is too much text in the file. Please take out columns that nobody needs.")
        )


def text_of(rows: Sequence[CellRow]) -> str:
    """Return the rows in one hidden field; no cell has a tab or a break in it."""
    return "\n".join("\t".join(row) for row in rows)


def rows_of_text(text: str) -> list[CellRow]:
    """Return the rows that a hidden field holds, whatever was made of it on the way."""
    lines = text.replace("\r\n", "\n").replace("\0", "").split("\n")[: MOST_ROWS + 1]
    return [tidied(line.split("\t")[:MOST_COLUMNS], LIMITS) for line in lines]
