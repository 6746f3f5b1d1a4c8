"""Make copies of an SQLite database while people play, and restore one."""

import os
import re
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from scoring import encryption
from scoring.language import _

DEFAULT_COPIES = 30  # copies, if nothing else is asked for
SECONDS_TO_WAIT = 5  # for a lock that somebody else holds
FORGOTTEN_AFTER = 24 * 60 * 60  # seconds; a copy in the making that is older belongs to nobody any more
MARK = 0x5461726F  # "Taro", the application id in the head of every copy
MARKED_AT = 68
CHECKED_AT = 60  # where SQLite keeps a number for the program that made the file: here its own checksum
COPY_BYTES = 1 << 20
UNFINISHED = ".part"
SIDE_FILES = ("-journal", "-wal", "-shm")  # what SQLite keeps beside a database that is in use
FIRST = ("scoring", "0001_initial")
# Who is signed in, and what was guessed: a copy that somebody finds opens nothing with it.
NEVER_COPIED = ("scoring_phonecode", "scoring_opensession", "django_session", "scoring_signinattempt")
NOT_OURS = ("django_", "auth_", "sqlite_")  # filled by every migration, or by SQLite itself


class Trouble(Exception):
    """Raised where a copy cannot be made or restored, in words that say what to do."""


class Made(NamedTuple):
    """A new copy, and the older ones that made room for it."""

    copy: Path
    removed: list[Path]


def folder_of(database: Path) -> Path:
    """Return the folder in which copies of this database are kept."""
    return database.parent / "backups"


def folder_of_copies() -> Path:
    """Return the folder for copies of a PostgreSQL, in the folder of the data."""
    folder: Path = settings.DATA / "backups"
    return folder


def usual_folder(connection: Any) -> Path:
    """Return the usual folder of the copies of this database."""
    if connection.vendor == "sqlite":
        return folder_of(Path(connection.settings_dict["NAME"]))
    return folder_of_copies()


def back_up(database: Path, folder: Path, *, keep: int, at: datetime) -> Made:
    """Make a copy as of this moment; of such copies the newest are kept."""
    if not database.is_file():
        raise Trouble(_("There is no database at {file}.", file=database))
    made = _one_copy(database, folder, f"{database.stem}-{_moment(at)}")
    with _words_for(_("{file} is made, but an older copy cannot be removed", file=made)):
        removed = [old for old in copies(database, folder) if old != made][keep - 1 :]
        for old in removed:
            old.unlink(missing_ok=True)
    return Made(made, removed)


def copy_before_update(database: Path, *, at: datetime, came_from: str) -> Path:
    """Make a copy named after the migrations of its database; it is never removed."""
    return _one_copy(database, folder_of(database), name_before_update(database.stem, at, came_from))


def name_before_update(database: str, at: datetime, came_from: str) -> str:
    """Return the name of a copy that is made before migrations change the database."""
    return f"{database}-before-update-{_moment(at)}-from-{came_from}"


