"""Queries that are asked again and again: Django builds their SQL once, and not at each request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

M = TypeVar("M", bound=Model)
T = TypeVar("T")
KeyValue = int | str | UUID
LARGEST = 2**63 - 1  # number that a database knows


class _Plan(NamedTuple):
    """What Django makes of a query before it asks it, and how a row of the answer becomes a value."""

    sql: str
    params: Sequence[object]  # an int of `_PLACES` stands for that value
    converters: Sequence[tuple[int, Any, Any]]
    read: Callable[[list[Any]], Any]


class _Place(NamedTuple):
    """Where in the parameters a value belongs."""

    value: int


class _Prepared(Generic[T]):
    def __init__(self, build: Callable[..., QuerySet[Any]], *kinds: type[KeyValue]) -> None:
        """`build` is given a value of each kind and returns the query for them."""
        self.build, self.kinds = build, kinds
        self.plans: dict[str, _Plan] = {}

    def __call__(self, *values: KeyValue) -> list[T]:
        """Return what the query finds for these values."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []  # as Django answers: a database cannot even be asked for it
        connection = connections[DEFAULT_DB_ALIAS]
        plan = self.plans.get(connection.vendor)
        if plan is None:
            plan = self.plans[connection.vendor] = self._plan(connection)
        adapted = [_adapted(value, connection) for value in values]
        params: list[Any] = [adapted[one.value] if isinstance(one, _Place) else one for one in plan.params]
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, params)
            rows = [list(row) for row in cursor.fetchall()]
        for place, converts, expression in plan.converters:
            for row in rows:
                for convert in converts:
                    row[place] = convert(row[place], expression, connection)
        return [plan.read(row) for row in rows]

    def _plan(self, connection: BaseDatabaseWrapper) -> _Plan:
        stand_ins = [_STAND_INS[kind](place) for place, kind in enumerate(self.kinds)]
        places = {_adapted(value, connection): _Place(place) for place, value in enumerate(stand_ins)}
        query = self.build(*stand_ins)
        compiler = query.query.get_compiler(connection=connection)
        sql, asked = compiler.as_sql(with_col_aliases=False)
        params = [places.get(one, one) if isinstance(one, int | str | UUID) else one for one in asked]
        if {one for one in params if isinstance(one, _Place)} != set(places.values()):
            raise AssertionError(f"Not every value is asked for in {sql}")
        fields = [expression for expression, _sql, _alias in compiler.select]
        converters = [(place, *one) for place, one in compiler.get_converters(fields).items()]
        return _Plan(sql, params, converters, self._reader(query, compiler))

    def _reader(self, query: QuerySet[Any], compiler: Any) -> Callable[[list[Any]], Any]:
        raise NotImplementedError


# Values that no query asks for by itself: where they turn up, the real ones belong.
_STAND_INS: dict[type[KeyValue], Callable[[int], KeyValue]] = {
    int: lambda place: 2**31 - 1 - place,  # also PostgreSQL has room for it in every column
    str: lambda place: f"\N{SYMBOL FOR NULL}{place}",
    UUID: lambda place: UUID(int=2**127 - 1 - place),
}


def _adapted(value: KeyValue, connection: BaseDatabaseWrapper) -> Any:
    """As the database is given it: SQLite keeps an id as text."""
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value


class PreparedModels(_Prepared[M], Generic[M]):
    """A prepared query whose rows are instances, with what `select_related` and `annotate` add."""

    def _reader(self, query: QuerySet[Any], compiler: Any) -> Callable[[list[Any]], M]:
        if query._iterable_class is not ModelIterable:
            raise AssertionError("The rows of this query are no instances")
        info = compiler.klass_info
        model, own = info["model"], info["select_fields"]
        first, last = own[0], own[-1] + 1
        names = [compiler.select[column][0].target.attname for column in own]
        # The stubs are ahead of Django.
        related = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        annotated = tuple(compiler.annotation_col_map.items())

        def read(row: list[Any]) -> M:
            found: M = model.from_db(DEFAULT_DB_ALIAS, names, row[first:last])
            for one in related:
                one.populate(row, found)
            for name, column in annotated:
                setattr(found, name, row[column])
            return found

        return read


class PreparedRows(_Prepared[tuple[Any, ...]]):
    """A prepared query of `values_list`."""

    def _reader(self, query: QuerySet[Any], compiler: Any) -> Callable[[list[Any]], tuple[Any, ...]]:
        return tuple
