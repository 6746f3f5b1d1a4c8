"""Lots that were drawn, and prizes: who chose what."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Member
from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import Round, Tournament


class Lot(models.Model):
    """The order of some who tied, drawn before everybody's eyes and recorded; later ones replace earlier."""

    class About(models.TextChoices):
        RANK = "rank"  # who is ranked before whom
        CHOICE = "choice"  # who chooses first; the rank stays shared

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="lots", verbose_name=_("Tournament")
    )
    round = models.ForeignKey(  # None: of the overall standings
        Round, on_delete=models.PROTECT, related_name="lots", null=True, blank=True, verbose_name=_("Round")
    )
    about = models.CharField(_("What about"), max_length=10, choices=About.choices)
    order: Any = models.JSONField(_("Order"))  # ids of participants as text
    seed = models.CharField(_("Seed"), max_length=40, blank=True)  # empty: drawn by hand
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("Who"))
    at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(about__in=("rank", "choice")), name="a_lot_is_about_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.about}"


class Prize(models.Model):
    """One prize of a round, or of the whole tournament; taken by choice or given by hand."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="prizes", verbose_name=_("Tournament")
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="prizes", null=True, blank=True, verbose_name=_("Round")
    )
    position = models.PositiveIntegerField(_("Order"))
    name = models.CharField(_("Name"), max_length=80)
    cents = models.PositiveIntegerField(  # what it cost or is paid out; None: a thing
        _("Cents"), null=True, blank=True
    )
    share = models.PositiveIntegerField(  # what came in: so many hundredths of a percent of it are `cents`
        _("Share"), null=True, blank=True
    )
    sponsor = models.CharField(
        _("Sponsor"), max_length=80, blank=True, default=""
    )  # gives it: it costs nothing
    taken_by = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        related_name="prizes",
        null=True,
        blank=True,
        verbose_name=_("Taken by"),
    )
    chosen = models.BooleanField(_("Chosen"), default=False)  # in the order of rank; else given by hand
    taken_at = models.DateTimeField(_("When taken"), null=True, blank=True)
    handed_by = models.ForeignKey(  # None: nobody has it, or it was given before this was noted
        Member,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("Who gave it out"),
    )
    removed_at = models.DateTimeField(_("Taken off the list"), null=True, blank=True)  # not offered any more

    class Meta:
        ordering = ["tournament", "round", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(taken_by__isnull=True, taken_at__isnull=True, chosen=False)
                | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="a_prize_that_is_taken_says_when",
            ),
            models.CheckConstraint(
                condition=Q(handed_by__isnull=True) | Q(taken_by__isnull=False),
                name="nobody_gave_out_a_prize_that_is_there",
            ),
            models.CheckConstraint(
                condition=Q(share__isnull=True) | Q(share__gt=0, share__lte=10_000, cents__isnull=False),
                name="a_share_is_some_of_what_came_in",
            ),
        ]

    def __str__(self) -> str:
        return self.name
