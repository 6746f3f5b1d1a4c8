"""End tables of a club: events of which only place, name and points are known, with all their versions."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Max, QuerySet, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name, problems_with_person, remember_other_names
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.models import Account, Club, Member, OtherName
from scoring.names import folded, tidy
from tournaments.engine.event_outcomes import OutcomesOfEvent, outcome_from_text
from tournaments.engine.ladders import LADDERS, EventOutcome, LooksAt, SharedPlace, shared_places
from tournaments.engine.series import SeriesTerms
from tournaments.models import EndTable, EndTableResult, EndTableVersion, Series, SeriesEvent
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.preconditions import of_directed_club
from tournaments.series.lines import END_TABLES, PersonLine
from tournaments.series.outcomes import SeriesPerson

ROWS_PER_STATEMENT = 500
MOST_PROBLEMS = 5  # that are said at a time


def key_of_name(name: str) -> SeriesPerson:
    """Return who a name is that is no member's: the same in all end tables.

    >>> key_of_name("Otti  Wexler") == key_of_name("otti wexler"), key_of_name("Otti")[0]
    (True, 'n')
    """
    return f"n{int(sha256(folded(tidy(name)).encode()).hexdigest()[:12], 16)}"


def rows_by_table(results: QuerySet[EndTableResult]) -> dict[int, list[EndTableResult]]:
    """Return lines of a club's end tables by table; two queries."""
    rows_of: dict[int, list[EndTableResult]] = {}
    for row in with_members_now(results.order_by("table", "pk"), results.values("table__club")):
        rows_of.setdefault(row.table_id, []).append(row)
    return rows_of


def with_members_now(results: Iterable[EndTableResult], clubs: Any) -> list[EndTableResult]:
    """Return lines of a club, each with the member who a guest of then is by now; none of it is stored."""
    rows = list(results)
    guests = [row for row in rows if row.member_id is None]
    members = members_by_name(clubs) if guests else {}
    for row in guests:
        row.member_id = members.get(folded(row.guest))
    return rows


def members_by_name(clubs: Any) -> dict[str, int]:
    """Return the members of a club by their names, and by what else they are called; one query."""
    members = Member.objects.filter(club__in=clubs).order_by()
    others = OtherName.objects.filter(club__in=clubs, member__isnull=False).order_by()
    known = members.annotate(wins=Value(1)).values_list("wins", "key", "pk")
    called = others.annotate(wins=Value(0)).values_list("wins", "key", "member")
    return {key: member for _wins, key, member in sorted(called.union(known, all=True))}


def person_of(row: EndTableResult) -> SeriesPerson:
    """Return who a line is about."""
    return key_of_name(row.guest) if row.member_id is None else f"m{row.member_id}"


def result_of(row: EndTableResult) -> tuple[int | None, str, str]:
    """Return the result that a line of an end table states."""
    return row.place, row.kept_points, row.outcome


def guests_in(rows: Iterable[EndTableResult]) -> dict[SeriesPerson, str]:
    """Return the names of those who are no members."""
    return {person_of(row): row.guest for row in rows if row.member_id is None}


def outcomes_of_rows(rows: Collection[EndTableResult], terms: SeriesTerms) -> OutcomesOfEvent:
    """Return each person's outcome; people without points are left out where the ladder looks at points."""
    places, looks_at = _places(rows), LADDERS[terms.ladder].looks_at
    return {
        person_of(row): outcome_from_text(row.outcome, in_section=terms.in_sections)
        if row.outcome
        else EventOutcome(place=places.get(person_of(row)), of=len(places), schrift=row.points or 0)
        for row in rows
        if row.kept_points or looks_at in (LooksAt.PLACE, LooksAt.TABLES)
    }


def _places(rows: Iterable[EndTableResult]) -> dict[SeriesPerson, SharedPlace]:
    """Return the places as they stand; where none stands anywhere, by the points."""
    places = {person_of(row): row.place for row in rows if row.place is not None}
    if not places:
        return shared_places({person_of(row): row.points or 0 for row in rows})
    shared = Counter(places.values())
    return {person: SharedPlace(place, place, shared[place]) for person, place in places.items()}


