"""Members of a club and their roles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Exists, ForeignObjectRel, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_name, problems_with_person
from scoring.accounts.rights import (
    again,
    demand_charge_of,
    demand_director,
    demand_owner,
    locked,
    refuse_anonymised,
    refuse_without_owner,
)
from scoring.deeds import PendingDeed, Refused, refuse, verb
from scoring.models import Account, Appointment, Club, Invitation, Member, Role, Sharing
from scoring.names import folded, spellings, tidy
from scoring.table_policy import called_otherwise

MOST_MEMBERS_AT_ONCE = 200
_BETWEEN_NAMES = ",;"
LOOKED_AT = ("appointments", "comings", "invitations")  # on their own, before an entry is removed


@verb("add_members", again=lambda before, about: before.details["names"])
def add_members(
    act: PendingDeed, *, actor: Account, deed: UUID, club: Club, names: Sequence[str]
) -> list[str]:
    """All of them or none: every line that cannot be taken is named."""
    names = [name for name in map(tidy, names) if name]
    club = locked(club)
    demand_director(club, actor)
    if not names:
        raise Refused(names=[_("Please give at least one name.")])
    if len(names) > MOST_MEMBERS_AT_ONCE:
        raise Refused(names=[_("At most %(most)d names at once.") % {"most": MOST_MEMBERS_AT_ONCE}])
    here = dict(club.members.values_list("key", "active"))
    problems: list[str] = []
    seen: dict[str, str] = {}
    for name in names:
        key = folded(name)
        if wrong := problems_with_name(name):
            problems += wrong
        elif any(mark in name for mark in _BETWEEN_NAMES):
            problems.append(_("“%(name)s” looks like several names: one per line, please.") % {"name": name})
        elif wrong := problems_with_person(name):
            problems += wrong
        elif key in seen:
            problems.append(_("“%(name)s” is listed twice.") % {"name": name})
        elif here.get(key) is True:
            problems.append(_("“%(name)s” is already a member.") % {"name": name})
        elif here.get(key) is False:
            problems.append(
                _("“%(name)s” was a member before: reactivate the entry in the list.") % {"name": name}
            )
        seen[key] = name
    refuse({"names": problems} if problems else {})
    Member.objects.bulk_create(Member(club=club, **spellings(name)) for name in names)
    act.record(club, names=names)
    return names


@verb("rename_member")
def rename_member(act: PendingDeed, *, actor: Account, deed: UUID, member: Member, name: str) -> Member:
    """Rename a member in this club; the sign-in name is the account's own."""
    name = tidy(name)
    club, member = locked(member.club), again(member)
    demand_charge_of(member, club, actor)
    act.demand_nothing_newer()
    refuse_anonymised(member)
    if wrong := problems_with_person(name):
        raise Refused(name=wrong)
    if club.members.filter(key=folded(name)).exclude(pk=member.pk).exists():
        raise Refused(name=[_("“%(name)s” is already a member.") % {"name": name}])
    before = member.name
    for column, spelling in spellings(name).items():
        setattr(member, column, spelling)
    member.save(update_fields=list(spellings(name)))
    called_otherwise(member.participations.all())
    act.record(club, member=member.pk, before=before, after=name)
    return member


