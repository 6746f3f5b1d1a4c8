"""Calls for the arbiters and their rulings, which never change; a new ruling follows the old one."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import from_twelfths
from scoring.models import Club, Entry, Member, Reason
from scoring.models.references import KeptRow, optional_reference, reference
from tournaments.engine.adjusting import EVERYBODY, OF_A_TABLE, Adjustment, AdjustmentKind
from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import Table


class CallQuerySet(models.QuerySet["Call"]):
    """Queries for calls for the arbiters."""

    def open(self) -> CallQuerySet:
        """Return the calls neither withdrawn nor ruled on."""
        return self.filter(~Exists(Ruling.objects.filter(call=OuterRef("pk"))), withdrawn_at__isnull=True)


class Call(KeptRow):
    """A table's call for the arbiters, which stops its sheet and clock until they have ruled."""

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

    def current(self) -> RulingQuerySet:
        """Return the rulings that no later ruling replaces."""
        return self.filter(~Exists(Ruling.objects.filter(replaces=OuterRef("pk"))))


class Ruling(KeptRow):
    """A final ruling. Only arbiters can change the hand it is about."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    call = reference(Call, _("Call"), "rulings")
    finding = models.CharField(_("Finding"), max_length=10, choices=Finding.choices)
    text = reference(Reason, _("Text"))
    # of the hand on its sheet; None: none was recorded yet
    sort_key = models.BigIntegerField(_("Place"), null=True, blank=True)
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
    """The director's permission for an arbiter who plays at a table to rule on its call; logged."""

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
    """The final totals of a table's printed sheet, typed by the director; later ones replace it."""

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


class TableChange(KeptRow):
    """A correction of a table: its known state, and its state from then on."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "changes")
    seq = models.PositiveIntegerField(_("Order of writing"))
    before: Any = models.JSONField(_("Before"))  # `tournaments.engine.changes`
    after: Any = models.JSONField(_("After"))
    reason = optional_reference(Reason, _("Reason"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_change_of_a_table_at_a_time"),
        ]


class SecondTyping(KeptRow):
    """A table's result as typed by a second person who did not see the first; only compared."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "second_typings")
    seq = models.PositiveIntegerField(_("Order of writing"))
    lines: Any = models.JSONField(_("Result"))  # by participant
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_second_typing_at_a_time"),
        ]


class ResultRulingQuerySet(models.QuerySet["ResultRuling"]):
    """Queries for rulings on results."""

    def holding(self) -> ResultRulingQuerySet:
        """Return the rulings in force: not taken back, and without a later one on the same result."""
        same = ResultRuling.objects.filter(table=OuterRef("table"), seq__gt=OuterRef("seq"))
        of_person = same.filter(entrant=OuterRef("entrant"))
        of_table = same.filter(entrant__isnull=True)
        newer = Q(Exists(of_person), entrant__isnull=False) | Q(Exists(of_table), entrant__isnull=True)
        return self.exclude(newer).exclude(kind=AdjustmentKind.NONE.value)


class ResultRuling(KeptRow):
    """A ruling on the result of a table, or of one person there; the newest counts."""

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "adjustments")
    entrant = optional_reference(Entrant, _("Player"), "adjustments")  # None: everybody at the table
    seq = models.PositiveIntegerField(_("Order of writing"))
    kind = models.CharField(
        _("What holds"), max_length=12, choices=[(kind.value, kind.value) for kind in AdjustmentKind]
    )
    twelfths = models.BigIntegerField(_("Points"), null=True)  # with sign
    reason = reference(Reason, _("Reason"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    objects = ResultRulingQuerySet.as_manager()

    class Meta:
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_result_ruling_at_a_time"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in AdjustmentKind]),
                name="a_result_ruling_is_of_a_known_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="points", twelfths__isnull=False)
                | ~Q(kind="points") & Q(twelfths__isnull=True),
                name="only_points_have_an_amount",
            ),
            models.CheckConstraint(
                condition=Q(entrant__isnull=True) | ~Q(kind__in=[kind.value for kind in OF_A_TABLE]),
                name="a_missing_table_is_ruled_on_as_a_whole",
            ),
        ]

    @property
    def club(self) -> Club:
        return self.table.club

    @property
    def player(self) -> str:
        """Return whom it is about, as results name people."""
        return EVERYBODY if self.entrant is None else str(self.entrant.participant_id)

    @property
    def adjustment(self) -> Adjustment:
        """Return the ruling in the form that ranking takes."""
        points = 0 if self.twelfths is None else from_twelfths(self.twelfths)
        return Adjustment(AdjustmentKind(self.kind), points)


class MovedRanks(KeptRow):
    """The ranks that one correction changed, in its round and overall, after the round had been closed."""

    class Cause(models.TextChoices):
        """What was corrected."""

        HAND = "hand"
        RULING = "ruling"  # on a hand
        PAPER = "paper"
        RESULT_RULING = "result_ruling"

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    table = reference(Table, _("Table"), "moved_ranks")
    why = models.CharField(_("What"), max_length=13, choices=Cause.choices)
    hand = models.PositiveIntegerField(_("Hand"), null=True, blank=True)
    # [[participant as text, rank before, rank since; None: no longer ranked], …]
    of_round: Any = models.JSONField(_("In the round"), default=list, blank=True)
    overall: Any = models.JSONField(_("Overall"), default=list, blank=True)
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["at", "id"]
