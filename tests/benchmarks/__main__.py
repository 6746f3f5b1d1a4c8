"""`make bench`: measures and prints. Nothing here passes or fails; compare figures of one run only."""

from __future__ import annotations

import os
import platform
import time
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup()

from tests.benchmarks import (  # noqa: E402  (the pages need the settings)
    archive,
    draw,
    hands,
    pages,
    phone,
    recording,
    season,
    series,
    settling,
    starting,
    tournament,
    tournament_day,
    tournament_load,
)


class Spent(NamedTuple):
    """Seconds, those of the programs that were started for it counted in."""

    wall: float
    processor: float

    def since(self, before: Spent) -> str:
        wall, processor = self.wall - before.wall, self.processor - before.processor
        return f"wall {wall:6.1f} s   processor {processor:6.1f} s"


def spent() -> Spent:
    return Spent(time.monotonic(), sum(os.times()[:4]))


def main() -> None:
    print(f"Python {platform.python_version()}, Django {django.get_version()}, {os.cpu_count()} cores")
    begun = spent()
    for part in (
        settling,
        pages,
        starting,
        hands,
        recording,
        phone,
        season,
        series,
        archive,
        draw,
        tournament,
        tournament_load,
        tournament_day,
    ):
        before = spent()
        part.measure()
        print(f"[{part.__name__.rpartition('.')[2]}: {spent().since(before)}]", flush=True)
    print(f"\nAll in all {spent().since(begun)}   (aim: wall at most 600 s)")


if __name__ == "__main__":
    main()
