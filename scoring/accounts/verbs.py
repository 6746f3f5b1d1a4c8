"""Everything that changes clubs and people."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Exists, ForeignObjectRel, OuterRef, Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import chain, clock
from scoring.accounts.club_rights import (
    demand_charge_of,
    demand_director,
    demand_owner,
    locked,
    refuse_anonymised,
    refuse_without_owner,
    reloaded,
    why_no_link,
)
from scoring.accounts.names import (
    already_a_member,
    claim_on_lists,
    new_account,
    problems_with_name,
    problems_with_password,
    problems_with_person,
    problems_with_sign_in,
    remember_other_names,
)
from scoring.capability import DeedWords, sentence, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, atomic_with_retry, refuse, store, verb
from scoring.engine.texts import Text
from scoring.models import (
    Account,
    Appointment,
    Club,
    Deed,
    Invitation,
    Member,
    Role,
    RulesetVersion,
    SecondFactor,
    Sharing,
)
from scoring.models.people import CURRENCIES, LONGEST_CLUB_NAME
from scoring.names import address_of, folded, spellings, tidy
from scoring.rules import SLUGS, data_of, published
from scoring.rules.exporting import label_of
from scoring.table_policy import called_otherwise
from scoring.web.language import current_language

# Settings, roles and links, in the words of the log; simpler sentences stand beside their verbs

SETTINGS = {
    "name": gettext_lazy("name"),
    "currency": gettext_lazy("currency"),
    "cents_per_point": gettext_lazy("cents per point"),
    "language": gettext_lazy("language"),
    "default_rules": gettext_lazy("rules"),
    "show_money": gettext_lazy("shared evenings"),
    "phones_ready": gettext_lazy("offline evenings"),
    "second_factor": gettext_lazy("two-step sign-in of owners and directors"),
}


def _added(details: dict[str, Any]) -> str:
    """Tell who was added."""
    names = details["names"]
    message = ngettext("added a member: %(names)s", "added %(count)d members: %(names)s", len(names))
    return message % {"names": ", ".join(names), "count": len(names)}


def _changed(details: dict[str, Any]) -> str:
    """Tell each setting that was changed, from what to what."""
    own = details.get("rules", {})
    changes = [
        f"{SETTINGS[field]} {_shown(field, old, own)} → {_shown(field, new, own)}"
        for field, old, new in details["changes"]
    ]
    if not changes:
        return _("saved the settings without a change")
    return _("changed the settings: %(changes)s") % {"changes": ", ".join(changes)}


def _shown(field: str, value: Any, own: dict[str, list[str]]) -> Any:
    """Return a value of the settings in words; a club's own rules by their name at that time."""
    if field == "language":
        return dict(settings.LANGUAGES).get(value, value)
    if field == "show_money":
        return _("with money") if value else _("without money")
    if field == "phones_ready":
        return _("phones get ready by themselves") if value else _("whoever taps for it")
    if field == "second_factor":
        return _("required") if value else _("not required")
    if field == "default_rules" and value in published():
        return published()[value].label.in_language(current_language())
    if field == "default_rules" and value in own:
        return Text(*own[value]).in_language(current_language())
    return value


def _of_role(template: Any) -> DeedWords:
    return lambda details: sentence(template)({**details, "role": Role(details["role"]).label})


def _of_only_role(details: dict[str, Any]) -> str:
    if details["role"]:
        return _of_role(gettext_lazy("made %(name)s %(role)s and nothing else"))(details)
    return sentence(gettext_lazy("removed all roles from %(name)s"))(details)


INVITED = sentence_by(
    "purpose",
    {
        "password": gettext_lazy("made a password link for %(name)s"),
        "account": gettext_lazy("made an invitation link for %(name)s"),
    },
)


# Of deeds that are no verbs: nobody is signed in.
WITHOUT_ACCOUNT: dict[str, DeedWords] = {
    "set_up": sentence(gettext_lazy("set up Tarockclub and founded the club %(name)s")),
    "accept_invitation": sentence(gettext_lazy("accepted the invitation with a new account")),
    "renew_password": sentence(gettext_lazy("set a new password by link")),
}


