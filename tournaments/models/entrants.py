"""Entrants, their attendance in rounds, online registrations, and wishes for the draw."""

from __future__ import annotations

from secrets import token_hex

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Entry, Member, Participant, Reason
from scoring.models.people import LONGEST_NAME
from scoring.models.references import KeptRow, one_to_one, optional_reference, reference
from tournaments.models.tournaments import LONGEST_TITLE, Round, Table, Tournament


class EntrantQuerySet(models.QuerySet["Entrant"]):
    """Queries for those who were registered."""

    def whole(self) -> EntrantQuerySet:
        return self.select_related("participant__member")


class Entrant(KeptRow):
    """A registered player: a member, a guest, or a house player who fills in and is never ranked."""

    tournament = reference(Tournament, _("Tournament"), "entrants")
    participant = one_to_one(Participant, _("Player"), "entrant")
    number = models.PositiveIntegerField(_("Number"))  # in the order of registration
    house = models.BooleanField(_("House player"), default=False)
    # among those of the tournament, counted from 1; 0: none
    section = models.PositiveSmallIntegerField(_("Section"), default=0)
    registered_at = models.DateTimeField(_("Registered"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    # in cents, for all rounds of the day; None: has none
    ticket = models.PositiveIntegerField(_("Day ticket, in cents"), null=True, blank=True)
    ticket_at = models.DateTimeField(_("Day ticket paid"), null=True, blank=True)
    ticket_taken_by = optional_reference(Member, _("Who took the money"))

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_per_number"),
            models.CheckConstraint(
                condition=Q(ticket__isnull=True, ticket_at__isnull=True, ticket_taken_by__isnull=True)
                | Q(ticket__isnull=False, ticket_at__isnull=False, ticket_taken_by__isnull=False),
                name="a_day_ticket_was_paid_to_somebody_at_some_time",
            ),
        ]


class Attendance(KeptRow):
    """A player's attendance in one round: present or not, and whether the entry fee is paid."""

    round = reference(Round, _("Round"), "attendances")
    entrant = reference(Entrant, _("On the list"), "attendances")
    # None: checked out, or not come yet
    checked_in_at = models.DateTimeField(_("Checked in"), null=True, blank=True)
    paid = models.PositiveIntegerField(_("Paid, in cents"), null=True, blank=True)  # in cents; None: not paid
    paid_at = models.DateTimeField(_("When paid"), null=True, blank=True)
    # None: nothing is paid, or it was before this was noted
    taken_by = optional_reference(Member, _("Who took the money"))

    class Meta:
        ordering = ["round", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_attendance_per_round"),
            models.CheckConstraint(
                condition=Q(paid__isnull=True, paid_at__isnull=True)
                | Q(paid__isnull=False, paid_at__isnull=False),
                name="what_is_paid_was_paid_at_some_time",
            ),
            models.CheckConstraint(
                condition=Q(taken_by__isnull=True) | Q(paid__isnull=False),
                name="nobody_took_what_is_not_paid",
            ),
        ]


class Leaving(KeptRow):
    """A player's leaving of a table during a round; a house player may take the seat."""

    # That a leaving is undone is written on the row itself.
    protected = ("id", "table_id", "entrant_id", "instead_id", "ranked", "reason_id", "by_id", "at")

    class Ranked(models.TextChoices):
        BALANCE = "balance"  # with the balance of that moment
        LAST = "last"

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "leavings")
    entrant = reference(Entrant, _("On the list"), "leavings")
    instead = optional_reference(Entrant, _("Who sat down"), "stepping_in")
    ranked = models.CharField(_("How ranked"), max_length=10, choices=Ranked.choices)
    reason = optional_reference(Reason, _("Reason"))
    # None: nobody took the seat, and the sheet was closed
    seating = optional_reference(Entry, _("By which entry"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    undone_at = models.DateTimeField(_("Taken back"), null=True, blank=True)

    class Meta:
        ordering = ["table", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "entrant"],
                condition=Q(undone_at__isnull=True),
                name="one_leaves_a_table_once",
            ),
        ]

    @property
    def club(self) -> Club:
        return self.table.club

    @property
    def in_deeds(self) -> dict[str, int]:
        """Return by what the details of a deed name it: its table."""
        return self.table.in_deeds

    @property
    def went_on(self) -> bool:
        """Return whether the table played on with the seat left empty."""
        return self.instead_id is None and self.seating_id is not None


