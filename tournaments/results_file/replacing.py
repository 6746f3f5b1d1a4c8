"""What a file of results would replace: nothing is replaced until the event is confirmed to be the same.

A file says neither which event it is nor how new. What is stored under its title and day has to tell: who
stands in it, and what stood there in earlier versions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.clock import moment_in_words
from scoring.clubs.privacy.name_locations import DASH
from scoring.models import Club
from scoring.names import folded, tidy
from tournaments.models import EndTable, EndTableResult, EndTableVersion
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.series.end_tables import (
    EndTableEntry,
    PlannedTable,
    person_of,
    planned,
    result_of,
)
from tournaments.series.outcomes import SeriesPerson

BESIDE, OUT = "beside", "out"  # answers; another one is the number of the end table that is replaced


class StoredCandidate(NamedTuple):
    """An end table that a file may be about, and what the file would make of it."""

    table: EndTable
    saved: EndTableVersion
    people: int
    plan: PlannedTable | None  # None: the file does not show whose names were taken out

    @property
    def in_file(self) -> int:
        """Return how many who stand in it are in the file, too."""
        return 0 if self.plan is None else self.people - len(self.plan.gone)


@dataclass
class IncomingEvent:
    """An event of a file, the stored events it may be, and the one chosen on the page."""

    entry: EndTableEntry
    stored: list[StoredCandidate]
    free_title: str  # under which it can be stored beside these
    why_older: str = ""
    answer: str = ""

    @classmethod
    def of(cls, club: Club, entry: EndTableEntry) -> IncomingEvent:
        """Return what is stored of an event."""
        there = EndTable.objects.filter(club=club, date=entry.date)
        tables = {folded(table.title): table for table in there.order_by("pk")}
        titles = [entry.title, *_numbered(entry.title)]
        stored: list[StoredCandidate] = []
        older = ""
        for title in titles:
            if (table := tables.get(folded(title))) is None:
                return cls(entry, stored, title, older)
            rows = list(table.results.select_related("member", "since", "until"))
            standing = [row for row in rows if row.until is None]
            kept = _with_kept_names(club, entry._replace(title=table.title), standing or _removed(rows))
            if kept is not None and not standing:
                return cls(entry if stored else kept, stored, title, older)
            plan = None if kept is None else planned(club, [kept])[0]
            if plan is not None and not plan.changes:
                return cls(plan.entry, [], title)
            saved = table.versions.latest("number")
            stored.append(StoredCandidate(table, saved, len(standing), plan))
            older = older or ("" if plan is None else _why_older(plan, rows))
        return cls(entry, stored, titles[-1], older)

    @property
    def field(self) -> str:
        """Return the name of the field that asks what the file is."""
        return f"stored {self.entry.date} {folded(self.entry.title)}"

    @property
    def is_asked(self) -> bool:
        return bool(self.stored)

    @property
    def is_open(self) -> bool:
        """Return whether the page still needs an answer as to which stored event this is."""
        return self.is_asked and self.chosen is None and self.answer != OUT

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the answers that are offered, in words."""
        same = _("The same event, put right: the file takes the place of “%(title)s”")
        other = _("Another event: it is stored beside, as “%(title)s”")
        tables = [one.table for one in self.stored if one.plan is not None]
        return [
            *((str(table.pk), same % {"title": table.title}) for table in tables),
            (BESIDE, other % {"title": self.free_title}),
            (OUT, _("Leave this file out")),
        ]

    @property
    def chosen(self) -> EndTableEntry | None:
        """Return what is to be stored, by the answer; None: nothing."""
        if not self.is_asked:
            return self.entry
        if self.answer == BESIDE:
            return self.entry._replace(title=self.free_title)
        plan = {str(one.table.pk): one.plan for one in self.stored}.get(self.answer)
        return None if plan is None else plan.entry


def _numbered(title: str) -> list[str]:
    """Return under which titles further events of a day are stored."""
    return [f"{title[: LONGEST_TITLE - 5]} ({number})" for number in range(2, 100)]


def _removed(rows: Sequence[EndTableResult]) -> list[EndTableResult]:
    """Return who stood in an end table when it was taken out."""
    last = max((row.until.number for row in rows if row.until is not None), default=0)
    return [row for row in rows if row.until is not None and row.until.number == last]


def _with_kept_names(
    club: Club, entry: EndTableEntry, stored: Sequence[EndTableResult]
) -> EndTableEntry | None:
    """Return the lines of a file with numbers for the names that went; None where that is not clear.

    Whoever was anonymised stands in the file by name. It is the line with the same result, of somebody who
    stands nowhere else; where only one is left on both sides, the result may have been corrected.
    """
    before = {person_of(row): row for row in stored}
    after, numbers = planned(club, [entry])[0].after, set(club.erased)
    gone = [row for person, row in before.items() if person not in after]
    gone = [row for row in gone if row.name in numbers or row.name.startswith(DASH)]
    fresh = [row for person, row in after.items() if row.guest and person not in before]
    called: dict[str, str] = {}
    for result in {result_of(row)[:2] for row in gone}:
        rows, lines = ([row for row in each if result_of(row)[:2] == result] for each in (gone, fresh))
        if len(rows) == len(lines):
            called |= {line.guest: row.name for row, line in zip(rows, lines, strict=True)}
    left = [row.name for row in gone if row.name not in called.values()]
    others = [row.guest for row in fresh if row.guest not in called]
    if left and others:
        if len(left) > 1 or len(others) > 1:
            return None
        called[others[0]] = left[0]
    named = [line._replace(name=called.get(tidy(line.name), line.name)) for line in entry.lines]
    return entry._replace(lines=tuple(named))


def _why_older(plan: PlannedTable, rows: Sequence[EndTableResult]) -> str:
    """Return the sentence for a file that is an earlier version of what is stored; empty where it is none."""
    now = _results(plan.after)
    for number in range(plan.number - 1, 0, -1):
        then = [
            row
            for row in rows
            if row.since.number <= number and (row.until is None or row.until.number > number)
        ]
        if _results({person_of(row): row for row in then}) == now:
            replaced_at = EndTableVersion.objects.get(table=plan.table, number=number + 1).at
            words = _(
                "This file is older than what is stored: it is version %(number)d of “%(title)s”, corrected "
                "on %(time)s. Nothing is replaced. Who wants it back saves that version again, on its page."
            )
            about = {"number": number, "title": plan.entry.title, "time": moment_in_words(replaced_at)}
            return words % about
    return ""


def _results(rows: Mapping[SeriesPerson, EndTableResult]) -> dict[SeriesPerson, tuple[int | None, str, str]]:
    return {person: result_of(row) for person, row in rows.items()}
