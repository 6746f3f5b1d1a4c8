"""The clock of a whole run: it begins on an evening in Vienna, or with `BEGIN=23:55`, and ticks.

`BEGIN=2026-12-31T23:55` also says the day. Every process of the run goes by it: pytest and its workers, the
programs that tests begin, and the pages in its browsers.
"""

import os
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from zoneinfo import ZoneInfo

VIENNA = ZoneInfo("Europe/Vienna")
AHEAD = "TESTS_AHEAD"  # seconds, for all processes of the run
DAY = datetime(2026, 11, 21, tzinfo=VIENNA)  # on which stages are built, at six in the evening
EVENING = DAY.replace(hour=20, minute=10)
PLANTED = os.environ.get("BEGIN", "")


def moment_of(planted: str) -> datetime:
    """Return when a run begins: after its stages are built, unless the day is given.

    >>> [f"{moment_of(planted):%d %b %H:%M}" for planted in ("", "23:55", "00:05", "2026-12-31T23:55")]
    ['21 Nov 20:10', '21 Nov 23:55', '22 Nov 00:05', '31 Dec 23:55']
    """
    if not planted:
        return EVENING
    if "T" in planted:
        return datetime.fromisoformat(planted).replace(tzinfo=VIENNA)
    hour, minute = map(int, planted.split(":"))
    return (DAY if hour > EVENING.hour - 2 else DAY + timedelta(days=1)).replace(hour=hour, minute=minute)


BEGINS = moment_of(PLANTED)


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
