"""Calls for the arbiters, and what they ruled: never changed; a new ruling comes after it."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Entry, Member, Reason
from scoring.models.references import KeptRow, optional_reference, reference
from tournaments.models.tournaments import Table


class CallQuerySet(models.QuerySet["Call"]):
    """Queries for calls for the arbiters."""

    def open(self) -> CallQuerySet:
        """Return those neither withdrawn nor ruled on."""
        return self.filter(~Exists(Ruling.objects.filter(call=OuterRef("pk"))), withdrawn_at__isnull=True)


class Call(KeptRow):
    """The table calls the arbiters: until they have ruled, its sheet and its clock stand still."""

    # That a call is withdrawn is written on the row itself.
    protected = ("id", "table_id", "words_id", "by_id", "at")

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "calls")
    words = optional_reference(Reason, _("Words"))
    by = optional_reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    withdrawn_by = optional_reference(Member, _("Withdrawn by"))

    objects = CallQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]

    @property
    def club(self) -> Club:
        return self.table.club

    @property
    def in_deeds(self) -> dict[str, int]:
        """Return by what the details of a deed name the table."""
        return self.table.in_deeds

    def get_absolute_url(self) -> str:
        """Return the page where the arbiters rule on it."""
        tournament = self.table.round.tournament
        return reverse("tournaments:dispute", args=[tournament.club.slug, tournament.pk, self.pk])

    @classmethod
    def waits(cls, table: Table) -> bool:
        """Return whether the table has called and waits for a ruling."""
        return cls.objects.open().filter(table=table).exists()


class Finding(models.TextChoices):
    """What happens to the hand."""

    STANDS = "stands"
    CORRECTED = "corrected"
    STRUCK = "struck"
    RENONCE = "renonce"


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Queries for rulings."""

    def standing(self) -> RulingQuerySet:
        """Return those that no later ruling replaces."""
        return self.filter(~Exists(Ruling.objects.filter(replaces=OuterRef("pk"))))


class Ruling(KeptRow):
    """Final. The hand it is about is closed to everybody but the arbiters."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    call = reference(Call, _("Call"), "rulings")
    finding = models.CharField(_("Finding"), max_length=10, choices=Finding.choices)
    text = reference(Reason, _("Text"))
    # of the hand on its sheet; None: none was recorded yet
    place = models.BigIntegerField(_("Place"), null=True, blank=True)
    written = optional_reference(Entry, _("Hand as ruled"))  # the version of the hand that the ruling made
    arbiters = models.JSONField(_("Arbiters"), default=list)  # ids of all members who ruled
    by = reference(Member, _("Who"))
    # the director who let somebody of the table rule
    overridden_by = optional_reference(Member, _("Permitted by"))
    replaces = models.OneToOneField(
        "self", models.PROTECT, related_name="replaced_by", null=True, blank=True, verbose_name=_("Replaces")
    )
    at = models.DateTimeField(_("When"))

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(finding__in=Finding.values), name="a_ruling_finds_one_of_four"
            ),
            models.UniqueConstraint(
                fields=["call"], condition=Q(replaces__isnull=True), name="a_call_is_ruled_on_once"
            ),
        ]


class Permit(KeptRow):
    """The director lets an arbiter who plays at the table rule on its call; told in the log."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    call = reference(Call, _("Call"), "permits")
    member = reference(Member, _("Member"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(fields=["call", "member"], name="one_permit_per_arbiter_and_call"),
        ]


class PaperResult(KeptRow):
    """What stood on the printed sheet of a table in the end, typed by the director; later ones replace it."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "paper_results")
    seq = models.PositiveIntegerField(_("Order of writing"))
    # by participant; None: taken back, the hands count again
    lines: Any = models.JSONField(_("Result"), null=True)
    reason = optional_reference(Reason, _("Reason"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_paper_result_at_a_time"),
            models.CheckConstraint(
                condition=Q(seq=1) | Q(reason__isnull=False), name="another_paper_result_says_why"
            ),
        ]
