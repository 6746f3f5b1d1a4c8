"""Rules as they were agreed, which later files and versions never change."""

from __future__ import annotations

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.engine.rules import CODE
from scoring.models.people import Club, Member
from scoring.models.references import optional_reference, reference

LONGEST_ORIGIN = 120


class RulesetQuerySet(models.QuerySet["Ruleset"]):
    """Queries for rule sheets of clubs."""

    def offered(self) -> RulesetQuerySet:
        """Return the sheets that can be chosen for an evening."""
        return self.filter(retired_at__isnull=True)

    def shown(self) -> RulesetQuerySet:
        """Return the rule sheets that their club shows to other clubs, and by a link."""
        return self.filter(shown_at__isnull=False)


class Ruleset(models.Model):
    """A club's own rule sheet under its address; its text is in its versions."""

    club = reference(Club, _("Club"), "rulesets")
    slug = models.SlugField(  # made from the first label; never that of a published sheet
        _("Short name"), max_length=60
    )
    # What it began as: "treffpunkt", "treffpunkt 2", a file's name.
    origin = models.CharField(_("Began as"), max_length=LONGEST_ORIGIN)
    made_at = models.DateTimeField(_("Made"))
    draft = models.TextField(blank=True)  # TOML of what will be the next version; empty: nobody changes it
    draft_seq = models.PositiveIntegerField(default=0)  # how often the draft was written
    retired_at = models.DateTimeField(  # no longer offered; whatever was played stays
        _("No longer offered"), null=True, blank=True
    )

    shown_at = models.DateTimeField(  # other clubs can begin a sheet with it, and whoever has the link
        _("Offered to other clubs"), null=True, blank=True
    )
    salt = models.CharField(  # scoring/signatures.py; a new one whenever it is offered anew
        max_length=64, default=token_hex, editable=False
    )

    objects = RulesetQuerySet.as_manager()

    class Meta:
        ordering = ["club", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_own_sheet_per_address"),
        ]

    def __str__(self) -> str:
        return self.slug


class RulesetVersion(models.Model):
    """The full text of a rule sheet: a published one as first played, or a club's own as saved.

    Added and never changed, but for words that named somebody whose name had to go: what is played stays, and
    so does the checksum of what was agreed.
    """

    ruleset = optional_reference(Ruleset, _("Rules"), "versions")  # None: a published sheet
    slug = models.SlugField(_("Short name"), max_length=60)
    edition = models.PositiveIntegerField(  # 1, 2, … of this sheet: on this installation, or in its club
        _("Version")
    )
    text = models.TextField(_("Text"))  # TOML with everything resolved
    digest = models.CharField(_("Checksum"), max_length=64)  # SHA-256 of the text as it was saved
    substance = models.CharField(  # SHA-256 of everything in it but words for people
        _("Checksum without words"), max_length=64
    )
    reworded_at = models.DateTimeField(  # None: the text is as it was saved
        _("Names taken out of its words"), null=True, blank=True
    )
    by = optional_reference(Member, _("Who"))
    stored_at = models.DateTimeField(_("Stored"))

    class Meta:
        ordering = ["slug", "edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["slug", "digest"], condition=Q(ruleset__isnull=True), name="one_version_per_text"
            ),
            models.UniqueConstraint(
                fields=["slug", "edition"], condition=Q(ruleset__isnull=True), name="one_version_per_edition"
            ),
            models.UniqueConstraint(
                fields=["ruleset", "edition"],
                condition=Q(ruleset__isnull=False),
                name="one_own_version_per_edition",
            ),
            models.CheckConstraint(
                condition=Q(ruleset__isnull=True, by__isnull=True)
                | Q(ruleset__isnull=False, by__isnull=False),
                name="somebody_saved_an_own_version",
            ),
            models.CheckConstraint(
                condition=Q(ruleset__isnull=False) | Q(reworded_at__isnull=True),
                name="only_own_words_are_reworded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.edition}"

    @property
    def code(self) -> str:
        """Return a code short enough to compare two printed sheets by eye."""
        return self.digest[:CODE]
