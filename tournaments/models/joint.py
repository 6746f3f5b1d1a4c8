"""Series that several clubs of one installation hold together: who is invited, who is one person in two."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Member
from tournaments.models.series import Series


class JointClub(models.Model):
    """A club that is invited to a series of another club, or holds it together with that one.

    Since it accepted it has a series of its own, its part: the events that it brings are that part's events.
    """

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="joint_clubs", verbose_name=_("Series")
    )
    club = models.ForeignKey(  # nobody yet: whoever opens the link
        Club,
        on_delete=models.PROTECT,
        related_name="joint_series",
        null=True,
        blank=True,
        verbose_name=_("Club"),
    )
    code = models.CharField(_("In the address of the invitation"), max_length=12)
    invited_at = models.DateTimeField(_("Invited"))
    declined_at = models.DateTimeField(_("Declined"), null=True, blank=True)
    part = models.OneToOneField(
        Series,
        on_delete=models.PROTECT,
        related_name="part_of",
        null=True,
        blank=True,
        verbose_name=_("Its part"),
    )

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "club"], name="a_club_is_invited_to_a_series_once"),
            models.UniqueConstraint(fields=["code"], name="one_invitation_to_a_series_per_address"),
            models.CheckConstraint(
                condition=Q(part__isnull=True) | Q(club__isnull=False, declined_at__isnull=True),
                name="a_club_that_holds_a_series_with_others_has_accepted",
            ),
            models.CheckConstraint(
                condition=Q(declined_at__isnull=True) | Q(club__isnull=False),
                name="whoever_declines_a_series_is_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.club_id}"


class SamePerson(models.Model):
    """Two members, of two clubs, are one person in a series: one club says so, the other agrees."""

    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="same_people", verbose_name=_("Series")
    )
    one = models.ForeignKey(  # of the club that says so
        Member, on_delete=models.PROTECT, related_name="said_to_be", verbose_name=_("Member")
    )
    other = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="also_is", verbose_name=_("The same person")
    )
    said_at = models.DateTimeField(_("Proposed"))
    agreed_at = models.DateTimeField(_("Agreed"), null=True, blank=True)

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "one", "other"], name="two_members_are_said_to_be_one_once"
            ),
            models.CheckConstraint(condition=~Q(one=F("other")), name="nobody_is_joined_with_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.one_id} {self.other_id}"
