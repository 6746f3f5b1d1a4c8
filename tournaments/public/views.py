"""Pages for everybody who has the link of a tournament."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring import clock
from scoring.capability import Capability
from scoring.clock import day_in_words
from scoring.handbook import HandbookChapter
from scoring.models.people import LONGEST_NAME
from scoring.moved import demand_here
from scoring.web.access import kept_from_search, language_elsewhere
from scoring.web.link_previews import LinkPreview, mark_of, picture_address, picture_answer
from scoring.web.links import link_to
from scoring.web.polls import answer_poll, given_tag
from tournaments.engine.played import overall_criteria
from tournaments.models import State, Tournament
from tournaments.planning.pages import changed_terms
from tournaments.public.pages.preview import picture_of
from tournaments.public.pages.projector import ScreenContent, content_in, contents_of, deck_of
from tournaments.public.pages.public import (
    NameQuery,
    Now,
    answer_to,
    now_of,
    seatings_shown,
    shown_to_strangers,
    terms_shown,
)
from tournaments.public.pages.whole_day import final_result_of, whole_day_of
from tournaments.public.visits import (
    SECONDS_OF_A_PULSE,
    PublicVisit,
    kept_by_proxies,
    visible_results,
    visit_of,
)
from tournaments.pulse import NOW, Beat, beat_at, beat_of
from tournaments.rounds.pages.clock_display import clock_facts, clock_part, round_shown
from tournaments.standings.derived import may_see
from tournaments.standings.pages.standings import periods
from tournaments.standings.tables import tables_of
from tournaments.web.access import page_about, snippet_of, tournament_of

DIGITS_OF_AN_ID = 18

Pieces = Mapping[str, SafeString]


class Page(NamedTuple):
    """The changing parts of a page, each with its template, and the values for them."""

    template: str
    pieces: Mapping[str, str]
    look: Callable[[PublicVisit], dict[str, Any]]
    frame: Callable[[PublicVisit], dict[str, Any]] = lambda visit: {}


def _answer(request: HttpRequest, code: str, name: str, *arguments: Any) -> HttpResponse:
    """Send the page; with `?part=1` only its changing parts, or nothing if nothing has changed."""
    visit = visit_of(request, code, name, *arguments)
    page, tag = PAGES[name], visit.tag
    if "part" not in request.GET:
        return _shown(visit, render(request, page.template, _framed(visit, page, tag)))
    at = str(_server_time())
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        pieces = _pieces(visit, page, tag).items()
        answer = HttpResponse(format_html_join("\n", '<div id="{}" class="live">{}</div>', pieces))
    answer.headers["ETag"] = tag
    answer.headers[NOW] = at
    return _shown(visit, answer)


def _shown(visit: PublicVisit, answer: HttpResponse) -> HttpResponse:
    """Keep a page out of search engines, and let proxies cache a public one for some seconds."""
    if visit.version.public:
        answer.headers["Cache-Control"] = kept_by_proxies()
    return kept_from_search(answer)


def _pieces(visit: PublicVisit, page: Page, tag: str) -> Pieces:
    def make() -> Pieces:
        shown = {"code": visit.code, **page.look(visit)}
        return {name: SafeString(render_to_string(template, shown)) for name, template in page.pieces.items()}

    made: Pieces = visit.cached(visit.name, tag, make, *visit.arguments, visit.order)
    return made


def _framed(visit: PublicVisit, page: Page, tag: str) -> dict[str, Any]:
    query = visit.request.GET.copy()
    query["part"] = "1"
    return page_about(
        visit.tournament,
        code=visit.code,
        is_public=visit.version.public,
        page=visit.name,
        pieces={
            name: format_html('<div id="{}" class="live">{}</div>', name, piece)
            for name, piece in _pieces(visit, page, tag).items()
        },
        part=f"{visit.request.path}?{query.urlencode()}",
        tag=tag,
        pulse=reverse("tournaments:pulse", args=[visit.code]),
        lost=_("No connection. What is shown here is as of {time}."),
        link_preview=_link_preview_of(visit),
        **page.frame(visit),
    )


def _link_preview_of(visit: PublicVisit) -> LinkPreview | None:
    """Return what a chat shows of a tournament that is shown to everybody."""
    if not visit.version.public:
        return None
    evening = visit.tournament.evening
    when = ", ".join(filter(None, (visit.tournament.club.name, day_in_words(evening.date), evening.venue)))
    sentence = _("%(when)s: who sits where, how long the round goes on, and how it stands.")
    if visit.tournament.state == State.FINISHED:
        sentence = _("%(when)s: the result.")
    return LinkPreview(
        visit.tournament.title,
        sentence % {"when": when},
        picture_address("tournaments:preview_picture", visit.code, mark=mark_of(_whole_tag(visit))),
    )


def _whole_tag(visit: PublicVisit) -> str:
    return visit.version.tag(visit.language, hands=True)


@require_safe
def preview_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Send the picture that chats show beside the link to a tournament: its clock, and the first three."""
    visit = visit_of(request, code, "preview picture")
    content = visit.cached("preview picture", _whole_tag(visit), lambda: picture_of(visit.tournament))
    return kept_from_search(picture_answer(request, content))


