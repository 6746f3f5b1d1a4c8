"""The columns of a tournament's standings, on pages and in files."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from scoring.web.columns import Column, ColumnKind, ColumnTotal, Value
from tournaments.standings.pages.standings import ShownStandings, StandingRow

UNKNOWN = "–"


def standing_columns(
    standing: ShownStandings, totals: Mapping[str, ColumnTotal] | None = None
) -> Iterator[Column]:
    """Yield the columns that these standings have; files know what some add up to."""
    totals = totals or {}
    yield Column(_("Rank"), ColumnKind.NUMBER, "rank")
    yield Column(_("tied"), key="tied", of=lambda row: _("tied") if row.tied else None)
    yield Column(_("Name"), key="name")
    if standing.has_sections:
        yield Column(_("Section"), key="section", of=lambda row: row.section_name)
    if standing.beside:
        of_section = _("Rank in the section")
        yield Column(of_section, ColumnKind.NUMBER, "section_rank", lambda row: row.other_rank)
    yield from _overall(standing, totals) if standing.overall else _of_round(standing, totals)
    yield Column(_("Hands"), ColumnKind.NUMBER, "hands", total=totals.get("hands"), empty=UNKNOWN)
    yield Column(_("Note"), key="note", of=lambda row: ", ".join(row.notes))
    yield Column(_("Decided by"), key="decided_by", of=lambda row: row.reason)


def _of_round(standing: ShownStandings, totals: Mapping[str, ColumnTotal]) -> Iterator[Column]:
    if standing.money:
        yield _amount(_("Balance"), "balance", "result.balance", totals)
        yield from _replaced(totals)
    yield _schrift(totals)
    yield Column(_("Table"), ColumnKind.NUMBER, "table", _table)


def _overall(standing: ShownStandings, totals: Mapping[str, ColumnTotal]) -> Iterator[Column]:
    if standing.counts:
        counts = totals.get("counts")
        yield Column(standing.counts, ColumnKind.AVERAGE, "counts", total=counts, empty="")
    elif not standing.money:
        yield _schrift(totals)
    for place, number in enumerate(standing.rounds):
        title, key = _("Round %(number)d") % {"number": number}, f"round_{number}"
        amount = f"rounds.{place}.amount"
        yield Column(title, ColumnKind.POINTS, key, amount, total=totals.get(key), empty=UNKNOWN)
    yield Column(_("Rounds"), ColumnKind.NUMBER, "rounds", lambda row: row.played)
    if standing.money:
        yield from _replaced(totals)


def _replaced(totals: Mapping[str, ColumnTotal]) -> Iterator[Column]:
    yield _amount(_("Replacement"), "replacement", "result.replacement", totals)
    yield Column(_("Busts"), ColumnKind.NUMBER, "busts", total=totals.get("busts"))


def _amount(title: str, key: str, of: str, totals: Mapping[str, ColumnTotal]) -> Column:
    return Column(title, ColumnKind.POINTS, key, of, signed=False, total=totals.get(key))


def _schrift(totals: Mapping[str, ColumnTotal]) -> Column:
    return Column(_("Schrift"), ColumnKind.POINTS, "schrift", total=totals.get("schrift"), empty=UNKNOWN)


def _table(row: StandingRow) -> Value:
    return row.seated[0] if len(row.seated) == 1 else row.tables
