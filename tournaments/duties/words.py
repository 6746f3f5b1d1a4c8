"""Duties given and ended."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords

_GIVEN = {
    "director": lambda: _("appointed %(name)s a director of “%(title)s”"),
    "arbiter": lambda: _("appointed %(name)s an arbiter of “%(title)s”"),
    "cashier": lambda: _("put %(name)s at the till of “%(title)s”"),
    "helper": lambda: _("let %(name)s type paper sheets of “%(title)s”"),
}
_ENDED = {
    "director": lambda: _("relieved %(name)s of directing “%(title)s”"),
    "arbiter": lambda: _("relieved %(name)s of ruling in “%(title)s”"),
    "cashier": lambda: _("relieved %(name)s of the till of “%(title)s”"),
    "helper": lambda: _("relieved %(name)s of typing paper sheets of “%(title)s”"),
}


def _given(details: dict[str, Any]) -> str:
    return _GIVEN[details["kind"]]() % details


def _ended(details: dict[str, Any]) -> str:
    return _ENDED[details["kind"]]() % details


WORDS: dict[str, DeedWords] = {"give_duty": _given, "end_duty": _ended}