# The first start, clubs, and what an account does for itself

MOST_CENTS_PER_POINT = 1_000_000
# Addresses that are pages themselves.
RESERVED_SLUGS = {"new"}
SET_UP = chain.SET_UP  # two at the same moment meet here, and one is refused


class ClubTerms(NamedTuple):
    """What the settings of a club say."""

    name: str
    currency: str
    cents_per_point: int
    language: str
    default_rules: str
    show_money: bool = False  # on evenings that are shared by a link
    phones_ready: bool = False  # to settle without network, after the first hand
    second_factor: bool = False  # demanded of owners and directors


def _problems_with_terms(
    terms: ClubTerms, club: Club | None = None, owner: Account | None = None
) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if terms.second_factor and not SecondFactor.objects.filter(account=owner).exists():
        problems["second_factor"] = [_("First switch on two-step sign-in for your own account.")]
    if wrong := problems_with_name(terms.name, LONGEST_CLUB_NAME):
        problems["club"] = wrong
    if terms.currency not in CURRENCIES:
        problems["currency"] = [_("Please choose a currency.")]
    if not 0 <= terms.cents_per_point <= MOST_CENTS_PER_POINT:
        problems["cents_per_point"] = [_("A whole number of cents, 0 or more.")]
    if terms.language not in dict(settings.LANGUAGES):
        problems["language"] = [_("Please choose a language.")]
    own = {"slug": terms.default_rules, "versions__isnull": False}  # one of its own, saved and offered
    if terms.default_rules not in SLUGS and not (club and club.rulesets.offered().filter(**own).exists()):
        problems["default_rules"] = [_("Please choose a rule sheet.")]
    return problems


def free_address(name: str) -> str:
    """Return a free address for a club of this name, numbered where another club has it."""
    stem = address_of(name)
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | RESERVED_SLUGS
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(address for address in (stem, *numbered) if address not in taken)


def new_club(terms: ClubTerms, owner: Account, called: str) -> Club:
    """Make a club with its owner, who is called so there."""
    club = Club.objects.create(slug=free_address(terms.name), **terms._asdict())
    me = Member.objects.create(club=club, account=owner, **spellings(called))
    Appointment.objects.create(member=me, role=Role.OWNER)
    return club


def setup_code() -> str:
    """Return the code that opens the set-up page before any account exists; each database has its own."""
    began = MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True).first()
    words = f"first owner {began.timestamp() if began else ''}"
    return salted_hmac("scoring.setup", words, algorithm="sha256").hexdigest()[:16]


def is_set_up() -> bool:
    """Return whether any account exists."""
    return Account.objects.exists()


@atomic_with_retry
def set_up(*, deed: UUID, code: str, name: str, password: str, terms: ClubTerms, called: str = "") -> Account:
    """Make the first account, owner of the first club; `called` is the name there, if another one."""
    name, terms = tidy(name), terms._replace(name=tidy(terms.name))
    called = tidy(called) or name
    act = PendingDeed(SET_UP, None, "set_up", deed, folded(name), terms, called)
    if not constant_time_compare(code, setup_code()):
        raise PermissionDenied
    try:
        earlier = act.existing_deed()
    except Refused:
        raise PermissionDenied from None
    if earlier is not None:
        if earlier.account is None or not earlier.account.check_password(password):
            raise PermissionDenied
        return earlier.account
    if is_set_up():
        raise PermissionDenied
    problems = problems_with_sign_in(name, password, terms.name) | _problems_with_terms(terms)
    if called != name and (wrong := problems_with_name(called)):
        problems["called"] = wrong
    refuse(problems)
    owner = new_account(name, make_password(password), first=True)
    club = new_club(terms, owner, called)
    act.record(club, account=owner, name=club.name)
    return owner


