"""Pages of a club's series: standings, terms, events, the public page, the final, certificates."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template import Context
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from scoring import clock
from scoring.capability import Capability
from scoring.clock import as_of_today, day_in_words
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.engine.amounts import noted
from scoring.engine.money import number_in_words
from scoring.export.answering import exported, file_of, for_programs
from scoring.language import gettext_noop
from scoring.models import Club
from scoring.season.forms import CertificatesForm
from scoring.season.pages.certificates import Certificate, CertificateTexts, TextLine
from scoring.sharing.feeds import FeedResult, Source, listed
from scoring.signatures import LinkKind
from scoring.table.results_file import revision_of_files
from scoring.web.access import (
    PAGE,
    directed_club,
    done_before,
    kept_from_search,
    language_elsewhere,
    open_club,
)
from scoring.web.bars import SubjectBar, bar, part_of
from scoring.web.confirming import Confirmation, confirm
from scoring.web.first_places import first_asked, first_places
from scoring.web.language import current_language
from scoring.web.links import is_there, link_to
from scoring.web.submitting import submit
from tournaments.engine.ladders import written
from tournaments.models import Counted, Series
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import renaming
from tournaments.series import verbs
from tournaments.series.carried_before import freeze_carried
from tournaments.series.export import SeriesTable, figures_of, person_table, teams_table, workbook_of
from tournaments.series.forms import CountedForm, SeriesForm, years_of
from tournaments.series.past import PAST
from tournaments.series.standing import SeriesStanding, standing_of
from tournaments.series.words import sentences_about, terms_in_words
from tournaments.series.years import all_years
from tournaments.web.access import (
    asked_for_everybody,
    directed_series,
    page_about,
    series_behind,
    series_in,
    snippet_of,
    year_asked,
)
from tournaments.web.kept_answers import SERIES_CACHE

FIRST_RANKS = 3  # named in the sentence
KEPT_QUERIES = {"group", "first", "sort", "page", "all", "b-sort", "b-page", "language"}


def _page(request: HttpRequest, template: str, series: Series, **shown: Any) -> HttpResponse:
    return render(request, f"tournaments/series/{template}.html", page_about(series, **shown))


@require_safe
def all_series(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club."""
    club = open_club(request, slug)
    events = Counted.objects.counting().filter(series=OuterRef("pk"), use=Counted.Use.EVENT).order_by()
    number = Subquery(events.values("series").annotate(number=Count("pk")).values("number"))
    page = {"club": club, "rows": list(club.series.annotate(count=Coalesce(number, 0)))}
    return render(request, "tournaments/series/all_series.html", page)


