"""What was done, by whom, when."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Account, Club
from scoring.models.references import optional_reference


class Deed(models.Model):
    """One change, told by its verb and details; rows are added and never changed.

    The id comes with the form that asked for it. A form that arrives twice finds its deed done.
    """

    id = models.UUIDField(_("Identifier"), primary_key=True)
    club = optional_reference(Club, _("Club"), "deeds")
    account = optional_reference(Account, _("Account"), "deeds")
    actor = models.CharField(_("Who"), max_length=40)  # the name at that time
    verb = models.CharField(_("Verb"), max_length=40)
    details = models.JSONField(_("Details"), default=dict)  # ids and names, as much as it takes to tell it
    asked = models.CharField(max_length=64)  # SHA-256 of what was asked for; no password goes into it
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["club", "-at"], name="deeds_of_a_club")]
        constraints = [
            models.CheckConstraint(condition=~models.Q(actor=""), name="a_deed_names_who_did_it"),
            models.CheckConstraint(condition=~models.Q(verb=""), name="a_deed_says_what_was_done"),
        ]

    def __str__(self) -> str:
        return f"{self.actor}: {self.verb}"
