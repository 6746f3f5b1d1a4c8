"""Old score sheets: importing totals from a clipboard or a file, and the imported sheets."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, include, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.capability import Capability, LogSubject
from scoring.deeds import Refused, log_of
from scoring.evenings.forms import ReasonForm
from scoring.export.answering import exported, file_of
from scoring.models import Club, OldBatch, OldKind
from scoring.old_sheets import pages, verbs
from scoring.old_sheets.export import workbook_of_old_batch
from scoring.old_sheets.forms import Import, SentTotals, content_in, content_of
from scoring.old_sheets.grid import SIGNS, UNITS, Answers
from scoring.old_sheets.verbs import import_totals, newcomers_of, withdraw_old_batch
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, account_of, deed_of, directed_club, done_before, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.uploads import takes_files

EVENINGS_ON_A_PAGE = 100


@require_safe
def old_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what came in."""
    club = open_club(request, slug)
    return render(request, "scoring/old_sheets/list.html", {"club": club, "rows": pages.batches_of(club)})


def _batch_in(club: Club, pk: int) -> OldBatch:
    batches = OldBatch.objects.select_related("by", "withdrawn_by", "reason").filter(club=club)
    batch = get_object_or_404(batches, pk=pk)
    batch.club = club
    return batch


@require_safe
def old_batch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show all that came in at once."""
    club = open_club(request, slug)
    batch = _batch_in(club, pk)
    is_of_amounts = batch.kind == OldKind.AMOUNTS
    totals = pages.totals_of([batch]) if is_of_amounts else []
    evenings = batch.evenings.select_related("why_taken_back").prefetch_related("sheets")
    parts = Paginator(
        pages.tables_of(batch) if is_of_amounts else evenings.order_by("date", "pk"), EVENINGS_ON_A_PAGE
    )
    page = {
        "club": club,
        "batch": batch,
        "confirmed": pages.confirmed_in_words(batch),
        "parts": parts.get_page(request.GET.get("page")),
        "totals": totals,
        # Of sheets that count they stand among the people.
        "guests": [total for total in totals if not total.member and total.name not in club.erased]
        if club.is_owned and not batch.counts
        else [],
        "differences": batch.differences.select_related("entry"),
        "newcomers": newcomers_of(batch) if club.is_directed and not batch.counts else [],
    }
    return render(request, "scoring/old_sheets/batch.html", page)


@takes_files
@require_http_methods(PAGE)
def import_old_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a table, show what is read and the open questions, until it can be stored."""
    club = directed_club(request, slug)
    posted = request.POST.dict()
    if request.method != "POST":
        return _sending(request, club, SentTotals())
    if posted.keys() & {"sent", "worksheets"}:
        try:
            return _looking(request, Import(club, posted, content_in(posted), posted.get("file-name", "")))
        except UnreadableFile:  # a form of an earlier version of the program
            sent = SentTotals({"text": ""})
            sentence = _(
                "The program was updated meanwhile. Please paste or send the table once more. Days, money, "
                "what a plus means and which rows count are asked again; who is who is not."
            )
            sent.say_at("text", sentence)
            return _sending(request, club, sent)
    sent = SentTotals(request.POST, request.FILES)
    if not sent.is_valid():
        return _sending(request, club, sent)
    file, text = sent.cleaned_data["list"], sent.cleaned_data["text"]
    try:
        content = content_of(file) if file else text.encode(errors="replace")
        imported = Import(club, _people_answered(request), content, file.name if file else "")
    except UnreadableFile as unreadable:
        sent.say_at("list" if file else "text", unreadable.message)
        return _sending(request, club, sent)
    return _looking(request, imported)


def _people_answered(request: HttpRequest) -> dict[str, str]:
    """Return the answers to who is who, shared by all tables."""
    answers = Answers.of(request.POST.dict()).fields
    return {name: value for name, value in answers.items() if name.startswith("who-")}


