"""A club taken out of one installation and brought into an empty one, within one test."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZIP_STORED, ZipFile

from django.db import connection, transaction

from scoring import protection
from scoring.archive import exporting, importing, reading
from scoring.archive.beside import BroughtBeside, bring_beside
from scoring.archive.exporting import END, MANIFEST
from scoring.archive.tables import DERIVED, LEFT_OUT, name_of, tables
from scoring.engine.numbers import BLOCK
from scoring.models import (
    Club,
    Invitation,
    OpenSession,
    PhoneCode,
    PlayedGame,
    PlayedKontra,
    PlayedPremium,
    PlayedSeat,
    ProgramMistake,
    SecondFactor,
    SignInAttempt,
)

Lines = list[dict[str, Any]]


def exported(club: Club) -> bytes:
    file = BytesIO()
    exporting.write_club(club, file)
    return file.getvalue()


def emptied() -> None:
    """Nothing is left, as in an installation in which nobody has an account yet."""
    left = (Invitation, ProgramMistake, PhoneCode, OpenSession, SecondFactor, SignInAttempt)
    left += (PlayedSeat, PlayedPremium, PlayedKontra, PlayedGame)
    assert {name_of(part) for part in left} <= LEFT_OUT.keys()
    with transaction.atomic(), protection.lifted(connection):
        for model in (*left, *reversed(tables())):
            model._base_manager.all()._raw_delete(connection.alias)
    assert importing.is_empty()


def brought(content: bytes, **further: Any) -> importing.Brought:
    with reading.look_into(BytesIO(content)) as found:
        return importing.bring_in(found, **{"deed": uuid4(), **further})


def beside(content: bytes, **further: Any) -> BroughtBeside:
    with reading.look_into(BytesIO(content)) as found:
        return bring_beside(found, actor="root", **further)


def as_it_was(content: bytes) -> dict[str, list[str]]:
    """What a file says, in the numbers with which it was written; what the server gives is left out."""
    given = {
        "scoring.account": ("name", "key"),
        "scoring.club": ("slug",),
        "scoring.deed": ("id",),  # of the first start
        "scoring.rulesetversion": ("edition",),
        **dict.fromkeys(DERIVED - {"scoring.row"}, ("id",)),
    }
    found = {}
    for model in tables():
        text = re.sub(
            r"[0-9]{13,15}(?![0-9a-f])",
            lambda number: str(int(number[0]) % BLOCK),
            "\n".join(json.dumps(line, sort_keys=True) for line in rows(content, name_of(model))),
        )
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            for column in given.get(name_of(model), ()):
                del line[column]
        found[name_of(model)] = sorted(json.dumps(line, sort_keys=True) for line in lines)
    return found


def parts(content: bytes) -> dict[str, str]:
    """The text of every part."""
    with ZipFile(BytesIO(content)) as whole:
        return {name: whole.read(name).decode() for name in whole.namelist()}


def rows(content: bytes, table: str) -> Lines:
    return [json.loads(line) for line in parts(content)[table + END].splitlines()]


def written(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as they stand in a file."""
    return "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)


def to_another(table: str, **columns: Any) -> Callable[[dict[str, str]], None]:
    """Let the last row of a table say something else."""

    def change(texts: dict[str, str]) -> None:
        *lines, last = texts[table + END].splitlines(keepends=True)
        texts[table + END] = "".join([*lines, written([json.loads(last) | columns])])

    return change


def rewritten(content: bytes, change: Callable[[dict[str, str]], object]) -> bytes:
    """Another content under checksums that fit, as somebody would make it who means harm."""
    from hashlib import sha256

    texts = parts(content)
    change(texts)
    manifest = json.loads(texts[MANIFEST])
    for part in manifest["parts"]:
        text = texts.get(part["name"] + END, "")
        part["sha256"] = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        part["rows"] = text.count("\n")
    texts[MANIFEST] = json.dumps(manifest)
    return zipped(texts)


def zipped(texts: dict[str, str], compression: int = ZIP_STORED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", compression) as whole:
        for name, text in texts.items():
            whole.writestr(name, text.encode("utf-8", "surrogatepass"))
    return file.getvalue()