@verb(log=gettext_lazy("founded the club %(name)s"), repeat_result=lambda deed, arguments: deed.club)
def found_club(act: PendingDeed[Account], *, terms: ClubTerms) -> Club:
    """Make a further club on this installation, owned by the account that founds it."""
    terms = terms._replace(name=tidy(terms.name))
    if not act.actor.is_superuser:
        raise PermissionDenied
    refuse(_problems_with_terms(terms, owner=act.actor))
    elsewhere = act.actor.memberships.order_by("pk").values_list("name", flat=True).first()
    club = new_club(terms, act.actor, elsewhere or act.actor.name)
    act.record(club, name=club.name)
    return club


@verb(log=_changed)
def change_club(act: PendingDeed[Account], *, club: Club, terms: ClubTerms) -> Club:
    """Name, money, language, default rules. The address stays."""
    terms = terms._replace(name=tidy(terms.name))
    club = locked(club)
    demand_owner(club, act.actor)
    act.demand_nothing_newer()
    refuse(_problems_with_terms(terms, club, act.actor))
    changes = [
        [field, getattr(club, field), value]
        for field, value in terms._asdict().items()
        if getattr(club, field) != value
    ]
    store(club, **{field: new for field, _old, new in changes})
    slugs = [slug for field, *both in changes if field == "default_rules" for slug in both]
    # What its own sheets are called now: the log tells no addresses.
    versions = RulesetVersion.objects.filter(ruleset__club=club, slug__in=slugs).order_by("edition")
    labels = {version.slug: label_of(data_of(version.text)) for version in versions}
    named = {slug: label for slug, label in labels.items() if label is not None}
    details: dict[str, Any] = {"rules": named} if named else {}
    act.record(club, changes=changes, **details)
    return club


def change_password(*, actor: Account, deed: UUID, old: str, new: str) -> Account:
    """Change the password, given the old one; end all other sessions of the account."""
    # Passwords are slow on purpose, so they are looked at while nobody waits for the database.
    me = Account.objects.get(pk=actor.pk)
    old_hash = me.password if me.check_password(old) else ""
    hashed = make_password(new) if old_hash else ""  # nobody needs it where the old one is wrong
    return _change_password(actor, deed, old_hash=old_hash, new=new, hashed=hashed)


@verb(
    "change_password",
    log=gettext_lazy("changed their password"),
    fingerprint=lambda **_passwords: (),
    repeat_result=lambda deed, arguments: deed.account,
)
def _change_password(act: PendingDeed[Account], *, old_hash: str, new: str, hashed: str) -> Account:
    """Store the new password, if the one that was checked is still the stored one."""
    account = Account.objects.select_for_update().get(pk=act.actor.pk)
    problems = {"password": problems_with_password(new, account)}
    if old_hash != account.password:
        problems["old"] = [_("This is not your current password.")]
    refuse({field: sentences for field, sentences in problems.items() if sentences})
    store(account, password=hashed)
    act.record(None)
    return account


# Members: who is in a club, and what they may do there

MOST_MEMBERS_AT_ONCE = 200
_BETWEEN_NAMES = ",;"
LOOKED_AT = ("appointments", "comings", "invitations")  # on their own, before an entry is removed


