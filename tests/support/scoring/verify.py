"""The command `verify`, and lies planted past the protection."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from django.core.management import call_command
from django.db import connection

from scoring import protection
from scoring.models import Sheet


def verified(*arguments: str) -> tuple[int, list[str]]:
    """The exit status and the lines."""
    said = StringIO()
    try:
        call_command("verify", *arguments, stdout=said)
    except SystemExit as end:
        return int(str(end.code)), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


Lie = Callable[[Sheet], object]


def nothing(sheet: Sheet) -> None:
    """The missing protection is the lie."""


def unprotected(plant: Lie) -> Lie:
    def planted(sheet: Sheet) -> None:
        protection.unprotect(connection)
        plant(sheet)
        if plant is not nothing:
            protection.protect(connection)

    return planted
