"""Atom (RFC 4287): what is new, newest first, as feed readers take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from scoring.figures.texts import CONTROL

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
NAMESPACE = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Something that has happened; `html` is already safe where names stand in it."""

    id: str
    updated: datetime
    title: str
    html: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """All of it; `updated` counts where there is no entry yet."""

    id: str
    updated: datetime
    title: str
    author: str
    language: str
    address: str  # of the feed itself
    page: str  # for people
    entries: Sequence[FeedEntry]

    def as_xml(self) -> bytes:
        """
        >>> moment = datetime(2026, 5, 3, 21, 30, tzinfo=UTC)
        >>> feed = Feed("urn:x", moment, "A & B", "<C>", "de", "https://x/f", "https://x/", ())
        >>> print(feed.as_xml().decode().partition("</updated>")[2])
        <author><name>&lt;C&gt;</name></author></feed>
        """
        root = ET.Element("feed", {"xmlns": NAMESPACE, "xml:lang": self.language})
        _said(root, "id", self.id)
        _said(root, "title", self.title)
        ET.SubElement(root, "link", rel="self", type="application/atom+xml", href=self.address)
        ET.SubElement(root, "link", rel="alternate", type="text/html", href=self.page)
        _said(root, "updated", _moment(max((one.updated for one in self.entries), default=self.updated)))
        _said(ET.SubElement(root, "author"), "name", self.author)
        for one in self.entries:
            entry = ET.SubElement(root, "entry")
            _said(entry, "id", one.id)
            _said(entry, "title", one.title)
            _said(entry, "updated", _moment(one.updated))
            if one.address:
                ET.SubElement(entry, "link", rel="alternate", type="text/html", href=one.address)
            _said(entry, "content", one.html).set("type", "html")
        xml: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
        return xml


def _said(parent: ET.Element, name: str, text: str) -> ET.Element:
    """What no XML may hold is left out."""
    found = ET.SubElement(parent, name)
    found.text = CONTROL.sub("", text)
    return found


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