@verb(log=_added, repeat_result=lambda deed, arguments: deed.details["names"])
def add_members(
    act: PendingDeed[Account], *, club: Club, names: Sequence[str], strangers: Collection[str] = ()
) -> list[str]:
    """Add all of these members or none; name every line that is refused.

    `strangers`: those of them who are somebody else than whoever is called so on lists.
    """
    names = [name for name in map(tidy, names) if name]
    club = locked(club)
    demand_director(club, act.actor)
    if not names:
        raise Refused(names=[_("Please give at least one name.")])
    if len(names) > MOST_MEMBERS_AT_ONCE:
        raise Refused(names=[_("At most %(most)d names at once.") % {"most": MOST_MEMBERS_AT_ONCE}])
    is_active = dict(club.members.values_list("key", "active"))
    problems: list[str] = []
    listed: dict[str, str] = {}
    for name in names:
        key = folded(name)
        if wrong := problems_with_name(name):
            problems += wrong
        elif any(mark in name for mark in _BETWEEN_NAMES):
            problems.append(_("“%(name)s” looks like several names: one per line, please.") % {"name": name})
        elif wrong := problems_with_person(name):
            problems += wrong
        elif key in listed:
            problems.append(_("“%(name)s” is listed twice.") % {"name": name})
        elif is_active.get(key) is True:
            problems.append(already_a_member(name))
        elif is_active.get(key) is False:
            problems.append(
                _("“%(name)s” was a member before: reactivate the entry in the list.") % {"name": name}
            )
        listed[key] = name
    refuse({"names": problems} if problems else {})
    Member.objects.bulk_create(Member(club=club, **spellings(name)) for name in names)
    for member in club.members.filter(key__in=set(map(folded, strangers)) & listed.keys()):
        claim_on_lists(member, [member.name], is_same=False)
    act.record(club, names=names)
    return names


def _renamed(details: dict[str, Any]) -> str:
    if details["before"] == details["after"]:
        return _("changed what %(after)s is also called") % details
    return _("renamed %(before)s to %(after)s") % details


@verb(log=_renamed, fingerprint=lambda member, name, also: (member, name, *([also] if also else [])))
def rename_member(
    act: PendingDeed[Account], *, member: Member, name: str, also: Sequence[str] | None = None
) -> Member:
    """Rename a member in this club; the sign-in name is the account's own.

    Old sheets and end tables know a former name further on. `also`: all that the member is called beside the
    name; None: as before.
    """
    name = tidy(name)
    club, member = locked(member.club), reloaded(member)
    demand_charge_of(member, club, act.actor)
    act.demand_nothing_newer()
    refuse_anonymised(member)
    if wrong := problems_with_person(name):
        raise Refused(name=wrong)
    if club.members.filter(key=folded(name)).exclude(pk=member.pk).exists():
        raise Refused(name=[already_a_member(name)])
    old_name = member.name
    if also is not None:
        _call_otherwise(club, member, [tidy(other) for other in also])
    if folded(old_name) != folded(name):
        remember_other_names(club, {old_name: member.pk})
    club.other_names.filter(key=folded(name), member=member).delete()
    store(member, **spellings(name))
    called_otherwise(member.participations.all())
    act.record(club, member=member.pk, before=old_name, after=name)
    return member


def _call_otherwise(club: Club, member: Member, names: Sequence[str]) -> None:
    """Store a member's other names; refuse names of another person in the club."""
    keys = set(map(folded, names))
    others = Q(key__in=keys) & ~Q(pk=member.pk)
    taken = [other.name for other in club.members.filter(others)]
    taken += [other.name for other in club.other_names.filter(key__in=keys).exclude(member=member)]
    problems = [problem for name in names for problem in problems_with_person(name)]
    problems += [_("“%(name)s” is somebody else in this club.") % {"name": name} for name in taken]
    refuse({"also": problems} if problems else {})
    member.other_names.exclude(key__in=keys).delete()
    remember_other_names(club, dict.fromkeys(names, member.pk))


@verb(
    log=sentence_by(
        "named",
        {
            True: gettext_lazy("let pictures of results name %(name)s"),
            False: gettext_lazy("let pictures of results show initials for %(name)s"),
        },
    )
)
def name_in_pictures(act: PendingDeed[Account], *, member: Member, named: bool) -> Member:
    """Let pictures of results name a member, or show initials; members say so themselves, too."""
    club, member = locked(member.club), reloaded(member)
    if member.account != act.actor or not member.active:
        demand_charge_of(member, club, act.actor)
    refuse_anonymised(member)
    store(member, in_pictures=named)
    act.record(club, member=member.pk, name=member.name, named=named)
    return member


