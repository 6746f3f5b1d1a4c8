"""Reasons of corrections: free texts, stored apart from protected rows."""

from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.engine.record import is_readable
from scoring.engine.record.reading import LONGEST_REASON
from scoring.heads import salted
from scoring.models import Reason
from scoring.names import tidy


def demand_reason(reason: str) -> str:
    """Return the reason, tidied; raise Refused(reason=…) if it is missing, too long or unreadable."""
    reason = tidy(reason)
    if not reason:
        raise Refused(reason=[_("Please give the reason.")])
    if not is_readable(reason):
        raise Refused(reason=[_("The reason contains characters that cannot be read.")])
    if len(reason) > LONGEST_REASON:
        raise Refused(reason=[_("At most %(most)d characters.") % {"most": LONGEST_REASON}])
    return reason


def store_reason(text: str) -> Reason | None:
    """Return the reason as it is stored; None for no words."""
    if not text:
        return None
    reason = Reason(text=text)
    reason.digest = salted(reason.salt, text)
    reason.save()
    return reason


def says(reason: Reason | None, text: str) -> bool:
    """Return whether the stored reason has this text; a blanked one equals any."""
    if reason is None:
        return not text
    return reason.blanked_at is not None or reason.text == text
