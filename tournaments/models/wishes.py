"""What people wish of the draw: a table or a seat, a smoking table, not together with somebody."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entrant

LONGEST_TABLES = 60


class Wish(models.Model):
    """Somebody on the list wishes one of some tables, or not to sit with somebody else."""

    class Kind(models.TextChoices):
        """What is wished."""

        TABLE = "table"
        SMOKING = "smoking"
        APART = "apart"

    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="wishes", verbose_name=_("On the list")
    )
    kind = models.CharField(_("What"), max_length=10, choices=Kind.choices)
    tables = models.CharField(_("Tables"), max_length=LONGEST_TABLES, blank=True)  # numbers, "1 2"
    seat = models.PositiveIntegerField(_("Seat"), null=True, blank=True)
    other = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        related_name="unwished",
        null=True,
        blank=True,
        verbose_name=_("Not together with"),
    )
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

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.kind}"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the tables."""
        return tuple(int(one) for one in self.tables.split())
