"""Generated files that wait to be downloaded: once, soon, and by the account that asked.

Files lie in a folder of their own under names that cannot be guessed. A file's address is signed and holds
its account and time; files not fetched are deleted when the next file is made or at the next sign-in.
"""

import re
import time
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from django.conf import settings
from django.core import signing

from scoring.models import Account

SALT = "scoring.exports.ready"
SECONDS_TO_FETCH = 10 * 60
SECONDS_KEPT = 60 * 60  # also what is still being made is no older
PREFIX = "export-"
NAME = re.compile(PREFIX + "[a-z0-9_]+")


def begun() -> Path:
    """Return a new file, empty; what was forgotten is gone."""
    throw_away(older_than=SECONDS_KEPT)
    return new_file(_folder(), PREFIX)


def throw_away(*, older_than: float = 0) -> None:
    """Delete the files that were not fetched, even unfinished ones; their pages ask again."""
    delete_old(_folder().glob(f"{PREFIX}*"), older_than)


def new_file(folder: Path, prefix: str) -> Path:
    """Return a new file in a folder, which only its owner may read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, prefix=prefix, delete=False) as file:
        return Path(file.name)


def delete_old(files: Iterable[Path], older_than: float) -> None:
    """Delete files older than `older_than` seconds, ignoring those that another process has deleted."""
    for file in files:
        with suppress(FileNotFoundError):
            if older_than == 0 or file.stat().st_mtime < time.time() - older_than:
                file.unlink()


def _folder() -> Path:
    return Path(settings.DATA, "exports")


def token_of(file: Path, name: str, content_type: str, account: Account) -> str:
    """Return the signed token with which this account fetches a finished file."""
    return signing.dumps([file.name, name, content_type, account.pk], salt=SALT, compress=True)


def fetched(token: str, account: Account) -> tuple[BinaryIO, str, str] | None:
    """Return a file with its name and type, if it belongs to this account and still exists.

    Nobody finds it any more, and it can be read.
    """
    try:
        stored, name, content_type, owner = signing.loads(token, salt=SALT, max_age=SECONDS_TO_FETCH)
    except signing.BadSignature:
        return None
    if owner != account.pk or not NAME.fullmatch(stored):
        return None
    path = _folder() / stored
    with ExitStack() as until_it_is_ours, suppress(FileNotFoundError):
        file = until_it_is_ours.enter_context(path.open("rb"))
        path.unlink()  # of two who ask at the same moment one gets it
        until_it_is_ours.pop_all()
        return file, name, content_type
    return None
