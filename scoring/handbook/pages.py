"""The handbook's text, by sections: what a page shows and what is found in it."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.handbook.chapters import HandbookChapter, chapters

AROUND = 90  # letters before and after what was found


class Section(NamedTuple):
    """A section of a chapter: its anchor, its heading, and all its words."""

    anchor: str
    heading: str
    text: str


class SearchHit(NamedTuple):
    """A section in which everything stands that was looked for."""

    chapter: HandbookChapter
    section: Section
    before: str
    hit: str
    after: str


class SectionReader(HTMLParser):
    """Takes the text of a chapter apart at its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.headings: list[list[str]] = []
        self.texts: list[list[str]] = []
        self.in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h2":
            self.anchors.append(dict(attrs).get("id") or "")
            self.headings.append([])
            self.texts.append([])
            self.in_heading = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "h2":
            self.in_heading = False

    def handle_data(self, data: str) -> None:
        if self.texts:
            (self.headings if self.in_heading else self.texts)[-1].append(data)

    def sections(self) -> tuple[Section, ...]:
        """Return what was read."""
        read = zip(self.anchors, self.headings, self.texts, strict=True)
        return tuple(Section(anchor, _words(heading), _words(text)) for anchor, heading, text in read)


def _words(parts: list[str]) -> str:
    return " ".join("".join(parts).split())


@cache
def text_of(chapter: HandbookChapter, language: str) -> SafeString:
    """Return the text of a chapter."""
    return render_to_string(
        [
            f"{chapter.app}/handbook/{folder}/{chapter.slug}.html" for folder in (language, "en")
        ]  # the first there is
    )


def under_title(text: SafeString) -> SafeString:
    """Return the text of a chapter with headings one lower: its own title stands above them."""
    return SafeString(text.replace("<h2", "<h3").replace("</h2", "</h3"))


@cache
def sections_of(chapter: HandbookChapter, language: str) -> tuple[Section, ...]:
    """Return the sections of a chapter in order."""
    reader = SectionReader()
    reader.feed(text_of(chapter, language))
    return reader.sections()


def search(words: str, language: str) -> list[SearchHit]:
    """Return the sections that have all of the words, those with one in the heading first."""
    asked = words.casefold().split()
    if not asked:
        return []
    found = [
        _found(chapter, section, asked)
        for chapter in chapters()
        for section in sections_of(chapter, language)
        if all(word in f"{section.heading} {section.text}".casefold() for word in asked)
    ]
    return sorted(found, key=lambda hit: not any(word in hit.section.heading.casefold() for word in asked))


def _found(chapter: HandbookChapter, section: Section, asked: list[str]) -> SearchHit:
    text, small = section.text, section.text.lower()
    hits = [(at, len(word)) for word in asked if (at := small.find(word)) >= 0]
    at, length = min(hits, default=(0, 0))
    begin, end = max(0, at - AROUND), at + length + AROUND
    if begin:
        begin = text.find(" ", begin) + 1 if " " in text[begin:at] else begin
    before = ("… " if begin else "") + text[begin:at]
    after = text[at + length : end].rpartition(" ")[0] + " …" if end < len(text) else text[at + length :]
    return SearchHit(chapter, section, before, text[at : at + length], after)
