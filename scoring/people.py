"""Everything that changes clubs and people: one verb, one transaction, one deed.

Every verb is told who acts and the id of the form that asked for it. Asked again with the same id, it
changes nothing and answers as before; with the same id but other contents, it refuses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from scoring.engine.record import is_readable
from scoring.models import Account, Appointment, Club, Deed, Invitation, Member, Role
from scoring.models.people import CURRENCIES, LONGEST_CLUB_NAME, LONGEST_NAME
from scoring.names import address_of, folded, tidy
from scoring.rulesets import SLUGS

INVITATION_LASTS = timedelta(days=14)
MOST_CENTS_PER_POINT = 1_000_000
MOST_MEMBERS_AT_ONCE = 200
LANGUAGES = ("de", "en")
# Addresses that are pages themselves.
RESERVED_SLUGS = {"new"}
# The set-up is one deed of the whole installation: two at the same moment meet here, and one is refused.
SET_UP = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0001")

P = ParamSpec("P")
T = TypeVar("T")


class Refused(Exception):
    """What a person can mend: sentences for each field of the form; "" is the form as a whole."""

    def __init__(self, **problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = problems


class ClubTerms(NamedTuple):
    """What the settings of a club say."""

    name: str
    currency: str
    cents_per_point: int
    language: str
    default_rules: str


class _Act:
    """A verb about to be done, or done before."""

    def __init__(self, deed: UUID, actor: Account | None, verb: str, *asked: object) -> None:
        self.id, self.account, self.verb = deed, actor, verb
        words = json.dumps([verb, actor and actor.pk, *asked], default=str)
        self.asked = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()

    def done(self) -> Deed | None:
        deed = Deed.objects.select_related("club", "account").filter(pk=self.id).first()
        if deed is not None and deed.asked != self.asked:
            raise Refused(
                form=[
                    _("This form was saved before with other contents. If you mean the new ones, save again.")
                ]
            )
        return deed

    def record(self, club: Club | None, *, account: Account | None = None, **details: Any) -> None:
        who = account or self.account
        assert who is not None
        here = Member.objects.filter(club=club, account=who).first() if club else None
        Deed.objects.create(
            id=self.id,
            club=club,
            account=who,
            actor=here.name if here else who.name,
            verb=self.verb,
            details=details,
            asked=self.asked,
            at=timezone.now(),
        )


def _verb(function: Callable[P, T]) -> Callable[P, T]:
    """One transaction. Where another was quicker, everything is looked at once more."""

    @wraps(function)
    def at_once(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with transaction.atomic():
                return function(*args, **kwargs)
        except IntegrityError:
            with transaction.atomic():
                return function(*args, **kwargs)

    return at_once


# who may


def _locked(club: Club) -> Club:
    """The club as it is now; whoever changes it next waits."""
    return Club.objects.select_for_update().get(pk=club.pk)


def _demand_owner(club: Club, actor: Account) -> None:
    if not Club.objects.owned_by(actor).filter(pk=club.pk).exists():
        raise PermissionDenied


def _demand_director(club: Club, actor: Account) -> None:
    if not Club.objects.directed_by(actor).filter(pk=club.pk).exists():
        raise PermissionDenied


def why_no_link(actor: Account, member: Member) -> str:
    """Why this person may not make a link for this member; nothing if they may.

    Whoever holds a link can act as the member: nobody makes one for somebody with more rights, nor for
    somebody who would open other clubs with it.
    """
    club = Club.objects.directed_by(actor).filter(pk=member.club_id).first()
    if club is None or not member.active:
        return _("Links are made by owners and directors, for active members.")
    if member.is_owner and not club.is_owned:
        return _("Only an owner can make a link for an owner.")
    account = member.account
    if account is None:
        return ""
    if account == actor:
        return _("This is you: change your password with “Change password”.")
    elsewhere = Member.objects.filter(account=account).exclude(club=club)
    if account.is_superuser or elsewhere.exclude(club__in=Club.objects.owned_by(actor)).exists():
        return _("This account cannot be given a new password here. Ask whoever runs the program.")
    return ""


# what names and passwords have to be


def _problems_with_name(name: str, longest: int = LONGEST_NAME) -> list[str]:
    if not name:
        return [_("Please give a name.")]
    if not is_readable(name):
        return [_("“%(name)s” contains characters that cannot be read.") % {"name": name[:longest]}]
    if len(name) > longest:
        return [
            _("“%(name)s…” is too long: %(longest)d characters at most.")
            % {"name": name[:longest], "longest": longest}
        ]
    return []


def _problems_with_sign_in(name: str, password: str) -> dict[str, list[str]]:
    problems = {
        "name": _problems_with_name(name),
        "password": _problems_with_password(password, Account(name=name)),
    }
    if not problems["name"] and Account.objects.filter(key=folded(name)).exists():
        problems["name"] = [
            _("The sign-in name “%(name)s” is taken. Please choose another.") % {"name": name}
        ]
    return {field: sentences for field, sentences in problems.items() if sentences}


def _problems_with_password(password: str, account: Account) -> list[str]:
    try:
        validate_password(password, account)
    except ValidationError as error:
        return list(error.messages)
    return []


def _problems_with_terms(terms: ClubTerms) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if wrong := _problems_with_name(terms.name, LONGEST_CLUB_NAME):
        problems["club"] = wrong
    if terms.currency not in CURRENCIES:
        problems["currency"] = [_("Please choose a currency.")]
    if not 0 <= terms.cents_per_point <= MOST_CENTS_PER_POINT:
        problems["cents_per_point"] = [_("A whole number of cents, 0 or more.")]
    if terms.language not in LANGUAGES:
        problems["language"] = [_("Please choose a language.")]
    if terms.default_rules not in SLUGS:
        problems["default_rules"] = [_("Please choose a rule sheet.")]
    return problems


def _refuse(problems: dict[str, list[str]]) -> None:
    if problems:
        raise Refused(**problems)


def _refuse_without_owner(club: Club) -> None:
    """To be asked after the change, before it is kept."""
    if not club.members.owners_who_can_sign_in().exists():
        raise Refused(form=[_("No owner who can sign in would remain. First make somebody else owner.")])


# accounts and clubs


def _new_account(name: str, password: str, *, first: bool = False) -> Account:
    account = Account(name=name, key=folded(name), made_at=timezone.now(), is_superuser=first)
    account.set_password(password)
    account.save(force_insert=True)
    return account


def _new_club(terms: ClubTerms, owner: Account) -> Club:
    stem = address_of(terms.name)
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | RESERVED_SLUGS
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    slug = stem if stem not in taken else next(one for one in numbered if one not in taken)
    club = Club.objects.create(slug=slug, **terms._asdict())
    me = Member.objects.create(club=club, name=owner.name, key=folded(owner.name), account=owner)
    Appointment.objects.create(member=me, role=Role.OWNER)
    return club


def setup_code() -> str:
    """Opens the set-up page while nobody has an account; known to whoever started the program."""
    return salted_hmac("scoring.setup", "first owner", algorithm="sha256").hexdigest()[:16]


def is_set_up() -> bool:
    return Account.objects.exists()


@_verb
def set_up(*, deed: UUID, code: str, name: str, password: str, terms: ClubTerms) -> Account:
    """The first account, which owns the first club and may found further ones."""
    name, terms = tidy(name), terms._replace(name=tidy(terms.name))
    act = _Act(SET_UP, None, "set_up", deed, folded(name), terms)
    if not constant_time_compare(code, setup_code()):
        raise PermissionDenied
    try:
        before = act.done()
    except Refused:
        raise PermissionDenied from None
    if before is not None:
        if before.account is None or not before.account.check_password(password):
            raise PermissionDenied
        return before.account
    if is_set_up():
        raise PermissionDenied
    _refuse(_problems_with_sign_in(name, password) | _problems_with_terms(terms))
    owner = _new_account(name, password, first=True)
    club = _new_club(terms, owner)
    act.record(club, account=owner, name=club.name)
    return owner


@_verb
def found_club(*, actor: Account, deed: UUID, terms: ClubTerms) -> Club:
    """A further club on this installation, owned by whoever founds it."""
    terms = terms._replace(name=tidy(terms.name))
    if not actor.is_superuser:
        raise PermissionDenied
    act = _Act(deed, actor, "found_club", terms)
    if (before := act.done()) is not None:
        assert before.club is not None
        return before.club
    _refuse(_problems_with_terms(terms))
    club = _new_club(terms, actor)
    act.record(club, name=club.name)
    return club


@_verb
def change_club(*, actor: Account, deed: UUID, club: Club, terms: ClubTerms) -> Club:
    """Name, money, language, default rules. The address stays."""
    terms = terms._replace(name=tidy(terms.name))
    club = _locked(club)
    act = _Act(deed, actor, "change_club", club.pk, terms)
    if act.done() is not None:
        return club
    _demand_owner(club, actor)
    _refuse(_problems_with_terms(terms))
    changes = [
        [field, getattr(club, field), value]
        for field, value in terms._asdict().items()
        if getattr(club, field) != value
    ]
    for field, _before, after in changes:
        setattr(club, field, after)
    club.save()
    act.record(club, changes=changes)
    return club


@_verb
def change_password(*, actor: Account, deed: UUID, old: str, new: str) -> Account:
    """The old one has to be known; every other sign-in of the account ends."""
    act = _Act(deed, actor, "change_password")
    account = Account.objects.select_for_update().get(pk=actor.pk)
    if act.done() is not None:
        return account
    problems = {"password": _problems_with_password(new, account)}
    if not account.check_password(old):
        problems["old"] = [_("This is not your password up to now.")]
    _refuse({field: sentences for field, sentences in problems.items() if sentences})
    account.set_password(new)
    account.save(update_fields=["password"])
    act.record(None)
    return account


# members and their roles


@_verb
def add_members(*, actor: Account, deed: UUID, club: Club, names: Sequence[str]) -> list[str]:
    """All of them or none: every line that cannot be taken is named."""
    names = [name for name in map(tidy, names) if name]
    club = _locked(club)
    act = _Act(deed, actor, "add_members", club.pk, names)
    if act.done() is not None:
        return names
    _demand_director(club, actor)
    if not names:
        raise Refused(names=[_("Please give at least one name.")])
    if len(names) > MOST_MEMBERS_AT_ONCE:
        raise Refused(names=[_("At most %(most)d names at once.") % {"most": MOST_MEMBERS_AT_ONCE}])
    here = dict(club.members.values_list("key", "active"))
    problems: list[str] = []
    seen: dict[str, str] = {}
    for name in names:
        key = folded(name)
        if wrong := _problems_with_name(name):
            problems += wrong
        elif key in seen:
            problems.append(_("“%(name)s” stands here twice.") % {"name": name})
        elif here.get(key) is True:
            problems.append(_("“%(name)s” is a member already.") % {"name": name})
        elif here.get(key) is False:
            problems.append(
                _("“%(name)s” was a member before: reactivate the entry in the list.") % {"name": name}
            )
        seen[key] = name
    _refuse({"names": problems} if problems else {})
    Member.objects.bulk_create(Member(club=club, name=name, key=folded(name)) for name in names)
    act.record(club, names=names)
    return names


@_verb
def rename_member(*, actor: Account, deed: UUID, member: Member, name: str) -> Member:
    """The name in this club; the sign-in name is the account's own."""
    name = tidy(name)
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "rename_member", member.pk, name)
    if act.done() is not None:
        return member
    _demand_director(club, actor)
    if wrong := _problems_with_name(name):
        raise Refused(name=wrong)
    if club.members.filter(key=folded(name)).exclude(pk=member.pk).exists():
        raise Refused(name=[_("“%(name)s” is a member already.") % {"name": name}])
    before, member.name, member.key = member.name, name, folded(name)
    member.save(update_fields=["name", "key"])
    act.record(club, member=member.pk, before=before, after=name)
    return member


