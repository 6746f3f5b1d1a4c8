"""The rules as they were agreed: what was played under them never changes with a file."""

from __future__ import annotations

from django.db import models


class RulesetVersion(models.Model):
    """The full text of a rule sheet, stored when it was first played. Added and never changed."""

    slug = models.SlugField(max_length=60)
    edition = models.PositiveIntegerField()  # 1, 2, … of this sheet on this installation
    text = models.TextField()  # TOML with everything resolved
    digest = models.CharField(max_length=64)  # SHA-256 of the text
    stored_at = models.DateTimeField()

    class Meta:
        ordering = ["slug", "edition"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "digest"], name="one_version_per_text"),
            models.UniqueConstraint(fields=["slug", "edition"], name="one_version_per_edition"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.edition}"

    @property
    def code(self) -> str:
        """Short enough to compare two printed sheets by eye."""
        return self.digest[:6]
