"""Tournaments opened, changed, shown."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.capability import DeedWords, sentence, sentence_by
from scoring.engine.texts import either
from scoring.web.language import current_language
from tournaments.wording import MATTERS, chosen


def _changed(details: dict[str, Any]) -> str:
    changes = [
        f"{MATTERS[name]} {_shown(name, before, details)} → {_shown(name, after, details)}"
        for name, before, after in details["changes"]
    ]
    if not changes:
        return _("saved the tournament “%(title)s” without a change") % details
    words = _("changed the tournament “%(title)s”: %(changes)s")
    return words % {**details, "changes": ", ".join(changes)}


def _shown(name: str, value: Any, details: dict[str, Any]) -> str:
    if name == "date":
        return date_format(date.fromisoformat(value), pgettext("date format", "j M Y"))
    if name == "rules":
        german, english, edition = value
        label = either(german, english, current_language())
        return _("%(label)s (version %(edition)d)") % {"label": label, "edition": edition}
    return chosen(name, value, details["currency"]) or "–"


def _opened(details: dict[str, Any]) -> str:
    message = _("opened the tournament “%(title)s”") % details
    if not details.get("arbiters"):
        return message
    named = {"said": message, "names": ", ".join(details["arbiters"])}
    return _("%(said)s; arbiters: %(names)s") % named


def _copied(details: dict[str, Any]) -> str:
    message = _("copied the tournament “%(origin)s” to “%(title)s”") % details
    if not details["people"]:
        return message
    people = ngettext("%(count)d person", "%(count)d people", details["people"])
    also = _("%(said)s, with %(people)s")
    return also % {"said": message, "people": people % {"count": details["people"]}}


def _reopened(details: dict[str, Any]) -> str:
    """Say that a tournament was reopened; the reason may have been blanked for the sake of a name."""
    words = _("opened the tournament “%(title)s” again: %(reason)s")
    return words % {**details, "reason": details["reason"] or _("removed")}


WORDS: dict[str, DeedWords] = {
    "open_tournament": _opened,
    "change_tournament": _changed,
    "show_tournament": sentence_by(
        "public",
        {
            True: gettext_lazy("showed the tournament “%(title)s” to everybody"),
            False: gettext_lazy("showed the tournament “%(title)s” to the club only"),
        },
    ),
    "finish_tournament": sentence(gettext_lazy("finished the tournament “%(title)s”")),
    "reopen_tournament": _reopened,
    "copy_tournament": _copied,
    "save_preset": sentence(gettext_lazy("saved the tournament terms “%(name)s”")),
    "rename_preset": sentence(gettext_lazy("renamed the tournament terms “%(before)s” to “%(name)s”")),
    "remove_preset": sentence(gettext_lazy("removed the tournament terms “%(name)s”")),
}
