"""A series for everybody, if the club shows it; and its certificates."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scoring.export.answering import file_of
from scoring.season.forms import CertificatesForm
from scoring.season.pages.certificates import PeopleGroup
from scoring.web.access import PAGE, account_of, deed_of, kept_from_search, language_elsewhere
from scoring.web.language import current_language
from scoring.web.links import link_to
from tournaments.models import Series
from tournaments.series import verbs
from tournaments.series.access import directed_series
from tournaments.series.asking import with_what_is_in_use
from tournaments.series.export import book_of_series
from tournaments.series.pages import ShownSeries, shown_series, terms_told
from tournaments.series.sharing import certificates_of, occasion_of, sentence_of
from tournaments.series.tables import PublicSeriesTable


@require_http_methods(PAGE)
def show_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """To everybody, or to the club only."""
    found, _club = directed_series(request, slug, series)
    if request.method == "POST":
        public = {"yes": True, "no": False}.get(request.POST.get("public", ""))
        if public is None:
            raise BadRequest("Shown or not?")
        verbs.show_series(actor=account_of(request), deed=deed_of(request), series=found, public=public)
        said = _("Everybody with the link can now read this series.")
        if not public:
            said = _("Only the club can now read this series.")
        messages.success(request, said)
    return redirect(found)


@require_safe
def public_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings to everybody who has the link."""
    shown = _behind(series_code)
    here = link_to(request, reverse("tournaments:public_series", args=[series_code]))
    page = {
        **_standings(request, shown),
        "link": here,
        "sentence": sentence_of(shown),
        "terms": terms_told(shown, current_language()),
    }
    return kept_from_search(render(request, "tournaments/series/public_series.html", page))


@require_safe
@xframe_options_exempt
def embedded_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings alone, for a frame on another page.

    In the club's language unless asked otherwise.
    """
    shown = _behind(series_code)
    language = language_elsewhere(request, shown.series.club)
    with translation.override(language):
        by_itself = reverse("tournaments:public_series", args=[series_code])
        further = f"language={language}&" if "language" in request.GET else ""
        page = {
            **_standings(request, shown),
            "language": language,
            "by_itself": by_itself,
            "further": further,
        }
        response = render(request, "tournaments/series/embedded_series.html", page)
    response.headers["Content-Language"] = language
    return kept_from_search(response)


@require_safe
def export_public_series(request: HttpRequest, series_code: str, form: str) -> HttpResponseBase:
    """Send the same as a file."""
    shown = _behind(series_code)
    return kept_from_search(file_of(request, shown.series.club, book_of_series(shown), form))


@require_safe
def series_certificates(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the certificates to print; `?whose=first&first=3` says for whom."""
    found, club = directed_series(request, slug, series)
    shown = shown_series(found)
    everybody = certificates_of(shown)
    page: dict[str, Any] = {"club": club, "series": found, "shown": shown}
    if everybody:
        form = CertificatesForm(request.GET.dict(), groups=[PeopleGroup(_("Only one person"), everybody)])
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": occasion_of(shown),
            "certificates": form.chosen(everybody) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    return render(request, "tournaments/series/series_certificates.html", page)


def _behind(code: str) -> ShownSeries:
    found = with_what_is_in_use(Series.objects.select_related("club").filter(code=code)).first()
    if found is None:
        raise Http404
    return shown_series(found)


def _standings(request: HttpRequest, shown: ShownSeries) -> dict[str, Any]:
    group = shown.group_called(request.GET.get("group", ""))
    rows, below = (shown.rows, shown.below) if group is None else (shown.among(group), ())
    return {
        "club": shown.series.club,
        "series": shown.series,
        "shown": shown,
        "group": group,
        "table": PublicSeriesTable(rows, in_group=group is not None).ask(request.GET) if rows else None,
        "below": PublicSeriesTable(below, prefix="b-").ask(request.GET) if below else None,
    }
