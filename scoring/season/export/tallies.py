"""What was played how often and what it brought, as worksheets: a club's and a player's are the same."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.export.figures import Across, Control, Figures, Per
from scoring.season.columns import contract_columns, premium_columns
from scoring.season.pages.statistics.tallies import KontraTally, PremiumTally, Tally, TrischakenRecord
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind


def contract_controls() -> tuple[Control, ...]:
    """Return the checks with which a spreadsheet recomputes the rows of contracts."""
    return (Across(("won", "lost", "revoked"), minus=("played",)), Per("average", of="points", by="played"))


def contracts(title: str, name: str, tallies: Sequence[Tally]) -> Figures:
    """Return the contracts of a player, in one of three parts."""
    return Figures.under(title, name, contract_columns(), tallies, *contract_controls())


def premiums(title: str, name: str, tallies: Sequence[PremiumTally]) -> Figures:
    """Return how often each premium came about, and how."""
    ways = Across(("silent", "made", "missed"), minus=("sum",))
    return Figures.under(title, name, premium_columns(), tallies, ways)


def kontras(title: str, name: str, tallies: Sequence[KontraTally]) -> Figures:
    """Return every step of the ladder; some neither gain nor cost anything."""
    columns = (
        Column(_("Kontra"), key="kontra", of="label"),
        Column(_("Given"), ColumnKind.NUMBER, "given", total=SUM_OF_ROWS),
        Column(_("Gained"), ColumnKind.NUMBER, "good"),
        Column(_("Cost"), ColumnKind.NUMBER, "bad"),
        Column(pgettext("kontra", "Neither"), ColumnKind.NUMBER, "neither"),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    )
    return Figures.under(title, name, columns, tallies, Across(("good", "bad", "neither"), minus=("given",)))


def trischaken(title: str, record: TrischakenRecord, *, of_one: bool) -> Figures:
    """Return one line; of one player with how it went, of a club without: what one loses others win."""
    name = _("Trischaken")
    went = {"won": _("Won"), "lost": _("Lost"), "revoked": _("Renonce")}
    counted = {
        "played": _("Played"),
        **(went if of_one else {}),
        "jungfrau": _("Jungfrau"),
        "buergermeister": _("Bürgermeister"),
    }
    total = SUM_OF_ROWS if record.played else None
    columns = [
        Column(_("Contract"), key="contract", of=lambda _record: name),
        *(Column(words, ColumnKind.NUMBER, key, total=total) for key, words in counted.items()),
        *([Column(_("Points"), ColumnKind.POINTS, "points", total=total)] if of_one else []),
    ]
    controls = [Across(tuple(went), minus=("played",))] if of_one else []
    return Figures.under(title, name, columns, [record] if record.played else [], *controls)
