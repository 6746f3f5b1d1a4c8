"""The guests of a club: who they were, that they are members now, that a name was mistyped."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring import people
from scoring.forms.guests import NEW, GuestName, WhoItWas
from scoring.models import Club, Member, Participant
from scoring.names import tidy
from scoring.paper.guests import attended, called_like, guests_of, previewed
from scoring.people.guests import joinings_of, on_old_sheets
from scoring.views.access import PAGE, account_of, deed_of, directed_club, member_in

GUESTS_ON_A_PAGE = 40
JOINS = ("admit_guest", "join_guest")


@never_cache
@require_safe
def guests(request: HttpRequest, slug: str) -> HttpResponse:
    """By name: two who are called the same are one here, until somebody opens it."""
    club = directed_club(request, slug)
    words = request.GET.get("q", "").replace("\0", "").strip()[:100]
    found = guests_of(club, words)
    pages = Paginator(found, GUESTS_ON_A_PAGE).get_page(request.GET.get("page"))
    page = {"club": club, "words": words, "count": len(found), "pages": pages}
    return render(request, "scoring/guests.html", page)


def guest_in(club: Club, pk: int) -> Participant:
    guests = Participant.objects.filter(evening__club=club, member=None).select_related("evening")
    return get_object_or_404(guests, pk=pk)


@never_cache
@require_http_methods(PAGE)
def guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The evenings of a guest. Posted, it shows what would become of them, and then makes it so."""
    club = directed_club(request, slug)
    if (done := _done(request, club)) is not None:
        return redirect(done)
    found = guest_in(club, pk)
    evenings = called_like(found)
    form = WhoItWas(request.POST or None, club=club, attended=evenings)
    page = {"club": club, "guest": found, "evenings": evenings, "form": form}
    if not form.is_valid():
        return render(request, "scoring/guest.html", page)
    chosen = [one for one in evenings if one.participant in form.cleaned_data["evenings"]]
    name = form.to.name if form.to is not None else tidy(form.cleaned_data["name"])
    preview = previewed(club, chosen, form.to, name)
    if request.POST.get("step") == "save":
        try:
            member = _join(request, club, [one.participant for one in chosen], form)
        except people.Refused as refused:
            form.show(refused)
            return render(request, "scoring/guest.html", page)
        messages.success(request, _("The evenings are those of %(name)s now.") % {"name": member.name})
        return redirect(member)
    seated = Participant.objects.filter(pk__in=[one.participant for one in preview.taken])
    page |= {"preview": preview, "old": on_old_sheets(club, list(seated), form.to)}
    return render(request, "scoring/guest_preview.html", page)


def _join(request: HttpRequest, club: Club, participants: list[int], form: WhoItWas) -> Member:
    if form.cleaned_data["who"] == NEW:
        return people.admit_guest(
            actor=account_of(request),
            deed=deed_of(request),
            club=club,
            participants=participants,
            name=form.cleaned_data["name"],
        )
    assert form.to is not None
    return people.join_guest(
        actor=account_of(request), deed=deed_of(request), member=form.to, participants=participants
    )


def _done(request: HttpRequest, club: Club) -> Member | None:
    """The member to whom this very form, sent before, gave the evenings: there is no such guest any more."""
    if request.POST.get("step") != "save":
        return None
    done = club.deeds.filter(pk=deed_of(request), account=account_of(request), verb__in=JOINS).first()
    if done is None:
        return None
    given = {str(one["participant"]) for one in done.details["evenings"]}
    if given != set(request.POST.getlist("evenings")):
        return None
    return club.members.filter(pk=done.details["member"]).first()


@never_cache
@require_http_methods(PAGE)
def rename_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A mistyped name, of one evening."""
    club = directed_club(request, slug)
    found = guest_in(club, pk)
    form = GuestName(request.POST or None, initial={"name": found.guest})
    if form.is_valid():
        try:
            found = people.rename_guest(
                actor=account_of(request),
                deed=deed_of(request),
                club=club,
                participant=found.pk,
                name=form.cleaned_data["name"],
            )
        except people.Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _("The name is saved."))
            return redirect("scoring:guest", slug, found.pk)
    page = {"club": club, "guest": found, "form": form}
    return render(request, "scoring/rename_guest.html", page)


@never_cache
@require_http_methods(PAGE)
def separate(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What a member took over from guests, and the way back."""
    club = directed_club(request, slug)
    member = member_in(club, pk)
    if request.method == "POST":
        try:
            people.separate_guest(
                actor=account_of(request), deed=deed_of(request), member=member, joining=_joining(request)
            )
        except people.Refused as refused:
            for sentences in refused.problems.values():
                messages.error(request, " ".join(sentences))
        else:
            messages.success(request, _("These evenings are those of a guest again."))
            return redirect(member)
    joinings = [
        (one, attended([guest["participant"] for guest in one.guests])) for one in joinings_of(member)
    ]
    page = {"club": club, "member": member, "joinings": joinings}
    return render(request, "scoring/separate.html", page)


def _joining(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("joining", ""))
    except ValueError:
        raise BadRequest("No such joining") from None
