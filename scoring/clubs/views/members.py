"""The members of a club: who they are, what they may do, how they come to an account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.club_rights import why_no_link
from scoring.accounts.confirming import about_an_owner, asks_again, of_an_owner
from scoring.accounts.guests import add_or_admit, joinings_of
from scoring.accounts.names import lists_with
from scoring.clubs.forms import MemberFilter, MemberName, NewMembers
from scoring.clubs.guests.pages import guests_like, guests_of, only_in_lists, only_on_old_sheets
from scoring.clubs.pages import listed
from scoring.clubs.tables import MembersTable
from scoring.models import Club, Member, Role
from scoring.names import folded, tidy
from scoring.season.sections import person_page
from scoring.web.access import (
    PAGE,
    account_of,
    directed_club,
    member_in,
    open_club,
    owned_club,
    took_right_away,
)
from scoring.web.confirming import Confirmation, ask
from scoring.web.links import link_to
from scoring.web.submitting import submit

GUESTS_ON_A_PAGE = 40
MemberView = Callable[[HttpRequest, str, int], HttpResponse]


# What each role may do, and how it is given and taken.
ROLE_WORDS = {
    Role.OWNER: {
        "may": gettext_lazy("Everything in the club: roles, settings, members."),
        "appoint": gettext_lazy("Make owner"),
        "dismiss": gettext_lazy("Remove as owner"),
        "appointed": gettext_lazy("%(name)s is now an owner."),
        "dismissed": gettext_lazy("%(name)s is no longer an owner."),
    },
    Role.DIRECTOR: {
        "may": gettext_lazy("Members, rules, evenings; closes and reopens tables."),
        "appoint": gettext_lazy("Make director"),
        "dismiss": gettext_lazy("Remove as director"),
        "appointed": gettext_lazy("%(name)s is now a director."),
        "dismissed": gettext_lazy("%(name)s is no longer a director."),
    },
    Role.SCORER: {
        "may": gettext_lazy("Records, takes back and corrects hands at every open table."),
        "appoint": gettext_lazy("Make scorer"),
        "dismiss": gettext_lazy("Remove as scorer"),
        "appointed": gettext_lazy("%(name)s is now a scorer."),
        "dismissed": gettext_lazy("%(name)s is no longer a scorer."),
    },
    Role.ARBITER: {
        "may": gettext_lazy("Rules on disputes in tournaments."),
        "appoint": gettext_lazy("Make arbiter"),
        "dismiss": gettext_lazy("Remove as arbiter"),
        "appointed": gettext_lazy("%(name)s is now an arbiter."),
        "dismissed": gettext_lazy("%(name)s is no longer an arbiter."),
    },
}


@require_http_methods(PAGE)
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List members and guests; for directors with the form for new members."""
    club = directed_club(request, slug) if request.method == "POST" else open_club(request, slug)
    new = NewMembers(request.POST or None) if club.is_directed else None
    if new is not None and new.is_valid() and (answer := _added(request, club, new)):
        return answer
    form = MemberFilter(request.GET, club=club)
    people = listed(club, form.members())
    inactive = [person for person in people if not person.member.active]
    active = [person for person in people if person.member.active]
    guests = [] if form.is_about_members else guests_of(club, form.words)
    if not club.is_directed:
        guests = [guest for guest in guests if guest.evenings]
    guests.sort(key=lambda guest: -guest.evenings)
    page: dict[str, Any] = {
        "club": club,
        "new": new,
        "form": form,
        "active": active and MembersTable(active, club),
        "members": len(active),
        "inactive": inactive,
        "uninvited": [person.member for person in active if person.member.account_id is None]
        if new is not None and "invite" in request.GET and not new.is_bound
        else [],
        "guests": Paginator(guests, GUESTS_ON_A_PAGE).get_page(request.GET.get("page")),
    }
    if club.is_directed and not form.is_about_members:
        names = list(only_in_lists(club, form.words).items())
        page |= {"old": only_on_old_sheets(club, form.words), "names": names[:GUESTS_ON_A_PAGE]}
        page["further"] = len(names[GUESTS_ON_A_PAGE:])
    return render(request, "scoring/clubs/members.html", page)


