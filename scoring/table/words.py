"""Objections settled, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.accounts.chronicle import of_the_day
from scoring.capability import DeedWords


def _settled(details: dict[str, Any]) -> str:
    words = {
        "stands": _("settled an objection at “%(name)s” (%(date)s): the hand stands"),
        "corrected": _("settled an objection at “%(name)s” (%(date)s): the hand has been corrected"),
    }
    return of_the_day(words[details["outcome"]], details)


WORDS: dict[str, DeedWords] = {
    "settle_objection": _settled,
}
