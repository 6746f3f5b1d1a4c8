"""Lists on pages, which can be sorted and split into pages; how their cells look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from inspect import signature
from typing import Any, Self

import django_tables2 as tables
from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow
from django_tables2.utils import Accessor, OrderBy, OrderByTuple

from scoring.clock import day_in_words
from scoring.engine.amounts import direction, noted
from scoring.engine.result import Amount
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import current_language, in_hundredths, in_money, on_average

ALL_ROWS = "all"  # in an address: every list is one page


def coloured(amount: Amount, words: str) -> SafeString:
    """Return an amount in the colour of what is won or lost."""
    return SafeString(f'<span class="{direction(amount)}">{escape(words)}</span>')


class Count(tables.Column):
    """A column of numbers, sorted with the greatest first."""

    def __init__(self, *, initial_sort_descending: bool = True, look: str = "", **options: Any) -> None:
        cell = {"class": f"number {look}".strip()}
        super().__init__(
            initial_sort_descending=initial_sort_descending, attrs={"th": cell, "td": cell}, **options
        )


class PointsColumn(Count):
    """Points, or another amount in words of its own, coloured by its sign."""

    def __init__(self, in_words: Callable[[Any], str] = noted, **options: Any) -> None:
        super().__init__(**options)
        self.in_words = in_words

    def render(self, value: Amount) -> SafeString:
        return coloured(value, self.in_words(value))


class ShareColumn(Count):
    """A share in per cent."""

    def render(self, value: Fraction) -> str:
        return in_hundredths(value)


class NameColumn(tables.Column):
    """What a row is about; its cells are the heads of the rows."""

    heads = True


class DayColumn(tables.Column):
    """A day; it links to the record's page where the record has one."""

    def render(self, value: date, record: Any) -> SafeString | str:
        words, address = day_in_words(value), getattr(record, "address", "")
        if not address:
            return words
        return SafeString(f'<a href="{escape(address)}">{escape(words)}</a>')


LOOKS: Mapping[ColumnKind, Callable[..., tables.Column]] = {
    ColumnKind.NUMBER: Count,
    ColumnKind.POINTS: PointsColumn,
    ColumnKind.AVERAGE: partial(PointsColumn, lambda value: on_average(value, current_language())),
}


def on_page(column: Column, look: Callable[..., tables.Column] | None = None) -> tables.Column:
    """Return a declared column as a table column of the page, by its kind unless `look` is given."""
    options = {
        "verbose_name": column.on_page,
        "accessor": column.path.replace(".", "__"),
        "default": column.empty,
    }
    if column.currency:
        return PointsColumn(lambda cents: in_money(cents, column.currency, current_language()), **options)
    return (look or LOOKS.get(column.kind, tables.Column))(**options)


