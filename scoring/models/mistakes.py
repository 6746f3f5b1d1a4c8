"""Mistakes of the program itself: one row for each place in its code, deleted after some time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

RETENTION = timedelta(days=90)  # after it happened last


class ProgramMistakeQuerySet(models.QuerySet["ProgramMistake"]):
    """Queries for mistakes."""

    def of_late(self, at: datetime) -> ProgramMistakeQuerySet:
        return self.filter(last_at__gt=at - RETENTION)

    def open(self, at: datetime) -> ProgramMistakeQuerySet:
        """Return the mistakes that were not ticked since they happened last."""
        return self.of_late(at).filter(done_at__isnull=True)


class ProgramMistake(models.Model):
    """An unexpected exception at one place in the code, without user input or names."""

    location = models.CharField(_("Place in the program"), max_length=200)  # module, line, function
    kind = models.CharField(_("Kind"), max_length=100)  # of exception; what it says may name somebody
    first_at = models.DateTimeField(_("First time"))
    last_at = models.DateTimeField(_("Last time"))
    count = models.PositiveIntegerField(_("How often"), default=1)
    times = models.JSONField(default=list)  # the newest, oldest first: id, time, pattern of the address
    done_at = models.DateTimeField(_("Ticked"), null=True, blank=True)  # until it happens again

    objects = ProgramMistakeQuerySet.as_manager()

    class Meta:
        ordering = ["-last_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["location", "kind"], name="one_mistake_for_a_place_and_kind"),
            models.CheckConstraint(condition=Q(count__gte=1), name="a_mistake_happened_at_least_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.location}"
