"""A series: what is added up over a year, and which events are."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import Amount, exact
from scoring.models import CLUB_EVENING, Club, Evening, Member
from tournaments.engine.series import SeriesTerms, series_terms_from
from tournaments.models.groups import MemberGroup
from tournaments.models.tournaments import LONGEST_TITLE, Round, Tournament

LONGEST_WORDS = 120  # where points come from


class Series(models.Model):
    """What tournaments, rounds and evenings of a club give is added up; nothing of it is stored here."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series", verbose_name=_("Club"))
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    kept_terms: Any = models.JSONField(_("Terms"), db_column="terms")
    made_at = models.DateTimeField(_("Made"))
    code = models.CharField(  # in the address of its page for everybody; empty: for the club only
        _("Open to everybody"), max_length=12, blank=True, default=""
    )

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["club", "title"], name="one_series_per_title_in_a_club"),
            models.UniqueConstraint(
                fields=["code"], condition=~Q(code=""), name="one_series_shown_per_address"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.club.slug, self.pk])

    @cached_property
    def terms(self) -> SeriesTerms:
        return series_terms_from(self.kept_terms)


class SeriesEventQuerySet(models.QuerySet["SeriesEvent"]):
    """Queries for what counts in series."""

    def counting(self) -> SeriesEventQuerySet:
        """Return them without evenings that count nowhere: taken back, or left out since."""
        is_evening = Q(evening__occasion=CLUB_EVENING, evening__spontaneous=False)
        return self.filter(Q(evening__isnull=True) | is_evening)


class SeriesEvent(models.Model):
    """A tournament, one round of a tournament or an evening that counts in a series."""

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="events", verbose_name=_("Series")
    )
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        related_name="in_series",
        null=True,
        blank=True,
        verbose_name=_("Tournament"),
    )
    round = models.ForeignKey(
        Round,
        on_delete=models.PROTECT,
        related_name="in_series",
        null=True,
        blank=True,
        verbose_name=_("Round"),
    )
    evening = models.ForeignKey(
        Evening,
        on_delete=models.PROTECT,
        related_name="in_series",
        null=True,
        blank=True,
        verbose_name=_("Evening"),
    )

    objects = SeriesEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "tournament"], name="a_tournament_is_once_in_a_series"),
            models.UniqueConstraint(fields=["series", "round"], name="a_round_is_once_in_a_series"),
            models.UniqueConstraint(fields=["series", "evening"], name="an_evening_is_once_in_a_series"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, round__isnull=True, evening__isnull=True)
                | Q(tournament__isnull=True, round__isnull=False, evening__isnull=True)
                | Q(tournament__isnull=True, round__isnull=True, evening__isnull=False),
                name="an_event_is_a_tournament_a_round_or_an_evening",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.tournament_id} {self.round_id} {self.evening_id}"


class SeriesGroup(models.Model):
    """What a group is in a series: those who count, those also ranked by themselves, or a team."""

    class Use(models.TextChoices):
        """What for."""

        COUNTS = "counts"
        RANKED = "ranked"
        TEAM = "team"

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="groups", verbose_name=_("Series")
    )
    group = models.ForeignKey(
        MemberGroup, on_delete=models.PROTECT, related_name="in_series", verbose_name=_("Group")
    )
    use = models.CharField(_("What for"), max_length=10, choices=Use.choices)

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "group", "use"], name="a_group_is_once_the_same_in_a_series"
            ),
            models.UniqueConstraint(
                fields=["series"],
                condition=Q(use="counts"),
                name="those_who_count_in_a_series_are_one_group",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.group_id} {self.use}"


class BroughtPoints(models.Model):
    """Points that somebody brings along: of last year, of a qualification."""

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="brought", verbose_name=_("Series")
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="brought", verbose_name=_("Member")
    )
    kept_points = models.CharField(_("Points"), max_length=24, db_column="points")  # exact: "-4", "25/2"
    words = models.CharField(_("Where from"), max_length=LONGEST_WORDS, blank=True)

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "member"], name="somebody_brings_points_along_once_in_a_series"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.member_id} {self.kept_points}"

    @property
    def points(self) -> Amount:
        return exact(Fraction(self.kept_points))


class SeriesLot(models.Model):
    """The order of some who have as many points, drawn and recorded; later ones replace earlier."""

    id = models.UUIDField(_("Identifier"), primary_key=True)
    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="lots", verbose_name=_("Series")
    )
    order: Any = models.JSONField(_("Order"))  # "m12" a member, "g34" a guest
    seed = models.CharField(_("Seed"), max_length=40, blank=True)  # empty: drawn by hand
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("Who"))
    at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.series_id}: {len(self.order)}"
