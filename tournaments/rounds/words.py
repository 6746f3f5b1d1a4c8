"""Rounds, their clock, and what happens at the bell."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords


def _closed(details: dict[str, Any]) -> str:
    if open_then := details.get("still_open"):
        tables = ", ".join(str(number) for number in open_then)
        words = _("closed round %(round)d of “%(title)s” with table %(tables)s still open")
        return words % {**details, "tables": tables}
    return _("closed round %(round)d of “%(title)s”") % details


def _added(details: dict[str, Any]) -> str:
    if details["table"] is not None:
        said = ngettext(
            "gave table %(table)d %(minutes)d minute more in round %(round)d of “%(title)s”",
            "gave table %(table)d %(minutes)d minutes more in round %(round)d of “%(title)s”",
            details["minutes"],
        )
    else:
        said = ngettext(
            "gave everybody %(minutes)d minute more in round %(round)d of “%(title)s”",
            "gave everybody %(minutes)d minutes more in round %(round)d of “%(title)s”",
            details["minutes"],
        )
    return said % details


def _set(details: dict[str, Any]) -> str:
    times = {key: f"{details[key] // 60}:{details[key] % 60:02d}" for key in ("before", "seconds")}
    said = _("set the clock of round %(round)d of “%(title)s” from %(before)s to %(seconds)s")
    return said % {**details, **times}


def _said(details: dict[str, Any]) -> str:
    if details["dealt"]:
        return _("said at the bell that the cards were dealt: table %(table)d, round %(round)d") % details
    return _("said at the bell that no cards were dealt: table %(table)d, round %(round)d") % details


WORDS: dict[str, DeedWords] = {
    "start_round": lambda details: _("started round %(round)d of “%(title)s”") % details,
    "close_round": _closed,
    "double_round": lambda details: _("called the double round in round %(round)d of “%(title)s”") % details,
    "pause_clock": lambda details: _("stopped the clock of round %(round)d of “%(title)s”") % details,
    "resume_clock": lambda details: _("let the clock of round %(round)d of “%(title)s” go on") % details,
    "add_time": _added,
    "set_clock": _set,
    "ring": lambda details: _("rang the bell of round %(round)d of “%(title)s”") % details,
    "say_dealt": _said,
    "hand_in": lambda details: (
        _("handed in the sheet of table %(table)d, round %(round)d of “%(title)s”") % details
    ),
    "allow_hand": lambda details: (
        _("allowed table %(table)d one more hand after the bell, round %(round)d of “%(title)s”") % details
    ),
    "close_table": lambda details: (
        _("closed the sheet of table %(table)d, round %(round)d of “%(title)s”") % details
    ),
    "reopen_table": lambda details: (
        _("opened the sheet of table %(table)d again, round %(round)d of “%(title)s”: %(reason)s") % details
    ),
}