def _added(request: HttpRequest, club: Club, form: NewMembers) -> HttpResponse | None:
    """Ask which of the new members were guests, then add them; None if a name is refused."""
    names = [name for name in map(tidy, form.cleaned_data["names"].splitlines()) if name]
    alike = guests_like(club, names)
    lists = {name: titles for name in names if (titles := lists_with(club, [name]))}
    if (alike or lists) and "was" not in request.POST:
        rows = [
            (
                name,
                folded(name),
                [(guest, guest.key == folded(name)) for guest in alike.get(name, ())],
                lists.get(name, ()),
            )
            for name in names
            if name in alike or name in lists
        ]
        page = {"club": club, "names": "\n".join(names), "rows": rows}
        return render(request, "scoring/clubs/new_members_were_guests.html", page)
    chosen = ((name, request.POST.get(f"was_{folded(name)}", "")) for name in names)
    guests = {name: key for name, key in chosen if key}
    strangers = [name for name in lists if f"lists_{folded(name)}" not in request.POST] if lists else []
    values = {"names": names, "guests": guests, "strangers": strangers}
    saved = submit(request, form, add_or_admit, club=club, **values)
    if not saved:
        return None
    message = ngettext("%(count)d member added.", "%(count)d members added.", saved.result)
    messages.success(request, message % {"count": saved.result})
    return redirect("scoring:members", club.slug)


@require_http_methods(PAGE)
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a person's season; to the leadership also the possible changes. The form renames."""
    club = directed_club(request, slug) if request.method == "POST" else open_club(request, slug)
    member = member_in(club, pk)
    page = {"club": club, "member": member, "is_own": member.pk == club.member_id}
    page |= person_page(request, club, str(member.pk), member.name)
    if club.is_directed and not page["is_detail"]:

        def form_of(member: Member, posted: QueryDict | None = None) -> MemberName:
            also = ", ".join(member.other_names.order_by("name").values_list("name", flat=True))
            return MemberName(posted, initial={"name": member.name, "also": also})

        form = form_of(member, request.POST or None)
        if form.is_valid():
            fields = {"member": member, **{key: form.cleaned_data[key] for key in ("name", "also")}}
            success = _("The name is saved.")
            if submit(
                request, form, people.rename_member, success, lambda: form_of(member_in(club, pk)), **fields
            ):
                return redirect(member)
        page["leading"] = _for_the_leadership(request, member, form)
    return render(request, "scoring/clubs/member.html", page)


def _for_the_leadership(request: HttpRequest, member: Member, form: MemberName) -> dict[str, Any]:
    """Return the leadership's card of a member: roles, account, names, and the changes that are allowed."""
    club, held = member.club, member.roles
    open_link = member.invitations.usable(clock.now()).first()
    return {
        "form": form,
        "roles": [(role, ROLE_WORDS[role], role in held) for role in Role],
        "has_several": len(held) > 1,
        "open_until": open_link and open_link.expires_at,
        "why_no_link": why_no_link(account_of(request), member),
        "may_be_changed": _may_be_changed(club, member),
        "may_be_removed": not people.why_not_removed(member),
        "was_a_guest": bool(joinings_of(member)),
    }


def _may_be_changed(club: Club, member: Member) -> bool:
    """Return whether the reader may change this member; an owner is changed by owners only."""
    return club.is_owned or not member.is_owner


