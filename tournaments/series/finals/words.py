"""What was done to finals, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _set(details: dict[str, Any]) -> str:
    return _("made “%(tournament)s” the final of the series “%(title)s”: %(places)d places") % details


def _declined(details: dict[str, Any]) -> str:
    return _("noted that %(name)s declines the final of the series “%(title)s”") % details


def _accepted(details: dict[str, Any]) -> str:
    return _("noted that %(name)s plays in the final of the series “%(title)s” after all") % details


def _removed(details: dict[str, Any]) -> str:
    return _("took back the final of the series “%(title)s”") % details


WORDS: dict[str, DeedWords] = {
    "set_final": _set,
    "decline_final": _declined,
    "accept_final": _accepted,
    "remove_final": _removed,
}
