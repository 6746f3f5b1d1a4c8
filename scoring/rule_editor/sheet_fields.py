"""A rule sheet as fields, one for every declared key, and the values of their texts.

A key's field follows from its declaration in `tables.toml`: what it may hold, its words, the section in which
it is asked, and whether it lies open there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.customs import Kind
from scoring.engine.loading import Data, Mistake
from scoring.engine.loading.places import KEYS, YES_NO
from scoring.engine.loading.reading import (
    BothTexts,
    ForEach,
    Key,
    ManyOf,
    OneCustom,
    OneOf,
    WholeNumber,
    Worth,
    all_points,
    counts_plain,
    points,
    rows,
    truth,
)
from scoring.engine.loading.tables import READERS, SHEET, TABLES, USUAL
from scoring.engine.options import OPTIONS
from scoring.engine.rules import KONTRA_LABELS
from scoring.engine.sides import blatt, thirds
from scoring.engine.texts import Text
from scoring.names import tidy
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS, SECTIONS
from scoring.rules.values import (
    Edge,
    SheetPath,
    edges_of,
    is_points,
    named_in_words,
    points_in_words,
    step_in_words,
    value_at,
)
from scoring.web.language import current_language

Texts = tuple[str, ...]

# Also when they are empty.
_REQUIRED = {key for keys in TABLES.values() for key, spec in keys.items() if spec.required}
FIXED, OFFERED = "fixed-", "offered"
YES, NO = "yes", "no"
LONGEST_TEXT = 1000  # of any one field
LONGEST_LINE = 100  # what can be longer is typed over several lines
LONGEST_TITLE = 70
FEWEST_STEPS = 4  # of the ladder of kontras at least


class SheetField(NamedTuple):
    """One field: the place of its value in the sheet, its label, and its texts."""

    path: SheetPath
    label: str
    texts: Texts  # two where it is asked in both languages, any number where ticks are set
    kind: str  # line, number, both, choice, one, ticks or yes
    choices: tuple[tuple[str, str], ...] = ()
    help: str = ""
    read: Any = None
    is_open: bool = False
    is_required: bool = False
    errors: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""

    @property
    def key(self) -> str:
        return self.path[-1]

    @property
    def is_points(self) -> bool:
        return is_points(self.read)

    @property
    def described_by(self) -> str:
        """Return the id of what stands above the field about it."""
        return f"id_{self.name}_error" if self.errors else f"id_{self.name}_helptext" if self.help else ""

    @property
    def explained(self) -> list[tuple[str, str, bool, str]]:
        """Return the choices, each with its meaning."""
        means = {custom.value: _words(custom.sentence) for custom in self.read.custom}
        return [(value, words, chosen, means.get(value, "")) for value, words, chosen in self.picks]

    @property
    def languages(self) -> list[tuple[str, str, str]]:
        """Return the code, the name and the text of each language."""
        return [("de", _("in German"), self.texts[0]), ("en", _("in English"), self.texts[1])]

    @property
    def is_long(self) -> bool:
        return isinstance(self.read, BothTexts) and self.read.longest > LONGEST_LINE

    @property
    def picks(self) -> list[tuple[str, str, bool]]:
        """Return the choices, and the field's own value even if it is none of them."""
        known = dict(self.choices)
        strange = [(text, text) for text in self.texts if text not in known]
        return [(value, words, value in self.texts) for value, words in (*self.choices, *strange)]


class RowOfFields(NamedTuple):
    """A game, a premium or a sentence of the sheet with its fields."""

    table: str
    key: str
    label: str
    number: int
    values: list[SheetField]  # its name: what it is worth
    fields: list[SheetField]
    errors: list[str]

    @property
    def name(self) -> str:
        return f"{self.table}.{self.key}"

    @property
    def is_open(self) -> bool:
        """Return whether something is wrong with what is folded."""
        return bool(self.errors) or any(field.errors for field in self.fields)

    @property
    def error_list(self) -> list[str]:
        return [*self.errors, *(error for field in self.values for error in field.errors)]


