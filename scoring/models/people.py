"""Clubs and people: accounts sign in, members belong to a club, roles say what they may do there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from secrets import token_hex
from typing import Any
from uuid import uuid4

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.heads import LONGEST_HEAD, letters_of
from scoring.models import statements
from scoring.models.references import KeptRow, one_to_one, optional_reference, reference
from scoring.names import folded

LONGEST_NAME = 40
LONGEST_CLUB_NAME = 80
EURO = "EUR"
CURRENCIES = (EURO, "CHF", "CZK", "GBP", "HUF", "PLN", "SEK", "USD")


class Role(models.TextChoices):
    """What a member may do beyond reading; everybody is a member."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    ARBITER = "arbiter", _("Arbiter")


# Which roles may do what; a further role is a value above, and its place here.
DIRECTING = (Role.OWNER, Role.DIRECTOR)
SCORING = (Role.SCORER,)
ARBITRATING = (Role.ARBITER,)


class AccountManager(BaseUserManager["Account"]):
    """Accounts, found by their names however these are written."""

    def get_by_natural_key(self, username: str | None) -> Account:
        return self.get(key=folded(username or ""))


class Account(AbstractBaseUser, PermissionsMixin):
    """An account that can sign in. It may be a member of several clubs."""

    name = models.CharField(_("Name"), max_length=LONGEST_NAME, unique=True)
    key = models.CharField(max_length=4 * LONGEST_NAME, editable=False)  # folded(name)
    made_at = models.DateTimeField(_("Made"))
    last_login = models.DateTimeField(_("Last signed in"), null=True, blank=True)
    is_superuser = models.BooleanField(_("Runs the program"), default=False)

    USERNAME_FIELD = "name"
    objects = AccountManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="one_account_per_sign_in_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_unclaimed(self) -> bool:
        """Return whether the account came in a club's file and was never used here."""
        return self.last_login is None and not self.has_usable_password()

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether the password is right; hash it anew if an earlier way was used."""
        return check_password(raw_password, self.password, self._hash_anew)

    def _hash_anew(self, raw_password: str) -> None:
        """Store a new hash of the same password, without ending any session."""
        earlier = self.password
        good = {self.get_session_auth_hash(), *self.get_session_auth_fallback_hash()}
        self.password = make_password(raw_password)
        of_this_account = Session.objects.filter(Q(open_session=None) | Q(open_session__account=self))
        with transaction.atomic():
            if not Account.objects.filter(pk=self.pk, password=earlier).update(password=self.password):
                self.refresh_from_db(fields=["password"])  # somebody else was quicker
                return
            for session in of_this_account:
                content = session.get_decoded()
                if content.get(HASH_SESSION_KEY) in good:
                    content[HASH_SESSION_KEY] = self.get_session_auth_hash()
                    encoded = Session.objects.encode(content)
                    Session.objects.filter(pk=session.pk).update(session_data=encoded)


Visitor = Account | AnonymousUser


class ClubQuerySet(models.QuerySet["Club"]):
    """Queries for clubs; visitors get only those that they may see."""

    def open_to(self, visitor: Visitor) -> ClubQuerySet:
        """Return the clubs in which the visitor is an active member, each with their rights there."""
        if not visitor.is_authenticated:
            return self.none()
        return self.filter(Q(members__account_id=visitor.pk), members__active=True).annotate(
            member_id=F("members"),
            is_owned=appointed("members", Role.OWNER),
            is_directed=appointed("members", *DIRECTING),
            lacks_second_factor=_without_proof("members"),
            has_tournaments=models.Func(
                "pk", template=statements.HAS_TOURNAMENTS, output_field=models.BooleanField()
            ),
        )

    def directed_by(self, visitor: Visitor) -> ClubQuerySet:
        clubs = self.open_to(visitor)
        return clubs.filter(Q(is_directed=True)) if visitor.is_authenticated else clubs

    def owned_by(self, visitor: Visitor) -> ClubQuerySet:
        clubs = self.open_to(visitor)
        return clubs.filter(Q(is_owned=True)) if visitor.is_authenticated else clubs


class Club(models.Model):
    """People who play together, what a point is worth among them, and their rules."""

    name = models.CharField(_("Name"), max_length=LONGEST_CLUB_NAME)
    slug = models.SlugField(  # made from the first name; addresses outlive names
        _("Short name"), max_length=60
    )
    currency = models.CharField(_("Currency"), max_length=3, default="EUR")
    cents_per_point = models.PositiveIntegerField(_("Cents per point"), default=10)
    language = models.CharField(_("Language"), max_length=2, default="de")
    default_rules = models.CharField(_("Rules"), max_length=60)
    show_money = models.BooleanField(  # who pays whom, to anybody with the link to an evening
        _("Money on shared evenings"), default=False
    )
    phones_ready = models.BooleanField(  # they load what settles without network after the first hand
        _("Phones get ready by themselves"), default=False
    )
    second_factor = models.BooleanField(  # owners and directors are that only with one
        _("Two-step sign-in of owners and directors"), default=False
    )
    paid_before = models.DateField(  # what earlier evenings left open counts as paid
        _("All is paid before"), null=True, blank=True
    )
    feed_key = models.UUIDField(default=uuid4, editable=False)  # of what programs subscribe to, for good
    erased: Any = models.JSONField(  # what stands in the place of names that went; nobody is called so
        _("Numbers instead of names"), default=list, blank=True
    )
    moved_to = models.CharField(  # the installation where it goes on, as https://host; empty: here
        _("Moved to"), max_length=200, default="", blank=True
    )
    demonstration = models.BooleanField(  # invented people: marked on every page, removable
        _("Demonstration"), default=False
    )

    # known only of clubs found for a visitor
    member_id: int | None
    is_owned: bool
    is_directed: bool
    lacks_second_factor: bool  # the visitor would direct it with one
    has_tournaments: bool
    has_seasons: bool  # that it has named; not known of clubs in a list

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["slug"], name="one_club_per_address"),
            models.CheckConstraint(
                condition=Q(cents_per_point__gte=0), name="a_point_never_costs_less_than_nothing"
            ),
            models.CheckConstraint(
                condition=Q(currency__in=CURRENCIES), name="a_club_pays_in_a_known_currency"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:club", args=[self.slug])

    @cached_property
    def seasons(self) -> list[Any]:
        """Return the seasons that the club has named, the oldest first; one query where there are any."""
        return list(self.named_seasons.order_by("since")) if getattr(self, "has_seasons", True) else []

    @classmethod
    def numbered(cls, pk: int, visitor: Visitor) -> Club | None:
        """Return the club if it is open to the visitor, with their rights there."""
        return cls._open_to(visitor, "id", pk)

    @classmethod
    def called(cls, slug: str, visitor: Visitor) -> Club | None:
        """Return the club with this address if it is open to the visitor."""
        return cls._open_to(visitor, "slug", slug)

    @classmethod
    def _open_to(cls, visitor: Visitor, column: str, value: object) -> Club | None:
        query = f"{_MEMBERS_CLUB} AND scoring_club.{column} = %s"
        values = statements.whole(query, (cls,), [visitor.pk, value], lock=False)
        if values is None:
            return None
        club: Club
        club, club.member_id, *may = values
        club.is_owned, club.is_directed, club.lacks_second_factor, club.has_tournaments, club.has_seasons = (
            map(bool, may)
        )
        return club


class MemberQuerySet(models.QuerySet["Member"]):
    """Queries for members."""

    def named_like(self, words: str) -> MemberQuerySet:
        return self.filter(key__contains=folded(words))

    def listed(self) -> MemberQuerySet:
        """Return the members with everything a list shows: roles, and whether a link is open."""
        return self.prefetch_related("appointments").annotate(
            is_invited=Exists(Invitation.objects.usable(clock.now()).filter(member=OuterRef("pk")))
        )

    def owners_who_can_sign_in(self) -> MemberQuerySet:
        return self.filter(active=True, account__isnull=False, appointments__role=Role.OWNER)


class Member(models.Model):
    """A name in a club, with an account or without.

    Deactivated, not deleted: the sheets keep the name. Only a slip of the pen that never played is removed.
    """

    club = reference(Club, _("Club"), "members")
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    key = models.CharField(max_length=4 * LONGEST_NAME, editable=False)  # folded(name)
    sorting = models.CharField(max_length=4 * LONGEST_NAME, editable=False)  # sorting(name)
    account = optional_reference(Account, _("Account"), "memberships")
    active = models.BooleanField(_("Active"), default=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)  # the name is a number since
    wants_to_go_at = models.DateTimeField(  # asked the owners to be anonymised
        _("Asked to be anonymised"), null=True, blank=True
    )

    in_pictures = models.BooleanField(  # else with initials: pictures are handed on, and stay
        _("Named in pictures of results"), default=True
    )

    is_invited: bool  # known only of members that are `listed`

    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ["sorting", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_member_per_name_in_a_club"),
            models.UniqueConstraint(fields=["club", "account"], name="one_member_per_account_in_a_club"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:member", args=[self.club.slug, self.pk])

    @property
    def roles(self) -> list[Role]:
        held = {appointment.role for appointment in self.appointments.all()}
        return [role for role in Role if role in held]

    @property
    def roles_in_words(self) -> str:
        return ", ".join(str(role.label) for role in self.roles)

    @property
    def is_owner(self) -> bool:
        return Role.OWNER in self.roles

    @property
    def may_start_for_others(self) -> bool:
        """Return whether the member may start a table at which others sit."""
        return not {*DIRECTING, *SCORING}.isdisjoint(self.roles)


class Appointment(KeptRow):
    """A role that a member holds."""

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="appointments")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "role"], name="a_member_holds_a_role_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="a_role_is_one_of_four"),
        ]


class _Appointed(models.Func):
    """Whether a member has one of these roles, as SQL, which Django builds ten times as fast."""

    output_field = models.BooleanField()
    template = (
        "EXISTS (SELECT 1 FROM scoring_appointment held"
        " JOIN scoring_member holder ON holder.id = held.member_id"
        " JOIN scoring_club asking ON asking.id = holder.club_id"
        " LEFT JOIN scoring_secondfactor proof ON proof.account_id = holder.account_id"
        " WHERE held.member_id = %(expressions)s AND held.role IN (%(roles)s) AND %(only)s)"
    )

    def text_for(self, member: str) -> str:
        """Return the condition as SQL, for a statement in which the member's id is called like that."""
        return self.template % {**self.extra, "expressions": member}


