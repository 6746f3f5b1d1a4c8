"""What was played how often and what it brought, as worksheets: a club's and a player's are the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.result import from_twelfths
from scoring.export.figures import Across, Column, ColumnKind, Control, Down, FigureRow, Figures, Per
from scoring.season.pages.statistics.tallies import KontraTally, PremiumTally, Tally, TrischakenRecord
from scoring.web.numbers import in_hundredths


def contract_columns(points: str) -> tuple[Column, ...]:
    """How games ended and what they brought; `points` says to whom."""
    return (
        Column(_("Contract"), key="contract"),
        Column(_("Played"), ColumnKind.NUMBER, "played"),
        Column(_("Won"), ColumnKind.NUMBER, "won"),
        Column(_("Lost"), ColumnKind.NUMBER, "lost"),
        Column(_("Renonce"), ColumnKind.NUMBER, "revoked"),
        Column(pgettext("games", "Won of 100"), ColumnKind.NUMBER, "share"),
        Column(points, ColumnKind.POINTS, "points"),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
    )


def contract_cells(one: Tally) -> FigureRow:
    """Return the cells of one contract's row."""
    share = None if one.share is None else int(in_hundredths(one.share))
    return (one.label, one.played, one.won, one.lost, one.revoked, share, one.points, one.average)


def contract_controls() -> tuple[Control, ...]:
    """Return the checks with which a spreadsheet recomputes the rows of contracts."""
    return (
        Across(("won", "lost", "revoked"), minus=("played",)),
        Per("average", of="points", by="played"),
    )


def contracts(title: str, name: str, tallies: Sequence[Tally]) -> Figures:
    """Of a player, in one of three parts."""
    columns, rows = contract_columns(_("Points")), map(contract_cells, tallies)
    return Figures.under(title, name, columns, rows, *contract_controls(), points_of(tallies))


def premiums(title: str, name: str, tallies: Sequence[PremiumTally]) -> Figures:
    """How often each came about, and how; what is silent and missed is no premium, but costs points."""
    columns = (
        Column(_("Premium"), key="premium"),
        Column(_("Silent"), ColumnKind.NUMBER, "silent"),
        Column(_("Announced and made"), ColumnKind.NUMBER, "made"),
        Column(_("Announced and missed"), ColumnKind.NUMBER, "missed"),
        Column(_("Sum"), ColumnKind.NUMBER, "sum"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    rows = (
        (tally.label, tally.silent, tally.made, tally.missed, tally.came, tally.points) for tally in tallies
    )
    ways = Across(("silent", "made", "missed"), minus=("sum",))
    came = Down("sum", to=sum(tally.came for tally in tallies))
    return Figures.under(title, name, columns, rows, ways, came, points_of(tallies))


def kontras(title: str, name: str, tallies: Sequence[KontraTally]) -> Figures:
    """Every step of the ladder; some neither gain nor cost anything."""
    columns = (
        Column(_("Kontra"), key="kontra"),
        Column(_("Given"), ColumnKind.NUMBER, "given"),
        Column(_("Gained"), ColumnKind.NUMBER, "good"),
        Column(_("Cost"), ColumnKind.NUMBER, "bad"),
        Column(pgettext("kontra", "Neither"), ColumnKind.NUMBER, "neither"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    )
    rows = (
        (tally.label, tally.given, tally.good, tally.bad, tally.neither, tally.points) for tally in tallies
    )
    ways = Across(("good", "bad", "neither"), minus=("given",))
    given = Down("given", to=sum(tally.given for tally in tallies))
    return Figures.under(title, name, columns, rows, ways, given, points_of(tallies))


def trischaken(title: str, record: TrischakenRecord, *, of_one: bool) -> Figures:
    """In one line; of one player with how it went, of a club not: what one loses others win."""
    name = _("Trischaken")
    went = {
        Column(_("Won"), ColumnKind.NUMBER, "won"): record.won,
        Column(_("Lost"), ColumnKind.NUMBER, "lost"): record.lost,
        Column(_("Renonce"), ColumnKind.NUMBER, "revoked"): record.revoked,
    }
    counted = {
        Column(_("Played"), ColumnKind.NUMBER, "played"): record.played,
        **(went if of_one else {}),
        Column(_("Jungfrau"), ColumnKind.NUMBER, "jungfrau"): record.jungfrau,
        Column(_("Bürgermeister"), ColumnKind.NUMBER, "buergermeister"): record.buergermeister,
        **({Column(_("Points"), ColumnKind.POINTS, "points"): record.points} if of_one else {}),
    }
    rows = [(name, *counted.values())] if record.played else []
    controls: list[Control] = (
        [Across(tuple(column.key for column in went), minus=("played",))] if of_one else []
    )
    controls += [Down(column.key, to=Fraction(number)) for column, number in counted.items() if rows]
    return Figures.under(title, name, (Column(_("Contract"), key="contract"), *counted), rows, *controls)


def points_of(tallies: Iterable[Tally | PremiumTally | KontraTally]) -> Down:
    """Return what they have: nothing else in their rows adds up to it."""
    return Down("points", to=from_twelfths(sum(tally.twelfths for tally in tallies)))
