"""The checker as a page, the schema, and tournaments as results files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.chain import states_behind
from scoring.export.answering import for_programs, results_answer
from scoring.export.results_file import REVISION, without_names
from scoring.uploads.sandbox import OF_MEMBERS, OF_STRANGERS, run_on_file
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, open_club
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.uploads import MOST_OF_RESULTS, MOST_READ, RESULTS, takes_files
from tournaments.public.visits import kept_by_proxies, visit_of
from tournaments.results_file.exporting import series_in_file, tournament_in_file, year_in_file
from tournaments.results_file.found_letters import draws_and_files_behind, is_readable
from tournaments.results_file.reading import Document, schema
from tournaments.results_file.verdict import GOOD
from tournaments.series.standing import standing_of
from tournaments.series.years import standings_in, years_with_series
from tournaments.standings.derived import is_shown, may_see
from tournaments.web.access import series_behind, series_in, tournament_of, year_asked

JOB = "tournaments.results_file.checking:verdict_on"  # in the process that reads files of strangers
SECONDS_KEPT = 3600  # the schema changes with the program alone
MEGABYTES = MOST_OF_RESULTS // 1_000_000
MOST_LETTERS = 30  # typed, with what stands between them
TOO_BIG = _("The file is too big for this page: %(most)d MB at most. “tarockclub check” takes bigger ones.")


class ResultsFile(PageForm):
    """A file of results, dropped or chosen."""

    results = forms.FileField(
        label=_("File"),
        help_text=_("Drop a file here, or choose one."),
        error_messages=dict.fromkeys(
            ("required", "missing", "invalid", "empty"), _("Please choose a file with something in it.")
        ),
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        too_big = TOO_BIG % {"most": MEGABYTES}
        self.fields[RESULTS].widget.attrs |= {"data-most": MOST_OF_RESULTS, "data-too-big": too_big}


@takes_files
@require_http_methods(PAGE)
def check(request: HttpRequest) -> HttpResponse:
    """Check an uploaded file in a process of its own; nothing of it is stored."""
    form = ResultsFile(request.POST, request.FILES) if request.method == "POST" else ResultsFile()
    page: dict[str, Any] = {"form": form}
    sent = int(request.META.get("CONTENT_LENGTH") or 0)
    if request.method == "POST" and RESULTS not in request.FILES and sent > MOST_READ:  # nobody read it
        form.say_at(RESULTS, TOO_BIG % {"most": MEGABYTES})
    if letters := request.GET.get("letters", "")[:MOST_LETTERS].strip():
        found_letters = list(draws_and_files_behind(letters))
        page |= {"letters": letters, "states": states_behind(letters), "found_letters": found_letters}
        page["is_readable"] = is_readable(letters)
    if form.is_bound and form.is_valid():
        file: UploadedFile = form.cleaned_data[RESULTS]
        lock = OF_MEMBERS if request.user.is_authenticated else OF_STRANGERS
        try:
            page |= {"name": file.name, "found": _document_of(file, lock)}
        except UnreadableFile as unreadable:
            form.add_error(RESULTS, unreadable.message)
    return render(request, "tournaments/results_file/check.html", page)


def _document_of(file: UploadedFile, lock: str) -> dict[str, Any]:
    content = file.read()
    if len(content) > MOST_OF_RESULTS:
        raise UnreadableFile(str(TOO_BIG), most=MEGABYTES)
    verdict = run_on_file(JOB, content, lock=lock)
    language = "de" if current_language() == "de" else "en"
    summary, *sentences = verdict["told"][language]
    return {
        "good": verdict["status"] == GOOD,
        "heading": verdict["heading"][language],
        "summary": summary,
        "sentences": sentences,
        "notes": verdict["notes"][language],
    }


@require_safe
def results_schema(request: HttpRequest) -> HttpResponseBase:
    """Send the JSON Schema of the format, to any program."""
    answer = JsonResponse(schema(), json_dumps_params={"indent": 2}, content_type="application/schema+json")
    return for_programs(request, answer, f"public, max-age={SECONDS_KEPT}")


@require_safe
def tournament_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a tournament as a results file; its words on rulings only to people who rule."""
    tournament = tournament_of(request, slug, pk)
    if not may_see(tournament):
        raise PermissionDenied
    document = tournament_in_file(tournament, words=tournament.is_directed or tournament.is_arbitrated)
    return results_answer(request, tournament.club, document, tournament.title_and_day)


@require_safe
def public_results(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send a public tournament's file, with no words but the players' names."""
    visit = visit_of(request, code, "standings")
    tournament, tag = visit.tournament, visit.version.tag(f"{REVISION}", hands=True)
    if not is_shown(tournament):
        raise Http404
    answer: HttpResponse = HttpResponseNotModified()
    if request.headers.get("If-None-Match") != tag:
        document = tournament_in_file(tournament)
        open_ = without_names(document) | {"event": document["event"], "people": list(_seated(document))}
        answer = results_answer(request, tournament.club, open_, tournament.title_and_day)
    return for_programs(request, answer, kept_by_proxies(), tag) if visit.version.public else answer


def _seated(document: Document) -> Iterator[Document]:
    """Yield all people of a tournament; without the names of those who only registered."""
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    players = {
        player for table in tables for player in (*table["seats"], *table.get("joined", ()), *table["sums"])
    }
    for person in document["people"]:
        yield person if person["id"] in players else {**person, "name": ""}


@require_safe
def series_results(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Send a series' file; the sources of carried points only to directors."""
    series_row = series_in(request, slug, series)
    document = series_in_file(standing_of(series_row, whole=True), words=series_row.club.is_directed)
    return results_answer(request, series_row.club, document, series_row.title)


@require_safe
def public_series_results(request: HttpRequest, series_code: str) -> HttpResponseBase:
    """Send a series that is shown to everybody."""
    series_row = series_behind(series_code)
    document = series_in_file(standing_of(series_row, whole=True))
    answer = results_answer(request, series_row.club, document, series_row.title)
    return for_programs(request, answer, "private, no-cache")


@require_safe
def year_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Send all series of a club's year: of the last one, or of `?year=`."""
    club = open_club(request, slug)
    year = year_asked(request, years_with_series(club))
    document = year_in_file(club, year, standings_in(club, year), words=club.is_directed)
    return results_answer(request, club, document, f"{club.name} {year}")
