"""Sections that are named, and people who are divided, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords

MOST_NAMED = 5


def _set(details: dict[str, Any]) -> str:
    if not details["sections"]:
        return _("plays “%(title)s” without sections") % details
    about = {"title": details["title"], "sections": ", ".join(details["sections"])}
    if details["together"]:
        return _("plays “%(title)s” in sections, ranked apart and together: %(sections)s") % about
    return _("plays “%(title)s” in sections, ranked apart: %(sections)s") % about


def _divided(details: dict[str, Any]) -> str:
    people = list(zip(details["names"], details["into"], strict=True))
    about = {"title": details["title"], "seed": details["seed"], "count": len(people)}
    if len(people) <= MOST_NAMED:
        moved = [f"{name} → {section or '–'}" for name, section in people]
        told = _("divided people of “%(title)s” into sections: %(moved)s") % {
            **about,
            "moved": ", ".join(moved),
        }
    else:
        told = (
            ngettext(
                "divided %(count)d person of “%(title)s” into sections",
                "divided %(count)d people of “%(title)s” into sections",
                len(people),
            )
            % about
        )
    if details["seed"]:
        told = _("%(told)s, seed %(seed)s") % {"told": told, "seed": details["seed"]}
    if details["for_reason"]:
        told = f"{told}: {details['reason'] or _('removed')}"
    return told


def _undone(details: dict[str, Any]) -> str:
    return _("took back how people of “%(title)s” were divided into sections") % details


WORDS: dict[str, DeedWords] = {
    "set_sections": _set,
    "divide_people": _divided,
    "undo_dividing": _undone,
}
