"""Commands on any database: as processes of their own, or within this one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command

from scoring.archive import restoring
from tests.support.races.processes import ROOT


def manage(database: str | Path, *arguments: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """The command as it is typed, on this database."""
    address = database if isinstance(database, str) else f"sqlite:///{database}"
    command = [sys.executable, "manage.py", *map(str, arguments)]
    environment = os.environ | {"DATABASE_URL": address}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, **how)


@contextmanager
def connected_to(database: str | Path) -> Iterator[None]:
    """Meanwhile the models are those of this file."""
    try:
        with restoring.connected_to(database):
            yield
    finally:
        ContentType.objects.clear_cache()


class Answer(NamedTuple):
    """What a command came to, as whoever typed it would see it."""

    returncode: int
    stdout: str
    stderr: str


def within(database: str | Path, *arguments: object, **options: object) -> Answer:
    """The command on this database, in this process: starting another one takes a second."""
    out, err = StringIO(), StringIO()
    status = 0
    with connected_to(database):
        try:
            call_command(*map(str, arguments), stdout=out, stderr=err, **options)
        except CommandError as refused:
            status = refused.returncode
            err.write(str(refused))
        except SystemExit as end:
            status = int(str(end.code))
    return Answer(status, out.getvalue(), err.getvalue())
