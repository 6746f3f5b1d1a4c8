"""Files that were made while somebody watched, until they are fetched: once, soon, and by the same account.

A file lies in a folder of its own under a name that nobody can guess. Its address says to whom it belongs and
when it was made, signed; what nobody fetches is thrown away when the next file is made or somebody signs in.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, NamedTuple

from django.conf import settings
from django.core import signing

from scoring.models import Account

SALT = "scoring.exports.ready"
SECONDS_TO_FETCH = 10 * 60
SECONDS_KEPT = 60 * 60  # also what is still being made is no older
PREFIX = "export-"
NAME = re.compile(PREFIX + "[a-z0-9_]+")


class Ready(NamedTuple):
    """What is handed out."""

    file: BinaryIO
    name: str
    content_type: str


def begun() -> Path:
    """Return a new file, empty; what was forgotten is gone."""
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    throw_away_forgotten()
    with NamedTemporaryFile(dir=_folder(), prefix=PREFIX, delete=False) as file:
        return Path(file.name)


def throw_away_forgotten() -> None:
    """Delete the finished files that nobody fetched in time."""
    for file in _folder().glob(f"{PREFIX}*"):
        if _age(file) > SECONDS_KEPT:
            file.unlink(missing_ok=True)


def throw_away_all() -> None:
    """Delete all files, also those still being made: whoever waits for one asks once more."""
    for file in _folder().glob(f"{PREFIX}*"):
        file.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.DATA, "exports")


def _age(file: Path) -> float:
    try:
        return time.time() - file.stat().st_mtime
    except FileNotFoundError:  # fetched in this moment
        return 0


def token_of(file: Path, name: str, content_type: str, account: Account) -> str:
    """Return the signed token with which this account fetches a finished file."""
    return signing.dumps([file.name, name, content_type, account.pk], salt=SALT, compress=True)


def fetched(token: str, account: Account) -> Ready | None:
    """Return the file, if it is this account's and still there.

    Nobody finds it any more, and it can be read.
    """
    try:
        stored, name, content_type, owner = signing.loads(token, salt=SALT, max_age=SECONDS_TO_FETCH)
    except signing.BadSignature:
        return None
    if owner != account.pk or not NAME.fullmatch(stored):
        return None
    path = _folder() / stored
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    try:
        path.unlink()
    except FileNotFoundError:  # of two who ask at the same moment one gets it
        file.close()
        return None
    return Ready(file, name, content_type)
