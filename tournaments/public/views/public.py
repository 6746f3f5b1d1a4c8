"""What everybody sees: phones that look for their table, and the screen in the hall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring import clock
from scoring.models.people import LONGEST_NAME
from scoring.sharing.views.sharing import kept_from_search
from scoring.web.access import language_elsewhere
from tournaments.models import Tournament
from tournaments.public.pages.projector import deck_of
from tournaments.public.pages.public import (
    Kept,
    NameQuery,
    Now,
    Results,
    TournamentVersion,
    found_in,
    now_of,
    results_of,
    seatings_shown,
    terms_shown,
    version_of,
)
from tournaments.public.views.pulse import NOW
from tournaments.rounds.pages.clock import clock_part
from tournaments.wording import bell_told

MOST_PAGES = 400  # that are kept made
KEPT = Kept(MOST_PAGES)
DIGITS_OF_AN_ID = 18

Pieces = Mapping[str, SafeString]


@dataclass(frozen=True)
class PublicVisit:
    """A page of a tournament, asked for by somebody."""

    request: HttpRequest
    code: str
    version: TournamentVersion
    name: str  # of the page
    asked: tuple[Any, ...]
    language: str

    @property
    def tag(self) -> str:
        return self.version.tag(self.language, hands=PAGES[self.name].hands)

    @cached_property
    def tournament(self) -> Tournament:
        return Tournament.objects.whole().get(pk=self.version.tournament)

    def kept(self, what: str, tag: str, make: Callable[[], Any], *further: Any) -> Any:
        return KEPT.get((self.version.tournament, what, self.language, *further), tag, make)


@dataclass(frozen=True, slots=True)
class Page:
    """What changes on a page, piece by piece, each by its template; and where all of it comes from."""

    template: str
    pieces: Mapping[str, str]
    look: Callable[[PublicVisit], dict[str, Any]]
    hands: bool  # whether it shows more than what the director does
    frame: Callable[[PublicVisit], dict[str, Any]] = field(default=lambda visit: {})


def _answer(request: HttpRequest, code: str, name: str, *asked: Any) -> HttpResponse:
    """The page; or with `?part=1` only what changes on it, and nothing if nothing has."""
    visit = visit_of(request, code, name, *asked)
    page, tag = PAGES[name], visit.tag
    if "part" not in request.GET:
        return kept_from_search(render(request, page.template, _framed(visit, page, tag)))
    now = str(int(clock.now().timestamp() * 1000))
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        pieces = _pieces(visit, page, tag).items()
        answer = HttpResponse(format_html_join("\n", '<div id="{}" class="live">{}</div>', pieces))
    answer.headers["ETag"] = tag
    answer.headers[NOW] = now
    return kept_from_search(answer)


def visit_of(request: HttpRequest, code: str, name: str, *asked: Any) -> PublicVisit:
    """404 for whoever may not see it."""
    language: str = request.LANGUAGE_CODE
    return PublicVisit(request, code, _seen(request, code), name, asked, language)


def _seen(request: HttpRequest, code: str) -> TournamentVersion:
    """By everybody, if it is shown; before that by members of the club. One query, if it is."""
    version = version_of(code)
    if version is None:
        raise Http404
    if not version.public:
        members = Tournament.objects.open_to(request.user)
        if not members.filter(pk=version.tournament).exists():
            raise Http404
    return version


def _pieces(visit: PublicVisit, page: Page, tag: str) -> Pieces:
    def make() -> Pieces:
        shown = {"code": visit.code, **page.look(visit)}
        return {name: SafeString(render_to_string(template, shown)) for name, template in page.pieces.items()}

    made: Pieces = visit.kept(visit.name, tag, make, *visit.asked)
    return made


def _framed(visit: PublicVisit, page: Page, tag: str) -> dict[str, Any]:
    tournament = visit.tournament
    query = visit.request.GET.copy()
    query["part"] = "1"
    return {
        "code": visit.code,
        "club": tournament.club,
        "tournament": tournament,
        "is_public": visit.version.public,
        "page": visit.name,
        "pieces": {
            name: format_html('<div id="{}" class="live">{}</div>', name, piece)
            for name, piece in _pieces(visit, page, tag).items()
        },
        "part": f"{visit.request.path}?{query.urlencode()}",
        "tag": tag,
        "pulse": reverse("tournaments:pulse", args=[visit.code]),
        "lost": _("No connection. What is shown here is as of {time}."),
        **page.frame(visit),
    }


# What each page looks up


def _now(visit: PublicVisit) -> Now:
    """A hand changes nothing about it."""
    tag = visit.version.tag(visit.language, hands=False)
    found: Now = visit.kept("what is going on", tag, lambda: now_of(visit.tournament))
    return found


def _look_now(visit: PublicVisit) -> dict[str, Any]:
    now = _now(visit)
    asked = NameQuery(*visit.asked)
    tournament = visit.tournament
    return {
        "now": now,
        "asked": asked,
        "found": found_in(now, asked),
        "tournament": tournament,
        "bell": bell_told(tournament),
        "terms": terms_shown(tournament),
    }


def _look_seating(visit: PublicVisit) -> dict[str, Any]:
    return {"seatings_shown": seatings_shown(visit.tournament)}


def _look_results(visit: PublicVisit) -> dict[str, Any]:
    results = results_seen(visit)
    return {"results": results, "standings": results.standings, "tournament": visit.tournament}


def results_seen(visit: PublicVisit) -> Results:
    """As far as everybody may see it; 404 for a round that there is not."""
    results = results_of(visit.tournament, *visit.asked)
    if results is None:
        raise Http404
    return results


def _look_deck(visit: PublicVisit) -> dict[str, Any]:
    tournament = visit.tournament
    return {"deck": deck_of(tournament, _now(visit)), "tournament": tournament}


def _with_clock(visit: PublicVisit) -> dict[str, Any]:
    return {"clock": clock_part(visit.tournament)}


def _with_finder(visit: PublicVisit) -> dict[str, Any]:
    return {**_with_clock(visit), "asked": NameQuery(*visit.asked)}


PAGES: Mapping[str, Page] = {
    "now": Page(
        "tournaments/public/public.html",
        {
            "stage": "tournaments/public/public_stage.html",
            "mine": "tournaments/public/public_mine.html",
            "found": "tournaments/public/public_found.html",
            "terms": "tournaments/public/public_terms.html",
        },
        _look_now,
        hands=False,
        frame=_with_finder,
    ),
    "seating": Page(
        "tournaments/public/public_seating.html",
        {"seated": "tournaments/public/public_seated.html"},
        _look_seating,
        hands=False,
    ),
    "standings": Page(
        "tournaments/public/public_standings.html",
        {"results": "tournaments/public/public_results.html"},
        _look_results,
        hands=True,
    ),
    "projector": Page(
        "tournaments/public/projector.html",
        {"slides": "tournaments/public/_projector_slides.html"},
        _look_deck,
        hands=True,
        frame=_with_clock,
    ),
}


# The addresses


@never_cache
@require_safe
def public(request: HttpRequest, code: str) -> HttpResponse:
    """What is going on, and `?name=` or `?letter=` or `?who=`: where somebody sits."""
    asked = NameQuery(
        who=_digits(request.GET.get("who", "")),
        name=request.GET.get("name", "").replace("\0", "").strip()[:LONGEST_NAME],
        letter=request.GET.get("letter", "").strip()[:1],
    )
    return _answer(request, code, "now", *asked)


def _digits(text: str) -> str:
    return text[:DIGITS_OF_AN_ID] if text.isascii() and text.isdecimal() else ""


@never_cache
@require_safe
def public_seating(request: HttpRequest, code: str) -> HttpResponse:
    return _answer(request, code, "seating")


@never_cache
@require_safe
def public_standings(request: HttpRequest, code: str) -> HttpResponse:
    return _answer(request, code, "standings")


@never_cache
@require_safe
@xframe_options_exempt
def embedded_standings(request: HttpRequest, code: str) -> HttpResponse:
    """The standings alone, for a frame on another page, and in the club's language unless asked otherwise."""
    visit = visit_of(request, code, "standings")
    club = visit.tournament.club
    visit = replace(visit, language=language_elsewhere(request, club))
    with translation.override(visit.language):
        page = {
            "by_itself": reverse("tournaments:public_standings", args=[code]),
            "club": club,
            "tournament": visit.tournament,
            "language": visit.language,
            "pieces": _pieces(visit, PAGES[visit.name], visit.tag),
        }
        response = render(request, "tournaments/public/embedded_standings.html", page)
    response.headers["Content-Language"] = visit.language
    return kept_from_search(response)


@never_cache
@require_safe
def public_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    return _answer(request, code, "standings", number)


@never_cache
@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponse:
    return _answer(request, code, "projector")
