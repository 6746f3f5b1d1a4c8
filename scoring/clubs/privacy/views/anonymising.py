"""A name goes for good: first everything that happens is shown, then it has to be ticked.

What still names somebody afterwards is shown once more, in the answer itself: later nobody could find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.accounts.confirming import asks_again
from scoring.clubs.guests.old_people import days_on_old_sheets
from scoring.clubs.guests.pages import Attended, attended, called_like
from scoring.clubs.privacy import anonymising
from scoring.clubs.privacy.anonymising import Traces, traces_of, whichever_guest, whoever_is
from scoring.clubs.privacy.forms import Anonymise
from scoring.models import Club, Deed, OldPerson, Participant
from scoring.web.access import (
    PAGE,
    account_of,
    done_before,
    gave_it_up,
    guest_in,
    member_in,
    owned_club,
)
from scoring.web.submitting import submit


@require_http_methods(PAGE)
@asks_again()
def anonymise_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show everything that happens if a member is anonymised, and do it once it was ticked."""
    club = owned_club(request, slug)
    member = member_in(club, pk)
    if member.anonymised_at is not None:
        if request.method == "POST" and gave_it_up(request, slug, pk, anonymising.anonymise_member.__name__):
            messages.success(request, _done(member.name))
        return redirect(member)
    person = whoever_is(member)
    traces = traces_of(person, member.name)
    guests = attended([participant.pk for participant in traces.guests])
    form = _form(request, guests, traces)
    if form.is_valid() and (
        done := submit(
            request,
            form,
            anonymising.anonymise_member,
            member=member,
            guests=form.cleaned_data["guests"],
            blank=form.cleaned_data["blank"],
            instead=form.instead,
        )
    ):
        changed = done.result
        if not _still_owns(request, club):  # they did it to themselves, and may be signed out
            if not request.session.exists(request.session.session_key or ""):
                logout(request)
            messages.success(request, _done(changed.name))
            return redirect("scoring:home")
        return _gone(request, club, changed.name, traces, form, changed.get_absolute_url())
    page = {
        "club": club,
        "member": member,
        "name": member.name,
        "is_own": member.account_id == account_of(request).pk,
        **_played(attended(person.participants)),
        **_left(traces),
        "form": form,
    }
    return render(request, "scoring/clubs/privacy/anonymise.html", page)


def _form(request: HttpRequest, guests: Sequence[Attended], traces: Traces) -> Anonymise:
    can_go = [text for text in traces.texts if text.blank]
    return Anonymise(request.POST or None, guests=guests, blank=can_go)


def _left(traces: Traces) -> dict[str, Any]:
    """Return what the page says of somebody besides where they played; what can be blanked is in the form."""
    return {"traces": traces, "texts": traces.by_remedy({text.blank for text in traces.texts})}


def _gone(
    request: HttpRequest, club: Club, name: str, traces: Traces, form: Anonymise, back: str
) -> HttpResponse:
    """Answer that the name is gone, with all that still mentions it."""
    messages.success(request, _done(name))
    left = traces.by_remedy(form.cleaned_data["blank"])
    if not left:
        return redirect(back)
    return render(
        request, "scoring/clubs/privacy/still_named.html", {"club": club, "texts": left, "back": back}
    )


def _gone_before(request: HttpRequest, before: Deed, back: str) -> HttpResponse:
    """Answer the same form once more: nothing mentions the name under which it was asked for."""
    messages.success(request, _done(str(before.details["name"])))
    return redirect(back)


def _still_owns(request: HttpRequest, club: Club) -> bool:
    return Club.objects.owned_by(request.user).filter(pk=club.pk).exists()


def _played(evenings: list[Attended]) -> dict[str, Any]:
    return {"played": evenings, "hands": sum(attended.hands for attended in evenings)}


def _done(name: str) -> str:
    return _("The name is gone. It now says %(name)s instead.") % {"name": name}


@require_http_methods(PAGE)
@asks_again()
def anonymise_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the name of a guest away, who was at one or at several evenings."""
    club = owned_club(request, slug)
    if before := done_before(request, anonymising.anonymise_guest.__name__, club=club):
        return _gone_before(request, before, reverse("scoring:guests", args=[slug]))
    guest = guest_in(club, pk)
    evenings = called_like(guest)
    person = whichever_guest(club, [attended.participant for attended in evenings])
    traces = traces_of(person, guest.guest)
    form = _form(request, evenings, traces)
    if form.is_valid() and (
        done := submit(
            request,
            form,
            anonymising.anonymise_guest,
            club=club,
            guests=form.cleaned_data["guests"],
            blank=form.cleaned_data["blank"],
            instead=form.instead,
        )
    ):
        return _gone(request, club, done.result, traces, form, reverse("scoring:guests", args=[slug]))
    page = {
        "club": club,
        "name": guest.guest,
        "guest": guest,
        **_played(evenings),
        **_left(traces),
        "form": form,
    }
    return render(request, "scoring/clubs/privacy/anonymise.html", page)


@require_http_methods(PAGE)
@asks_again()
def anonymise_old_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody who is on old sheets of amounts only."""
    club = owned_club(request, slug)
    if before := done_before(request, anonymising.anonymise_guest.__name__, club=club):
        return _gone_before(request, before, reverse("scoring:old_sheets", args=[slug]))
    guests = OldPerson.objects.filter(batch__club=club, member=None)
    found = get_object_or_404(guests, pk=pk)
    played = Participant.objects.filter(evening__club=club, member=None, key=found.key)
    if (seated := played.order_by("-evening__date", "-pk").first()) is not None:
        return redirect("scoring:anonymise_guest", slug, seated.pk)
    old = list(guests.filter(key=found.key).values_list("pk", flat=True))
    traces = traces_of(whichever_guest(club, (), old), found.guest)
    form = _form(request, (), traces)
    if form.is_valid() and (
        done := submit(
            request,
            form,
            anonymising.anonymise_guest,
            club=club,
            guests=(),
            old=old,
            blank=form.cleaned_data["blank"],
            instead=form.instead,
        )
    ):
        return _gone(request, club, done.result, traces, form, reverse("scoring:old_sheets", args=[slug]))
    page = {
        "club": club,
        "name": found.guest,
        "played": days_on_old_sheets(old),
        **_left(traces),
        "form": form,
    }
    return render(request, "scoring/clubs/privacy/anonymise.html", page)
