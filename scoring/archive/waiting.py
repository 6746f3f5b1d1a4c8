"""Uploaded files that wait for confirmation, on the server's disk for a day at most."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import IO

from django.conf import settings

from scoring.export.pending_downloads import delete_old, new_file

FORGOTTEN_AFTER = 24 * 60 * 60  # seconds
UNFINISHED = "unfinished-"


def keep(chunks: Iterable[bytes]) -> str:
    """Keep a file; return the checksum under which it is found again."""
    forget(older_than=FORGOTTEN_AFTER)
    digest, new = sha256(), new_file(_folder(), UNFINISHED)
    try:
        with new.open("wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                file.write(chunk)
        new.rename(_path(digest.hexdigest()))
    finally:
        new.unlink(missing_ok=True)
    return digest.hexdigest()


def opened(digest: str) -> IO[bytes] | None:
    """Return the file with this checksum; None if it never came or was deleted."""
    try:
        return _path(digest).open("rb") if re.fullmatch("[0-9a-f]{64}", digest) else None
    except FileNotFoundError:
        return None


def forget(*, older_than: float = 0) -> None:
    """Delete the files that have waited longer than `older_than` seconds."""
    delete_old([*_folder().glob("*.zip"), *_folder().glob(f"{UNFINISHED}*")], older_than)


def _folder() -> Path:
    return Path(settings.DATA, "brought")


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.zip"
