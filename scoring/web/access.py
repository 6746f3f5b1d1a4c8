"""Decide who may see what: 404 outside the club, 403 for a member without the right."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.models import Account, Club, Deed, Evening, Member, Participant
from scoring.moved import demand_here
from scoring.web.language import current_language

LAST_CLUB = "club"  # in the session, of those who have several
PAGE = ["GET", "HEAD", "POST"]  # a page with a form of its own
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Response = TypeVar("Response", bound=HttpResponseBase)
T = TypeVar("T")


def revalidated(view: View) -> View:
    """Let browsers cache a page without any club's data, if they ask whether it is still valid."""
    asking: View = cache_control(private=True, no_cache=True)(view)
    asking.__dict__["asks_again"] = True
    return asking


def kept_from_search(response: Response) -> Response:
    """Keep an answer out of search engines, as it is only for those with the link."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def account_of(request: HttpRequest) -> Account:
    """Return the signed-in account; only for pages that require one."""
    assert isinstance(request.user, Account)
    return request.user


def deed_of(request: HttpRequest) -> UUID:
    """Return the id that the form brought along."""
    return read_as(UUID, request.POST.get("deed"))


def read_as(kind: Callable[[str], T], text: str | None) -> T:
    """Return a number or an id from a form; raise BadRequest for what no page of ours sends."""
    try:
        return kind(text or "")
    except ValueError:
        raise BadRequest("Not a form of these pages") from None


def open_club(request: HttpRequest, slug: str, *, is_here: bool = True) -> Club:
    """Return this club if the reader is a member; else raise 404, or redirect where the club moved."""
    club = Club.called(slug, request.user)
    if club is None:
        if moved := Club.objects.filter(slug=slug).exclude(moved_to="").first():
            demand_here(moved)
        raise Http404
    if is_here:
        demand_here(club)
    return club


def own_address(request: HttpRequest) -> str:
    """Return a member's first page: their club, of several the last opened; else the list."""
    clubs = list(Club.objects.open_to(account_of(request)).filter(moved_to=""))
    if len(clubs) > 1:
        clubs = [club for club in clubs if club.pk == request.session.get(LAST_CLUB)]
    return clubs[0].get_absolute_url() if clubs else reverse("scoring:clubs")


def directed_club(request: HttpRequest, slug: str) -> Club:
    """Return this club if the reader may direct it; raise 403 or 404 otherwise."""
    club = open_club(request, slug)
    if not club.is_directed:
        raise PermissionDenied(*_why_not(club))
    return club


def owned_club(request: HttpRequest, slug: str, *, is_here: bool = True) -> Club:
    """Return this club if the reader owns it; raise 403 or 404 otherwise, or where it has moved to."""
    club = open_club(request, slug, is_here=is_here)
    if not club.is_owned:
        raise PermissionDenied(*_why_not(club))
    return club


def _why_not(club: Club) -> list[str]:
    """Return why the user may not use their role in this club; empty if they may."""
    if not club.lacks_second_factor:
        return []
    return [_("This club requires two-step sign-in of owners and directors. Switch it on for your account.")]


def member_in(club: Club, pk: int) -> Member:
    """Return this member of the club, or raise 404."""
    member = get_object_or_404(Member.objects.listed().select_related("account"), club=club, pk=pk)
    member.club = club
    return member


def evening_in(club: Club, pk: int) -> Evening:
    """Return this evening of the club, or raise 404."""
    evening = get_object_or_404(Evening.objects.of(club).select_related("ruleset"), pk=pk)
    evening.club = club
    return evening


def guest_in(club: Club, pk: int) -> Participant:
    """Return the guest with this key at an evening of the club; 404 if it is a member."""
    guests = Participant.objects.filter(evening__club=club, member=None).select_related("evening")
    return get_object_or_404(guests, pk=pk)


def took_right_away(request: HttpRequest, slug: str, pk: int, verb: str) -> bool:
    """Return whether this form, when sent before, removed the sender's right or its own subject."""
    return done_before(request, verb, club__slug=slug, details__member=pk) is not None


def done_before(request: HttpRequest, verb: str, **conditions: object) -> Deed | None:
    """Return the deed of this form if the same account sent it before; else None."""
    if request.method != "POST" or not request.user.is_authenticated:
        return None
    try:
        deed = deed_of(request)
    except BadRequest:  # said only to those who are in the club: strangers learn nothing from it
        return None
    return Deed.objects.filter(pk=deed, account_id=request.user.pk, verb=verb, **conditions).first()


def language_elsewhere(request: HttpRequest, club: Club) -> str:
    """Return the language for other pages and programs: the club's own, unless asked otherwise."""
    return current_language() if "language" in request.GET else club.language


BACKEND = settings.AUTHENTICATION_BACKENDS[0]


def redirect_to_sign_in(request: HttpRequest, message: str) -> HttpResponse:
    """Redirect to the sign-in with a message, unless the reader is signed in already."""
    if not request.user.is_authenticated:
        messages.info(request, message)
    return redirect("scoring:sign_in")
