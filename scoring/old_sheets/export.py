"""Old score sheets as files: figures of what came in, and templates to fill in."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.engine.customs import Counting, Kind
from scoring.engine.problems import IllegalHand
from scoring.engine.record.stored import read_stored
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sheet import first_position
from scoring.export.figures import Figures, Workbook
from scoring.export.templates import TEXT, Template, TemplateColumn, TemplateValue
from scoring.models import OldKind
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.hands import UnreadableCell, record_from
from scoring.old_sheets.pages import OldTableTotals, OldTotal
from scoring.old_sheets.reading import taken
from scoring.old_sheets.values import WORDS
from scoring.web.columns import Column, ColumnKind


def figures_of_old_totals(totals: Sequence[OldTotal], title: str) -> Figures:
    """Return the table of everybody on old sheets of which only amounts are known."""
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", summed=True),
        Column(_("Guest"), key="guest", of=lambda total: None if total.member else _("Guest")),
    )
    return Figures.of(title, columns, totals, name=_("Old sheets"))


def workbook_of_old_batch(
    totals: Sequence[OldTotal], tables: Sequence[OldTableTotals], title: str
) -> Workbook:
    """Return what came in with one file of amounts."""
    return Workbook(
        title, (figures_of_old_totals(totals, title), figures_of_old_tables(totals, tables, title))
    )


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
        *(Column(name, ColumnKind.POINTS, key, summed=True) for key, name in zip(keys, have, strict=True)),
    )
    rows = (
        (
            *(table.date, table.venue or None, table.name or None, table.rows),
            *map(_added_up(table.totals).get, have),
        )
        for table in tables
    )
    return Figures.under(title, _("Tables"), columns, rows)


def _added_up(totals: Iterable[tuple[str, Amount]]) -> dict[str, Amount]:
    """Return the total of each name; a name may occur more than once."""
    totals_by_name: dict[str, Amount] = {}
    for name, points in totals:
        totals_by_name[name] = exact(Fraction(totals_by_name.get(name, 0) + points))
    return totals_by_name


NAMES = ("Anna", "Bert", "Cilli", "Dora")
OF_HANDS = tuple(code for code in col.LABELS if code not in (col.SEATED, col.RENONCE, col.AGREED, col.LINE))
FORMATS = {col.DATE: "dd.mm.yyyy", col.NUMBER: "0"}  # card points and names are text
AMOUNTS = "+# ?/?;-# ?/?;0"
_WIDTHS = {col.VENUE: 18, col.TABLE: 14, col.CONTRACT: 18, col.PREMIUMS: 32, col.RESULT: 14}


def template_of(kind: str, rules: Rules, language: str, today: date) -> Template:
    """Return the spreadsheet to fill in: its headings, a few rows as an example, and a help page."""
    codes = OF_HANDS if kind == OldKind.HANDS else col.KEPT_BELOW
    columns = [
        TemplateColumn(str(col.LABELS[code]), FORMATS.get(code, TEXT), _WIDTHS.get(code, 0)) for code in codes
    ]
    columns += [TemplateColumn(name, AMOUNTS) for name in NAMES]
    day = today.replace(day=1) - timedelta(days=30)
    rows = _hands(rules, language, day) if kind == OldKind.HANDS else _amounts(day)
    return Template(_("Old sheets"), columns, [*rows], [*_help(kind, rules, language)])


def _amounts(day: date) -> Iterator[tuple[TemplateValue, ...]]:
    venues = _("Inn"), _("Regulars")
    yield (day, *venues, 12, -4, Fraction(-19, 3), Fraction(-5, 3))
    yield (day + timedelta(days=7), *venues, -3, -3, 9, -3)


def _hands(rules: Rules, language: str, day: date) -> Iterator[tuple[TemplateValue, ...]]:
    """Yield hands that can be played under these rules, with the amounts that follow."""
    position = first_position(NAMES, NAMES[-1])
    number = 0
    for saying in _sayings(rules, language):
        playing = position.state.playing
        seats = dict(zip("1234", playing, strict=True))
        cells = {
            code: " ".join(seats.get(word, word) for word in text.split()) for code, text in saying.items()
        }
        try:
            entry = read_stored(record_from(cells, rules, {player: player for player in playing}), rules)
            dealer, (position, row) = position.state.dealer, taken(entry, position, rules)
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

    context = {
        "rules": rules.label.in_language(language) if kind == OldKind.HANDS else "",
        "labels": col.LABELS,
        "contracts": listed(rules.contracts.values()),
        "premiums": listed(rules.premiums.values()),
        "is_plain": rules.counting is Counting.PLAIN,
        "has_trischaken": rules.trischaken is not None,
    }
    for paragraph in render_to_string("scoring/old_sheets/how_to_fill_in.txt", context).split("¶"):
        word, _colon, text = " ".join(paragraph.split()).partition(": ")
        if text:
            yield word, text
