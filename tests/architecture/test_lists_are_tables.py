"""A list is a `PageTable`, which a template shows with `{% render_table %}`; what is no list says why."""

from collections import Counter
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
ROWS = "scoring/web/_rows.html"  # what writes all of them

SHEET = "a sheet of hands, or a piece of one: one row follows from the one before"
CHANGE = "what one change does, before and after, between the questions of a form"
TEXT = "a piece of running text"
WRITTEN_BY_HAND = {
    "admin/change_list_results.html": (1, "Django's own list, which brings its own columns"),
    "scoring/evenings/_blank.html": (1, "an empty form to fill in on paper"),
    "scoring/old_sheets/_sheet.html": (1, "a worksheet of a file, cell for cell"),
    "scoring/handbook/de/secretary.html": (1, TEXT),
    "scoring/handbook/de/trouble.html": (1, TEXT),
    "scoring/handbook/en/secretary.html": (1, TEXT),
    "scoring/handbook/en/trouble.html": (1, TEXT),
    "scoring/rule_editor/published/_examples.html": (1, SHEET),
    "scoring/rule_editor/published/_speiszettel.html": (2, "the Speiszettel, a poster"),
    "scoring/web/components.html": (4, SHEET),
    "scoring/table/_changed_totals.html": (1, CHANGE),
    "scoring/table/_paper.html": (1, SHEET),
    "scoring/table/_review.html": (1, CHANGE),
    "tournaments/corrections/_table_review.html": (1, CHANGE),
    "tournaments/corrections/disputes/ruling.html": (1, CHANGE),
    "tournaments/results_file/_keys.html": (1, TEXT),
}


def test_every_list_is_a_table_of_the_library() -> None:
    sources = {path.relative_to(TEMPLATES).as_posix(): path for path in TEMPLATES.rglob("*.html")}
    found = Counter(
        {name: path.read_text(encoding="utf-8").count("<table") for name, path in sources.items()}
    )
    assert found.pop(ROWS) == 1
    assert dict(+found) == {name: number for name, (number, _why) in WRITTEN_BY_HAND.items()}


def test_the_template_of_all_tables_is_the_one_of_the_settings() -> None:
    shown = TEMPLATES / settings.DJANGO_TABLES2_TEMPLATE
    assert f'{{% include "{ROWS}" %}}' in shown.read_text(encoding="utf-8")
