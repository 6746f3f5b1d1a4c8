"""The command `verify`, and lies planted past the verbs and the protection."""

import tomllib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.core.management import call_command
from django.db import connection, models, transaction

from scoring import protection
from scoring.models import Club, Member, RulesetVersion, Sheet
from tests.support.scoring.house import ids, now
from tests.support.scoring.tables import exchanged


def verified(*arguments: str) -> tuple[int, list[str]]:
    """The exit status and the lines."""
    said = StringIO()
    try:
        call_command("verify", *arguments, stdout=said)
    except SystemExit as end:
        return int(str(end.code)), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


Lie = Callable[[Sheet], object]
NOW = datetime(2026, 1, 6, 20, tzinfo=UTC)


def nothing(sheet: Sheet) -> None:
    """The missing protection is the lie."""


def unprotected(plant: Lie) -> Lie:
    def planted(sheet: Sheet) -> None:
        connection.check_constraints()
        protection.unprotect(connection)
        plant(sheet)
        if plant is not nothing:
            protection.protect(connection)

    return planted


def lies(test: str, kind: str) -> dict[str, tuple[Lie, str]]:
    """Those of a kind in the `lies.toml` beside a test, and how each is told."""
    listed = tomllib.loads(Path(test).with_name("lies.toml").read_text(encoding="utf-8"))[kind]
    return {lie["lie"]: (partial(_plant, lie), lie["told"]) for lie in listed}


def unnoticed(
    sheet: Sheet, planted: Mapping[str, tuple[Lie, str]], where: str | None
) -> dict[str, list[str]]:
    """Plants one after the other; those that are not found there, or anywhere, with what is said instead."""
    missed = {}
    for lie, (plant, words) in planted.items():
        with transaction.atomic():
            plant(now(sheet))
            status, lines = verified()
            transaction.set_rollback(True)
        *told, last = lines
        if where is None:
            is_told = any(words in line for line in told)
        else:
            is_told = any(line.removeprefix(where).startswith(words) for line in told)
        if status != 1 or not is_told:
            missed[lie] = lines
        assert last.endswith(": 1 difference." if len(told) == 1 else f": {len(told)} differences."), (
            lie,
            lines,
        )
    assert verified()[0] == 0, "every lie was taken back"
    return missed


def _plant(lie: Mapping[str, Any], sheet: Sheet) -> None:
    model, called = apps.get_model("scoring", lie["in"]), ids(sheet) | {"this table": str(sheet.pk)}
    rows = model._default_manager.filter(**exchanged(lie.get("of", {}), called))
    if model is Sheet:
        rows = rows.filter(pk=sheet.pk)
    elif "sheet" in {column.name for column in model._meta.fields}:
        rows = rows.filter(sheet=sheet)
    assert rows
    if "says" not in lie:
        rows.delete()
    for row in rows:
        for field, value in exchanged(lie.get("says", {}), called).items():
            related, before = row._meta.get_field(field).related_model, getattr(row, field)
            told = _row(related, value, sheet) if related else within(before, value)
            model._default_manager.filter(pk=row.pk).update(**{field: told})


def other(row: models.Model, field: Any) -> Any:
    """Return a value that could stand in a column as well as the one that does."""
    value = getattr(row, field.attname)
    match field:
        case models.ForeignKey():
            rows = field.related_model._base_manager.exclude(pk=value).order_by("-pk")
            return rows.values_list("pk", flat=True).first()
        case models.UUIDField():
            return uuid4()
        case models.BooleanField():
            return not value
        case models.DateTimeField():
            return (value or NOW) + timedelta(minutes=1)
        case models.DateField():
            return value + timedelta(days=1)
        case models.IntegerField():
            return (value or 0) + 1
        case models.JSONField():
            if isinstance(value, dict):
                return {**value, "round": 7}
            return [*(value or ()), "7"]
    choices = [key for key, _label in field.choices or () if key != value]
    return choices[0] if choices else f"{value}7"


def _row(model: Any, value: Any, sheet: Sheet) -> Any:
    if value == "elsewhere":
        return model.objects.exclude(sheet=sheet).get()
    if model in (Club, Member):
        return model.objects.get(name=value)
    if model is RulesetVersion:
        return model.objects.get(slug=value)
    return model.objects.get(sheet=sheet, seq=value) if isinstance(value, int) else value


def within(before: Any, value: Any) -> Any:
    """Return what was there with what is deeper written into it."""
    if not (isinstance(value, dict) and value and before):
        return value
    if isinstance(before, list):
        return [within(part, value.get(str(at), part)) for at, part in enumerate(before)]
    return before | {key: within(before.get(key), part) for key, part in value.items()}
