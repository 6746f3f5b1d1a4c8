"""Databases of the tests: filled once, copied for each process and where a test commits, never emptied.

A stage is a database in which something stands already: a club, an evening, a tournament. It is built by the
first test that asks for it and kept. A test that only works within a transaction plays on the stage itself
and is rolled back; one that commits (a browser, several threads) gets a copy of its own.
"""

from __future__ import annotations

import datetime
import fcntl
import hashlib
import os
import pickle
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.backends.signals import connection_created
from django.utils import timezone

from tests.support import begin
from tests.support.call_stack import with_room
from tests.support.postgresql import GONE_AFTERWARDS

Values = dict[str, Any]
BUILT_AT = begin.BUILT_AT.astimezone(datetime.UTC)
LOCK = settings.BASE_DIR / ".pytest_cache" / "databases.lock"


class Stage:
    """What `build` leaves in the database, and its result as a fixture; it may stand on another stage.

    `build` is given the results of the stages below by name: what stands on `house` may ask for `house`.
    """

    def __init__(self, name: str, build: Callable[..., object], *, on: Any = None) -> None:
        """Stand `on` another stage, which may be given by its fixture."""
        self.name = name
        self.build = build
        self.below: Stage | None = getattr(on, "stage", on)

    @property
    def depth(self) -> int:
        return 0 if self.below is None else self.below.depth + 1

    @property
    def key(self) -> str:
        """Two stages of one name, in different files, are two databases."""
        return f"{self.name}_{hashlib.sha1(self.build.__module__.encode()).hexdigest()[:6]}"

    def fill(self, below: Values) -> Values:
        """Build it in the database of the connection; return its result beside those of the stages below."""
        asked = self.build.__code__.co_varnames[: self.build.__code__.co_argcount]
        with always_built_from(BUILT_AT + datetime.timedelta(minutes=self.depth)):
            return {**below, self.name: with_room(self.build, **{one: below[one] for one in asked})}

    def fixture(self, *with_: str) -> Any:
        """The fixture of the stage's name: a result of each test's own, read from what was kept.

        It stands beside those fixtures that are named.
        """

        def value(db: None, stage_values: Values, request: pytest.FixtureRequest) -> object:
            for fixture in with_:
                request.getfixturevalue(fixture)
            return stage_values[self.name]

        value.stage = self  # type: ignore[attr-defined]
        value.__doc__ = self.build.__doc__
        found: Any = pytest.fixture(name=self.name)(value)
        found.stage = self
        return found


def stage(*with_: str, on: Any) -> Callable[[Callable[..., object]], Any]:
    """A fixture as a stage: the function builds it and gives it its name; `on` is a stage or its fixture."""
    return lambda build: Stage(build.__name__, build, on=on).fixture(*with_)


