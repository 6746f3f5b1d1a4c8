"""Who does what at one tournament, beside what everybody is in the club."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Member


class Duty(models.Model):
    """A member directs, rules, takes money or types paper sheets at one tournament."""

    class Kind(models.TextChoices):
        """What somebody does at a tournament."""

        DIRECTOR = "director"
        ARBITER = "arbiter"
        CASHIER = "cashier"
        HELPER = "helper"  # types paper sheets

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.PROTECT,
        related_name="duties",
        verbose_name=_("Tournament"),
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="duties", verbose_name=_("Member")
    )
    kind = models.CharField(_("What for"), max_length=10, choices=Kind.choices)
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["tournament", "kind", "member__sorting", "member"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "member", "kind"], name="a_member_has_a_duty_once_in_a_tournament"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("director", "arbiter", "cashier", "helper")),
                name="a_duty_is_one_of_four",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.member_id} {self.kind}"


def on_duty(kind: Duty.Kind, tournament: str = "pk", member: str = "club__members") -> Exists:
    """Whether the member that a query of tournaments calls so has this duty there."""
    found = Duty.objects.filter(tournament=OuterRef(tournament), member=OuterRef(member), kind=kind)
    return Exists(found)


def arbiters_named(tournament: str = "pk") -> Exists:
    """Whether somebody who can sign in is named as an arbiter of a tournament."""
    named = Duty.objects.filter(
        tournament=OuterRef(tournament),
        kind=Duty.Kind.ARBITER,
        member__active=True,
        member__account__isnull=False,
    )
    return Exists(named)
