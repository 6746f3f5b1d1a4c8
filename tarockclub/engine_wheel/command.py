"""`python -m tarock_engine settle|check|generate|sheets`: the engine on the command line."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scoring.engine.loading import resolved
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published, read
from scoring.rules.exporting import exported
from scoring.rules.settling import UnusableSheet, UnwritableAnswers, settle_lines, sheets_with_file
from tournaments.results_file.commands import check, generate, printing

PROGRAM = "python -m tarock_engine"
GOOD, PROBLEMS, UNUSABLE = 0, 1, 2
RULEBOOK = Path(__file__).with_name("rulebook")


def settle(arguments: Sequence[str]) -> int:
    """Settle hands given as JSON Lines."""
    parser = ArgumentParser(prog=f"{PROGRAM} settle", description="Settle hands given as JSON Lines.")
    parser.add_argument("file", nargs="?", default="-", help="a file (default: standard input)")
    parser.add_argument("--rules", help="of records that name none: a published sheet, or a TOML file")
    parser.add_argument("--language", choices=LANGUAGES, default="de", help="of the texts (default: de)")
    given = parser.parse_args(arguments)
    try:
        is_published = given.rules is None or given.rules in SLUGS
        sheets = published() if is_published else sheets_with_file(given.rules, given.language)
        how = {"rules": given.rules, "language": given.language, "sheets": sheets}
        if given.file == "-":
            is_clean = settle_lines(sys.stdin.buffer, sys.stdout.buffer, **how)
        else:
            with Path(given.file).open("rb") as source:
                is_clean = settle_lines(source, sys.stdout.buffer, **how)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    except (UnusableSheet, UnwritableAnswers) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return GOOD if is_clean else PROBLEMS


def sheets(arguments: Sequence[str]) -> int:
    """List the published sheets, or print one as TOML, or its worked examples."""
    parser = ArgumentParser(prog=f"{PROGRAM} sheets", description="List the published rule sheets.")
    parser.add_argument("sheet", nargs="?", choices=SLUGS, help="print this one, whole, as TOML")
    parser.add_argument("--examples", action="store_true", help="print its worked examples instead")
    given = parser.parse_args(arguments)
    if given.examples and given.sheet is None:
        parser.error("--examples needs a sheet.")
    with printing():
        if given.sheet is None:
            for slug, rules in published().items():
                print(f"{slug:20}{rules.label.en}")
        elif given.examples:
            print((RULEBOOK / f"{given.sheet}.toml").read_text(encoding="utf-8"), end="")
        else:
            print(exported(resolved(given.sheet, read)), end="")
    return GOOD


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "settle": settle,
    "check": check,
    "generate": generate,
    "sheets": sheets,
}


def main() -> int:
    """Run what the command line says, and return how it ends."""
    parser = ArgumentParser(prog=PROGRAM, description="Tarock: settle hands, check files of results.")
    parser.add_argument("command", choices=COMMANDS)
    return COMMANDS[parser.parse_args(sys.argv[1:2]).command](sys.argv[2:])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
