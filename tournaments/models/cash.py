"""Money that comes in or goes out beside entry fees and prizes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Member
from tournaments.models.tournaments import Tournament

LONGEST_CASH = 80


class CashEntry(models.Model):
    """An amount from a sponsor, change, the rent of the hall: what it was, and who took or paid it."""

    class Kind(models.TextChoices):
        """From where to where it goes."""

        SPONSOR = "sponsor"  # in: somebody gives it for the prizes
        IN = "in"
        OUT = "out"

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="cash", verbose_name=_("Tournament")
    )
    kind = models.CharField(_("What"), max_length=10, choices=Kind.choices)
    name = models.CharField(_("What for"), max_length=LONGEST_CASH)  # of a sponsor: who gives it
    cents = models.PositiveIntegerField(_("Cents"))
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["tournament", "at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("sponsor", "in", "out")), name="cash_comes_in_or_goes_out"
            ),
            models.CheckConstraint(condition=Q(cents__gt=0), name="cash_is_more_than_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.name}"