@verb(log=gettext_lazy("deactivated %(name)s"))
def deactivate_member(act: PendingDeed[Account], *, member: Member) -> Member:
    """Make a member inactive: no longer listed for new tables or let in; everything played stays."""
    club, member = locked(member.club), reloaded(member)
    demand_charge_of(member, club, act.actor)
    if not member.active:
        raise ChangedMeanwhile()
    store(member, active=False)
    refuse_without_owner(club)
    member.invitations.open().update(withdrawn_at=clock.now())
    withdraw_links_made_by(member)
    withdraw_page_of(member)
    act.record(club, member=member.pk, name=member.name)
    return member


@verb(log=gettext_lazy("reactivated %(name)s"))
def reactivate_member(act: PendingDeed[Account], *, member: Member) -> Member:
    """Make an inactive member active again."""
    club, member = locked(member.club), reloaded(member)
    demand_charge_of(member, club, act.actor)
    refuse_anonymised(member)
    if member.active:
        raise ChangedMeanwhile()
    store(member, active=True)
    act.record(club, member=member.pk, name=member.name)
    return member


@verb(log=gettext_lazy("removed the account %(account_name)s from %(name)s"))
def detach_account(act: PendingDeed[Account], *, member: Member) -> Member:
    """Take the account off a member, who can join again with another; account and roles stay."""
    club, member = locked(member.club), reloaded(member)
    demand_charge_of(member, club, act.actor)
    if member.account is None:
        raise Refused(form=[_("“%(name)s” has no account here.") % {"name": member.name}])
    account_name = member.account.name
    withdraw_links_made_by(member)
    # A link to a new password would become one to joining again, in the hands of the old account.
    member.invitations.open().update(withdrawn_at=clock.now())
    withdraw_page_of(member)
    store(member, account=None)
    refuse_without_owner(club)
    act.record(club, member=member.pk, name=member.name, account_name=account_name)
    return member


@verb(
    log=gettext_lazy("removed the mistyped entry %(name)s"),
    repeat_result=lambda deed, arguments: str(deed.details["name"]),
)
def remove_member(act: PendingDeed[Account], *, member: Member) -> str:
    """Remove a mistyped member, unless `why_not_removed` gives a reason; return the name."""
    club = locked(member.club)
    member = reloaded(member)
    demand_charge_of(member, club, act.actor)
    if why := why_not_removed(member):
        raise Refused(form=[why])
    number = member.pk
    member.invitations.all().delete()
    member.comings.all().delete()
    member.delete()
    act.record(club, member=number, name=member.name)
    return member.name


def why_not_removed(member: Member) -> str:
    """Return why a member is more than a slip of the pen; empty if the row can be removed."""
    name = {"name": member.name}
    if member.account_id or member.invitations.filter(used_at__isnull=False).exists():
        return _("“%(name)s” has had an account here and cannot be removed. Deactivate the entry.") % name
    if member.roles:
        return _("“%(name)s” has a role. The owner has to remove it first.") % name
    if _is_referred_to(member):
        message = _("“%(name)s” has played or is on a list, such as a group. Please deactivate the entry.")
        return message % name
    return ""


def _is_referred_to(member: Member) -> bool:
    """Return whether any row refers to the member, by one query."""
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


@verb(log=_of_role(gettext_lazy("made %(name)s %(role)s")))
def appoint(act: PendingDeed[Account], *, member: Member, role: Role) -> Member:
    """Give a member a role."""
    club, member = locked(member.club), reloaded(member)
    demand_owner(club, act.actor)
    refuse_anonymised(member)
    if role in member.roles:
        raise ChangedMeanwhile()
    Appointment.objects.create(member=member, role=role)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


@verb(log=_of_role(gettext_lazy("removed a role from %(name)s: %(role)s")))
def dismiss(act: PendingDeed[Account], *, member: Member, role: Role) -> Member:
    """Take a role from a member, and withdraw the links to accounts that the member made."""
    club, member = locked(member.club), reloaded(member)
    demand_owner(club, act.actor)
    if role not in member.roles:
        raise Refused(form=[_("“%(name)s” does not have this role.") % {"name": member.name}])
    member.appointments.filter(role=role).delete()
    refuse_without_owner(club)
    withdraw_links_made_by(member)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


