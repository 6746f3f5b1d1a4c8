"""Old sheets: what it hands to the rest of the program."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.accounts.chronicle import day_in_words, with_reason
from scoring.capability import Capability, DeedWords


def _brought_in(details: dict[str, Any]) -> str:
    first, last = (day_in_words({"date": details[key]}) for key in ("since", "until"))
    said = {**details, "days": first if first == last else f"{first} – {last}"}
    if details["kind"] == "hands":
        return _("imported old sheets, %(days)s: evenings %(evenings)d, hands %(hands)d") % said
    return _("imported old amounts, %(days)s: evenings %(evenings)d, rows %(rows)d") % said


WORDS: dict[str, DeedWords] = {
    "import_old_sheets": _brought_in,
    "withdraw_old_batch": lambda details: with_reason(
        _("withdrew the old sheets of %(date)s: %(reason)s"), details
    ),
}

CAPABILITY = Capability(urls="scoring.old_sheets.views", words=WORDS)
