"""Old score sheets: a template to fill in, a file that comes in as a whole, and what came in."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, include, path
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.capability import Capability, LogSubject
from scoring.deeds import Refused, log_of
from scoring.evenings.forms import ReasonForm
from scoring.export.answering import exported, file_of
from scoring.export.templates import CONTENT_TYPES, written
from scoring.models import Club, OldBatch, OldKind
from scoring.old_sheets import pages, verbs
from scoring.old_sheets.comparing import ControlNumber
from scoring.old_sheets.export import template_of, workbook_of_old_batch
from scoring.old_sheets.forms import KINDS, AboutOldFile, FileWithAnswers, OldFile, options_of
from scoring.old_sheets.values import refusal
from scoring.old_sheets.verbs import check_old_batch, import_batch, newcomers_of, withdraw_old_batch
from scoring.rules.versions.versions import offered
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, account_of, deed_of, directed_club, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.language import current_language
from scoring.web.uploads import MOST_OF_A_LIST, MOST_READ, takes_files

EVENINGS_ON_A_PAGE = 100
SHOWN = 5  # of a long list on the page of an upload; the others are folded


@require_safe
def old_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what came in; a director also finds the guests who stand on amounts only."""
    club = open_club(request, slug)
    page = {
        "club": club,
        "rows": pages.batches_of(club),
        "guests": pages.still_named(club, pages.totals_of_club(club)) if club.is_directed else [],
    }
    return render(request, "scoring/old_sheets/list.html", page)


def _batch_in(club: Club, pk: int) -> OldBatch:
    batches = OldBatch.objects.select_related("by", "withdrawn_by", "reason").filter(club=club)
    batch = get_object_or_404(batches, pk=pk)
    batch.club = club
    return batch


