"""What if: the season of the other benchmark under another sheet, its seconds and its memory."""

import time
from datetime import date
from statistics import median

from django.db import connection

from scoring.models import Club
from scoring.rule_editor.what_if.pages import season_what_if
from scoring.rules import published
from scoring.season.pages.season import Period, Season
from tests.benchmarks import memory
from tests.benchmarks.season import FIRST, Counted

AIM = 3.0  # seconds
REPEATS = 2


def _print() -> None:
    club = Club.objects.get()
    rules = published()["treffpunkt"]
    year, month = Period.year(FIRST.year), Period(FIRST, date(FIRST.year, 2, 5))
    season_what_if(Season(club, Period(FIRST, FIRST)), rules, "en")  # what is loaded once
    print(f"\nWhat if, this season under another sheet   (aim: under {AIM:.0f} s)")
    for name, period in (("five evenings", month), ("the year", year)):
        counted, seconds = Counted(), []
        before = memory.now()
        with connection.execute_wrapper(counted):
            found = season_what_if(Season(club, period), rules, "en")
        more = memory.most() - before
        for _ in range(REPEATS):
            begun = time.perf_counter()
            season_what_if(Season(club, period), rules, "en")
            seconds.append(time.perf_counter() - begun)
        losses = found["losses"]
        print(
            f"  {name:<16} {losses['hands']:>6,} hands {counted.queries:>2} queries"
            f"   p50 {median(seconds):5.2f} s   slowest {max(seconds):5.2f} s"
            f"   memory {before:5.1f} MiB + {max(more, 0):4.1f}"
            f"   {losses['changed']:,} different, {losses['untranslated']:,} unknown there"
        )


if __name__ == "__main__":
    _print()
