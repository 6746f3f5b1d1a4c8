"""The command `verify`, and lies planted past the verbs and the protection."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import uuid4

from django.apps import apps
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.models import F
from django.test import Client
from django.urls import resolve
from django.utils import translation

from scoring import protection
from scoring.models import Account, Club, Entry, Evening, Member, RulesetVersion, Sheet, Voice
from scoring.verifying import Checked, of_the_database, wholes
from scoring.verifying import checked as of_sheet
from tests.support.jumping import Jumping
from tests.support.scoring.house import ids, now, signed_in
from tests.support.scoring.tables import exchanged
from tournaments.models import Entrant
from tournaments.verifying import differences as of_tournament


def verified(*arguments: str) -> tuple[int, list[str]]:
    """The exit status and the lines."""
    said = StringIO()
    try:
        call_command("verify", *arguments, stdout=said)
    except SystemExit as end:
        return int(str(end.code)), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


NOT_OURS = re.compile(r" standard: .*| \(/.*")  # mistakes in a sheet, in English; the address of a page
MODELS = {name for model in apps.get_models() if isinstance(name := model._meta.verbose_name, str)}
ENGLISH = re.compile(rf"\b(?:{'|'.join(MODELS)})\b")


class Told(NamedTuple):
    """What `verify` says of a difference."""

    english: str
    german: str

    @property
    def page(self) -> str:
        """Return the address of the page that it leads to."""
        found = re.search(r" \((/[^ ()]+)\)$", self.english)
        return found.group(1) if found else ""

    @property
    def is_in_words(self) -> bool:
        """Return whether it leads to a page, and in German names no model in English."""
        return bool(self.page) and not ENGLISH.search(NOT_OURS.sub("", self.german))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    before = os.environ["LANGUAGE"]
    os.environ["LANGUAGE"] = language
    try:
        with translation.override(language):
            yield
    finally:
        os.environ["LANGUAGE"] = before


def differences(scene: Any = None) -> Iterator[Told]:
    """Yield everything that `verify` finds, of this table or tournament first, in both languages."""
    with speaking("en"):
        for checked in chain(() if scene is None else of_scene(scene), of_all()):
            english = checked.sentences()
            with speaking("de"):
                german = checked.sentences()
            yield from map(Told, english, german)


def of_scene(scene: Any) -> Iterator[Checked]:
    if isinstance(scene, Sheet):
        yield of_sheet(now(scene))
    else:
        page = scene.tournament.get_absolute_url()
        for wrong in of_tournament(scene.tournament):
            yield Checked("", {}, (wrong,), page=page)


def of_all() -> Iterator[Checked]:
    for wrong in of_the_database():
        yield Checked("", {}, (wrong,))
    yield from wholes(Sheet.objects.whole().defer(None), Evening.objects.all())


Scene = Any  # a sheet, or a tournament as it is played
Lie = Callable[[Scene], object]
NOW = datetime(2026, 1, 6, 20, tzinfo=UTC)
# By what a row is named that another one leads to; else by its number.
NAMED_BY = {
    Club: "name",
    Member: "name",
    RulesetVersion: "slug",
    Entrant: "participant",
    Entry: "seq",
    Voice: "seq",
}


def nothing(scene: Scene) -> None:
    """The missing protection is the lie."""


def elsewhere(sheet: Sheet, model: Any) -> Any:
    """Return a row of another table of the evening."""
    return model.objects.exclude(sheet=sheet).get()


def lies(
    test: str, kind: str, another: Callable[[Scene, Any], Any] = elsewhere
) -> dict[str, tuple[Lie, str]]:
    """Return the lies of a kind in the `lies.toml` beside a test, with how each is reported."""
    listed = tomllib.loads(Path(test).with_name("lies.toml").read_text(encoding="utf-8"))[kind]
    return {
        lie.get("lie", f"{number}: {lie['told']}"): (partial(_plant, lie, another), lie["told"])
        for number, lie in enumerate(listed)
    }


def unnoticed(scene: Scene, planted: Mapping[str, tuple[Lie, str]]) -> dict[str, list[str]]:
    """Plant one lie after another; return those not found, with what is reported instead.

    Whatever is said leads to a page that opens, and in German names no model in English.
    """
    missed = dict[str, list[str]]()
    views, opened = set[str](), set[str]()
    operator = Client()
    signed_in(operator, Account.objects.get(is_superuser=True))
    with transaction.atomic(), protection.lifted(connection), patch.object(Jumping, "request"):
        for lie, (plant, words) in planted.items():
            with transaction.atomic():
                plant(now(scene) if isinstance(scene, Sheet) else scene)
                connection.check_constraints()
                missed[lie] = []
                for told in differences(scene):
                    missed[lie].append(told.english)
                    assert told.is_in_words, told
                    views.add(view := resolve(told.page).view_name)
                    if view not in opened and operator.get(told.page).status_code == 200:
                        opened.add(view)
                    if words in told.english:
                        del missed[lie]
                        break
                transaction.set_rollback(True)
    assert views == opened
    assert verified()[0] == 0, "every lie was taken back"
    return missed


def _plant(lie: Mapping[str, Any], another: Callable[[Scene, Any], Any], scene: Scene) -> None:
    model: Any = apps.get_model(lie["in"])
    sheet = scene if isinstance(scene, Sheet) else None
    names = ids(sheet) | {"this table": str(sheet.pk)} if sheet else scene.ids()
    rows = model._base_manager.filter(**exchanged(lie.get("of", {}), names))
    if model is Sheet and sheet:
        rows = rows.filter(pk=sheet.pk)
    elif sheet and "sheet" in {column.name for column in model._meta.fields}:
        rows = rows.filter(sheet=sheet)
    assert rows
    if "says" not in lie:
        rows.delete()
    for row in rows:
        values = dict[str, Any]()
        for field, value in lie["says"].items():
            related = row._meta.get_field(field).related_model
            if value == "nothing":
                values[field] = models.Value(None, models.JSONField()) if _is_json(row, field) else None
            elif isinstance(value, dict) and "as" in value:
                values[field] = F(value["as"]) + timedelta(minutes=value.get("minutes", 0))
            elif related is None:
                values[field] = within(getattr(row, field), exchanged(value, names))
            elif value == "another":
                values[field] = another(scene, related)
            else:
                values[field] = _row(
                    related, names.get(value, value) if isinstance(value, str) else value, sheet
                )
        model._base_manager.filter(pk=row.pk).update(**values)


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


def _is_json(row: models.Model, field: str) -> bool:
    column = row._meta.get_field(field)
    return isinstance(column, models.JSONField) and not column.null


def _row(related: Any, value: Any, sheet: Sheet | None) -> Any:
    if isinstance(value, dict):
        return related._base_manager.get(**value)
    by = NAMED_BY.get(related, "pk")
    return related._base_manager.get(**{by: value}, **({"sheet": sheet} if by == "seq" else {}))


def within(before: Any, value: Any) -> Any:
    """Return a stored value with another one written into it at a path."""
    if not (isinstance(value, dict) and value and before):
        return value
    if isinstance(before, list):
        return [within(part, value.get(str(at), part)) for at, part in enumerate(before)]
    return before | {key: within(before.get(key), part) for key, part in value.items()}
