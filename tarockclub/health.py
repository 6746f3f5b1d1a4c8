"""Answer `/health/`: whether the program works, and with the HEALTH_KEY more details."""

import shutil
import time
from functools import cache, lru_cache
from hmac import compare_digest
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from scoring import clock
from scoring.archive import drills
from scoring.management.postgresql import newest_copies
from scoring.server.ended_settings import ended_settings
from tarockclub.middleware import demand_same_file

LEAST_FREE = 200_000_000  # bytes: room for an evening and a copy of the database

SECONDS_OF_A_WRITE = 5  # one in so many: strangers ask as often as they like
WRITTEN = "health"  # the key of the one row of sessions that is written for it, and is none

LookedAt = dict[str, Any]


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 where all is well, else 503; with `?backup_hours=30` backups count, too."""
    findings: LookedAt = {"database": _database()}
    if findings["database"]["ok"]:
        findings["migrations"] = _migrations()
    findings |= {"disk": _disk(), "backup": _backup(request.GET.get("backup_hours", ""))}
    watches = is_watching(request.headers.get("Authorization", ""))
    asks_for_backups = "backup_hours" in request.GET
    # Timers are read from the disk: not for strangers, who ask as often as they like.
    of_backups = {"drill": drill(), "settings": _settings()} if watches or asks_for_backups else {}
    counts = findings | of_backups if asks_for_backups else findings
    ok = all(part["ok"] for part in counts.values())
    findings |= of_backups
    return JsonResponse({"ok": ok, **findings} if watches else {"ok": ok}, status=200 if ok else 503)


def is_watching(authorization: str) -> bool:
    """Return whether a request carries the HEALTH_KEY of this server, if it has one."""
    given = authorization.removeprefix("Bearer ")
    return bool(settings.HEALTH_KEY) and compare_digest(given.encode(), settings.HEALTH_KEY.encode())


def _database() -> LookedAt:
    """Return whether the database can be written to; it may be read-only, or full."""
    try:
        demand_same_file()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        _write(int(time.monotonic() // SECONDS_OF_A_WRITE))
    except DatabaseError as error:
        return {"ok": False, "why": str(error).strip()}
    return {"ok": True, "kind": connection.vendor}


@lru_cache(maxsize=1)
def _write(_period: int) -> None:
    """Write something, once in a period unless it fails."""
    with transaction.atomic():
        ended = {"session_data": "", "expire_date": clock.now()}
        Session.objects.update_or_create(session_key=WRITTEN, defaults=ended)


@cache
def _known() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _migrations() -> LookedAt:
    missing = _known() - set(MigrationRecorder(connection).applied_migrations())
    return {"ok": not missing, "missing": sorted(".".join(migration) for migration in missing)}


def _disk() -> LookedAt:
    """Return the least free space: beside the data, or beside an SQLite database."""
    folders = [settings.DATA if settings.DATA.exists() else settings.BASE_DIR]
    if connection.vendor == "sqlite" and (file := Path(connection.settings_dict["NAME"])).is_file():
        folders.append(file.parent)
    free = min(shutil.disk_usage(folder).free for folder in folders)
    return {"ok": free >= LEAST_FREE, "free_mb": free // 1_000_000}


def _backup(at_most: str) -> LookedAt:
    """Return the age of the newest copy that `backup` made."""
    made = newest_copies(connection)
    hours = round((time.time() - made[0].stat().st_mtime) / 3600, 1) if made else None
    most_hours = int(at_most) if at_most.isascii() and at_most.isdecimal() else None
    return {"ok": most_hours is None or (hours is not None and hours <= most_hours), "hours": hours}


def _settings() -> LookedAt:
    """Return which settings do nothing any more."""
    ended = ended_settings()
    return {"ok": not ended, "ended": ended}


def drill() -> LookedAt:
    """Return whether the newest copy could be restored at the last drill, and how long ago that was.

    A server on which nobody has tried yet is well.
    """
    result = drills.last()
    if result is None:
        return {"ok": True, "hours": None}
    report: LookedAt = {"ok": result.ok, "hours": round(result.age.total_seconds() / 3600, 1)}
    return report if result.ok else report | {"why": result.why}
