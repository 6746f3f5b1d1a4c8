"""A club's own rule sheets: what it hands to the rest of the program."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import Capability, DeedWords, LogSubject
from scoring.models import Ruleset
from scoring.rules import published
from scoring.sealing import LinkKind
from scoring.web.language import current_language


def _begun(details: dict[str, Any]) -> str:
    if details["origin"] in published():
        origin = published()[details["origin"]].label.in_language(current_language())
        return _("started the rule sheet “%(name)s” from “%(origin)s”") % {**details, "origin": origin}
    return _("started the rule sheet “%(name)s” from “%(origin)s”") % details


def _discarded(details: dict[str, Any]) -> str:
    if details["stays"]:
        return _("discarded the draft of the rule sheet “%(name)s”") % details
    return _("discarded the new rule sheet “%(name)s”") % details


def _offered(details: dict[str, Any]) -> str:
    if details["offered"]:
        return _("offers the rule sheet “%(name)s” for evenings again") % details
    return _("no longer offers the rule sheet “%(name)s” for evenings") % details


def _shown(details: dict[str, Any]) -> str:
    if details["shown"]:
        return _("offers the rule sheet “%(name)s” to other clubs") % details
    return _("no longer offers the rule sheet “%(name)s” to other clubs") % details


WORDS: dict[str, DeedWords] = {
    "begin_sheet": _begun,
    "change_draft": lambda details: _("changed the draft of the rule sheet “%(name)s”") % details,
    "discard_draft": _discarded,
    "save_version": lambda details: (
        _("saved version %(edition)d of the rule sheet “%(name)s” (%(code)s)") % details
    ),
    "offer_sheet": _offered,
    "show_sheet": _shown,
}


CAPABILITY = Capability(
    urls="scoring.rule_editor.urls",
    words=WORDS,
    log_subject=LogSubject("rules", gettext_lazy("Rules")),
    links=(
        LinkKind(
            model=Ruleset,
            columns=("shown_at", "salt"),
            open=~Q(shown_at=None),
            end=lambda rows: rows.update(shown_at=None, salt=token_hex()),
            club="club",
            one="rule sheet on offer",
            many="rule sheets on offer",
        ),
    ),
)
