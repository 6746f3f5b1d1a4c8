"""Groups: lists of members that an organiser keeps, such as women, under 27, a town, a team."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Member

LONGEST_GROUP = 60


class MemberGroup(models.Model):
    """A list of members under a name; who is in it is for the organiser to say."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="groups", verbose_name=_("Club"))
    name = models.CharField(_("Name"), max_length=LONGEST_GROUP)
    made_at = models.DateTimeField(_("Made"))

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_group_per_name_in_a_club"),
        ]

    def __str__(self) -> str:
        return self.name


class GroupMember(models.Model):
    """Somebody in a group."""

    group = models.ForeignKey(
        MemberGroup, on_delete=models.PROTECT, related_name="people", verbose_name=_("Group")
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="in_groups", verbose_name=_("Member")
    )

    class Meta:
        ordering = ["group", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "member"], name="somebody_is_once_in_a_group"),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.member_id}"
