"""Who is coming, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.accounts.chronicle import of_the_day
from scoring.capability import DeedWords
from scoring.models import Reply


def _said(details: dict[str, Any]) -> str:
    said = {"said": str(Reply(details["says"]).label) if details["says"] else ""}
    if details.get("own"):
        words = (
            _("said “%(said)s” to the evening of %(date)s")
            if details["says"]
            else _("took back what they had said of the evening of %(date)s")
        )
    else:
        words = (
            _("said “%(said)s” for %(name)s to the evening of %(date)s")
            if details["says"]
            else _("took back what %(name)s had said of the evening of %(date)s")
        )
    return of_the_day(words, {**details, **said})


WORDS: dict[str, DeedWords] = {"say_coming": _said, "say_coming_by_link": _said}