def _sending(request: HttpRequest, club: Club, sent: SentTotals) -> HttpResponse:
    page = {"club": club, "form": sent, "who": _people_answered(request)}
    return render(request, "scoring/old_sheets/send.html", page)


def _looking(request: HttpRequest, imported: Import) -> HttpResponse:
    """Store the confirmed totals, or show what is read and the open questions."""
    problems: list[str] = []
    if "confirmed" in request.POST:
        existing = done_before(request, "import_old_sheets", club=imported.club)
        if existing is not None:
            return redirect(_batch_in(imported.club, existing.details["batch"]))
        if not imported.is_ready:
            problems = [_("Something has changed. Please look again.")]
        else:
            try:
                return redirect(_stored(request, imported))
            except Refused as refused:
                problems = refused.sentences
    number = len(imported.days)
    page: dict[str, Any] = {
        "club": imported.club,
        "imported": imported,
        "grid": imported.grid,
        "units": UNITS.items(),
        "signs": SIGNS.items(),
        "problems": problems,
        "deed_words": ngettext(
            "That is right: store %(number)d evening", "That is right: store %(number)d evenings", number
        )
        % {"number": number},
    }
    return render(request, "scoring/old_sheets/look.html", page)


def _stored(request: HttpRequest, imported: Import) -> OldBatch:
    batch = import_totals(
        account_of(request),
        deed_of(request),
        club=imported.club,
        people=imported.someones,
        days=imported.days,
        cents_per_point=imported.cents_per_point,
        venue=imported.answers.get("place"),
        file_name=imported.file_name,
        confirmed=imported.confirmed,
        digest=imported.digest,
    )
    count = len(imported.days)
    stored = ngettext("Stored: %(count)d evening.", "Stored: %(count)d evenings.", count)
    messages.success(request, stored % {"count": count})
    return batch


@require_http_methods(PAGE)
def withdraw_old_sheets(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take old sheets back, with a reason that everybody reads."""
    club = directed_club(request, slug)
    batch = _batch_in(club, pk)
    if request.method != "POST" and not batch.counts:
        return redirect(batch)
    confirmation = Confirmation(
        crumbs="scoring/web/_old_crumbs.html",
        about=club.name,
        heading=_("Withdraw old sheets?"),
        sentences=[
            _(
                "Everything imported with this file no longer counts: not in a season, not in the totals. It "
                "can still be seen here, with the reason. The same file can be imported again."
            )
        ],
        form=ReasonForm(request.POST or None),
        button=_("Withdraw them"),
        back=batch.get_absolute_url(),
        template="scoring/old_sheets/withdraw.html",
    )
    page = {"club": club, "batch": batch, "inner": True, "newcomers": newcomers_of(batch)}
    withdrawn = _("Withdrawn. None of it counts any more.")
    return confirm(request, confirmation, page, withdraw_old_batch, withdrawn, batch=batch)


@require_safe
def export_old_batch(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the amounts of one imported file; imported evenings have files of their own."""
    club = open_club(request, slug)
    batch = get_object_or_404(OldBatch, club=club, kind=OldKind.AMOUNTS, pk=pk)
    title, totals = f"{_('Old sheets')} {club.name}", pages.totals_of([batch])
    return file_of(request, club, workbook_of_old_batch(totals, pages.tables_of(batch), title), form)


club_urls: list[URLPattern | URLResolver] = [
    path("old-sheets/", old_sheets, name="old_sheets"),
    path("old-sheets/import/", import_old_sheets, name="import_old_sheets"),
    path("old-sheets/<int:pk>/", old_batch, name="old_batch"),
    path("old-sheets/<int:pk>/", include(exported(export_old_batch))),
    path("old-sheets/<int:pk>/withdraw/", withdraw_old_sheets, name="withdraw_old_sheets"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    log_subject=LogSubject("old-sheets", gettext_lazy("Old sheets")),
)
