"""Wishes noted and dropped."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _about(sentence: str, details: dict[str, Any]) -> str:
    return sentence % {**details, "names": ", ".join(details["names"])}


WORDS: dict[str, DeedWords] = {
    "note_wish": lambda details: _about(_("noted a wish for the draw of “%(title)s”: %(names)s"), details),
    "drop_wish": lambda details: _about(_("dropped a wish for the draw of “%(title)s”: %(names)s"), details),
}
