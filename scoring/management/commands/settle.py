"""`tarockclub settle`: hand records in, settlements out, one JSON document a line."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError

from scoring.engine.rules import Rules
from scoring.engine.words import LANGUAGES
from scoring.language import _
from scoring.management.base import ClubCommand
from scoring.rules import SLUGS, published
from scoring.rules.settling import UnusableSheet, UnwritableAnswers, settle_lines, sheets_with_file


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
        except UnwritableAnswers as error:
            raise CommandError(f"The answers cannot be written: {error}", returncode=2) from None
        except KeyboardInterrupt:
            sys.exit(130)
        if not clean:
            sys.exit(1)


def _with_file(name: str, language: str) -> Mapping[str, Rules]:
    """Return the published sheets and that of a file, under the name of the file."""
    if not name.endswith(".toml"):
        raise CommandError(
            _(
                "{name}: no such sheet. Choose from {known}, or name a .toml file.",
                name=name,
                known=", ".join(SLUGS),
            ),
            returncode=2,
        )
    try:
        return sheets_with_file(name, language)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
    except UnusableSheet as unusable:
        raise CommandError(f"{name}:\n{unusable}", returncode=2) from None


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
