"""The handbook: what users need to know, as pages of the program."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from operator import attrgetter
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.capability import Capability, capabilities
from scoring.web.language import current_language


@dataclass(frozen=True, eq=False, slots=True)
class HandbookChapter:
    """A chapter, whose text is the template `<app>/handbook/<language>/<slug>.html`."""

    order: int  # among all chapters
    slug: str
    app: str
    title: Promise
    whom: Promise  # it is written for
    explains: Mapping[str, str]  # modules and packages of views, each with the section about their pages
    in_booklet: bool = True  # False: for those who write programs, who read it on a screen


@cache
def chapters() -> tuple[HandbookChapter, ...]:
    """Return the chapters in the order in which they are read."""
    chapters = [chapter for capability in capabilities() for chapter in capability.handbook]
    return tuple(sorted(chapters, key=attrgetter("order")))


def chapter_called(slug: str) -> HandbookChapter | None:
    """Return the chapter with this slug."""
    return next((chapter for chapter in chapters() if chapter.slug == slug), None)


@cache
def explanation_of(module: str) -> str:
    """Return the address of the section about the pages of a module of views; "" if there is none."""
    explained = {name: (chapter, at) for chapter in chapters() for name, at in chapter.explains.items()}
    while module:
        if module in explained:
            chapter, section = explained[module]
            return f"{reverse('scoring:chapter', args=[chapter.slug])}#{section}"
        module = module.rpartition(".")[0]
    return ""


def explained(request: HttpRequest) -> dict[str, str]:
    """Return the address of the section about the page that was asked for."""
    match = request.resolver_match
    return {"explained": explanation_of(match.func.__module__) if match else ""}


AROUND = 90  # letters before and after what was found
HEADING = re.compile(r'<h2\s+id="([^"]*)"(?:\s+data-also="([^"]*)")?\s*>(.*?)</h2>', re.DOTALL)
ENDINGS = re.compile(r"(?<=\w{4})(?:er[ns]?|e[mnrs]?|s|n|ing|ed)$")  # of a word that somebody looks for


class Section(NamedTuple):
    """A section of a chapter: its anchor, its heading, all its words, and other words for its subject."""

    anchor: str
    heading: str
    text: str
    also: str = ""

    @property
    def title_words(self) -> str:
        """Return the words of the heading and the other words for it, to be searched."""
        return f"{self.heading} {self.also}".casefold()


@cache
def text_of(chapter: HandbookChapter, language: str) -> SafeString:
    """Return the text of a chapter."""
    first_there_is = [f"{chapter.app}/handbook/{folder}/{chapter.slug}.html" for folder in (language, "en")]
    return render_to_string(first_there_is)


@cache
def sections_of(chapter: HandbookChapter, language: str) -> tuple[Section, ...]:
    """Return the sections of a chapter in order."""
    _introduction, *parts = HEADING.split(text_of(chapter, language))
    read = zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True)
    return tuple(
        Section(anchor, _words(heading), _words(text), also or "") for anchor, also, heading, text in read
    )


def _words(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def search(words: str, language: str) -> list[dict[str, Any]]:
    """Return the sections that have all of the words, whatever their endings; headings first.

    >>> [ENDINGS.sub("", word) for word in ("spielers", "karten", "hands", "netz")]
    ['spiel', 'kart', 'hand', 'netz']
    """
    stems = [ENDINGS.sub("", word) for word in words.casefold().split()]
    if not stems:
        return []
    hits = [
        _hit(chapter, section, stems)
        for chapter in chapters()
        for section in sections_of(chapter, language)
        if all(word in f"{section.title_words} {section.text.casefold()}" for word in stems)
    ]
    return sorted(hits, key=lambda hit: not any(word in hit["section"].title_words for word in stems))


def _hit(chapter: HandbookChapter, section: Section, stems: list[str]) -> dict[str, Any]:
    """Return a section with the first hit and the text around it."""
    text, small = section.text, section.text.lower()
    hits = [(at, len(word)) for word in stems if (at := small.find(word)) >= 0]
    at, length = min(hits, default=(0, 0))
    begin, end = max(0, at - AROUND), at + length + AROUND
    if begin:
        begin = text.find(" ", begin) + 1 if " " in text[begin:at] else begin
    lead = ("… " if begin else "") + text[begin:at]
    tail = text[at + length : end].rpartition(" ")[0] + " …" if end < len(text) else text[at + length :]
    hit = text[at : at + length]
    return {"chapter": chapter, "section": section, "before": lead, "hit": hit, "after": tail}


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """Answer with the contents, or with the sections that contain the words searched for."""
    language = current_language()
    words = request.GET.get("q", "").replace("\0", "").strip()[:100]
    page = {
        "words": words,
        "found": search(words, language),
        "contents": chapters(),
    }
    return render(request, "scoring/handbook/handbook.html", page)


@require_safe
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with one chapter."""
    current, language = chapter_called(slug), current_language()
    if current is None:
        raise Http404(slug)
    others = chapters()
    at = others.index(current)
    page = {
        "chapter": current,
        "sections": sections_of(current, language),
        "text": text_of(current, language),
        "before": others[at - 1] if at else None,
        "after": others[at + 1] if at + 1 < len(others) else None,
    }
    return render(request, "scoring/handbook/chapter.html", page)


