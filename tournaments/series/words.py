"""What was done to series, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.capability import DeedWords, sentence, sentence_by


def _joint_series_ended(details: dict[str, Any]) -> str:
    words = ngettext(
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d result",
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d results",
        details["number"],
    )
    if details["missing"]:
        words += _("; nothing is known of: %(missing)s")
    return words % {**details, "missing": ", ".join(details["missing"])}


def _part_ended(details: dict[str, Any]) -> str:
    if details["stays"]:
        words = _("went on with the club's part of the series “%(title)s” of “%(club_name)s” by itself")
    else:
        words = _(
            "removed the club's part of the series “%(title)s” of “%(club_name)s”, which keeps its results: "
            "%(events)s"
        )
    return words % {**details, "events": ", ".join(details["events"]) or "–"}


def _invited(details: dict[str, Any]) -> str:
    if not details["club_name"]:
        return _("made a link that invites a club to the series “%(title)s”") % details
    return _("invited the club “%(club_name)s” to the series “%(title)s”") % details


# Clubs once held series together. Nothing does so any more; the log still says what was done then.
JOINT: dict[str, DeedWords] = {
    "end_joint_series": _joint_series_ended,  # by a migration
    "end_part_of_series": _part_ended,
    "invite_club": _invited,
    "withdraw_club": sentence_by(
        "was_there",
        {
            True: gettext_lazy("ended the part of “%(club_name)s” in the joint series “%(title)s”"),
            False: gettext_lazy("withdrew an invitation to the series “%(title)s”"),
        },
    ),
    "accept_joint_series": sentence(
        gettext_lazy("accepted for “%(club_name)s” the invitation to the joint series “%(title)s”")
    ),
    "decline_joint_series": sentence(
        gettext_lazy("declined for “%(club_name)s” the invitation to the series “%(title)s”")
    ),
    "leave_joint_series": sentence(gettext_lazy("left the series “%(title)s” with the club “%(club_name)s”")),
    "propose_same_person": sentence(
        gettext_lazy(
            "proposed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "agree_same_person": sentence(
        gettext_lazy(
            "agreed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "part_same_person": sentence(
        gettext_lazy(
            "noted that %(name)s and somebody of “%(club_name)s” are two people in the series “%(title)s”"
        )
    ),
}
