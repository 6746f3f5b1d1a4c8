"""Links: to an account of one's own, to joining with one, to a new password."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scoring.accounts.names import new_account, problems_with_password, problems_with_sign_in
from scoring.accounts.rights import again, demand_charge_of, demand_director, locked, why_no_link
from scoring.deeds import PendingDeed, Refused, atomic_with_retry, refuse, verb
from scoring.models import Account, Club, Deed, Invitation, Member
from scoring.names import folded, tidy

INVITATION_LASTS = timedelta(days=14)


def _token(deed: UUID) -> str:
    """Return the secret of a link.

    Made from the id of its deed, it can be answered twice without being stored.
    """
    return salted_hmac("scoring.invitation", str(deed), algorithm="sha256").hexdigest()[:40]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@verb("invite", again=lambda before, about: _token(before.pk))
def invite(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> str:
    """Return the token of a new link for this member; a link made before ends."""
    club, member = locked(member.club), again(member)
    demand_director(club, actor)
    if why := why_no_link(actor, member):
        raise Refused(form=[why])
    now = timezone.now()
    member.invitations.open().update(withdrawn_at=now)
    Invitation.objects.create(
        member=member,
        token_hash=_hash(_token(deed)),
        made_by=actor,
        made_at=now,
        expires_at=now + INVITATION_LASTS,
    )
    purpose = "account" if member.account is None else "password"
    act.record(club, member=member.pk, name=member.name, purpose=purpose)
    return _token(deed)


@verb("withdraw_invitation")
def withdraw_invitation(act: PendingDeed, *, actor: Account, deed: UUID, member: Member) -> Member:
    """Withdraw the open link of a member."""
    club, member = locked(member.club), again(member)
    demand_charge_of(member, club, actor)
    if not member.invitations.open().update(withdrawn_at=timezone.now()):
        raise Refused(form=[_("There is no open link for “%(name)s”.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name)
    return member


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation behind a link, if it can still be used and its maker could still make it."""
    found = (
        Invitation.objects.usable(timezone.now())
        .select_related("member__club", "member__account", "made_by")
        .filter(token_hash=_hash(token))
        .first()
    )
    return None if found is None or why_no_link(found.made_by, found.member) else found


def link_of(token: str) -> str:
    """Return what tells a link from others, and opens nothing."""
    return _hash(token)


def is_real(token: str) -> bool:
    """Was this link ever made, whatever has become of it? Nothing slow is done for one that was not."""
    return Invitation.objects.filter(token_hash=_hash(token)).exists()


def _demand_real(token: str) -> None:
    if not is_real(token):
        raise LinkIsGone


def _opened(token: str) -> Invitation:
    """Return the invitation behind a link, whatever has become of it, with its club locked."""
    found = Invitation.objects.select_related("member__club").filter(token_hash=_hash(token)).first()
    if found is None:
        raise LinkIsGone
    locked(found.member.club)
    return found


def _usable(token: str) -> Invitation:
    """Return the same, if it can still be used."""
    invitation = find_invitation(token)
    if invitation is None:
        raise LinkIsGone
    return invitation


class LinkIsGone(Exception):
    """Used, withdrawn, expired, or never made."""


def _used(invitation: Invitation) -> None:
    invitation.used_at = timezone.now()
    invitation.save(update_fields=["used_at"])


def accept_invitation(*, deed: UUID, token: str, name: str, password: str) -> tuple[Account, Club]:
    """Make an account for the invited member."""
    _demand_real(token)
    hashed = make_password(password)  # slow on purpose, so not while others wait for the database
    done = _accept(deed=deed, token=token, name=tidy(name), password=password, hashed=hashed)
    return done if isinstance(done, tuple) else _as_before(done, password)


@atomic_with_retry
def _accept(*, deed: UUID, token: str, name: str, password: str, hashed: str) -> tuple[Account, Club] | Deed:
    _opened(token)
    act = PendingDeed(deed, None, "accept_invitation", _hash(token), folded(name))
    if (before := act.done()) is not None:
        return before
    invitation = _usable(token)
    member = invitation.member
    if member.account is not None:
        raise LinkIsGone
    refuse(problems_with_sign_in(name, password))
    member.account = new_account(name, hashed)
    member.save(update_fields=["account"])
    _used(invitation)
    act.record(member.club, account=member.account, member=member.pk, name=member.name)
    return member.account, member.club


@verb("join", asked=lambda token: [_hash(token)], again=lambda before, about: before.club)
def join(act: PendingDeed, *, actor: Account, deed: UUID, token: str) -> Club:
    """Let the invited person join with the account that they have already."""
    _opened(token)
    invitation = _usable(token)
    member = invitation.member
    if member.account is not None:
        raise LinkIsGone
    if member.club.members.filter(account=actor).exists():
        raise Refused(form=[_("Your account is already in this club. Sign out and open the link again.")])
    member.account = actor
    member.save(update_fields=["account"])
    _used(invitation)
    act.record(member.club, member=member.pk, name=member.name)
    return member.club


def renew_password(*, deed: UUID, token: str, password: str) -> tuple[Account, Club]:
    """Set a new password for whoever forgot the old one; every sign-in of the account ends."""
    _demand_real(token)
    done = _renew(deed=deed, token=token, password=password, hashed=make_password(password))
    return done if isinstance(done, tuple) else _as_before(done, password)


@atomic_with_retry
def _renew(*, deed: UUID, token: str, password: str, hashed: str) -> tuple[Account, Club] | Deed:
    _opened(token)
    act = PendingDeed(deed, None, "renew_password", _hash(token))
    if (before := act.done()) is not None:
        return before
    invitation = _usable(token)
    account, club = invitation.member.account, invitation.member.club
    if account is None:
        raise LinkIsGone
    if wrong := problems_with_password(password, account):
        raise Refused(password=wrong)
    account.password = hashed
    account.save(update_fields=["password"])
    _used(invitation)
    act.record(club, account=account, member=invitation.member.pk, name=invitation.member.name)
    return account, club


def _as_before(deed: Deed, password: str) -> tuple[Account, Club]:
    """Return the answer given before, to whoever still knows the password."""
    if deed.account is None or deed.club is None or not deed.account.check_password(password):
        raise LinkIsGone
    return deed.account, deed.club
