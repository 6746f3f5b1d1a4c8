"""Why a sheet is corrected."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field

LONGEST_RECORD = 100_000


class CorrectionReasonForm(PageForm):
    """Why a sheet is corrected."""

    reason = text_field(
        _("Why?"),
        _("Please give the reason."),
        help_text=_("A few words are enough. They are kept in the history of this hand."),
        maxlength="400",
    )


def record_from(text: str) -> dict[str, Any]:
    """Return the record that a page sent; ValueError if it is none."""
    if len(text) > LONGEST_RECORD:
        raise ValueError("No hand is as long as that")
    record = json.loads(text)
    if not isinstance(record, dict):
        raise ValueError("Not a record")
    return record


# The form
