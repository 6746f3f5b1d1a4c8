"""The season of a club: standings, careers, statistics, certificates; pages and files."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Context
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scoring import clock
from scoring.capability import Capability, ClubCard, ClubPart, CoveredRows
from scoring.clock import as_of_today
from scoring.deeds import log_of
from scoring.export.answering import exported, file_of
from scoring.export.figures import Figures, Workbook
from scoring.models import Club, Member, NamedSeason
from scoring.models.sharing import ALL
from scoring.replica import read_from_replica
from scoring.season import verbs
from scoring.season.export import (
    figures_of_evenings,
    figures_of_hands,
    figures_of_season,
    workbook_of_career,
    workbook_of_champions,
    workbook_of_season,
    workbook_of_statistics,
)
from scoring.season.forms import (
    PERIOD_NAMES,
    CertificatesForm,
    SeasonForm,
    SeasonNameForm,
    days_of,
    hand_filter_in,
    lines_on_paper,
    period_in_words,
    same_period_query,
    season_form,
)
from scoring.season.pages.career import Career
from scoring.season.pages.certificates import CertificateTexts, TextLine, of_season
from scoring.season.pages.champions import Champion, ClubChampions
from scoring.season.pages.periods import SeasonCalendar, running_season
from scoring.season.pages.pictures import subjects_of
from scoring.season.pages.rating import BEGIN, FEWEST_HANDS, strengths_of
from scoring.season.pages.season import (
    FEWEST_TABLES,
    SeasonEvening,
    SeasonStanding,
    SeasonStandings,
    form_of,
    has_played_often,
    matrix_of,
    standings_of,
    version_of,
)
from scoring.season.pages.statistics import ClubStatistics
from scoring.season.pages.today import has_begun, leaders
from scoring.season.sections import choice_of, hands_page, period_page, statistics_page
from scoring.season.tables import ChampionsTable, CrossTable, PlayersTable, drawn_strip, standings_columns
from scoring.web.access import PAGE, directed_club, open_club
from scoring.web.bars import SubjectBar, bar, part_of
from scoring.web.first_places import first_asked, first_places
from scoring.web.language import current_language
from scoring.web.submitting import submit

# The pages of a season beside its standings: what its bar calls them, by their names, which are in addresses.
PAGES = {
    "statistics": gettext_lazy("Statistics"),
    "evenings": gettext_lazy("By evening"),
    "champions": gettext_lazy("Champions"),
}


def _shows(shown: Callable[[HttpRequest, SeasonForm], dict[str, Any]]) -> Callable[..., HttpResponse]:
    """Return a view of the chosen season with the template of this name."""
    name = shown.__name__

    @require_safe
    @wraps(shown)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        club = open_club(request, slug)

        def answer() -> HttpResponse:
            form = season_form(request, club)
            page = period_page(request, form)
            if form.is_valid():
                page |= {"on_paper": lines_on_paper(form, days_of(form)), **shown(request, form)}
            return render(request, f"scoring/season/{name}.html", page)

        return read_from_replica(answer, lambda: version_of(club))

    return view


def _pages_of_members(request: HttpRequest, club: Club) -> Callable[[int], str]:
    """Return a function from a member to the address of their page for the same period."""
    same_period = same_period_query(request)
    return lambda member: reverse("scoring:member", args=[club.slug, member]) + same_period


@_shows
def season(request: HttpRequest, form: SeasonForm) -> dict[str, Any]:
    """Show the standings of a season; certificates and strengths once the club has played often."""
    is_offered_all = has_played_often(form.club)
    standings = standings_of(form.season, strengths_of(form.season) if is_offered_all else {})
    address = _pages_of_members(request, form.club)
    members_form, first = form_of(form.season), first_asked(request)

    def table(shown: tuple[SeasonStanding, ...], prefix: str, label: str) -> PlayersTable:
        players = [player for player in shown if form.finds(player) and (not first or player.rank <= first)]
        drawn = PlayersTable(
            players,
            standings_columns(standings),
            among=shown,
            address=address,
            mine=form.club.member_id,
            form=None if prefix else members_form,
            prefix=prefix,
            label=label,
        )
        RequestConfig(request, paginate=not first).configure(drawn)
        return drawn

    best = [player for player in standings.members if player.rank <= first]
    members = table(standings.members, "", _("Standings"))
    guests = table(standings.guests, "g-", _("Guests")) if form.shows_guests else None
    return {
        "standings": standings,
        "is_offered_all": is_offered_all,
        "strength": {"begin": BEGIN, "hands": FEWEST_HANDS, "tables": FEWEST_TABLES},
        **first_places(
            first,
            ((player.rank, player.name, player.score.points) for player in best),
            form.club,
            f"{_('Season')} {period_in_words(form)}",
            form.club.name,
            "" if is_over(form) else as_of_today(),
        ),
        "kept": [(name, value) for name, value in request.GET.items() if name in (*PERIOD_NAMES, "guests")],
        "has_played": bool(standings.everybody),
        "without_season": form.days_without_season,
        "table": members,
        "guests": guests,
        "found": sum(len(shown.rows) for shown in (members, guests) if shown is not None),
    }


@_shows
def statistics(request: HttpRequest, form: SeasonForm) -> dict[str, Any]:
    """Show what a club has played, and the records of it."""
    club_statistics = ClubStatistics(form.season, current_language(), hand_filter_in(request.GET))
    choice = choice_of(request, club_statistics)
    page = hands_page(form, choice)
    if choice.is_valid():
        page |= subjects_of(club_statistics, request.GET.get("show", ""))
        page |= statistics_page(request, club_statistics, page["shown"])
    return page


@_shows
def cross_table(request: HttpRequest, form: SeasonForm) -> dict[str, Any]:
    """Show what each evening brought everybody."""
    season = form.season

    def address(evening: SeasonEvening) -> str:
        """Return the page of an evening; old sheets and single tables have none."""
        if season.tables or not evening.evening:
            return ""
        return reverse("scoring:evening", args=[form.club.slug, evening.evening])

    table = CrossTable(*matrix_of(season), address)
    RequestConfig(request).configure(table)
    return {"table": table}


@require_safe
def champions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who was first in each season that the club has named, and in each year."""
    club = open_club(request, slug)

    def address(champion: Champion) -> str:
        return f"{reverse('scoring:season', args=[club.slug])}?period={champion.key}"

    def answer() -> HttpResponse:
        firsts = ClubChampions.of(club, clock.today())
        groups = ((_("Seasons"), firsts.seasons), (_("Years"), firsts.years))
        tables = [ChampionsTable(rows, address, label) for label, rows in groups if rows]
        page = {"club": club, "tables": tables, "between": firsts.between, "back": same_period_query(request)}
        return render(request, "scoring/season/champions.html", page)

    return read_from_replica(answer, lambda: version_of(club))