@verb(log=_of_only_role)
def give_role(act: PendingDeed[Account], *, member: Member, role: str) -> Member:
    """Make this the only role of a member; empty: none. An owner keeps the links that a director made."""
    club, member = locked(member.club), reloaded(member)
    demand_owner(club, act.actor)
    refuse_anonymised(member)
    held = member.roles
    if held == ([role] if role else []):
        already = _("“%(name)s” already has this role.") if role else _("“%(name)s” has no role.")
        raise Refused(form=[already % {"name": member.name}])
    member.appointments.exclude(role=role).delete()
    if role and role not in held:
        Appointment.objects.create(member=member, role=role)
    refuse_without_owner(club)
    if role != Role.OWNER:
        withdraw_links_made_by(member)
    act.record(club, member=member.pk, name=member.name, role=role)
    return member


def withdraw_page_of(member: Member) -> None:
    """Withdraw all links to a member's page for good, as the member no longer can."""
    Sharing.objects.open().filter(member=member).update(withdrawn_at=clock.now())


# Links by which somebody comes to an account

INVITATION_LASTS = timedelta(days=14)


def withdraw_links_made_by(member: Member) -> None:
    """Withdraw the links that a member made for others; they stay withdrawn."""
    open_here = Invitation.objects.open().filter(member__club=member.club)
    if member.account is not None:
        open_here.filter(made_by=member.account).update(withdrawn_at=clock.now())


def _token(deed: UUID) -> str:
    """Return the secret of a link, derived from its deed's id, so that it is never stored."""
    return salted_hmac("scoring.invitation", str(deed), algorithm="sha256").hexdigest()[:40]


def link_made_of(made_of: UUID) -> str:
    """Return the stored checksum of the link that this deed made."""
    return link_of(_token(made_of))


def link_of(token: str) -> str:
    """Return the checksum of a link that is stored; it identifies the link and opens nothing."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@verb(log=INVITED, repeat_result=lambda deed, arguments: _token(deed.pk))
def invite(act: PendingDeed[Account], *, member: Member) -> str:
    """Return the token of a new link for this member; an earlier link ends."""
    club, member = locked(member.club), reloaded(member)
    demand_director(club, act.actor)
    if why := why_no_link(act.actor, member):
        raise Refused(form=[why])
    member.invitations.open().update(withdrawn_at=clock.now())
    purpose = "account" if member.account is None else "password"
    act.record(club, member=member.pk, name=member.name, purpose=purpose)
    return new_link(member, act.actor, act.id)


def new_link(member: Member, made_by: Account, made_of: UUID) -> str:
    """Store a link that may be made; return its token.

    Whoever owns a club that came in a file makes the first one, for themselves: nobody else could yet.
    """
    now = clock.now()
    Invitation.objects.create(
        member=member,
        token_hash=link_of(_token(made_of)),
        made_by=made_by,
        made_at=now,
        expires_at=now + INVITATION_LASTS,
    )
    return _token(made_of)


@verb(log=gettext_lazy("withdrew the link for %(name)s"))
def withdraw_invitation(act: PendingDeed[Account], *, member: Member) -> Member:
    """Withdraw the open link of a member."""
    club, member = locked(member.club), reloaded(member)
    demand_charge_of(member, club, act.actor)
    if not member.invitations.open().update(withdrawn_at=clock.now()):
        raise Refused(form=[_("There is no open link for “%(name)s”.") % {"name": member.name}])
    act.record(club, member=member.pk, name=member.name)
    return member


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation behind a link, if it can still be used and its maker could still make it."""
    invitation = (
        Invitation.objects.usable(clock.now())
        .select_related("member__club", "member__account", "made_by")
        .filter(token_hash=link_of(token))
        .first()
    )
    if (
        invitation is not None
        and invitation.made_by == invitation.member.account
        and invitation.made_by.is_unclaimed
    ):
        return invitation  # the first link of a club that came in a file
    return None if invitation is None or why_no_link(invitation.made_by, invitation.member) else invitation


