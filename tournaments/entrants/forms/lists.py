"""Read lists of names, pasted or from a file, with one line of text for each row."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_person
from scoring.names import in_one_order, tidy
from scoring.uploads.sandbox import rows_of_csv, rows_of_workbook
from scoring.uploads.spreadsheets import (
    MANY_LINES,
    Limits,
    UnreadableFile,
    decoded,
    is_packed,
    separator_of,
)
from scoring.web.uploads import MOST_OF_A_LIST

MOST_LINES = 1000
MOST_LETTERS = 100_000
HIGHEST_HEADING = 10  # so many lines down it may stand
LONGEST_CELL = 200
LIMITS = Limits(rows=MOST_LINES, columns=30, cell=LONGEST_CELL, unpacked=8_000_000)

NAME, FIRST, LAST, MEMBER = "name", "first", "last", "member"
HEADINGS = {
    NAME: "name|namen|names|spieler|spielerin|spielername|spieler/in|player|players|teilnehmer|teilnehmerin|"
    "teilnehmer/in|vor- und nachname|full name",
    FIRST: "vorname|rufname|first name|firstname|given name",
    LAST: "nachname|familienname|zuname|last name|lastname|surname|family name",
    MEMBER: "mitglied|vereinsmitglied|klubmitglied|clubmitglied|member",
}
COLUMNS = {word: column for column, words in HEADINGS.items() for word in words.split("|")}
YES = {"ja", "j", "x", "1", "yes", "y", "true", "wahr", "mitglied", "member", "✓", "✔"}
NO = {"", "nein", "n", "0", "no", "false", "falsch", "gast", "guest", "-", "–"}
FORMULA = ("=", "＝")

_BULLET = re.compile(r"^\s*(?:[-–—•*·▪◦‣►>+]\s+|[•▪◦‣►☐☑✓✔]\s*|\(?\d{1,4}\s*[.):]\s*|\d{1,4}\s+(?=\D))+")
_NUMBER = re.compile(r"^\(?\d{1,4}[.):]?$")


class ListRow(NamedTuple):
    """A line of the list: the name in it, or what is wrong."""

    number: int  # of the line
    text: str  # as it stands there
    name: str
    member: bool | None = None  # the list says so; None: it says nothing
    problems: tuple[str, ...] = ()


class NameList(NamedTuple):
    """The names in a text, line by line."""

    heading: ListRow | None  # the line that names the columns; what stands above it is a title
    rows: tuple[ListRow, ...]


# A text


def spread(text: str) -> str:
    """Put each name on a line of its own, even if several were pasted between commas.

    >>> spread("Anna, Bert, Cilli\\nHuber, Franz")
    'Anna\\nBert\\nCilli\\nHuber, Franz'
    """
    lines = re.sub("\r\n?|\u2028|\x0b|\x0c", "\n", text.lstrip("\ufeff")).split("\n")
    if _heading(lines) is not None:
        return "\n".join(lines).rstrip()
    return "\n".join(piece for line in lines for piece in _pieces(line)).rstrip()


def _pieces(line: str) -> list[str]:
    for separator in (",", ";"):
        pieces = [piece.strip() for piece in line.split(separator)]
        if "\t" not in line and len([piece for piece in pieces if piece]) > 2 and all(map(_is_words, pieces)):
            return [piece for piece in pieces if piece]
    return [line]


def _is_words(piece: str) -> bool:
    """Return whether a cell is neither a number nor a yes or no."""
    key = piece.casefold()
    return not piece or (any(map(str.isalpha, piece)) and key not in YES and key not in NO)


def listed(text: str, *, surname_first: bool = False) -> NameList:
    """Parse a list of names line by line; blank lines count but give no name."""
    lines = text.split("\n")
    heading = _heading(lines)
    first, columns, separator = heading or (0, {}, "")
    rows = [
        (
            _by_columns(number, line, columns, separator, surname_first=surname_first)
            if separator
            else _by_itself(number, line, surname_first=surname_first)
        )
        for number, line in enumerate(lines, 1)
        if number > first and line.strip()
    ]
    return NameList(ListRow(first, lines[first - 1], "") if heading else None, tuple(rows))


def _heading(lines: Sequence[str]) -> tuple[int, dict[str, int], str] | None:
    """Return the line that names the columns; with several columns a title may be above it."""
    written = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    for index, (number, line) in enumerate(written[:HIGHEST_HEADING]):
        columns = _columns_of(line)
        if columns is not None and (index == 0 or columns[1]):
            return number, *columns
    return None


def _columns_of(line: str) -> tuple[dict[str, int], str] | None:
    """Return the meaning of each column and the separator; None without a heading."""
    for separator in ("\t", ";", ",", ""):
        if separator and separator not in line:
            continue
        cells = [cell.casefold().rstrip(":") for cell in _split(line, separator)]
        columns: dict[str, int] = {}
        for index, cell in enumerate(cells):
            if cell in COLUMNS:
                columns.setdefault(COLUMNS[cell], index)
        if NAME in columns or FIRST in columns or LAST in columns:
            return columns, separator
    return None


def _split(line: str, separator: str) -> list[str]:
    """Return the cells of a line.

    >>> _split('"Huber, Franz",ja', ","), _split(" Anna ", "")
    (['Huber, Franz', 'ja'], ['Anna'])
    """
    cells = [line]
    if separator and '"' in line:
        try:
            cells = next(csv.reader([line], delimiter=separator))
        except csv.Error:  # a cell of more than 131,072 characters
            cells = line.split(separator)
    elif separator:
        cells = line.split(separator)
    return [tidy(cell.strip().strip('"')) for cell in cells]


def _by_columns(
    number: int, line: str, columns: dict[str, int], separator: str, *, surname_first: bool
) -> ListRow:
    cells = _split(line, separator)

    def cell(column: str) -> str:
        index = columns.get(column)
        return cells[index] if index is not None and index < len(cells) else ""

    first, last = (LAST, FIRST) if surname_first else (FIRST, LAST)
    name = in_one_order(cell(NAME), surname_first=surname_first) or tidy(f"{cell(first)} {cell(last)}")
    member = _is_member(cell(MEMBER)) if MEMBER in columns else None
    return _row(number, line, name, member)


def _is_member(cell: str) -> bool | None:
    """Return whether a cell says yes, as a member's number does; None: neither yes nor no."""
    key = cell.casefold()
    if key in NO:
        return False
    return True if key in YES or key.isdigit() else None


