"""On which page of the editor a place of the sheet is asked about, and in which field."""

import re
from typing import NamedTuple

from scoring.engine.loading import Data
from scoring.engine.loading.tables import SHEET
from scoring.engine.options import CHOICES
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import Place, value_at
from scoring.rule_editor.forms.rows import GRID, TABLES, RowForm
from scoring.rule_editor.forms.sections import BUILT, rows
from scoring.rule_editor.forms.words import TABLES as WORDS
from scoring.rule_editor.forms.words import WordsForm

_ADDRESSES = {table: address for address, table in TABLES.items()}
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
    form = DraftForm(None, data=data, groups=list(BUILT[section](data)))
    return EditorField("edit_section", (section,), form.anchor(steps) or "")
