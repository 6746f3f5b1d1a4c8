"""What was done to groups, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _opened(details: dict[str, Any]) -> str:
    return _("opened the group “%(name)s” with %(added)d people") % details


def _changed(details: dict[str, Any]) -> str:
    return _("changed the group “%(name)s”: %(added)d added, %(removed)d taken out") % details


def _removed(details: dict[str, Any]) -> str:
    return _("removed the group “%(name)s”") % details


WORDS: dict[str, DeedWords] = {
    "open_group": _opened,
    "change_group": _changed,
    "remove_group": _removed,
}