_ADDITIONS = {
    "contracts": (gettext_lazy("Further games"), gettext_lazy("A game of your own: its name")),
    "premiums": (gettext_lazy("Further premiums"), gettext_lazy("A premium of your own: its name")),
}


class TableOfFields(NamedTuple):
    """What a section asks about one table, or about the sheet itself."""

    table: str
    title: str
    rows: list[RowOfFields]
    fields: list[SheetField]  # that lie open
    folded: list[SheetField]
    errors: Sequence[str] = ()
    ready: Sequence[Any] = ()  # rows that can be copied from other sheets

    @property
    def additions(self) -> tuple[str, str]:
        """Return the titles of the rows that can be added and of the form for an own one."""
        title, question = _ADDITIONS.get(self.table, (_("Further sentences"), _("A sentence of your own")))
        return str(title), str(question)

    @property
    def help(self) -> str:
        """Return the help of the table, for below its heading."""
        spec = SHEET.get(self.table)
        return "" if spec is None or spec.help is None else _words(spec.help)

    @property
    def has_rows(self) -> bool:
        return self.table in NAMED_ROWS or self.table in FREE_WORDS

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.folded)

    @property
    def is_folded(self) -> bool:
        """Return whether nothing of it lies open."""
        return not (self.rows or self.fields or self.has_rows)

    @property
    def columns(self) -> list[str]:
        """Return the titles of the values beside the rows."""
        return [field.label for field in self.rows[0].values] if self.rows else []

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """Return the ways in which a new game can be played."""
        return [(kind.value, _capitalised(kind.label)) for kind in Kind] if self.table == "contracts" else []


# What stands at a place of the sheet


def put(data: Data, path: SheetPath, value: Any) -> None:
    """Write a value at a place of the sheet; None removes it, and a table that it leaves empty."""
    table, *inner = path
    if not inner:
        if value is None:
            data.pop(table, None)
        else:
            data[table] = value
        return
    below = data.get(table)
    if isinstance(below, str) and inner[0] in TABLES["words"]:  # the same in both languages
        below = {"de": below, "en": below}
    if not isinstance(below, dict):
        if value is None:
            return
        below = {}
    data[table] = below
    put(below, tuple(inner), value)
    if not below and table not in _REQUIRED:
        del data[table]


def label_of(row: Any, otherwise: str = "?") -> str:
    """Return a row's label, or its text, in the reader's language; `otherwise` without one."""
    label = row.get("label", row) if isinstance(row, dict) else row
    if isinstance(label, dict):
        label = label.get(current_language())
    return label if isinstance(label, str) and label.strip() else otherwise


def rows_of(data: Data, table: str) -> dict[str, Any]:
    """Return the rows of a table that the editor shows, by key; a sentence need not be a table."""
    if table == "options":  # those about the play; each of the others is one field
        plays = {key: row for key, row in rows(data, table).items() if row.get("changes") == "play"}
        return {key: row for key, row in plays.items() if key not in OPTIONS}
    shown_rows = data.get(table)
    if table in FREE_WORDS:
        return dict(shown_rows) if isinstance(shown_rows, dict) else {}
    return rows(data, table)


def open_rows(data: Data, table: str) -> dict[str, str]:
    """Return the names of the rows that have no value yet, by their keys."""
    still_open = value_at(data, ("open", table))
    return (
        {key: label_of(label, key) for key, label in still_open.items()}
        if isinstance(still_open, dict)
        else {}
    )


# Values as text


def _points_value(text: str, edge: Edge, data: Data) -> Any:
    text = text.replace(" ", "").replace(",", "/")
    if text.isascii() and text.isdecimal() and len(text) < 5:
        return int(text) if counts_plain(data) else blatt(max(0, 3 * int(text) + edge[0]))
    counted = thirds(text)
    return text if counted is None or counted > all_points(data) else blatt(counted)


_HALF = re.compile(r"([0-9]{0,5})(?:½|[,.]5| 1/2)", re.ASCII)