# What each page looks up


def _now(visit: PublicVisit) -> Now:
    """Return the current state, which hands do not change."""
    tag = visit.version.tag(visit.language, hands=False)
    now: Now = visit.cached("what is going on", tag, lambda: now_of(visit.tournament))
    return now


def _look_now(visit: PublicVisit) -> dict[str, Any]:
    going_on, query, tournament = _now(visit), NameQuery(*visit.arguments), visit.tournament
    return {
        "now": going_on,
        "asked": query,
        "found": answer_to(going_on, query),
        "tournament": tournament,
        "terms": terms_shown(tournament),
        "changed": changed_terms(tournament),
    }


def _look_results(visit: PublicVisit) -> dict[str, Any]:
    results = visible_results(visit)
    standings = results.standings
    page: dict[str, Any] = {"results": results, "standings": standings, "tournament": visit.tournament}
    if standings is not None:
        # In a frame elsewhere there is no other order: it is the page itself that shows it.
        name = "public_round" if visit.arguments else "public_standings"
        at = reverse(f"tournaments:{name}", args=[visit.code, *visit.arguments])
        order_request = HttpRequest()
        order_request.GET = QueryDict(f"sort={visit.order}" if visit.order else "")
        page["tables"] = tables_of(standings, order_request, at=at)

    def address(number: int) -> str:
        code = visit.code
        if number:
            return reverse("tournaments:public_round", args=[code, number])
        return reverse("tournaments:public_standings", args=[code])

    has_overall = bool(overall_criteria(visit.tournament.terms))
    page["periods"] = periods(results.rounds, results.round, standings, overall=has_overall, address=address)
    return page


def _with_clock(visit: PublicVisit) -> dict[str, Any]:
    return {"clock": clock_part(visit.tournament)}


def _with_finder(visit: PublicVisit) -> dict[str, Any]:
    """Return the clock, the field to look for a name, and whether players can still register."""
    takes_names = visit.tournament.state == State.PLANNED and hasattr(visit.tournament, "opening")
    return {**_with_clock(visit), "asked": NameQuery(*visit.arguments), "takes_names": takes_names}


PAGES: Mapping[str, Page] = {
    "now": Page(
        "tournaments/public/public.html",
        {
            "stage": "tournaments/public/public_stage.html",
            "mine": "tournaments/public/public_mine.html",
            "found": "tournaments/public/public_found.html",
            "now": "tournaments/public/public_now.html",
            "terms": "tournaments/public/public_terms.html",
        },
        _look_now,
        frame=_with_finder,
    ),
    "seating": Page(
        "tournaments/public/public_seating.html",
        {"seated": "tournaments/public/public_seated.html"},
        lambda visit: {"seatings_shown": seatings_shown(visit.tournament), "tournament": visit.tournament},
    ),
    "standings": Page(
        "tournaments/public/public_standings.html",
        {"results": "tournaments/public/public_results.html"},
        _look_results,
    ),
    "projector": Page(
        "tournaments/public/projector.html",
        {"slides": "tournaments/public/_projector_slides.html"},
        lambda visit: {
            "deck": deck_of(visit.tournament, _now(visit), ScreenContent(*visit.arguments)),
            "tournament": visit.tournament,
        },
        frame=lambda visit: {
            **_with_clock(visit),
            "content": ScreenContent(*visit.arguments),
            "contents": contents_of(visit.tournament),
        },
    ),
}


# The addresses


