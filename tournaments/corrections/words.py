"""What was put right afterwards, and what came from paper."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords


def _at(words: str, details: dict[str, Any]) -> str:
    """With the table: "…, “Herbstturnier”, round 2, table 4"."""
    place = _("“%(title)s”, round %(round)d, table %(table)d") % details
    return f"{words % details} ({place})"


def _left(details: dict[str, Any]) -> str:
    if details["instead"]:
        words = _("let %(name)s leave, %(instead)s took the seat")
        if details["ranked"] == "last":
            words = _("let %(name)s leave and be ranked last, %(instead)s took the seat")
        return _at(words, details)
    if details.get("goes_on"):
        words = _("let %(name)s leave, the others play on")
        if details["ranked"] == "last":
            words = _("let %(name)s leave and be ranked last, the others play on")
        return _at(words, details)
    words = _("let %(name)s leave, and closed the sheet")
    if details["ranked"] == "last":
        words = _("let %(name)s leave and be ranked last, and closed the sheet")
    return _at(words, details)


def _paper(details: dict[str, Any]) -> str:
    return _at(_("has them play on paper") if details["paper"] else _("has them play on the screen"), details)


def _typed(details: dict[str, Any]) -> str:
    words = ngettext("typed %(count)d hand from paper", "typed %(count)d hands from paper", details["count"])
    return _at(words, details)


def _result(details: dict[str, Any]) -> str:
    if details["anew"]:
        return _at(_("typed the result from paper again"), details)
    return _at(_("typed the result from paper"), details)


def _exchanged(details: dict[str, Any]) -> str:
    one, other = details["names"]
    tables = ", ".join(str(number) for number in details["tables"])
    said = _(
        "swapped %(one)s and %(other)s on the sheets of table %(tables)s, round %(round)d of “%(title)s”: "
        "%(reason)s"
    )
    return said % {**details, "one": one, "other": other, "tables": tables}


def _moved(details: dict[str, Any]) -> str:
    words = _("moved the sheet to %(rules)s, version %(edition)d, from the next hand on: %(reason)s")
    if details["from_first"]:
        words = _("moved the sheet to %(rules)s, version %(edition)d, from its first hand on: %(reason)s")
    return _at(words, details)


WORDS: dict[str, DeedWords] = {
    "leave_table": _left,
    "undo_leaving": lambda details: _at(_("took back that %(name)s left"), details),
    "join_table": lambda details: _at(_("seated %(name)s, who came later"), details),
    "undo_joining": lambda details: _at(_("took back that %(name)s came later"), details),
    "give_up_seat": lambda details: _at(_("took %(name)s off the table, who does not play"), details),
    "play_on_paper": _paper,
    "type_hands": _typed,
    "enter_result": _result,
    "take_back_result": lambda details: _at(_("took back the result from paper"), details),
    "exchange_people": _exchanged,
    "move_to_rules": _moved,
    "reopen_round": lambda details: _("opened round %(round)d of “%(title)s” again: %(reason)s") % details,
}