def _number(text: str) -> Any:
    """Return a whole or half number as a sheet writes it; else the text."""
    if text.isascii() and text.isdecimal() and len(text) < 8:
        return int(text)
    half = _HALF.fullmatch(text)
    return f"{int(half[1] or 0) or ''}½" if half else text


def _texts(read: Any, key: str, value: Any, data: Data) -> Texts:
    """Return the texts of a value in its field."""
    if isinstance(read, BothTexts):
        both = value if isinstance(value, dict) else {"de": value, "en": value}
        german, english = (str(both.get(language) or "") for language in ("de", "en"))
        return german, "" if english == german else english
    if value is None:
        return () if _kind(read) in ("ticks", "yes") else ("",)
    if read is truth:
        return (YES,) if value is True else () if value is False else (str(value),)
    if is_points(read):
        return (points_in_words(key, value, data),)
    if isinstance(read, ManyOf) and isinstance(value, list):
        texts = tuple(str(item) for item in value)
        return texts if _kind(read) == "ticks" else (", ".join(texts),)
    return (str(value),)


def value_in(field: SheetField, texts: Texts, data: Data) -> Any:
    """Return the value of a field's texts; an impossible one stays text, to be refused at its place."""
    read, text = field.read, texts[0] if texts else ""
    if isinstance(read, BothTexts):
        german, english = (tidy(words) for words in (*texts, "", "")[:2])
        german, english = german or english, english or german
        return (german if german == english else {"de": german, "en": english}) if german else None
    if read is truth:
        return {YES: True, NO: False, "": None if field.kind == "choice" else False}.get(text, text)
    if isinstance(read, ManyOf):
        if read.read is points:
            edges = edges_of(field.key, data)
            ends = [end.strip() for end in re.split("[–-]", text) if end.strip()]
            ends = ends * 2 if len(ends) == 1 else ends
            items = [_points_value(end, edges[index > 0], data) for index, end in enumerate(ends)]
        else:
            listed = texts if field.kind == "ticks" else text.split(",")
            items = [item.strip() for item in listed if item.strip()]
        return items if items or field.is_required else None
    text = text.strip()
    if not text:
        return None
    if read is points:
        return _points_value(text, edges_of(field.key, data)[0], data)
    return _number(text) if isinstance(read, WholeNumber | Worth) else text


# The field of a key


def _kind(read: Any) -> str:
    if isinstance(read, BothTexts):
        return "both"
    if isinstance(read, OneCustom | OneOf):
        return "choice"
    if read is truth:
        return "yes"
    if isinstance(read, ManyOf) and (isinstance(read.read, OneOf) or read is READERS["names"]):
        return "ticks"
    return "number" if is_points(read) or isinstance(read, WholeNumber | Worth) else "line"


def _words(text: Text) -> str:
    return text.in_language(current_language())


def _capitalised(text: Text) -> str:
    return capfirst(_words(text))


def field_of(data: Data, path: SheetPath, spec: Key) -> SheetField:
    """Return the declared field of a key at a place of the sheet."""
    table = path[0] if len(path) > 1 else "sheet"
    value = value_at(data, path)
    if value is None:
        value = USUAL.get(table, {}).get(path[-1])
    kind = "choice" if spec.names_of and spec.read is not READERS["names"] else _kind(spec.read)
    is_asked = spec.read is truth and spec.required and value is None  # what has to be said is no tick
    kind = "choice" if is_asked else kind
    if isinstance(spec.read, OneCustom) and len(path) < len(("contracts", "dreier", "kind")):
        kind = "one"  # each with what it means; a row has a select, as there are many rows
    return SheetField(
        path,
        _capitalised(spec.label) if spec.question is None else _words(spec.question),
        ("",) if is_asked else _texts(spec.read, path[-1], value, data),
        kind,
        tuple(_choices(data, path, spec)),
        "" if spec.help is None else _words(spec.help),
        spec.read,
        spec.open,
        spec.required,
    )


