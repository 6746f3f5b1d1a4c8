"""The changes typed into a sheet's fields, merged with the sheet as it is by now.

Only what was typed is written. What another user has changed in the meantime stays, and where both have
changed the same field, the field says so and nothing is stored.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.engine.loading import Data, copied
from scoring.engine.loading.tables import USUAL
from scoring.names import tidy
from scoring.rule_editor import ready_made
from scoring.rule_editor.sheet_fields import (
    LONGEST_TEXT,
    SectionOfFields,
    SheetField,
    Texts,
    put,
    put_option,
    rows_of,
    value_in,
)
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS
from scoring.rules.values import SheetPath, value_at

ROW_TABLES = (*NAMED_ROWS, *FREE_WORDS)
RowKey = tuple[str, str]  # its table and its key


class TypedChanges(NamedTuple):
    """What was changed on a page, by its places in the sheet."""

    fields: Mapping[SheetPath, tuple[SheetField, Texts]] = {}
    numbers: Mapping[RowKey, int] = {}  # where in its table a row is to stand
    removed: tuple[RowKey, ...] = ()
    # table, published sheet and key; no sheet: it needed a value
    copied: tuple[tuple[str, str, str], ...] = ()
    new: tuple[tuple[str, str, str], ...] = ()  # table, name or words, way of playing
    dropped: tuple[str, ...] = ()  # places that have no field

    def __bool__(self) -> bool:
        return any(self)


def typed_changes(shown: Data, posted: QueryDict, sections: list[SectionOfFields]) -> TypedChanges:
    """Return the differences from the sheet as the page showed it; fields not sent stay."""
    tables = [table for section in sections for table in section.tables]
    shown_rows = [row for table in tables for row in table.rows]
    ticked, whole = set(posted.getlist("row")), set(posted.getlist("table"))
    whole |= {row.name for row in shown_rows if f"number.{row.name}" in posted}
    groups = [(table.table, (*table.fields, *table.folded)) for table in tables]
    groups += [(row.name, (*row.values, *row.fields)) for row in shown_rows]
    every = {field.path: (field, _texts(field, posted, name in whole)) for name, of in groups for field in of}
    fields = {
        path: (field, texts) for path, (field, texts) in every.items() if texts not in (None, field.texts)
    }
    if fields.keys() & {("counting",), ("pack",)}:  # the same that is typed means another thing: 36 was 35/2
        points = {
            path: (field, texts or field.texts) for path, (field, texts) in every.items() if field.is_points
        }
        fields = {path: of for path, of in points.items() if any(of[0].texts)} | fields
    numbers = {}
    for row in shown_rows:
        number = posted.get(f"number.{row.name}", "").strip()
        if number.isascii() and number.isdecimal() and len(number) < 5 and int(number) != row.number:
            numbers[row.table, row.key] = int(number)
    of_rows = [table.table for table in tables if table.has_rows]
    ready = [tuple(value.split("/")) for value in posted.getlist("copy")]
    names = [
        (table, tidy(posted.get(f"new.{table}", "")), posted.get(f"new.{table}.kind", ""))
        for table in of_rows
    ]
    return TypedChanges(
        fields,
        numbers,
        tuple((row.table, row.key) for row in shown_rows if row.name in whole - ticked),
        tuple((row[0], row[1], row[2]) for row in ready if len(row) == 3 and row[0] in of_rows),
        tuple(row for row in names if row[1]),
        tuple(posted.getlist("drop")),
    )


def demand_short_texts(posted: QueryDict) -> None:
    """Refuse texts that are too long even for a draft, which may exceed a field's limit."""
    if any(len(text) > LONGEST_TEXT for name, texts in posted.lists() if name != "base" for text in texts):
        raise Refused(form=[_("One of the texts is far too long.")])