# Which appointments to direct a club hold: where it asks for it, only with a second factor.
_PROVEN = "(NOT asking.second_factor OR proof.id IS NOT NULL)"


def _listed(roles: Iterable[Role]) -> str:
    return ", ".join(f"'{role}'" for role in roles)


def appointed(member: str, *roles: Role) -> _Appointed:
    """Return the condition that a member, by the name of its column, has one of the roles."""
    return _Appointed(member, roles=_listed(roles), only=_PROVEN if set(roles) <= set(DIRECTING) else "TRUE")


def _without_proof(member: str) -> _Appointed:
    """Return whether the member would direct with a second factor."""
    return _Appointed(member, roles=_listed(DIRECTING), only=f"NOT {_PROVEN}")


_MAY = (appointed("", Role.OWNER), appointed("", *DIRECTING), _without_proof(""))
_MEMBERS_CLUB = f"""
    SELECT {{columns}}, me.id, {", ".join(may.text_for("me.id") for may in _MAY)},
        {statements.HAS_TOURNAMENTS % {"expressions": "scoring_club.id"}},
        EXISTS (SELECT 1 FROM scoring_namedseason named WHERE named.club_id = scoring_club.id)
    FROM "scoring_club" JOIN scoring_member me ON me.club_id = scoring_club.id AND me.active
    WHERE me.account_id = %s
"""


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Queries for links to an account."""

    def open(self) -> InvitationQuerySet:
        return self.filter(used_at__isnull=True, withdrawn_at__isnull=True)

    def usable(self, at: datetime) -> InvitationQuerySet:
        return self.open().filter(expires_at__gt=at, member__active=True)


class Invitation(models.Model):
    """A link for one person: to make an account, or, if they have one, to set a new password.

    The link itself is nowhere in the database, only its SHA-256.
    """

    member = reference(Member, _("Member"), "invitations")
    token_hash = models.CharField(max_length=64)
    made_by = reference(Account, _("Made by"))
    made_at = models.DateTimeField(_("Made"))
    expires_at = models.DateTimeField(_("Expires"))
    used_at = models.DateTimeField(_("Used"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="one_invitation_per_link"),
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_invitation_per_member",
            ),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="a_withdrawn_invitation_is_never_used",
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")), name="an_invitation_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} until {self.expires_at:%Y-%m-%d}"


# What was done


class Deed(models.Model):
    """One change, described by its verb and details; rows are added and never changed.

    The id comes with the form that asked for it. A form that arrives twice finds its deed done.
    """

    id = models.UUIDField(_("Identifier"), primary_key=True)
    club = optional_reference(Club, _("Club"), "deeds")
    account = optional_reference(Account, _("Account"), "deeds")
    actor = models.CharField(_("Who"), max_length=40)  # the name at that time
    verb = models.CharField(_("Verb"), max_length=40)
    details = models.JSONField(_("Details"), default=dict)  # ids and names, as much as it takes to tell it
    asked = models.CharField(max_length=64)  # SHA-256 of what was asked for; no password goes into it
    at = models.DateTimeField(_("When"))
    # Of a club's log, which is a chain: scoring/chain.py.
    number = models.PositiveIntegerField(null=True, blank=True, editable=False)
    salt = models.CharField(max_length=64, default=token_hex, editable=False)
    digest = models.CharField(max_length=64, default="", editable=False)  # of actor and details at that time
    covers: Any = models.JSONField(default=dict, blank=True, editable=False)  # rows to their checksums
    head = models.CharField(max_length=LONGEST_HEAD, default="", editable=False)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["club", "-at"], name="deeds_of_a_club"),
            models.Index(fields=["head"], name="heads_of_deeds"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], condition=models.Q(number__isnull=False), name="one_deed_at_a_time"
            ),
            models.CheckConstraint(condition=~models.Q(actor=""), name="a_deed_names_who_did_it"),
            models.CheckConstraint(condition=~models.Q(verb=""), name="a_deed_says_what_was_done"),
        ]

    def __str__(self) -> str:
        return f"{self.actor}: {self.verb}"


class ClubLog(KeptRow):
    """The length of a club's log, and the head of its last deed. Written with each deed, verified."""

    club = one_to_one(Club, _("Club"), "log", primary_key=True)
    written = models.PositiveIntegerField(_("Entries"), default=0)
    at = models.DateTimeField(_("Last entry"), null=True, blank=True)
    head = models.CharField(max_length=LONGEST_HEAD, default="", editable=False)

    @property
    def letters(self) -> str:
        """Return ten letters of the last head, to keep outside the server."""
        return letters_of(self.head)


class StoredImprint(KeptRow):
    """The public details of who runs this server, in one row or none."""

    who = models.TextField(_("Who runs this server"), blank=True)
    address = models.TextField(_("Address"), blank=True)
    email = models.TextField(_("E-mail"), blank=True)
    phone = models.TextField(_("Telephone"), blank=True)
    further = models.TextField(_("Further lines"), blank=True)


class OtherName(KeptRow):
    """Another name of a person: in lists from elsewhere, among friends, before a wedding."""

    club = reference(Club, _("Club"), "other_names")
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    key = models.CharField(max_length=4 * LONGEST_NAME, editable=False)  # folded(name)
    member = optional_reference(Member, _("Member"), "other_names")  # nobody: it stays a name

    class Meta:
        ordering = ["club", "key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_person_for_another_name"),
        ]
