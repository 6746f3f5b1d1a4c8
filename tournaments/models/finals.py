"""Finals: what the first of a series go on to, and who of them declined."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import exact
from scoring.models import Member, Participant
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.models.series import Series
from tournaments.models.tournaments import Tournament


class SeriesFinal(models.Model):
    """The final of a series: so many play on in a tournament; who they are follows from the series."""

    series = models.OneToOneField(
        Series, on_delete=models.PROTECT, related_name="final", verbose_name=_("Series")
    )
    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="as_final", verbose_name=_("Tournament")
    )
    carried_to = models.OneToOneField(  # where carried points and the final are added up
        Series,
        on_delete=models.PROTECT,
        related_name="carried_from",
        null=True,
        blank=True,
        verbose_name=_("Added up in"),
    )
    places = models.PositiveIntegerField(_("Places"))
    carry = models.CharField(_("Points carried over"), max_length=10)
    percent = models.PositiveIntegerField(_("Percent"), default=50)
    each_section = models.BooleanField(_("Of each section"), default=False)
    kept_table: Any = models.JSONField(
        _("Points by place"), db_column="table", default=list
    )  # exact, as text

    class Meta:
        ordering = ["series"]
        constraints = [
            models.CheckConstraint(condition=Q(places__gt=0), name="somebody_plays_in_a_final"),
            models.CheckConstraint(
                condition=Q(carry__in=("none", "all", "share", "ladder"), percent__lte=100),
                name="points_are_carried_over_in_one_of_these_ways",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.tournament_id}"

    @property
    def terms(self) -> FinalTerms:
        table = tuple(exact(Fraction(one)) for one in self.kept_table)
        return FinalTerms(self.places, Carry(self.carry), self.percent, table, self.each_section)


class Decline(models.Model):
    """Somebody who would play in a final and does not: a member, or a guest of one event."""

    final = models.ForeignKey(
        SeriesFinal, on_delete=models.PROTECT, related_name="declines", verbose_name=_("Final")
    )
    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="declines",
        null=True,
        blank=True,
        verbose_name=_("Member"),
    )
    guest = models.ForeignKey(
        Participant,
        on_delete=models.PROTECT,
        related_name="declines",
        null=True,
        blank=True,
        verbose_name=_("Guest"),
    )
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["final", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["final", "member"], name="a_member_declines_a_final_once"),
            models.UniqueConstraint(fields=["final", "guest"], name="a_guest_declines_a_final_once"),
            models.CheckConstraint(
                condition=Q(member__isnull=True, guest__isnull=False)
                | Q(member__isnull=False, guest__isnull=True),
                name="a_member_or_a_guest_declines",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.final_id}: {self.member_id} {self.guest_id}"