def _texts(field: SheetField, posted: QueryDict, is_whole: bool) -> Texts | None:
    """Return the texts sent for a field; None if none was. An unticked one counts if its row was sent."""
    if field.kind in ("ticks", "yes"):
        return tuple(map(str, posted.getlist(field.name))) if is_whole or field.name in posted else None
    names = (
        [f"{field.name}.{language}" for language in ("de", "en")] if field.kind == "both" else [field.name]
    )
    return tuple(str(posted[name]) for name in names) if all(name in posted for name in names) else None


def merged(now: Data, shown: Data, changes: TypedChanges) -> tuple[Data, list[SheetField]]:
    """Return the sheet as it is now with the changes, and the fields that another user has changed as well.

    `shown` is the sheet as it was when the page with the fields was made.
    """
    sheet, conflicts = copied(now), []
    for table, key in {path[:2] for path in changes.fields if len(path) > 2 and path[0] in ROW_TABLES}:
        row = value_at(shown, (table, key))
        if row is not None and value_at(sheet, (table, key)) is None and (table, key) not in changes.removed:
            put(sheet, (table, key), copied(row))  # taken away meanwhile: its change brings it back
    counted = _counted(sheet, changes)
    for path, (field, texts) in changes.fields.items():
        theirs = value_at(now, path)
        _write(sheet, field, texts, counted)
        is_there = len(path) < 3 or value_at(now, path[:2]) is not None
        if is_there and theirs != value_at(shown, path) and theirs != value_at(sheet, path):
            conflicts.append(field)
    for table, slug, key in changes.copied:
        ready_made.add_row(sheet, table, slug, key)
    for table, words, kind in changes.new:
        ready_made.add_new(sheet, table, words, kind)
    for path in changes.removed:
        put(sheet, path, None)
    for dotted in changes.dropped:
        put(sheet, tuple(dotted.split(".")), None)
    for table in {table for table, _key in changes.numbers}:
        _move(sheet, table, {key: number for (of, key), number in changes.numbers.items() if of == table})
    return sheet, conflicts


def _counted(sheet: Data, changes: TypedChanges) -> Data:
    """Return the keys that say how card points are read, with their newly typed values."""
    counted = {key: sheet.get(key) for key in ("counting", "pack", "limits")}
    for key in counted:
        if (key,) in changes.fields:
            field, texts = changes.fields[key,]
            counted[key] = value_in(field, texts, sheet)
    return {key: value for key, value in counted.items() if value is not None}


def _write(sheet: Data, field: SheetField, texts: Texts, counted: Data) -> None:
    table, *inner = field.path
    if field.kind == "choice" and field.read is None:
        put_option(sheet, field.key, texts[0])
        return
    value = value_in(field, texts, counted)
    if value == USUAL.get(table if inner else "sheet", {}).get(field.key, ...):
        value = None  # what is usual is not said
    if table in FREE_WORDS and len(inner) == 1 and value is not None:
        row = value_at(sheet, field.path)
        both = value if isinstance(value, dict) else {"de": value, "en": value}
        value = {**(row if isinstance(row, dict) else {}), **both}
    put(sheet, field.path, value)


def _move(sheet: Data, table: str, numbers: Mapping[str, int]) -> None:
    """Move rows of a table to their typed positions; the others keep their order."""
    present = rows_of(sheet, table)
    if not present:
        return  # all of them went in the meantime
    order = [key for key in present if key not in numbers]
    for key, number in sorted(numbers.items(), key=lambda item: item[1]):
        if key in present:
            order.insert(max(0, number - 1), key)
    every = sheet[table]
    behind = [key for key in every if key not in present]  # options about amounts stand before the others
    sheet[table] = {key: every[key] for key in (*behind, *order)}


def without_effect(written: Data, stored: Data, changes: TypedChanges) -> Iterator[str]:
    """Yield the labels of typed values that were dropped, as they have no effect on this sheet."""
    for path, (field, _texts) in changes.fields.items():
        if value_at(written, path) is not None and value_at(stored, path) is None and field.read is not None:
            yield field.label
