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


def _ended(details: dict[str, Any]) -> str:
    words = ngettext(
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d result",
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d results",
        details["number"],
    )
    if details["missing"]:
        words += _("; nothing is known of: %(missing)s")
    return words % {**details, "missing": ", ".join(details["missing"])}


def _part_ended(details: dict[str, Any]) -> str:
    if details["stays"]:
        words = _("went on with the club's part of the series “%(title)s” of “%(club_name)s” by itself")
    else:
        words = _(
            "removed the club's part of the series “%(title)s” of “%(club_name)s”, which keeps its results: "
            "%(events)s"
        )
    return words % {**details, "events": ", ".join(details["events"]) or "–"}


def _invited(details: dict[str, Any]) -> str:
    if not details["club_name"]:
        return _("made a link that invites a club to the series “%(title)s”") % details
    return _("invited the club “%(club_name)s” to the series “%(title)s”") % details


def _put_out(details: dict[str, Any]) -> str:
    if details["was_there"]:
        return _("ended the part of “%(club_name)s” in the joint series “%(title)s”") % details
    return _("withdrew an invitation to the series “%(title)s”") % details


# Clubs once held series together. Nothing does so any more; what was done then is still told.
JOINT: dict[str, DeedWords] = {
    "end_joint_series": _ended,  # by a migration
    "end_part_of_series": _part_ended,
    "invite_club": _invited,
    "withdraw_club": _put_out,
    "accept_joint_series": lambda details: (
        _("accepted for “%(club_name)s” the invitation to the joint series “%(title)s”") % details
    ),
    "decline_joint_series": lambda details: (
        _("declined for “%(club_name)s” the invitation to the series “%(title)s”") % details
    ),
    "leave_joint_series": lambda details: (
        _("left the series “%(title)s” with the club “%(club_name)s”") % details
    ),
    "propose_same_person": lambda details: (
        _("proposed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”")
        % details
    ),
    "agree_same_person": lambda details: (
        _("agreed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”")
        % details
    ),
    "part_same_person": lambda details: (
        _("noted that %(name)s and somebody of “%(club_name)s” are two people in the series “%(title)s”")
        % details
    ),
}

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
    **JOINT,
}
