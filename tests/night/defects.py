"""Defects that a night has to find: planted in what phones load, or in the program of the server."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.night.broken_days import OF_DAYS

if TYPE_CHECKING:  # the program is read by the server alone
    from django.http import HttpRequest, HttpResponse

    from scoring.engine.sheet import DerivedRow, Fact, Position
    from scoring.models import Entry, Row, Sheet
    from scoring.table.views.recording import Sent
    from scoring.table.writing import Written

PLANTED = "PLANTED_DEFECT"  # where the server reads which one it has: tests/night/broken.py

# What is replaced in the scripts.
CHECKSUM = re.compile(r"\.[0-9a-f]{12}(?=\.js$)")  # of a static file, in its name
OF_SCRIPTS = {
    "full storage drops what waits": (
        "inPage = what;\n        return what === null;",
        "return what === null;",
    ),
    "what waits is forgotten with the page": (
        "box.version === version ? box.what",
        "box.version > version ? box.what",
    ),
    "every try has another id": (
        "postOnce(urls.save, { id, after,",
        "postOnce(urls.save, { id: newId(), after,",
    ),
    "the last hand is sent first": ("const [first] = queue.deeds;", "const first = queue.deeds.at(-1);"),
    "putting lists together loses a hand": (
        "[...versions, ...deeds].map(",
        "[...versions, ...deeds.slice(1)].map(",
    ),
    "a tap on Save sends only the undo": (
        "if (page.pending.unsure) sendAgain();",
        "if (page.pending.unsure) send(page.pending);",
    ),
    "an answer cut in the middle counts as saved": (
        'return { outcome: "unsure", data: null };\n  }\n}',
        'return { outcome: "ok", data: { id: body.id, seq: body.after + 1, came: {} } };\n  }\n}',
    ),
    "a clock that jumps throws away what waits": ("if (isOld && !isNeeded(box?.what))", "if (isOld)"),
    "a Kontra is not sent": ("record.kontra = game.kontra;", ""),
    "the phone's own engine is told of no hand but the last": (
        "const waits = deeds.map((deed) => waitOf(table, deed));",
        "const waits = deeds.slice(-1).map((deed) => waitOf(table, deed));",
    ),
    "what another phone enters is not shown": (
        'newTable(data.table);\n    if (more) happen("mayTryAgain");',
        'if (more) happen("mayTryAgain");',
    ),
    "the sheet does not follow": ("if (answer.status === 200) await renew(await answer.json());", ""),
    "no answer is taken for a refusal": (
        'return { outcome: "unsure", data: null };\n  }\n}',
        'return { outcome: "problems", data: { problems: [] } };\n  }\n}',
    ),
}


def spoiled_by(defect: str) -> Callable[[str, str], str]:
    """Return what makes of each script, by its address, one with this defect."""
    whole = joined_with(defect)
    before, after = OF_SCRIPTS[defect]

    def spoil(address: str, script: str) -> str:
        name = CHECKSUM.sub("", address.partition("/static/")[2])
        return whole.get(name) or script.replace(before, after)

    return spoil


@cache
def joined_with(defect: str) -> dict[str, str]:
    """Return by name the scripts that are sent whole, joined anew from sources with this defect."""
    from django.contrib.staticfiles import finders
    from django.test import override_settings

    from tarockclub import folders
    from tarockclub.static_files import write_whole

    before, after = OF_SCRIPTS[defect]
    finder = "django.contrib.staticfiles.finders.FileSystemFinder"
    with TemporaryDirectory() as name:
        sources, joined = Path(name, "sources"), Path(name, "joined")
        for app in ("scoring", "tournaments"):
            shutil.copytree(folders.ROOT / app / "static", sources, dirs_exist_ok=True)
        for script in sources.rglob("*.js"):
            script.write_text(script.read_text().replace(before, after))
        joined.mkdir()
        finders.get_finder.cache_clear()
        with override_settings(STATICFILES_DIRS=[sources], STATICFILES_FINDERS=[finder]):
            write_whole(joined)
        finders.get_finder.cache_clear()
        scripts = joined.rglob("*.js")
        return {script.relative_to(joined).as_posix(): script.read_text() for script in scripts}


def _same_id_is_written_anew() -> None:
    from scoring.table import writing

    writing.written_as = lambda sheet, entry: None


def _every_second_answer_is_not_kept() -> None:
    from django.db import transaction

    from scoring.table import verbs

    add, number = verbs.add_here, count()

    def add_and_perhaps_forget(**asked: Any) -> Any:
        with transaction.atomic():
            done = add(**asked)
            if next(number) % 2:
                transaction.set_rollback(True)
            return done

    verbs.add_here = add_and_perhaps_forget


def _a_radl_is_a_hand_too_short() -> None:
    from scoring.table import writing

    step = writing.step

    def shorter(position: Position, fact: Fact) -> tuple[Position, DerivedRow | None]:
        after, derived = step(position, fact)
        if derived is not None and derived.row.triggers:
            state = replace(after.state, ahead=after.state.ahead[:-1])
            after = replace(after, state=state)
        return after, derived

    writing.step = shorter


def _nobody_compares_what_came_meanwhile() -> None:
    from scoring.table import writing

    writing._demand_current = lambda sheet, after: None


def _heads_are_not_chained() -> None:
    from scoring.heads import link_of_entry
    from scoring.table import writing

    def put_on(sheet: Sheet, entry: Entry) -> None:
        entry.head = sheet.standing["head"]
        sheet.standing["link"] = link_of_entry(entry)

    writing.put_on = put_on


def _what_is_taken_back_stands() -> None:
    from scoring.table import verbs
    from scoring.table.writing import written_before

    verbs._derived = lambda sheet, entry, actor: written_before(sheet, entry)


def _one_total_is_not_stored() -> None:
    from scoring.table import writing

    store = writing.statements.store_scores
    writing.statements.store_scores = lambda sheet, changed, *further: store(sheet, changed[:3], *further)


def _an_entry_is_committed_alone() -> None:
    from django.db import connection

    from scoring.table import writing

    append_row = writing.append_row

    def committed_first(sheet: Sheet, *further: Any) -> Row | None:
        if connection.vendor == "sqlite":
            connection.connection.execute("COMMIT")
            connection.connection.execute("BEGIN IMMEDIATE")
        else:
            connection.connection.commit()
        return append_row(sheet, *further)

    writing.append_row = committed_first


def _pages_of_another_version_are_refused() -> None:
    from django.core.exceptions import BadRequest

    from scoring.table.at_the_table import visit
    from scoring.table.pages import recording_page
    from scoring.table.views import recording

    usual = recording._answer

    def answered(request: HttpRequest, pk: int, sent: Sent, write: Callable[[], Written]) -> HttpResponse:
        if sent.known and sent.known != recording_page.version_of_form(visit(request, pk).sheet, "de"):
            raise BadRequest("A page of another version")
        return usual(request, pk, sent, write)

    recording._answer = answered


OF_THE_SERVER: dict[str, Callable[[], None]] = {
    "an id is not looked for": _same_id_is_written_anew,
    "what is answered is not always kept": _every_second_answer_is_not_kept,
    "a Radl is a hand too short": _a_radl_is_a_hand_too_short,
    "nobody compares what came meanwhile": _nobody_compares_what_came_meanwhile,
    "heads are not chained": _heads_are_not_chained,
    "what is taken back stands": _what_is_taken_back_stands,
    "one total is not stored": _one_total_is_not_stored,
    "an entry is committed before what follows from it": _an_entry_is_committed_alone,
    "pages of another version are refused": _pages_of_another_version_are_refused,
}


# Of the commands that whoever runs the server types


def _a_copy_leaves_out_the_log() -> None:
    from scoring.archive import backups

    copied = backups._copied

    def of_the_file_alone(source: sqlite3.Connection, new: Path) -> None:
        [(_number, _name, file)] = source.execute("PRAGMA database_list").fetchall()
        new.write_bytes(Path(file).read_bytes())
        (copy := new.with_suffix(".copy")).touch()
        with closing(sqlite3.connect(new)) as alone:
            copied(alone, copy)
        copy.replace(new)

    backups._copied = of_the_file_alone


def _a_restored_copy_keeps_who_was_in() -> None:
    from django.contrib.sessions.models import Session

    from scoring.archive import backups, restoring

    backups.NEVER_COPIED = ()
    renew = restoring.renew_links

    def kept() -> list[str]:
        sessions = [*Session.objects.all()]
        done = renew()
        Session.objects.bulk_create(sessions)
        return done

    restoring.renew_links = kept


OF_THE_KEEPER: dict[str, Callable[[], None]] = {
    "a copy leaves out what only the log of the database has": _a_copy_leaves_out_the_log,
    "a restored copy keeps who was signed in": _a_restored_copy_keeps_who_was_in,
}


def plant_in_this_process() -> None:
    if defect := os.environ.get(PLANTED):
        {**OF_THE_SERVER, **OF_DAYS}[defect]()
