"""Sentences for earlier versions' deeds, so that the log can still show them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring.capability import DeedWords, sentence, sentence_by


def _joint_series_ended(details: dict[str, Any]) -> str:
    words = ngettext(
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d result",
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d results",
        details["number"],
    )
    if details["missing"]:
        words += _("; nothing is known about: %(missing)s")
    return words % {**details, "missing": ", ".join(details["missing"])}


def _points_changed(details: dict[str, Any]) -> str:
    words = ngettext(
        "changed “%(list)s” in the series “%(title)s”: %(number)d person",
        "changed “%(list)s” in the series “%(title)s”: %(number)d people",
        details["number"],
    )
    return words % {**details, "list": _("Points brought along")}


def _part_ended(details: dict[str, Any]) -> str:
    if details["stays"]:
        words = _(
            "continued the club's part of the series “%(title)s” of “%(club_name)s” as a series of its own"
        )
    else:
        words = _(
            "removed the club's part of the series “%(title)s” of “%(club_name)s”, which keeps its results: "
            "%(events)s"
        )
    return words % {**details, "events": ", ".join(details["events"]) or "–"}


# Clubs once held series together, and each series had end tables of its own. Nothing is done in this way any
# more; the log still says what was.
PAST: dict[str, DeedWords] = {
    "write_end_tables": sentence(
        ngettext_lazy(
            "wrote down end tables (%(title)s): %(number)d line",
            "wrote down end tables (%(title)s): %(number)d lines",
            "number",
        )
    ),
    "open_group": sentence(gettext_lazy("opened the group “%(name)s” with %(added)d people")),
    "change_group": sentence(
        gettext_lazy("changed the group “%(name)s”: %(added)d added, %(removed)d taken out")
    ),
    "remove_group": sentence(gettext_lazy("removed the group “%(name)s”")),
    "set_final": sentence(
        gettext_lazy("made “%(tournament)s” the final of the series “%(title)s”: %(places)d places")
    ),
    "remove_final": sentence(gettext_lazy("took back the final of the series “%(title)s”")),
    "decline_final": sentence(
        gettext_lazy("noted that %(name)s declines the final of the series “%(title)s”")
    ),
    "accept_final": sentence(
        gettext_lazy("noted that %(name)s plays in the final of the series “%(title)s” after all")
    ),
    "draw_series_lot": sentence(gettext_lazy("drew a lot in the series “%(title)s”: %(names)s")),
    "withdraw_series_lot": sentence(gettext_lazy("withdrew a lot in the series “%(title)s”: %(names)s")),
    "bring_points": _points_changed,
    "rename_end_table": sentence(gettext_lazy("called an end table “%(title)s”, %(date)s")),
    "remove_end_table": sentence(gettext_lazy("took the end table “%(title)s” out")),
    "bring_old_results": sentence(
        ngettext_lazy(
            "wrote down old results in the series “%(title)s”: %(number)d line",
            "wrote down old results in the series “%(title)s”: %(number)d lines",
            "number",
        )
    ),
    "undo_dividing": sentence(gettext_lazy("took back how people of “%(title)s” were divided into sections")),
    "end_joint_series": _joint_series_ended,  # by a migration
    "end_part_of_series": _part_ended,
    "invite_club": sentence_by(
        "club_name",
        {
            True: gettext_lazy("invited the club “%(club_name)s” to the series “%(title)s”"),
            False: gettext_lazy("made a link that invites a club to the series “%(title)s”"),
        },
    ),
    "withdraw_club": sentence_by(
        "was_there",
        {
            True: gettext_lazy("ended the part of “%(club_name)s” in the joint series “%(title)s”"),
            False: gettext_lazy("withdrew an invitation to the series “%(title)s”"),
        },
    ),
    "accept_joint_series": sentence(
        gettext_lazy("accepted the invitation to the joint series “%(title)s” for “%(club_name)s”")
    ),
    "decline_joint_series": sentence(
        gettext_lazy("declined the invitation to the series “%(title)s” for “%(club_name)s”")
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
