"""`make night`: plays nights one after the other, and tells what happened in those that end badly.

python -m tests.night 1-200        these seeds
python -m tests.night --defects    each planted defect, until it is found; or those that are named
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.night.defects import OF_SCRIPTS, OF_THE_SERVER
from tests.night.hall import Hall
from tests.night.night import Report, play
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.races.processes import Origin, Server

MOST_SEEDS = 200  # within which a defect has to be found
PATIENCE = 15  # seconds, with a defect


@contextmanager
def opened(origin: Origin, browser: Browser, defect: str = "") -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/night.sqlite3"
        server = Server(database, Path(folder, "server.log"), workers=2, secret=origin.secret, start=origin)
        hall = Hall(server, server.keeper(), browser, defect)
        hall.keeper.do("migrate")
        hall.open()
        try:
            yield hall
        finally:
            hall.close()


def nights(origin: Origin, browser: Browser, seeds: range) -> bool:
    """Play these seeds; return whether all ended well."""
    deeds, bad = Counter[str](), 0
    with opened(origin, browser) as hall:
        for seed in seeds:
            report = play(hall, seed)
            deeds += report.deeds
            bad += bool(report.wrong)
            print(f"seed {seed}: {'as told' if not report.wrong else 'WRONG'}", flush=True)
            if report.wrong:
                print(*report.story, *report.wrong, sep="\n", flush=True)
        lies = hall.lies()
    print(*(f"{count:6} {deed}" for deed, count in deeds.most_common()), sep="\n")
    print(f"{len(seeds)} nights, {bad} of them wrong. {lies}")
    return not bad and not lies


def hunts(origin: Origin, browser: Browser, defects: Iterable[str]) -> bool:
    """Plant each defect, and play until it is found; return whether all were."""
    found = True
    for defect in defects:
        with opened(origin, browser, defect) as hall:
            hall.patience = PATIENCE
            reports: Iterator[Report] = (play(hall, seed) for seed in range(1, MOST_SEEDS + 1))
            report = next((report for report in reports if report.wrong), None)
        told = f"seed {report.seed}: {report.wrong[0]}" if report else f"not found in {MOST_SEEDS} seeds"
        print(f"{defect}: {told}", flush=True)
        found = found and report is not None
    return found


def main(words: list[str]) -> int:
    origin = Origin()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        if words[0] == "--defects":
            well = hunts(origin, browser, words[1:] or (*OF_SCRIPTS, *OF_THE_SERVER))
        else:
            first, _, last = words[0].partition("-")
            well = nights(origin, browser, range(int(first), int(last or first) + 1))
        browser.close()
    origin.stop()
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
