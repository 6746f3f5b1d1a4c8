"""Find rows that refer to another club, evening, table or tournament than their own."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from django.db.models import F, ForeignKey, Model, Q

# What rows belong to, the smallest first; a row of one of them names nothing of another one.
WHOLES = (
    *("tournaments.Table", "tournaments.Round", "scoring.Sheet", "tournaments.Tournament"),
    *("tournaments.PeopleList", "scoring.Evening", "scoring.OldBatch", "scoring.Club"),
)
# Columns that lead to another one: what was carried on, tables with a sheet written anew, events of series.
WITHIN = {
    **dict.fromkeys(("counted.tournament", "counted.round", "counted.evening"), "scoring.Club"),
    "settledpayment.settles": "scoring.Club",
    "rewritten.table": "scoring.Evening",
    "ruling.written": "scoring.Evening",
}


class Stranger(NamedTuple):
    """A row, and its column that refers to something of another club, evening or tournament."""

    row: Model
    column: ForeignKey
    own: Model
    other: Model


class TwoWays(NamedTuple):
    """Two paths from a row to its club, evening or tournament, which have to end at the same one."""

    column: ForeignKey
    whole: type[Model]
    own_way: str
    other_way: str
    statement: str  # finds the rows where they do not


def strangers(models: Iterable[type[Model]]) -> Iterator[Stranger]:
    """Yield every row that refers to something of another whole, by one query for each column."""
    for model in models:
        for way in comparisons(model):
            with connection.cursor() as cursor:
                cursor.execute(way.statement)
                rows = cursor.fetchall()
            for pk, own, other in rows:
                wholes = way.whole._base_manager.in_bulk([own, other])
                yield Stranger(model._base_manager.get(pk=pk), way.column, wholes[own], wholes[other])


@cache
def comparisons(model: type[Model]) -> tuple[TwoWays, ...]:
    """Return the pairs of paths to compare: of each column, and of the first required one."""
    return tuple(filter(None, (_comparison(model, column) for column in _columns(model))))


def _comparison(model: type[Model], column: ForeignKey) -> TwoWays | None:
    smallest = WITHIN.get(f"{model._meta.model_name}.{column.name}", WHOLES[0])
    for name in WHOLES[WHOLES.index(smallest) :]:
        whole: Any = apps.get_model(name)
        ways = {key.name: _way(key.related_model, whole) for key in _columns(model)}
        filled = (key.name for key in _columns(model) if not key.null and ways[key.name] is not None)
        own = next(filled, column.name)
        if ways[column.name] is not None and own != column.name:
            both = _joined(own, ways[own]), _joined(column.name, ways[column.name])
            return TwoWays(column, whole, *both, _statement(model, *both))
    return None


def _statement(model: type[Model], own_way: str, other_way: str) -> str:
    """Return the query as the database is asked it: it takes no values, and is written once."""
    other = F(other_way)
    rows = model._base_manager.filter(Q(**{f"{own_way}__lt": other}) | Q(**{f"{own_way}__gt": other}))
    return str(rows.order_by("pk").values_list("pk", own_way, other_way).query)


def _columns(model: type[Model]) -> list[ForeignKey]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def _joined(*names: str | None) -> str:
    return "__".join(filter(None, names))


@cache
def _way(start: Any, whole: Any) -> str | None:
    """Return the shortest path from a table to a whole, by required columns where possible."""
    for with_optional in (False, True):
        ways, visited = deque([(start, "")]), {start}
        while ways:
            model, way = ways.popleft()
            if model is whole:
                return way
            for column in _columns(model):
                if column.related_model not in visited and (with_optional or not column.null):
                    visited.add(column.related_model)
                    ways.append((column.related_model, _joined(way, column.name)))
    return None
