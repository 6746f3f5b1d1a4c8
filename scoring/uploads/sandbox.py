"""Read files in a process of their own, with limits on time and memory, so a hostile file stops no one.

`python -m scoring.uploads.sandbox` is that process. It knows no settings and no database: a file comes in,
and its contents go out as JSON. It reads one file at a time, and beside it one of strangers; whoever comes
meanwhile is asked to try again.
It is started anew for each file, so it imports only what it cannot do without.
"""

import gc
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from scoring.uploads.packed import CountedColumn, TablesQuery, TablesReport, tables_report
from scoring.uploads.spreadsheets import (
    CellLook,
    CellRow,
    Limits,
    NumberedRow,
    RawWorksheet,
    UnreadableFile,
    _,
    demand_possible,
    is_ods,
    rows_here,
    worksheets_here,
    worksheets_of_ods,
)

ROOT = Path(__file__).resolve().parents[2]
SMALL = 200_000  # bytes unpacked: read at once, in a moment, whatever it is
MOST_SECONDS = 8  # of processor time
MOST_SECONDS_BY_THE_CLOCK = 40  # a busy machine is no mistake of the file
MOST_MEMORY = 200_000_000  # bytes of addresses; some of them are never used
# Nothing else of the environment reaches what reads a file: settings hold keys, passwords and addresses.
SURROUNDINGS = re.compile(r"PATH|TMPDIR|TEMP|SYSTEMROOT|LD_LIBRARY_PATH|LANG|LC_\w+|PYTHON\w+|COVERAGE_\w+")
OF_MEMBERS, OF_STRANGERS = "reading.lock", "reading-of-strangers.lock"  # the file that is locked meanwhile
SECONDS_TO_WAIT = 3.0  # for somebody else's file
TOO_MUCH = _("This file is too big to read in one go. Please send it in parts.")


def rows_of_workbook(content: bytes, limits: Limits) -> list[CellRow]:
    """Return the first worksheet, without columns beyond the limit."""
    (first,) = worksheets_of_workbook(content, limits, most=1)
    return [row[: limits.columns] for row in first.rows]


def worksheets_of_workbook(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    """Return the worksheets of an xlsx or ods file; a big one is read in a process of its own."""
    size = demand_possible(content, limits.unpacked)
    return (_worksheets_in if size <= SMALL else _worksheets_in_own_process)(content, limits, most)


def rows_of_csv(text: str, separator: str, limits: Limits) -> list[NumberedRow]:
    """Return the rows of a CSV; a long text is read in a process of its own."""
    return (rows_here if len(text) <= SMALL else _rows_in_own_process)(text, separator, limits)


def tables_report_of_stranger(file: IO[bytes], query: TablesQuery) -> TablesReport:
    """Return the report on packed tables, read in a process of its own from the disk."""
    file.seek(0)
    manifest, wrong, rows, counts = _in_own_process("tables", query, stdin=file)
    return TablesReport(manifest, tuple(wrong), rows, counts)


def run_on_file(function: str, content: bytes, *, lock: str = OF_MEMBERS) -> Any:
    """Return the answer of "module:function" on a file, in a process without settings and database."""
    return _in_own_process(function, [], lock, input=content)


def _worksheets_in_own_process(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    answer = _in_own_process("worksheets", [limits, most], input=content)
    return [
        RawWorksheet(
            name,
            [tuple(row) for row in rows],
            tuple(hidden),
            is_hidden,
            tuple(columns),
            tuple(CellLook(*look) for look in looks),
        )
        for name, rows, hidden, is_hidden, columns, looks in answer
    ]


def _rows_in_own_process(text: str, separator: str, limits: Limits) -> list[NumberedRow]:
    answer = _in_own_process("rows", [separator, limits], input=text.encode("utf-8", "surrogatepass"))
    return [NumberedRow(number, tuple(cells)) for number, cells in answer]


def _in_own_process(what: str, query: Any, lock: str = OF_MEMBERS, **given: Any) -> Any:
    """Let a process of its own answer about a file, which is its standard input."""
    import subprocess

    with _reading_lock(lock):
        try:
            process = subprocess.run(
                [sys.executable, "-m", "scoring.uploads.sandbox", what, json.dumps(query)],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                env={name: value for name, value in os.environ.items() if SURROUNDINGS.fullmatch(name)},
                timeout=MOST_SECONDS_BY_THE_CLOCK,
                check=False,
                **given,
            )
        except subprocess.TimeoutExpired:
            raise UnreadableFile(TOO_MUCH) from None
    if process.returncode != 0:
        raise UnreadableFile(TOO_MUCH)
    answer = json.loads(process.stdout)
    if "wrong" in answer:
        raise UnreadableFile(answer["wrong"], **answer["about"])
    return answer["found"]


@contextmanager
def _reading_lock(name: str = OF_MEMBERS) -> Iterator[None]:
    """Let one file of members be read at a time, and one of strangers, who cannot delay them."""
    from django.conf import settings

    try:
        import fcntl
    except ImportError:  # Windows has none, and is nobody's server on the internet
        yield
        return
    settings.DATA.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + SECONDS_TO_WAIT
    with Path(settings.DATA, name).open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    sentence = _(
                        "Another file is being read at the moment. Please try again in a few seconds."
                    )
                    raise UnreadableFile(sentence) from None
                time.sleep(0.1)
        yield


def limit_this_process() -> None:
    """Limit the processor time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _worksheets_in(content: bytes, limits: Limits, most: int) -> list[RawWorksheet]:
    return (worksheets_of_ods if is_ods(content) else worksheets_here)(content, limits, most)


def _tables_of(
    file: IO[bytes], manifest: str, end: str, columns: dict[str, list[str]], counted: list[Any]
) -> Any:
    return tables_report(
        file, TablesQuery(manifest, end, columns, [CountedColumn(*column) for column in counted])
    )


JOBS: dict[str, Callable[..., Any]] = {
    "worksheets": lambda file, limits, most: _worksheets_in(file.read(), Limits(*limits), most),
    "rows": lambda file, separator, limits: rows_here(
        file.read().decode("utf-8", "surrogatepass"), separator, Limits(*limits)
    ),
    "tables": _tables_of,
}


def _job_called(what: str) -> Callable[..., Any]:
    if what in JOBS:
        return JOBS[what]
    module, _colon, function = what.partition(":")
    job: Callable[..., Any] = getattr(import_module(module), function)
    return job


def main() -> None:
    """Read a file from standard input, and write the answer, or the refusal, as JSON."""
    limit_this_process()
    gc.disable()  # it ends before looking for garbage would have paid
    what, arguments = sys.argv[1], json.loads(sys.argv[2])
    answer: dict[str, Any]
    try:
        answer = {"found": _job_called(what)(sys.stdin.buffer, *arguments)}
    except UnreadableFile as unreadable:
        answer = {"wrong": unreadable.sentence, "about": unreadable.about}
    except MemoryError:
        answer = {"wrong": TOO_MUCH, "about": {}}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
