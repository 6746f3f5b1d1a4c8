"""Atom (RFC 4287): what is new, newest first, as feed readers take it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.feedgenerator import Atom1Feed, rfc3339_date
from django.utils.xmlutils import SimplerXMLGenerator

from scoring.export.texts import CONTROL


class AtomFeed(Atom1Feed):
    """Django's feed; the words of an entry are its content, because not every entry has a page to lead to.

    >>> began = datetime(2026, 5, 3, tzinfo=UTC)
    >>> feed = AtomFeed("A & B", "https://x/", None, feed_guid="urn:x", since=began)
    >>> print(feed.writeString("utf-8").partition("</title>")[2])
    <link href="https://x/" rel="alternate"/><id>urn:x</id><updated>2026-05-03T00:00:00Z</updated></feed>
    """

    def latest_post_date(self) -> datetime:
        """Return when its last entry was changed; `since` where there is none yet."""
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
