"""The forms of the editor: they read the draft, say what was changed, and write only that."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.engine.loading import Data, copied
from scoring.engine.loading.reading import rows
from scoring.rule_editor.forms import ready_made
from scoring.rule_editor.forms.builder import (
    GRID,
    NAMED_ROWS,
    WORDS,
    QuestionGroup,
    blocks,
    groups_of,
    label_of,
    matters,
    rows_of,
    words_blocks,
)
from scoring.rule_editor.forms.questions import (
    BothLanguages,
    CardPoints,
    Question,
    Range,
    SheetPath,
    ask,
    name_of,
    table_at,
)
from scoring.rule_editor.forms.rows import (
    NEW,
    first_row,
    free_key,
    in_order,
    made_key,
    moved,
    open_rows,
    put_after,
)
from scoring.web.fields import PageForm, choice_field

# Tables that are not on every sheet: what belongs to them is written only where they are.
_OPTIONAL = ("pagatkassa", "trischaken")


def _is_gone(sheet: Data, path: SheetPath) -> bool:
    """Return whether the table, game or premium that a place is in is no longer on the sheet."""
    table, *inside = path
    if table in NAMED_ROWS and inside:
        return inside[0] not in rows(sheet, table)
    return table in _OPTIONAL and bool(inside) and table not in sheet


class DraftForm(PageForm):
    """Questions about a draft. It is made from the draft as it was when the page was made."""

    def __init__(
        self,
        posted: Mapping[str, Any] | None,
        *,
        data: Data,
        groups: Iterable[QuestionGroup],
    ) -> None:
        self.sheet, self.groups = data, list(groups)
        initial = {
            name: value for question in self._questions for name, value in question.initial(data).items()
        }
        super().__init__(posted, initial=initial)
        for question in self._questions:
            self.fields.update(question.fields(self._counted(posted)))

    def _counted(self, posted: Mapping[str, Any] | None) -> Data:
        """Return the data by which points are read: with the way of counting that this page sends."""
        if not posted or all(question.name != "counting" for question in self._questions):
            return self.sheet
        pack = str(posted.get("pack", ""))
        known = int(pack) if pack.isascii() and pack.isdecimal() and len(pack) < 4 else None
        return {**self.sheet, "counting": posted.get("counting"), "pack": known}

    @property
    def _questions(self) -> Iterator[Question]:
        for group in self.groups:
            yield from group.questions

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for question in self._questions:
            if isinstance(question, BothLanguages):
                question.clean(self)
        return cleaned

    def write(self, sheet: Data) -> None:
        """Write what was changed on this page into the answers of a draft."""
        for question in self._questions:
            is_changed = not {*question.initial(self.sheet)}.isdisjoint(self.changed_data)
            if "counting" in self.changed_data and isinstance(question, CardPoints | Range):
                is_changed = True  # the same that is typed means something else now: 36 was 35/2
            if is_changed and not _is_gone(sheet, question.path):
                question.write(sheet, self.cleaned_data)

    def anchor(self, path: SheetPath) -> str | None:
        """Return the name of the field that asks a place of the sheet; None if none here does."""
        names = (question.anchor(path, self.sheet) for question in self._questions)
        return next((name for name in names if name is not None), None)

    def blocks(self, language: str) -> list[QuestionGroup]:
        """Return everything the page asks as it shows it, with what each answer comes to."""
        data = self._counted(self.data if self.is_bound else None)
        for question in self._questions:
            question.bound = [self[name] for name in question.fields(data)]
        return self.groups


class SectionForm(DraftForm):
    """What a page asks that is about no single row."""

    def __init__(self, posted: QueryDict | None, *, data: Data, page: str) -> None:
        self.page = page
        super().__init__(posted, data=data, groups=groups_of(data, page))


# Rows of a table, one by one and all at once


class RowForm(DraftForm):
    """One game, premium or sentence that is on the sheet."""

    def __init__(self, posted: QueryDict | None, *, data: Data, table: str, key: str) -> None:
        self.table, self.key = table, key
        groups = (
            words_blocks(data, table, key) if table in WORDS else self.shown_groups(blocks(data, table, key))
        )
        super().__init__(posted, data=data, groups=groups)

    def shown_groups(self, groups: Iterable[QuestionGroup]) -> list[QuestionGroup]:
        """Return what is asked on this page: not what stands in the grid."""
        narrowed = (
            group._replace(questions=[each for each in group.questions if each.name not in GRID[self.table]])
            for group in groups
        )
        return [question_group for question_group in narrowed if question_group.questions]

    def write(self, sheet: Data) -> None:
        table_rows = sheet.setdefault(self.table, {})
        if self.key not in table_rows:  # taken away in the meantime: whoever saves it wants it back
            table_rows[self.key] = copied(self.sheet[self.table][self.key])
        super().write(sheet)


class NewRowForm(RowForm):
    """One that is new: it is given a key of its own, and its place in the order."""

    def __init__(
        self, posted: QueryDict | None, *, data: Data, table: str, kind: str, known: str = ""
    ) -> None:
        self.known = known  # of a row that was without a value so far
        present = rows_of(data, table)
        row, predecessor = first_row(table, kind), next(reversed(present), "")
        if known:
            usual = ready_made.usual_row(table, known) or {}
            row = usual if usual and usual.get("kind", kind) == kind else row
            row["label"] = data["open"][table][known]
            predecessor = ready_made.usual_predecessor(data, table, known) or predecessor
        super().__init__(posted, data={**data, table: {**present, NEW: row}}, table=table, key=NEW)
        if table not in WORDS:
            order = [("", _("first of all")), *((key, label_of(row, key)) for key, row in present.items())]
            label = _("Ranks above") if table == "contracts" else _("Listed after")
            self.fields["stands_after"] = choice_field(
                label, order, _("Please choose."), required=False, initial=predecessor
            )

    @property
    def predecessor_field(self) -> forms.BoundField | None:
        """Return the field that asks behind which row it stands; None for words, which come last."""
        return self["stands_after"] if "stands_after" in self.fields else None

    def shown_groups(self, groups: Iterable[QuestionGroup]) -> list[QuestionGroup]:
        """Return everything: what is new stands in no grid yet."""
        return list(groups)

    def write(self, sheet: Data) -> None:
        super().write(sheet)
        row = sheet[self.table].pop(NEW)
        if self.table in WORDS:
            self.key = free_key(sheet, self.table)
            sheet[self.table][self.key] = row
        else:
            label = self.cleaned_data["label_de"] or self.cleaned_data["label_en"]
            self.key = self.known or made_key(label, sheet)
            predecessor = self.cleaned_data["stands_after"]
            sheet[self.table] = put_after(sheet[self.table], self.key, row, predecessor)


class GridForm(DraftForm):
    """The rows of a table in their order, and what could stand there besides."""

    def __init__(self, posted: QueryDict | None, *, data: Data, table: str) -> None:
        self.table = table
        self.there = rows_of(data, table)
        self.further = ready_made.further_rows(data, table)
        every = {**self.there, **{key: addition.row for key, addition in self.further.items()}}
        whole = {**data, table: every}
        groups = [QuestionGroup(key, _cells(whole, table, key)) for key in every]
        super().__init__(posted, data=whole, groups=groups)
        for key, row in every.items():
            self.fields[f"play-{key}"] = forms.BooleanField(
                label=label_of(row, key), required=False, initial=key in self.there
            )
        self.sent = set(self.there) if posted is None else set(posted.getlist("order"))
        self.order = list(self.there) if posted is None else moved(posted, list(self.there))

    @property
    def button(self) -> str:
        """Return the name of the button that was pressed, other than that which saves."""
        return next((name for name in ("up", "down", "drop", "change") if name in self.data), "")

    def is_played(self, key: str) -> bool:
        """Return whether a row is to be on the sheet: it is ticked, or something new was typed into it."""
        is_elsewhere = key in self.there and key not in self.sent  # came onto the sheet after this page
        if is_elsewhere or self.cleaned_data.get(f"play-{key}"):
            return True
        fields = {f"{name}-{key}" for name in GRID.get(self.table, ())} & set(self.data)
        return key in self.further and bool(fields & set(self.changed_data))

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
        """Write all that was changed: rows that come and go, values, the order, what a button asks for."""
        possible = ready_made.further_rows(sheet, self.table)
        for key, addition in self.further.items():
            if key in possible and self.is_played(key):
                ready_made.add_further(sheet, self.table, addition)
        for question in self._questions:
            key = question.path[1]
            if question.name in self.changed_data and self._is_written(key):
                present = sheet.setdefault(self.table, {})
                if key not in present:  # taken away in the meantime: whoever changes it wants it back
                    present[key] = copied(self.sheet[self.table][key])
                question.write(sheet, self.cleaned_data)
        for key in self.there:
            if not self.is_played(key):
                sheet.get(self.table, {}).pop(key, None)
        if self.order != list(self.there):
            sheet[self.table] = in_order(sheet[self.table], self.order)
        if dropped := self.data.get("drop"):
            table_at(sheet, ("open", self.table)).pop(dropped, None)
        ready_made.make_change(sheet, self.data.get("change", ""))

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
        return [self._row(key) for key, addition in self.further.items() if not addition.slug]

    def rows_of_other_sheets(self) -> list[dict[str, Any]]:
        """Return what other sheets play or say, to be ticked."""
        return [self._row(key, said=addition.said) for key, addition in self.further.items() if addition.slug]

    def rows_of_this_club(self) -> dict[str, str]:
        """Return what still needs a value and no other sheet plays: the names by their keys."""
        still_open = open_rows(self.sheet, self.table)
        return {key: label for key, label in still_open.items() if key not in self.further}

    def usual_changes(self) -> list[ready_made.Recipe]:
        """Return the usual changes, one tap each."""
        return ready_made.usual_changes(self.sheet) if self.table == "contracts" else []

    def _row(self, key: str, **context: Any) -> dict[str, Any]:
        """Return a row as the grid shows it: its fields, each with the short words above it."""
        name = label_of(self.sheet[self.table][key], key)
        questions = next(group.questions for group in self.groups if group.title == key)
        fields = [(name_of(question.path[-1]), self[question.name]) for question in questions]
        return {"key": key, "name": name, "tick": self[f"play-{key}"], "fields": fields, **context}


def _cells(data: Data, table: str, key: str) -> list[Question]:
    """Return the questions that the grid asks of a row."""
    row, cells = data[table][key], []
    for name in GRID.get(table, ()):
        if matters(data, table, (table, key, name)):
            label = _("%(row)s: %(what)s") % {"row": label_of(row, key), "what": name_of(name)}
            cells.append(ask(table, key, name, label=label, help_text="", name=f"{name}-{key}"))
    return cells
