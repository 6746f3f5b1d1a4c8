"""The forms for the reason of a correction, for an objection, and for the director's answer to one."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.models import ObjectionOutcome
from scoring.table.pages.voices import OUTCOMES
from scoring.web.fields import PageForm, choice_field, offer, text_field

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


class Objecting(PageForm):
    """Who, where more than one can; and a few words."""

    player = choice_field(_("Who objects?"), wrong=_("Please say who objects."))
    reason = text_field(
        _("What is wrong?"),
        "",
        help_text=_("If you like: a few words for the director."),
        maxlength="400",
    )

    def __init__(self, *args: Any, speakers: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, player=[("", "–"), *speakers.items()])
        if len(speakers) == 1:
            [self.only] = speakers
            del self.fields["player"]

    @property
    def speaker(self) -> str:
        """Return the only possible speaker; else the chosen one, who may no longer be possible."""
        return str(self.data.get("player", "")) if "player" in self.fields else self.only


class SettlingObjection(PageForm):
    """The director's answer to an objection."""

    outcome = choice_field(_("What becomes of the hand?"), OUTCOMES.items())
    reason = text_field(
        _("In a few words"),
        _("Please say in a few words what was found."),
        help_text=_("They are kept in the history of this hand."),
        maxlength="400",
    )

    def __init__(self, *args: Any, of: UUID, corrected: bool = False, **kwargs: Any) -> None:
        outcome = ObjectionOutcome.CORRECTED if corrected else ObjectionOutcome.STANDS
        super().__init__(*args, initial={"outcome": outcome}, auto_id=f"id_{of}_%s", **kwargs)
        self.of = of
