"""A club's series: the list, how each stands, somebody's own page in it, its terms and its events."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.export.answering import file_of
from scoring.names import folded
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, directed_club, done_before, open_club
from scoring.web.language import current_language
from scoring.web.stored_forms import SHOWN
from scoring.web.submitting import submit
from scoring.web.uploads import takes_files
from tournaments.engine.series import SeriesTerms
from tournaments.entrants.forms.lists import text_of
from tournaments.series import verbs
from tournaments.series.access import directed_series as _directed
from tournaments.series.access import series_in as _series
from tournaments.series.export import book_of_series
from tournaments.series.forms import (
    BroughtForm,
    EndTableFile,
    EventsForm,
    OldResultsForm,
    SeriesForm,
    SeriesLotForm,
    SeriesOrderForm,
)
from tournaments.series.old import typed_lines, with_rows_of, with_rows_replaced
from tournaments.series.pages import (
    brought_lines,
    choices_for,
    drawn_lots,
    person_in,
    plays_in_sections,
    series_of,
    shown_series,
    terms_told,
    years_of,
)
from tournaments.series.sharing import shown_to_all
from tournaments.series.tables import SeriesTable
from tournaments.series.year import year_of, years_with_series


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
    year = _year(request, years)
    shown = year_of(club, year, member=club.member_id)
    page = {"club": club, "years": years, "year": year, "shown": shown}
    return render(request, "tournaments/series/series_year.html", page)


@require_http_methods(PAGE)
def new_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for everything but the events, which are chosen next."""
    club = directed_club(request, slug)
    groups = list(club.groups.all())
    sections = plays_in_sections(club)
    form = SeriesForm(request.POST or None, terms=SeriesTerms(), groups=groups, sections=sections)
    if form.is_valid():
        asked = {"title": form.cleaned_data["title"], "terms": form.terms, "groups": form.groups}
        if done := submit(request, form, verbs.open_series, club=club, **asked):
            return redirect("tournaments:series_events", slug, done.result.pk)
    return render(request, "tournaments/series/new_series.html", {"club": club, "form": form})


@require_safe
def series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how a series stands."""
    found, club = _series(request, slug, series)
    shown = shown_series(found, member=club.member_id)
    group = shown.group_called(request.GET.get("group", ""))
    rows = shown.rows if group is None else shown.among(group)
    page = {
        "club": club,
        "series": found,
        "shown": shown,
        "group": group,
        "terms": terms_told(shown, current_language()),
        **shown_to_all(request, shown, club),
        "table": SeriesTable(rows, in_group=group is not None).ask(request.GET) if rows else None,
        "below": SeriesTable(shown.below, prefix="b-").ask(request.GET)
        if shown.below and group is None
        else None,
    }
    return render(request, "tournaments/series/series.html", page)


@require_safe
def series_teams(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how the teams of a series stand."""
    found, club = _series(request, slug, series)
    shown = shown_series(found, member=club.member_id)
    page = {"club": club, "series": found, "shown": shown}
    return render(request, "tournaments/series/series_teams.html", page)


@require_safe
def series_person(request: HttpRequest, slug: str, series: int, person: str) -> HttpResponse:
    """Show which events counted for somebody, which did not, and what is missing to be ranked."""
    found, club = _series(request, slug, series)
    shown = shown_series(found, member=club.member_id)
    who = person_in(shown, person, current_language())
    if who is None:
        raise Http404
    page = {"club": club, "series": found, "shown": shown, "who": who}
    return render(request, "tournaments/series/series_person.html", page)


