"""The draw, and the cards on the tables."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _swapped(details: dict[str, Any]) -> str:
    one, other = details["names"]
    said = _("let %(one)s and %(other)s change seats in round %(round)d of “%(title)s”")
    return said % {**details, "one": one, "other": other}


def _discarded(details: dict[str, Any]) -> str:
    if details["published"]:
        return _("discarded the published draw of round %(round)d of “%(title)s”") % details
    return _("discarded the draw of round %(round)d of “%(title)s”") % details


def _renewed(details: dict[str, Any]) -> str:
    return _("renewed the card of table %(number)d of “%(title)s”") % details


WORDS: dict[str, DeedWords] = {
    "draw_round": lambda details: _("drew round %(round)d of “%(title)s”, seed %(seed)s") % details,
    "draw_rounds": lambda details: (
        _("drew rounds %(round)d to %(last)d of “%(title)s”, seed %(seed)s") % details
    ),
    "take_prepared": lambda details: (
        _("took the draw made ahead for round %(round)d of “%(title)s”") % details
    ),
    "swap_seats": _swapped,
    "publish_round": lambda details: _("published the draw of round %(round)d of “%(title)s”") % details,
    "discard_draw": _discarded,
    "renew_card": _renewed,
}