@require_safe
def public(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current state; with `?name=` or `?who=` also where a player sits."""
    who = request.GET.get("who", "")
    query = NameQuery(
        who=who[:DIGITS_OF_AN_ID] if who.isascii() and who.isdecimal() else "",
        name=request.GET.get("name", "").replace("\0", "").strip()[:LONGEST_NAME],
    )
    return _answer(request, code, "now", *query)


@require_safe
def public_seating(request: HttpRequest, code: str) -> HttpResponse:
    """Show who sits where to everybody who has the code."""
    return _answer(request, code, "seating")


@require_safe
def public_standings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings to everybody who has the code."""
    return _answer(request, code, "standings")


@require_safe
@xframe_options_exempt
def embedded_standings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings alone, for a frame elsewhere; in the club's language unless asked otherwise."""
    visit = visit_of(request, code, "standings")
    visit = replace(visit, language=language_elsewhere(request, visit.tournament.club))
    with translation.override(visit.language):
        page = page_about(
            visit.tournament,
            by_itself=reverse("tournaments:public_standings", args=[code]),
            language=visit.language,
            pieces=_pieces(visit, PAGES[visit.name], visit.tag),
        )
        response = render(request, "tournaments/public/embedded_standings.html", page)
    response.headers["Content-Language"] = visit.language
    return _shown(visit, response)


@require_safe
def public_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the standings of one round to everybody who has the code."""
    return _answer(request, code, "standings", number)


@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponse:
    """Show the slides of a screen in the hall; `?show=` one subject, `&letters=A-K` some of the seats."""
    content = content_in(request.GET.get("show", ""), request.GET.get("letters", ""))
    return _answer(request, code, "projector", *content)


@require_safe
def screens(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the possible contents of screens, each with its address to open or to scan there."""
    tournament = tournament_of(request, slug, pk)
    at = reverse("tournaments:projector", args=[tournament.code])
    links = [(content, link_to(request, at + content.query)) for content in contents_of(tournament)]
    return render(request, "tournaments/public/screens.html", page_about(tournament, screens=links))


@require_safe
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the counter of the whole tournament, for a page that asks for news."""
    return _answer_beat(request, beat_of(code))


@require_safe
def table_pulse(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Answer the counter of a table, for a phone that asks for news."""
    return _answer_beat(request, beat_at(code, table))


def _answer_beat(request: HttpRequest, beat: Beat | None) -> HttpResponse:
    """Send a counter that changes with the tournament, to all who know the code; 404 without one.

    Most of what a tournament is asked is whether anything is new, and nothing is.
    """
    if beat is None:
        raise Http404
    at = _server_time()
    is_same = given_tag(request) == beat.tag
    answer = answer_poll(beat.tag, None if is_same else lambda: JsonResponse(beat.as_json()))
    if beat.public and not request.COOKIES:
        answer.headers["Cache-Control"] = kept_by_proxies(SECONDS_OF_A_PULSE)
    answer.headers[NOW] = str(at)
    return answer


def _server_time() -> int:
    """Return the server's time, in milliseconds."""
    return int(clock.now().timestamp() * 1000)


@require_safe
def clock_json(request: HttpRequest, code: str) -> HttpResponse:
    """Send the clock of the running round, of a public tournament to everybody, else to the club."""
    mine = Tournament.objects.open_to(request.user).values("pk")
    visible = Tournament.objects.filter(Q(public=True) | Q(pk__in=mine), code=code)
    tournament = get_object_or_404(visible.select_related("club"))
    demand_here(tournament.club)
    return JsonResponse(clock_facts(round_shown(tournament)))


@require_safe
def whole_day(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the whole tournament on one page, to print or keep as a PDF."""
    tournament = tournament_of(request, slug, pk)
    shown = may_see(tournament)
    page = page_about(tournament, shown=shown, day=whole_day_of(tournament) if shown else None)
    return render(request, "tournaments/public/whole_day.html", page)


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Show the result of a finished tournament as a sentence to quote; its address is permanent."""
    visit = visit_of(request, code, "result")
    tournament = visit.tournament
    final: dict[str, Any] | None = None
    if tournament.state == State.FINISHED:
        final = visit.cached("final result", visit.tag, lambda: final_result_of(tournament))
    link = link_to(request, reverse("tournaments:result", args=[code]))
    page = page_about(
        tournament,
        code=code,
        is_public=visit.version.public,
        result=final,
        quote="\n".join(final["lines"]) if final else "",
        link=link,
        snippet=snippet_of(request, "embedded_standings", code, offered=visit.version.public),
        link_preview=_link_preview_of(visit),
    )
    return _shown(visit, render(request, "tournaments/public/result.html", page))


# What everybody sees of a tournament, and the handbook's chapter for its directors


tournament_urls = [  # below …/<int:pk>/
    path("day/", whole_day, name="whole_day"),
    path("screens/", screens, name="screens"),
]
public_urls = [  # below tournaments/<code>/
    path("", public, name="public"),
    path("seating/", public_seating, name="public_seating"),
    path("standings/", public_standings, name="public_standings"),
    path("standings/embed/", embedded_standings, name="embedded_standings"),
    path("result/", result, name="result"),
    path("rounds/<int:number>/", public_round, name="public_round"),
    path("projector/", projector, name="projector"),
    path("preview.png", preview_picture, name="preview_picture"),
    path("pulse/", pulse, name="pulse"),
    path("clock/", clock_json, name="clock_json"),
    path("tables/<int:table>/pulse/", table_pulse, name="table_pulse"),
]


CAPABILITY = Capability(
    urls=__name__,
    open_to_strangers=(shown_to_strangers,),
    handbook=(
        HandbookChapter(
            3,
            "director",
            "tournaments",
            gettext_lazy("A tournament day"),
            gettext_lazy("For directors and arbiters, hour by hour; with a list to print."),
            {
                "tournaments": "before",
                "tournaments.duties": "before",
                "tournaments.entrants": "people",
                "tournaments.entrants.registration": "registration",
                "tournaments.draw.wish_list": "wishes",
                "tournaments.series.sections": "sections",
                "tournaments.draw": "draw",
                "tournaments.rounds": "round",
                "tournaments.corrections.disputes": "disputes",
                "tournaments.corrections": "repair",
                "tournaments.series": "series",
                "tournaments.series.finals": "series",
                "tournaments.standings": "after",
                "tournaments.cash": "after",
                "tournaments.prizes": "after",
                "tournaments.public": "hall",
                "tournaments.export": "after",
            },
        ),
    ),
)
