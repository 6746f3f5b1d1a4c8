"""From what a page shows to figures; nothing is counted or looked up here."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.export.figures import AT_A_HAND, Figures
from scoring.season.columns import PER_HAND, standing_columns, strength_columns
from scoring.season.pages.rating import PlayingStrength, PlayingStrengths
from scoring.season.pages.season import SeasonStanding, SeasonStandings
from scoring.web.columns import SUM_OF_ROWS, Column


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
    columns = standing_columns(
        standings,
        amounts=0 if whole else SUM_OF_ROWS,
        evenings=SUM_OF_ROWS if evenings is None else evenings,
        hands=SUM_OF_ROWS if hands is None else AT_A_HAND * hands,
    )
    if guests:
        columns.append(Column(_("Guest"), key="guest", of=_guest))
    return Figures.of(title, columns, shown, PER_HAND, name=_("Standings"))


def _guest(person: SeasonStanding | PlayingStrength) -> str | None:
    return _("Guest") if person.member is None else None


def figures_of_strengths(strengths: PlayingStrengths, title: str, *, guests: bool) -> Figures:
    """Return those with a rank, members without one, and guests.

    A strength comes of all tables one after the other: nothing in its row adds up to it.
    """
    shown = strengths.everybody if guests else strengths.ranked + strengths.unsure
    columns = [*strength_columns(), Column(_("Note"), key="note", of=_without_a_rank)]
    return Figures.of(title, columns, shown, name=_("Playing strength"))


def _without_a_rank(strength: PlayingStrength) -> str | None:
    return _guest(strength) or (_("not sure yet") if strength.rank is None else None)
