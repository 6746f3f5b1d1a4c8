"""The evenings of a club, their tables, and score sheets on paper."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.capability import capabilities
from scoring.clock import day_in_words
from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.forms import ChangeEvening, PagatkassaForm, ReasonForm
from scoring.evenings.newcomers import take_in
from scoring.evenings.pages.blank import Heading, blank_for, blank_of
from scoring.evenings.pages.evening import doubled_hands_to_come
from scoring.evenings.pages.evenings import evenings_page
from scoring.models import Club, Evening
from scoring.rules.versions.rules_played import NamedVersion, named_rules, named_rules_of_evening
from scoring.rules.versions.versions import rules_of
from scoring.table.at_the_table import visit
from scoring.table.pages.voices import waiting_in
from scoring.table.pot import terms_of
from scoring.web.access import PAGE, directed_club, evening_in, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.language import current_language
from scoring.web.submitting import submit


def directed_evening(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Evening]:
    """Return club and evening if the reader may direct the club; raise 403 or 404 otherwise."""
    club = directed_club(request, slug)
    return club, evening_in(club, pk)


@require_safe
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """List the planned evenings, those of today, and who won how much at past ones."""
    club = open_club(request, slug)
    planned = [show(request, club) for capability in capabilities() for show in capability.on_evenings_page]
    page = {**evenings_page(club, request.GET.get("page")), "planned": planned}
    return render(request, "scoring/evenings/evenings.html", page)


@require_http_methods(PAGE)
def change_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for date and place, and what is switched on or off."""
    club, evening = directed_evening(request, slug, pk)

    def form_for(posted: QueryDict | None = None) -> ChangeEvening:
        stored = evening_in(club, pk)
        answered = evening_verbs.answers_given(stored).filter(member__active=True).exists()
        return ChangeEvening(posted, evening=stored, answered=answered)

    form = form_for(request.POST or None)
    message = _("The evening is saved.")
    if form.is_valid():
        arguments = {"evening": evening, "venue": form.cleaned_data.pop("place"), **form.cleaned_data}
        if submit(request, form, evening_verbs.change_evening, message, form_for, **arguments):
            return redirect(evening)
    page = {"club": club, "evening": evening, "form": form}
    return render(request, "scoring/evenings/change_evening.html", page)


