"""Old score sheets: what one import brought in, and amounts that no rules explain."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models.entries import Entry, Reason
from scoring.models.evenings import LONGEST_TABLE_NAME, LONGEST_VENUE
from scoring.models.people import LONGEST_NAME, Club, Member
from scoring.models.references import KeptRow, one_to_one, optional_reference, reference

LONGEST_FILE_NAME = 120


class OldKind(models.TextChoices):
    """What was on the paper."""

    HANDS = "hands", _("Hands")  # became evenings like all others
    AMOUNTS = "amounts", _("Amounts only")  # kept apart, here; nothing further comes in so
    TOTALS = "totals", _("Totals only")  # became evenings like those that are typed


class ComparedWith(models.TextChoices):
    """What the amounts of an import were compared with, and agreed."""

    NOTHING = "", _("unchecked")
    SUMS = "sums", _("checked: the file's own totals")
    PAPER = "paper", _("checked: the amounts on paper")  # of hands, which the rules settle
    NUMBER = "number", _("checked: a number from the paper")


class OldBatch(models.Model):
    """Everything from one imported file, which can be withdrawn as a whole."""

    club = reference(Club, _("Club"), "old_batches")
    kind = models.CharField(_("What"), max_length=10, choices=OldKind.choices)
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    file_name = models.CharField(_("File"), max_length=LONGEST_FILE_NAME, blank=True)
    compared_with = models.CharField(
        _("Compared with"), max_length=10, choices=ComparedWith.choices, blank=True
    )
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    withdrawn_by = optional_reference(Member, _("Withdrawn by"))
    reason = optional_reference(Reason, _("Reason"), "old_batches")  # why it was taken back
    # of totals: unit, sign and way, how many comparisons agreed, and how many did not
    confirmed: Any = models.JSONField(_("Confirmed"), null=True, blank=True)
    # members, by id as text, who joined the club with it; None: nobody
    newcomers: Any = models.JSONField(_("New members"), null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=OldKind.values), name="old_sheets_are_of_a_known_kind"
            ),
            models.CheckConstraint(
                condition=Q(compared_with__in=ComparedWith.values),
                name="old_sheets_are_compared_with_something_known",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True, reason__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False, reason__isnull=False),
                name="who_takes_old_sheets_back_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("scoring:old_batch", args=[self.club.slug, self.pk])

    @property
    def counts(self) -> bool:
        return self.withdrawn_at is None


class OldPerson(models.Model):
    """A person on the sheets of amounts of one import: a member, or a name."""

    batch = reference(OldBatch, _("Old sheets"), "people")
    member = optional_reference(Member, _("Member"), "old_people")
    guest = models.CharField(_("Guest"), max_length=LONGEST_NAME, blank=True)
    key = models.CharField(max_length=4 * LONGEST_NAME, blank=True, editable=False)  # folded(guest)
    former_guest = models.CharField(_("Name as a guest"), max_length=LONGEST_NAME, blank=True, default="")
    joined_by = models.UUIDField(null=True, blank=True, editable=False)  # the deed that made it the member's
    days: Any = models.JSONField(
        default=dict, blank=True, editable=False
    )  # to twelfths: follows from amounts

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "member"], name="a_member_is_on_old_sheets_once"),
            models.CheckConstraint(
                condition=Q(member__isnull=True) & ~Q(guest="") | Q(member__isnull=False, guest=""),
                name="whoever_is_on_old_sheets_is_a_member_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(former_guest="", joined_by__isnull=True)
                | Q(member__isnull=False, joined_by__isnull=False) & ~Q(former_guest=""),
                name="only_a_member_was_a_guest_on_old_sheets",
            ),
        ]

    def __str__(self) -> str:
        return self.guest or f"member {self.member_id}"


class OldSheet(models.Model):
    """A table of which only amounts are known."""

    batch = reference(OldBatch, _("Old sheets"), "sheets")
    date = models.DateField(_("Date"))
    venue = models.CharField(_("Place"), max_length=LONGEST_VENUE, blank=True)
    name = models.CharField(_("Name"), max_length=LONGEST_TABLE_NAME)

    class Meta:
        ordering = ["date", "pk"]

    def __str__(self) -> str:
        return f"{self.date} {self.name}"


class OldLine(KeptRow):
    """A row of amounts: of a hand, or of the whole evening."""

    sheet = reference(OldSheet, _("Table"), "lines")
    number = models.PositiveIntegerField(_("Number"))  # on its sheet
    file_row = models.PositiveIntegerField(_("Row of the file"))

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_old_line_per_number"),
        ]


class OldAmount(KeptRow):
    """One person's amount in a row, in twelfths of a point; each row's amounts add up to zero."""

    line = reference(OldLine, _("Row of amounts"), "amounts")
    person = reference(OldPerson, _("Name"), "amounts")
    twelfths = models.BigIntegerField(_("Kassa, in twelfths"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line", "person"], name="one_old_amount_per_person_and_line"),
        ]


class OldDifference(KeptRow):
    """The amounts on paper of a hand that the rules settle otherwise."""

    batch = reference(OldBatch, _("Old sheets"), "differences")
    entry = one_to_one(Entry, _("Entry"), "on_paper")
    file_row = models.PositiveIntegerField(_("Row of the file"))
    amounts: Any = models.JSONField(  # participant to twelfths, as far as they stood there
        _("Amounts on paper")
    )
    radl = models.BooleanField(_("Radl"), null=True)  # None: said nothing about it

    class Meta:
        ordering = ["batch", "file_row"]
