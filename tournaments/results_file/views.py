"""The checker as a page, the schema, and a tournament as a file of results."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.export.answering import results_answer
from scoring.uploads.sandbox import found_by
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.uploads import MOST_OF_RESULTS, RESULTS, takes_files
from tournaments.results_file.checking import GOOD
from tournaments.results_file.exporting import tournament_in_file
from tournaments.results_file.reading import schema
from tournaments.standings.derived import may_see
from tournaments.web.access import tournament_of

JOB = "tournaments.results_file.checking:found_in"  # in the process that reads files of strangers
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
        too_big = TOO_BIG % {"most": MOST_OF_RESULTS // 1_000_000}
        self.fields[RESULTS].widget.attrs |= {"data-most": MOST_OF_RESULTS, "data-too-big": too_big}


@takes_files
@require_http_methods(PAGE)
def check(request: HttpRequest) -> HttpResponse:
    """Check a file that anybody sends, in a process of its own; nothing of it is kept."""
    form = ResultsFile(request.POST, request.FILES) if request.method == "POST" else ResultsFile()
    page: dict[str, Any] = {"form": form}
    if form.is_bound and form.is_valid():
        file: UploadedFile = form.cleaned_data[RESULTS]
        try:
            page |= {"name": file.name, "found": _found_in(file)}
        except UnreadableFile as unreadable:
            form.add_error(RESULTS, unreadable.message)
    return render(request, "tournaments/results_file/check.html", page)


def _found_in(file: UploadedFile) -> dict[str, Any]:
    content = file.read()
    if len(content) > MOST_OF_RESULTS:
        raise UnreadableFile(str(TOO_BIG), most=MOST_OF_RESULTS // 1_000_000)
    found = found_by(JOB, content)
    language = "de" if current_language() == "de" else "en"
    summary, *sentences = found["told"][language]
    return {"good": found["status"] == GOOD, "summary": summary, "sentences": sentences}


@require_safe
def results_schema(request: HttpRequest) -> JsonResponse:
    """Send the JSON Schema of the format."""
    return JsonResponse(schema(), json_dumps_params={"indent": 2})


@require_safe
def tournament_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a tournament as a file of results; words of rulings and corrections to those who rule only."""
    tournament = tournament_of(request, slug, pk)
    if not may_see(tournament):
        raise PermissionDenied
    document = tournament_in_file(tournament, words=tournament.is_directed or tournament.is_arbitrated)
    title = f"{tournament.title} {tournament.evening.date}"
    return results_answer(request, tournament.club, document, title)
