"""`manage.py settle`: hand records in, settlements out, one JSON document a line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError

from scoring.engine.answers import LONGEST_LINE, answer_line
from scoring.engine.loading import Data, Mistake, mistake_in_words, place_in_words, rules_from
from scoring.engine.rules import Rules
from scoring.engine.words import LANGUAGES
from scoring.language import _
from scoring.management.base import ClubCommand
from scoring.rules import SLUGS, published
from scoring.rules.importing import MOST_BYTES, imported


class Command(ClubCommand):
    help = _("Settles hands and sheets of hands given as JSON Lines; needs no database.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help=_("a file of JSON Lines (default: standard input)")
        )
        parser.add_argument(
            "--rules",
            metavar="SLUG|SHEET.toml",
            help=_("the sheet of records that name none: one of the published ones, or a file"),
        )
        parser.add_argument(
            "--language", choices=LANGUAGES, default="de", help=_("of the texts (default: de)")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, language = options["rules"], options["language"]
        sheets = published() if name is None or name in SLUGS else _with_file(name, language)
        try:
            with _opened(options["file"]) as source:
                clean = settle_lines(source, sys.stdout.buffer, rules=name, language=language, sheets=sheets)
        except KeyboardInterrupt:
            sys.exit(130)
        if not clean:
            sys.exit(1)


def _with_file(name: str, language: str) -> Mapping[str, Rules]:
    """Return the published sheets and that of a file, under the name of the file."""
    if not name.endswith(".toml"):
        raise CommandError(
            _(
                "{name}: no such sheet. There are {known}; or name a .toml file.",
                name=name,
                known=", ".join(SLUGS),
            ),
            returncode=2,
        )
    try:
        with Path(name).open("rb") as file:
            found = imported(file.read(MOST_BYTES + 1))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
    if found.data is None:
        told = [_in_words(mistake, found.named, language) for mistake in found.mistakes]
        raise CommandError("\n".join([f"{name}:", *told]), returncode=2)
    return {**published(), name: rules_from(found.data, Path(name).stem)}


def _in_words(mistake: Mistake, data: Data, language: str) -> str:
    place = place_in_words(mistake.place, data, language)
    words = mistake_in_words(mistake, language)
    return f"{place}: {words}" if place else words


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Return the file, or standard input for a dash."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        source = Path(name).open("rb")  # noqa: SIM115 (closed below; only opening it may fail here)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
    with source:
        yield source


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
        raise CommandError(f"The answers cannot be written: {error.strerror}", returncode=2) from None
    return clean


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Return the lines; of one that is far too long only the beginning, so that it cannot fill the memory."""
    enough = LONGEST_LINE + len("\r\n") + 1
    while line := source.readline(enough):
        if len(line) == enough and not line.endswith(b"\n"):
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        yield line


def _written(answer: dict[str, Any]) -> bytes:
    # A lone surrogate in a name cannot be UTF-8; as a JSON escape it says what came in.
    text = json.dumps(answer, ensure_ascii=False, separators=(", ", ": "))
    return text.translate(_LINE_BREAKS).encode("utf-8", "backslashreplace") + b"\n"


# JSON allows them inside a text, but some readers end a line there.
_LINE_BREAKS = str.maketrans({mark: f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"})
