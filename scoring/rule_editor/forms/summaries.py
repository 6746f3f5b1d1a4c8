"""A page of a draft in one line, whatever state the draft is in, and the page that mends a mistake."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.loading import Data
from scoring.engine.loading.tables import SHEET
from scoring.engine.options import OPTIONS
from scoring.rule_editor.forms.builder import GRID, PAGE_OF, PAGES, calls_radl, groups_of, label_of, rows_of
from scoring.rule_editor.forms.forms import RowForm, SectionForm
from scoring.rule_editor.forms.questions import Offer, SheetPath
from scoring.rule_editor.forms.rows import open_rows

MOST_ANSWERS = 3  # of a page, that the overview says
LONGEST_ANSWER = 60
_WORTH = {"contracts": ("value",), "premiums": ("silent", "announced")}


def summary(page: str, data: Data) -> str:
    """Return what a page of the editor says of the sheet, in a line: its first answers, or its rows."""
    if table := PAGES[page].table:
        return ", ".join(_rows(table, data))
    groups = [group for group in groups_of(data, page) if not group.when]
    questions = [question for group in groups for question in group.questions]
    if page != "options":
        questions = [question for question in questions if not isinstance(question, Offer)]
    called = page == "radl" and calls_radl(data)
    if called:
        questions = [question for question in questions if question.path != ("radl", "triggers")]
    answers = [answer for question in questions if (answer := question.answer(data))]
    if called:
        answers.insert(0, _("only when it is called"))
    return ", ".join(Truncator(answer).chars(LONGEST_ANSWER) for answer in answers[:MOST_ANSWERS])


def _rows(table: str, data: Data) -> Iterator[str]:
    """Yield how many rows there are, with the first and the last of them, and how many lack a value."""
    shown, worth = rows_of(data, table), _WORTH.get(table)
    names = [
        f"{label_of(row, key)} {'/'.join(str(row.get(name, '–')) for name in worth)}"
        if worth
        else label_of(row)
        for key, row in shown.items()
    ]
    ends = [names[0], names[-1]] if worth and len(names) > 1 else names[:1]
    ends_in_words = " … ".join(Truncator(name).chars(LONGEST_ANSWER) for name in ends)
    yield f"{len(names)}: {ends_in_words}" if ends_in_words else "0"
    if count := len(open_rows(data, table)):
        sentence = ngettext("%(count)d still without a value", "%(count)d still without a value", count)
        yield sentence % {"count": count}


class EditorField(NamedTuple):
    """A page of the editor, with a row where it is about one, and a field on it; no page: the overview."""

    page: tuple[str, ...] = ()
    field: str = ""


_NUMBER = re.compile(r"\[[0-9]+\]")


def editor_field(path: str, data: Data) -> EditorField:
    """Return where to mend what a mistake names.

    >>> editor_field("radl.drawn", {"radl": {"triggers": ["drawn"]}})
    EditorField(page=('radl',), field='drawn_from')
    """
    steps: SheetPath = tuple(_NUMBER.sub("", path).split("."))
    table, key = steps[0], steps[1] if len(steps) > 1 else ""
    if table == "open":
        return EditorField((PAGE_OF.get(key, "games"),))
    if table in PAGE_OF and key not in OPTIONS:
        page = PAGE_OF[table]
        if key not in rows_of(data, table):
            return EditorField((page,))
        if steps[2:] and steps[2] in GRID.get(table, ()):
            return EditorField((page,), f"{steps[2]}-{key}")
        return EditorField((page, key), RowForm(None, data=data, table=table, key=key).anchor(steps) or "")
    page = SHEET[table].page if table in SHEET else ""
    if not page:
        return EditorField()
    return EditorField((page,), SectionForm(None, data=data, page=page).anchor(steps) or "")