LONGEST_WORD = 40
LONGEST_WORDS = 300


class Opening(KeptRow):
    """The online registration of a tournament: period, places, secret word."""

    tournament = one_to_one(Tournament, _("Tournament"), "opening", primary_key=True)
    limit = models.PositiveIntegerField(_("Places"), null=True, blank=True)  # None: as many as come
    opens_at = models.DateTimeField(_("Opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("Closes"), null=True, blank=True)
    word = models.CharField(_("Secret word"), max_length=LONGEST_WORD, blank=True)
    # counts how often the code at the door was renewed
    door = models.PositiveIntegerField(_("Code at the door, number"), default=1)

    class Meta:
        ordering = ["tournament"]
        constraints = [
            models.CheckConstraint(
                condition=Q(limit__isnull=True) | Q(limit__gt=0), name="an_opening_has_a_place_at_least"
            ),
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(closes_at__gte=F("opens_at")),
                name="an_opening_closes_after_it_opens",
            ),
        ]


class SignupQuerySet(models.QuerySet["Signup"]):
    """Queries for those who registered by themselves."""

    def current(self) -> SignupQuerySet:
        """Return the registrations neither cancelled nor turned away."""
        return self.filter(ended_at=None)

    def asking(self) -> SignupQuerySet:
        """Return the registrations not accepted yet, in order of arrival."""
        return self.current().filter(entrant=None).order_by("at", "pk")


class Signup(KeptRow):
    """An online registration by a player; once accepted, the name is stored at the entrant only."""

    tournament = reference(Tournament, _("Tournament"), "signups")
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/signatures.py
    name = models.CharField(_("Name"), max_length=LONGEST_NAME, blank=True)
    comes_from = models.CharField(_("Club or town"), max_length=LONGEST_TITLE, blank=True)
    words = models.CharField(_("Wishes"), max_length=LONGEST_WORDS, blank=True)
    at = models.DateTimeField(_("When"))
    entrant = optional_reference(Entrant, _("On the list"), "signups")
    ended_at = models.DateTimeField(_("Cancelled"), null=True, blank=True)
    ended_by = optional_reference(Member, _("Turned away by"))  # None: by themselves

    objects = SignupQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entrant__isnull=True) & ~Q(name="") | Q(entrant__isnull=False, name=""),
                name="a_name_stands_at_the_signup_or_at_the_entrant",
            ),
            models.CheckConstraint(
                condition=Q(ended_by__isnull=True) | Q(ended_at__isnull=False),
                name="who_is_turned_away_is_so_at_some_time",
            ),
        ]


LONGEST_TABLES = 60


class Wish(KeptRow):
    """An entrant's wish for one of some tables, or not to sit with another entrant."""

    class Kind(models.TextChoices):
        """What is wished."""

        TABLE = "table"
        SMOKING = "smoking"
        APART = "apart"

    entrant = reference(Entrant, _("On the list"), "wishes")
    kind = models.CharField(_("What"), max_length=10, choices=Kind.choices)
    tables = models.CharField(_("Tables"), max_length=LONGEST_TABLES, blank=True)  # numbers, "1 2"
    seat = models.PositiveIntegerField(_("Seat"), null=True, blank=True)
    other = optional_reference(Entrant, _("Not together with"), "unwished")
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["entrant", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="apart", other__isnull=False, tables="", seat__isnull=True)
                | Q(kind__in=("table", "smoking"), other__isnull=True) & ~Q(tables=""),
                name="a_wish_is_for_tables_or_against_somebody",
            ),
            models.CheckConstraint(
                condition=Q(other__isnull=True) | ~Q(other=F("entrant")),
                name="nobody_wishes_to_sit_without_themselves",
            ),
        ]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the tables."""
        return tuple(int(number) for number in self.tables.split())