@takes_files
@require_http_methods(PAGE)
def old_results(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Type end tables of old years, or add those of a spreadsheet and look at them first."""
    found, club = _directed(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> OldResultsForm:
        return OldResultsForm(posted, initial={"lines": typed_lines(found)})

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
        said = _("Saved. Lines: %(lines)d, events: %(events)d.") % {
            "lines": len(lines),
            "events": len({(line.date, folded(line.event)) for line in lines}),
        }
        if submit(request, form, verbs.bring_old_results, said, form_for, **about):
            return redirect(found)
    page = {"club": club, "series": found, "form": form, "file": file}
    return render(request, "tournaments/series/old_results.html", page)


def _with_file(request: HttpRequest, form: OldResultsForm, file: EndTableFile) -> OldResultsForm:
    """Return the form with the lines of a file below those that stand there; none of these is replaced."""
    if not file.is_valid():
        return form
    try:
        text = text_of(file.cleaned_data["list"])
    except UnreadableFile as unreadable:
        file.add_error("list", unreadable.told)
        return form
    both = with_rows_of(text, form["lines"].value() or "")
    data = request.POST.copy()
    data["lines"], data[SHOWN] = both.lines, form.shown_then
    form = OldResultsForm(data, initial=form.initial)
    form.differing = both.differing
    said = [_("Lines of the file, added below: %(number)d.") % {"number": both.added}]
    if both.known:
        said.append(_("These stand there already: %(number)d.") % {"number": both.known})
    messages.info(request, " ".join([*said, _("Nothing of it is saved yet.")]))
    return form


@require_http_methods(PAGE)
def series_settings(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Change the title and the terms."""
    found, club = _directed(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> SeriesForm:
        stored, _club = _directed(request, slug, series)
        return SeriesForm(
            posted,
            terms=stored.terms,
            title=stored.title,
            groups=list(club.groups.all()),
            uses=list(stored.groups.all()),
            sections=plays_in_sections(club),
        )

    form, said = form_for(request.POST or None), _("Saved.")
    if form.is_valid():
        asked = {"title": form.cleaned_data["title"], "terms": form.terms, "groups": form.groups}
        if submit(request, form, verbs.change_series, said, form_for, series=found, **asked):
            return redirect(found)
    page = {"club": club, "series": found, "form": form}
    return render(request, "tournaments/series/series_settings.html", page)


@require_http_methods(PAGE)
def series_events(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Choose what counts, year by year."""
    found, club = _directed(request, slug, series)
    years = years_of(found)
    year = _year(request, years)

    def form_for(posted: QueryDict | None = None) -> EventsForm:
        return EventsForm(posted, choices=choices_for(found, year))

    choices, form = choices_for(found, year), form_for(request.POST if request.method == "POST" else None)
    if form.is_valid():
        among = [event_choice.event.key for each in choices for event_choice in (each, *each.rounds)]
        about = {"series": found, "among": among, "chosen": form.cleaned_data["event"]}
        if submit(request, form, verbs.choose_events, _("Saved."), form_for, **about):
            return redirect(found)
    page = {"club": club, "series": found, "choices": choices, "form": form, "year": year, "years": years}
    return render(request, "tournaments/series/series_events.html", page)


def _year(request: HttpRequest, years: list[int]) -> int:
    asked = request.GET.get("year", "")
    if asked.isascii() and asked.isdigit() and int(asked) in years:
        return int(asked)
    return years[0] if years else timezone.localdate().year


@require_http_methods(PAGE)
def remove_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; nothing that was played goes with it."""
    if done_before(request, verbs.remove_series.__name__, club__slug=slug):
        return redirect("tournaments:all_series", slug)
    found, club = _directed(request, slug, series)
    if request.method == "POST":
        said = _("The series “%(title)s” is removed.") % {"title": found.title}
        if submit(request, None, verbs.remove_series, said, series=found):
            return redirect("tournaments:all_series", slug)
    return render(request, "tournaments/series/remove_series.html", {"club": club, "series": found})


@require_http_methods(PAGE)
def brought_points(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Say who brings how much along."""
    found, club = _directed(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> BroughtForm:
        return BroughtForm(posted, initial={"lines": brought_lines(found)})

    form = form_for(request.POST or None)
    if form.is_valid():
        lines = form.cleaned_data["lines"]
        if submit(request, form, verbs.bring_points, _("Saved."), form_for, series=found, lines=lines):
            return redirect(found)
    page = {"club": club, "series": found, "form": form}
    return render(request, "tournaments/series/brought_points.html", page)


@require_http_methods(PAGE)
def series_lots(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Draw lots between those who have as many points, or record what was drawn by hand."""
    found, club = _directed(request, slug, series)
    shown = shown_series(found)
    posted = request.POST.get("people", "") if request.method == "POST" else ""
    by_hand = "by_hand" in request.POST
    ties = []
    for place, tie in enumerate(shown.ties):
        here, key = posted == " ".join(tie), " ".join(tie)
        people = [(person, shown.names.get(person, "?")) for person in tie]
        draw = SeriesLotForm(request.POST if here and not by_hand else None, auto_id=f"{place}-%s")
        order = SeriesOrderForm(
            request.POST if here and by_hand else None, people=people, auto_id=f"{place}-%s"
        )
        form: SeriesLotForm | SeriesOrderForm = order if by_hand else draw
        if here and form.is_valid():
            drawn = {"order": order.order} if by_hand else {"seed": draw.cleaned_data["seed"]}
            said = _("The lot is drawn.")
            if submit(request, form, verbs.draw_series_lot, said, series=found, people=list(tie), **drawn):
                return redirect("tournaments:series_lots", slug, found.pk)
        names = ", ".join(name for _person, name in people)
        ties.append({"key": key, "names": names, "draw": draw, "order": order, "by_hand": here and by_hand})
    page = {"club": club, "series": found, "ties": ties, "drawn": drawn_lots(shown)}
    return render(request, "tournaments/series/series_lots.html", page)


@require_POST
def withdraw_series_lot(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Take a lot back; who it parted is equal again."""
    found, _club = _directed(request, slug, series)
    try:
        lot = UUID(request.POST.get("lot", ""))
    except ValueError:
        raise BadRequest("No lot") from None
    submit(request, None, verbs.withdraw_series_lot, _("The lot is withdrawn."), series=found, lot=lot)
    return redirect("tournaments:series_lots", slug, found.pk)


@require_safe
def export_series(request: HttpRequest, slug: str, series: int, form: str) -> HttpResponseBase:
    """Send the standings as a file."""
    found, club = _series(request, slug, series)
    return file_of(request, club, book_of_series(shown_series(found)), form)