def _choices(data: Data, path: SheetPath, spec: Key) -> Iterator[tuple[str, str]]:
    read = spec.read
    if isinstance(read, ManyOf):
        read = read.read if isinstance(read.read, OneOf) else read
    elif _can_be_empty(data, path, spec):
        yield "", "–"
    if isinstance(read, OneCustom):
        yield from ((custom.value, _capitalised(custom.label)) for custom in read.custom)
    elif read is truth:
        yield from ((text, capfirst(_words(YES_NO[text == YES]))) for text in (YES, NO))
    elif isinstance(read, OneOf):
        yield from ((name, _capitalised(named_in_words(name, read))) for name in read.names)
    elif spec.names_of == "kontra":
        yield from ((step, step_in_words(step, data)) for step in KONTRA_LABELS if step in _ladder(data))
    elif spec.names_of:
        others = {key: row for key, row in rows(data, spec.names_of).items() if key != path[1]}
        yield from ((key, label_of(row, key)) for key, row in others.items())


def _can_be_empty(data: Data, path: SheetPath, spec: Key) -> bool:
    """Return whether a choice may be empty: the sheet has no value yet, and none is usual."""
    is_usual = path[-1] in USUAL.get(path[0] if path[1:] else "sheet", {})
    return not (spec.required and value_at(data, path) is not None) and (bool(spec.names_of) or not is_usual)


def _ladder(data: Data) -> list[str]:
    levels = value_at(data, ("kontra", "levels"))
    return [step for step in KONTRA_LABELS if isinstance(levels, dict) and step in levels]


def _each(data: Data, path: SheetPath, spec: Key, read: ForEach) -> Iterator[SheetField]:
    """Yield a field for each possible name in a table of values; of steps only one beyond the ladder."""
    present = value_at(data, path)
    present = present if isinstance(present, dict) else {}
    names = list(read.names)
    if names[0] in KONTRA_LABELS:
        ladder = _ladder(data)
        names = names[: max(FEWEST_STEPS, names.index(ladder[-1]) + 2 if ladder else 0)]
    of_all = _capitalised(spec.label) if spec.question is None else _words(spec.question)
    for name in dict.fromkeys((*names, *present)):
        own = field_of(data, (*path, name), spec._replace(read=read.read))
        label = (
            f"{step_in_words(name, data)} ×"
            if path[-1] == "levels"
            else f"{of_all}: {_capitalised(named_in_words(name))}"
        )
        yield own._replace(label=label, help="", is_required=False)


def fields_at(data: Data, path: SheetPath, keys: Mapping[str, Key]) -> Iterator[SheetField]:
    """Yield the fields of the keys of a table or row."""
    for key, spec in keys.items():
        if isinstance(spec.read, ForEach):
            yield from _each(data, (*path, key), spec, spec.read)
        else:
            yield field_of(data, (*path, key), spec)


# Options: one field says whether a table may choose, and what is usual


def _option_field(data: Data, key: str) -> SheetField:
    option, row = OPTIONS[key], value_at(data, ("options", key))
    if option.of_the_sheet is not None:
        choices = [("", _("No choice")), (OFFERED, _capitalised(option.of_the_sheet.label))]
        text = OFFERED if isinstance(row, dict) else ""
    else:
        usual = _("The table chooses, usually: %(custom)s")
        always = _("Always: %(custom)s")
        labels = {str(value): _words(choice.label) for value, choice in option.values.items()}
        choices = [
            ("", always % {"custom": next(iter(labels.values()))})
        ]  # as where a sheet says nothing of it
        choices += [(value, usual % {"custom": label}) for value, label in labels.items()]
        choices += [(f"{FIXED}{value}", always % {"custom": label}) for value, label in [*labels.items()][1:]]
        text = f"{FIXED if row.get('fixed') else ''}{row.get('value', '')}" if isinstance(row, dict) else ""
        text = "" if text == f"{FIXED}{next(iter(labels))}" else text
    means = [choice for choice in option.values.values() if choice.sentence is not None]
    explained = " ".join(
        f"{_capitalised(choice.label)}: {_words(choice.sentence)}" for choice in means if choice.sentence
    )
    return SheetField(
        ("options", key), _capitalised(option.matter), (text,), "choice", tuple(choices), explained
    )