@require_safe
def old_batch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show all that came in with one file."""
    club = open_club(request, slug)
    return _showing(request, club, _batch_in(club, pk))


def _showing(
    request: HttpRequest, club: Club, batch: OldBatch, problems: list[str] | None = None
) -> HttpResponse:
    totals = pages.totals_of([batch])
    asks = club.is_directed and batch.counts and not batch.compared_with
    is_of_amounts = batch.kind == OldKind.AMOUNTS
    evenings = batch.evenings.prefetch_related("sheets").order_by("date", "pk")
    parts = Paginator(pages.tables_of(batch) if is_of_amounts else evenings, EVENINGS_ON_A_PAGE)
    page = {
        "club": club,
        "batch": batch,
        "problems": problems,
        "control": ControlNumber.of(request.POST),
        "control_totals": pages.control_totals(batch, totals) if asks else [],
        "parts": parts.get_page(request.GET.get("page")),
        "totals": totals,
        # Of sheets that count they stand on the list of all sheets.
        "guests": pages.still_named(club, totals) if club.is_owned and not batch.counts else [],
        "unlike": pages.unlike(batch),
        "newcomers": newcomers_of(batch) if club.is_directed and not batch.counts else [],
    }
    return render(request, "scoring/old_sheets/batch.html", page)


@require_safe
def old_sheets_template(request: HttpRequest, slug: str, kind: str, form: str) -> HttpResponse:
    """Send the template for the usual rules of the club; `?rules=` asks for another sheet."""
    club = directed_club(request, slug)
    sheets = offered(club)
    rules = sheets.get(request.GET.get("rules", "")) or sheets[club.default_rules]
    template = template_of(kind, rules, current_language(), clock.today())
    answer = HttpResponse(written(template, form), content_type=CONTENT_TYPES[form])
    name = _("old-sheets-hands") if kind == OldKind.HANDS else _("old-sheets-amounts")
    answer.headers["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{name}.{form}"
    )
    return answer


@takes_files
@require_http_methods(PAGE)
def import_old_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a file, show what its columns mean, who is who and what is wrong, until it can come in."""
    club = directed_club(request, slug)
    if request.method != "POST":
        return _sending(request, club, AboutOldFile(club=club), OldFile())
    earlier = _earlier_import(request, club) if request.POST.get("step") == "import" else None
    terms, file, sent = AboutOldFile(request.POST, club=club), None, OldFile()
    is_shown = "worksheets" in request.POST
    if "list" in request.FILES or not is_shown:
        sent = OldFile(request.POST, request.FILES)
        if "list" not in request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_READ:
            too_big = refusal("too_big", most=MOST_OF_A_LIST // 1000)
            sent.say_at("list", too_big)  # nobody listened to the end of it
        if sent.is_valid():
            file = sent.cleaned_data["list"]
    if earlier is not None and not (is_shown and terms.is_valid()):
        return redirect(earlier)
    if not (terms.is_valid() or is_shown) or (file is None and not is_shown):
        return _sending(request, club, terms, sent)
    terms.fill_in()
    try:
        answers = FileWithAnswers(club, terms, request.POST.dict(), file)
    except UnreadableFile as unreadable:
        sent.say_at("list", unreadable.message)
        if not is_shown or file is None:
            return _sending(request, club, terms, sent)
        answers = FileWithAnswers(club, terms, request.POST.dict())
        return _looking(request, answers, sent)
    if earlier is not None:
        return _next(request, answers, earlier)
    if request.POST.get("step") != "import" or terms.errors:
        return _looking(request, answers, sent)
    return _brought_in(request, answers, sent)


def _earlier_import(request: HttpRequest, club: Club) -> OldBatch | None:
    """Return the batch that this very form has brought in, if it was sent before."""
    deeds = club.deeds.filter(pk=deed_of(request), account=account_of(request), verb="import_old_sheets")
    deed = deeds.first()
    return None if deed is None else _batch_in(club, deed.details["batch"])


def _brought_in(request: HttpRequest, answers: FileWithAnswers, sent: OldFile) -> HttpResponse:
    """Bring in what was looked at, and nothing else."""
    if answers.why_not:
        return _looking(request, answers, sent, [answers.why_not])
    if request.POST.get("looked") != answers.digest:
        return _looking(request, answers, sent, [_("Something has changed. Please look again.")])
    reading = answers.reading
    try:
        batch = import_batch(
            account_of(request),
            deed_of(request),
            club=answers.club,
            people=reading.someones,
            evenings=reading.evenings,
            amounts=reading.amounts,
            rules=answers.rules,
            edition=answers.edition,
            cents_per_point=answers.cents_per_point,
            digest=answers.digest,
            file_name=answers.file_name,
            compared_with=answers.compared_with,
        )
    except Refused as refused:
        return _looking(request, answers, sent, refused.sentences)
    messages.success(request, _("Imported: %(what)s.") % {"what": reading.in_words})
    return _next(request, answers, batch)


def _next(request: HttpRequest, answers: FileWithAnswers, batch: OldBatch) -> HttpResponse:
    """Show the next worksheet of the file, or what came in if there is none."""
    following = answers.following
    return redirect(batch) if following is None else _looking(request, following, OldFile())


def _sending(request: HttpRequest, club: Club, terms: AboutOldFile, file: OldFile) -> HttpResponse:
    return render(request, "scoring/old_sheets/send.html", {"club": club, "terms": terms, "file": file})


def _looking(
    request: HttpRequest, answers: FileWithAnswers, file: OldFile, problems: list[str] | None = None
) -> HttpResponse:
    reading, terms = answers.reading, answers.terms
    clear = [named for named in reading.people.values() if named.someone]
    wrong = [f"{field.label}: {error}" for field in terms for error in field.errors]
    page = {
        "club": answers.club,
        "asked": answers,
        "reading": reading,
        "kinds": options_of(KINDS.items(), answers.kind),
        "told": reading.in_words,
        "unclear": [named for named in reading.people.values() if named.someone is None],
        "clear": clear,
        "guests": sum(
            person.someone.member is None and not person.someone.joins for person in clear if person.someone
        ),
        "mended": answers.mended,
        "sums": sorted(answers.sums, key=lambda added: not added["left_out"].is_open),
        "terms": terms,
        "file": file,
        "differing": [(answers.where(hand.row), hand) for hand in reading.differing],
        "more": max(0, len(reading.differing) - SHOWN),
        "problems": problems or [*wrong, *(str(error) for field in file for error in field.errors)],
    }
    return render(request, "scoring/old_sheets/look.html", page)


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


@require_POST
def check_old_sheets(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Compare what came in with a number from the paper, which may be found long after."""
    club = directed_club(request, slug)
    batch = _batch_in(club, pk)
    control, totals = ControlNumber.of(request.POST), pages.control_totals(batch)
    try:
        check_old_batch(account_of(request), deed_of(request), batch=batch, control=control, totals=totals)
    except Refused as refused:
        return _showing(request, club, batch, refused.sentences)
    messages.success(request, _("The number agrees. The old sheets are now marked as checked."))
    return redirect(batch)


# As files


@require_safe
def export_old_batch(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send what came in with one file of amounts; hands that came in leave with their sheets."""
    club = open_club(request, slug)
    batch = get_object_or_404(OldBatch, club=club, kind=OldKind.AMOUNTS, pk=pk)
    title, totals = f"{_('Old sheets')} {club.name}", pages.totals_of([batch])
    return file_of(request, club, workbook_of_old_batch(totals, pages.tables_of(batch), title), form)


club_urls: list[URLPattern | URLResolver] = [
    path("old-sheets/", old_sheets, name="old_sheets"),
    path("old-sheets/import/", import_old_sheets, name="import_old_sheets"),
    *(
        path(
            f"old-sheets/template/{kind}/{form}/",
            old_sheets_template,
            {"kind": kind, "form": form},
            name=f"old_{kind}_{form}",
        )
        for kind in ("hands", "amounts")
        for form in ("xlsx", "csv")
    ),
    path("old-sheets/<int:pk>/", old_batch, name="old_batch"),
    path("old-sheets/<int:pk>/", include(exported(export_old_batch))),
    path("old-sheets/<int:pk>/check/", check_old_sheets, name="check_old_sheets"),
    path("old-sheets/<int:pk>/withdraw/", withdraw_old_sheets, name="withdraw_old_sheets"),
]


# Old sheets: what it hands to the rest of the program


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    log_subject=LogSubject("old-sheets", gettext_lazy("Old sheets")),
)