class PageTable(tables.Table):
    """A list on a page, in the order and on the page that the address asks for.

    Its columns are those declared for pages and files, in their order if the class names no other. What the
    class declares itself is for pages only, or looks otherwise there than its kind says.
    """

    looks: Mapping[str, Callable[..., tables.Column]] = {}  # of columns that look otherwise than their kind
    most_on_paper = 100  # rows, where only a part of them is in front of the reader
    label: str | Promise = ""  # what it is called where only its heads are read out
    captioned = False  # said above it for whoever does not see it; else it stands in a region of that name
    at = ""  # where the heads lead; empty: to the page on which the table stands
    request: HttpRequest | None = None  # that of the address, once it has been asked

    def __init__(
        self,
        records: Iterable[Any],
        columns: Iterable[Column] = (),
        *,
        label: str | Promise = "",
        at: str = "",
        extra_columns: Iterable[tuple[str, tables.Column]] = (),
        **options: Any,
    ) -> None:
        columns = tuple(columns)
        titles = {column.name_on_page: column.on_page for column in columns}
        derived = {
            column.name_on_page: on_page(column, self.looks.get(column.key))
            for column in columns
            if column.name_on_page not in self.base_columns and isinstance(column.of, str)
        }
        known = {"...", *self.base_columns, *derived}
        order = [name for name in self._meta.sequence or (*titles, "...") if name in known]
        added = [*derived.items(), *extra_columns]
        super().__init__(list(records), extra_columns=added, sequence=order, **options)
        self.label, self.at = label or self.label, at or self.at
        for bound in self.columns:
            if bound.column.verbose_name is None:
                bound.column.verbose_name = titles[bound.name]

    @property
    def order_by(self) -> Sequence[OrderBy]:
        """Return the order of the rows; the default where the address names an unknown column."""
        order: Sequence[OrderBy] = self._order_by
        return order

    @order_by.setter
    def order_by(self, requested: Iterable[str] | str | None) -> None:
        names = {name for name in self.columns.names() if self.columns[name].orderable}

        def known(aliases: Iterable[str]) -> list[str]:
            return [alias for alias in ",".join(aliases).split(",") if alias.removeprefix("-") in names]

        order = known([requested] if isinstance(requested, str) else requested or ())
        self._order_by = OrderByTuple(order or known(self._meta.order_by or ()))
        self.data.order_by(self._order_by)

    def paginate(
        self, paginator_class: type[Paginator] = Paginator, per_page: int = 0, page: int = 1
    ) -> Self:
        """Split the rows into pages, unless the address asks for all; no page has fewer than one row."""
        rows = len(self.rows) if ALL_ROWS in self._query else per_page or self._meta.per_page
        return super().paginate(paginator_class, max(1, rows), page)  # type: ignore[no-any-return]

    @property
    def _query(self) -> QueryDict:
        return self.request.GET if self.request else QueryDict()

    @property
    def heads(self) -> Iterator[tuple[BoundColumn, str]]:
        """Yield every column with the address that sorts by it; empty where it cannot sort."""
        for column in self.columns:
            yield column, self._address(order=column.order_by_alias.next) if column.orderable else ""

    @property
    def has_other_pages(self) -> bool:
        return hasattr(self, "page") and self.page.has_other_pages()

    @property
    def address_before(self) -> str:
        return self._address(page=self.page.previous_page_number()) if self.page.has_previous() else ""

    @property
    def address_after(self) -> str:
        return self._address(page=self.page.next_page_number()) if self.page.has_next() else ""

    @property
    def address_of_all(self) -> str:
        query = self._query.copy()
        query[ALL_ROWS] = "1"
        return f"{self.at}?{query.urlencode()}#{self.prefix}figures"

    def _address(self, *, order: str = "", page: int | None = None) -> str:
        """Return the address of another page or order; a new order begins on its first page."""
        query = self._query.copy()
        if order:
            query[self.prefixed_order_by_field] = order
        query.pop(self.prefixed_page_field, None)
        if page is not None:
            query[self.prefixed_page_field] = str(page)
        return f"{self.at}?{query.urlencode()}#{self.prefix}figures"

    @property
    def in_front(self) -> range:
        """Return the numbers of the rows on this page."""
        if hasattr(self, "page"):
            return range(self.page.start_index(), self.page.end_index() + 1)
        return range(1, len(self.rows) + 1)

    @property
    def on_paper(self) -> range:
        """Return the numbers of the rows that are printed: those on this page, and some around them."""
        in_front = self.in_front
        begin = (in_front.start - 1) // self.most_on_paper * self.most_on_paper
        end = max(min(begin + self.most_on_paper, len(self.rows)), in_front.stop - 1)
        return range(begin + 1, end + 1)

    @property
    def written_rows(self) -> Iterator[tuple[str, SafeString]]:
        """Yield the rows that are printed, each with its class; rows only on paper are `beyond`."""
        in_front, on_paper = self.in_front, self.on_paper
        for number, row in enumerate(self.rows[on_paper.start - 1 : on_paper.stop - 1], on_paper.start):
            classes = (self.row_class(row.record), "" if number in in_front else "beyond")
            yield " ".join(filter(None, classes)), self.written(row)

    def row_class(self, record: Any) -> str:
        """Return the class of a row that looks different from the others."""
        return ""

    def written(self, row: BoundRow) -> SafeString:
        """Return the cells of a row in half the time of a template, for tables with thousands."""
        return SafeString("\n".join(column.cell(row.record) for column in self._written_columns))

    @property
    def foot(self) -> SafeString:
        """Return the cells of the row below all others."""
        cells = (_around(column.footer, column.column) for column in self.columns)
        return SafeString("\n".join(cells))

    @cached_property
    def _written_columns(self) -> list[WrittenColumn]:
        return [WrittenColumn(column) for column in self.columns]


