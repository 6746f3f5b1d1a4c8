"""Results of old years in a series: end tables of which nothing but the end is known."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import Amount, exact
from scoring.models import Member
from scoring.models.people import LONGEST_NAME
from tournaments.models.series import Series
from tournaments.models.tournaments import LONGEST_TITLE


class OldResult(models.Model):
    """Somebody's place or points in an event from before: a member of today, or a name."""

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="old_results", verbose_name=_("Series")
    )
    event = models.CharField(_("Event"), max_length=LONGEST_TITLE)
    date = models.DateField(_("Date"))
    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="old_results",
        null=True,
        blank=True,
        verbose_name=_("Member"),
    )
    guest = models.CharField(_("Guest"), max_length=LONGEST_NAME, blank=True)
    place = models.PositiveIntegerField(_("Place"), null=True, blank=True)
    kept_points = models.CharField(  # exact: "-4", "25/2"; empty: not known
        _("Points"), max_length=24, blank=True, db_column="points"
    )

    class Meta:
        ordering = ["date", "event", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "date", "event", "member"], name="a_member_is_once_in_an_old_event"
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=True) & ~Q(guest="") | Q(member__isnull=False, guest=""),
                name="whoever_is_in_an_old_event_is_a_member_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=False) | ~Q(kept_points=""),
                name="an_old_result_has_a_place_or_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.event} {self.member_id or self.guest}"

    @property
    def points(self) -> Amount | None:
        return exact(Fraction(self.kept_points)) if self.kept_points else None
