"""Calls and rulings."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords
from tournaments.corrections.disputes.pages import FOUND


def _ruled(details: dict[str, Any]) -> str:
    where = {**details, "finding": FOUND[details["finding"]]}
    if details["hand"] is None:
        said = _("ruled at table %(table)d in round %(round)d of “%(title)s”: %(finding)s")
    else:
        said = _("ruled on hand %(hand)d at table %(table)d in round %(round)d of “%(title)s”: %(finding)s")
    if details["anew"]:
        return _("%(ruled)s, in place of an earlier ruling") % {"ruled": said % where}
    return said % where


def _permitted(details: dict[str, Any]) -> str:
    said = _(
        "allowed %(arbiter)s, who plays at table %(table)d in round %(round)d of “%(title)s”, to rule there"
    )
    return said % details


WORDS: dict[str, DeedWords] = {
    "call_arbiters": lambda details: (
        _("called the arbiters to table %(table)d in round %(round)d of “%(title)s”") % details
    ),
    "withdraw_call": lambda details: (
        _("withdrew the call for the arbiters at table %(table)d in round %(round)d of “%(title)s”") % details
    ),
    "permit_arbiter": _permitted,
    "rule": _ruled,
}