@verb("deactivate_member")
def deactivate_member(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> Member:
    """No longer listed for new tables, no longer let in; everything played stays."""
    club, member = locked(member.club), again(member)
    demand_charge_of(member, club, actor)
    if not member.active:
        raise Refused(form=[_("“%(name)s” is already inactive.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name)
    member.active = False
    member.save(update_fields=["active"])
    refuse_without_owner(club)
    member.invitations.open().update(withdrawn_at=timezone.now())
    withdraw_links_made_by(member)
    withdraw_page_of(member)
    return member


@verb("reactivate_member")
def reactivate_member(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> Member:
    """Make an inactive member active again."""
    club, member = locked(member.club), again(member)
    demand_charge_of(member, club, actor)
    refuse_anonymised(member)
    if member.active:
        raise Refused(form=[_("“%(name)s” is already active.") % {"name": member.name}])
    member.active = True
    member.save(update_fields=["active"])
    act.record(club, member=member.pk, name=member.name)
    return member


@verb("detach_account")
def detach_account(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> Member:
    """Whoever joined with the wrong account can join again; the account itself and the roles stay."""
    club, member = locked(member.club), again(member)
    demand_charge_of(member, club, actor)
    if member.account is None:
        raise Refused(form=[_("“%(name)s” has no account here.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name, account_name=member.account.name)
    withdraw_links_made_by(member)
    # A link to a new password would become one to joining again, in the hands of the old account.
    member.invitations.open().update(withdrawn_at=timezone.now())
    withdraw_page_of(member)
    member.account = None
    member.save(update_fields=["account"])
    refuse_without_owner(club)
    return member


@verb("remove_member", again=lambda before, about: str(before.details["name"]))
def remove_member(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> str:
    """Remove a mistyped entry, and return its name; whoever has played or looked in stays."""
    club = locked(member.club)
    member = again(member)
    demand_charge_of(member, club, actor)
    if why := why_not_removed(member):
        raise Refused(form=[why])
    act.record(club, member=member.pk, name=member.name)
    member.invitations.all().delete()
    member.comings.all().delete()
    member.delete()
    return member.name


def why_not_removed(member: Member) -> str:
    """Why this entry is more than a slip of the pen; nothing if it can be removed."""
    name = {"name": member.name}
    if member.account_id or member.invitations.filter(used_at__isnull=False).exists():
        return _("“%(name)s” has had an account here and cannot be removed. Deactivate the entry.") % name
    if member.roles:
        return _("“%(name)s” has a role. The owner has to remove it first.") % name
    if _is_referred_to(member):
        said = _("“%(name)s” has played or is on a list, such as a group. Please deactivate the entry.")
        return said % name
    return ""


def _is_referred_to(member: Member) -> bool:
    """Return whether any row names the member, also one to which no way leads back from here; one query."""
    fields = Member._meta.get_fields(include_hidden=True)
    relations = [field for field in fields if isinstance(field, ForeignObjectRel)]
    rows = (
        relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
        for relation in relations
        if relation.get_accessor_name() not in LOOKED_AT
    )
    return (
        Member.objects.filter(reduce(or_, (Q(Exists(some)) for some in rows)), pk=member.pk)
        .order_by()
        .exists()
    )


@verb("appoint")
def appoint(act: PendingDeed, *, actor: Account, deed: UUID, member: Member, role: Role) -> Member:
    """Give a member a role."""
    club, member = locked(member.club), again(member)
    demand_owner(club, actor)
    refuse_anonymised(member)
    if role in member.roles:
        raise Refused(form=[_("“%(name)s” already has this role.") % {"name": member.name}])
    Appointment.objects.create(member=member, role=role)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


@verb("dismiss")
def dismiss(act: PendingDeed, *, actor: Account, deed: UUID, member: Member, role: Role) -> Member:
    """Take a role from a member, and withdraw the links to accounts that the member made."""
    club, member = locked(member.club), again(member)
    demand_owner(club, actor)
    if role not in member.roles:
        raise Refused(form=[_("“%(name)s” does not have this role.") % {"name": member.name}])
    member.appointments.filter(role=role).delete()
    refuse_without_owner(club)
    withdraw_links_made_by(member)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


def withdraw_page_of(member: Member) -> None:
    """Links that nobody could take back any more; they do not come back with the member."""
    Sharing.objects.open().filter(member=member).update(withdrawn_at=timezone.now())


def withdraw_links_made_by(member: Member) -> None:
    """Links are as good as their maker's right to make them; they do not come back with it."""
    open_here = Invitation.objects.open().filter(member__club=member.club)
    if member.account is not None:
        open_here.filter(made_by=member.account).update(withdrawn_at=timezone.now())
