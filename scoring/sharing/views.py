"""Read-only links and files: issued by those whose pages they show, opened without signing in."""

from collections.abc import Callable, Mapping
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.functional import Promise
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.evenings.export import title_of_evening, workbook_of_evening
from scoring.evenings.pages.payments import payments_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.pages.story import picture_of, shown_evening
from scoring.export import feeds as calendar
from scoring.export import pending_downloads
from scoring.export.answering import file_of, for_programs
from scoring.export.feeds import AtomFeed
from scoring.export.figures import Figures, Workbook
from scoring.export.writing import FORMATS
from scoring.models import Account, Club, Evening, Member, Shared, Sharing, Sheet
from scoring.models.sharing import ALL, OF_A_CLUB, RUNNING, SEASON, TWELVE_MONTHS, days_in, period_label
from scoring.rules.versions.timelines import rules_for
from scoring.season.export import figures_of_season, workbook_of_career
from scoring.season.forms import SeasonForm, days_played, period_in_words, seasons_in_words, years_of
from scoring.season.pages import season
from scoring.season.pages.career import Career
from scoring.season.pages.periods import SeasonCalendar
from scoring.season.pages.season import standings_of
from scoring.season.sections import career_page
from scoring.season.tables import SharedTable
from scoring.sharing import verbs
from scoring.sharing.feeds import calendar_behind, results_behind
from scoring.sharing.verbs import feed_behind, sharing_behind
from scoring.table.at_the_table import handing_on, remember_sharing
from scoring.table.links import code_of as code_of_table
from scoring.web.access import (
    PAGE,
    account_of,
    directed_club,
    evening_in,
    kept_from_search,
    language_elsewhere,
    open_club,
    read_as,
    revalidated,
)
from scoring.web.fields import PageForm, choice_field, offer
from scoring.web.language import current_language
from scoring.web.link_previews import LinkPreview, mark_of, names_to_share, picture_address, picture_answer
from scoring.web.links import frame_of, is_there, link_to
from scoring.web.submitting import submit

FIRST_NAMED = 3  # of the standings, in a chat


