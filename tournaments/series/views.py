"""A club's series: how each stands, its terms and events; shown to everybody, and certificates."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.export.answering import file_of
from scoring.names import folded
from scoring.season.forms import CertificatesForm
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import (
    PAGE,
    directed_club,
    done_before,
    kept_from_search,
    language_elsewhere,
    open_club,
)
from scoring.web.language import current_language
from scoring.web.links import link_to
from scoring.web.stored_forms import SHOWN
from scoring.web.submitting import submit
from scoring.web.uploads import takes_files
from tournaments.entrants.forms.lists import text_of
from tournaments.models import Series
from tournaments.series import verbs
from tournaments.series.export import PublicSeriesTable, SeriesTable, book_of_series
from tournaments.series.forms import (
    BroughtForm,
    EndTableFile,
    EventsForm,
    OldResultsForm,
    SeriesForm,
    SeriesLotForm,
)
from tournaments.series.old import lines_to_edit, with_rows_of, with_rows_replaced
from tournaments.series.pages import (
    ShownSeries,
    brought_lines,
    choices_for,
    person_in,
    series_of,
    shown_series,
    terms_in_words,
    years_of,
)
from tournaments.series.sharing import certificates_of, occasion_of, sentence_of, shown_to_all
from tournaments.series.year import year_of, years_with_series
from tournaments.web.access import asked_for_everybody, directed_series, series_behind, series_in, year_asked
from tournaments.web.lots import OrderForm


@require_safe
def all_series(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club."""
    club = open_club(request, slug)
    page = {"club": club, "rows": list(series_of(club))}
    return render(request, "tournaments/series/all_series.html", page)