def button(answer: MemberView) -> MemberView:
    """Wrap the view of a button on a member's page: POST runs it, reading redirects to the member's page."""

    @require_http_methods(PAGE)
    @wraps(answer)
    def read_or_pressed(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        if request.method != "POST":
            return redirect(member_in(directed_club(request, slug), pk))
        return answer(request, slug, pk)

    return read_or_pressed


def _submit(
    request: HttpRequest, slug: str, pk: int, verb: Callable[..., Any], message: Any, **fields: Any
) -> HttpResponse:
    """Let the verb change a member, and lead back to the member's page."""
    try:
        club = owned_club(request, slug) if "role" in fields else directed_club(request, slug)
    except (Http404, PermissionDenied):
        if took_right_away(request, slug, pk, verb.__name__):
            return redirect("scoring:clubs")
        raise
    member = member_in(club, pk)
    if not submit(request, None, verb, str(message) % {"name": member.name}, member=member, **fields):
        return redirect(member)
    # Whoever gave up their own right would only be told that they lack it.
    if not Club.objects.directed_by(request.user).filter(pk=club.pk).exists():
        return redirect("scoring:clubs")
    return redirect(member)


def _changing(verb: Callable[..., Any], message: Any) -> MemberView:
    """Return the view of a button that needs nothing but a verb."""

    @button
    def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        return _submit(request, slug, pk, verb, message)

    return change


deactivate = _changing(people.deactivate_member, gettext_lazy("%(name)s is now inactive."))
reactivate = _changing(people.reactivate_member, gettext_lazy("%(name)s is active again."))
withdraw = _changing(people.withdraw_invitation, gettext_lazy("The link for %(name)s has been withdrawn."))


@require_http_methods(PAGE)
def name_in_pictures(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let pictures of results name a member or not; asked on the member's page, or by the member."""
    club = open_club(request, slug)
    member = member_in(club, pk)
    is_own = member.account_id == account_of(request).pk
    if not is_own and not club.is_directed:
        raise PermissionDenied
    if request.method == "POST":
        named = request.POST.get("named") == "yes"
        message = (
            _("Pictures of results name %(name)s.") if named else _("Pictures show initials of %(name)s.")
        )
        submit(
            request,
            None,
            people.name_in_pictures,
            message % {"name": member.name},
            member=member,
            named=named,
        )
    if is_own and request.POST.get("back") != "member":
        return redirect("scoring:stored_data", slug, pk)
    return redirect(member)


@require_http_methods(PAGE)
def detach(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask before the account is taken off, and say what that means."""
    if request.method == "POST":
        message = _("%(name)s has no account here any more.")
        return _submit(request, slug, pk, people.detach_account, message)
    club, member = _changeable_member(request, slug, pk)
    if member.account is None:
        return redirect(member)
    names = {"name": member.name, "account": member.account.name}
    account = _(
        "At the moment %(account)s signs in as %(name)s. Afterwards this account no longer opens the club."
    )
    stays = _(
        "%(name)s, everything played and the log stay, and so do the roles: they pass to whoever joins with "
        "the next link. This account's open links in the club are withdrawn. The account itself stays."
    )
    own = _(
        "This is your own account: you will no longer be able to enter this club until somebody invites you."
    )
    question = Confirmation(
        crumbs="scoring/clubs/_member_crumbs.html",
        about=member.name,
        heading=_("Remove the account from %(name)s?") % names,
        sentences=[account % names, stays % names],
        warnings=[own] if member.account == request.user else [],
        button=_("Remove the account"),
        back=member.get_absolute_url(),
        is_dangerous=True,
    )
    return ask(request, question, {"club": club, "member": member})


@require_http_methods(PAGE)
@asks_again()
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask before removing a mistyped member, or say why it stays."""
    if request.method != "POST":
        club, member = _changeable_member(request, slug, pk)
        why_not = people.why_not_removed(member)
        heading = _("%(name)s stays in the list") if why_not else _("Remove %(name)s from the list?")
        question = Confirmation(
            crumbs="scoring/clubs/_member_crumbs.html",
            about=member.name,
            heading=heading % {"name": member.name},
            sentences=[
                _("The entry is gone for good, along with any link to it. Only the log still mentions it.")
            ],
            refused=why_not,
            button=_("Remove the entry"),
            back=member.get_absolute_url(),
            is_dangerous=True,
            template="scoring/clubs/remove.html",
        )
        return ask(request, question, {"club": club, "member": member})
    club = directed_club(request, slug)
    if took_right_away(request, slug, pk, people.remove_member.__name__):
        return redirect("scoring:members", slug)
    member = member_in(club, pk)
    if not (saved := submit(request, None, people.remove_member, member=member)):
        return redirect(member)
    messages.success(request, _("%(name)s has been removed from the list.") % {"name": saved.result})
    return redirect("scoring:members", slug)


def _changeable_member(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Member]:
    """Return the member of a page that asks before it does something."""
    club = directed_club(request, slug)
    member = member_in(club, pk)
    if not _may_be_changed(club, member):
        raise PermissionDenied
    return club, member


def _changing_role(verb: Callable[..., Any], wording: str) -> MemberView:
    """Return the view of a button that gives a role to a member, or removes it."""

    @button
    @asks_again(of_an_owner)
    def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        if (role := request.POST.get("role")) not in Role.values:
            raise Http404
        return _submit(request, slug, pk, verb, ROLE_WORDS[Role(role)][wording], role=Role(role))

    return change


appoint = _changing_role(people.appoint, "appointed")
dismiss = _changing_role(people.dismiss, "dismissed")


@button
@asks_again(about_an_owner)
def give_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make the chosen role a member's only one."""
    role = request.POST.get("role", "")
    if role not in ("", *Role.values):
        raise Http404
    appointed = (
        ROLE_WORDS[Role(role)]["appointed"] if role else gettext_lazy("%(name)s has no role any more.")
    )
    return _submit(request, slug, pk, people.give_role, appointed, role=role)


@button
def invite(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link and show it once: the database has only its hash."""
    club = directed_club(request, slug)
    member = member_in(club, pk)
    if not (saved := submit(request, None, people.invite, member=member)):
        return redirect(member)
    page = {
        "club": club,
        "member": member,
        "link": link_to(request, reverse("scoring:invitation", args=[saved.result])),
        "days": people.INVITATION_LASTS.days,
    }
    return render(request, "scoring/clubs/invite.html", page)
