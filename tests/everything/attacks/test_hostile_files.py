"""Files that are made to be read for ever: each is refused or read, soon and in small room."""

import json
import resource
import shutil
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import time
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.formula import ArrayFormula

from scoring.archive.exporting import END, FORMAT, MANIFEST, VERSION
from scoring.archive.reading import LOOKED_AT, Unusable, look_into
from scoring.archive.tables import fields_of
from scoring.old_sheets.files import LIMITS, MOST_WORKSHEETS, worksheets_in
from scoring.old_sheets.forms import content_of
from scoring.uploads import sandbox
from scoring.uploads.spreadsheets import MOST_CELLS, UnreadableFile, rows_here
from scoring.web.uploads import MOST_OF_A_CLUB, MOST_OF_A_LIST
from tarockclub import environment
from tests.support.open_document import document, row, table

MOST_SECONDS = 10.0
MOST_BYTES = 200_000_000
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXTS = "/xl/sharedStrings.xml"
KIND_OF_TEXTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"


def xlsx(rows: str = "", *, strings: str = "", styles: str = "") -> bytes:
    """A whole workbook of one worksheet, as little as there can be beside what is given."""
    empty, into = BytesIO(), BytesIO()
    Workbook().save(empty)
    with zipfile.ZipFile(empty) as made, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as packed:
        kinds = made.read("[Content_Types].xml").decode().removesuffix("</Types>")
        kinds += f'<Override PartName="{TEXTS}" ContentType="{KIND_OF_TEXTS}"/></Types>'
        parts = {name: made.read(name) for name in made.namelist()} | {
            "[Content_Types].xml": kinds,
            TEXTS[1:]: f'<sst xmlns="{SPREADSHEET}">{strings}</sst>',
            "xl/styles.xml": f'<styleSheet xmlns="{SPREADSHEET}">{styles}</styleSheet>',
            "xl/worksheets/sheet1.xml": (
                f'<worksheet xmlns="{SPREADSHEET}"><sheetData>{rows}</sheetData></worksheet>'
            ),
        }
        for name, content in parts.items():
            packed.writestr(name, content)
    return into.getvalue()


CELL, FORMULA = "<c><v>1</v></c>", "<c><f>A1</f><v>1</v></c>"
FORMATS = "".join(f'<numFmt numFmtId="{number}" formatCode="0"/>' for number in range(200, 190_200))
SPREADSHEETS = {
    "a million cells": lambda: xlsx(f"<row>{CELL * 100}</row>" * 10_000),
    "as many empty rows as there may be": lambda: xlsx("<row/>" * 149_000),
    "as many cells as there may be": lambda: xlsx(f"<row>{FORMULA * 29}</row>" * 5_000),
    "one text of twenty megabytes": lambda: xlsx(strings=f"<si><t>{'x' * 19_900_000}</t></si>"),
    "one cell of twenty megabytes": lambda: xlsx(f"<row><c t='str'><v>{'x' * 19_900_000}</v></c></row>"),
    "a text in a million pieces": lambda: xlsx(strings=f"<si>{'<r><t>x</t></r>' * 1_000_000}</si>"),
    "as many formats as there may be": lambda: xlsx(styles=f"<numFmts>{FORMATS}</numFmts>"),
    "an .ods with as many cells as there may be": lambda: document([table("1", [row([1] * 29)] * 4_900)]),
    "an .ods of rows that repeat without end": lambda: document(
        [table("1", [row([1] * 29, times=1_000_000)])] * 60
    ),
    "an .ods with one text of twenty megabytes": lambda: document([table("1", [row(["x" * 19_900_000])])]),
}


LISTS = {
    "a million tiny cells": lambda: b"1;" * 499_999,
    "as many rows as there may be": lambda: b"1;2\n" * 74_000,
    "as many cells as there may be, in few rows": lambda: (b"12345;" * 29 + b"1\n") * 5_000,
    "one line of a megabyte": lambda: b"x" * 1_000_000,
    "a quotation that never ends": lambda: b'a;b\n"' + b";\n" * 70_000 + b"x" * 850_000,
    "a megabyte of accents on one letter": lambda: b"a;b\n" + "e\u0301\u0327".encode() * 199_000 + b";c",
}


class Deflated(NamedTuple):
    """What a part of a zip holds, and how it is described."""

    content: bytes
    size: int
    checksum: int


NOTHING = Deflated(b"\3\0", 0, 0)
SURELY_READ = 100_000_000  # bytes: of what is longer nobody gets to the checksum


def deflated(piece: bytes, times: int = 1) -> Deflated:
    """Return a piece, packed so many times one after the other."""
    pressed = zlib.compressobj(9, zlib.DEFLATED, -15)
    whole = (pressed.compress(piece) + pressed.flush(zlib.Z_FULL_FLUSH)) * times
    size, checksum = len(piece) * times, 0
    for _time in range(times if size <= SURELY_READ else 0):
        checksum = zlib.crc32(piece, checksum)
    return Deflated(whole + pressed.flush(), size, checksum)


