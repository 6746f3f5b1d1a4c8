"""Deeds put into words, for the log of a club; each capability has the words of its own."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.capability import DeedWords, capabilities
from scoring.models import Deed


@cache
def words_of_deeds() -> dict[str, DeedWords]:
    """Return what puts a deed into words, by its verb."""
    return {verb: words for capability in capabilities() for verb, words in capability.words.items()}


def log_line(deed: Deed) -> str:
    """Return a deed as a sentence without its subject: the page puts the name of the actor before it."""
    return words_of_deeds()[deed.verb](deed.details)


def day_in_words(details: dict[str, Any]) -> str:
    """Return the date in a deed's details in words."""
    return date_format(date.fromisoformat(details["date"]), pgettext("date format", "j M Y"))


def of_the_day(words: str, details: dict[str, Any]) -> str:
    """Return these words, filled in with a deed's details and their date in words."""
    return words % {**details, "date": day_in_words(details)}


def with_reason(words: str, details: dict[str, Any]) -> str:
    """Return the same with the reason, which may have been blanked for the sake of a name."""
    return of_the_day(words, {**details, "reason": details["reason"] or _("removed")})