# What is written


class EndTableEntry(NamedTuple):
    """An event as it was typed: its lines go to those that stand there, or take the place of all of them."""

    title: str
    date: datetime.date
    lines: tuple[PersonLine, ...]
    replaces: bool = False
    event_id: str = ""  # as its file says
    event_revision: int | None = None


def entries_of(lines: Iterable[PersonLine], replaced: Collection[str] = ()) -> list[EndTableEntry]:
    """Return lines by their events; `replaced` are the keys of those events all of whose lines give way."""
    events: dict[str, list[PersonLine]] = {}
    for line in lines:
        events.setdefault(key_of_event(line.event, line.date), []).append(line)
    return [
        EndTableEntry(tidy(some[0].event), some[0].date, tuple(some), key in replaced)
        for key, some in events.items()
    ]


def key_of_event(title: str, date: datetime.date) -> str:
    """Return what an event is called in a form, however its title is spelt.

    >>> key_of_event("Cup ", datetime.date(2019, 10, 4))
    '2019-10-04 cup'
    """
    return f"{date:%Y-%m-%d} {folded(tidy(title))}"


@dataclass(frozen=True)
class PlannedTable:
    """What an entry makes of an end table: who stands in it before and after."""

    entry: EndTableEntry
    table: EndTable | None  # None: it is new
    number: int  # of the newest version
    before: Mapping[SeriesPerson, EndTableResult]
    after: Mapping[SeriesPerson, EndTableResult]

    @cached_property
    def added(self) -> list[EndTableResult]:
        return [row for person, row in self.after.items() if person not in self.before]

    @cached_property
    def removed(self) -> list[EndTableResult]:
        return [row for person, row in self.before.items() if person not in self.after]

    @cached_property
    def changed(self) -> list[tuple[EndTableResult, EndTableResult]]:
        both = [(self.before[person], row) for person, row in self.after.items() if person in self.before]
        return [(old, row) for old, row in both if result_of(old) != result_of(row)]

    @property
    def changes(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    @property
    def key(self) -> str:
        return key_of_event(self.entry.title, self.entry.date)

    @property
    def is_same_event(self) -> bool:
        """Return whether a file says that it is of the event whose file came in before."""
        return bool(
            self.table is not None and self.entry.event_id and self.table.event_id == self.entry.event_id
        )

    @property
    def why_older(self) -> str:
        """Return the sentence for a file of a lower revision than what came in last; empty for others."""
        if self.table is None or not self.is_same_event:
            return ""
        newest, revision = self.table.event_revision, self.entry.event_revision
        if newest is None or revision is None or revision >= newest:
            return ""
        words = _(
            "This file is older than what is stored: it is revision %(found)d of “%(title)s”, and "
            "revision %(stored)d has already been received. Nothing is replaced."
        )
        return words % {"found": revision, "stored": newest, "title": self.table.title}


OtherNames = Mapping[str, int | None]  # names from elsewhere, and the members they are; None: nobody


def planned(
    club: Club, entries: Sequence[EndTableEntry], others: OtherNames | None = None
) -> list[PlannedTable]:
    """Return what entries make of the end tables of a club; members are known by their names.

    Or by names from elsewhere: those of which it was said before who that is, or now, in `others`.
    """
    existing = EndTable.objects.filter(club=club, date__in={entry.date for entry in entries})
    tables = {
        key_of_event(table.title, table.date): table
        for table in existing.annotate(number=Max("versions__number"))
    }
    rows = rows_by_table(EndTableResult.objects.current().filter(table__in=existing))
    known = members_by_name([club])
    known |= {folded(name): member for name, member in (others or {}).items() if member is not None}
    return [
        _planned(entry, tables.get(key_of_event(entry.title, entry.date)), rows, known) for entry in entries
    ]


def _planned(
    entry: EndTableEntry,
    table: EndTable | None,
    rows: Mapping[int, list[EndTableResult]],
    known: Mapping[str, int],
) -> PlannedTable:
    old_rows = {person_of(row): row for row in rows.get(table.pk, ())} if table else {}
    new_rows = {} if entry.replaces else dict(old_rows)
    for line in entry.lines:
        member = known.get(folded(line.name))
        row = EndTableResult(
            member_id=member,
            guest="" if member else tidy(line.name),
            place=line.place,
            kept_points="" if line.points is None else str(line.points),
            outcome=line.outcome,
        )
        person = person_of(row)
        if (old := old_rows.get(person)) is not None:
            row.outcome = row.outcome or (old.outcome if result_of(old)[:2] == result_of(row)[:2] else "")
            row = old if result_of(old) == result_of(row) else row
        new_rows[person] = row
    number = getattr(table, "number", None) or 0
    return PlannedTable(entry, table, number, old_rows, new_rows)


def state_of(plans: Iterable[PlannedTable]) -> str:
    """Return which versions these plans go by, and what they do: what was shown is what is saved."""
    rows = (
        f"{plan.key}\t{plan.number}\t{[(person_of(row), result_of(row)) for row in plan.after.values()]}"
        for plan in plans
    )
    text = "\n".join(rows)
    return sha256(text.encode()).hexdigest()[:24]


def problems_with(entries: Iterable[EndTableEntry]) -> list[str]:
    """Return what is wrong with events and names, the first few of it."""
    problems = []
    for entry in entries:
        names: set[str] = set()
        problems += problems_with_name(entry.title, LONGEST_TITLE)
        for line in entry.lines:
            wrong = problems_with_person(line.name)
            problems += [f"{entry.title}, {line.name[:40]}: {message}" for message in wrong]
            if (key := folded(line.name)) in names:
                template = _("%(name)s appears twice in “%(event)s”. Please keep only one line.")
                problems.append(template % {"name": line.name[:40], "event": entry.title[:40]})
            names.add(key)
        if len(problems) >= MOST_PROBLEMS:
            break
    return problems[:MOST_PROBLEMS]


@verb(
    log=ngettext_lazy(
        "wrote down end tables (%(title)s): %(number)d line",
        "wrote down end tables (%(title)s): %(number)d lines",
        "number",
    )
)
def write_end_tables(
    act: PendingDeed[Account],
    *,
    club: Club,
    entries: Sequence[EndTableEntry],
    seen: str = "",
    series: Collection[int] = (),
    others: OtherNames | None = None,
) -> Club:
    """Write down end tables, each as a new version; they count in these series from then on.

    `seen` is the state that was shown before it was saved; refused where another version is there by now.
    """
    club = locked(club)
    demand_director(club, act.actor)
    if problems := problems_with(entries):
        raise Refused(lines=problems)
    remember_other_names(club, others or {})
    plans = planned(club, entries)
    if older := [plan.why_older for plan in plans if plan.why_older]:
        raise Refused(lines=older[:MOST_PROBLEMS])
    chosen_series = list(Series.objects.filter(club=club, pk__in=series))
    if (seen and seen != state_of(plans)) or len(chosen_series) < len(set(series)):
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    by = Member.objects.filter(club=club, account=act.actor).first()
    tables = [_write(plan, club, by) for plan in plans]
    for one_series in chosen_series:
        counting = set(one_series.events.values_list("end_table_id", flat=True))
        SeriesEvent.objects.bulk_create(
            SeriesEvent(series=one_series, end_table=table) for table in tables if table.pk not in counting
        )
    lines = sum(len(plan.entry.lines) for plan in plans)
    titles = ", ".join(plan.entry.title for plan in plans[:3]) + (" …" if len(plans) > 3 else "")
    act.record(club, title=titles, number=lines, events=len(plans))
    return club


def _write(plan: PlannedTable, club: Club, by: Member | None) -> EndTable:
    """Store a new version of an end table; none where nothing changes."""
    entry = plan.entry
    table = plan.table or EndTable.objects.create(club=club, title=entry.title, date=entry.date)
    if plan.changes:
        version = EndTableVersion.objects.create(table=table, number=plan.number + 1, by=by, at=clock.now())
        _end([*plan.removed, *(old for old, _new in plan.changed)], version)
        rows = [*plan.added, *(new for _old, new in plan.changed)]
        for row in rows:
            row.table, row.since = table, version
        EndTableResult.objects.bulk_create(rows, batch_size=ROWS_PER_STATEMENT)
    if entry.event_id and (plan.changes or table.event_id in ("", entry.event_id)):
        store(table, event_id=entry.event_id, event_revision=entry.event_revision)
    return table


def _end(rows: Sequence[EndTableResult], version: EndTableVersion) -> None:
    for first in range(0, len(rows), ROWS_PER_STATEMENT):
        some = [row.pk for row in rows[first : first + ROWS_PER_STATEMENT]]
        EndTableResult.objects.filter(pk__in=some).update(until=version)


@verb(log=gettext_lazy("called an end table “%(title)s”, %(date)s"))
def rename_end_table(
    act: PendingDeed[Account], *, table: EndTable, title: str, date: datetime.date
) -> EndTable:
    """Change the title and the day of an end table; who stands in it stays."""
    table = of_directed_club(table, act.actor)
    act.demand_nothing_newer()
    title = tidy(title)
    problems = problems_with_name(title, LONGEST_TITLE)
    others = EndTable.objects.filter(club=table.club, date=date).exclude(pk=table.pk)
    if folded(title) in {folded(other) for other in others.values_list("title", flat=True)}:
        problems.append(_("Another end table of this day has this title. Please choose another one."))
    if problems:
        raise Refused(title=problems)
    store(table, title=title, date=date)
    act.record(table.club, table=table.pk, title=title, date=str(date))
    return table


@verb(log=gettext_lazy("took the end table “%(title)s” out"))
def remove_end_table(act: PendingDeed[Account], *, table: EndTable) -> EndTable:
    """Take an end table out of every series, and everybody out of it; its versions stay."""
    table = of_directed_club(table, act.actor)
    rows = rows_by_table(EndTableResult.objects.current().filter(table=table)).get(table.pk, [])
    if rows:
        last = table.versions.aggregate(last=Max("number"))["last"] or 0
        by = Member.objects.filter(club=table.club, account=act.actor).first()
        version = EndTableVersion.objects.create(table=table, number=last + 1, by=by, at=clock.now())
        _end(rows, version)
    SeriesEvent.objects.filter(end_table=table).delete()
    act.record(table.club, table=table.pk, title=table.title)
    return table


def lines_to_edit(results: QuerySet[EndTableResult]) -> str:
    """Return lines of an end table as they may be typed."""
    rows = results.select_related("member", "table").order_by("place", "pk")
    return END_TABLES.text_of(
        PersonLine(row.name, row.points, place=row.place, event=row.table.title, date=row.table.date)
        for row in rows
    )


def first_counted(series: Iterable[Series]) -> dict[int, list[EndTableResult]]:
    """Return, by table, the lines before its first correction, of corrected tables in these series."""
    corrected = EndTableResult.objects.exclude(until=None).values("table")
    rows = EndTableResult.objects.filter(table__in=corrected, table__in_series__series__in=list(series))
    rows_of = rows_by_table(rows.distinct().select_related("since", "until"))
    first = {
        table: min(row.until.number for row in some if row.until is not None)
        for table, some in rows_of.items()
    }
    return {
        table: [row for row in some if row.since.number < first[table]] for table, some in rows_of.items()
    }


def shown_rows(table: EndTable, number: int | None = None) -> Iterator[EndTableResult]:
    """Yield the lines of an end table by place, then by points; of an earlier version where asked."""
    rows = table.results.select_related("member")
    rows = rows.current() if number is None else rows.in_version(number)
    far = 1 + max((row.place or 0 for row in rows), default=0)
    yield from sorted(rows, key=lambda row: (row.place or far, -Fraction(row.points or 0), row.pk))
