"""What a file of results would replace: nothing is replaced until the event is confirmed to be the same.

A file may say which event it is and how new, by an id and a revision. Where it does not, what is stored under
its title and day has to tell: who stands in it, and what stood there in earlier versions.
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
    with_members_now,
)
from tournaments.series.outcomes import SeriesPerson

BESIDE, OUT = "beside", "out"  # answers; another one is the number of the end table that is replaced


class StoredCandidate(NamedTuple):
    """An end table that a file may be about, and what the file would make of it."""

    table: EndTable
    saved: EndTableVersion
    people: int
    plan: PlannedTable | None  # None: the file does not show whose names were taken out
    why: str = ""  # it may be the same event, or may not, where the title and the day do not say it all

    @property
    def in_file(self) -> int:
        """Return how many who stand in it are in the file, too."""
        return 0 if self.plan is None else self.people - len(self.plan.removed)


@dataclass
class IncomingEvent:
    """An event of a file, the stored events it may be, and the one chosen on the page."""

    entry: EndTableEntry
    stored: list[StoredCandidate]
    free_title: str  # under which it can be stored beside these
    why_older: str = ""
    answer: str = ""

    is_same_event: bool = False  # by its id

    @classmethod
    def of(cls, club: Club, entry: EndTableEntry) -> IncomingEvent:
        """Return what is stored of an event: by its id, else by its title and day, else by its people."""
        of_club = EndTable.objects.filter(club=club)
        if entry.event_id and (same := of_club.filter(event_id=entry.event_id).first()) is not None:
            return cls._of_same_event(club, same, entry)
        of_day = list(of_club.filter(date=entry.date).order_by("pk"))
        tables = {folded(table.title): table for table in of_day}
        titles = [entry.title, *_numbered(entry.title)]
        stored: list[StoredCandidate] = []
        older = ""
        for title in titles:
            if (table := tables.get(folded(title))) is None:
                if entry.event_id and not stored:
                    stored = _of_same_people(club, of_day, entry)
                return cls(entry, stored, title, older)
            rows, current, named = _stored_in(club, table, entry)
            if named is not None and not current:
                return cls(entry if stored else named, stored, title, older)
            plan = None if named is None else planned(club, [named])[0]
            if plan is not None and not plan.changes:
                return cls(plan.entry, [], title)
            stored.append(_candidate(table, current, plan, _why_another(table, entry)))
            older = older or ("" if plan is None else _why_older(plan, rows))
        return cls(entry, stored, titles[-1], older)

    @classmethod
    def _of_same_event(cls, club: Club, table: EndTable, entry: EndTableEntry) -> IncomingEvent:
        """Return an event whose file came in before; it stays under the title and day that are stored."""
        entry = entry._replace(title=table.title, date=table.date)
        _rows, current, named = _stored_in(club, table, entry)
        plan = planned(club, [entry if named is None else named])[0]
        if plan.why_older:
            return cls(entry, [], table.title, plan.why_older)
        if named is not None and (not current or not plan.changes):
            return cls(named, [], table.title)
        why = _why_same(table, entry)
        candidate = _candidate(table, current, None if named is None else plan, why)
        return cls(entry, [candidate], table.title, is_same_event=True)

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
        same = _("The same event, corrected: the file replaces “%(title)s”")
        other = _("A different event: it is stored as well, as “%(title)s”")
        tables = [candidate.table for candidate in self.stored if candidate.plan is not None]
        return [
            *((str(table.pk), same % {"title": table.title}) for table in tables),
            *([] if self.is_same_event else [(BESIDE, other % {"title": self.free_title})]),
            (OUT, _("Leave this file out")),
        ]

    @property
    def chosen(self) -> EndTableEntry | None:
        """Return what is to be stored, by the answer; None: nothing."""
        if not self.is_asked:
            return self.entry
        if self.answer == BESIDE and not self.is_same_event:
            return self.entry._replace(title=self.free_title)
        plan = {str(candidate.table.pk): candidate.plan for candidate in self.stored}.get(self.answer)
        return None if plan is None else plan.entry


def _stored_in(
    club: Club, table: EndTable, entry: EndTableEntry
) -> tuple[list[EndTableResult], list[EndTableResult], EndTableEntry | None]:
    """Return all rows of an end table, those that stand, and the entry with the names that are kept there."""
    rows = with_members_now(table.results.select_related("member", "since", "until"), [club])
    current = [row for row in rows if row.until is None]
    named = entry._replace(title=table.title, date=table.date)
    return rows, current, _with_kept_names(club, named, current or _removed(rows))


def _candidate(
    table: EndTable, current: Sequence[EndTableResult], plan: PlannedTable | None, why: str
) -> StoredCandidate:
    return StoredCandidate(table, table.versions.latest("number"), len(current), plan, why)


def _why_another(table: EndTable, entry: EndTableEntry) -> str:
    """Return that the file whose event is stored had another id; empty where one of them has none."""
    if not (table.event_id and entry.event_id):
        return ""
    return _(
        "Its file had a different id from this one: it was written for another event, or by another program."
    )


def _why_same(table: EndTable, entry: EndTableEntry) -> str:
    """Return that a file is of the event that is stored, and which of both is newer."""
    revisions = {"stored": table.event_revision, "found": entry.event_revision}
    if None in revisions.values():
        return _("By its id, the file is for this event.")
    if table.event_revision == entry.event_revision:
        words = _(
            "By its id, the file is for this event, and is revision %(found)d, like the one already "
            "received; but it differs."
        )
    else:
        words = _(
            "By its id, the file is for this event. It is revision %(found)d; the one stored is %(stored)d."
        )
    return words % revisions


def _of_same_people(club: Club, tables: Sequence[EndTable], entry: EndTableEntry) -> list[StoredCandidate]:
    """Return end tables of the day with other titles in which most people of the file stand."""
    people = planned(club, [entry])[0].after.keys()
    candidates = []
    for table in tables:
        _rows, current, named = _stored_in(club, table, entry)
        if 2 * sum(person_of(row) in people for row in current) > len(people):
            plan = None if named is None else planned(club, [named])[0]
            why = _("It has a different title. It is on the same day, and most people in the file are in it.")
            candidates.append(_candidate(table, current, plan, why))
    return candidates


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
    old_rows = {person_of(row): row for row in stored}
    new_rows, numbers = planned(club, [entry])[0].after, set(club.erased)
    removed = [row for person, row in old_rows.items() if person not in new_rows]
    removed = [row for row in removed if row.name in numbers or row.name.startswith(DASH)]
    fresh = [row for person, row in new_rows.items() if row.guest and person not in old_rows]
    called: dict[str, str] = {}
    for result in {result_of(row)[:2] for row in removed}:
        rows, lines = ([row for row in each if result_of(row)[:2] == result] for each in (removed, fresh))
        if len(rows) == len(lines):
            called |= {line.guest: row.name for row, line in zip(rows, lines, strict=True)}
    left = [row.name for row in removed if row.name not in called.values()]
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
                "This file is older than what is stored: it is version %(number)d of "
                "“%(title)s”, corrected on %(time)s. Nothing is replaced. If you want it back, "
                "save that version again on its page."
            )
            values = {"number": number, "title": plan.entry.title, "time": moment_in_words(replaced_at)}
            return words % values
    return ""


def _results(rows: Mapping[SeriesPerson, EndTableResult]) -> dict[SeriesPerson, tuple[int | None, str, str]]:
    return {person: result_of(row) for person, row in rows.items()}
