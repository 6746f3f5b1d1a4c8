"""People who register by themselves, on a page that the director has opened."""

from __future__ import annotations

from secrets import token_hex

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Member
from scoring.models.people import LONGEST_NAME
from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import LONGEST_TITLE, Tournament

LONGEST_WORD = 40
LONGEST_WORDS = 300


class Opening(models.Model):
    """Whoever has the address may register: from when to when, for how many places, with which word."""

    tournament = models.OneToOneField(
        Tournament,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="opening",
        verbose_name=_("Tournament"),
    )
    limit = models.PositiveIntegerField(_("Places"), null=True, blank=True)  # None: as many as come
    opens_at = models.DateTimeField(_("Opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("Closes"), null=True, blank=True)
    word = models.CharField(_("Secret word"), max_length=LONGEST_WORD, blank=True)
    door = models.PositiveIntegerField(  # counts how often the code at the door was renewed
        _("Code at the door, number"), default=1
    )

    class Meta:
        ordering = ["tournament"]
        constraints = [
            models.CheckConstraint(
                condition=Q(limit__isnull=True) | Q(limit__gt=0), name="an_opening_has_a_place_at_least"
            ),
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(closes_at__gte=F("opens_at")),
                name="an_opening_closes_after_it_opens",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.limit}"


class SignupQuerySet(models.QuerySet["Signup"]):
    """Queries for those who registered by themselves."""

    def standing(self) -> SignupQuerySet:
        """Neither cancelled nor turned away."""
        return self.filter(ended_at=None)

    def asking(self) -> SignupQuerySet:
        """Not taken in yet, in the order in which they came."""
        return self.standing().filter(entrant=None).order_by("at", "pk")


class Signup(models.Model):
    """Somebody who registered by themselves. Taken in, the name stands at the entrant only."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="signups", verbose_name=_("Tournament")
    )
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/sealing.py
    name = models.CharField(_("Name"), max_length=LONGEST_NAME, blank=True)
    comes_from = models.CharField(_("Club or town"), max_length=LONGEST_TITLE, blank=True)
    words = models.CharField(_("Wishes"), max_length=LONGEST_WORDS, blank=True)
    at = models.DateTimeField(_("When"))
    entrant = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        related_name="signups",
        null=True,
        blank=True,
        verbose_name=_("On the list"),
    )
    ended_at = models.DateTimeField(_("Cancelled"), null=True, blank=True)
    ended_by = models.ForeignKey(  # None: by themselves
        Member,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("Turned away by"),
    )

    objects = SignupQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entrant__isnull=True) & ~Q(name="") | Q(entrant__isnull=False, name=""),
                name="a_name_stands_at_the_signup_or_at_the_entrant",
            ),
            models.CheckConstraint(
                condition=Q(ended_by__isnull=True) | Q(ended_at__isnull=False),
                name="who_is_turned_away_is_so_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.pk}"
