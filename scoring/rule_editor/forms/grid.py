"""All games or all premiums at once: values typed in place, rows ticked on and off, their order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.engine.customs import Kind
from scoring.engine.loading import Data, copied
from scoring.engine.loading.reading import rows
from scoring.rule_editor.forms import ready_made
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import Question, ask, name_of
from scoring.rule_editor.forms.rows import GRID, open_rows, put_after
from scoring.rule_editor.forms.sections import QuestionGroup, label_of


class FurtherRow(NamedTuple):
    """A row that the sheet does not have: another sheet's, or one that still needs a value."""

    row: Data
    sheet: str  # the slug of the published sheet that has it; "" where it only needs a value
    said: str  # "3, as in the sheet “Cup”"


class GridForm(DraftForm):
    """The rows of a table in their order, and what could be played besides."""

    def __init__(self, posted: QueryDict | None, *, data: Data, table: str) -> None:
        self.table = table
        self.there = rows(data, table)
        self.further = further_rows(data, table)
        every = {**self.there, **{key: row.row for key, row in self.further.items()}}
        groups = [QuestionGroup(key, _questions(table, key, row)) for key, row in every.items()]
        super().__init__(posted, data={**data, table: every}, groups=groups)
        for key, row in every.items():
            self.fields[f"play-{key}"] = forms.BooleanField(
                label=label_of(row, key), required=False, initial=key in self.there
            )
        self.sent = set(self.there) if posted is None else set(posted.getlist("order"))
        self.order = list(self.there) if posted is None else moved(posted, list(self.there))

    def is_played(self, key: str) -> bool:
        """Return whether a row is to be on the sheet: it is ticked, or something new was typed into it."""
        is_elsewhere = key in self.there and key not in self.sent  # came onto the sheet after this page
        if is_elsewhere or self.cleaned_data.get(f"play-{key}"):
            return True
        typed = {f"{name}-{key}" for name in GRID[self.table]} & set(self.data)
        return key in self.further and bool(typed & set(self.changed_data))

    def _is_written(self, key: str) -> bool:
        return self.is_played(key) and (key in self.further or key in self.sent)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for group in self.groups:
            if not self._is_written(str(group.title)):
                for question in group.questions:
                    self.errors.pop(question.name, None)
        return cleaned

    def write(self, sheet: Data) -> None:
        """Write everything that was changed in the grid: rows that come and go, values, the order."""
        for key, row in self.further.items():
            if self.is_played(key) and key not in rows(sheet, self.table):
                if row.sheet:
                    ready_made.add_row(sheet, self.table, row.sheet, key)
                else:
                    place = ready_made.usual_place(sheet, self.table, key)
                    sheet[self.table] = put_after(rows(sheet, self.table), key, copied(row.row), place)
        for question in self._questions:
            key = question.place[1]
            if question.name in self.changed_data and self._is_written(key):
                there = sheet.setdefault(self.table, {})
                if key not in there:  # taken away in the meantime: whoever changes it wants it back
                    there[key] = copied(self.sheet[self.table][key])
                question.write(sheet, self.cleaned_data)
        for key in self.there:
            if not self.is_played(key):
                sheet[self.table].pop(key, None)
        if self.order != list(self.there):
            sheet[self.table] = in_order(sheet[self.table], self.order)

    def blocks(self, language: str) -> list[QuestionGroup]:
        """Return nothing: the grid shows rows, and what they come to stands beside it."""
        return []

    def rows_of_the_sheet(self) -> list[dict[str, Any]]:
        """Return what is on the sheet, in its order."""
        return [
            self._row(key, is_first=key == self.order[0], is_last=key == self.order[-1]) for key in self.order
        ]

    def rows_without_a_value(self) -> list[dict[str, Any]]:
        """Return what still needs a value."""
        return [self._row(key) for key, row in self.further.items() if not row.sheet]

    def rows_of_other_sheets(self) -> list[dict[str, Any]]:
        """Return what other sheets play, to be ticked."""
        return [self._row(key, said=row.said) for key, row in self.further.items() if row.sheet]

    def _row(self, key: str, **about: Any) -> dict[str, Any]:
        """Return a game or premium as the grid shows it: its fields, each with the short words above it."""
        name = label_of(self.sheet[self.table][key], key)
        questions = next(group.questions for group in self.groups if group.title == key)
        fields = [(name_of(question.place[-1]), self[question.name]) for question in questions]
        return {"key": key, "name": name, "tick": self[f"play-{key}"], "fields": fields, **about}


def _questions(table: str, key: str, row: Data) -> list[Question]:
    never = ("lost",) if row.get("kind") == Kind.TRISCHAKEN.value else ()
    return [_cell(table, key, row, name) for name in GRID[table] if name not in never]


def _cell(table: str, key: str, row: Data, name: str) -> Question:
    label = _("%(row)s: %(what)s") % {"row": label_of(row, key), "what": name_of(name)}
    return ask(table, key, name, label=label, help_text="", name=f"{name}-{key}")


def further_rows(data: Data, table: str) -> dict[str, FurtherRow]:
    """Return what could be played besides: what still needs a value, then the rows of other sheets."""
    found: dict[str, FurtherRow] = {}
    for key, label in open_rows(data, table).items():
        usual = ready_made.usual_row(table, key)
        if usual is not None:
            found[key] = FurtherRow({**usual, "label": data["open"][table][key]}, "", label)
    for offer in ready_made.offered_rows(data, table):
        slug, _colon, key = offer.key.partition(":")
        if key not in found and key not in open_rows(data, table):
            found[key] = FurtherRow(copied(ready_made.sheet(slug)[table][key]), slug, str(offer.sentence))
    return found


def moved(posted: QueryDict, there: Sequence[str]) -> list[str]:
    """Return the order of the rows as the page sent it, with one moved by its button."""
    order = [key for key in dict.fromkeys(posted.getlist("order")) if key in there]
    order += [key for key in there if key not in order]
    key, step = (posted["up"], -1) if "up" in posted else (posted.get("down", ""), 1)
    if key in order and 0 <= order.index(key) + step < len(order):
        place = order.index(key)
        order[place], order[place + step] = order[place + step], order[place]
    return order


def in_order(found_rows: Mapping[str, Any], order: Iterable[str]) -> Data:
    """Return rows in this order; what it does not name stays behind the row that it followed.

    >>> list(in_order({"a": 1, "b": 2, "new": 3, "c": 4}, ["c", "b", "a"]))
    ['c', 'b', 'new', 'a']
    """
    keys, before = [key for key in order if key in found_rows], ""
    for key in found_rows:
        if key not in keys:
            keys.insert(keys.index(before) + 1 if before in keys else 0, key)
        before = key
    return {key: found_rows[key] for key in keys}