def put_option(data: Data, key: str, text: str) -> None:
    """Write the choice for an option; an empty one removes the option from the sheet."""
    if not isinstance(data.get("options"), dict):
        data["options"] = {}
    options, is_present = data["options"], key in data["options"]
    if not text:
        options.pop(key, None)
        return
    row: Data = {"changes": "amounts"}
    if text != OFFERED:
        value = text.removeprefix(FIXED)
        row["value"] = next((known for known in OPTIONS[key].values if str(known) == value), value)
    options[key] = {**row, "fixed": True} if text.startswith(FIXED) else row
    if not is_present:  # what changes amounts stands before what changes only the play
        data["options"] = dict(
            sorted(options.items(), key=lambda item: value_at(item[1], ("changes",)) == "play")
        )


# The sections


def _sentence_fields(data: Data, table: str, key: str) -> Iterator[SheetField]:
    """Yield the fields of a sentence: its words in both languages, its chapter, its subject."""
    row = value_at(data, (table, key))
    texts = _texts(READERS["about"], key, row, data)
    yield SheetField((table, key), _("Words"), texts, "both", read=READERS["about"], is_required=True)
    if table != "redeals":
        keys = TABLES["words"]
        yield from (field_of(data, (table, key, name), keys[name]) for name in ("chapter", "belongs_to"))


def _row_of_fields(data: Data, table: str, number: int, key: str, row: Any) -> RowOfFields:
    if table in FREE_WORDS:
        words = Truncator(label_of(row)).chars(LONGEST_TITLE)
        return RowOfFields(table, key, words, number, [], list(_sentence_fields(data, table, key)), [])
    keys = {name: spec for name, spec in TABLES[table].items() if spec.goes_with(row.get("kind"))}
    fields = list(fields_at(data, (table, key), keys))
    values = [field for field in fields if field.is_open and not field.is_points]
    return RowOfFields(
        table, key, label_of(row, key), number, values, [f for f in fields if f not in values], []
    )


def _table_of_fields(data: Data, table: str) -> TableOfFields:
    title = _capitalised(SHEET[table].label)
    if table not in NAMED_ROWS and table not in FREE_WORDS:
        return TableOfFields(table, title, [], *_open_and_folded(fields_at(data, (table,), TABLES[table])))
    numbered = [
        _row_of_fields(data, table, number, key, row)
        for number, (key, row) in enumerate(rows_of(data, table).items(), 1)
    ]
    if table == "options":
        title = _("Agreed at the table, without effect on amounts")
    named = SHEET["label"]._replace(required=False, open=False)
    still_open = [
        field_of(data, ("open", table, key), named)._replace(label=label)
        for key, label in open_rows(data, table).items()
    ]
    limits = [limit for row in numbered for limit in _limits(row)]
    folded = [
        row._replace(fields=[field for field in row.fields if not _lies_open(field)]) for row in numbered
    ]
    return TableOfFields(table, title, folded, limits, still_open)


def _limits(row: RowOfFields) -> Iterator[SheetField]:
    """Yield the limits of a row in card points, which lie open below all rows: 46 for the first Sack."""
    for field in row.fields:
        if _lies_open(field):
            yield field._replace(label=f"{row.label}: {_words(KEYS[field.key])}", help="")


def _lies_open(field: SheetField) -> bool:
    return field.is_open and field.is_points and bool(field.text)


def _open_and_folded(fields: Iterable[SheetField]) -> tuple[list[SheetField], list[SheetField]]:
    fields = list(fields)
    return [field for field in fields if field.is_open], [field for field in fields if not field.is_open]


class SectionOfFields(NamedTuple):
    """A section of the form, as a part of a Speiszettel."""

    key: str
    title: str
    tables: list[TableOfFields]

    @property
    def fields(self) -> Iterator[SheetField]:
        for table in self.tables:
            yield from table.fields
            yield from table.folded
            for row in table.rows:
                yield from row.values
                yield from row.fields


