"""The evenings of a club, their tables, and score sheets on paper."""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.guests import admit_all
from scoring.clock import day_in_words
from scoring.engine.customs import HighCard
from scoring.engine.rules import Rules
from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import title_of_evening, workbook_of_evening
from scoring.evenings.forms import (
    MANY,
    ChangeEvening,
    JustPlay,
    NewEvening,
    NewTable,
    PagatkassaForm,
    ReasonForm,
    SeatsUnderRules,
)
from scoring.evenings.pages.blank import Heading, blank_for, blank_of
from scoring.evenings.pages.calendar import year_picture
from scoring.evenings.pages.evening import (
    agreed,
    behind,
    doubled_hands_to_come,
    newest_text,
    people_of,
    running,
    summaries,
    tables,
    with_people,
    with_tables,
)
from scoring.evenings.pages.settling import money_otherwise, rules_by_table, terms_in_words
from scoring.evenings.results_file import evening_in_file
from scoring.evenings.verbs import evenings_of_today, plays_its_rules, version_now
from scoring.export.answering import file_of, results_answer
from scoring.models import Club, Deed, Evening, Member, Sheet
from scoring.names import sorting
from scoring.rules.versions.rules_played import NamedVersion, named_rules, named_rules_of_evening
from scoring.rules.versions.versions import newer_edition, offered, rules_of
from scoring.table.at_the_table import visit
from scoring.table.pages.seatings import (
    EarlierSeating,
    SeatChoice,
    SeatValue,
    guests_to_choose,
    members_to_choose,
    recent_seatings,
    sitting_elsewhere,
    there_now,
)
from scoring.table.pages.voices import waiting_in
from scoring.table.pot import terms_of
from scoring.table_policy import Actor
from scoring.web.access import PAGE, account_of, deed_of, directed_club, evening_in, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.language import current_language
from scoring.web.submitting import submit

EVENINGS_ON_A_PAGE = 30


def directed_evening(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Evening]:
    """Return club and evening if the reader may direct the club; raise 403 or 404 otherwise."""
    club = directed_club(request, slug)
    return club, evening_in(club, pk)


@require_safe
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """List all evenings, and the tables that played without one."""
    club = open_club(request, slug)
    played = with_tables(Evening.objects.played_in(club))
    days = list(played.values_list("date", flat=True))
    paginator = Paginator(played, EVENINGS_ON_A_PAGE)
    paginator.count = len(days)  # known already
    pages = paginator.get_page(request.GET.get("page"))
    rows = summaries(pages)
    page = {"club": club, "pages": pages, "rows": rows}
    if rows:
        page["calendar"] = year_picture(days, rows[0]["evening"].date.year)
    return render(request, "scoring/evenings/evenings.html", page)


