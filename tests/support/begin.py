"""The clock of a whole run: it begins on an evening in Vienna, or with `BEGIN=23:55`, and ticks.

`BEGIN=2026-12-31T23:55` also says the day on which scenes are built; then approved pages, and tests with a
day of their own, differ. Every process of the run goes by it: pytest and its workers, the programs that
tests begin, and the pages in its browsers.
"""

import os
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from zoneinfo import ZoneInfo

VIENNA = ZoneInfo("Europe/Vienna")
AHEAD = "TESTS_AHEAD"  # seconds, for all processes of the run
PLANTED = os.environ.get("BEGIN", "")
SIX, EVENING_HOUR = 18, "20:10"  # scenes are built at six


def moments_of(planted: str) -> tuple[datetime, datetime]:
    """Return when scenes are built and when the run begins, on the same day or the night after.

    >>> [[f"{at:%d %b %H:%M}" for at in moments_of(one)] for one in ("", "00:05", "2026-12-31T23:55")]
    [['21 Nov 18:00', '21 Nov 20:10'], ['21 Nov 18:00', '22 Nov 00:05'], ['31 Dec 18:00', '31 Dec 23:55']]
    """
    day, _, hour = planted.rpartition("T")
    begins = datetime.fromisoformat(f"{day or '2026-11-21'}T{hour or EVENING_HOUR}").replace(tzinfo=VIENNA)
    if not day and begins.hour <= SIX:
        begins += timedelta(days=1)
    built = begins if begins.hour > SIX else begins - timedelta(days=1)
    return built.replace(hour=SIX, minute=0), begins


BUILT_AT, BEGINS = moments_of(PLANTED)
EVENING = BUILT_AT.replace(hour=20, minute=10)


def set_clock() -> None:
    """Set the clock of this process, and that of those that it begins."""
    folder = str(Path(__file__).with_name("ahead"))
    if AHEAD not in os.environ:
        os.environ[AHEAD] = str((BEGINS - datetime.now(VIENNA)).total_seconds())
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH", ""))))
    import_module("tests.support.ahead.sitecustomize")


def in_browser() -> str:
    """Return the script that sets the clock of a page; timers go on."""
    ahead = round(1000 * float(os.environ.get(AHEAD, "0")))
    return f"""
        const Real = Date;
        globalThis.Date = class extends Real {{
            constructor(...given) {{ given.length ? super(...given) : super(Real.now() + {ahead}); }}
            static now() {{ return Real.now() + {ahead}; }}
        }};
    """