@require_safe
def booklet(request: HttpRequest) -> HttpResponse:
    """Answer with all chapters for a club in one, to be printed."""
    language = current_language()
    whole = []
    for chapter in (chapter for chapter in chapters() if chapter.in_booklet):
        # The headings are one lower: the title of the chapter stands above them.
        text = text_of(chapter, language).replace("<h2", "<h3").replace("</h2", "</h3")
        whole.append((chapter, sections_of(chapter, language), SafeString(text)))
    return render(request, "scoring/handbook/booklet.html", {"whole": whole})


site_urls: list[URLPattern | URLResolver] = [
    path("handbook/", handbook, name="handbook"),
    path("handbook/booklet/", booklet, name="booklet"),
    path("handbook/<slug:slug>/", chapter, name="chapter"),
]


CAPABILITY = Capability(
    urls="scoring.handbook",
    handbook=(
        HandbookChapter(
            1,
            "players",
            "scoring",
            _("At the table"),
            _("For players and scorers."),
            {
                "scoring.table": "recording",
                "scoring.table.views.corrections": "correcting",
                "scoring.table.views.voices": "confirming",
                "scoring.table.views.offline": "offline",
                "scoring.table.views.pictures": "offline",
                "scoring.evenings.views.away": "offline",
                "scoring.evenings.views.play": "start",
                "scoring.evenings.views.seating": "start",
                "scoring.evenings.views.evening": "settling",
                "scoring.evenings.views.payments": "settling",
                "scoring.calculator": "calculator",
            },
        ),
        HandbookChapter(
            2,
            "secretary",
            "scoring",
            _("The club"),
            _("For secretaries: people, evenings, the season, what goes in and out."),
            {
                "scoring.clubs": "members",
                "scoring.clubs.views.accounts": "account",
                "scoring.clubs.views.clubs": "setup",
                "scoring.evenings": "evenings",
                "scoring.coming": "coming",
                "scoring.season": "season",
                "scoring.clubs.guests": "guests",
                "scoring.old_sheets": "old-sheets",
                "scoring.sharing": "sharing",
                "scoring.archive": "archive",
                "scoring.clubs.privacy": "privacy",
                "scoring.demo": "setup",
            },
        ),
        HandbookChapter(
            4,
            "rules",
            "scoring",
            _("Rules of the house"),
            _("For those who look after a club's rules."),
            {
                "scoring.rule_editor.published": "sheets",
                "scoring.rule_editor": "own",
                "scoring.rule_editor.views.house_rules_compare": "compare",
            },
        ),
        HandbookChapter(
            6,
            "server",
            "scoring",
            _("The server"),
            _("For those who install the program and keep it running."),
            {
                "scoring.server.imprint": "imprint",
                "scoring.server.error_reports": "health",
            },
        ),
        HandbookChapter(
            7,
            "trouble",
            "scoring",
            _("When something does not agree"),
            _("What pages and commands say, where it comes from, and what to do."),
            {},
            in_booklet=False,
        ),
    ),
)
