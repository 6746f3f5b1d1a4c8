"""The guests of a club: their evenings, making them members, correcting a mistyped name."""

from collections.abc import Collection
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.accounts import guests as verbs
from scoring.accounts.guests import admit_guest, join_guest, joinings_of, on_old_sheets, separate_guest
from scoring.accounts.names import lists_with
from scoring.clubs.guests.forms import NEW, GuestAsMember, GuestName, WhoItWas
from scoring.clubs.guests.pages import (
    attended,
    called_like,
    changed_by_joining,
    days_on_old_sheets,
    previewed,
)
from scoring.clubs.guests.tables import ChangedRanksTable
from scoring.models import Club, Deed, Member, OldPerson, Participant
from scoring.season.sections import person_page
from scoring.web.access import (
    PAGE,
    account_of,
    deed_of,
    directed_club,
    guest_in,
    member_in,
    open_club,
    read_as,
)
from scoring.web.submitting import Submitted, submit

JOINS = ("admit_guest", "join_guest")


@require_http_methods(PAGE)
def guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the evenings of a guest; ask for a change with its consequences, then make it."""
    club = directed_club(request, slug) if request.method == "POST" else open_club(request, slug)
    if (known_member := _receiving_member(request, club)) is not None:
        return redirect(known_member)
    guest = guest_in(club, pk)
    evenings = called_like(guest)
    counting = [evening for evening in evenings if not evening.is_withdrawn]
    page = {"guest": guest} | person_page(request, club, f"~{guest.key}", guest.guest)
    if not club.is_directed:
        if not counting:
            raise Http404
        return render(request, "scoring/clubs/guests/guest.html", page)
    form = WhoItWas(request.POST or None, club=club, attended=evenings)
    page |= {"admit": None if page["is_detail"] else form, "all_evenings": evenings}
    page["anonymise"] = reverse("scoring:anonymise_guest", args=[slug, pk])
    if not form.is_valid():
        return render(request, "scoring/clubs/guests/guest.html", page)
    chosen = [evening for evening in evenings if evening.pk in form.cleaned_data["evenings"]]
    if request.POST.get("step") == "save":
        if not (saved := _join(request, club, [evening.pk for evening in chosen], form)):
            return render(request, "scoring/clubs/guests/guest.html", page)
        member = saved.result
        messages.success(request, _("The evenings now belong to %(name)s.") % {"name": member.name})
        return redirect(member)
    preview = previewed(club, chosen, form.to, form.called)
    seated = Participant.objects.filter(pk__in=[evening.pk for evening in preview["taken"]])
    old = on_old_sheets(club, list(seated), form.to)
    changes = ChangedRanksTable(preview["changes"])
    page |= {"form": form, "preview": preview, "changes": changes, "taken": preview["taken"], "old": old}
    page["lists"] = lists_with(club, [guest.guest, form.called])
    return render(request, "scoring/clubs/guests/guest_preview.html", page)


@require_http_methods(PAGE)
def old_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a guest who is only on old sheets of amounts; ask who they become, then make it so."""
    club = directed_club(request, slug)
    if (joining := _joined(request, club)) and pk in [
        detail["person"] for detail in joining.details.get("old", ())
    ]:
        return redirect(club.members.get(pk=joining.details["member"]))
    guest = get_object_or_404(OldPerson.objects.filter(batch__club=club, member=None), pk=pk)
    seated = Participant.objects.filter(evening__club=club, member=None, key=guest.key)
    if (last := seated.order_by("-evening__date", "-pk").first()) is not None:
        return redirect("scoring:guest", slug, last.pk)
    form = GuestAsMember(request.POST or None, club=club, guest=guest.guest)
    page = {"club": club, "guest": guest, "form": form, "admit": form}
    page["anonymise"] = reverse("scoring:anonymise_old_guest", args=[slug, pk])
    asking = page | {"days": changed_by_joining(guest, None)["days"]}
    if not form.is_valid():
        return render(request, "scoring/clubs/guests/old_guest.html", asking)
    change = changed_by_joining(guest, form.to)
    if request.POST.get("step") == "save":
        if not (made := _join(request, club, [], form, change["taken"])):
            return render(request, "scoring/clubs/guests/old_guest.html", asking)
        member = made.result
        messages.success(request, _("The old sheets now belong to %(name)s.") % {"name": member.name})
        return redirect(member)
    page |= {"change": change, "taken": change["taken"]}
    page["lists"] = lists_with(club, [guest.guest, form.called])
    return render(request, "scoring/clubs/guests/old_guest_preview.html", page)


def _join(
    request: HttpRequest, club: Club, participants: list[int], form: GuestAsMember, old: Collection[int] = ()
) -> Submitted[Member] | None:
    on_lists = "on_lists" in request.POST if "lists_shown" in request.POST else None
    values = {"participants": participants, "old": old, "on_lists": on_lists}
    if form.cleaned_data["who"] == NEW:
        return submit(request, form, admit_guest, club=club, name=form.cleaned_data["name"], **values)
    assert form.to is not None
    return submit(request, form, join_guest, member=form.to, **values)


def _receiving_member(request: HttpRequest, club: Club) -> Member | None:
    """Return the member to whom this form gave the evenings of a guest already."""
    joining = _joined(request, club)
    if joining is None:
        return None
    given = {str(detail["participant"]) for detail in joining.details["evenings"]}
    if given != set(request.POST.getlist("evenings")):
        return None
    return club.members.filter(pk=joining.details["member"]).first()


def _joined(request: HttpRequest, club: Club) -> Deed | None:
    """Return what this form did when it was sent before."""
    if request.POST.get("step") != "save":
        return None
    return club.deeds.filter(pk=deed_of(request), account=account_of(request), verb__in=JOINS).first()


@require_http_methods(PAGE)
def rename_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Rename a guest whose name was mistyped at one evening."""
    club = directed_club(request, slug)
    guest = guest_in(club, pk)

    def form_for(posted: QueryDict | None = None) -> GuestName:
        return GuestName(posted, initial={"name": guest_in(club, pk).guest})

    form = form_for(request.POST or None)
    if form.is_valid():
        fields = {"club": club, "participant": guest.pk, "name": form.cleaned_data["name"]}
        if saved := submit(request, form, verbs.rename_guest, _("The name is saved."), form_for, **fields):
            return redirect("scoring:guest", slug, saved.result.pk)
    page = {"club": club, "guest": guest, "form": form, "admit": form}
    return render(request, "scoring/clubs/guests/rename_guest.html", page)


@require_http_methods(PAGE)
def separate(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what a member took over from guests, and the way back."""
    club = directed_club(request, slug)
    member = member_in(club, pk)
    if request.method == "POST" and submit(
        *(request, None, separate_guest), member=member, joining=read_as(UUID, request.POST.get("joining"))
    ):
        deed = club.deeds.get(pk=deed_of(request))
        messages.success(
            request,
            _("These evenings belong to a guest again.")
            if deed.details["evenings"]
            else _("These old sheets belong to a guest again."),
        )
        return redirect(member)
    joinings = [
        (
            joining,
            attended([participant.pk for participant in joining.guests]),
            days_on_old_sheets([person.pk for person in joining.old]),
        )
        for joining in joinings_of(member)
    ]
    page = {"club": club, "member": member, "joinings": joinings}
    return render(request, "scoring/clubs/guests/separate.html", page)
