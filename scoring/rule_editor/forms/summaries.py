"""A page of a draft in one line, whatever state the draft is in, and the page that mends a mistake."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import Truncator
from django.utils.translation import ngettext

from scoring.engine.loading import Data
from scoring.engine.loading.reading import rows
from scoring.engine.loading.tables import SHEET
from scoring.engine.options import CHOICES
from scoring.rule_editor.forms.builder import GRID, ROW_TABLES, groups_of, label_of
from scoring.rule_editor.forms.forms import DraftForm, RowForm
from scoring.rule_editor.forms.questions import Place, value_at
from scoring.rule_editor.forms.rows import open_rows
from scoring.rule_editor.forms.words import TABLES as WORDS
from scoring.rule_editor.forms.words import WordsForm, remarks

MOST_ANSWERS = 3  # of a page, that the overview says
LONGEST_ANSWER = 60
_WORTH = {"contracts": ("value",), "premiums": ("silent", "announced")}


def summary(page: str, data: Data) -> str:
    """Return what a page of the editor says of the sheet, in a line: its first answers, or its rows."""
    if page == "words":
        count = sum(len(remarks(data, table)) for table in WORDS)
        return ngettext("%(count)d remark", "%(count)d remarks", count) % {"count": count}
    if page in ROW_TABLES:
        return ", ".join(_rows(ROW_TABLES[page], data))
    questions = (question for group in groups_of(data, page) for question in group.questions)
    answers = [answer for question in questions if (answer := question.answer(data))]
    return ", ".join(Truncator(answer).chars(LONGEST_ANSWER) for answer in answers[:MOST_ANSWERS])


def _rows(table: str, data: Data) -> Iterator[str]:
    found = rows(data, table)
    ends = [
        f"{label_of(found[key], key)} {'/'.join(str(found[key].get(name, '–')) for name in _WORTH[table])}"
        for key in (next(iter(found), ""), next(reversed(found), ""))
        if key
    ]
    yield f"{len(found)}: {' … '.join(ends)}" if ends else "0"
    if count := len(open_rows(data, table)):
        said = ngettext("%(count)d still without a value", "%(count)d still without a value", count)
        yield said % {"count": count}


# Where the editor mends what is wrong with a sheet

_ADDRESSES = {table: address for address, table in ROW_TABLES.items()}
_NUMBER = re.compile(r"\[[0-9]+\]")


class EditorField(NamedTuple):
    """A page by the name and the arguments of its address, and a field on it."""

    page: str
    about: tuple[str, ...] = ()
    field: str = ""


def editor_field(place: str, data: Data) -> EditorField:
    """Return where to mend what a mistake names.

    >>> editor_field("radl.drawn", {"radl": {"triggers": ["drawn"]}})
    EditorField(page='edit_section', about=('radl',), field='drawn_from')
    """
    steps: Place = tuple(_NUMBER.sub("", place).split("."))
    table, key = steps[0], steps[1] if len(steps) > 1 else ""
    if table == "open":
        return EditorField("edit_rows", (_ADDRESSES.get(key, "games"),))
    if table in _ADDRESSES:
        if key not in rows(data, table):
            return EditorField("edit_rows", (_ADDRESSES[table],))
        if steps[2:] and steps[2] in GRID[table]:
            return EditorField("edit_rows", (_ADDRESSES[table],), f"{steps[2]}-{key}")
        form: DraftForm = RowForm(None, data=data, table=table, key=key)
        return EditorField("edit_row", (_ADDRESSES[table], key), form.anchor(steps) or "")
    if table in WORDS and key not in CHOICES:
        if value_at(data, (table, key)) is None:
            return EditorField("edit_words")
        return EditorField(
            "edit_remark", (table, key), WordsForm(None, data=data, table=table, key=key).anchor(steps) or ""
        )
    section = SHEET[table].page if table in SHEET else ""
    if not section:
        return EditorField("edit_sheet")
    form = DraftForm(None, data=data, groups=groups_of(data, section))
    return EditorField("edit_section", (section,), form.anchor(steps) or "")
