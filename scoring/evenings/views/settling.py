"""The end of an evening: everybody of the club reads who pays whom, on the page or in a file."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.verbs import code_of as code_of_sharing
from scoring.charts import chart_in_words
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import figures_of_settling
from scoring.evenings.pages.payments import payments_of
from scoring.evenings.pages.sealing import sealing_of
from scoring.evenings.pages.settling import money_otherwise, rules_by_table, settling_of, sheets_of
from scoring.evenings.pages.story import result_of, story_of
from scoring.evenings.payments import Ticker, ticker_at
from scoring.evenings.seals import ended_at
from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.models import Club, Evening, Sharing, Sheet
from scoring.rules.versions.rules_played import named_rules, rules_in_words
from scoring.table.links import code_of
from scoring.table.pages.voices import waiting_in
from scoring.table_policy import Actor, policy_of
from scoring.web.access import PAGE, account_of, directed_club, open_club
from scoring.web.language import current_language
from scoring.web.links import Link, is_there, link_to
from scoring.web.submitting import submit


@require_safe
def settling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the settling of an evening, or of a table that plays by itself."""
    evening, sheets, ticker = _opened(request, slug, pk)
    club, language = evening.club, current_language()
    settled = settling_of(evening, sheets, language)
    sealing = sealing_of(evening, sheets, settled, language)
    payments = payments_of(evening, settled, account_of(request), ticker, ended=bool(sealing["ended_at"]))
    page = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous and sheets else None,
        "settling": settled,
        "payments": payments,
        "result": result_of(evening, settled, payments),
        "rules": named_rules(sheets, language),
        "by_table": rules_by_table(sheets, language),
        "sheets": sheets,
        "otherwise": money_otherwise(evening, sheets, language),
        "sealing": sealing,
        "waiting": waiting_in(evening),
        # All tables are closed, and only the evening is left for its director to close.
        "still_open": club.is_directed
        and evening.is_open
        and not evening.spontaneous
        and bool(sheets)
        and not any(sheet.is_open for sheet in sheets),
        "choosable": club.is_directed
        and not evening_verbs.counting_stays(evening, sheets, settled=bool(sealing["seals"])),
    }
    return render(request, "scoring/evenings/settling.html", page)


@require_safe
def story(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Tell an evening from its winner to who has paid, to be read here and handed on as a picture."""
    evening, sheets, ticker = _opened(request, slug, pk)
    club, language = evening.club, current_language()
    settled = settling_of(evening, sheets, language)
    if not settled.hands:
        return redirect("scoring:settling", slug, pk)
    ended = ended_at(evening, sheets) is not None
    payments = payments_of(evening, settled, account_of(request), ticker, ended=ended)
    own_story = story_of(evening, sheets, settled, settled.names, language)
    names = settled.names_in_pictures
    handed_on = own_story if names == settled.names else story_of(evening, sheets, settled, names, language)
    link = _link_to_read(request, evening, sheets)
    page = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous else None,
        "sheets": sheets,
        "settling": settled,
        "payments": payments,
        "story": own_story,
        "charted": chart_in_words(settled.hands, language),
        "result": result_of(evening, settled, payments, handed_on, "" if link.local else link.url),
        "link": link,
    }
    return render(request, "scoring/evenings/story.html", page)


def _link_to_read(request: HttpRequest, evening: Evening, sheets: Sequence[Sheet]) -> Link:
    """Return the link in the picture: to the shared evening, or a single table if the visitor may share it,
    else the page that members open."""
    sharing = Sharing.objects.readable().filter(evening=evening).first()
    if sharing is not None and is_there("scoring:shared", code="0"):
        return link_to(request, reverse("scoring:shared", args=[code_of_sharing(sharing)]))
    if len(sheets) == 1:
        [sheet] = sheets
        if policy_of(sheet).may_record(sheet, Actor(account_of(request))):
            return link_to(request, reverse("scoring:read_link", args=[code_of(sheet, "read")]))
        return link_to(request, sheet.get_absolute_url())
    return link_to(request, evening.get_absolute_url())


@require_http_methods(PAGE)
def count_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a table that plays by itself count in the season, or not."""
    club = directed_club(request, slug)
    evening = _evening(club, pk)
    if request.method == "POST":
        counts = request.POST.get("counts") == "yes"
        message = (
            _("This table counts in the season.") if counts else _("This table does not count in the season.")
        )
        submit(request, None, evening_verbs.count_evening, message, evening=evening, counts=counts)
    return redirect("scoring:settling", slug, pk)


def _opened(request: HttpRequest, slug: str, pk: int) -> tuple[Evening, list[Sheet], Ticker]:
    """Return an evening of the club with its tables, and what the reader may tick."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    evening.club = club
    sheets = sheets_of(evening, account_of(request))
    for sheet in sheets:
        sheet.evening = evening
    assert club.member_id is not None
    return evening, sheets, ticker_at(sheets, club.member_id, account_of(request))


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.played_in(club), pk=pk)


@require_safe
def export_settling(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the settling of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    sheets = sheets_of(evening)
    figures = figures_of_settling(settling_of(evening, sheets, current_language()), evening.date)
    return file_of(request, club, under_rules(figures, rules_in_words(sheets, current_language())), form)