class PeriodForm(PageForm):
    """A fixed season or year, or one that follows the calendar."""

    period = choice_field(
        gettext_lazy("Which period?"),
        wrong=gettext_lazy("Please choose a period from the list."),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        days, calendar = days_played(club), SeasonCalendar.of(club)
        seasons = seasons_in_words(calendar, days, clock.today())
        words = {SEASON: period_label(SEASON), **seasons} if seasons else {}
        others = (RUNNING, TWELVE_MONTHS, ALL, *map(str, years_of(days)))
        offer(self, period=(words | {period: period_label(period) for period in others} | words).items())
        self.fields["period"].help_text = (
            _("The current season changes with its first day; one with a name or a year stays.")
            if seasons
            else _("The current year changes on 1 January; a particular year stays.")
        )


def _period_in_words(sharing: Sharing) -> str:
    """Return the period of a link, a season by the name that the club gives it."""
    if days := days_in(sharing.period):
        return SeasonCalendar.of(sharing.club).called(*days).name
    return period_label(sharing.period)


def without_money(standings: season.SeasonStandings) -> season.SeasonStandings:
    """Return the standings with everybody's points alone."""
    members, guests = (
        tuple(person._replace(score=person.score._replace(money={})) for person in group)
        for group in (standings.members, standings.guests)
    )
    return season.SeasonStandings(members, guests)


class FeedWords(NamedTuple):
    """A kind of feed for a whole club: its address, and its texts on the page."""

    address: str
    content_type: str
    title: Promise
    icon: str
    about: Promise
    how: Promise  # to subscribe


FEEDS = {
    Shared.CALENDAR: FeedWords(
        "scoring:shared_calendar",
        calendar.CONTENT_TYPE,
        gettext_lazy("Calendar"),
        "evenings",
        gettext_lazy(
            "Evenings and tournaments with day and place, past and planned; no names, no money. A tournament "
            "that is not shown to everybody appears with its day only."
        ),
        gettext_lazy(
            "In your calendar program, choose to subscribe by address and paste the link: new entries "
            "then arrive automatically."
        ),
    ),
    Shared.RESULTS: FeedWords(
        "scoring:shared_results",
        AtomFeed.content_type,
        gettext_lazy("Results"),
        "tournaments",
        gettext_lazy(
            "The newest evenings that are closed, with the names and points of the members, who won the "
            "tournaments and who leads the series that are shown to everybody; no money."
        ),
        gettext_lazy("Paste the link into your feed reader: new entries then arrive automatically."),
    ),
    Shared.COMING: FeedWords(
        "scoring:shared_coming",
        "text/html",
        gettext_lazy("Who is coming?"),
        "check",
        gettext_lazy(
            "The coming evenings, the names of the members and their answers. Anybody with the "
            "link can answer for a member without an account."
        ),
        gettext_lazy(
            "Send the link to the members. Each chooses their name once on their phone, and then says yes, "
            "no or perhaps with one tap."
        ),
    ),
}


def _open_link(request: HttpRequest, sharing: Sharing) -> dict[str, Any]:
    """Return an open link for its owner's page; for a feed, the link to the file."""
    feed, code = FEEDS.get(Shared(sharing.what)), sharing.code
    link = link_to(request, reverse(feed.address if feed else "scoring:shared", args=[code]))
    title = str(feed.title) if feed else f"{_('Standings')}: {_period_in_words(sharing)}"
    if sharing.evening is not None:
        title = _("Evening of %(date)s") % {"date": day_in_words(sharing.evening.date)}
    elif sharing.member is not None:
        title = f"{sharing.member.name}: {_period_in_words(sharing)}"
    shown = {"sharing": sharing, "feed": feed, "link": link, "title": title}
    if sharing.what == Shared.CALENDAR:  # for calendar programs: something to come back to
        shown["webcal"] = f"webcal:{link.url.partition(':')[2]}"
    if sharing.what == Shared.STANDINGS:  # for a club's own page
        frame = link_to(request, reverse("scoring:embedded", args=[code]))
        shown["snippet"] = frame_of(frame.url, _("Standings"))
    return shown


def _open_links(request: HttpRequest, club: Club, **which: Any) -> list[dict[str, Any]]:
    rows = Sharing.objects.readable().filter(club=club, **which)
    links = list(rows.select_related("evening", "member", "made_by"))
    for sharing in links:
        sharing.club = club
    return [_open_link(request, sharing) for sharing in links]


@require_http_methods(PAGE)
def sharings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all open links of the club, or those of one table; the form makes one to the standings."""
    if "sheet" in request.GET:
        return render(request, "scoring/sharing/table_links.html", _links_of_table(request, slug))
    club = directed_club(request, slug)
    form = PeriodForm(request.POST or None, club=club)
    if form.is_valid():
        message = _("Anybody with the link can read the standings.")
        submit(request, None, verbs.share_standings, message, club=club, **form.cleaned_data)
        return redirect("scoring:sharings", slug)
    links = _open_links(request, club)
    page = {"club": club, "form": form, "links": links, "feeds": _feeds_to_offer(club, links)}
    return render(request, "scoring/sharing/sharings.html", page)


def _links_of_table(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return the links to record at a table and to read it, for people who may record."""
    ours = Sheet.objects.filter(evening__club=open_club(request, slug))
    visitor = handing_on(request, get_object_or_404(ours, pk=read_as(int, request.GET["sheet"])).pk)
    sheet = visitor.sheet
    return {
        "here": visitor,
        "sheet": sheet,
        "rules": rules_for(sheet).label.in_language(current_language()),
        "record_link": link_to(request, reverse("scoring:table_link", args=[code_of_table(sheet, "record")])),
        "read_link": link_to(request, reverse("scoring:read_link", args=[code_of_table(sheet, "read")])),
    }


def _feeds_to_offer(club: Club, links: list[dict[str, Any]]) -> list[tuple[str, FeedWords]]:
    """Return the feeds without a link, each with the address that makes one."""
    shared = {link["sharing"].what for link in links}
    if not is_there("scoring:shared_coming", code="0"):
        shared.add(Shared.COMING)
    return [
        (reverse(f"scoring:share_{what}", args=[club.slug]), feed)
        for what, feed in FEEDS.items()
        if what not in shared
    ]


@require_http_methods(PAGE)
def share_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Hand out the link to an evening, whose page shows it."""
    evening = evening_in(directed_club(request, slug), pk)
    if request.method == "POST":
        message = _("Anybody with the link can read this evening.")
        submit(request, None, verbs.share_evening, message, evening=evening)
    return redirect(_where_shared(evening))


def _where_shared(evening: Evening) -> str:
    return f"{evening.get_absolute_url()}#share"


@require_http_methods(PAGE)
def share_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the links to the visitor's own page."""
    club = open_club(request, slug)
    member = get_object_or_404(Member, club=club, pk=pk)
    if member.account_id != account_of(request).pk:
        raise PermissionDenied(_("Only the player can share this page."))
    form = PeriodForm(request.POST or None, club=club)
    if form.is_valid():
        message = _("Anybody with the link can read your page.")
        submit(request, None, verbs.share_player, message, member=member, **form.cleaned_data)
        return redirect("scoring:share_player", slug, pk)
    links = _open_links(request, club, member=member)
    page = {"club": club, "member": member, "form": form, "links": links}
    return render(request, "scoring/sharing/share_player.html", page)


@require_POST
def withdraw_sharing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a link."""
    club = open_club(request, slug)
    sharing = get_object_or_404(Sharing.objects.select_related("evening", "member"), club=club, pk=pk)
    submit(request, None, verbs.withdraw_sharing, _("The link no longer works."), sharing=sharing)
    if sharing.evening is not None:
        sharing.evening.club = club
        return redirect(_where_shared(sharing.evening))
    if sharing.member is not None and sharing.member.account_id == account_of(request).pk:
        return redirect("scoring:share_player", slug, sharing.member_id)
    return redirect("scoring:sharings", slug)


# For anybody


def opened(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Pass the sharing behind a link to a page; show that a withdrawn or unknown one is gone."""

    @wraps(page)
    def view(request: HttpRequest, code: str, **where: str) -> HttpResponseBase:
        sharing = sharing_behind(code)
        if sharing is None:
            return render(request, "scoring/sharing/sharing_is_gone.html", status=404)
        return page(request, sharing, **where)

    return view


@require_safe
@opened
def shared(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Show what a link was handed out for."""
    page = SHOWN[Shared(sharing.what)]
    return kept_from_search(page(request, sharing))


def _evening_of(sharing: Sharing) -> Evening:
    assert sharing.evening is not None
    sharing.evening.club = sharing.club
    return sharing.evening


def _evening_shown(sharing: Sharing) -> dict[str, Any]:
    """Return the public contents of an evening."""
    evening, language = _evening_of(sharing), current_language()
    if not sharing.club.show_money:
        evening.cents_per_point = 0
    evening.pagatkassa = None
    sheets = sheets_of(evening)
    settling = settling_of(evening, sheets, language)
    tables, payments = [{"sheet": sheet} for sheet in sheets], payments_of(evening, settling)
    return shown_evening(evening, tables, settling, payments, language)


def _evening(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Show an evening to strangers; this browser may read its sheets from now on."""
    shown, code = _evening_shown(sharing), sharing.code
    page = {
        **shown,
        "club": sharing.club,
        "code": code,
        "link_preview": _preview_of_evening(shown, code),
    }
    return remember_sharing(request, sharing, render(request, "scoring/evenings/evening.html", page))


def _preview_of_evening(shown: dict[str, Any], code: str) -> LinkPreview:
    picture, club, hands = picture_of(shown), shown["evening"].club, shown["settling"].hands
    title = f"{shown['title']} · {club.name}"
    if picture is None:
        return LinkPreview(title, _("Nothing has been played yet."))
    counted = ngettext("%(number)s hand", "%(number)s hands", hands) % {"number": hands} if hands else ""
    parts = (f"{picture.headline} {picture.winner} {picture.figure}", counted)
    address = picture_address("scoring:shared_picture", code, mark=mark_of(picture))
    return LinkPreview(title, " · ".join(filter(None, parts)), address)


@require_safe
@opened
def shared_picture(request: HttpRequest, sharing: Sharing) -> HttpResponseBase:
    """Send the picture that chats show beside the link to an evening."""
    picture = picture_of(_evening_shown(sharing)) if sharing.what == Shared.EVENING else None
    if picture is None:
        raise Http404
    return kept_from_search(picture_answer(request, picture))


def _season_of(sharing: Sharing) -> tuple[season.Season, str]:
    """Return the evenings behind a link, and their period in words."""
    query = QueryDict(mutable=True)
    query["period"] = sharing.period or str(clock.today().year)
    form = SeasonForm(query, club=sharing.club, today=clock.today())
    form.full_clean()  # nothing is asked for but the period, which is one of those that links are made for
    return form.season, period_in_words(form) or period_label(sharing.period)


def _standings(sharing: Sharing) -> dict[str, Any]:
    """Return the standings behind a link, without money."""
    shown, period = _season_of(sharing)
    standings = without_money(standings_of(shown))
    return {
        "club": sharing.club,
        "code": sharing.code,
        "standings": standings,
        "table": SharedTable(standings),
        "period": period,
    }


def _shared_standings(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Show the standings of the members."""
    page = _standings(sharing)
    page["link_preview"] = _preview_of_standings(sharing.club, page["standings"], page["period"])
    return render(request, "scoring/sharing/shared_standings.html", page)


def _preview_of_standings(club: Club, standings: season.SeasonStandings, period: str) -> LinkPreview:
    first = [player for player in standings.members if player.rank <= FIRST_NAMED][:FIRST_NAMED]
    names = names_to_share(club, (player.name for player in first))
    places = ", ".join(
        f"{name} {noted(player.score.points)}" for name, player in zip(names, first, strict=True)
    )
    sentence = _("In front: %(places)s.") % {"places": places} if first else _("Nothing has been played yet.")
    return LinkPreview(f"{_('Standings')}: {period} · {club.name}", sentence)


def _shared_player(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Show one player's results, without the names of others."""
    member = sharing.member
    assert member is not None
    shown, period = _season_of(sharing)
    career = Career(member, shown, current_language())
    page = {
        "club": sharing.club,
        "code": sharing.code,
        "member": member,
        "period": period,
        **career_page(request, member.name, career, linked=False),
    }
    return render(request, "scoring/sharing/shared_player.html", page)


def _shared_feed(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Show how to subscribe; browsers and readers find the feed from here."""
    page = {"club": sharing.club, "shared": _open_link(request, sharing)}
    return render(request, "scoring/sharing/shared_feed.html", page)


SHOWN: Mapping[Shared, Callable[[HttpRequest, Sharing], HttpResponse]] = {
    Shared.EVENING: _evening,
    Shared.STANDINGS: _shared_standings,
    Shared.PLAYER: _shared_player,
    Shared.CALENDAR: _shared_feed,
    Shared.RESULTS: _shared_feed,
    Shared.COMING: lambda _request, sharing: redirect("scoring:shared_coming", sharing.code),
}


@require_safe
@xframe_options_exempt
def embedded(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings alone, for a frame elsewhere; in the club's language unless asked otherwise."""
    sharing = sharing_behind(code)
    if sharing is None or sharing.what != Shared.STANDINGS:
        raise Http404
    language = language_elsewhere(request, sharing.club)
    with translation.override(language):
        by_itself = reverse("scoring:shared", args=[code])
        files = [(label, f"{by_itself}export/{form}/?language={language}") for form, label in FORMATS.items()]
        page = {**_standings(sharing), "language": language, "files": files, "by_itself": by_itself}
        response = render(request, "scoring/sharing/embedded_standings.html", page)
    response.headers["Content-Language"] = language
    return kept_from_search(response)


# The same as files


def _evening_workbook(sharing: Sharing) -> Workbook:
    evening = _evening_of(sharing)
    title = title_of_evening(evening, sharing.club)
    return workbook_of_evening(evening, title, current_language(), money=sharing.club.show_money)


def _standings_figures(sharing: Sharing) -> Figures:
    shown = _standings(sharing)
    title = f"{_('Season')} {shown['period']} {sharing.club.name}"
    return figures_of_season(shown["standings"], title, guests=False)


def _player_workbook(sharing: Sharing) -> Workbook:
    member, (shown, period) = sharing.member, _season_of(sharing)
    assert member is not None
    title = f"{member.name}: {_('Season')} {period} {sharing.club.name}"
    return workbook_of_career(Career(member, shown, current_language()), title, linked=False)


EXPORTED: Mapping[Shared, Callable[[Sharing], Workbook | Figures]] = {
    Shared.EVENING: _evening_workbook,
    Shared.STANDINGS: _standings_figures,
    Shared.PLAYER: _player_workbook,
}


@require_safe
@opened
def export_shared(request: HttpRequest, sharing: Sharing, form: str) -> HttpResponseBase:
    """Send the page behind a link as a file, unless the link was withdrawn."""
    if sharing.what in OF_A_CLUB:
        raise Http404
    figures = EXPORTED[Shared(sharing.what)](sharing)
    return kept_from_search(file_of(request, sharing.club, figures, form))


@require_POST
def share_feed(request: HttpRequest, slug: str, what: Shared) -> HttpResponse:
    """Make a link to the calendar or to the results of a club, or to say who is coming."""
    club = directed_club(request, slug)
    message = _("Anybody with the link can subscribe to it, without an account.")
    if what == Shared.COMING:
        message = _("Anybody with the link can say who is coming, without an account.")
    submit(request, None, verbs.share_feed, message, club=club, what=what)
    return redirect("scoring:sharings", slug)


# For anybody


@revalidated
@require_safe
def feed(request: HttpRequest, code: str, what: Shared) -> HttpResponseBase:
    """Send a feed in the language of the club unless asked otherwise; 304 where nothing has changed."""
    sharing = feed_behind(code, what)
    if sharing is None:
        return render(request, "scoring/sharing/sharing_is_gone.html", status=404)
    language = language_elsewhere(request, sharing.club)

    def whole(path: str) -> str:
        return link_to(request, path).url

    with translation.override(language):
        if what == Shared.CALENDAR:
            content, content_type = calendar_behind(sharing, whole), calendar.CONTENT_TYPE
        else:
            content, content_type = results_behind(sharing, whole, language), AtomFeed.content_type
    last_modified = int((sharing.club.log.at or sharing.made_at).timestamp())
    response = HttpResponse(content, content_type=content_type)
    response.headers["ETag"] = f'"{sha256(content).hexdigest()[:32]}"'
    response.headers["Last-Modified"] = http_date(last_modified)
    response.headers["Content-Language"] = language
    answer = get_conditional_response(request, response.headers["ETag"], last_modified, response)
    assert answer is not None
    return kept_from_search(answer)


SCHEMA = settings.BASE_DIR / "scoring" / "export" / "schema.json"


@require_safe
def ready_export(request: HttpRequest, token: str) -> HttpResponseBase:
    """Send a file once, to the account that waited for it; a HEAD request does not count."""
    if not isinstance(request.user, Account) or request.method == "HEAD":
        raise Http404
    download = pending_downloads.fetched(token, request.user)
    if download is None:
        raise Http404
    file, name, content_type = download
    answer = FileResponse(file, as_attachment=True, filename=name)
    answer.headers["Content-Type"] = content_type
    return answer


@revalidated
@require_safe
def export_schema(request: HttpRequest) -> HttpResponseBase:
    """Return the JSON schema of exported files."""
    schema = HttpResponse(Path(SCHEMA).read_bytes(), content_type="application/schema+json")
    return for_programs(request, schema, "private, no-cache")