def packed(entries: Iterable[tuple[bytes, Deflated]], into: BinaryIO) -> None:
    """Write a zip of these parts; where there is a million of them, no more is in memory than one."""
    with TemporaryFile() as directory:
        count = 0
        for name, part in entries:
            count += 1
            about = struct.pack("<3L2H", part.checksum, len(part.content), part.size, len(name), 0)
            directory.write(struct.pack("<4s6H", b"PK\1\2", 20, 20, 0, 8, 0, 33) + about)
            directory.write(struct.pack("<3H2L", 0, 0, 0, 0, into.tell()) + name)
            into.write(struct.pack("<4s5H", b"PK\3\4", 20, 0, 8, 0, 33) + about + name + part.content)
        where, long, many = into.tell(), directory.tell(), min(count, 0xFFFF)
        directory.seek(0)
        shutil.copyfileobj(directory, into)
        into.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, many, many, long, where, 0))


def club_of(table: str, piece: bytes, times: int = 1) -> Callable[[BinaryIO], None]:
    """Return what writes a club file with this in one table, and nothing in the others that it must have."""

    def write(into: BinaryIO) -> None:
        contents = {name: (NOTHING, sha256(), 0) for name in LOOKED_AT}
        whole, checksum = deflated(piece, times), sha256()
        for _time in range(times if whole.size <= SURELY_READ else 0):
            checksum.update(piece)
        contents[f"scoring.{table}"] = whole, checksum, piece.count(b"\n") * times
        parts = []
        for name, (_content, digest, rows) in contents.items():
            fields = [field.name for field in fields_of(apps.get_model(name))]
            parts.append({"name": name, "fields": fields, "rows": rows, "sha256": digest.hexdigest()})
        said = {"format": FORMAT, "version": VERSION, "migrations": {}, "parts": parts}
        told = [(name + END, content) for name, (content, _digest, _rows) in contents.items()]
        manifest = MANIFEST, deflated(json.dumps(said).encode())
        packed(((name.encode(), content) for name, content in [manifest, *told]), into)

    return write


def manifest_of(text: bytes) -> Callable[[BinaryIO], None]:
    return lambda into: packed([(MANIFEST.encode(), deflated(text))], into)


AN_ACCOUNT = b'{"id":1,"name":"%b"}\n'
DEEP = b'{"a":' + b"[" * 190_000 + b"]" * 190_000 + b"}\n"
CLUBS = {
    "two gigabytes of short rows": club_of("account", b"{}\n" * 333_000, 1_990),
    "two gigabytes in one row": club_of("row", b" " * 1_000_000, 1_990),
    "two gigabytes that nobody counts": club_of("entry", b"x" * 1_900_000 + b"\n", 1_045),
    "a million values in a row": club_of("row", b"[]," * 600_000),
    "lists within lists": club_of("account", DEEP),
    "a manifest of lists within lists": manifest_of(b"[" * 450_000 + b"]" * 450_000),
    "a manifest of a million lists": manifest_of(b'{"format":[' + b"[]," * 300_000 + b"1]}"),
    "as many accounts as there may be": club_of("account", AN_ACCOUNT % (b"N" * 200), 20_000),
    "a million accounts": club_of("account", AN_ACCOUNT % b"N", 1_000_000),
    "two parts of one name": lambda into: packed([(MANIFEST.encode(), NOTHING)] * 2, into),
    "half a million parts": lambda into: packed(((b"%07d" % part, NOTHING) for part in range(500_000)), into),
}


def of_a_spreadsheet(file: IO[bytes]) -> str:
    return f"read, {len(sandbox.worksheets_of_workbook(file.read(), LIMITS, MOST_WORKSHEETS)[0].rows)} rows"


def of_a_list(file: IO[bytes]) -> str:
    content = content_of(SimpleUploadedFile("list.csv", file.read()))
    rows = worksheets_in(content).worksheets[0].rows
    return f"read, {len(rows)} rows"


def measure(kind: str, folder: str) -> None:
    """Read all of a kind, and print what each took: seconds, most memory so far, what was said."""
    settings.DATA = Path(folder)
    read, files, _most = HOSTILE[kind]
    for number in range(len(files)):
        with Path(folder, str(number)).open("rb") as file:
            before = spent()
            try:
                said = read(file)
            except UnreadableFile as unreadable:
                said = unreadable.message
            except Unusable as unusable:
                said = str(unusable)
            seconds = spent() - before
        print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, said]))


