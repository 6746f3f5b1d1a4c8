"""From what a page shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.export.figures import AT_A_HAND, Column, ColumnKind, Control, Down, Figures, Per, Value
from scoring.season.pages.rating import PlayingStrength, PlayingStrengths
from scoring.season.pages.season import SeasonStanding, SeasonStandings

# What was played in a hand, as it is noted on paper


# A sheet


# The end of an evening


# The season


def figures_of_season(
    standings: SeasonStandings,
    title: str,
    *,
    guests: bool,
    whole: bool = False,
    hands: int | None = None,
    evenings: int | None = None,
) -> Figures:
    """Return the members, and after them the guests, who have ranks of their own.

    Where they are the whole season, nothing is won or lost by all together; some of them have what they have.
    `hands`: as many were played in the whole season, where that is known from elsewhere; `evenings`: as often
    somebody was at one.
    """
    shown = standings.everybody if guests else standings.members
    money = tuple(f"money_{currency.lower()}" for currency in standings.currencies)
    columns = [
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *([Column(_("Schrift"), ColumnKind.POINTS, "schrift")] if standings.differs else []),
        *(
            Column(_("Money (%(currency)s)") % {"currency": currency}, ColumnKind.CENTS, key)
            for currency, key in zip(standings.currencies, money, strict=True)
        ),
        Column(_("Points per hand"), ColumnKind.AVERAGE, "average"),
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        *([Column(_("Guest"), key="guest")] if guests else []),
    ]
    rows = [
        (
            *_standing(season_standing, standings),
            *([None if season_standing.member else _("Guest")] if guests else []),
        )
        for season_standing in shown
    ]

    def control(column: str, amounts: Iterable[Amount | Fraction]) -> Down:
        return Down(column, to=0 if whole else Fraction(sum(amounts)))

    played = (
        sum(season_standing.score.hands for season_standing in shown) if hands is None else AT_A_HAND * hands
    )
    there = sum(season_standing.score.evenings for season_standing in shown) if evenings is None else evenings
    controls: list[Control] = [
        Per("average", of="points", by="hands"),
        control("points", (season_standing.score.points for season_standing in shown)),
        Down("evenings", to=there),
        Down("hands", to=played),
    ]
    if standings.differs:
        controls.append(control("schrift", (season_standing.score.schrift for season_standing in shown)))
    for currency, key in zip(standings.currencies, money, strict=True):
        controls.append(
            control(key, (season_standing.score.money.get(currency, 0) for season_standing in shown))
        )
    name = _("Standings")
    return Figures(title, tuple(columns), tuple(rows), name=name, controls=tuple(controls))


def _standing(one: SeasonStanding, standings: SeasonStandings) -> Iterator[Value]:
    yield from (one.rank, one.name, one.score.points)
    if standings.differs:
        yield one.score.schrift
    yield from (one.score.money.get(currency) for currency in standings.currencies)
    yield from (one.score.average, one.score.evenings, one.score.hands)


def figures_of_strengths(strengths: PlayingStrengths, title: str, *, guests: bool) -> Figures:
    """Those with a rank, members without one, and guests.

    A strength comes of all tables one after the other: nothing in its row adds up to it.
    """
    shown = strengths.everybody if guests else strengths.ranked + strengths.unsure
    columns = (
        Column(_("Rank"), ColumnKind.NUMBER, "rank"),
        Column(_("Name"), key="name"),
        Column(_("Strength"), ColumnKind.NUMBER, "strength"),
        Column(_("Uncertainty"), ColumnKind.NUMBER, "uncertainty"),
        Column(_("Tables"), ColumnKind.NUMBER, "tables"),
        Column(_("Note"), key="note"),
    )
    rows = tuple(
        (
            playing_strength.rank,
            playing_strength.name,
            playing_strength.strength,
            playing_strength.within,
            playing_strength.tables,
            _without_a_rank(playing_strength),
        )
        for playing_strength in shown
    )
    controls = (Down("tables", to=sum(playing_strength.tables for playing_strength in shown)),)
    return Figures(title, columns, rows, name=_("Playing strength"), controls=controls)


def _without_a_rank(one: PlayingStrength) -> str | None:
    if one.member is None:
        return _("Guest")
    return _("not sure yet") if one.rank is None else None
