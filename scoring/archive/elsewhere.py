"""Copies that leave the house: to another computer by sftp, or into a store that speaks as Amazon's S3.

They leave encrypted or not at all. BACKUP_PASSWORD has the password or the secret key of that place; by sftp
an SSH key of the user who runs the program also opens it.
"""

import posixpath
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from scoring import encryption
from scoring.archive.backups import Trouble
from scoring.language import _

SECONDS_TO_WAIT = 30
ENCRYPTED = ".encrypted"  # behind the name of a copy that is no SQLite database
STAMPED = re.compile(r".+-[0-9]{8}T[0-9]{6}Z(?:-[0-9]+)?\.(?:sqlite3|dump)(?:\.encrypted)?")


class Store(Protocol):
    """A place for files with names."""

    def names(self) -> list[str]: ...

    def put(self, file: Path, name: str) -> None: ...

    def get(self, name: str, file: Path) -> None: ...

    def remove(self, name: str) -> None: ...


def is_elsewhere(address: str) -> bool:
    """Return whether this is an address rather than a folder.

    >>> addresses = ("sftp://anna@example.org/a", "s3://key@example.org/b", "/srv", "C:/x")
    >>> [is_elsewhere(address) for address in addresses]
    [True, True, False, False]
    """
    return address.startswith(("sftp://", "s3://"))


def send(copy: Path, address: str, *, keep: int) -> list[str]:
    """Put a copy there; of those of the same database the newest remain. Return what was removed."""
    demand_key()
    with opened(address) as store, _encrypted(copy) as (file, new_name):
        store.put(file, new_name)
        beginning = re.sub(r"[0-9]{8}T[0-9]{6}Z.*", "", copy.name)
        own = [name for name in store.names() if STAMPED.fullmatch(name) and name.startswith(beginning)]
        own = [name for name in own if re.fullmatch(r"[0-9]{8}T.*", name.removeprefix(beginning))]
        if new_name not in own:
            raise Trouble(_("{address} has not kept {name}.", address=shown(address), name=new_name))
        removed = sorted(own, reverse=True)[keep:]
        for old_name in removed:
            store.remove(old_name)
    return removed


def fetch(address: str, folder: Path) -> Path:
    """Fetch a copy into a folder and return its file; the last part of the address is its name."""
    folder_address, _slash, name = address.rpartition("/")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / name
    if file.exists():
        raise Trouble(_("{file} is there already. Put it aside, or restore that one.", file=file))
    with opened(folder_address) as store:
        store.get(name, file)
    file.chmod(0o600)
    return file


def demand_key() -> None:
    """Refuse to send anything that strangers could read."""
    if not encryption.has_key():
        raise Trouble(
            _(
                "Copies only leave this computer encrypted. Set ENCRYPTION_KEY to 50 random characters, "
                "and keep it on paper as well: without it nobody can restore any of these copies."
            )
        )


@contextmanager
def _encrypted(copy: Path) -> Iterator[tuple[Path, str]]:
    """Give the copy as it leaves; one of a PostgreSQL is encrypted for the way."""
    if encryption.is_encrypted(copy):
        yield copy, copy.name
        return
    file = copy.with_name(f".{copy.name}{ENCRYPTED}.part")
    try:
        encryption.encrypt_file_into(copy, file)
        yield file, f"{copy.name}{'' if copy.suffix == '.sqlite3' else ENCRYPTED}"
    finally:
        file.unlink(missing_ok=True)


def shown(address: str) -> str:
    """Return an address without its password.

    >>> shown("sftp://anna:secret@example.org/copies")
    'sftp://anna@example.org/copies'
    """
    return re.sub(r"(?<=//)([^:@/]*):[^@/]*@", r"\1@", address)


@contextmanager
def opened(address: str) -> Iterator[Store]:
    """Open the place at an address; turn its errors into sentences."""
    parts = urlsplit(address)
    try:
        if parts.scheme == "sftp":
            with _sftp(parts) as store:
                yield store
        else:
            yield _S3(parts)
    except ModuleNotFoundError as error:
        raise Trouble(
            _(
                "{package} is missing: pipx install './tarockclub-….whl[elsewhere]' installs it.",
                package=error.name,
            )
        ) from error
    except Trouble:
        raise
    except Exception as error:
        raise Trouble(f"{shown(address)}: {error or type(error).__name__}") from error


@contextmanager
def _sftp(parts: SplitResult) -> Iterator[Store]:
    from paramiko import SSHClient

    with SSHClient() as client:
        client.load_system_host_keys()  # an unknown computer is refused
        client.connect(
            parts.hostname or "",
            parts.port or 22,
            parts.username,
            parts.password or settings.BACKUP_PASSWORD or None,
            timeout=SECONDS_TO_WAIT,
        )
        with client.open_sftp() as sftp:
            yield _Sftp(sftp, parts.path or "/")


class _Sftp:
    """A folder on another computer."""

    def __init__(self, sftp: Any, folder: str) -> None:
        self.sftp, self.folder = sftp, folder

    def names(self) -> list[str]:
        return list(self.sftp.listdir(self.folder))

    def put(self, file: Path, name: str) -> None:
        unfinished = self._at(f".{name}.part")
        self.sftp.put(str(file), unfinished)
        self.sftp.posix_rename(unfinished, self._at(name))

    def get(self, name: str, file: Path) -> None:
        self.sftp.get(self._at(name), str(file))

    def remove(self, name: str) -> None:
        self.sftp.remove(self._at(name))

    def _at(self, name: str) -> str:
        return posixpath.join(self.folder, name)


class _S3:
    """A bucket, or what begins with the same path in it: s3://KEY@HOST/BUCKET/PATH."""

    def __init__(self, parts: SplitResult) -> None:
        from minio import Minio

        self.bucket, _slash, folder = parts.path.strip("/").partition("/")
        self.folder = f"{folder}/" if folder else ""
        host = parts.hostname or ""
        self.client = Minio(
            f"{host}:{parts.port}" if parts.port else host,
            access_key=parts.username,
            secret_key=parts.password or settings.BACKUP_PASSWORD,
            secure=host not in ("localhost", "127.0.0.1"),
        )

    def names(self) -> list[str]:
        objects = self.client.list_objects(self.bucket, self.folder)
        return [str(item.object_name).removeprefix(self.folder) for item in objects]

    def put(self, file: Path, name: str) -> None:
        self.client.fput_object(self.bucket, self.folder + name, str(file))

    def get(self, name: str, file: Path) -> None:
        self.client.fget_object(self.bucket, self.folder + name, str(file))

    def remove(self, name: str) -> None:
        self.client.remove_object(self.bucket, self.folder + name)
