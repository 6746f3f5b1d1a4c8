"""Evenings and their tables, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.accounts.chronicle import day_in_words, of_the_day, with_reason
from scoring.capability import DeedWords
from scoring.evenings.verbs.evenings import ASK_ANEW
from scoring.web.language import current_language


def _opened(details: dict[str, Any]) -> str:
    said = (
        _("opened the evening of %(date)s, %(place)s")
        if details["place"]
        else _("opened the evening of %(date)s")
    )
    return of_the_day(said, details)


def _moved(details: dict[str, Any]) -> str:
    before, after = details["before"], details
    changes = [f"{day_in_words(before)} → {day_in_words(after)}"] if before["date"] != after["date"] else []
    if before["place"] != after["place"]:
        changes.append(f"{before['place'] or '–'} → {after['place'] or '–'}")
    if "confirmation" in details:
        on = details["confirmation"]
        changes.append(_("hands are confirmed") if on else _("hands are no longer confirmed"))
    if details.get("answers") == ASK_ANEW:
        changes.append(_("everybody is asked anew who is coming"))
    elif "answers" in details:
        said = ngettext("%(count)d answer stays", "%(count)d answers stay", details["answered"])
        changes.append(said % {"count": details["answered"]})
    if not changes:
        return of_the_day(_("saved the evening of %(date)s without a change"), after)
    said = _("changed the evening of %(date)s: %(changes)s")
    return said % {"date": day_in_words(before), "changes": ", ".join(changes)}


def _agreed(details: dict[str, Any]) -> str:
    if details["played"]:
        return of_the_day(_("agreed on the Pagatkassa for the evening of %(date)s"), details)
    return of_the_day(_("agreed to play without a Pagatkassa on the evening of %(date)s"), details)


def _newer(details: dict[str, Any]) -> str:
    said = of_the_day(_("took version %(edition)d of the rules for the evening of %(date)s"), details)
    if note := details.get("note", {}).get(current_language()):
        said = f"{said} ({note})"
    if tables := details.get("tables"):
        also = _("%(said)s, from the next hand on at: %(tables)s")
        return also % {"said": said, "tables": ", ".join(tables)}
    return said


def _renewed(details: dict[str, Any]) -> str:
    if details["kind"] == "record":
        return of_the_day(_("renewed the link to record at “%(name)s” (%(date)s)"), details)
    return of_the_day(_("renewed the link to read “%(name)s” (%(date)s)"), details)


def _just_played(details: dict[str, Any]) -> str:
    if details.get("counts"):
        return of_the_day(_("opened a table of the evening of %(date)s"), details)
    return of_the_day(_("opened a table without an evening (%(date)s)"), details)


def _counted(details: dict[str, Any]) -> str:
    if details["counts"]:
        return of_the_day(_("decided that the table of %(date)s counts in the season"), details)
    return of_the_day(_("decided that the table of %(date)s does not count in the season"), details)


WORDS: dict[str, DeedWords] = {
    "open_evening": _opened,
    "change_evening": _moved,
    "agree_pagatkassa": _agreed,
    "count_evening": _counted,
    "take_newer_edition": _newer,
    "close_evening": lambda details: of_the_day(_("closed the evening of %(date)s"), details),
    "reopen_evening": lambda details: with_reason(
        _("opened the evening of %(date)s again: %(reason)s"), details
    ),
    "open_sheet": lambda details: of_the_day(_("opened the table “%(name)s” (%(date)s)"), details),
    "just_play": _just_played,
    "remove_sheet": lambda details: of_the_day(_("removed the empty table “%(name)s” (%(date)s)"), details),
    "close_sheet": lambda details: of_the_day(_("closed the table “%(name)s” (%(date)s)"), details),
    "reopen_sheet": lambda details: with_reason(
        _("opened the table “%(name)s” (%(date)s) again: %(reason)s"), details
    ),
    "renew_link": _renewed,
}
