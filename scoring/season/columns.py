"""The columns of a season's tables, on pages and in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.export.figures import Per
from scoring.season.pages.career import Career
from scoring.season.pages.season import SeasonStandings
from scoring.season.pages.statistics.tallies import Tally
from scoring.web.columns import SUM_OF_ROWS, Column, ColumnKind, ColumnTotal
from scoring.web.numbers import in_hundredths


def money_columns(
    currencies: Iterable[str], of: str, total: Callable[[str], ColumnTotal | None] = lambda _currency: None
) -> list[Column]:
    """Return a column for each currency; there is more than one only in a club that changed it."""
    return [
        Column(
            _("Money (%(currency)s)") % {"currency": currency},
            ColumnKind.CENTS,
            f"money_{currency.lower()}",
            f"{of}.{currency}",
            total=total(currency),
            currency=currency,
            short=_("Money"),
            empty="",
        )
        for currency in currencies
    ]


PER_HAND = Per("average", of="points", by="hands")


def average_column(of: str = "average") -> Column:
    """Return the column of points per hand."""
    return Column(_("Points per hand"), ColumnKind.AVERAGE, "average", of, short=_("Per hand"))


def standing_columns(
    standings: SeasonStandings,
    amounts: ColumnTotal | None = None,
    evenings: ColumnTotal | None = None,
    hands: ColumnTotal | None = None,
) -> list[Column]:
    """Return the columns that all in these standings have; files know what they add up to."""
    points = Column(_("Points"), ColumnKind.POINTS, "points", "score.points", total=amounts)
    schrift = Column(_("Schrift"), ColumnKind.POINTS, "schrift", "score.schrift", total=amounts)
    return [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        points,
        *([schrift] if standings.differs else []),
        *money_columns(standings.currencies, "score.money", lambda _currency: amounts),
        average_column("score.average"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings", "score.evenings", total=evenings),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", total=hands),
    ]


def strength_columns() -> list[Column]:
    """Return the columns of playing strengths."""
    return [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Strength"), ColumnKind.NUMBER, "strength"),
        Column(_("Uncertainty"), ColumnKind.NUMBER, "uncertainty", lambda strength: strength.within),
        Column(_("Tables"), ColumnKind.NUMBER, "tables", total=SUM_OF_ROWS),
    ]


def evening_columns(career: Career, *, linked: bool) -> list[Column]:
    """Return the columns of one player's evenings; money and places are not for people of no club."""
    whole = career.score
    return [
        Column(_("Number"), ColumnKind.NUMBER, "number", short=_("No.")),
        Column(_("Date"), ColumnKind.DATE, "date", short=_("Evening")),
        *([Column(_("Place"), key="place", empty="")] if linked else []),
        Column(_("Points"), ColumnKind.POINTS, "points", "score.points"),
        *money_columns(
            career.currencies if linked else (),
            "score.money",
            lambda one: whole.money[one] if whole else None,
        ),
        Column(_("Season so far"), ColumnKind.POINTS, "total"),
        average_column("score.average"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", "score.hands", total=whole.hands if whole else None),
    ]


def contract_columns(points: str = "", *, total: ColumnTotal | None = SUM_OF_ROWS) -> list[Column]:
    """Return how games ended and what they brought; `points` says to whom."""
    return [
        Column(_("Contract"), key="contract", of=lambda tally: tally.label),
        Column(_("Played"), ColumnKind.NUMBER, "played"),
        Column(_("Won"), ColumnKind.NUMBER, "won"),
        Column(_("Lost"), ColumnKind.NUMBER, "lost"),
        Column(_("Renonce"), ColumnKind.NUMBER, "revoked", lambda tally: tally.revoked),
        Column(pgettext("games", "Won of 100"), ColumnKind.NUMBER, "share", _won_of_hundred),
        Column(points or _("Points"), ColumnKind.POINTS, "points", total=total),
        average_column(),
    ]


def _won_of_hundred(tally: Tally) -> int | None:
    return None if tally.share is None else int(in_hundredths(tally.share))


def premium_columns() -> list[Column]:
    """Return how often premiums came about, and how; silent and missed is none, but costs points."""
    return [
        Column(_("Premium"), key="premium", of=lambda tally: tally.label),
        Column(_("Silent"), ColumnKind.NUMBER, "silent"),
        Column(_("Announced and made"), ColumnKind.NUMBER, "made"),
        Column(_("Announced and missed"), ColumnKind.NUMBER, "missed"),
        Column(_("Sum"), ColumnKind.NUMBER, "sum", lambda tally: tally.came, total=SUM_OF_ROWS),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    ]


def beside_columns() -> list[Column]:
    """Return the columns of people at the same table."""
    return [
        Column(_("Name"), key="name"),
        average_column(),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", lambda beside: beside.played),
        Column(_("Won"), ColumnKind.NUMBER, "won", total=SUM_OF_ROWS),
        Column(_("Points"), ColumnKind.POINTS, "points", total=SUM_OF_ROWS),
    ]