def spent() -> float:
    """Processor time of this process and of those that it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def of_a_club(file: IO[bytes]) -> str:
    with look_into(file, is_strangers=True) as found:
        return f"read, {found.contents.in_words}"


HOSTILE: dict[str, tuple[Callable[[Any], str], dict[str, Callable[..., Any]], int]] = {
    "spreadsheets": (of_a_spreadsheet, SPREADSHEETS, MOST_OF_A_LIST),
    "lists": (of_a_list, LISTS, MOST_OF_A_LIST),
    "clubs": (of_a_club, CLUBS, MOST_OF_A_CLUB),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_costs_at_most_ten_seconds_and_200_mb(kind: str, tmp_path: Path) -> None:
    """Measured from a small process: until it is another program, a child counts as big as its parent."""
    _read, files, most_of_a_file = HOSTILE[kind]
    for number, made in enumerate(files.values()):
        with (tmp_path / str(number)).open("wb") as file:
            made(file) if kind == "clubs" else file.write(made())
            assert file.tell() <= most_of_a_file
    asked = f"from {__name__} import measure; measure({kind!r}, {str(tmp_path)!r})"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", asked],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=settings.BASE_DIR,
    )
    measured = [json.loads(line) for line in done.stdout.splitlines()]
    for name, (seconds, memory, said) in zip(files, measured, strict=True):
        print(f"{name}: {seconds:.1f} s, at most {memory // 1_000_000} MB: {said}")
        assert seconds <= MOST_SECONDS, name
        assert memory <= MOST_BYTES, name


def test_a_list_of_separators_is_not_taken_apart() -> None:
    with pytest.raises(UnreadableFile, match="more than"):
        rows_here(";" * (MOST_CELLS + 1), ";", LIMITS)


def test_while_one_file_is_read_another_one_is_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sandbox, "SECONDS_TO_WAIT", 0.0)
    with sandbox._reading_lock(), pytest.raises(UnreadableFile, match="try again in a few seconds"):
        sandbox.worksheets_of_workbook(SPREADSHEETS["as many cells as there may be"](), LIMITS, 1)


def test_whoever_comes_a_moment_too_early_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as somebody_else:
        somebody_else.enter_context(sandbox._reading_lock())
        waited: list[float] = []

        def done_meanwhile(seconds: float) -> None:
            waited.append(seconds)
            somebody_else.close()

        monkeypatch.setattr(sandbox.time, "sleep", done_meanwhile)
        with sandbox._reading_lock():
            assert len(waited) == 1


def test_a_file_at_which_the_process_dies_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox.sys, "executable", "false")
    with pytest.raises(UnreadableFile, match="too big to read in one go"):
        sandbox._rows_in_own_process("Datum;Anna", ";", LIMITS)


def test_the_process_that_reads_a_file_knows_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.SETTINGS:
        monkeypatch.setenv(name, "hidden")
    known: dict[str, str] = {}

    def noted(*asked: Any, env: dict[str, str], **given: Any) -> Any:
        known.update(env)
        return run(*asked, env=env, **given)

    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", noted)
    sandbox._rows_in_own_process("Datum;Anna", ";", LIMITS)
    assert "PATH" in known
    assert environment.SETTINGS.keys().isdisjoint(known)


def test_apart_says_the_same_as_here() -> None:
    """Also of a file that it refuses."""
    book, into = Workbook(), BytesIO()
    many = ArrayFormula("A4:A5", "=B1:B2")
    for cells in (["Datum", "Änne"], ["1.3.2016", 2.5], ["=1+1", None], [many, time(19, 30)]):
        book.worksheets[0].append(cells)
    book.save(into)
    good = into.getvalue()
    found = sandbox._worksheets_in_own_process(good, LIMITS, 1)
    assert found == sandbox.worksheets_here(good, LIMITS, 1)
    assert found[0].rows == [("Datum", "Änne"), ("1.3.2016", "2.5000000000"), ("=1+1",), ("=B1:B2", "19:30")]
    chart = BarChart()
    chart.add_data(Reference(book.worksheets[0], min_col=2, min_row=2))
    book.create_chartsheet("Nur ein Bild").add_chart(chart)
    book.remove(book.worksheets[0])
    picture = BytesIO()
    book.save(picture)
    with pytest.raises(UnreadableFile, match="There is nothing in the file"):
        sandbox.worksheets_here(picture.getvalue(), LIMITS, 1)
    text = "Datum;Änne\r\n" + '1.3.2016;"a\nb"\n' * 3
    assert sandbox._rows_in_own_process(text, ";", LIMITS) == rows_here(text, ";", LIMITS)
    assert rows_here(text, ";", LIMITS)[1] == (3, ("1.3.2016", "a b"))
    with pytest.raises(UnreadableFile) as refused:
        sandbox._worksheets_in_own_process(b"PK nothing", LIMITS, 1)
    assert "damaged" in refused.value.sentence
