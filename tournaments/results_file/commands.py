"""`tarockclub check` and `tarockclub generate`: results files on the command line, without a database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS
from tournaments.engine.ladders import LADDERS
from tournaments.engine.sizes import Unseatable
from tournaments.engine.terms import PRESETS
from tournaments.results_file.checking import examined
from tournaments.results_file.deriving import EventDerivation
from tournaments.results_file.deriving_series import EventsBeside, SeriesDerivation
from tournaments.results_file.findings import Findings
from tournaments.results_file.generating import generated
from tournaments.results_file.generating_series import generated_series
from tournaments.results_file.reading import MOST_BYTES, NoResultsFile, refusal
from tournaments.results_file.verdict import FileVerdict, verdict_of

MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS, MOST_EVENTS = 999, 30, 9, 20
EVENTS_WITH_TEAMS = 3  # where nobody says how many


@contextmanager
def printing() -> Iterator[None]:
    """Print, and end quietly if the reader closes the pipe, as `head` does."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None  # Python would complain once more at the end


def check(arguments: Sequence[str]) -> int:
    """Check files, print what is wrong with each, and return the exit code."""
    parser = ArgumentParser(
        prog="tarockclub check",
        description="Work files of results out again and name every difference. Ends with 0 where all is "
        "right, 1 where something differs, 2 where a file is none of results.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--language", choices=LANGUAGES, default="de", help="of the sentences (default: de)")
    parser.add_argument("--json", action="store_true", help="print a JSON document for each file, one a line")
    options = parser.parse_args(arguments)
    events_elsewhere: EventsBeside = {}
    results: list[Findings | FileVerdict] = []
    for name in options.files:
        examination = _examined(Path(name))
        derivation = examination.derivation if isinstance(examination, Findings) else None
        if isinstance(derivation, EventDerivation):
            derivation.add_to(events_elsewhere)
        is_series = isinstance(derivation, SeriesDerivation)
        results.append(
            examination if isinstance(examination, Findings) and is_series else verdict_of(examination)
        )
    worst = 0
    for name, result in zip(options.files, results, strict=True):
        if isinstance(result, Findings) and isinstance(result.derivation, SeriesDerivation):
            result.compare(result.derivation.compared_with(events_elsewhere))
        verdict = result if isinstance(result, FileVerdict) else verdict_of(result)
        worst = max(worst, verdict.status)
        with printing():
            if options.json:
                print(json.dumps({"file": name, **verdict.as_json()}, ensure_ascii=False))
                continue
            for line in verdict.all_in_words(options.language):
                print(f"{name}: {line}" if len(options.files) > 1 else line)
    return worst


def _examined(path: Path) -> Findings | NoResultsFile:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        return refusal("no_file", why=error.strerror or error)
    return examined(content)


def generate(arguments: Sequence[str]) -> int:
    """Print a whole tournament as a file of results."""
    parser = ArgumentParser(
        prog="tarockclub generate", description="Print a whole legal tournament as a file of results."
    )
    parser.add_argument("--players", type=int, default=160, help="so many (default: 160)")
    parser.add_argument("--rounds", type=int, default=3, help="so many (default: 3)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same tournament (default: 1)")
    parser.add_argument("--rules", choices=SLUGS, default="cup", help="the rule sheet (default: cup)")
    parser.add_argument(
        "--trouble",
        action="store_true",
        help="with people who come late or leave, rulings, corrections and hands that do not count",
    )
    presets = [preset.slug for preset in PRESETS]
    parser.add_argument("--preset", choices=presets, default="", help="its terms and sheet")
    parser.add_argument("--sections", type=int, default=0, help="so many that play apart (default: none)")
    parser.add_argument("--fives", action="store_true", help="with up to three players more, for three fives")
    parser.add_argument("--method", choices=("random", "avoid_repeats"), default="", help="of the draws")
    parser.add_argument(
        "--events", type=int, default=0, help="a series of so many tournaments in place of one (at most 20)"
    )
    parser.add_argument("--teams", type=int, default=0, help="so many teams in the series (default: none)")
    parser.add_argument("--ladder", choices=LADDERS, default="places", help="of the series (default: places)")
    options = parser.parse_args(arguments)
    if not (4 <= options.players <= MOST_PLAYERS and 1 <= options.rounds <= MOST_ROUNDS):
        parser.error(f"4 to {MOST_PLAYERS} players and 1 to {MOST_ROUNDS} rounds, please.")
    if not 0 <= options.sections <= MOST_SECTIONS:
        parser.error(f"At most {MOST_SECTIONS} sections, please.")
    events = options.events or (EVENTS_WITH_TEAMS if options.teams else 0)
    if not (0 <= events <= MOST_EVENTS and 0 <= options.teams <= options.players):
        parser.error(f"At most {MOST_EVENTS} events, and not more teams than players, please.")
    names = ("rules", "trouble", "preset", "sections", "fives", "method")
    kinds = {name: getattr(options, name) for name in names}
    try:
        if events:
            series = {"events": events, "teams": options.teams, "ladder": options.ladder}
            document = generated_series(options.players, options.rounds, options.seed, **series, **kinds)
        else:
            document = generated(options.players, options.rounds, options.seed, **kinds)
    except Unseatable:
        parser.error(f"{options.players} players cannot be split into tables of four, five or six.")
    with printing():
        json.dump(document, sys.stdout, ensure_ascii=False, indent=1)
        print()
    return 0
