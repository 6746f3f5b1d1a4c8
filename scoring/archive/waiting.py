"""Files that were sent and wait for somebody to say yes: on the server's disk, for a day at most."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import IO

from django.conf import settings

FORGOTTEN_AFTER = 24 * 60 * 60  # seconds
UNFINISHED = ".part"


def keep(chunks: Iterable[bytes]) -> str:
    """Keep a file; return the checksum under which it is found again."""
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    forget_old()
    digest = sha256()
    handle, name = tempfile.mkstemp(suffix=UNFINISHED, dir=_folder())  # only its owner may read it
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                file.write(chunk)
        new.rename(_path(digest.hexdigest()))
    finally:
        new.unlink(missing_ok=True)
    return digest.hexdigest()


def opened(digest: str) -> IO[bytes] | None:
    """Return the file with this checksum; None if it never came, or was forgotten."""
    try:
        return _path(digest).open("rb") if re.fullmatch("[0-9a-f]{64}", digest) else None
    except FileNotFoundError:
        return None


def forget_old() -> None:
    """Delete the files that have waited too long."""
    _forget(older_than=FORGOTTEN_AFTER)


def forget_all() -> None:
    """Delete all files that wait."""
    _forget(older_than=0)


def _folder() -> Path:
    return Path(settings.DATA, "brought")


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.zip"


def _forget(*, older_than: int) -> None:
    if not _folder().is_dir():
        return
    for path in _folder().iterdir():
        if path.suffix not in (".zip", UNFINISHED):
            continue
        try:
            if older_than == 0 or path.stat().st_mtime < time.time() - older_than:
                path.unlink()
        except FileNotFoundError:  # somebody else was quicker
            continue
