"""What was written at one place of a sheet, version by version."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.naming import Names
from scoring.models import Act, Entry
from scoring.models.entries import Reason
from scoring.rules.versions.books import SheetBook
from scoring.table.pages.wording import fact_told
from scoring.table.replay import fact_of

DONE: dict[str, Promise] = {
    Act.ADD: gettext_lazy("entered"),
    Act.INSERT: gettext_lazy("entered later"),
    Act.CORRECT: gettext_lazy("corrected"),
    Act.TAKE_OUT: gettext_lazy("taken out"),
    Act.UNDO: gettext_lazy("taken back"),
    Act.REDO: gettext_lazy("brought back"),
}


class EntryVersion(NamedTuple):
    """One entry: who did what when, why, and what it said."""

    done: str
    who: str
    at: datetime
    told: str  # empty: nothing stands here any more
    reason: str
    counts: bool  # the version that stands


def versions_of(entries: Iterable[Entry], names: Names, book: SheetBook, language: str) -> list[EntryVersion]:
    """Return the versions of one place as they were written; loaded with `by`, `reason` and `grounds`."""
    versions = [
        EntryVersion(
            done=str(DONE[entry.act]),
            who=entry.by.name if entry.by is not None else _("Table link"),
            at=entry.at,
            told="" if entry.record is None else fact_told(fact_of(entry, book), names, language),
            reason=_said(entry.reason),
            counts=False,
        )
        for entry in entries
    ]
    if versions and versions[-1].told:
        versions[-1] = versions[-1]._replace(counts=True)
    return versions


def _said(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return reason.text or _("removed")


def since(entries: Iterable[Entry], names: Names, book: SheetBook, language: str) -> list[str]:
    """Return what these entries did, a sentence each; loaded with `grounds` and `supersedes__grounds`."""
    said = []
    for entry in entries:
        words = entry if entry.record is not None else entry.supersedes
        assert words is not None
        what = fact_told(fact_of(words, book), names, language)
        said.append(_("%(done)s: %(what)s") % {"done": DONE[entry.act], "what": what})
    return said
