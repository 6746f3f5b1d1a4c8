"""The templates for old score sheets: headings, an example that can come in as it is, and explanations."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine import facts
from scoring.engine.customs import Counting, Kind
from scoring.engine.problems import IllegalHand
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, first_position, problems_with_entry, step
from scoring.models import OldKind
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.hands import UnreadableCell, record_from
from scoring.table.replay import read

KINDS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}
NAMES = ("Anna", "Bert", "Cilli", "Dora")
OF_HANDS = (
    col.DATE,
    col.PLACE,
    col.TABLE,
    col.NUMBER,
    col.DEALER,
    col.CONTRACT,
    col.DECLARER,
    col.PARTNER,
    col.RESULT,
    col.PREMIUMS,
    col.KONTRA,
    col.RADL,
)
OF_AMOUNTS = (col.DATE, col.PLACE, col.TABLE)
_WIDTHS = {col.PLACE: 18, col.TABLE: 14, col.CONTRACT: 18, col.PREMIUMS: 32, col.RESULT: 14}
_NO_ID: Any = None

TemplateValue = str | int | Fraction | date | None


@dataclass(frozen=True, slots=True)
class Template:
    """Headings, the rows of the example, and what there is to know, paragraph by paragraph."""

    codes: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[TemplateValue, ...], ...]
    help: tuple[tuple[str, str], ...]


def template_of(kind: str, rules: Rules, language: str, today: date) -> Template:
    """Return the spreadsheet to fill in: its headings, a few rows as an example, and a help page."""
    codes = OF_HANDS if kind == OldKind.HANDS else OF_AMOUNTS
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
        seated = dict.fromkeys(playing, "")
        try:
            entry = read(record_from(cells, rules, {player: player for player in seated}), rules)
        except (UnreadableCell, IllegalHand):
            continue
        if not isinstance(entry, facts.Hand) or problems_with_entry(position.standing, entry, rules):
            continue
        number += 1
        dealer = position.standing.dealer
        position, row = step(position, Fact(_NO_ID, 0, entry, rules))
        assert row is not None
        assert row.row.settlement is not None
        paid = row.row.settlement.payouts
        first = (day, _("Inn"), _("Regulars")) if number == 1 else (None, None, None)
        head = {**cells, col.NUMBER: number, col.DEALER: dealer, col.RADL: "x" if row.row.radl else None}
        yield (*first, *(head.get(code) for code in OF_HANDS[3:]), *(_value(paid[name]) for name in NAMES))


def _value(amount: int | Fraction) -> TemplateValue:
    return amount or 0


def _sayings(rules: Rules, language: str) -> Iterator[dict[str, str]]:
    """Yield typical hands in words; 1 is Vorhand. Some sheets do not know all of them."""
    won, lost, announced, made = _("won"), _("lost"), _("announced"), _("made")
    points = "45" if rules.counting is Counting.PLAIN else "41"
    labels = {
        kind: [
            contract.label.in_language(language)
            for contract in rules.contracts.values()
            if contract.kind is kind
        ]
        for kind in Kind
    }
    pagat = rules.premiums.get("pagat")
    for label in [*labels[Kind.PAIRED], *labels[Kind.CALLING]][:1]:
        yield {col.CONTRACT: label, col.DECLARER: "1", col.PARTNER: "3", col.RESULT: points}
    for label in labels[Kind.CALLING]:
        yield {
            col.CONTRACT: label,
            col.DECLARER: "2",
            col.PARTNER: "4",
            col.RESULT: won,
            col.PREMIUMS: f"{pagat.label.in_language(language)} {announced} {made}" if pagat else "",
            col.KONTRA: "Kontra",
        }
    for label in labels[Kind.ALONE][:1]:
        yield {col.CONTRACT: label, col.DECLARER: "1", col.RESULT: lost}
    for label in labels[Kind.NEGATIVE][:1]:
        yield {col.CONTRACT: label, col.DECLARER: "3", col.RESULT: won, col.KONTRA: "Kontra 1"}
    for label in labels[Kind.TRISCHAKEN][:1]:
        yield {col.CONTRACT: label, col.DECLARER: "1", col.RESULT: "2 > 4"}


def _help(kind: str, rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    """Return a word, and what there is to know about it."""
    yield (
        _("How to fill it in"),
        _(
            "Many evenings and tables fit into one file. Delete the example, keep the headings. Columns "
            "may be in any order, have other headings, or be missing: you are asked what they mean before "
            "anything is stored."
        ),
    )
    yield (
        _("Empty cells"),
        _("Date, place and table may be left empty: then they are those of the row above."),
    )
    yield (
        _("Players"),
        _(
            "One column for each player, with the name as its heading, from left to right in the order of "
            "play. Players who are away or sit out have an empty cell. Alternatively, put the names in "
            "columns “Player 1” to “Player 6” and the amounts in “Amount 1” to “Amount 6”."
        ),
    )
    yield (
        _("Amounts"),
        _("Points, not money: 4, −12, 0,5, 12 1/3. Each row adds up to 0."),
    )
    if kind != OldKind.HANDS:
        yield (
            _("Rows"),
            _("One row for each hand, or one for a whole evening at a table. It counts exactly as written."),
        )
        return
    yield _("Rules"), rules.label.in_language(language)
    yield (
        str(col.LABELS[col.DEALER]),
        _("May be left empty: the deal goes round. In the first row it is then the last player."),
    )
    contracts = ", ".join(
        f"{contract.label.in_language(language)} ({contract.short})" for contract in rules.contracts.values()
    )
    yield str(col.LABELS[col.CONTRACT]), contracts
    yield (
        str(col.LABELS[col.DECLARER]),
        _(
            "The beginning of a name is enough. Two games side by side have a + between them, in every "
            "column."
        ),
    )
    yield (
        str(col.LABELS[col.PARTNER]),
        _("The partner; “talon” if the king lay there, “self” if somebody called themselves."),
    )
    yield str(col.LABELS[col.RESULT]), " ".join(_results(rules))
    premiums = ", ".join(
        f"{premium.label.in_language(language)} ({premium.short})" for premium in rules.premiums.values()
    )
    yield (
        str(col.LABELS[col.PREMIUMS]),
        _("With commas between them: “Pagat announced made, Trull of Bert”. There are: %(premiums)s.")
        % {"premiums": premiums},
    )
    yield (
        str(col.LABELS[col.KONTRA]),
        _("Kontra, Re, Sub. In a negative game with the name of who gave it: “Kontra Bert, Re Cilli”."),
    )
    yield (
        str(col.LABELS[col.RADL]),
        _(
            "x where the hand was doubled. It is worked out and compared. “Schlussradl” begins the last "
            "round."
        ),
    )


def _results(rules: Rules) -> Iterator[str]:
    if rules.counting is Counting.PLAIN:
        yield _("won, lost, or the declarer's card points, like 45.")
    else:
        yield _("won, lost, or the declarer's card points: 41, or to the Blatt 41/2.")
        yield _("Format the column as text, or the spreadsheet will turn 35/1 into a date.")
    if rules.trischaken is not None:
        yield _(
            "In a Trischaken: who pays, with most points first (“Bert > Cilli”, equal ones “Bert = Cilli”), "
            "or everybody with their points."
        )


def written(template: Template, form: str) -> bytes:
    """Return the template as a file in this format."""
    return _csv(template) if form == "csv" else _xlsx(template)


def _csv(template: Template) -> bytes:
    """Write a CSV for spreadsheets as they are set up in Austria."""
    file = StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(template.headings)
    for row in template.rows:
        writer.writerow(_shown(value) for value in row)
    return file.getvalue().encode("utf-8-sig")


def _shown(value: TemplateValue) -> str:
    match value:
        case None:
            return ""
        case date():
            return f"{value:%d.%m.%Y}"
        case Fraction():
            whole, rest = divmod(abs(value), 1)
            sign = "-" if value < 0 else ""
            return f"{sign}{whole} {rest}" if rest else f"{sign}{whole}"
    return str(value)


def _xlsx(template: Template) -> bytes:
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
        code = template.codes[place] if place < len(template.codes) else ""
        sheet.cell(1, place + 1).font = Font(bold=True)
        column = sheet.column_dimensions[sheet.cell(1, place + 1).column_letter]
        column.width = _WIDTHS.get(code, max(12, len(heading) + 3))
        column.number_format = _format(code)  # of whatever is filled in below the example
        for number in range(2, len(template.rows) + 2):
            sheet.cell(number, place + 1).number_format = _format(code)
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


def _format(code: str) -> str:
    """Format cells: card points and names as text, days as days, amounts with their thirds."""
    if code == col.DATE:
        return "dd.mm.yyyy"
    if code == col.NUMBER:
        return "0"
    return "@" if code else "+# ?/?;-# ?/?;0"
