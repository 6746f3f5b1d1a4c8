"""Who is coming to a planned evening: what each member says, and who said it for them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.evenings import Evening
from scoring.models.people import Member


class Reply(models.TextChoices):
    """What a member can say."""

    YES = "yes", _("Yes")
    PERHAPS = "perhaps", _("Perhaps")
    NO = "no", _("No")


class Coming(models.Model):
    """What a member says of one evening; every change stands in the club's log."""

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="comings", verbose_name=_("Evening")
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="comings", verbose_name=_("Member")
    )
    says = models.CharField(  # empty: taken back
        _("Is coming"), max_length=10, choices=Reply.choices, blank=True
    )
    earlier = models.CharField(  # what it said before; empty: nothing
        _("Before"), max_length=10, choices=Reply.choices, blank=True
    )
    by = models.ForeignKey(  # None: by the club's link
        Member, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("Who")
    )
    at = models.DateTimeField(_("When"))
    moved_from = models.DateField(  # for which day it was said; None: for the day of the evening
        _("Said for the day"), null=True, blank=True
    )

    class Meta:
        ordering = ["evening", "at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "member"], name="a_member_says_once_who_is_coming"),
            models.CheckConstraint(
                condition=Q(says__in=["", *Reply.values]) & Q(earlier__in=["", *Reply.values]),
                name="who_is_coming_says_yes_perhaps_or_no",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}, {self.member_id}: {self.says}"
