"""Feeds in the formats that programs subscribe to: iCalendar and Atom."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.utils.feedgenerator import Atom1Feed, rfc3339_date
from django.utils.xmlutils import SimplerXMLGenerator

from scoring.export.texts import CONTROL

CONTENT_TYPE = "text/calendar; charset=utf-8"
LONGEST_LINE = 75  # octets
MADE_BY = "-//Tarockclub//Tarockclub//DE"
ASKED_EVERY = "PT6H"  # how often a program may look again

LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
NO_CALENDAR_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Event(NamedTuple):
    """Whole days, or a span of time; `until` is the first day or moment after it, if known."""

    uid: str
    changed: datetime
    revision: int  # counts how often anything here was changed
    since: date
    until: date | None
    title: str
    venue: str = ""
    address: str = ""


def calendar_of(name: str, events: Iterable[Event]) -> bytes:
    """Return the whole file."""
    return "".join(f"{folded(line)}\r\n" for line in _lines(name, events)).encode()


def _lines(name: str, events: Iterable[Event]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{MADE_BY}", "CALSCALE:GREGORIAN")
    yield from (f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}")
    yield from (f"REFRESH-INTERVAL;VALUE=DURATION:{ASKED_EVERY}", f"X-PUBLISHED-TTL:{ASKED_EVERY}")
    for event in events:
        yield from _event(event)
    yield "END:VCALENDAR"


def _event(event: Event) -> Iterator[str]:
    changed = _moment(event.changed)
    yield from ("BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}")
    yield f"SEQUENCE:{event.revision}"
    yield f"DTSTART{_time(event.since)}"
    if event.until is not None:
        yield f"DTEND{_time(event.until)}"
    yield f"SUMMARY:{escaped(event.title)}"
    if event.venue:
        yield f"LOCATION:{escaped(event.venue)}"
    if event.address:
        yield f"URL:{event.address}"
    if not isinstance(event.since, datetime):
        yield "TRANSP:TRANSPARENT"  # a whole day that is free for other things
    yield "END:VEVENT"


def _time(when: date) -> str:
    """Return a day or a moment as a calendar says it.

    >>> _time(date(2026, 5, 3)), _time(datetime(2026, 5, 3, 18, 30, tzinfo=UTC))
    (';VALUE=DATE:20260503', ':20260503T183000Z')
    """
    return f":{_moment(when)}" if isinstance(when, datetime) else f";VALUE=DATE:{when:%Y%m%d}"


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    r"""Return a text as a value of a feed, without characters that it may not contain.

    >>> print(escaped("Beim Wirt, hinten; Eingang\\Hof"))
    Beim Wirt\, hinten\; Eingang\\Hof
    >>> print(escaped(r"Saal\Nord"))
    Saal\\Nord
    >>> print(escaped("oben\r\nBEGIN:VEVENT\x07"))
    oben\nBEGIN:VEVENT
    """
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return NO_CALENDAR_TEXT.sub("", LINE_END.sub("\\\\n", text))


def folded(line: str) -> str:
    r"""Fold a line at 75 octets (RFC 5545); no letter is split.

    >>> [len(part.encode()) for part in folded("SUMMARY:" + "ü" * 71).split("\r\n")]
    [74, 75, 3]
    >>> folded("SUMMARY:Tarock")
    'SUMMARY:Tarock'
    """
    if len(line.encode()) <= LONGEST_LINE:
        return line
    parts, room = [""], LONGEST_LINE
    for letter in line:
        octets = len(letter.encode())
        if octets > room:
            parts.append(" ")
            room = LONGEST_LINE - 1
        parts[-1] += letter
        room -= octets
    return "\r\n".join(parts)


class AtomFeed(Atom1Feed):
    """Django's feed, with an entry's words as its content: not every entry has a page to link to.

    >>> began = datetime(2026, 5, 3, tzinfo=UTC)
    >>> feed = AtomFeed("A & B", "https://x/", None, feed_guid="urn:x", since=began)
    >>> print(feed.writeString("utf-8").partition("</title>")[2])
    <link href="https://x/" rel="alternate"/><id>urn:x</id><updated>2026-05-03T00:00:00Z</updated></feed>
    """

    def latest_post_date(self) -> datetime:
        """Return when the last entry was changed; `since` where there is none yet."""
        return _whole_second(max((item["updateddate"] for item in self.items), default=self.feed["since"]))

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        handler.addQuickElement("id", item["unique_id"])
        handler.addQuickElement("title", readable(item["title"]))
        handler.addQuickElement("updated", rfc3339_date(_whole_second(item["updateddate"])))
        if item["link"]:
            handler.addQuickElement("link", "", {"rel": "alternate", "href": item["link"]})
        handler.addQuickElement("content", readable(item["description"]), {"type": "html"})


def readable(text: str) -> str:
    """Return the text without what no XML may hold."""
    return CONTROL.sub("", text)


def _whole_second(when: datetime) -> datetime:
    return when.astimezone(UTC).replace(microsecond=0, tzinfo=None)
