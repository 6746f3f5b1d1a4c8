"""`manage.py settle` as a program of its own: lines in, answers out, in order and at once."""

import json
import os
import select
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from scoring.management.commands.settle import Command

pytestmark = pytest.mark.program

WORKED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("settled.toml").read_text(encoding="utf-8"))
HAND, SETTLED = WORKED["hand"], WORKED["settled"]
DREIER = {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}]}
SHEET = {"rules": "standard", "players": HAND["players"], "dealer": "Dora", "hands": [DREIER, DREIER]}

# Nothing that would change how the program is set up or how Python buffers and encodes.
SETTINGS = ("SECRET_KEY", "PUBLIC_URL", "ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "DJANGO_SETTINGS_MODULE")
ENVIRONMENT = {
    key: value for key, value in os.environ.items() if key not in SETTINGS and not key.startswith("PYTHON")
}

Popen = Callable[..., "subprocess.Popen[bytes]"]


def lines(*documents: object) -> bytes:
    return b"".join(
        (document if isinstance(document, bytes) else json.dumps(document).encode()) + b"\n"
        for document in documents
    )


def answers(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database that not here, and must not be there afterwards."""
    return tmp_path / "nowhere" / "database.sqlite3"


@pytest.fixture
def start(root: Path, tmp_path: Path, database: Path) -> Iterator[Popen]:
    """Starts the command in a folder of its own, as a shell would."""
    started: list[subprocess.Popen[bytes]] = []
    environment = ENVIRONMENT | {"DATABASE_URL": f"sqlite:///{database}"}

    def popen(*arguments: str, **further: Any) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(
            [sys.executable, root / "manage.py", "settle", *arguments],
            cwd=tmp_path,
            **(pipes | {"env": environment} | further),
        )
        started.append(process)
        return process

    yield popen
    for process in started:
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
            with suppress(BrokenPipeError):
                pipe.close()


Settle = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def settle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settle:
    """The same within this process, with pipes in its hands: most of a start is Python and Django."""

    def run(*arguments: str, given: bytes = b"") -> tuple[int, bytes, str]:
        output, errors, status = TextIOWrapper(BytesIO()), StringIO(), 0
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given)))
            patch.setattr(sys, "stdout", output)
            patch.setattr(sys, "stderr", errors)
            try:
                Command().run_from_argv(["manage.py", "settle", *arguments])
            except SystemExit as end:
                status = int(str(end.code))
        return status, output.buffer.getvalue(), errors.getvalue()

    return run


def test_a_file_is_read_and_answered_in_order_and_problems_do_not_stop_it(
    settle: Settle, tmp_path: Path
) -> None:
    long = b"[" * 5_000_000
    (tmp_path / "hands.jsonl").write_bytes(lines(HAND, b"{", SHEET, b"", {"rules": "standart"}, long, HAND))
    status, output, errors = settle("hands.jsonl")
    first, broken, sheet, empty, unknown, too_long, last = answers(output)
    assert first == last == SETTLED
    assert broken == {"problems": ["Die Zeile ist kein gültiges JSON."]}
    assert [row["dealer"] for row in sheet["rows"]] == ["Dora", "Anna"]
    assert empty == {"problems": ["Die Zeile ist leer."]}
    assert list(unknown) == ["problems"]
    assert too_long == {"problems": ["Die Zeile ist länger als 4 MiB."]}
    assert (status, errors) == (1, "")


def test_nothing_in_is_nothing_out_the_last_line_needs_no_end_and_a_minus_is_standard_input(
    settle: Settle,
) -> None:
    assert settle() == (0, b"", "")
    status, output, errors = settle(given=lines(HAND) + json.dumps(HAND).encode())
    assert (status, errors, answers(output)) == (0, "", [SETTLED, SETTLED])
    assert output.endswith(b"\n")
    assert "Besserrufer gewonnen: 2 × 2 Kontra".encode() in output
    assert answers(settle("-", given=lines(HAND))[1]) == [SETTLED]
    nameless = {"players": HAND["players"], **DREIER}
    status, output, _ = settle(given=lines(nameless))
    assert (status, answers(output)) == (1, [{"problems": ["„rules“ fehlt."]}])


def test_a_wrong_argument_is_refused_in_a_sentence(settle: Settle) -> None:
    options = (("--rules", "standart"), ("--language", "fr"), ("--sheet", "standard"))
    for arguments in (*options, ("missing.jsonl",), (".",), ("",), ("a.jsonl", "b.jsonl")):
        status, output, errors = settle(*arguments, given=lines(HAND))
        assert status != 0, arguments
        assert output == b""
        assert errors
        assert "Traceback" not in errors


def test_as_a_program_it_answers_at_once_in_utf8_wherever_it_runs_and_makes_no_database(
    start: Popen, database: Path
) -> None:
    elsewhere = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    process = start(env=ENVIRONMENT | elsewhere | {"DATABASE_URL": f"sqlite:///{database}"})
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):
        process.stdin.write(lines(HAND))
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready, "no answer while the next line is still to come"
        assert json.loads(process.stdout.readline()) == SETTLED
    output, errors = process.communicate(lines(SHEET, b"{"), timeout=60)
    assert [list(said) for said in answers(output)] == [["rows"], ["problems"]]
    assert (process.returncode, errors) == (1, b"")
    assert not database.parent.exists()


def test_what_a_line_says_comes_back_whatever_its_characters(settle: Settle) -> None:
    names = ["Anna…", "Ärmel", "👩‍👧", '"\\"']
    hand = {
        "rules": "standard",
        "players": names,
        "games": [{"contract": "dreier", "declarer": "Ärmel", "won": True}],
    }
    _status, output, _errors = settle(given=lines(hand, b"\xff", b"\xef\xbb\xbf" + lines(HAND)[:-1]))
    first, second, third = answers(output)
    assert list(first["payouts"]) == names
    assert second == {"problems": ["Die Zeile ist kein gültiges UTF-8."]}
    assert third == SETTLED


def test_a_reader_who_leaves_after_one_answer_is_no_error(start: Popen, tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_bytes(lines(HAND) * 2_000)
    process = start("many.jsonl")
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline()) == SETTLED
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.wait(timeout=60)
    assert errors == ""


OWN_SHEET = b"""
extends = "wien"
label = "Hausrunde"

[contracts.dreier]
value = 7
"""


def test_a_sheet_of_a_file_holds_for_every_record_that_names_none(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "haus.toml").write_bytes(OWN_SHEET)
    alone = {"players": HAND["players"], **DREIER}
    given = lines(alone, {**alone, "rules": "cup"}, {**SHEET, "rules": "wien"})
    status, output, errors = settle("--rules", "haus.toml", given=given)
    own, cup, wien = answers(output)
    assert (status, errors) == (0, "")
    assert own["lines"][0]["text"] == "Dreier gewonnen: 7"
    assert own["payouts"] == {"Anna": 21, "Bert": -7, "Cilli": -7, "Dora": -7}
    assert cup["lines"][0]["text"] == "Dreier gewonnen: 5"
    assert wien["rows"][0]["payouts"]["Anna"] == 15


def test_what_is_wrong_with_the_file_is_told_with_its_place(settle: Settle, tmp_path: Path) -> None:
    (tmp_path / "haus.toml").write_bytes(OWN_SHEET + b'lost = "viel"\nsolo = 3\n')
    status, output, errors = settle("--rules", "haus.toml", "--language", "en")
    assert (status, output) == (2, b"")
    assert "haus.toml:" in errors
    assert "games › Dreier › value when lost: " in errors.replace("Games", "games")
    assert "games › Dreier › solo: " in errors.replace("Games", "games")
    for name, said in (
        ("nowhere.toml", "nowhere.toml: No such file"),
        ("wean", "wean: no such sheet. Choose from standard, "),
    ):
        status, output, errors = settle("--rules", name)
        assert (status, output) == (2, b"")
        assert said in errors
