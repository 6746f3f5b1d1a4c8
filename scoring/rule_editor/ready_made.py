"""Rows to add to a sheet: copied from published sheets, or new ones of the club's own."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.customs import InSolo, Kind, Who
from scoring.engine.loading import Data, copied, resolved
from scoring.engine.loading.belonging import belongs
from scoring.engine.loading.consistency import RESERVED
from scoring.engine.loading.reading import LONGEST_KEY, LONGEST_SHORT, MOST_ROWS, rows
from scoring.names import address_of
from scoring.rule_editor.sheet_fields import SectionOfFields, label_of, open_rows, put, rows_of
from scoring.rules import SLUGS, published, read
from scoring.rules.comparing import FREE_WORDS
from scoring.web.language import current_language

_WORTH = ("value", "lost", "silent", "announced", "solo_silent", "solo_announced")


@cache
def sheet(slug: str) -> Data:
    """Return the data of a published sheet."""
    return resolved(slug, read)


class ReadyRow(NamedTuple):
    """A row that can be copied onto a sheet: its name, what it is worth, and where it comes from."""

    table: str
    slug: str
    key: str
    label: str
    source: str

    @property
    def code(self) -> str:
        return f"{self.table}/{self.slug}/{self.key}"


def ready_rows(data: Data, table: str) -> list[ReadyRow]:
    """Return the rows that can be copied: those still without a value, then those of published sheets."""
    still_open = open_rows(data, table)
    ready = [ReadyRow(table, "", key, label, _("without a value yet")) for key, label in still_open.items()]
    alike = FREE_WORDS if table in FREE_WORDS else (table,)
    labels = {label_of(row, key).casefold() for each in alike for key, row in rows_of(data, each).items()}
    for slug in SLUGS:
        if sheet(slug).get("counting") != data.get("counting", "blatt"):
            continue  # another game
        name = published()[slug].label.in_language(current_language())
        for key, row in rows_of(sheet(slug), table).items():
            label = label_of(row, key)
            if label.casefold() in labels or key in (*rows_of(data, table), *still_open):
                continue
            if table in FREE_WORDS and not belongs(row, data):  # it would not be true here
                continue
            worth = "/".join(str(row[key]) for key in _WORTH[:4] if isinstance(row, dict) and key in row)
            ready.append(ReadyRow(table, slug, key, label, f"{worth}, {name}" if worth else name))
            labels.add(label.casefold())
    return ready


def add_row(draft: Data, table: str, slug: str, key: str) -> None:
    """Add a row of a published sheet at its place, with its birds; without a sheet, one still open."""
    if not slug:
        _add_without_value(draft, table, key)
        return
    if slug not in SLUGS or key not in rows_of(sheet(slug), table) or key in rows_of(draft, table):
        return
    row = rows_of(sheet(slug), table)[key]
    if table in FREE_WORDS:
        put(draft, (table, key), copied(row))
        return
    premiums = sheet(slug)["premiums"]
    for bird in row.get("birds", ()):
        if bird not in rows(draft, "premiums"):
            _add(draft, "premiums", bird, premiums[bird], list(premiums))
    _add(draft, table, key, row, list(sheet(slug)[table]))


def _add(draft: Data, table: str, key: str, row: Any, order: Sequence[str]) -> None:
    """Add a row behind the row before it in another sheet; drop a short form that is taken."""
    row, present = copied(row), _everything_in(draft, table)
    row["short"] = _free_short(draft, table, str(row.get("short", "")))
    earlier = order[: order.index(key)] if key in order else order
    predecessor = next((other for other in reversed(earlier) if other in present), "")
    draft[table] = _put_after(present, key, row, predecessor)


def _everything_in(draft: Data, table: str) -> Mapping[str, Any]:
    """Return all rows of a table, readable or not; empty where a draft has no such table."""
    present = draft.get(table)
    return present if isinstance(present, dict) else {}


def _put_after(present: Mapping[str, Any], key: str, row: Any, predecessor: str) -> Data:
    others = [(other, value) for other, value in present.items() if other != key]
    number = next((number for number, (other, _) in enumerate(others, 1) if other == predecessor), 0)
    return dict([*others[:number], (key, row), *others[number:]])


def _free_short(draft: Data, table: str, short: str) -> str:
    taken = {row.get("short") for row in rows(draft, table).values()}
    numbered = (f"{short[: LONGEST_SHORT - 2]}{number}" for number in range(2, 2 * MOST_ROWS))
    return short if short not in taken else next(other for other in numbered if other not in taken)


def _add_without_value(draft: Data, table: str, key: str) -> None:
    """Move a row without a value among the others, in the way a published sheet plays it."""
    label = open_rows(draft, table).get(key)
    if label is None:
        return
    slug = next((slug for slug in SLUGS if key in rows(sheet(slug), table)), "")
    if not slug:
        add_new(draft, table, label, "", key=key)
    else:
        add_row(draft, table, slug, key)
        draft[table][key] = {name: value for name, value in draft[table][key].items() if name not in _WORTH}
        draft[table][key]["label"] = draft["open"][table][key]
    put(draft, ("open", table, key), None)


def add_new(draft: Data, table: str, words: str, kind: str, *, key: str = "") -> None:
    """Add a row or sentence of the club's own; mistakes will name what it still lacks."""
    if table in FREE_WORDS:
        row: Any = {"changes": "play", "de": words, "en": words} if table == "options" else words
        put(draft, (table, _free_key(_everything_in(draft, table))), row)
        return
    row = {"label": words, "short": words[:LONGEST_SHORT].strip()}
    if table == "premiums":
        row["in_solo"] = InSolo.DOUBLED.value
    elif kind:
        row |= {"kind": kind} | ({"who": Who.VORHAND.value} if kind == Kind.TRISCHAKEN.value else {})
    key = key or made_key(words, draft)
    _add(draft, table, key, row, list(_everything_in(draft, table)))


def _free_key(present: Mapping[str, Any]) -> str:
    numbered = (f"own_{number}" for number in range(1, 2 * MOST_ROWS))
    return next(key for key in numbered if key not in present)


def made_key(label: str, data: Data) -> str:
    """Return a free key for a new row, which it keeps even when it is renamed.

    >>> made_key("Zweier", {}), made_key("1. Sack", {}), made_key("Solo", {"contracts": {"solo": {}}})
    ('zweier', 'row_1_sack', 'solo_2')
    """
    stem = address_of(label).replace("-", "_") or "row"
    if not stem[0].isalpha():
        stem = f"row_{stem}"
    stem = stem[: LONGEST_KEY - 4].rstrip("_")
    taken = {*RESERVED, *rows(data, "contracts"), *rows(data, "premiums")}
    numbered = (f"{stem}_{number}" for number in range(2, 2 * MOST_ROWS + 50))
    return stem if stem not in taken else next(key for key in numbered if key not in taken)


def with_ready_rows(section: SectionOfFields, data: Data) -> SectionOfFields:
    """Return the section with the rows that can be copied into each of its tables."""
    tables = [
        table._replace(ready=ready_rows(data, table.table)) if table.has_rows else table
        for table in section.tables
    ]
    return section._replace(tables=tables)