def _moment(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _one_copy(database: Path, folder: Path, stem: str) -> Path:
    with _words_for(f"{database} into {folder}"), closing(_opened(database, "rw")) as source:
        return _copy_in(folder, stem, source, database)


def _copy_in(folder: Path, stem: str, source: sqlite3.Connection, database: Path) -> Path:
    with _in_the_making(folder) as new:
        _copied(source, new)
        if damage := damage_of(new):
            raise Trouble(
                _("{file} is damaged, so its copy was not kept: {damage}", file=database, damage=damage)
            )
        with closing(_opened(new, "rw")) as copy:
            copy.execute(f"PRAGMA application_id={MARK}")
        write_checksum(new)
        if encryption.has_key():
            encryption.encrypt_file(new)
        return _named(new, folder, stem)


@contextmanager
def momentary_copy(database: Path) -> Iterator[Path]:
    """Make a copy beside the database as of this moment, and delete it afterwards."""
    with _words_for(f"{database} into {database.parent}"), _in_the_making(database.parent) as new:
        with closing(_opened(database, "rw")) as source:
            _copied(source, new)
        yield new


def copies(database: Path, folder: Path) -> list[Path]:
    """Return the copies that `back_up` made of this database, the newest first; names are not enough."""
    name = re.compile(rf"{re.escape(database.stem)}-([0-9]{{8}}T[0-9]{{6}}Z)(?:-([0-9]+))?\.sqlite3")
    dated_copies = []
    for path in folder.iterdir():
        match = name.fullmatch(path.name)
        if match and path.is_file() and not path.is_symlink() and _is_marked(path):
            dated_copies.append((match[1], int(match[2] or 1), path))
    return [path for _stamp, _number, path in sorted(dated_copies, reverse=True)]


def _is_marked(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(MARKED_AT + 4)
    is_ours = head.startswith(b"SQLite format 3\0") and head[MARKED_AT:] == MARK.to_bytes(4, "big")
    return is_ours or encryption.is_encrypted(path)


def write_checksum(copy: Path) -> None:
    """Keep in the head of a copy what its bytes come to."""
    checksum = _checksum_of(copy)
    with copy.open("r+b") as file:
        file.seek(CHECKED_AT)
        file.write(checksum.to_bytes(4, "big"))


def _is_changed(copy: Path) -> bool:
    """Return whether a copy's checksum no longer fits; False for one without a checksum."""
    with copy.open("rb") as file:
        file.seek(CHECKED_AT)
        stored = int.from_bytes(file.read(4), "big")
    return _is_marked(copy) and stored != 0 and stored != _checksum_of(copy)


def _checksum_of(copy: Path) -> int:
    """Return the checksum of all bytes but its own four; never 0, which means none."""
    with copy.open("rb") as file:
        checksum = zlib.crc32(file.read(CHECKED_AT))
        file.seek(CHECKED_AT + 4)
        while chunk := file.read(COPY_BYTES):
            checksum = zlib.crc32(chunk, checksum)
    return checksum or 1


def put_back(
    file: Path,
    database: Path,
    *,
    overwrite: bool,
    at: datetime,
    prepare: Callable[[Path], None],
    as_it_is: bool = False,
) -> Path | None:
    """Replace the database by the file, in one last step.

    Gives the copy of what was there before, if there was anything. `prepare` brings a file up to date, and
    refuses it where it cannot be used. With `as_it_is` a copy may have been changed since it was made.
    """
    if database.exists() and file.exists() and file.samefile(database):
        raise Trouble(_("{file} is the present database itself.", file=file))
    with (
        _words_for(_("{file} into {database}", file=file, database=database)),
        _in_the_making(database.parent) as new,
    ):
        _checked_copy(file, new, as_it_is=as_it_is)
        aside = _moved_aside(database, overwrite=overwrite, at=at) if _is_damaged(database) else None
        with _alone(database) as present:
            if _holds_something(present):
                if not overwrite:
                    raise Trouble(
                        _(
                            "{file} is in use by a club. With --overwrite it is replaced; "
                            "a copy of it is kept in {folder}.",
                            file=database,
                            folder=folder_of(database),
                        )
                    )
                aside = _copy_in(folder_of(database), _aside(database, at), present, database)
            prepare(new)
            with closing(_opened(new, "rw")) as source:
                source.execute("PRAGMA journal_mode=DELETE")
                for mark in ("application_id", "user_version"):  # it is no copy any more
                    source.execute(f"PRAGMA {mark}=0")
                # Into the same file, in one transaction: after a power cut it is the old one or the new one.
                source.backup(present)
    return aside


def _checked_copy(file: Path, new: Path, *, as_it_is: bool) -> None:
    if not file.is_file():
        raise Trouble(_("There is no file {file}.", file=file))
    if encryption.is_encrypted(file):
        with _in_the_making(new.parent) as plain:
            try:
                encryption.decrypt_file(file, plain)
            except encryption.WrongKey:
                raise Trouble(
                    _("{file} was encrypted with another ENCRYPTION_KEY, or changed since.", file=file)
                ) from None
            _checked_copy(plain, new, as_it_is=as_it_is)
        return
    with file.open("rb") as head:
        if head.read(16) != b"SQLite format 3\0":
            raise Trouble(_("{file} is not an SQLite database.", file=file))
    if not as_it_is and _is_changed(file):
        raise Trouble(
            _(
                "{file} is damaged, or was changed since it was made: its checksum is different. Take "
                "another copy; with --as-it-is it is put back all the same, if it can be read.",
                file=file,
            )
        )
    try:
        with closing(_opened(file, "ro")) as source:
            _copied(source, new)
    except sqlite3.DatabaseError as error:
        raise Trouble(_("{file} cannot be read: {why}", file=file, why=error)) from error
    if damage := damage_of(new):
        raise Trouble(_("{file} is damaged: {damage}", file=file, damage=damage))
    if FIRST not in (applied := _migrations_of(new)):
        raise Trouble(_("{file} is a database of another program.", file=file))
    if unknown := unknown_migrations(applied):
        app, name = unknown[-1]
        raise Trouble(
            _(
                "{file} was made by a newer version of this program ({migration}). "
                "Bring the program up to date first.",
                file=file,
                migration=f"{app} {name}",
            )
        )
    if early := early_migrations(applied):
        app, name = early[-1]
        raise Trouble(
            _(
                "{file} was made by a version of this program from before 22 November 2026 "
                "({migration}). Neither it nor a club file from that version can be imported here; keep "
                "using that version.",
                file=file,
                migration=f"{app} {name}",
            )
        )


def _migrations_of(path: Path) -> set[tuple[str, str]]:
    with closing(_opened(path, "rw")) as database:
        try:
            return set(database.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.OperationalError:  # no such table
            return set()


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of every current migration, and of those squashed into one."""
    return frozenset({*MigrationLoader(None).disk_migrations, *replaced_migrations()})


@cache
def replaced_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of every migration that was squashed into another one."""
    migrations = MigrationLoader(None).disk_migrations.values()
    return frozenset(replaced for migration in migrations for replaced in migration.replaces)


def is_from_before_releases(applied: set[tuple[str, str]]) -> bool:
    """Return whether nothing followed what has become part of another migration.

    Of such a database that does not fit no club file comes in, either.
    """
    replaced = replaced_migrations()
    ours = [migration for migration in applied if migration[0] in dict(replaced)]
    return bool(ours) and all(migration in replaced or migration[1] == FIRST[1] for migration in ours)


def unknown_migrations(applied: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the applied migrations that only a newer version knows."""
    return sorted(applied - known_migrations())


def early_migrations(applied: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return applied parts of squashed migrations, where other parts are not applied."""
    early: set[tuple[str, str]] = set()
    for name, migration in MigrationLoader(None).disk_migrations.items():
        parts = set(migration.replaces)
        if not parts <= applied:
            early |= {name, *parts} & applied
    return sorted(early)


def damage_of(path: Path) -> str:
    """Return SQLite's report of damage in an unused file; empty if it is in order."""
    try:
        with closing(_opened(path, "rw")) as database:
            problems = [str(row[0]) for row in database.execute("PRAGMA integrity_check(3)")]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if problems == ["ok"] else "; ".join(problems)


def _is_damaged(database: Path) -> bool:
    """Return whether SQLite can neither read nor copy the file of the database."""
    if not database.exists():
        return False
    try:
        with _alone(database) as present:
            return bool(present.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return True
        raise


def _holds_something(database: sqlite3.Connection) -> bool:
    """Return whether there is more than what every installation begins with."""
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return any(
        database.execute(f'SELECT EXISTS (SELECT 1 FROM "{table}")').fetchone()[0]
        for table in tables
        if not table.startswith(NOT_OURS)
    )


def _moved_aside(database: Path, *, overwrite: bool, at: datetime) -> Path:
    folder = folder_of(database)
    if not overwrite:
        raise Trouble(
            _(
                "{file} is there, but damaged. With --overwrite it is replaced; it is kept in {folder}.",
                file=database,
                folder=folder,
            )
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = _free(folder, _aside(database, at))
    for end in (*SIDE_FILES, ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).rename(aside.with_name(aside.name + end))
    _on_the_disk(folder)
    return aside


def _aside(database: Path, at: datetime) -> str:
    return f"{database.stem}-before-restore-{_moment(at)}"


@contextmanager
def _alone(database: Path) -> Iterator[sqlite3.Connection]:
    """Open the database exclusively; a newly made file is deleted if this fails."""
    is_new = not database.exists()
    if is_new:
        database.touch(mode=0o600)
    try:
        with closing(_opened(database, "rw")) as connection:
            try:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                # Whoever has the database open, idle or not, keeps it from leaving this mode.
                connection.execute("PRAGMA journal_mode=DELETE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                    raise
                raise Trouble(
                    _(
                        "{file} is in use. Stop the server (Ctrl-C where it was started, or as a service) "
                        "and try again; it was not touched.",
                        file=database,
                    )
                ) from None
            yield connection
    except BaseException:
        if is_new:
            database.unlink()
        raise


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection that neither begins transactions by itself nor makes a file."""
    address = f"file:{quote(str(path.absolute()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=SECONDS_TO_WAIT, isolation_level=None)


def _copied(source: sqlite3.Connection, new: Path) -> None:
    """Copy everything as of one moment into a single file that stands alone."""
    source.execute("BEGIN")
    try:
        # Where somebody keeps everybody else out, this ends with an error; `backup` would wait for ever.
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(_opened(new, "rw")) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("PRAGMA secure_delete=ON")  # write over what stood there
            for table in NEVER_COPIED:
                if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone():
                    copy.execute(f'DELETE FROM "{table}"')
    finally:
        source.rollback()  # which SQLite has done already where the disk failed


@contextmanager
def _in_the_making(folder: Path) -> Iterator[Path]:
    """Make a file only its owner may read, and delete it afterwards unless it was renamed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    prefix = ".tarockclub-"
    for forgotten in folder.glob(f"{prefix}*{UNFINISHED}*"):  # by one that was killed
        with suppress(FileNotFoundError):
            if forgotten.stat().st_mtime < time.time() - FORGOTTEN_AFTER:
                forgotten.unlink()
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=UNFINISHED, dir=folder)
    os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        for made in folder.glob(f"{path.name}*"):  # and what lies beside a database in use
            made.unlink(missing_ok=True)


def _named(new: Path, folder: Path, stem: str) -> Path:
    """Rename the finished file, so that the new name survives a power cut."""
    _on_the_disk(new)
    path = _free(folder, stem)
    new.rename(path)
    _on_the_disk(folder)
    return path


def _free(folder: Path, stem: str) -> Path:
    path, number = folder / f"{stem}.sqlite3", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.sqlite3"
    return path


def _on_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _words_for(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Trouble(f"{what}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Trouble(f"{what}: {error}") from error