def section_of(data: Data, key: str) -> SectionOfFields:
    """Return everything that a section asks of a sheet in any state."""
    tables = []
    own = [
        field_of(data, (name,), spec)
        for name, spec in SHEET.items()
        if spec.section == key and name not in TABLES and name not in FREE_WORDS and name != "open"
    ]
    if key == "words":
        tables.append(TableOfFields("of-words", _("Name and description"), [], own, []))
    for name, spec in SHEET.items():
        if key == "words" and name == "options":
            tables.append(_table_of_fields(data, name))
        elif spec.section != key or (name == "trischaken" and name not in data):
            continue
        elif name == "options":
            matter = [
                option for option in OPTIONS if option in rows(data, name) or OPTIONS[option].matters(data)
            ]
            fields = [_option_field(data, option) for option in matter]
            tables.append(TableOfFields("choices", _capitalised(spec.label), [], [], fields))
        elif name in TABLES or name in FREE_WORDS:
            tables.append(_table_of_fields(data, name))
    if key != "words" and own:
        tables.append(TableOfFields(f"of-{key}", _("Customs"), [], *_open_and_folded(own)))
    return SectionOfFields(key, _words(SECTIONS[key]), tables)


def without_field(data: Data) -> Iterator[tuple[str, str]]:
    """Yield place and value of everything in a sheet that no field shows."""
    known = {field.path for key in SECTIONS for field in section_of(data, key).fields}
    for path, value in _leaves(data, ()):
        if not any(path[:length] in known for length in range(1, len(path) + 1)) and path[-1] != "changes":
            yield ".".join(path), str(value)


def _leaves(data: Any, path: SheetPath) -> Iterator[tuple[SheetPath, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, (*path, str(key)))
    elif path:
        yield path, data


# What is wrong, at the field that it is wrong in

_NUMBER = re.compile(r"\[[0-9]+\]")


class SheetErrors:
    """Assigns each mistake of a sheet to its field, or else to its row or table."""

    def __init__(self, mistakes: Iterable[Mistake], sections: Iterable[SectionOfFields]) -> None:
        fields = {field.name for section in sections for field in section.fields}
        named_rows = {row.name for section in sections for table in section.tables for row in table.rows}
        tables = {table.table for section in sections for table in section.tables} - {""}
        self.by_name: dict[str, list[str]] = {}
        self.anchors: list[str] = []  # of each mistake: what it stands at, empty where nothing of it is shown
        for mistake in mistakes:
            name = _nearest(_NUMBER.sub("", mistake.path), (fields, named_rows, tables))
            self.anchors.append(name and f"{'row' if name in named_rows - fields else 'id'}_{name}")
            self.by_name.setdefault(name, []).append(mistake.in_words(current_language()))

    def add(self, field: SheetField, sentence: str) -> None:
        self.by_name.setdefault(field.name, []).insert(0, sentence)

    def of(self, name: str) -> list[str]:
        return self.by_name.get(name, []) if name else []

    def shown_in(self, section: SectionOfFields) -> SectionOfFields:
        """Return the section with what is wrong at each of its fields."""
        return section._replace(tables=[self._table(table) for table in section.tables])

    def _table(self, table: TableOfFields) -> TableOfFields:
        shown_rows = [
            row._replace(
                values=self._fields(row.values), fields=self._fields(row.fields), errors=self.of(row.name)
            )
            for row in table.rows
        ]
        return table._replace(
            rows=shown_rows,
            fields=self._fields(table.fields),
            folded=self._fields(table.folded),
            errors=self.of(table.table),
        )

    def _fields(self, fields: list[SheetField]) -> list[SheetField]:
        return [field._replace(errors=tuple(self.of(field.name))) for field in fields]


def _nearest(path: str, known: Iterable[Collection[str]]) -> str:
    """Return the longest known beginning of a path, of the first kind that knows any."""
    steps = path.split(".")
    beginnings = [".".join(steps[:length]) for length in range(len(steps), 0, -1)]
    return next((name for names in known for name in beginnings if name in names), "")
