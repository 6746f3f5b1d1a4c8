"""The sheet of a table: its page, its file, and the links that open it."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.charts import DESKTOP, PHONE, Chart, chart_in_words, chart_of
from scoring.engine.naming import shortened
from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.models import Act
from scoring.names import called_now
from scoring.rules.versions.books import rules_for
from scoring.rules.versions.rules_played import named_rules, rules_in_words
from scoring.table import links as table_links
from scoring.table import verbs as recording
from scoring.table.at_the_table import Visit, remember_link, visit
from scoring.table.export import figures_of_sheet
from scoring.table.hand_page import HandPage, entry_on
from scoring.table.links import Kind, code_of, sheet_behind
from scoring.table.pages.page import Paper, paper_of
from scoring.table.pages.recording_page import banner_of
from scoring.table.pages.voices import last_hand
from scoring.table.replay import position_of
from scoring.web.access import account_of, deed_of
from scoring.web.language import current_language
from scoring.web.links import link_to


@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the sheet of a table."""
    here = visit(request, pk)
    sheet = here.sheet
    names, language = sheet.evening.names(), current_language()
    rules = rules_for(sheet)
    paper = paper_of(sheet, names, language)
    page = {
        "here": here,
        "sheet": sheet,
        "rules": named_rules([sheet], language),
        "paper": paper,
        "banner": banner_of(sheet, position_of(sheet), names, rules, language) if sheet.is_open else None,
        "last": last_hand(sheet, names, here.actor),
        "heard": sheet.heard_so_far,
        "called": called_now(names),
        "undo": paper.last_entry if here.admits(Act.UNDO) else None,
        "redo": recording.redoable(sheet) is not None and here.admits(Act.REDO),
        "charts": charts_of(paper),
        "charted": chart_in_words(len(paper.hands), language),
        "remarks": here.occasion.remarks(sheet),
        "seal": None if sheet.evening.is_open else sheet.evening.seals.last(),
        "words": {  # what its script says
            "lost": _("No connection; this page may be out of date."),
            "back": _("Connected again."),
            "gone": _("This table can no longer be opened here."),
            "changed": _("The sheet has changed."),
        },
        "pulse": here.occasion.pulse(sheet) or "",
    }
    return render(request, "scoring/table/sheet.html", page)


def charts_of(paper: Paper) -> list[Chart]:
    """Return one chart for a phone and one for everything bigger; none before the first hand."""
    if not paper.hands:
        return []
    names = [column.name for column in paper.columns]
    return [
        chart_of(dict(zip(shortened(names, size.letters), paper.courses, strict=True)), size)
        for size in (PHONE, DESKTOP)
    ]


@require_safe
def hand(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Show one entry: what happened, who gets what and why, and who wrote what when."""
    here = visit(request, pk)
    return HandPage(request, here, entry_on(here.sheet, entry)).answer()


def linking(request: HttpRequest, pk: int) -> Visit:
    """Return the visit of a member who may record, and so hand links on; PermissionDenied for others."""
    here = visit(request, pk)
    if here.acts.account is None:
        raise PermissionDenied
    if not here.sheet.evening.is_of_the_club:  # else whoever runs it has links of its own
        raise Http404
    return here


@require_safe
def links(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the links that open a sheet, to record or to read."""
    here = linking(request, pk)
    sheet = here.sheet
    record = reverse("scoring:table_link", args=[code_of(sheet, "record")])
    read = reverse("scoring:read_link", args=[code_of(sheet, "read")])
    page = {
        "here": here,
        "sheet": sheet,
        "rules": rules_for(sheet).label.in_language(current_language()),
        "record_link": link_to(request, record),
        "read_link": link_to(request, read),
    }
    return render(request, "scoring/table/links.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
def renew_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a new link, so that the old one opens nothing any more."""
    here = linking(request, pk)
    if request.method != "POST":
        return redirect("scoring:links", pk)
    kinds: tuple[Kind, ...] = ("record", "read")
    kind = next((known for known in kinds if known == request.POST.get("kind")), None)
    if kind is None:
        raise BadRequest("No such link")
    table_links.renew_link(account_of(request), deed_of(request), sheet=here.sheet, kind=kind)
    messages.success(request, _("The link is new. The old one no longer works."))
    return redirect("scoring:links", pk)


@require_safe
def table_link(request: HttpRequest, code: str) -> HttpResponse:
    """Open the recording page by the link on the table's card."""
    return _opened(request, code, "record")


@require_safe
def read_link(request: HttpRequest, code: str) -> HttpResponse:
    """Open a sheet by the link that only reads."""
    return _opened(request, code, "read")


def _opened(request: HttpRequest, code: str, kind: Kind) -> HttpResponse:
    sheet = sheet_behind(code, kind)
    if sheet is None:
        return render(request, "scoring/table/table_link_is_gone.html", status=404)
    remember_link(request, sheet, kind)
    if kind == "record" and sheet.is_open:
        return redirect("scoring:record", sheet.pk)
    return redirect(sheet)


@require_safe
def export_sheet(request: HttpRequest, pk: int, form: str) -> HttpResponseBase:
    """Send the hands of a sheet as a file."""
    sheet = visit(request, pk).sheet
    paper = paper_of(sheet, sheet.evening.names(), current_language())
    figures = figures_of_sheet(paper, sheet.name, sheet.evening.date)
    rules = rules_in_words([sheet], current_language())
    return file_of(request, sheet.evening.club, under_rules(figures, rules), form)
