"""What is stored about somebody: to read, to take along, and to ask that it goes."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.sign_ins import ATTEMPTS_KEPT
from scoring.accounts.verbs.invitations import INVITATION_LASTS
from scoring.archive import waiting
from scoring.archive.backups import KEPT
from scoring.clubs.privacy import removal_requests
from scoring.clubs.privacy.stored import stored_about
from scoring.export import pending_downloads
from scoring.export.answering import file_of
from scoring.models import Club, Member, mistakes
from scoring.web.access import PAGE, account_of, member_in, open_club
from scoring.web.submitting import submit

SHOWN = 12  # rows of each table; the file has all


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """For everybody: what this program keeps, and for how long."""
    page = {
        "sign_in_minutes": int(ATTEMPTS_KEPT.total_seconds() // 60),
        "invitation_days": INVITATION_LASTS.days,
        "export_minutes": pending_downloads.SECONDS_TO_FETCH // 60,
        "export_hours": pending_downloads.SECONDS_KEPT // (60 * 60),
        "brought_hours": waiting.FORGOTTEN_AFTER // (60 * 60),
        "backups_kept": KEPT,
        "mistake_days": mistakes.KEPT.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "offline": settings.OFFLINE_PAGES,
    }
    return render(request, "scoring/clubs/privacy/privacy.html", page)


def _member(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Member]:
    """Whose data it is, asked for by themselves or by an owner."""
    club = open_club(request, slug)
    member = member_in(club, pk)
    if not club.is_owned and member.account_id != account_of(request).pk:
        raise PermissionDenied
    return club, member


@require_safe
def stored_data(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what is stored about a member."""
    club, member = _member(request, slug, pk)
    is_own = member.account_id == account_of(request).pk
    book = stored_about(member, own=is_own)
    page = {
        "club": club,
        "member": member,
        "is_own": is_own,
        "tables": [
            (figures, tuple(figures.rows)[:SHOWN], max(len(figures.rows) - SHOWN, 0))
            for figures in book.tables
        ],
    }
    return render(request, "scoring/clubs/privacy/stored_data.html", page)


@require_safe
def export_stored_data(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send what is stored about a member as a file."""
    club, member = _member(request, slug, pk)
    own = member.account_id == account_of(request).pk
    return file_of(request, club, stored_about(member, own=own), form)


@require_http_methods(PAGE)
def ask_to_go(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Asks the owners to take one's name out; and takes that back."""
    club = open_club(request, slug)
    member = member_in(club, pk)
    if member.account_id != account_of(request).pk:
        raise PermissionDenied(_("Everybody asks for themselves."))
    if request.method == "POST":
        wants = request.POST.get("wants") == "yes"
        if submit(request, None, removal_requests.ask_to_go, member=member, wants=wants):
            said = _("The owners of the club can now see your request.") if wants else _("Your name stays.")
            messages.success(request, said)
        return redirect("scoring:stored_data", slug, pk)
    return render(request, "scoring/clubs/privacy/ask_to_go.html", {"club": club, "member": member})