@require_safe
def series_years(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the winners of all years, the attendance, and later corrections."""
    club = open_club(request, slug)
    return render(request, "tournaments/series/years.html", {"club": club, **all_years(club)})


@require_safe
def series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how a series stands."""
    subject = series_in(request, slug, series)
    stands = standing_of(subject, member=subject.club.member_id)
    page = _standings(request, stands, linked=True)
    if subject.code:
        page |= {
            "link": link_to(request, reverse("tournaments:public_series", args=[subject.code])),
            "sentence": sentence_of(stands),
            "snippet": snippet_of(request, "embedded_series", subject.code, offered=subject.club.is_directed),
        }
    return render(request, "tournaments/series/series.html", page)


@require_safe
def series_person(request: HttpRequest, slug: str, series: int, person: str) -> HttpResponse:
    """Show which events counted for a person, which did not, and what a rank still needs."""
    subject = series_in(request, slug, series)
    stands = standing_of(subject, member=subject.club.member_id)
    row = next((row for row in (*stands.rows, *stands.below) if row.place.person == person), None)
    if row is None:
        raise Http404
    table = person_table(row, stands, current_language())
    return _page(request, "person", subject, row=row, table=table, sentences=sentences_about(row, stands))


@require_http_methods(PAGE)
def series_settings(request: HttpRequest, slug: str, series: int | None = None) -> HttpResponse:
    """Ask for the title and the terms, also of a new series."""
    subject = directed_series(request, slug, series) if series else None
    club = subject.club if subject else directed_club(request, slug)

    def form_for(posted: Any = None) -> SeriesForm:
        return SeriesForm(
            posted, club=club, series=directed_series(request, slug, series) if series else None
        )

    form = form_for(request.POST or None)
    if form.is_valid():
        verb = verbs.change_series if subject else verbs.open_series
        arguments = {"series": subject} if subject else {"club": club}
        stored = (form_for,) if subject else ()
        if saved := submit(request, form, verb, _("Saved."), *stored, **arguments, **form.verb_arguments):
            return redirect(subject or reverse("tournaments:series_events", args=[slug, saved.result.pk]))
    page = {"club": club, "series": subject, "form": form}
    return render(request, "tournaments/series/settings.html", page)


@require_http_methods(PAGE)
def series_events(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Choose what counts, year by year."""
    subject = directed_series(request, slug, series)
    years = years_of(subject)
    year = year_asked(request, years)

    def form_for(posted: Any = None) -> CountedForm:
        return CountedForm(posted, series=subject, year=year)

    form = form_for(request.POST if request.method == "POST" else None)
    if form.is_valid():
        values = {"series": subject, **form.verb_arguments}
        if submit(request, form, verbs.choose_events, _("Saved."), form_for, **values):
            return redirect(subject)
    write = f"{reverse('tournaments:write_list', args=[slug])}?series={subject.pk}"
    return _page(request, "events", subject, form=form, year=year, years=years, write=write)


@require_http_methods(PAGE)
def remove_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; nothing that was played goes with it."""
    if done_before(request, verbs.remove_series.__name__, club__slug=slug):
        return redirect("tournaments:all_series", slug)
    subject = directed_series(request, slug, series)
    question = Confirmation(
        crumbs="tournaments/series/_back_to_series.html",
        about=str(subject),
        heading=_("Remove “%(title)s”?") % {"title": subject},
        sentences=[
            _("Its terms and the choice of its events are removed. Tournaments, evenings and lists stay.")
        ],
        button=_("Remove the series"),
        back=subject.get_absolute_url(),
    )
    # no series: its bar is of no use in a question
    page, back = {"club": subject.club}, reverse("tournaments:all_series", args=[slug])
    message = _("The series “%(title)s” has been removed.") % {"title": subject}
    return confirm(request, question, page, verbs.remove_series, message, back, series=subject)


def _file(request: HttpRequest, subject: Series, form: str) -> HttpResponseBase:
    stands = standing_of(subject)
    what = figures_of(stands, with_groups=True) if form == "csv" else workbook_of(stands)
    return file_of(request, subject.club, what, form)


@require_safe
def export_series(request: HttpRequest, slug: str, series: int, form: str) -> HttpResponseBase:
    """Send the standings as a file."""
    return _file(request, series_in(request, slug, series), form)


@require_http_methods(PAGE)
def show_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the series to everybody, or to the club only."""
    subject = directed_series(request, slug, series)
    if request.method == "POST":
        public = asked_for_everybody(request)
        for_all = _("Everybody with the link can now read this series.")
        message = for_all if public else _("Only the club can now read this series.")
        submit(request, None, verbs.show_series, message, series=subject, public=public)
    return redirect(subject)


@require_safe
def public_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings to everybody who has the link."""
    subject = series_behind(series_code)
    whole, sentence = _public_answer(request, subject, "page", "_public")
    link = link_to(request, reverse("tournaments:public_series", args=[series_code]))
    page = {"club": subject.club, "series": subject, "whole": whole, "link": link, "sentence": sentence}
    return kept_from_search(render(request, "tournaments/series/public_series.html", page))


@require_safe
@xframe_options_exempt
def embedded_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings alone, for a frame elsewhere; in the club's language unless asked otherwise."""
    subject = series_behind(series_code)
    language = language_elsewhere(request, subject.club)
    with translation.override(language):
        by_itself = reverse("tournaments:public_series", args=[series_code])
        whole, _sentence = _public_answer(request, subject, "frame", "_standings")
        page = {"club": subject.club, "series": subject, "whole": whole}
        page |= {"language": language, "by_itself": by_itself}
        response = render(request, "tournaments/series/embedded_series.html", page)
    response.headers["Content-Language"] = language
    return kept_from_search(response)


def _public_answer(request: HttpRequest, series: Series, name: str, template: str) -> tuple[SafeString, str]:
    """Return the public page with its sentence to share, cached until something changes in the club.

    Addresses that ask for anything else than the page has are answered, and not kept.
    """

    def make() -> tuple[SafeString, str]:
        stands, language = standing_of(series), f"language={request.GET.get('language')}&"
        page = _standings(request, stands) | {"further": language if "language" in request.GET else ""}
        whole = render_to_string(f"tournaments/series/{template}.html", page, request=request)
        return SafeString(whole), sentence_of(stands)

    if not request.GET.keys() <= KEPT_QUERIES:
        return make()
    key = (series.pk, name, current_language(), request.GET.urlencode())
    made: tuple[SafeString, str] = SERIES_CACHE.get(key, tag_of(series), make)
    return made


def tag_of(series: Series) -> str:
    """Return a tag that changes with everything on a series' page: the club's pulse, and the day."""
    return f"{revision_of_files(series.club)} {clock.today()}"


@require_safe
def export_public_series(request: HttpRequest, series_code: str, form: str) -> HttpResponseBase:
    """Send the same as a file."""
    return for_programs(request, _file(request, series_behind(series_code), form), "private, no-cache")


@require_safe
def series_certificates(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the certificates to print; `?whose=first&first=3` says for whom."""
    subject = directed_series(request, slug, series)
    stands = standing_of(subject)
    everybody = tuple(
        Certificate(
            person=row.place.person,
            name=row.name,
            rank=row.rank or 0,
            tied=row.place.tied,
            label=_("Points"),
            amount=number_in_words(row.points),
        )
        for row in stands.rows
    )
    page: dict[str, Any] = {"shown": stands}
    if everybody:
        form = CertificatesForm(request.GET.dict(), groups={_("Only one person"): everybody})
        where = TextLine(as_of_today() if stands.to_come else "")
        signatures = (_("Place and date"), _("For the club"))
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": CertificateTexts(
                TextLine(subject.club.name), TextLine(subject.title), where, signatures
            ),
            "certificates": form.chosen(everybody) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    return _page(request, "certificates", subject, **page)


def _standings(request: HttpRequest, stands: SeriesStanding, *, linked: bool = False) -> dict[str, Any]:
    """Return the standings of a series, or of the group in the address."""
    series, group = stands.series, stands.group_called(request.GET.get("group", ""))
    rows, below = (stands.rows, stands.below) if group is None else (stands.among(group), ())
    if first := first_asked(request):
        rows, below = tuple(row for row in rows if row.rank and row.rank <= first), ()
    is_over = stands.held and not stands.to_come
    day = day_in_words(max(event.date for event in stands.held)) if is_over else as_of_today()
    places = ((row.rank, row.name, written(row.points)) for row in rows)
    table = rows and SeriesTable(
        rows, pgettext("tournament", "Standings"), in_group=group is not None, linked=linked
    )
    under = below and SeriesTable(below, _("Too few starts"), prefix="b-", linked=linked)
    return {
        "club": series.club,
        "series": series,
        "shown": stands,
        "group": group,
        **first_places(
            *(first, places, series.club, series.title),
            *(str(group) if group else "", series.club.name, day),
        ),
        "kept": [("group", group.list.pk)] if group else [],
        "table": table and RequestConfig(request, paginate=not first).configure(table),
        "teams": teams_table(stands.team_rows) if stands.team_rows else None,
        "below": under and RequestConfig(request).configure(under),
        "terms": terms_in_words(stands, current_language()),
    }


# How it is handed on


def after_so_many(stands: SeriesStanding) -> str:
    """Return which series it is, and how many events have been held."""
    held = len(stands.held)
    words = ngettext("%(title)s after %(number)d event", "%(title)s after %(number)d events", held)
    return words % {"title": stands.series.title, "number": held}


def sentence_of(stands: SeriesStanding) -> str:
    """Return the first, second and third as a sentence for a message."""
    first = [f"{row.rank}. {row.name}" for row in stands.rows if row.rank and row.rank <= FIRST_RANKS]
    if not first:
        return _("%(title)s: the standings are here.") % {"title": stands.series.title}
    return f"{after_so_many(stands)}: {', '.join(first)}."


def series_results(club: Club, most: int) -> Iterator[FeedResult]:
    """Return how those stand that are shown to everybody."""
    for series in club.series.exclude(code="").select_related("club").order_by("-pk")[:most]:
        key = (series.pk, "feed", current_language())
        result: FeedResult | None = SERIES_CACHE.get(key, tag_of(series), partial(_feed_result, series))
        if result is not None:
            yield result


def _feed_result(series: Series) -> FeedResult | None:
    rows = series.counted.counting().values_list(
        Coalesce("round__closed_at", "tournament__finished_at", "evening__closed_at"),
        Coalesce("round__tournament__evening__date", "tournament__evening__date", "evening__date"),
        Coalesce("round__tournament__evening", "tournament__evening", "evening"),
    )
    last = max((row for row in rows if row[0] is not None), default=None)
    stands = standing_of(series)
    if last is None or not stands.rows:
        return None
    at, date, evening = last
    first = [row for row in stands.rows if row.rank and row.rank <= FIRST_RANKS]
    lines = [f"{row.rank}. {row.name}: {noted(row.points)}" for row in first]
    content = format_html("<p>{}</p>{}", after_so_many(stands), listed(lines))
    return FeedResult(
        key=f"series {series.pk}",
        evening=evening,
        date=date,
        at=at,
        title=series.title,
        describe=lambda people: content,
        address=reverse("tournaments:public_series", args=[series.code]),
    )


def series_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of a page's series; None where there is only one page."""
    series = context.get("series")
    if not isinstance(series, Series):
        return None
    names = [("", pgettext("bar", "Standings"), "series")]
    where = [club.slug, series.pk]
    if series.final_id and is_there("tournaments:series_final", slug=club.slug, series=series.pk):
        names.append(("final", _("Final"), "series_final"))
    if club.is_directed:
        names += [
            ("events", pgettext("bar", "Counts"), "series_events"),
            ("settings", pgettext("series", "Terms"), "series_settings"),
        ]
    ways = [(key, words, reverse(f"tournaments:{name}", args=where)) for key, words, name in names]
    part = part_of(request, ways[0][2])
    current = part if part in {key for key, _words, _address in ways} else ""
    return bar(series.title, current, ways) if len(ways) > 1 else None


def texts_of_series(club: Club) -> Iterator[StoredText]:
    """Yield titles."""
    for series in club.series.order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        yield StoredText(
            _("Series"), series.title, page, Remedy.CHANGE, f"series:{series.pk}", room=LONGEST_TITLE
        )


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/", all_series, name="all_series"),
    path("series/new/", series_settings, name="new_series"),
    path("series/years/", series_years, name="series_years"),
    path("series/<int:series>/", series, name="series"),
    path("series/<int:series>/show/", show_series, name="show_series"),
    path("series/<int:series>/certificates/", series_certificates, name="series_certificates"),
    path("series/<int:series>/", include(exported(export_series))),
    path("series/<int:series>/people/<str:person>/", series_person, name="series_person"),
    path("series/<int:series>/settings/", series_settings, name="series_settings"),
    path("series/<int:series>/events/", series_events, name="series_events"),
    path("series/<int:series>/remove/", remove_series, name="remove_series"),
]

site_urls: list[URLPattern | URLResolver] = [  # for everybody
    path("series/<str:series_code>/", public_series, name="public_series"),
    path("series/<str:series_code>/embed/", embedded_series, name="embedded_series"),
    path("series/<str:series_code>/", include(exported(export_public_series))),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs) | PAST,
    bars=(series_bar,),
    links=(
        LinkKind(
            model=Series,
            open=lambda: ~Q(code=""),
            renew=verbs.renew_codes,
            club="club",
            singular=gettext_noop("series open to everybody"),
            plural=gettext_noop("series that are open to everybody"),
        ),
    ),
    after_update=(freeze_carried,),
    free_texts=(texts_of_series,),
    text_editors={"series": renaming(Series.objects.all(), "title")},
    feeds=(Source(lambda club: (), series_results),),
)
