"""The formats in which figures leave."""

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import BinaryIO, NamedTuple

from scoring.export.figures import Figures, Workbook
from scoring.export.texts import Piece, csv_pieces, json_pieces, write_zip
from scoring.export.workbook import drain, write_xlsx

Write = Callable[[BinaryIO], Iterator[int]]


class File(NamedTuple):
    """A workbook in one format; writing it yields now and then how many rows are written."""

    ending: str
    content_type: str
    write: Write
    pieces: Callable[[], Iterator[Piece]] | None = None  # where it can be sent while it is written

    @property
    def content(self) -> bytes:
        """Return the whole file at once; only for figures that are in memory already."""
        file = BytesIO()
        drain(self.write(file))
        return file.getvalue()


def _in_pieces(ending: str, content_type: str, pieces: Callable[[], Iterator[Piece]]) -> File:
    def write(file: BinaryIO) -> Iterator[int]:
        for piece in pieces():
            file.write(piece.content)
            yield piece.rows

    return File(ending, content_type, write, pieces)


# An export format: its name in the address, and how it is called on a page, the same in every language.
FORMATS = {"xlsx": "Excel", "csv": "CSV", "json": "JSON"}


def file_in(form: str, what: Workbook | Figures) -> File:
    """Return figures or a workbook as a file of this format."""
    workbook = Workbook.of(what) if isinstance(what, Figures) else what
    match form:
        case "json":
            return _in_pieces("json", "application/json", partial(json_pieces, workbook))
        case "csv" if len(workbook.tables) > 1:
            return File("zip", "application/zip", partial(write_zip, workbook))
        case "csv":
            pieces = partial(csv_pieces, workbook.tables[0])
            return _in_pieces("csv", "text/csv; charset=utf-8", pieces)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return File("xlsx", kind, partial(write_xlsx, workbook))