def _by_itself(number: int, line: str, *, surname_first: bool) -> ListRow:
    """Read a line without heading: perhaps a number, a name in one or two columns, perhaps a yes."""
    text = _BULLET.sub("", line.strip().rstrip(",;\t "))
    separator = next((sign for sign in ("\t", ";") if sign in text), "")
    if not separator and "," in text and ", " not in text:
        separator = ","
    cells = _split(text, separator)
    while cells and (not cells[0] or _NUMBER.match(cells[0])):
        cells.pop(0)
    while cells and not cells[-1]:
        cells.pop()
    member = None
    if len(cells) > 1 and cells[-1].casefold() in YES | NO:
        member = _is_member(cells.pop())
    words = [cell for cell in cells if cell]
    if len(words) > 2:
        problem = _(
            "It has several columns, and no heading says which one is the name. Please write one above."
        )
        return ListRow(number, line, "", member, (problem,))
    return _row(number, line, in_one_order(" ".join(words), surname_first=surname_first), member)


def _row(number: int, line: str, name: str, member: bool | None) -> ListRow:
    return ListRow(number, line, name, member, tuple(_problems(name)))


def _problems(name: str) -> Iterator[str]:
    if name.startswith(FORMULA):
        yield _("“%(name)s” is a formula. Please write the name itself.") % {"name": name[:40]}
    elif name.startswith("#") and name.endswith(("!", "?", "/A", "/V")):
        yield _("“%(name)s” is an error in the spreadsheet. Please write the name itself.") % {"name": name}
    elif name and not any(unicodedata.category(sign).startswith("L") for sign in name):
        yield _("There is no name in “%(name)s”.") % {"name": name[:40]}
    else:
        yield from problems_with_person(name)


# A file


def text_of(file: UploadedFile, limits: Limits = LIMITS, most_letters: int = MOST_LETTERS) -> str:
    """Return a file as text to look at and correct: a line for each row, tabs between columns."""
    if file.size and file.size > MOST_OF_A_LIST:
        raise UnreadableFile(too_big())
    content = file.read()
    if not content.strip():
        raise UnreadableFile(_("There is nothing in the file."))
    if is_packed(content):
        lines = ["\t".join(row) for row in rows_of_workbook(content, limits)]
    else:
        lines = list(_from_csv(decoded(content), limits))
    if not any(line.strip() for line in lines):
        raise UnreadableFile(_("There is nothing in the file."))
    if len(lines) > limits.rows:
        problem = _("The list has more than %(most)d rows. Please send it in parts.")
        raise UnreadableFile(problem % {"most": limits.rows})
    text = "\n".join(lines)
    if len(text) > most_letters:
        raise UnreadableFile(
            _("There is too much text in the file. Please leave only the columns with the names.")
        )
    return text


def too_big() -> str:
    """Return the sentence that refuses a list's file because of its size."""
    problem = _("The file is too big: %(most)d kB at most. A list of names is a small file.")
    return problem % {"most": MOST_OF_A_LIST // 1000}


def _from_csv(text: str, limits: Limits) -> Iterator[str]:
    separator = _separator(text)
    if not separator:
        yield from (line[: LONGEST_CELL * 5] for line in text.splitlines())
        return
    written = 0
    for number, cells in rows_of_csv(text, separator, limits):
        while written < number - 1:  # a cell with a break in it: the lines keep their numbers
            yield ""
            written += 1
        yield "\t".join(cells[: limits.columns])
        written += 1


def _separator(text: str) -> str:
    """Return the separator of columns; a comma only where a heading shows it."""
    if (separator := separator_of(text)) != ",":
        return separator
    lines = [line for line in text.splitlines()[:MANY_LINES] if line.strip()]
    heading = _columns_of(lines[0]) if lines else None
    if heading is not None and heading[1]:
        return heading[1]
    commas = {line.count(",") for line in lines}
    return "," if '"' in text and len(commas) == 1 and commas != {0} and ", " not in text else ""
