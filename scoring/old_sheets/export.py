"""Old score sheets as files: figures of what came in, and templates to fill in."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO, StringIO
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.engine.customs import Counting, Kind
from scoring.engine.problems import IllegalHand
from scoring.engine.record.stored import read_stored
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sheet import first_position
from scoring.export.figures import Across, Book, Figures
from scoring.models import OldKind
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.hands import UnreadableCell, record_from
from scoring.old_sheets.pages import OldTableTotals, OldTotal
from scoring.old_sheets.reading import taken
from scoring.old_sheets.values import WORDS
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Return the table of everybody on old sheets of which only amounts are known."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", total=0),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", total=SUM_OF_ROWS),
        Column(_("Guest"), key="guest", of=lambda total: None if total.member else _("Guest")),
    )
    return Figures.of(title, columns, totals, name=_("Old sheets"))


def book_of_old_batch(totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str) -> Book:
    """Return what came in with one file of amounts."""
    return Book(title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title)))


def figures_of_old_tables(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Figures:
    """Return a row for every table, a column for everybody, whose amounts there come to their total."""
    have = _added_up((total.name, total.points) for total in totals)
    keys = tuple(f"player_{number}" for number in range(1, len(have) + 1))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Rows"), ColumnKind.NUMBER, "rows"),
        *(
            Column(name, ColumnKind.POINTS, key, total=Fraction(amount))
            for key, (name, amount) in zip(keys, have.items(), strict=True)
        ),
    )
    rows = (
        (
            *(table.date, table.place or None, table.name or None, table.rows),
            *map(_added_up(table.totals).get, have),
        )
        for table in tables
    )
    return Figures.under(title, _("Tables"), columns, rows, *([Across(keys)] if keys else []))


def _added_up(totals: Iterable[tuple[str, Amount]]) -> dict[str, Amount]:
    """Return what everybody has; somebody may be there twice."""
    found: dict[str, Amount] = {}
    for name, points in totals:
        found[name] = exact(Fraction(found.get(name, 0) + points))
    return found


CONTENT_TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}
NAMES = ("Anna", "Bert", "Cilli", "Dora")
OF_HANDS = tuple(code for code in col.LABELS if code not in (col.SEATED, col.RENONCE, col.AGREED, col.LINE))
FORMATS = {col.DATE: "dd.mm.yyyy", col.NUMBER: "0", col.AMOUNT: "+# ?/?;-# ?/?;0"}
_WIDTHS = {col.PLACE: 18, col.TABLE: 14, col.CONTRACT: 18, col.PREMIUMS: 32, col.RESULT: 14}
TemplateValue = str | int | Fraction | date | None


class Template(NamedTuple):
    """Headings, the rows of the example, and what there is to know, paragraph by paragraph."""

    codes: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[TemplateValue, ...], ...]
    help: tuple[tuple[str, str], ...]


def template_of(kind: str, rules: Rules, language: str, today: date) -> Template:
    """Return the spreadsheet to fill in: its headings, a few rows as an example, and a help page."""
    codes = OF_HANDS if kind == OldKind.HANDS else col.KEPT_BELOW
    headings = (*(str(col.LABELS[code]) for code in codes), *NAMES)
    day = today.replace(day=1) - timedelta(days=30)
    rows = _hands(rules, language, day) if kind == OldKind.HANDS else _amounts(day)
    return Template(codes, headings, tuple(rows), tuple(_help(kind, rules, language)))


def _amounts(day: date) -> Iterator[tuple[TemplateValue, ...]]:
    places = _("Inn"), _("Regulars")
    yield (day, *places, 12, -4, Fraction(-19, 3), Fraction(-5, 3))
    yield (day + timedelta(days=7), *places, -3, -3, 9, -3)


def _hands(rules: Rules, language: str, day: date) -> Iterator[tuple[TemplateValue, ...]]:
    """Yield hands that can be played under these rules, with the amounts that follow."""
    position = first_position(NAMES, NAMES[-1])
    number = 0
    for said in _sayings(rules, language):
        playing = position.standing.playing
        seats = dict(zip("1234", playing, strict=True))
        cells = {
            code: " ".join(seats.get(word, word) for word in text.split()) for code, text in said.items()
        }
        try:
            entry = read_stored(record_from(cells, rules, {player: player for player in playing}), rules)
            dealer, (position, row) = position.standing.dealer, taken(entry, position, rules)
        except (UnreadableCell, IllegalHand):
            continue
        number += 1
        assert row is not None
        assert row.row.settlement is not None
        paid = row.row.settlement.payouts
        first = (day, _("Inn"), _("Regulars")) if number == 1 else (None, None, None)
        head = {**cells, col.NUMBER: number, col.DEALER: dealer, col.RADL: "x" if row.row.radl else None}
        yield (*first, *(head.get(code) for code in OF_HANDS[3:]), *(paid[name] or 0 for name in NAMES))


def _sayings(rules: Rules, language: str) -> Iterator[dict[str, str]]:
    """Yield typical hands in words; 1 is Vorhand. Some sheets do not know all of them."""
    pagat = rules.premiums.get("pagat")
    words = {
        "won": _("won"),
        "lost": _("lost"),
        "points": "45" if rules.counting is Counting.PLAIN else "41",
        "pagat": f"{pagat.label.in_language(language)} {_('announced')} {_('made')}" if pagat else "",
    }
    for example in WORDS["example"]:
        kinds = [Kind(kind) for kind in example["kinds"]]
        games = [game for kind in kinds for game in rules.contracts.values() if game.kind is kind]
        for contract in games[: example["most"]]:
            cells = {code: words.get(text, text) for code, text in example["cells"].items()}
            yield {col.CONTRACT: contract.label.in_language(language), **cells}


def _help(kind: str, rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    """Yield a word, and what there is to know about it."""

    def listed(rows: Iterable[Contract | PremiumRule]) -> str:
        return ", ".join(f"{row.label.in_language(language)} ({row.short})" for row in rows)

    about = {
        "rules": rules.label.in_language(language) if kind == OldKind.HANDS else "",
        "labels": col.LABELS,
        "contracts": listed(rules.contracts.values()),
        "premiums": listed(rules.premiums.values()),
        "is_plain": rules.counting is Counting.PLAIN,
        "has_trischaken": rules.trischaken is not None,
    }
    for paragraph in render_to_string("scoring/old_sheets/how_to_fill_in.txt", about).split("¶"):
        word, _colon, text = " ".join(paragraph.split()).partition(": ")
        if text:
            yield word, text


def written(template: Template, form: str) -> bytes:
    """Return the template as a file in this format; CSV as spreadsheets have it in Austria."""
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
            whole, rest = divmod(abs(value), 1)  # "0 1/2": 1/2 would be a day
            return f"{'-' if value < 0 else ''}{whole} {rest}".removesuffix(" 0")
    return "" if value is None else str(value)


def _xlsx(template: Template) -> bytes:
    """Format card points and names as text, days as days, amounts with their thirds."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    book = Workbook()
    book.properties.creator = "Tarockclub"
    sheet = book.active
    sheet.title = _("Old sheets")
    sheet.append(template.headings)
    for row in template.rows:
        sheet.append([float(value) if isinstance(value, Fraction) else value for value in row])
    for place, heading in enumerate(template.headings):
        code = template.codes[place] if place < len(template.codes) else col.AMOUNT
        first, *cells = (cell for (cell,) in sheet.iter_rows(min_col=place + 1, max_col=place + 1))
        first.font = Font(bold=True)
        column = sheet.column_dimensions[first.column_letter]
        column.width = _WIDTHS.get(code, max(12, len(heading) + 3))
        for formatted in (column, *cells):  # the column: of whatever is filled in below the example
            formatted.number_format = FORMATS.get(code, "@")
    sheet.freeze_panes = "A2"
    told = book.create_sheet(_("How to fill it in"))
    told.column_dimensions["A"].width, told.column_dimensions["B"].width = 22, 90
    for number, (word, text) in enumerate(template.help, 1):
        told.cell(number, 1, word).font = Font(bold=True)
        told.cell(number, 2, text)
        for place in (1, 2):
            told.cell(number, place).alignment = Alignment(vertical="top", wrap_text=True)
    file = BytesIO()
    book.save(file)
    return file.getvalue()
