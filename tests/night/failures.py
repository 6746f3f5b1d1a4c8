"""Defects that show only where servers die, databases fail, versions change or copies are put back."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the program is read by the server alone
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.http import HttpRequest, HttpResponse

    from scoring.models import Row, Sheet
    from scoring.table.views.recording import Sent
    from scoring.table.writing import Written
    from scoring.table_policy import Actor

UNTIL_IT_IS_SENT = 0.05  # seconds

Answer = Callable[["HttpRequest", int, "Sent", Callable[[], "Written"]], "HttpResponse"]


def _answers_before_it_commits() -> None:
    """Let a hand be committed a moment after the request that brought it has ended."""
    from django.core.signals import request_finished
    from django.db import connections

    from scoring.table import verbs

    usual: Any = type(connections["default"])
    add_here, commit, set_autocommit = verbs.add_here, usual._commit, usual._set_autocommit

    def noted(**asked: Any) -> Written:
        written = add_here(**asked)
        connections["default"].has_added = True  # type: ignore[attr-defined]
        return written

    def has_added(here: BaseDatabaseWrapper) -> bool:
        return getattr(here, "has_added", False)

    def commit_later(here: BaseDatabaseWrapper) -> None:
        if not has_added(here):
            commit(here)

    def set_autocommit_later(here: BaseDatabaseWrapper, autocommit: bool) -> None:
        if not has_added(here):
            set_autocommit(here, autocommit)

    def commit_now(**_told: Any) -> None:
        here: Any = connections["default"]
        if has_added(here):
            time.sleep(UNTIL_IT_IS_SENT)
            here.has_added = False
            commit(here)
            set_autocommit(here, True)  # noqa: FBT003

    verbs.add_here = noted
    usual._commit, usual._set_autocommit = commit_later, set_autocommit_later
    request_finished.connect(commit_now, weak=False)


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


def _instead_of_failing(answer: Callable[[HttpRequest, int, Sent], HttpResponse]) -> None:
    """Let a database that fails be answered like this."""
    from django.db import DatabaseError

    from scoring.table.views import recording

    usual: Answer = recording._answer

    def answered(request: HttpRequest, pk: int, sent: Sent, write: Callable[[], Written]) -> HttpResponse:
        try:
            return usual(request, pk, sent, write)
        except DatabaseError:
            return answer(request, pk, sent)

    recording._answer = answered


def _what_fails_counts_as_saved() -> None:
    from django.http import JsonResponse

    from scoring.table.at_the_table import visit
    from scoring.table.views import recording

    def saved(request: HttpRequest, pk: int, sent: Sent) -> HttpResponse:
        sheet = visit(request, pk).sheet
        table = recording._table(sheet, sheet.evening.names(), sent.known)
        return JsonResponse({"id": str(sent.id), "seq": sent.after + 1, "came": {}, "table": table})

    _instead_of_failing(saved)


def _what_fails_counts_as_refused() -> None:
    from django.http import JsonResponse

    _instead_of_failing(lambda request, pk, sent: JsonResponse({"problems": []}, status=400))


def _what_was_rolled_back_is_remembered() -> None:
    from scoring.table import writing

    locked_sheet = writing.locked_sheet
    newest: dict[int, Sheet] = {}

    def remembered(sheet: Sheet, actor: Actor) -> Sheet:
        found = locked_sheet(sheet, actor)
        if found.pk in newest and newest[found.pk].seq > found.seq:
            return newest[found.pk]
        newest[found.pk] = found
        return found

    writing.locked_sheet = remembered


def _pages_of_another_version_are_refused() -> None:
    from django.core.exceptions import BadRequest

    from scoring.table.at_the_table import visit
    from scoring.table.pages import recording_page
    from scoring.table.views import recording

    usual: Answer = recording._answer

    def answered(request: HttpRequest, pk: int, sent: Sent, write: Callable[[], Written]) -> HttpResponse:
        if sent.known and sent.known != recording_page.version_of_form(visit(request, pk).sheet, "de"):
            raise BadRequest("A page of another version")
        return usual(request, pk, sent, write)

    recording._answer = answered


OF_FAILING_SERVERS: dict[str, Callable[[], None]] = {
    "an answer goes out before its commit": _answers_before_it_commits,
    "an entry is committed before what follows from it": _an_entry_is_committed_alone,
    "what the database refuses counts as saved": _what_fails_counts_as_saved,
    "a database that fails is taken for a refusal": _what_fails_counts_as_refused,
    "what was rolled back is remembered": _what_was_rolled_back_is_remembered,
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

    from scoring.archive import backups, ended

    backups.NEVER_COPIED = ()
    finish = ended.finish

    def kept(*about: Any, **further: Any) -> list[str]:
        sessions = [*Session.objects.all()]
        done = finish(*about, **further)
        Session.objects.bulk_create(sessions)
        return done

    ended.finish = kept


OF_THE_KEEPER: dict[str, Callable[[], None]] = {
    "a copy leaves out what only the log of the database has": _a_copy_leaves_out_the_log,
    "a restored copy keeps who was signed in": _a_restored_copy_keeps_who_was_in,
}
