"""What was done to series, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords


def _opened(details: dict[str, Any]) -> str:
    return _("opened the series “%(title)s”") % details


def _changed(details: dict[str, Any]) -> str:
    return _("changed the terms of the series “%(title)s”") % details


def _removed(details: dict[str, Any]) -> str:
    return _("removed the series “%(title)s”") % details


def _chosen(details: dict[str, Any]) -> str:
    return _("chose the events of the series “%(title)s”: %(added)d added, %(removed)d taken out") % details


def _brought(details: dict[str, Any]) -> str:
    return (
        ngettext(
            "changed the points brought along to the series “%(title)s”: %(number)d person",
            "changed the points brought along to the series “%(title)s”: %(number)d people",
            details["number"],
        )
        % details
    )


def _old(details: dict[str, Any]) -> str:
    said = ngettext(
        "wrote down old results in the series “%(title)s”: %(number)d line",
        "wrote down old results in the series “%(title)s”: %(number)d lines",
        details["number"],
    )
    return said % details


def _drawn(details: dict[str, Any]) -> str:
    told = {**details, "names": ", ".join(details["names"])}
    return _("drew a lot in the series “%(title)s”: %(names)s") % told


def _withdrawn(details: dict[str, Any]) -> str:
    told = {**details, "names": ", ".join(details["names"])}
    return _("withdrew a lot in the series “%(title)s”: %(names)s") % told


def _shown(details: dict[str, Any]) -> str:
    if details["public"]:
        return _("showed the series “%(title)s” to everybody") % details
    return _("showed the series “%(title)s” to the club only") % details


WORDS: dict[str, DeedWords] = {
    "open_series": _opened,
    "change_series": _changed,
    "remove_series": _removed,
    "choose_events": _chosen,
    "show_series": _shown,
    "bring_points": _brought,
    "bring_old_results": _old,
    "draw_series_lot": _drawn,
    "withdraw_series_lot": _withdrawn,
}