@_verb
def deactivate_member(*, actor: Account, deed: UUID, member: Member) -> Member:
    """No longer listed for new tables, no longer let in; everything played stays."""
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "deactivate_member", member.pk)
    if act.done() is not None:
        return member
    _demand_director(club, actor)
    if member.is_owner:
        _demand_owner(club, actor)
    if not member.active:
        raise Refused(form=[_("“%(name)s” is inactive already.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name)
    member.active = False
    member.save(update_fields=["active"])
    _refuse_without_owner(club)
    return member


@_verb
def reactivate_member(*, actor: Account, deed: UUID, member: Member) -> Member:
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "reactivate_member", member.pk)
    if act.done() is not None:
        return member
    _demand_director(club, actor)
    if member.is_owner:
        _demand_owner(club, actor)
    if member.active:
        raise Refused(form=[_("“%(name)s” is active already.") % {"name": member.name}])
    member.active = True
    member.save(update_fields=["active"])
    act.record(club, member=member.pk, name=member.name)
    return member


@_verb
def appoint(*, actor: Account, deed: UUID, member: Member, role: Role) -> Member:
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "appoint", member.pk, role)
    if act.done() is not None:
        return member
    _demand_owner(club, actor)
    if role in member.roles:
        raise Refused(form=[_("“%(name)s” holds this role already.") % {"name": member.name}])
    Appointment.objects.create(member=member, role=role)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


@_verb
def dismiss(*, actor: Account, deed: UUID, member: Member, role: Role) -> Member:
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "dismiss", member.pk, role)
    if act.done() is not None:
        return member
    _demand_owner(club, actor)
    if role not in member.roles:
        raise Refused(form=[_("“%(name)s” does not hold this role.") % {"name": member.name}])
    member.appointments.filter(role=role).delete()
    _refuse_without_owner(club)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


