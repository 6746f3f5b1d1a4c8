"""Mistakes of the program, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _ticked(details: dict[str, Any]) -> str:
    if details["done"]:
        return _("ticked a mistake of the program: %(mistake)s") % details
    return _("opened a mistake of the program again: %(mistake)s") % details


WORDS: dict[str, DeedWords] = {"tick_mistake": _ticked}