def is_real(token: str) -> bool:
    """Return whether a link was ever made, without slow work for those that were not."""
    return Invitation.objects.filter(token_hash=link_of(token)).exists()


def _opened(token: str) -> Invitation:
    """Return the invitation behind a link, in whatever state, with its club locked."""
    invitation = Invitation.objects.select_related("member__club").filter(token_hash=link_of(token)).first()
    if invitation is None:
        raise LinkIsGone
    locked(invitation.member.club)
    return invitation


def _used_up(token: str) -> Invitation:
    """Mark the invitation behind a link as used and return it, if it could still be used."""
    invitation = find_invitation(token)
    if invitation is None:
        raise LinkIsGone
    store(invitation, used_at=clock.now())
    return invitation


class LinkIsGone(Exception):
    """Used, withdrawn, expired, or never made."""


def accept_invitation(*, deed: UUID, token: str, name: str, password: str) -> tuple[Account, Club]:
    """Make an account for the invited member."""
    name = tidy(name)

    def made(member: Member, hashed: str) -> Account:
        if member.account is not None:
            raise LinkIsGone
        refuse(problems_with_sign_in(name, password, member.club.name))
        store(member, account=(account := new_account(name, hashed)))
        return account

    return _answered("accept_invitation", deed, token, password, made, folded(name))


def renew_password(*, deed: UUID, token: str, password: str) -> tuple[Account, Club]:
    """Set a new password through the link for a forgotten one; every sign-in of the account ends."""

    def renewed(member: Member, hashed: str) -> Account:
        account = member.account
        if account is None:
            raise LinkIsGone
        if wrong := problems_with_password(password, account):
            raise Refused(password=wrong)
        store(account, password=hashed)
        return account

    return _answered("renew_password", deed, token, password, renewed)


def _answered(
    verb: str, deed: UUID, token: str, password: str, answer: Callable[..., Account], *contents: str
) -> tuple[Account, Club]:
    """Use a link once without signing in; a repeated request is answered if its password is right."""
    if not is_real(token):
        raise LinkIsGone
    hashed = make_password(password)  # slow on purpose, so not while others wait for the database
    outcome = _use(
        PendingDeed(deed, None, verb, link_of(token), *contents), token, partial(answer, hashed=hashed)
    )
    if not isinstance(outcome, Deed):
        return outcome
    if outcome.account is None or outcome.club is None or not outcome.account.check_password(password):
        raise LinkIsGone
    return outcome.account, outcome.club


@atomic_with_retry
def _use(act: PendingDeed, token: str, answer: Callable[[Member], Account]) -> tuple[Account, Club] | Deed:
    _opened(token)
    if (earlier := act.existing_deed()) is not None:
        return earlier
    member = _used_up(token).member
    account = answer(member)
    act.record(member.club, account=account, member=member.pk, name=member.name)
    return account, member.club


@verb(
    log=gettext_lazy("accepted the invitation with an existing account"),
    fingerprint=lambda token: [link_of(token)],
    repeat_result=lambda deed, arguments: deed.club,
)
def join(act: PendingDeed[Account], *, token: str) -> Club:
    """Let the invited person join with the account that they have already.

    Also in place of one that came with the club from another server, and that nobody has used here.
    """
    _opened(token)
    member = _used_up(token).member
    if member.account is not None and not member.account.is_unclaimed:
        raise LinkIsGone
    if member.club.members.filter(account=act.actor).exists():
        raise Refused(form=[_("Your account is already in this club. Sign out and open the link again.")])
    store(member, account=act.actor)
    act.record(member.club, member=member.pk, name=member.name)
    return member.club
