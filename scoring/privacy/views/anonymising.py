"""A name goes for good: first everything that happens is shown, then it has to be ticked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.deeds import Refused
from scoring.guests.forms import Anonymise
from scoring.guests.pages import Attended, attended, called_like
from scoring.guests.views import guest_in
from scoring.models import Club, OldPerson, Participant
from scoring.old_sheets.pages import days_on_old_sheets
from scoring.privacy import anonymising
from scoring.privacy.anonymising import traces_of, whoever_is
from scoring.privacy.traces import TracedPerson
from scoring.web.access import PAGE, account_of, deed_of, gave_it_up, member_in, owned_club


@never_cache
@require_http_methods(PAGE)
def anonymise_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = owned_club(request, slug)
    member = member_in(club, pk)
    if member.anonymised_at is not None:
        if request.method == "POST" and gave_it_up(request, slug, pk, anonymising.anonymise_member.__name__):
            messages.success(request, _done(member.name))
        return redirect(member)
    person = whoever_is(member)
    traces = traces_of(person, member.name)
    guests = attended([one.pk for one in traces.guests])
    form = Anonymise(request.POST or None, guests=guests)
    if form.is_valid():
        try:
            changed = anonymising.anonymise_member(
                actor=account_of(request),
                deed=deed_of(request),
                member=member,
                guests=form.cleaned_data["guests"],
            )
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _done(changed.name))
            # Whoever did it to themselves belongs to no club any more, and may be signed out.
            return redirect(changed) if _still_owns(request, club) else redirect("scoring:home")
    page = {
        "club": club,
        "member": member,
        "name": member.name,
        "is_own": member.account_id == account_of(request).pk,
        **_played(attended(person.participants)),
        "traces": traces,
        "guests": guests,
        "form": form,
    }
    return render(request, "scoring/privacy/anonymise.html", page)


def _still_owns(request: HttpRequest, club: Club) -> bool:
    return Club.objects.owned_by(request.user).filter(pk=club.pk).exists()


def _played(evenings: list[Attended]) -> dict[str, Any]:
    return {"played": evenings, "hands": sum(one.hands for one in evenings)}


def _done(name: str) -> str:
    return _("The name is gone. It says %(name)s instead.") % {"name": name}


@never_cache
@require_http_methods(PAGE)
def anonymise_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The guest of one or of several evenings."""
    club = owned_club(request, slug)
    guest = guest_in(club, pk)
    evenings = called_like(guest)
    form = Anonymise(request.POST or None, guests=evenings)
    if form.is_valid():
        try:
            name = anonymising.anonymise_guest(
                actor=account_of(request),
                deed=deed_of(request),
                club=club,
                guests=form.cleaned_data["guests"],
            )
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _done(name))
            return redirect("scoring:guests", slug)
    person = TracedPerson(club, None, frozenset(one.participant for one in evenings))
    page = {
        "club": club,
        "name": guest.guest,
        "guest": guest,
        **_played(evenings),
        "traces": traces_of(person, guest.guest),
        "guests": evenings,
        "form": form,
    }
    return render(request, "scoring/privacy/anonymise.html", page)


@never_cache
@require_http_methods(PAGE)
def anonymise_old_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody who is on old sheets of amounts only."""
    club = owned_club(request, slug)
    guests = OldPerson.objects.filter(batch__club=club, member=None)
    found = get_object_or_404(guests, pk=pk)
    played = Participant.objects.filter(evening__club=club, member=None, key=found.key)
    if (seated := played.order_by("-evening__date", "-pk").first()) is not None:
        return redirect("scoring:anonymise_guest", slug, seated.pk)
    old = list(guests.filter(key=found.key).values_list("pk", flat=True))
    form = Anonymise(request.POST or None, guests=())
    if form.is_valid():
        try:
            done = anonymising.anonymise_guest(
                actor=account_of(request), deed=deed_of(request), club=club, guests=(), old=old
            )
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _done(done))
            return redirect("scoring:old_sheets", slug)
    page = {
        "club": club,
        "name": found.guest,
        "played": days_on_old_sheets(old),
        "traces": traces_of(TracedPerson(club, None, frozenset(), frozenset(old)), found.guest),
        "form": form,
    }
    return render(request, "scoring/privacy/anonymise.html", page)
