"""Spreadsheets to fill in: headings, an example below them, and a page that explains it."""

import csv
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from io import BytesIO, StringIO
from typing import NamedTuple

from django.utils.translation import gettext as _

TEXT = "@"
NARROWEST = 12  # letters
TemplateValue = str | int | Fraction | date | None


class TemplateColumn(NamedTuple):
    """A column to fill in: its heading, how its cells are formatted, and how wide it is."""

    heading: str
    format: str = TEXT
    width: int = 0  # letters; 0: as wide as the heading


class Template(NamedTuple):
    """A table to fill in, with example rows and explanations, one paragraph each."""

    title: str
    columns: Sequence[TemplateColumn]
    rows: Sequence[Sequence[TemplateValue]]
    help: Sequence[tuple[str, str]]

    @property
    def headings(self) -> list[str]:
        return [column.heading for column in self.columns]


def written(template: Template, form: str) -> bytes:
    """Return the template as a file in this format; CSV in Austria's spelling."""
    if form == "xlsx":
        return _xlsx(template)
    file = StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(template.headings)
    writer.writerows([_shown(value) for value in row] for row in template.rows)
    return file.getvalue().encode("utf-8-sig")


def _shown(value: TemplateValue) -> str:
    match value:
        case date():
            return f"{value:%d.%m.%Y}"
        case Fraction():
            whole, fraction = divmod(abs(value), 1)  # "0 1/2": 1/2 would be a day
            return f"{'-' if value < 0 else ''}{whole} {fraction}".removesuffix(" 0")
    return "" if value is None else str(value)


def _xlsx(template: Template) -> bytes:
    """Return a workbook whose columns are formatted also below the example."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    workbook = Workbook()
    workbook.properties.creator = "Tarockclub"
    sheet = workbook.active
    sheet.title = template.title
    sheet.append(template.headings)
    for row in template.rows:
        sheet.append([float(value) if isinstance(value, Fraction) else value for value in row])
    for column_number, declared in enumerate(template.columns, 1):
        first, *cells = (cell for (cell,) in sheet.iter_rows(min_col=column_number, max_col=column_number))
        first.font = Font(bold=True)
        column = sheet.column_dimensions[first.column_letter]
        column.width = declared.width or max(NARROWEST, len(declared.heading) + 3)
        for formatted in (column, *cells):
            formatted.number_format = declared.format
    sheet.freeze_panes = "A2"
    explanations = workbook.create_sheet(_("How to fill it in"))
    explanations.column_dimensions["A"].width, explanations.column_dimensions["B"].width = 22, 90
    for number, (word, text) in enumerate(template.help, 1):
        explanations.cell(number, 1, word).font = Font(bold=True)
        explanations.cell(number, 2, text)
        for column_number in (1, 2):
            explanations.cell(number, column_number).alignment = Alignment(vertical="top", wrap_text=True)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()
