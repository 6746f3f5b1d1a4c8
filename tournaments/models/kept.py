"""What tournaments gave everybody, kept for the series that add it up."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament


class KeptOutcomes(models.Model):
    """Derived: what a tournament as a whole, or one of its rounds, gave everybody. Verified.

    It holds for as long as nothing has changed in the tournament: whoever reads it compares `count` with
    that of its pulse, and works it out anew where they differ.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="kept_outcomes", verbose_name=_("Tournament")
    )
    part = models.PositiveIntegerField(_("Round"))  # its number; 0: the whole tournament
    count = models.PositiveBigIntegerField(_("Changes"))  # of the pulse, then
    outcomes: Any = models.JSONField(_("Results"), default=dict, blank=True)  # see series.outcomes
    first: Any = models.JSONField(  # as they were when they were kept for the first time
        _("First results"), default=dict, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "part"], name="outcomes_are_kept_once_for_each_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.part}"
