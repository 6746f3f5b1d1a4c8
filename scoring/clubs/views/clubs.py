"""A club: its page, settings, log."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Exists, Subquery, Value
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import ClubPart, capabilities
from scoring.charts import chart_in_words
from scoring.clubs.forms import ClubForm, LogFilter
from scoring.clubs.pages import state_of
from scoring.clubs.tables import LogTable
from scoring.evenings.pages.today import last_evening, running
from scoring.models import Club, Member, Voice
from scoring.rule_editor.pages import usual_sheet
from scoring.table.pages.voices import waiting_in_club
from scoring.web.access import LAST_CLUB, PAGE, account_of, directed_club, open_club, owned_club
from scoring.web.bars import BarItem
from scoring.web.language import current_language
from scoring.web.submitting import submit

DEEDS_ON_A_PAGE = 25
SEATS = 4  # as many members make a table
MOST_GOING = 20  # members who want to be anonymised, on the page of a club


@login_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of the account that is signed in."""
    page = {
        "clubs": Club.objects.open_to(account_of(request)),
        "further": [show(request) for capability in capabilities() for show in capability.on_clubs_page],
    }
    return render(request, "scoring/clubs/clubs.html", page)


@login_required
@require_http_methods(PAGE)
def new_club(request: HttpRequest) -> HttpResponse:
    """Ask for the terms of a further club, and found it."""
    if not account_of(request).is_superuser:
        raise PermissionDenied(_("More clubs can be started by the person who runs the program."))
    form = ClubForm(request.POST or None)
    if form.is_valid() and (saved := submit(request, form, people.found_club, terms=form.terms)):
        return redirect(saved.result)
    return render(request, "scoring/clubs/new_club.html", {"form": form})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what runs now; beside it the last evening and the season."""
    club = open_club(request, slug)
    tables, more_tables = running(club, account_of(request))
    last = last_evening(club, {table.sheet.evening_id for table in tables}, current_language())
    going, is_waited_for, other, parts = _cards(request, club)
    is_new = not tables and last is None
    page = {
        "club": club,
        "is_new": is_new,
        "today": clock.today(),
        "tables": tables,
        "more_tables": more_tables,
        "felt": not any(part.is_felt for part in parts) and tables and tables[0].sits and tables[0].records,
        "last": last,
        "charted": chart_in_words(last.hands, current_language()) if last else "",
        "parts": parts,
        "is_quiet": not tables and all(part.aside for part in parts),
        "few": is_new and club.is_directed and club.members.filter(active=True).count() < SEATS,
        "going": club.members.exclude(wants_to_go_at=None).filter(active=True)[:MOST_GOING] if going else (),
        "waiting": waiting_in_club(club) if is_waited_for else (),
        "other_club": other,
    }
    return render(request, "scoring/clubs/club.html", page)


@require_safe
def record_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the page where the reader records the next hand, or else to opening a table."""
    club = open_club(request, slug)
    tables, _more = running(club, account_of(request))
    table = next((table for table in tables if table.records), None)
    if table is None:
        return redirect("scoring:just_play", slug)
    return redirect("scoring:record", table.sheet.pk)


def _cards(request: HttpRequest, club: Club) -> tuple[bool, bool, BarItem | None, list[ClubPart]]:
    """Return whether members asked to go, whether objections wait, the link to another club, the cards.

    One statement says which of them there are; only those are asked further.
    """
    cards = [card for capability in capabilities() for card in capability.on_club_page]
    going = Exists(club.members.exclude(wants_to_go_at=None).filter(active=True))
    waiting = Exists(Voice.objects.open_objections().filter(sheet__evening__club=club).order_by())
    others = Member.objects.filter(account_id=account_of(request).pk, active=True).exclude(club=club)
    conditions = (
        going if club.is_owned else Value(value=False),
        waiting if club.is_directed else Value(value=False),
        Subquery(others.order_by("club").values("club__name")[:1]),
        Subquery(others.order_by("club").filter(club__moved_to="").values("club__slug")[:1]),
        Subquery(others.order_by().values("account").annotate(number=Count("pk")).values("number")),
        *(card.exists(request, club) for card in cards),
    )
    named = {f"card_{number}": condition for number, condition in enumerate(conditions)}
    is_going, is_waiting, name, slug, number, *exist = (
        Club.objects.annotate(**named).values_list(*named).get(pk=club.pk)
    )
    other = None
    if number:
        if request.session.get(LAST_CLUB) != club.pk:  # else nothing is written
            request.session[LAST_CLUB] = club.pk
        other = BarItem(_("My clubs"), reverse("scoring:clubs"))
    if number == 1 and slug:
        other = BarItem(name, reverse("scoring:club", args=[slug]))
    parts = (card.part(request, club) for card, exists in zip(cards, exist, strict=True) if exists)
    return is_going, is_waiting, other, [part for part in parts if part.shown.strip()]


@require_safe
def about_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's pages beside play, each with its state."""
    club = open_club(request, slug)
    page = {"club": club, "rules": usual_sheet(club, current_language()), **state_of(club)}
    return render(request, "scoring/clubs/about_club.html", page)


@require_http_methods(PAGE)
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the settings of a club, and change them."""
    club = owned_club(request, slug) if request.method == "POST" else directed_club(request, slug)

    def form_for(posted: QueryDict | None = None) -> ClubForm:
        return ClubForm(posted, club=directed_club(request, slug))

    form, message = form_for(request.POST or None), _("The settings are saved.")
    if form.is_valid() and submit(
        request, form, people.change_club, message, form_for, club=club, terms=form.terms
    ):
        return redirect(club)
    return render(request, "scoring/clubs/club_settings.html", {"club": club, "form": form})


@require_safe
def club_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log of a club."""
    club = directed_club(request, slug)
    form = LogFilter(request.GET, club=club)
    deeds = Paginator(form.deeds(), DEEDS_ON_A_PAGE).get_page(request.GET.get("page"))
    page = {"club": club, "form": form, "deeds": deeds, "table": LogTable(deeds, label=_("Log"))}
    return render(request, "scoring/clubs/club_log.html", page)