@require_http_methods(PAGE)
def new_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for date, place and rules of an evening, and open it."""
    club = directed_club(request, slug)
    form = NewEvening(request.POST or None, club=club)
    if form.is_valid():
        cleaned = form.cleaned_data
        arguments = {key: cleaned[key] for key in ("date", "place", "rules")}
        arguments |= {"options": form.options, "pagatkassa": form.terms, **form.switched}
        if submitted := submit(request, form, evening_verbs.open_evening, club=club, **arguments):
            return redirect(submitted.result)
    return render(request, "scoring/evenings/new_evening.html", {"club": club, "form": form})


@require_safe
def evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an evening with its tables."""
    club = open_club(request, slug)
    evening = evening_in(club, pk)
    sheets = list(with_people(Sheet.objects.open_to(request.user).filter(evening=evening)))
    sheets.sort(key=lambda sheet: sorting(sheet.name))
    language = current_language()
    terms = terms_of(evening)
    newer = newer_edition(evening.ruleset)
    page = {
        "club": club,
        "evening": evening,
        "pagatkassa": list(terms_in_words(terms, evening.currency, language)) if terms else [],
        "started": any(sheet.standing["hands"] for sheet in sheets),
        "rules": named_rules_of_evening(evening, sheets, language),
        "agreed": agreed(evening.options, language),
        "newer": newest_text(evening, language) if newer else None,
        "running": any(sheet.is_open for sheet in sheets),
        "behind": [] if newer else behind(evening, sheets, language),
        "tables": tables(sheets, Actor(account_of(request)), language),
        "kept": any(
            plays_its_rules(sheet, evening) and version_now(sheet) != evening.ruleset_id for sheet in sheets
        ),
        "by_table": rules_by_table(sheets, language),
        "otherwise": money_otherwise(evening, sheets, language),
        "people": people_of(evening, sheets, evening.names()),
        "waiting": waiting_in(evening),
    }
    return render(request, "scoring/evenings/evening.html", page)


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
    arguments = {"evening": evening, **(form.cleaned_data if form.is_valid() else {})}
    if form.is_valid() and submit(
        request, form, evening_verbs.change_evening, message, form_for, **arguments
    ):
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
    hands = sum(sheet.standing["hands"] for sheet in sheets)
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
            f"{sheet.name}: {doubled_hands_to_come(sheet.standing['owed'])}"
            for sheet in sheets
            if sheet.is_open and sheet.standing["owed"]
        ],
        button=_("Close the evening"),
        back=evening.get_absolute_url(),
        template="scoring/evenings/close_evening.html",
    )

    def next_address(_closed: Evening) -> str:
        if "members" in request.POST:
            take_in(request, club, guests)
        return reverse("scoring:story", args=[slug, pk])

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
        sentences=[_("Everybody in the club can read the reason, beside the settling up.")],
        form=ReasonForm(request.POST or None),
        button=_("Reopen the evening"),
        back=evening.get_absolute_url(),
    )
    page = {"club": club, "evening": evening}
    message = _("The evening is open again, and so are the tables closed with it.")
    return confirm(request, confirmation, page, evening_verbs.reopen_evening, message, evening=evening)


# Tables