@dataclass(frozen=True)
class Line:
    """A row as a phone shows it: what it is about, what goes with that in a small line, and one figure."""

    title: str
    small: str
    figure: str
    rank: str = ""
    picture: str = ""
    address: str = ""
    css: str = ""


class ListTable(PageTable):
    """A list in two shapes: columns of figures at a desk and on paper, rows with one figure on a phone.

    `figures` are the columns that a phone can put at the end of its rows: that in whose order they
    stand, else the first. The columns that are none of these go into the small line.
    """

    figures: Sequence[str] = ("points",)
    is_dense = False  # on a phone: rows as low as their words

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, template_name="scoring/web/rows_or_figures.html", **options)

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """Return the figures that a phone shows one at a time, each with the address that sorts by it."""
        shown = [name for name in self._figures if self.columns[name].orderable]
        if len(shown) < 2:
            return []
        address = {name: self._address(order=f"-{name}").partition("#")[0] for name in shown}
        return [
            {"address": address[name], "words": self.columns[name].header, "current": name == self.figure}
            for name in shown
        ]

    @cached_property
    def figure(self) -> str:
        ordered = [alias.bare for alias in self.order_by or () if alias.bare in self._figures]
        return (ordered or self._figures or [""])[0]

    @property
    def _figures(self) -> list[str]:
        shown = {column.name for column in self.columns}
        return [name for name in self.figures if name in shown]

    @property
    def lines(self) -> list[Line]:
        """Return the rows in front of the reader."""
        in_front = self.in_front
        return [self.line(row.record) for row in self.rows[in_front.start - 1 : in_front.stop - 1]]

    def line(self, record: Any) -> Line:
        """Return the row of a record on a phone."""
        contents = {column.bound.name: column.content(record) for column in self._written_columns}
        [title, *_more] = [
            contents.pop(column.bound.name) for column in self._written_columns if column.heads
        ]
        figure, has_choices = contents.pop(self.figure, ""), bool(self.choices)
        rank = _text_of(contents.pop("rank", ""))
        small = " · ".join(
            f"{self.columns[name].header} {_text_of(content)}"
            for name, content in contents.items()
            if content and not (has_choices and name in self._figures)
        )
        return Line(_text_of(title), SafeString(small), figure, rank, address=self.address_of(record))

    def address_of(self, record: Any) -> str:
        """Return where the row of a record leads."""
        return getattr(record, "address", "")


def _text_of(content: Any) -> SafeString:
    return SafeString(strip_tags(content) if isinstance(content, SafeString) else escape(str(content)))


class WrittenColumn:
    """A column that looks up once, not for each cell, which arguments its `render` takes."""

    def __init__(self, bound: BoundColumn) -> None:
        self.bound, self.column, self.render, self.default = bound, bound.column, bound.render, bound.default
        self.heads = getattr(bound.column, "heads", False)
        self.path = Accessor(bound.accessor)
        self.wanted = tuple(signature(bound.render).parameters)
        self.begins, self.ends = _tags(bound.column)

    def content(self, record: Any) -> Any:
        """Return the content of this column's cell for a record."""
        value = record
        try:
            for bit in self.path.bits:
                value = value[bit] if isinstance(value, dict) else getattr(value, bit)
        except (AttributeError, KeyError):  # the number of an item, or nothing
            value = self.path.resolve(record, quiet=True)
        if value is None or (isinstance(value, str) and not value):
            return self.default
        known = {"value": value, "record": record}
        return self.render(**{name: known[name] for name in self.wanted})

    def cell(self, record: Any) -> str:
        """Return the cell of this column for a record."""
        content = self.content(record)
        written = content if isinstance(content, SafeString) else escape(str(content))
        return f"{self.begins}{written}{self.ends}"


def _around(content: Any, column: tables.Column) -> str:
    begins, ends = _tags(column)
    return f"{begins}{content if isinstance(content, SafeString) else escape(str(content))}{ends}"


def _tags(column: tables.Column) -> tuple[str, str]:
    if getattr(column, "heads", False):
        return '<th scope="row">', "</th>"
    if kind := column.attrs.get("td", {}).get("class"):
        return f'<td class="{escape(kind)}">', "</td>"
    return "<td>", "</td>"
