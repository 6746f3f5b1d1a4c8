"""What a results file would replace, which must be confirmed to be the same event first.

A file may say which event it is and how new, by an id and a revision. Where it does not, what is stored under
its title and day has to tell: who stands in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.clubs.privacy.name_locations import DASH
from scoring.models import Club, Deed
from scoring.names import folded, tidy
from tournaments.models import Line, PeopleList
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.series.lines import ListEntry, line_in
from tournaments.series.lists import made_lines, remove_list, why_older
from tournaments.series.points import People, SeriesPerson, people_of

BESIDE, OUT = "beside", "out"  # answers; another one is the number of the list that is replaced


class StoredCandidate(NamedTuple):
    """A stored list that a file may be about, and how the file would change it."""

    list: PeopleList
    people: int
    in_file: int  # of these
    entry: ListEntry | None  # None: the file does not show whose names were taken out
    why: str = ""  # it may be the same event, or may not, where the title and the day do not say it all


@dataclass
class IncomingEvent:
    """An event of a file, the stored events it may be, and the chosen one."""

    entry: ListEntry
    stored: list[StoredCandidate]
    free_title: str  # under which it can be stored beside these
    why_older: str = ""
    answer: str = ""

    is_same_event: bool = False  # by its id

    @classmethod
    def of(cls, club: Club, entry: ListEntry) -> IncomingEvent:
        """Return the stored events for one in a file: by id, else by title and day, else by people."""
        people = people_of(club)
        if entry.event_id and (same := club.lists.filter(event_id=entry.event_id).first()) is not None:
            return cls._of_same_event(club, same, entry, people)
        of_day = list(club.lists.filter(date=entry.date).order_by("pk"))
        lists = {folded(each.title): each for each in of_day}
        titles = [entry.title, *_numbered(entry.title)]
        stored: list[StoredCandidate] = []
        for title in titles:
            if (existing := lists.get(folded(title))) is None:
                if entry.event_id and not stored:
                    stored = _of_same_people(club, of_day, entry, people)
                return cls(_with_names_of_removed(club, entry, people), stored, title)
            candidate = _candidate(club, existing, entry, people, _why_another(existing, entry))
            if candidate.entry is not None and not _differs(existing, candidate.entry, people):
                return cls(candidate.entry, [], title)
            stored.append(candidate)
        return cls(entry, stored, titles[-1])

    @classmethod
    def _of_same_event(
        cls, club: Club, stored: PeopleList, entry: ListEntry, people: People
    ) -> IncomingEvent:
        """Return a new file of a stored event, which keeps its title and day."""
        candidate = _candidate(club, stored, entry, people, _why_same(stored, entry))
        entry = entry._replace(title=stored.title, date=stored.date)
        if older := why_older(entry, stored):
            return cls(entry, [], stored.title, older)
        if candidate.entry is not None and not _differs(stored, candidate.entry, people):
            return cls(candidate.entry, [], stored.title)
        return cls(entry, [candidate], stored.title, is_same_event=True)

    @property
    def field(self) -> str:
        """Return the name of the field that asks what the file is."""
        return f"stored {self.entry.date} {folded(self.entry.title)}"

    @property
    def is_asked(self) -> bool:
        return bool(self.stored)

    @property
    def is_open(self) -> bool:
        """Return whether the reader must still say which stored event this is."""
        return self.is_asked and self.chosen is None and self.answer != OUT

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the answers that are offered, in words."""
        same = _("The same event, corrected: the file replaces “%(title)s”")
        other = _("A different event: it is stored as well, as “%(title)s”")
        lists = [candidate.list for candidate in self.stored if candidate.entry is not None]
        return [
            *((str(each.pk), same % {"title": each.title}) for each in lists),
            *([] if self.is_same_event else [(BESIDE, other % {"title": self.free_title})]),
            (OUT, _("Leave this file out")),
        ]

    @property
    def chosen(self) -> ListEntry | None:
        """Return the entry to be stored, by the answer; None: none."""
        if not self.is_asked:
            return self.entry
        if self.answer == BESIDE and not self.is_same_event:
            return self.entry._replace(title=self.free_title)
        return {str(candidate.list.pk): candidate.entry for candidate in self.stored}.get(self.answer)


def _lines_of(stored: PeopleList) -> list[Line]:
    return list(stored.lines.in_order())


def _results(lines: Mapping[SeriesPerson, Line]) -> dict[SeriesPerson, tuple[int | None, str, str]]:
    return {who: (line.place, line.kept_points, line.outcome) for who, line in lines.items()}