@require_safe
def export_champions(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """Send the champions of all seasons as a file."""
    club = open_club(request, slug)
    workbook = workbook_of_champions(ClubChampions.of(club, clock.today()), f"{_('Champions')} {club.name}")
    return file_of(request, club, workbook, form)


@require_safe
def season_certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show certificates to print; `?whose=first&first=3` says for whom, the rest for which season."""
    club = directed_club(request, slug)
    season = season_form(request, club)
    page = {**period_page(request, season), "season": season, "form": None, "problem": season.errors}
    if season.is_valid():
        page["is_over"] = is_over(season)
        standings = standings_of(season.season)
        members = tuple(of_season(standings.members))
        guests = tuple(of_season(standings.guests, _("among the guests")))
        if members or guests:
            groups = {_("Only one person"): members, _("Only one guest"): guests}
            offered = {title: people for title, people in groups.items() if people}
            form = CertificatesForm(request.GET.dict(), groups=offered)
            whole = members + guests
            if form.is_valid():
                among = whole if season.shows_guests or form.is_about_one else members
                page |= {"certificates": form.chosen(among), "occasion": _occasion(season)}
                page["own_line"] = form.own_line
            page["form"] = form
    return render(request, "scoring/season/certificates.html", page)


def is_over(form: SeasonForm) -> bool:
    """Return whether no evening can change the season any more."""
    until = form.season.period.until
    return until is not None and until < form.today


def _occasion(form: SeasonForm) -> CertificateTexts:
    period = period_in_words(form)
    title = f"{_('Season')} {period}" if form.chosen_season else _("Season")
    where = "" if form.chosen_season else _("All evenings") if form.named == ALL else period
    if not is_over(form):
        where = ", ".join(filter(None, (where, as_of_today())))
    signatures = (_("Place and date"), _("For the club"))
    return CertificateTexts(TextLine(form.club.name), TextLine(title), TextLine(where), signatures)


def _sends(figures: Callable[..., Figures | Workbook]) -> Callable[..., HttpResponseBase]:
    """Return a view that sends these figures of the chosen season as a file."""

    @require_safe
    @wraps(figures)
    def view(request: HttpRequest, slug: str, form: str, **where: Any) -> HttpResponseBase:
        period_form = season_form(request, open_club(request, slug))
        if not period_form.is_valid():
            raise BadRequest("No such period")
        return file_of(request, period_form.club, figures(request, period_form, **where), form)

    return view


@_sends
def export_season(request: HttpRequest, form: SeasonForm) -> Figures:
    """Return all pages of the standings, filtered by the names searched for."""
    standings = standings_of(form.season, strengths_of(form.season) if has_played_often(form.club) else {})
    shown = SeasonStandings(
        tuple(filter(form.finds, standings.members)), tuple(filter(form.finds, standings.guests))
    )
    return figures_of_season(shown, _title(_("Season"), form), guests=form.shows_guests)


@_sends
def export_cross_table(request: HttpRequest, form: SeasonForm) -> Figures:
    """Return a row for everybody and a column for every evening."""
    return figures_of_evenings(*matrix_of(form.season), _title(_("By evening"), form))


@_sends
def export_career(request: HttpRequest, form: SeasonForm, pk: int) -> Workbook:
    """Return the whole page of a member, for the filtered hands."""
    member = get_object_or_404(Member, club=form.club, pk=pk)
    career = Career(member, form.season, current_language(), hand_filter_in(request.GET))
    title = _title(f"{member.name}: {_('Season')}", form)
    return workbook_of_career(career, title, chosen=_chosen(request, career))


@_sends
def export_statistics(request: HttpRequest, form: SeasonForm) -> Workbook:
    """Return the whole page of the club's statistics, for the filtered hands."""
    club_statistics = ClubStatistics(form.season, current_language(), hand_filter_in(request.GET))
    return workbook_of_statistics(
        club_statistics, _title(_("Statistics"), form), chosen=_chosen(request, club_statistics)
    )


@_sends
def export_season_book(request: HttpRequest, form: SeasonForm) -> Workbook:
    """Return everybody's standings, evening by evening, with statistics and rules."""
    return workbook_of_season(form.season, _title(_("Season book"), form), current_language())


@_sends
def export_season_hands(request: HttpRequest, form: SeasonForm) -> Figures:
    """Return all hands, however many."""
    return figures_of_hands(form.season, _title(_("Hands"), form), current_language())


AHEAD = timedelta(days=731)  # as far as a club sees its seasons come


@require_http_methods(PAGE)
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the named seasons of a club and those that follow, and name one."""
    club = directed_club(request, slug)
    form = SeasonNameForm(request.POST or None, initial=request.GET.dict(), club=club)
    if form.is_valid():
        message = _("The season has a name.")
        if submit(request, form, verbs.name_season, message, club=club, **form.cleaned_data):
            return redirect("scoring:club_seasons", slug)
    calendar = SeasonCalendar.of(club)
    running = calendar.running(clock.today())
    following = calendar.between(running.since, running.until + AHEAD) if calendar.named else []
    page = {"club": club, "form": form, "seasons": club.seasons, "following": following}
    return render(request, "scoring/season/club_seasons.html", page)


@require_POST
def remove_season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove the name of a season; the next page has it in its form, to name it again."""
    club = directed_club(request, slug)
    message = _("The name is removed. Save it again below to have it back.")
    removed = submit(request, None, verbs.remove_season, message, club=club, number=pk)
    again = f"?{urlencode(removed.result._asdict())}" if removed else ""
    return redirect(reverse("scoring:club_seasons", args=[slug]) + again)


def _chosen(request: HttpRequest, source: Career | ClubStatistics) -> str:
    """Return the filter in sentences; refuse one without any hand."""
    choice = choice_of(request, source)
    if not choice.is_valid():
        raise BadRequest("Nothing like this was played")
    return " ".join(choice.sentences)


def _title(what: str, form: SeasonForm) -> str:
    return " ".join(filter(None, (what, period_in_words(form), form.club.name)))


club_urls: list[URLPattern | URLResolver] = [
    path("season/", season, name="season"),
    path("season/", include(exported(export_season))),
    path("season/book/", include(exported(export_season_book))),
    path("season/hands/", include(exported(export_season_hands))),
    path("season/certificates/", season_certificates, name="season_certificates"),
    path("season/evenings/", cross_table, name="cross_table"),
    path("season/evenings/", include(exported(export_cross_table))),
    path("season/champions/", champions, name="champions"),
    path("season/champions/", include(exported(export_champions))),
    path("season/statistics/", statistics, name="statistics"),
    path("season/statistics/", include(exported(export_statistics))),
    path("members/<int:pk>/", include(exported(export_career))),
    path("seasons/", club_seasons, name="club_seasons"),
    path("seasons/<int:pk>/remove/", remove_season, name="remove_season"),
]


def season_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of a season, with links for the period shown."""
    address = reverse("scoring:season", args=[club.slug])
    if not request.path.startswith(address):
        return None
    back = context.get("back") or ""
    ways = [(name, str(words), f"{address}{name}/{back}") for name, words in PAGES.items()]
    part = part_of(request, address)
    standings = ("", pgettext("bar", "Standings"), address + back)
    return bar(_("Season"), part if part in PAGES else "", [standings, *ways])


ON_THE_PAGE = 3  # members, on the page of the club


def _club_card(request: HttpRequest, club: Club) -> ClubPart:
    """Return the first of the season that runs."""
    period, season = running_season(club, clock.today())
    best, number = leaders(season, ON_THE_PAGE)
    rows = [(one, drawn_strip(one.form)) for one in best]
    shown = {"club": club, "season": period.name, "best": rows, "number": number}
    return ClubPart(render_to_string("scoring/season/_club_season.html", shown, request), aside=True)


def _has_season(_request: HttpRequest, club: Club) -> Q:
    return has_begun(running_season(club, clock.today())[1])


CLUB_CARD = ClubCard(_has_season, _club_card)
NAMED_SEASONS = CoveredRows(
    *("seasons", "club", frozenset(("name_season", "remove_season"))),
    *(NamedSeason, "club", ("name", "since", "until")),
)
CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    covered=(NAMED_SEASONS,),
    bars=(season_bar,),
    on_club_page=(CLUB_CARD,),
)
