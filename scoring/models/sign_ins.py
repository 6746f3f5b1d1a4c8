"""Attempts to sign in that have not succeeded, kept for a quarter of an hour."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class SignInAttempt(models.Model):
    """One try; in the database, so that every process of the server counts the same."""

    key = models.CharField(_("Sign-in name"), max_length=160)  # folded sign-in name, known or not
    address = models.CharField(_("Address"), max_length=64)
    at = models.DateTimeField(_("When"))

    class Meta:
        indexes = [
            models.Index(fields=["key", "at"], name="attempts_for_a_name"),
            models.Index(fields=["address", "at"], name="attempts_from_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.address} {self.at:%H:%M}"