def stage_of(item: Any) -> Stage | None:
    """The highest stage among the fixtures of a test."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    stages = [stage for found in fixtures if (stage := getattr(found[-1].func, "stage", None))]
    return max(stages, key=lambda stage: stage.depth, default=None)


class Theatre:
    """The databases of one process of tests; what one has built, the others of its run copy."""

    def __init__(self, folder: Path, name: str, shared: Path) -> None:
        """Build in the `folder` of the process; what is `shared` lies in another."""
        self.kind = Files(folder, shared) if connection.vendor == "sqlite" else Servers(name)
        self.shared = shared if self.kind.lasts else folder
        self.kept: dict[str, bytes] = {}  # the results, as they were when the stage was built
        use(self.kind.copy(self.kind.empty(), self.kind.named("empty")))
        self.here = "empty"

    def enter(self, stage: Stage | None, *, commits: bool) -> Values:
        """From here on the connection is to this stage, or to a copy of it; returns what was built."""
        name = "empty" if stage is None else stage.key
        if stage is not None:
            self._prepare(stage)
        if commits:
            use(self.kind.copy(self.kind.named(name), self.kind.named("copy")))
            self.here = "copy"
        elif self.here != name:
            use(self.kind.named(name))
            self.here = name
        return pickle.loads(self.kept[name]) if stage is not None else {}

    def _prepare(self, stage: Stage) -> None:
        if stage.key in self.kept:
            return
        result = self.shared / f"{stage.key}.pickle"
        with locked(result.with_suffix(".lock")):
            if not result.exists():
                self._build(stage)
                self.kind.copy(self.kind.named(stage.key), self.kind.shared(stage.key))
                result.write_bytes(self.kept[stage.key])
                return
        self.here = stage.key
        use(self.kind.copy(self.kind.shared(stage.key), self.kind.named(stage.key)))
        self.kept[stage.key] = result.read_bytes()

    def _build(self, stage: Stage) -> None:
        below: Values = {}
        name = "empty"
        if stage.below is not None:
            self._prepare(stage.below)
            name, below = stage.below.key, pickle.loads(self.kept[stage.below.key])
        self.here = stage.key
        use(self.kind.copy(self.kind.named(name), self.kind.named(stage.key)))
        self.kept[stage.key] = pickle.dumps(stage.fill(below))

    def address(self) -> str:
        """Of a new database with nothing on it, for programs that are started as a whole."""
        return self.kind.address(self.kind.empty())

    def close(self) -> None:
        self.kind.close()


@contextmanager
def always_built_from(moment: datetime.datetime) -> Iterator[None]:
    """Whatever the day is: what a test does afterwards, by a clock of its own, is later."""
    ticks = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: moment + datetime.timedelta(milliseconds=next(ticks)))
        yield


def use(database: Path | str) -> None:
    """Lead the connection there, once it is asked for something."""
    connection.close()
    connection.settings_dict["NAME"] = str(database)


def migrate(growing: Path | str) -> None:
    """Make every table there, and let go of it."""
    use(growing)
    call_command("migrate", verbosity=0)
    connection.close()


class Files:
    """SQLite: a stage is a file."""

    lasts = True

    def __init__(self, folder: Path, shared: Path) -> None:
        self.folder, self.of_all = folder, shared

    def named(self, name: str) -> Path:
        return self.folder / f"{name}.sqlite3"

    def shared(self, name: str) -> Path:
        return self.of_all / f"{name}.sqlite3"

    def empty(self) -> Path:
        unused = self.named("unused")
        if not unused.exists():
            migrate(unused)
        return unused

    def copy(self, source: Path, target: Path) -> Path:
        """Page by page, so that whoever still has the copy open sees the new one."""
        connection.close()
        with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(target)) as writing:
            reading.backup(writing)
        return target

    def address(self, source: Path) -> str:
        target = self.folder / f"{uuid4().hex}.sqlite3"
        shutil.copyfile(source, target)
        return f"sqlite:///{target}"

    def close(self) -> None:
        connection.close()


class Servers:
    """PostgreSQL: a stage is a database made after another one."""

    def __init__(self, name: str) -> None:
        self.before = f"test_{name}"
        self.run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "shared")[:8]
        self.lasts = GONE_AFTERWARDS in os.environ  # else each process removes its own at its end
        self.made: set[str] = set()

    def named(self, name: str) -> str:
        return f"{self.before}_{name}"

    def shared(self, name: str) -> str:
        return f"test_{self.run}_{name}" if self.lasts else self.named(f"{name}_again")

    def empty(self) -> str:
        unused = self.shared("unused")
        with locked():
            if not self.ask("SELECT 1 FROM pg_database WHERE datname = %s", unused):
                growing = f"{unused}_new"
                self.ask(f"CREATE DATABASE {growing}")
                migrate(growing)
                self.ask(f"ALTER DATABASE {growing} RENAME TO {unused}")
                self.made.add(unused)
        return unused

    def copy(self, source: str, target: str) -> str:
        connection.close()
        self.ask(f"DROP DATABASE IF EXISTS {target} WITH (FORCE)")
        with locked():  # the one it is made after may have no other visitor
            self.ask(f"CREATE DATABASE {target} TEMPLATE {source}")
        self.made.add(target)
        return target

    def ask(self, query: str, *values: str) -> list[Any]:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as administration:
            cursor = administration.execute(query, values or None)
            return cursor.fetchall() if cursor.description else []

    def address(self, source: str) -> str:
        name = self.copy(source, f"test_program_{uuid4().hex}")
        return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()

    def close(self) -> None:
        connection.close()
        if not self.lasts:  # each one takes a good part of a second
            for name in self.made:
                self.ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def locked(lock: Path = LOCK) -> Iterator[None]:
    """One process of tests at a time."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def nothing_has_to_survive(**about: Any) -> None:
    """A test's SQLite does not wait for the disk."""
    if about["connection"].vendor == "sqlite":
        about["connection"].cursor().execute("PRAGMA synchronous=OFF")


connection_created.connect(nothing_has_to_survive)
