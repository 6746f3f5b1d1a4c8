"""The statistics of a club by subject: which of its charts and tables a page shows, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.season.pages.statistics import ClubStatistics, PlayedUnder

EVERYTHING_SHOWN = "all"
OFTEN, EARNED = "often", "earned"  # before the slug of a rule sheet


class StatisticsPart(NamedTuple):
    """One chart with its table, by its name in the address; or the first of charts that belong together."""

    key: str
    words: str
    current: bool


@dataclass(frozen=True)
class ShownStatistics:
    """What there is to look at, and what is shown of it."""

    subjects: Sequence[StatisticsPart]
    parts: Sequence[Sequence[StatisticsPart]]  # of the subject that is shown; of a rule sheet, what of it
    shown: frozenset[str]

    def shows(self, kind: str, sheet: PlayedUnder) -> bool:
        """Return whether this chart of a rule sheet is shown."""
        return f"{kind}-{sheet.slug}" in self.shown


def subjects_of(statistics: ClubStatistics, asked: str) -> ShownStatistics:
    """Return what is shown of statistics for a name from an address: one part, or all of them.

    A name that means nothing (any more) is the first part there is.
    """
    by_subject = {subject: parts for subject, parts in _parts_of(statistics).items() if parts}
    known = {f"{kind}-{sheet.slug}" for sheet in statistics.sheets for kind in (OFTEN, EARNED)}
    known |= {key for parts in by_subject.values() for key in parts}
    first = next(iter(next(iter(by_subject.values()), {})), "")
    shown = asked if asked in known or asked == EVERYTHING_SHOWN else first
    sheet = next((sheet for sheet in statistics.sheets if shown.partition("-")[2] == sheet.slug), None)
    listed = f"{OFTEN}-{sheet.slug}" if sheet else shown
    subjects = [
        StatisticsPart(next(iter(parts)), words, listed in parts) for words, parts in by_subject.items()
    ]
    rows = [
        [StatisticsPart(key, words, key == listed) for key, words in parts.items()]
        for parts in by_subject.values()
        if listed in parts and len(parts) > 1
    ]
    if sheet:
        ways = {OFTEN: _("How often"), EARNED: _("What it brings")}
        rows.append(
            [
                StatisticsPart(f"{kind}-{sheet.slug}", words, shown.startswith(kind))
                for kind, words in ways.items()
            ]
        )
    return ShownStatistics(subjects, rows, frozenset(known if shown == EVERYTHING_SHOWN else {shown}))


def _parts_of(statistics: ClubStatistics) -> dict[str, dict[str, str]]:
    """Return all parts there are, with their words, by the words of their subject."""
    games = {f"{OFTEN}-{sheet.slug}": sheet.label for sheet in statistics.sheets}
    games |= {"rarest": _("The rarest games")} if statistics.rarest else {}
    games |= {"trischaken": _("Trischaken")} if statistics.trischaken.played else {}
    premiums = {"premiums": _("Birds and other premiums")} if statistics.premiums else {}
    premiums |= {"kontras": _("Kontras given")} if statistics.kontras else {}
    people = {"hands": _("The highest hands")} if statistics.best_hands else {}
    people |= {"years": _("The highest seasons")} if statistics.best_years else {}
    days = {"evenings": _("The highest evenings")} if statistics.best_evenings else {}
    return {_("Games"): games, _("Premiums"): premiums, _("People"): people, _("Days"): days}
