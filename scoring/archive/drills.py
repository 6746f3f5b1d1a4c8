"""Whether the newest copy of the database can be restored: the result of the last time that it was tried."""

import json
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from scoring import clock

FILE = "drill.json"  # in the folder of the data


class Drill(NamedTuple):
    """One restore that was tried in an empty folder."""

    copy: str  # the name of its file
    at: datetime
    ok: bool
    why: str  # it failed, or what could not be tried

    @property
    def age(self) -> timedelta:
        """Return how long ago it was tried."""
        return clock.now() - self.at


def last() -> Drill | None:
    """Return the newest result; None if there is no readable one."""
    with suppress(OSError, ValueError, KeyError):
        stored = json.loads(_file().read_text(encoding="utf-8"))
        return Drill(stored["copy"], datetime.fromisoformat(stored["at"]), stored["ok"], stored["why"])
    return None


def keep(copy: Path, *, ok: bool, why: str = "") -> Drill:
    """Keep a result in place of the one before, and return it."""
    drill = Drill(copy.name, clock.now(), ok, why)
    new = _file().with_name(f"{FILE}.new")
    new.write_text(json.dumps(drill._asdict() | {"at": drill.at.isoformat()}), encoding="utf-8")
    new.replace(_file())
    return drill


def _file() -> Path:
    folder: Path = settings.DATA
    return folder / FILE
