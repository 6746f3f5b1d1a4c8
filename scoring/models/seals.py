"""What an evening came to when it was closed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.evenings import Evening
from scoring.models.people import Member


class Seal(models.Model):
    """The balances of a closed evening and a checksum of everything they follow from. Never changed.

    `sheets` says how much was written by then, so that everything can be computed again at any time.
    """

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="seals", verbose_name=_("Evening")
    )
    number = models.PositiveIntegerField(_("Number"))  # 1, 2, … of this evening
    sealed_at = models.DateTimeField(_("Sealed"))
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seals", verbose_name=_("Who"))
    digest = models.CharField(_("Checksum"), max_length=64)  # SHA-256
    sheets = models.JSONField(  # id, as text, to the number of entries written on it
        _("Entries of each table")
    )
    balances = models.JSONField(_("Balances"))  # participant to twelfths of a point and cents

    class Meta:
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_seal_at_a_time"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seals_are_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.number}"

    @property
    def code(self) -> str:
        """Short enough to compare two printed pages by eye."""
        return self.digest[:8]