@require_http_methods(PAGE)
def new_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for name and people of a table, and open it."""
    club, evening = directed_evening(request, slug, pk)
    if not evening.is_open:
        messages.error(request, _("This evening is closed. Open it again to open a table."))
        return redirect(evening)
    at = sitting_elsewhere(evening)
    choices = [*members_to_choose(club, at), *guests_to_choose(evening, evening.names(), at)]
    seatings = [
        seating for seating in recent_seatings(club) if not any(seat.code in at for seat in seating.seats)
    ]
    taken = set(evening.sheets.values_list("name", flat=True))
    names = (_("Table %(number)d") % {"number": number} for number in count(1))
    form = NewTable(
        request.POST or None,
        choices=choices,
        seated=_like(request, seatings) or _seats_in_address(request, choices),
        recent=_recent(club, choices),
        rules=evening.ruleset.slug,
        offered={**offered(club), evening.ruleset.slug: rules_of(evening.ruleset)},
        suggested=next(name for name in names if name not in taken),
        takes_in=club.is_directed,
    )
    warned: list[str] = []
    if form.is_valid():
        arguments = {"evening": evening, **{key: form.cleaned_data[key] for key in ("name", "rules")}}
        warned, opened = _opened(request, form, evening_verbs.open_sheet, **arguments)
        if opened is not None:
            return redirect("scoring:record", opened.pk)
    page = {"club": club, "evening": evening, "form": form, "seatings": seatings, "warned": warned}
    return render(request, "scoring/evenings/new_table.html", page)


def _opened(
    request: HttpRequest, form: SeatsUnderRules, verb: Callable[..., Sheet], **arguments: Any
) -> tuple[list[str], Sheet | None]:
    """Open a table; return what to ask before, unless the form was saved already, and the table if open."""
    warned = [] if Deed.objects.filter(pk=deed_of(request)).exists() else form.at_two_tables
    if warned and "anyway" not in request.POST:
        return warned, None
    submitted = submit(request, form, verb, people=form.people, high_card=form.mark, **arguments)
    if submitted is None:
        return warned, None
    take_in(request, submitted.result.evening.club, form.new_members)
    return warned, submitted.result


def take_in(request: HttpRequest, club: Club, names: list[str]) -> None:
    """Make the guests of these names members, and tell who they are."""
    arguments = {"deed": deed_of(request), "club": club, "names": names}
    if names and (submitted := submit(request, None, admit_all, **arguments)) and submitted.result:
        message = _("Members from now on: %(names)s.")
        messages.success(request, message % {"names": ", ".join(member.name for member in submitted.result)})


def _like(request: HttpRequest, seatings: list[EarlierSeating]) -> tuple[SeatValue, ...]:
    """Return the places of the former seating that the address asks for."""
    sheet_id = request.GET.get("like", "")
    return next((seating.seats for seating in seatings if str(seating.sheet.pk) == sheet_id), ())


def _seats_in_address(request: HttpRequest, choices: list[SeatChoice]) -> tuple[SeatValue, ...]:
    """Return the places of those whom the address names and who sit nowhere else."""
    free = {choice.code for choice in choices if not choice.at}
    codes = dict.fromkeys(request.GET.get("seats", "").split("-"))
    return tuple(SeatValue(code) for code in codes if code in free)


def _recent(club: Club, choices: list[SeatChoice]) -> list[str]:
    """Return those who played last, where there are too many to show them all."""
    if len(choices) <= MANY:
        return []
    players = Member.objects.filter(club=club, active=True, participations__isnull=False)
    last = players.order_by("-participations__pk").values_list("pk", flat=True)[: 5 * MANY]
    return [f"m{pk}" for pk in list(dict.fromkeys(last))[:MANY]]


@require_http_methods(PAGE)
def just_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a table now: open ones come first, former seatings with one tap, anything else below.

    Whoever sits at an open table already is asked about before another one is opened.
    """
    club = open_club(request, slug)
    me = club.members.get(account=account_of(request))
    for_others = me.may_start_for_others
    at, guests = there_now(club, evenings_of_today(club))
    choices = [*members_to_choose(club, at), *guests]
    all_seatings = recent_seatings(club, with_member=None if for_others else me.pk)
    seatings = [seating for seating in all_seatings if not seating.sheet.is_open]
    sheets, members = offered(club), sum(choice.code.startswith("m") for choice in choices)
    first: tuple[SeatValue, ...] = ()
    if not all_seatings and members < SMALLEST_TABLE:
        first = (SeatValue(f"m{me.pk}"),)
    elif not all_seatings and len(choices) == members <= BIGGEST_TABLE:
        first = tuple(SeatValue(choice.code) for choice in choices)
    form = JustPlay(
        request.POST or None,
        offered=sheets,
        choices=choices,
        seated=_like(request, seatings) or first,
        recent=_recent(club, choices),
        rules=club.default_rules,
        takes_in=club.is_directed,
    )
    warned: list[str] = []
    if form.is_valid():
        arguments = {"rules": form.cleaned_data["rules"], "counts": not form.cleaned_data["apart"]}
        warned, opened = _opened(request, form, evening_verbs.just_play, club=club, **arguments)
        if opened is not None:
            return redirect("scoring:record", opened.pk)
    now, _more = running(club, account_of(request), current_language())
    page = {
        "club": club,
        "form": form,
        "me": me,
        "for_others": for_others,
        "warned": warned,
        "open": [table for table in now if table["records"]],
        "offers": [_offer(seating, club, sheets) for seating in seatings],
    }
    return render(request, "scoring/evenings/just_play.html", page)


def _offer(seating: EarlierSeating, club: Club, sheets: Mapping[str, Rules]) -> dict[str, Any]:
    """Return a former seating as one button: they go on dealing where they stopped."""
    rules = seating.rules if seating.rules in sheets else club.default_rules
    deals = sheets[rules].high_card is HighCard.DEALS  # else who sits behind the dealer drew it
    return {
        "seating": seating,
        "names": " · ".join(seating.names),
        "dealer": seating.names[seating.dealer],
        "rules": rules,
        "label": sheets[rules].label.in_language(current_language()),
        "high_card": (seating.dealer if deals else (seating.dealer + 1) % len(seating.seats)) + 1,
    }


@require_safe
def evening_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send the evening as an open file of results, which can be checked independently."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    evening.club = club
    return results_answer(request, club, evening_in_file(evening), title_of_evening(evening, club))


@require_safe
def export_evening(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the whole evening: its sheets, the money, the rules."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    workbook = workbook_of_evening(evening, title_of_evening(evening, club), current_language())
    return file_of(request, club, workbook, form)


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
    return ", ".join(filter(None, (whose, day_in_words(evening.date), evening.place)))


def named(rules: Iterable[NamedVersion]) -> str:
    """Return the names of these versions in one line."""
    return ", ".join(named_version.text for named_version in rules)
