"""A club's calendar and results as feeds, without money; other capabilities add their own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid5

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import capabilities
from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.evenings.pages.evening import people_of
from scoring.export.feeds import AtomFeed, Event, calendar_of, readable
from scoring.models import Club, Evening, Participant, Sharing, Sheet
from scoring.models.evenings import names_among

MOST_ENTRIES = 30


class EveningPeople(NamedTuple):
    """Everybody at an evening by id; and the names of the club's members."""

    names: Mapping[str, str]
    members: frozenset[str]


@dataclass(frozen=True, slots=True)
class FeedResult:
    """A result that can be described once the people of all results have been looked up."""

    key: str  # among everything of the club
    evening: int  # whose people they are
    date: date
    at: datetime
    title: str
    describe: Callable[[EveningPeople], SafeString]
    address: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where days and results come from."""

    events: Callable[[Club], Iterable[Event]]
    results: Callable[[Club, int], Iterable[FeedResult]]  # the newest, at most so many


def name_of(club: Club, what: str) -> str:
    """Return the name of a feed, marked for an invented club."""
    return f"{_('Demonstration')}: {club.name}, {what}" if club.demonstration else f"{club.name}, {what}"


def _marked(club: Club, title: str) -> str:
    return f"{_('Demonstration')}: {title}" if club.demonstration else title


def _id(sharing: Sharing, key: str) -> UUID:
    """Return the id of a feed, the same as long as the club exists, even with another link."""
    return uuid5(sharing.club.feed_key, key)


# The calendar


def calendar_behind(sharing: Sharing, whole: Callable[[str], str]) -> bytes:
    """Return the calendar with `whole` addresses; two queries, and those of other applications."""
    club = sharing.club
    days = [event for source in _sources() for event in source.events(club)]
    days.sort(key=lambda event: (f"{event.since:%Y%m%d}", event.uid))
    events = (
        event._replace(
            uid=str(_id(sharing, event.uid)),
            title=_marked(club, event.title),
            address=whole(event.address) if event.address else "",
        )
        for event in days
    )
    return calendar_of(name_of(club, _("Calendar")), events)


class LastChange(NamedTuple):
    """When an event of a calendar last changed, and how often."""

    at: datetime
    times: int


def _evenings(club: Club) -> Iterator[Event]:
    evenings = Evening.objects.of(club).order_by("date", "pk")
    title = _("Tarock evening")
    for evening in evenings:
        day, change = evening.date, LastChange(evening.changed_at or evening.opened_at, evening.changes)
        yield Event(f"evening {evening.pk}", *change, day, day + timedelta(days=1), title, evening.venue)


# Results


def results_behind(sharing: Sharing, whole: Callable[[str], str], language: str) -> bytes:
    """Return the feed of results; two queries, and those of other applications."""
    club, where = sharing.club, [sharing.code]
    entries = [result for source in _sources() for result in source.results(club, MOST_ENTRIES)]
    newest = sorted(entries, key=lambda entry: (entry.date, entry.at), reverse=True)[:MOST_ENTRIES]
    people = _people({feed_result.evening for feed_result in newest})
    feed = AtomFeed(
        readable(name_of(club, _("Results"))),
        whole(reverse("scoring:shared", args=where)),
        None,
        feed_url=whole(reverse("scoring:shared_results", args=where)),
        feed_guid=_id(sharing, "results").urn,
        language=language,
        author_name=readable(club.name),
        since=sharing.made_at,
    )
    for result in newest:
        feed.add_item(
            _marked(club, result.title),
            whole(result.address) if result.address else "",
            result.describe(people[result.evening]),
            unique_id=_id(sharing, result.key).urn,
            updateddate=result.at,
        )
    written: str = feed.writeString("utf-8")
    return written.encode()


def _people(evenings: set[int]) -> dict[int, EveningPeople]:
    """Return the people of all of these evenings, by one query."""
    by_evening: dict[int, list[tuple[int, str | None, str]]] = {evening: [] for evening in evenings}
    rows = Participant.objects.filter(evening__in=evenings).order_by("pk")
    for evening, pk, member, guest in rows.values_list("evening_id", "pk", "member__name", "guest"):
        by_evening[evening].append((pk, member, guest))
    return {
        evening: EveningPeople(
            names_among(seated), frozenset(member for _pk, member, _guest in seated if member is not None)
        )
        for evening, seated in by_evening.items()
    }


def listed(lines: Iterable[str]) -> SafeString:
    """Return the lines as a list, whatever stands in them."""
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((line,) for line in lines)))


def _closed_evenings(club: Club, most: int) -> Iterator[FeedResult]:
    """Yield the evenings at which something was played, by one query."""
    closed = Evening.objects.of(club).filter(closed_at__isnull=False).order_by("-date", "-pk")
    sheets = Sheet.objects.scored().filter(evening__in=closed.values("pk")[:most]).select_related("evening")
    by_evening: dict[int, list[Sheet]] = {}
    for sheet in sheets.order_by("pk"):
        by_evening.setdefault(sheet.evening_id, []).append(sheet)
    for tables in by_evening.values():
        if any(sheet.state.hands for sheet in tables):
            yield _of_evening(tables[0].evening, tables)


def _of_evening(evening: Evening, tables: list[Sheet]) -> FeedResult:
    assert evening.closed_at is not None

    def content(people: EveningPeople) -> SafeString:
        hands = sum(sheet.state.hands for sheet in tables)
        counts = (
            evening.venue,
            ngettext("%(number)s table", "%(number)s tables", len(tables)) % {"number": len(tables)},
            ngettext("%(number)s hand", "%(number)s hands", hands) % {"number": hands},
        )
        members = (
            evening_total
            for evening_total in people_of(evening, tables, people.names)
            if evening_total.name in people.members
        )
        return format_html(
            "<p>{}</p>{}",
            " · ".join(filter(None, counts)),
            listed(f"{evening_total.name}: {noted(evening_total.total)}" for evening_total in members),
        )

    title = _("Evening of %(date)s") % {"date": day_in_words(evening.date)}
    return FeedResult(f"evening {evening.pk}", evening.pk, evening.date, evening.closed_at, title, content)


EVENINGS = Source(_evenings, _closed_evenings)


def _sources() -> list[Source]:
    return [source for capability in capabilities() for source in capability.feeds]