@require_safe
def series_year(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what counts in a year, how every series stands, and what was put right since."""
    club = open_club(request, slug)
    years = years_with_series(club)
    year = year_asked(request, years)
    shown = year_of(club, year, member=club.member_id)
    page = {"club": club, "years": years, "year": year, "shown": shown}
    return render(request, "tournaments/series/series_year.html", page)


@require_http_methods(PAGE)
def new_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for everything but the events, which are chosen next."""
    club = directed_club(request, slug)
    form = SeriesForm(request.POST or None, club=club)
    if form.is_valid():
        asked = {"title": form.cleaned_data["title"], "terms": form.terms, "groups": form.groups}
        if done := submit(request, form, verbs.open_series, club=club, **asked):
            return redirect("tournaments:series_events", slug, done.result.pk)
    return render(request, "tournaments/series/new_series.html", {"club": club, "form": form})


@require_safe
def series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how a series stands."""
    found = series_in(request, slug, series)
    shown = shown_series(found, member=found.club.member_id)
    page = {
        **_standings(request, shown, SeriesTable),
        **shown_to_all(request, shown, found.club),
        "terms": terms_in_words(shown, current_language()),
    }
    return render(request, "tournaments/series/series.html", page)


@require_safe
def series_teams(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how the teams of a series stand."""
    found = series_in(request, slug, series)
    shown = shown_series(found, member=found.club.member_id)
    return _page(request, "series_teams", found, shown=shown)


@require_safe
def series_person(request: HttpRequest, slug: str, series: int, person: str) -> HttpResponse:
    """Show which events counted for somebody, which did not, and what is missing to be ranked."""
    found = series_in(request, slug, series)
    shown = shown_series(found, member=found.club.member_id)
    who = person_in(shown, person, current_language())
    if who is None:
        raise Http404
    return _page(request, "series_person", found, shown=shown, who=who)


@takes_files
@require_http_methods(PAGE)
def old_results(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Type end tables of old years, or add those of a spreadsheet and look at them first."""
    found = directed_series(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> OldResultsForm:
        return OldResultsForm(posted, initial={"lines": lines_to_edit(found)})

    form, file = form_for(request.POST if "lines" in request.POST else None), EndTableFile()
    step = request.POST.get("step", "")
    if request.method == "POST" and (request.FILES or step == "file" or not form.is_bound):
        file = EndTableFile(request.POST, request.FILES)
        form = _with_file(request, form, file)
    elif step == "replace":
        data = request.POST.copy()
        data["lines"] = with_rows_replaced(request.POST["lines"], request.POST.get("differing", ""))
        form = form_for(data)
        messages.info(request, _("The lines of the file are in place of yours. Nothing is saved yet."))
    elif form.is_valid():
        lines = form.cleaned_data["lines"]
        about = {"series": found, "lines": lines}
        message = _("Saved. Lines: %(lines)d, events: %(events)d.") % {
            "lines": len(lines),
            "events": len({(line.date, folded(line.event)) for line in lines}),
        }
        if submit(request, form, verbs.bring_old_results, message, form_for, **about):
            return redirect(found)
    return _page(request, "old_results", found, form=form, file=file)


def _with_file(request: HttpRequest, form: OldResultsForm, file: EndTableFile) -> OldResultsForm:
    """Return the form with the lines of a file below those that stand there; none of these is replaced."""
    if not file.is_valid():
        return form
    try:
        text = text_of(file.cleaned_data["list"])
    except UnreadableFile as unreadable:
        file.add_error("list", unreadable.message)
        return form
    both = with_rows_of(text, form["lines"].value() or "")
    data = request.POST.copy()
    data["lines"], data[SHOWN] = both.lines, form.shown_then
    form = OldResultsForm(data, initial=form.initial)
    form.differing = both.differing
    message = [_("Lines of the file, added below: %(number)d.") % {"number": both.added}]
    if both.known:
        message.append(_("These stand there already: %(number)d.") % {"number": both.known})
    messages.info(request, " ".join([*message, _("Nothing of it is saved yet.")]))
    return form


@require_http_methods(PAGE)
def series_settings(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Change the title and the terms."""
    found = directed_series(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> SeriesForm:
        return SeriesForm(posted, club=found.club, series=directed_series(request, slug, series))

    form, message = form_for(request.POST or None), _("Saved.")
    if form.is_valid():
        asked = {"title": form.cleaned_data["title"], "terms": form.terms, "groups": form.groups}
        if submit(request, form, verbs.change_series, message, form_for, series=found, **asked):
            return redirect(found)
    return _page(request, "series_settings", found, form=form)


@require_http_methods(PAGE)
def series_events(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Choose what counts, year by year."""
    found = directed_series(request, slug, series)
    years = years_of(found)
    year = year_asked(request, years)

    choices = choices_for(found, year)
    everything = [event for whole, rounds in choices for event in (whole, *rounds)]

    def form_for(posted: QueryDict | None = None) -> EventsForm:
        chosen = {verbs.key_of(event) for event in found.events.all()}
        return EventsForm(posted, among=everything, chosen=chosen)

    form = form_for(request.POST if request.method == "POST" else None)
    if form.is_valid():
        among = [event.key for event in everything]
        about = {"series": found, "among": among, "chosen": form.cleaned_data["event"]}
        if submit(request, form, verbs.choose_events, _("Saved."), form_for, **about):
            return redirect(found)
    return _page(request, "series_events", found, choices=choices, form=form, year=year, years=years)


@require_http_methods(PAGE)
def remove_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; nothing that was played goes with it."""
    if done_before(request, verbs.remove_series.__name__, club__slug=slug):
        return redirect("tournaments:all_series", slug)
    found = directed_series(request, slug, series)
    if request.method == "POST":
        message = _("The series “%(title)s” is removed.") % {"title": found.title}
        if submit(request, None, verbs.remove_series, message, series=found):
            return redirect("tournaments:all_series", slug)
    return _page(request, "remove_series", found)


@require_http_methods(PAGE)
def brought_points(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Say who brings how much along."""
    found = directed_series(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> BroughtForm:
        return BroughtForm(posted, initial={"lines": brought_lines(found)})

    form = form_for(request.POST or None)
    if form.is_valid():
        lines = form.cleaned_data["lines"]
        if submit(request, form, verbs.bring_points, _("Saved."), form_for, series=found, lines=lines):
            return redirect(found)
    return _page(request, "brought_points", found, form=form)


@require_http_methods(PAGE)
def series_lots(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Draw lots between those who have as many points, or record what was drawn by hand."""
    found = directed_series(request, slug, series)
    shown = shown_series(found)
    posted = request.POST.get("people", "") if request.method == "POST" else ""
    by_hand = "by_hand" in request.POST
    ties = []
    for place, tie in enumerate(shown.ties):
        key, people = " ".join(tie), [(person, shown.names.get(person, "?")) for person in tie]
        here = posted == key
        draw = SeriesLotForm(request.POST if here and not by_hand else None, auto_id=f"{place}-%s")
        order = OrderForm(request.POST if here and by_hand else None, players=people, auto_id=f"{place}-%s")
        form: SeriesLotForm | OrderForm = order if by_hand else draw
        if here and form.is_valid():
            asked = {"order": order.order} if by_hand else {"seed": draw.cleaned_data["seed"]}
            about = {"series": found, "people": list(tie), **asked}
            if submit(request, form, verbs.draw_series_lot, _("The lot is drawn."), **about):
                return redirect("tournaments:series_lots", slug, found.pk)
        names = ", ".join(name for _person, name in people)
        ties.append({"key": key, "names": names, "draw": draw, "order": order, "by_hand": here and by_hand})
    drawn_lots = [(lot, [shown.names.get(person, "?") for person in lot.order]) for lot in shown.lots]
    return _page(request, "series_lots", found, ties=ties, drawn=drawn_lots[::-1])


@require_POST
def withdraw_series_lot(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Take a lot back; who it parted is equal again."""
    found = directed_series(request, slug, series)
    try:
        lot = UUID(request.POST.get("lot", ""))
    except ValueError:
        raise BadRequest("No lot") from None
    submit(request, None, verbs.withdraw_series_lot, _("The lot is withdrawn."), series=found, lot=lot)
    return redirect("tournaments:series_lots", slug, found.pk)


@require_safe
def export_series(request: HttpRequest, slug: str, series: int, form: str) -> HttpResponseBase:
    """Send the standings as a file."""
    found = series_in(request, slug, series)
    return file_of(request, found.club, book_of_series(shown_series(found)), form)


@require_http_methods(PAGE)
def show_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the series to everybody, or to the club only."""
    found = directed_series(request, slug, series)
    if request.method == "POST":
        public = asked_for_everybody(request)
        for_all = _("Everybody with the link can now read this series.")
        done = for_all if public else _("Only the club can now read this series.")
        submit(request, None, verbs.show_series, done, series=found, public=public)
    return redirect(found)


@require_safe
def public_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings to everybody who has the link."""
    shown = shown_series(series_behind(series_code))
    here = link_to(request, reverse("tournaments:public_series", args=[series_code]))
    page = {
        **_standings(request, shown),
        "link": here,
        "sentence": sentence_of(shown),
        "terms": terms_in_words(shown, current_language()),
    }
    return kept_from_search(render(request, "tournaments/series/public_series.html", page))


@require_safe
@xframe_options_exempt
def embedded_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings alone, for a frame on another page.

    In the club's language unless asked otherwise.
    """
    shown = shown_series(series_behind(series_code))
    language = language_elsewhere(request, shown.series.club)
    with translation.override(language):
        by_itself = reverse("tournaments:public_series", args=[series_code])
        further = f"language={language}&" if "language" in request.GET else ""
        about = {"language": language, "by_itself": by_itself, "further": further}
        page = {**_standings(request, shown), **about}
        response = render(request, "tournaments/series/embedded_series.html", page)
    response.headers["Content-Language"] = language
    return kept_from_search(response)


@require_safe
def export_public_series(request: HttpRequest, series_code: str, form: str) -> HttpResponseBase:
    """Send the same as a file."""
    shown = shown_series(series_behind(series_code))
    return kept_from_search(file_of(request, shown.series.club, book_of_series(shown), form))


@require_safe
def series_certificates(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the certificates to print; `?whose=first&first=3` says for whom."""
    found = directed_series(request, slug, series)
    shown = shown_series(found)
    everybody = certificates_of(shown)
    page: dict[str, Any] = {"shown": shown}
    if everybody:
        form = CertificatesForm(request.GET.dict(), groups={_("Only one person"): everybody})
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": occasion_of(shown),
            "certificates": form.chosen(everybody) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    return _page(request, "series_certificates", found, **page)


def _page(request: HttpRequest, template: str, series: Series, **shown: Any) -> HttpResponse:
    page = {"club": series.club, "series": series, **shown}
    return render(request, f"tournaments/series/{template}.html", page)


MOST_DIGITS = 4  # of how many places are shown


def _standings(
    request: HttpRequest, shown: ShownSeries, kind: type[SeriesTable] = PublicSeriesTable
) -> dict[str, Any]:
    """Return how a series stands: all of it, or the group that the address asks for."""
    group = shown.group_called(request.GET.get("group", ""))
    rows, below = (shown.rows, shown.below) if group is None else (shown.among(group), ())
    asked = request.GET.get("first", "")
    first = int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else 0
    if first:
        rows, below = tuple(row for row in rows if row.rank and row.rank <= first), ()
    return {
        "club": shown.series.club,
        "series": shown.series,
        "shown": shown,
        "group": group,
        "first": first,
        "table": kind(rows, in_group=group is not None).ask(request.GET) if rows else None,
        "below": kind(below, prefix="b-").ask(request.GET) if below else None,
    }
