"""What was done about series held together, for the logs of both clubs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _invited(details: dict[str, Any]) -> str:
    if not details["club_name"]:
        return _("made a link that invites a club to the series “%(title)s”") % details
    return _("invited the club “%(club_name)s” to the series “%(title)s”") % details


def _withdrawn(details: dict[str, Any]) -> str:
    if details["was_there"]:
        return _("ended the part of “%(club_name)s” in the joint series “%(title)s”") % details
    return _("withdrew an invitation to the series “%(title)s”") % details


def _accepted(details: dict[str, Any]) -> str:
    return _("accepted for “%(club_name)s” the invitation to the joint series “%(title)s”") % details


def _declined(details: dict[str, Any]) -> str:
    return _("declined for “%(club_name)s” the invitation to the series “%(title)s”") % details


def _left(details: dict[str, Any]) -> str:
    return _("left the series “%(title)s” with the club “%(club_name)s”") % details


def _said(details: dict[str, Any]) -> str:
    return (
        _("proposed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”")
        % details
    )


def _agreed(details: dict[str, Any]) -> str:
    return (
        _("agreed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”")
        % details
    )


def _parted(details: dict[str, Any]) -> str:
    return (
        _("noted that %(name)s and somebody of “%(club_name)s” are two people in the series “%(title)s”")
        % details
    )


WORDS: dict[str, DeedWords] = {
    "invite_club": _invited,
    "withdraw_club": _withdrawn,
    "accept_joint_series": _accepted,
    "decline_joint_series": _declined,
    "leave_joint_series": _left,
    "propose_same_person": _said,
    "agree_same_person": _agreed,
    "part_same_person": _parted,
}