def _differs(stored: PeopleList, entry: ListEntry, people: People) -> bool:
    """Return whether an entry says anything else than what is stored."""
    earlier = _lines_of(stored)
    now = people.by_person(made_lines(entry, people, earlier))
    return _results(people.by_person(earlier)) != _results(now)


def _candidate(club: Club, stored: PeopleList, entry: ListEntry, people: People, why: str) -> StoredCandidate:
    """Return a stored list with the file's contents under its title and with its kept names."""
    earlier = _lines_of(stored)
    named = entry._replace(title=stored.title, date=stored.date)
    with_numbers = _with_kept_names(named, earlier, people, set(club.erased))
    old_rows = people.by_person(earlier)
    new_rows = people.by_person(made_lines(with_numbers or named, people, earlier))
    return StoredCandidate(stored, len(old_rows), len(old_rows.keys() & new_rows.keys()), with_numbers, why)


def _why_another(stored: PeopleList, entry: ListEntry) -> str:
    """Return a sentence if the stored event's file had another id; empty where one has none."""
    if not (stored.event_id and entry.event_id):
        return ""
    return _(
        "Its file had a different id from this one: it was written for another event, or by another program."
    )


def _why_same(stored: PeopleList, entry: ListEntry) -> str:
    """Return a sentence that the file is of the stored event, and which of both is newer."""
    revisions = {"stored": stored.event_revision, "found": entry.event_revision}
    if None in revisions.values():
        return _("By its id, the file is for this event.")
    if stored.event_revision == entry.event_revision:
        words = _(
            "By its id, the file is for this event, and is revision %(found)d, like the one already "
            "received; but it differs."
        )
    else:
        words = _(
            "By its id, the file is for this event. It is revision %(found)d; the one stored is %(stored)d."
        )
    return words % revisions


def _of_same_people(
    club: Club, lists: Sequence[PeopleList], entry: ListEntry, people: People
) -> list[StoredCandidate]:
    """Return lists of the day with other titles but most of the file's people."""
    in_file = people.by_person(made_lines(entry, people)).keys()
    why = _("It has a different title. It is on the same day, and most people in the file are in it.")
    return [
        _candidate(club, stored, entry, people, why)
        for stored in lists
        if 2 * len(in_file & people.by_person(_lines_of(stored)).keys()) > len(in_file)
    ]


def _numbered(title: str) -> list[str]:
    """Return the title with (2), (3) …, for further events of a day."""
    return [f"{title[: LONGEST_TITLE - 5]} ({number})" for number in range(2, 100)]


def _with_names_of_removed(club: Club, entry: ListEntry, people: People) -> ListEntry:
    """Return the entry with numbers for removed names, where a list of its title was deleted."""
    removed = Deed.objects.filter(club=club, verb=remove_list.__name__, details__title=entry.title)
    newest = removed.order_by("at").last()
    lines = tuple(filter(None, map(line_in, [] if newest is None else newest.details["text"])))
    earlier = made_lines(entry._replace(lines=lines), people)
    return _with_kept_names(entry, earlier, people, set(club.erased)) or entry


def _with_kept_names(
    entry: ListEntry, stored: Sequence[Line], people: People, numbers: Collection[str]
) -> ListEntry | None:
    """Return the lines of a file with numbers for removed names; None where that is ambiguous.

    Whoever was anonymised stands in the file by name. It is the line with the same result, of somebody who
    stands nowhere else; where only one is left on both sides, the result may have been corrected.
    """
    old_rows = people.by_person(stored)
    new_rows = people.by_person(made_lines(entry, people, stored))
    removed = {
        people.names[person]: row
        for person, row in old_rows.items()
        if person not in new_rows and (people.names[person] in numbers or row.name.startswith(DASH))
    }
    fresh = [row for person, row in new_rows.items() if row.member_id is None and person not in old_rows]
    called: dict[str, str] = {}
    for result in {(row.place, row.kept_points) for row in removed.values()}:
        names = [name for name, row in removed.items() if (row.place, row.kept_points) == result]
        lines = [row for row in fresh if (row.place, row.kept_points) == result]
        if len(names) == len(lines):
            called |= {line.name: name for name, line in zip(names, lines, strict=True)}
    left = [name for name in removed if name not in called.values()]
    others = [row.name for row in fresh if row.name not in called]
    if left and others:
        if len(left) > 1 or len(others) > 1:
            return None
        called[others[0]] = left[0]
    named = [line._replace(name=called.get(tidy(line.name), line.name)) for line in entry.lines]
    return entry._replace(lines=tuple(named))
