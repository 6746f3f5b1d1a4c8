"""Settle lines of JSON: what the command `settle` does, with and without Django."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from scoring.engine.answers import LONGEST_LINE, answer_line
from scoring.engine.loading import Data, Mistake, path_in_words, rules_from
from scoring.engine.rules import Rules
from scoring.rules import published
from scoring.rules.importing import MOST_BYTES, imported


class UnusableSheet(Exception):
    """Raised where a sheet's file has mistakes; carries them all, one a line."""


class UnwritableAnswers(Exception):
    """Raised where answers cannot be written; says why."""


def sheets_with_file(name: str, language: str) -> Mapping[str, Rules]:
    """Return the published sheets and a TOML file's sheet under the file's name."""
    with Path(name).open("rb") as file:
        sheet = imported(file.read(MOST_BYTES + 1))
    if sheet.data is None:
        mistakes = (_in_words(mistake, sheet.named, language) for mistake in sheet.mistakes)
        raise UnusableSheet("\n".join(mistakes))
    return {**published(), name: rules_from(sheet.data, Path(name).stem)}


def _in_words(mistake: Mistake, data: Data, language: str) -> str:
    location = path_in_words(mistake.path, data, language)
    words = mistake.in_words(language)
    return f"{location}: {words}" if location else words


def settle_lines(
    source: BinaryIO,
    target: BinaryIO,
    *,
    rules: str | None,
    language: str,
    sheets: Mapping[str, Rules] | None = None,
) -> bool:
    """Answer every line in order, one at a time; return False if any of them had problems."""
    sheets = published() if sheets is None else sheets
    clean = True
    try:
        for line in _lines(source):
            answer = answer_line(line, sheets, rules=rules, language=language)
            clean = clean and "problems" not in answer
            target.write(_written(answer))
            target.flush()  # whoever asks line by line gets each answer before the next question
    except BrokenPipeError:  # whoever read the answers has seen enough
        sys.stdout = None
    except OSError as error:
        sys.stdout = None
        raise UnwritableAnswers(error.strerror) from None
    return clean


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Return the lines; of one that is far too long only the beginning, to spare memory."""
    enough = LONGEST_LINE + len("\r\n") + 1
    while line := source.readline(enough):
        if len(line) == enough and not line.endswith(b"\n"):
            while (piece := source.readline(LONGEST_LINE)) and not piece.endswith(b"\n"):
                pass
        yield line


def _written(answer: dict[str, Any]) -> bytes:
    # A lone surrogate in a name cannot be UTF-8; as a JSON escape it says what came in.
    text = json.dumps(answer, ensure_ascii=False, separators=(", ", ": "))
    return text.translate(_LINE_BREAKS).encode("utf-8", "backslashreplace") + b"\n"


# JSON allows them inside a text, but some readers end a line there.
_LINE_BREAKS = str.maketrans({mark: f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"})
