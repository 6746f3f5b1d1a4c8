"""A club: its page, settings, log."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts import verbs as people
from scoring.accounts.chronicle import log_line
from scoring.capability import capabilities
from scoring.clubs.forms import ClubForm
from scoring.evenings.pages.evening import Summary, running, summaries, with_tables
from scoring.models import Club, Evening, Sheet
from scoring.rule_editor.pages.own_sheets import usual_sheet
from scoring.table.pages.voices import waiting_in_club
from scoring.web.access import PAGE, account_of, directed_club, open_club, owned_club
from scoring.web.language import current_language
from scoring.web.submitting import submit

DEEDS_ON_A_PAGE = 50
EVENINGS_ON_THE_PAGE = 5


@login_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of whoever is signed in."""
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
    if form.is_valid() and (done := submit(request, form, people.found_club, terms=form.terms)):
        return redirect(done.result)
    return render(request, "scoring/clubs/new_club.html", {"form": form})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of a club: its members, running tables and recent evenings."""
    club = open_club(request, slug)
    recent = _recent(club)
    now = running(club, account_of(request), current_language())
    members = list(club.members.filter(active=True))
    page = {
        "club": club,
        "rules": usual_sheet(club, current_language()),
        "members": members,
        "going": [member for member in members if member.wants_to_go_at] if club.is_owned else [],
        "tables": now.shown,
        "more_tables": now.more,
        "waiting": waiting_in_club(club) if club.is_directed else [],
        "evenings": [summary for summary in recent if not summary.evening.spontaneous],
        "without_evening": [summary for summary in recent if summary.evening.spontaneous],
        "further": [show(request, club) for capability in capabilities() for show in capability.on_club_page],
    }
    return render(request, "scoring/clubs/club.html", page)


@require_safe
def about_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List what there is of a club beside its play: rules, members, what is shared and stored."""
    return render(request, "scoring/clubs/about_club.html", {"club": open_club(request, slug)})


def _recent(club: Club) -> list[Summary]:
    """Return the newest evenings, and as many tables that played without one.

    Those to come are asked about elsewhere on the page: a year of them would leave room for no other.
    """
    newest = Window(RowNumber(), partition_by="spontaneous", order_by=["-date", "-pk"])
    begun = Q(date__lte=timezone.localdate()) | Exists(Sheet.objects.filter(evening=OuterRef("pk")))
    evenings = Evening.objects.played_in(club).filter(begun).annotate(place_in_list=newest)
    return summaries(with_tables(evenings.filter(place_in_list__lte=EVENINGS_ON_THE_PAGE)))


@require_http_methods(PAGE)
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the settings of a club, and change them."""
    club = owned_club(request, slug) if request.method == "POST" else directed_club(request, slug)

    def form_for(posted: QueryDict | None = None) -> ClubForm:
        return ClubForm(posted, club=directed_club(request, slug))

    form, said = form_for(request.POST or None), _("The settings are saved.")
    if form.is_valid() and submit(
        request, form, people.change_club, said, form_for, club=club, terms=form.terms
    ):
        return redirect(club)
    return render(request, "scoring/clubs/club_settings.html", {"club": club, "form": form})


@require_safe
def club_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log of a club."""
    club = directed_club(request, slug)
    deeds = Paginator(club.deeds.all(), DEEDS_ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [(deed, log_line(deed)) for deed in deeds]
    return render(request, "scoring/clubs/club_log.html", {"club": club, "deeds": deeds, "rows": rows})
