"""A club: its page, settings, log."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import capabilities
from scoring.clubs.forms import ClubForm, LogFilter
from scoring.clubs.tables import LogTable
from scoring.evenings.pages.evening import earlier_evenings, last_result, running
from scoring.models import Club
from scoring.rule_editor.pages import usual_sheet
from scoring.table.pages.voices import waiting_in_club
from scoring.web.access import PAGE, account_of, directed_club, open_club, owned_club
from scoring.web.language import current_language
from scoring.web.submitting import submit

DEEDS_ON_A_PAGE = 50
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
    """Show what is wanted now: tables in play, what comes next, else the last result; and what was before."""
    club = open_club(request, slug)
    tables, more_tables = running(club, account_of(request), current_language())
    # Whoever wants to go first, and of the others as many as a table needs.
    first = club.members.filter(active=True).order_by(F("wants_to_go_at").asc(nulls_last=True))
    members = list(first[:MOST_GOING])
    parts = [show(request, club) for capability in capabilities() for show in capability.on_club_page]
    last = None if tables else last_result(club)
    shown = {table["sheet"].evening_id for table in tables} | ({last["evening"].pk} if last else set())
    wanted_below = any(part.has_filled_button for part in parts)
    page = {
        "club": club,
        "today": clock.today(),
        "few": len(members) < SEATS,
        "going": [member for member in members if member.wants_to_go_at and club.is_owned],
        "tables": tables,
        "more_tables": more_tables,
        "waiting": waiting_in_club(club) if club.is_directed else [],
        "last": last,
        "earlier": earlier_evenings(club, shown),
        "further": parts,
        "wanted_below": wanted_below,
        "busy": wanted_below or any(table["records"] for table in tables[:1]),
    }
    return render(request, "scoring/clubs/club.html", page)


@require_safe
def about_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List what there is of a club beside its play: rules, members, what is shared and stored."""
    club = open_club(request, slug)
    page = {"club": club, "rules": usual_sheet(club, current_language())}
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
    page = {"club": club, "form": form, "deeds": deeds, "table": LogTable(deeds)}
    return render(request, "scoring/clubs/club_log.html", page)