def _again(member: Member) -> Member:
    """The member as it is now that the club is locked."""
    return Member.objects.select_related("account", "club").get(pk=member.pk)


# invitations


def _token(deed: UUID) -> str:
    """The secret of a link. Made from the id of its deed, it can be answered twice without being stored."""
    return salted_hmac("scoring.invitation", str(deed), algorithm="sha256").hexdigest()[:40]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@_verb
def invite(*, actor: Account, deed: UUID, member: Member) -> str:
    """The token of a new link for this member; a link made before ends."""
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "invite", member.pk)
    if act.done() is not None:
        return _token(deed)
    _demand_director(club, actor)
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


@_verb
def withdraw_invitation(*, actor: Account, deed: UUID, member: Member) -> Member:
    club, member = _locked(member.club), _again(member)
    act = _Act(deed, actor, "withdraw_invitation", member.pk)
    if act.done() is not None:
        return member
    _demand_director(club, actor)
    if member.is_owner:
        _demand_owner(club, actor)
    if not member.invitations.open().update(withdrawn_at=timezone.now()):
        raise Refused(form=[_("There is no open link for “%(name)s”.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name)
    return member


def find_invitation(token: str) -> Invitation | None:
    """The invitation behind a link, if it can still be used and its maker could still make it."""
    found = (
        Invitation.objects.usable(timezone.now())
        .select_related("member__club", "member__account", "made_by")
        .filter(token_hash=_hash(token))
        .first()
    )
    return None if found is None or why_no_link(found.made_by, found.member) else found


def _invitation(token: str) -> Invitation:
    """The same, with the club locked."""
    invitation = find_invitation(token)
    if invitation is not None:
        _locked(invitation.member.club)
        invitation = find_invitation(token)
    if invitation is None:
        raise LinkIsGone
    return invitation


class LinkIsGone(Exception):
    """Used, withdrawn, expired, or never made."""


def _used(invitation: Invitation) -> None:
    invitation.used_at = timezone.now()
    invitation.save(update_fields=["used_at"])


@_verb
def accept_invitation(*, deed: UUID, token: str, name: str, password: str) -> tuple[Account, Club]:
    """A new account for the invited member."""
    name = tidy(name)
    act = _Act(deed, None, "accept_invitation", _hash(token), folded(name))
    if (before := act.done()) is not None:
        return _as_before(before, password)
    invitation = _invitation(token)
    member = invitation.member
    if member.account is not None:
        raise LinkIsGone
    _refuse(_problems_with_sign_in(name, password))
    member.account = _new_account(name, password)
    member.save(update_fields=["account"])
    _used(invitation)
    act.record(member.club, account=member.account, member=member.pk, name=member.name)
    return member.account, member.club


@_verb
def join(*, actor: Account, deed: UUID, token: str) -> Club:
    """The invited person has an account already and joins with it."""
    act = _Act(deed, actor, "join", _hash(token))
    if (before := act.done()) is not None:
        assert before.club is not None
        return before.club
    invitation = _invitation(token)
    member = invitation.member
    if member.account is not None:
        raise LinkIsGone
    if member.club.members.filter(account=actor).exists():
        raise Refused(form=[_("Your account is in this club already. Sign out and open the link again.")])
    member.account = actor
    member.save(update_fields=["account"])
    _used(invitation)
    act.record(member.club, member=member.pk, name=member.name)
    return member.club


@_verb
def renew_password(*, deed: UUID, token: str, password: str) -> tuple[Account, Club]:
    """A new password for whoever forgot the old one; every sign-in of the account ends."""
    act = _Act(deed, None, "renew_password", _hash(token))
    if (before := act.done()) is not None:
        return _as_before(before, password)
    invitation = _invitation(token)
    account, club = invitation.member.account, invitation.member.club
    if account is None:
        raise LinkIsGone
    if wrong := _problems_with_password(password, account):
        raise Refused(password=wrong)
    account.set_password(password)
    account.save(update_fields=["password"])
    _used(invitation)
    act.record(club, account=account, member=invitation.member.pk, name=invitation.member.name)
    return account, club


def _as_before(deed: Deed, password: str) -> tuple[Account, Club]:
    """The answer given before, to whoever still knows the password."""
    if deed.account is None or deed.club is None or not deed.account.check_password(password):
        raise LinkIsGone
    return deed.account, deed.club
