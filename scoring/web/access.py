"""Who gets to see what: 404 for whoever is not in the club, 403 for whoever lacks the right."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from scoring.models import Account, Club, Deed, Member
from scoring.web.language import current_language

PAGE = ["GET", "HEAD", "POST"]  # a page with a form of its own


def account_of(request: HttpRequest) -> Account:
    """Whoever is signed in; only for pages that have made sure of it."""
    assert isinstance(request.user, Account)
    return request.user


def deed_of(request: HttpRequest) -> UUID:
    """The id that the form brought along."""
    try:
        return UUID(request.POST.get("deed", ""))
    except ValueError:
        raise BadRequest("A form without an id") from None


def open_club(request: HttpRequest, slug: str) -> Club:
    return get_object_or_404(Club.objects.open_to(request.user), slug=slug)


def directed_club(request: HttpRequest, slug: str) -> Club:
    club = open_club(request, slug)
    if not club.is_directed:
        raise PermissionDenied
    return club


def owned_club(request: HttpRequest, slug: str) -> Club:
    club = open_club(request, slug)
    if not club.is_owned:
        raise PermissionDenied
    return club


def member_in(club: Club, pk: int) -> Member:
    found = Member.objects.listed().select_related("account").filter(club=club, pk=pk).first()
    if found is None:
        raise Http404
    found.club = club
    return found


def gave_it_up(request: HttpRequest, slug: str, pk: int, verb: str) -> bool:
    """Did this very form, sent before, take away the right to send it, or what it was about?"""
    try:
        deed = deed_of(request)
    except BadRequest:  # said only to those who are in the club: strangers learn nothing from it
        return False
    done = Deed.objects.filter(pk=deed, club__slug=slug, verb=verb, details__member=pk)
    return request.user.is_authenticated and done.filter(account_id=request.user.pk).exists()


def language_elsewhere(request: HttpRequest, club: Club) -> str:
    """Of what stands on other pages and in other programs: the club's own, unless asked otherwise."""
    return current_language() if "language" in request.GET else club.language


BACKEND = settings.AUTHENTICATION_BACKENDS[0]


def led_to_sign_in(request: HttpRequest, said: str) -> HttpResponse:
    """Whoever looks again after a while finds the way in; only for those who know the code."""
    if not request.user.is_authenticated:
        messages.info(request, said)
    return redirect("scoring:sign_in")