@require_http_methods(PAGE)
def pagatkassa(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask whether a Pagatkassa is played and what goes into it, until the first hand is recorded."""
    club, evening = directed_evening(request, slug, pk)

    def form_for(posted: QueryDict | None = None) -> PagatkassaForm:
        return PagatkassaForm(posted, terms=terms_of(evening_in(club, pk)))

    form = form_for(request.POST or None)
    stays = evening_verbs.pagatkassa_stays(evening)
    if form.is_valid():
        arguments = {"evening": evening, "terms": form.terms}
        message = _("The Pagatkassa is saved.")
        if submit(request, form, evening_verbs.agree_pagatkassa, message, form_for, **arguments):
            return redirect(evening)
    elif request.method != "POST" and stays:
        messages.error(request, stays)
        return redirect(evening)
    page = {"club": club, "evening": evening, "form": form}
    return render(request, "scoring/evenings/pagatkassa.html", page)


@require_http_methods(PAGE)
def take_newer_edition(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let tables of the evening play under the newer version of its rules."""
    _club, evening = directed_evening(request, slug, pk)
    if request.method == "POST":
        running = "running" in request.POST
        message = _("Tables opened from now on play under the newer version.")
        if running:
            message = _("From their next hand on, all tables play under the newer version.")
        arguments = {"evening": evening, "at_running_tables": running}
        submit(request, None, evening_verbs.take_newer_edition, message, **arguments)
    return redirect(evening)


@require_http_methods(PAGE)
def close_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask before closing: how many tables and hands, and whether doubled hands are still to come."""
    club, evening = directed_evening(request, slug, pk)
    guests = list(evening.participants.filter(member=None).order_by("pk").values_list("guest", flat=True))
    if request.method != "POST" and not evening.is_open:
        return redirect(evening)
    sheets = list(evening.sheets.all())
    hands = sum(sheet.state.hands for sheet in sheets)
    tables = ngettext("%(number)s table", "%(number)s tables", len(sheets)) % {"number": len(sheets)}
    played = ngettext("%(number)s hand", "%(number)s hands", hands) % {"number": hands}
    confirmation = Confirmation(
        crumbs="scoring/evenings/_evening_crumbs.html",
        about=club.name,
        heading=_("Close the evening?"),
        sentences=[
            f"{tables}, {played}.",
            _("After that, nothing more can be recorded at any table; a director can reopen the evening."),
            _("What everybody has won and lost is put on record."),
        ],
        warnings=[
            f"{sheet.name}: {doubled_hands_to_come(sheet.state.owed)}"
            for sheet in sheets
            if sheet.is_open and sheet.state.owed
        ],
        button=_("Close the evening"),
        back=evening.get_absolute_url(),
        template="scoring/evenings/close_evening.html",
    )

    def next_address(_closed: Evening) -> str:
        if "members" in request.POST:
            take_in(request, club, guests)
        return evening.get_absolute_url()

    page = {"club": club, "evening": evening, "waiting": waiting_in(evening), "guests": guests}
    message = _("The evening is closed.")
    return confirm(
        request, confirmation, page, evening_verbs.close_evening, message, next_address, evening=evening
    )


@require_http_methods(PAGE)
def reopen_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask why an evening is to be opened again, and open it."""
    club, evening = directed_evening(request, slug, pk)
    if request.method != "POST" and evening.is_open:
        return redirect(evening)
    confirmation = Confirmation(
        crumbs="scoring/evenings/_evening_crumbs.html",
        about=club.name,
        heading=_("Reopen the evening?"),
        sentences=[_("Everybody in the club can read the reason, on the page of the evening.")],
        form=ReasonForm(request.POST or None),
        button=_("Reopen the evening"),
        back=evening.get_absolute_url(),
    )
    page = {"club": club, "evening": evening}
    message = _("The evening is open again, and so are the tables closed with it.")
    return confirm(request, confirmation, page, evening_verbs.reopen_evening, message, evening=evening)


# Score sheets to print and to fill in by hand, for when a phone dies or nobody wants one


SIZES = range(SMALLEST_TABLE, BIGGEST_TABLE + 1)


@require_safe
def blank_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rest of an open sheet: who deals, what is doubled, where everybody stands."""
    visitor = visit(request, pk)
    sheet, language = visitor.sheet, current_language()
    if not sheet.is_open:
        return redirect(sheet)
    heading = Heading(
        sheet.name,
        where(sheet.evening, sheet.evening.club.name if visitor.member else ""),
        named(named_rules([sheet], language)),
    )
    page = {
        "here": visitor,
        "sheet": sheet,
        "blanks": [blank_of(sheet, sheet.evening.names(), heading, language)],
    }
    return render(request, "scoring/evenings/blank_sheet.html", page)


@require_safe
def blank_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a sheet for people who have no table yet and write in their names; `?people=` says how many."""
    club = open_club(request, slug)
    evening, language = evening_in(club, pk), current_language()
    people = next((size for size in SIZES if request.GET.get("people") == str(size)), SMALLEST_TABLE)
    rules = rules_of(evening.ruleset).under(evening.options)
    heading = Heading(
        _("Score sheet"),
        where(evening, club.name),
        named(named_rules_of_evening(evening, [], language)),
    )
    page = {
        "club": club,
        "evening": evening,
        "sizes": SIZES,
        "people": people,
        "blanks": [blank_for(people, heading, rules, language)],
    }
    return render(request, "scoring/evenings/blank_evening.html", page)


def where(evening: Evening, whose: str) -> str:
    """Return whose it is, the day and the place."""
    return ", ".join(filter(None, (whose, day_in_words(evening.date), evening.venue)))


def named(rules: Iterable[NamedVersion]) -> str:
    """Return the names of these versions in one line."""
    return ", ".join(named_version.text for named_version in rules)
