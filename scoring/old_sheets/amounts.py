"""Tables of which only amounts are known: no hand explains them, and every row adds up to zero."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.result import in_twelfths
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.sums import Sums
from scoring.old_sheets.tables import FilledRow, TablesByKey
from scoring.old_sheets.values import signed
from scoring.old_sheets.verbs import OldRow, TableOfAmounts
from scoring.old_sheets.worksheet import Worksheet


def read_amounts(sheet: Worksheet, reading: Reading, tables: TablesByKey, sums: Sums) -> None:
    """Read the rows that are right, and say what is wrong with the others."""
    for place, lines in tables.values():
        rows = []
        for line in lines:
            total = sum(line.amounts.values())
            if line.off_by:
                told = _("The running totals add up to %(total)s in this row, not to 0.")
                sheet.wrong_amounts(line.row, line.cells, told % {"total": signed(line.off_by)})
            elif not line.amounts:
                sheet.wrong_amounts(line.row, line.cells, _("There is no amount in this row."))
            elif total != 0 and not sums.are_running:
                told = _("The amounts add up to %(total)s, not to 0: %(amounts)s.")
                told %= {"total": signed(total), "amounts": reading.listed(line.amounts)}
                sheet.wrong_amounts(line.row, line.cells, told)
            elif all(amount in reading.ids for amount in line.amounts):
                rows.append(_row(sheet, reading, line))
            reading.hands += 1
        if rows:
            reading.amounts.append(TableOfAmounts(place.date, place.place, place.name, tuple(rows)))


def _row(sheet: Worksheet, reading: Reading, line: FilledRow) -> OldRow:
    found: dict[str, int] = {}
    for key, amount in line.amounts.items():
        one = reading.ids[key]
        if one in found:
            sheet.wrong(line.row, "", _("“%(name)s” is named twice.") % {"name": reading.names[one]})
        found[one] = in_twelfths(amount)
        reading.count(one, found[one])
    return OldRow(line.row, found)
