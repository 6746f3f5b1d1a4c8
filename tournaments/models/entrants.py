"""Who plays in a tournament, and in which rounds."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Member, Participant, Reason
from tournaments.models.tournaments import Round, Table, Tournament


class EntrantQuerySet(models.QuerySet["Entrant"]):
    """Queries for those who were registered."""

    def whole(self) -> EntrantQuerySet:
        return self.select_related("participant__member")


class Entrant(models.Model):
    """Somebody who was registered: a member, a guest, or a house player who fills in and is never ranked."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="entrants", verbose_name=_("Tournament")
    )
    participant = models.OneToOneField(
        Participant, on_delete=models.PROTECT, related_name="entrant", verbose_name=_("Player")
    )
    number = models.PositiveIntegerField(_("Number"))  # in the order of registration
    house = models.BooleanField(_("House player"), default=False)
    section = models.PositiveSmallIntegerField(  # among those of the tournament, counted from 1; 0: none
        _("Section"), default=0
    )
    finalist = models.CharField(  # who a guest is in the series that leads here: "g34", "m12" of another club
        _("Finalist"), max_length=24, blank=True, default=""
    )
    registered_at = models.DateTimeField(_("Registered"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    ticket = models.PositiveIntegerField(  # in cents, for all rounds of the day; None: has none
        _("Day ticket, in cents"), null=True, blank=True
    )
    ticket_at = models.DateTimeField(_("Day ticket paid"), null=True, blank=True)
    ticket_taken_by = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("Who took the money"),
    )

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_per_number"),
            models.UniqueConstraint(
                fields=["tournament", "finalist"],
                condition=~Q(finalist=""),
                name="a_finalist_is_registered_once",
            ),
            models.CheckConstraint(
                condition=Q(ticket__isnull=True, ticket_at__isnull=True, ticket_taken_by__isnull=True)
                | Q(ticket__isnull=False, ticket_at__isnull=False, ticket_taken_by__isnull=False),
                name="a_day_ticket_was_paid_to_somebody_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class Attendance(models.Model):
    """Somebody in one round: there or not, and whether the entry fee is paid."""

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="attendances", verbose_name=_("Round")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="attendances", verbose_name=_("On the list")
    )
    checked_in_at = models.DateTimeField(  # None: checked out, or not come yet
        _("Checked in"), null=True, blank=True
    )
    paid = models.PositiveIntegerField(_("Paid, in cents"), null=True, blank=True)  # in cents; None: not paid
    paid_at = models.DateTimeField(_("When paid"), null=True, blank=True)
    taken_by = models.ForeignKey(  # None: nothing is paid, or it was before this was noted
        Member,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("Who took the money"),
    )

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

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entrant_id}"

    @property
    def owes(self) -> bool:
        """Is there and has not paid, where a fee is asked; house players and day tickets pay nothing."""
        if self.paid is not None or self.checked_in_at is None:
            return False
        return not self.entrant.house and self.entrant.ticket is None


class Leaving(models.Model):
    """Somebody leaves a table during a round, and perhaps a house player sits down instead."""

    class Ranked(models.TextChoices):
        BALANCE = "balance"  # with the balance of that moment
        LAST = "last"

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="leavings", verbose_name=_("Table")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="leavings", verbose_name=_("On the list")
    )
    instead = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        related_name="stepping_in",
        null=True,
        blank=True,
        verbose_name=_("Who sat down"),
    )
    ranked = models.CharField(_("How ranked"), max_length=10, choices=Ranked.choices)
    reason = models.ForeignKey(
        Reason, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("Reason")
    )
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("Who"))
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

    def __str__(self) -> str:
        return f"{self.table_id}: {self.entrant_id}"
