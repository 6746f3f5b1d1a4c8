"""Clubs, members, roles, links, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.accounts.chronicle import of_the_day
from scoring.capability import DeedWords
from scoring.engine.texts import Text
from scoring.models import Role, Shared
from scoring.models.sharing import period_label
from scoring.rules import published
from scoring.web.language import current_language

SETTINGS = {
    "name": gettext_lazy("name"),
    "currency": gettext_lazy("currency"),
    "cents_per_point": gettext_lazy("cents per point"),
    "language": gettext_lazy("language"),
    "default_rules": gettext_lazy("rules"),
}


def _added(details: dict[str, Any]) -> str:
    names = details["names"]
    said = ngettext("added a member: %(names)s", "added %(count)d members: %(names)s", len(names))
    return said % {"names": ", ".join(names), "count": len(names)}


def _changed(details: dict[str, Any]) -> str:
    own = details.get("rules", {})
    changes = [
        f"{SETTINGS[field]} {_shown(field, before, own)} → {_shown(field, after, own)}"
        for field, before, after in details["changes"]
    ]
    if not changes:
        return _("saved the settings without a change")
    return _("changed the settings: %(changes)s") % {"changes": ", ".join(changes)}


def _shown(field: str, value: Any, own: dict[str, list[str]]) -> Any:
    """Return a value of the settings as a page shows it; own sheets by what they were called then."""
    if field == "language":
        return dict(settings.LANGUAGES).get(value, value)
    if field == "default_rules" and value in published():
        return published()[value].label.in_language(current_language())
    if field == "default_rules" and value in own:
        return Text(*own[value]).in_language(current_language())
    return value


def _appointed(details: dict[str, Any]) -> str:
    return _("made %(name)s %(role)s") % {"name": details["name"], "role": Role(details["role"]).label}


def _dismissed(details: dict[str, Any]) -> str:
    said = _("removed a role from %(name)s: %(role)s")
    return said % {"name": details["name"], "role": Role(details["role"]).label}


def _invited(details: dict[str, Any]) -> str:
    if details["purpose"] == "password":
        return _("made a password link for %(name)s") % details
    return _("made an invitation link for %(name)s") % details


def _of_time(words: str, details: dict[str, Any]) -> str:
    return words % {**details, "period": period_label(details["period"])}


def _withdrawn(details: dict[str, Any]) -> str:
    if details["what"] == Shared.EVENING:
        return of_the_day(_("withdrew the link to the evening of %(date)s"), details)
    if details["what"] == Shared.PLAYER:
        return _("withdrew the link to the page of %(name)s") % details
    if details["what"] == Shared.CALENDAR:
        return _("withdrew the link to the calendar")
    if details["what"] == Shared.RESULTS:
        return _("withdrew the link to the results")
    if details["what"] == Shared.COMING:
        return _("withdrew the link to say who is coming")
    return _of_time(_("withdrew the link to the standings (%(period)s)"), details)


def _shared_feed(details: dict[str, Any]) -> str:
    if details["what"] == Shared.CALENDAR:
        return _("made a link to the calendar")
    if details["what"] == Shared.COMING:
        return _("made a link to say who is coming")
    return _("made a link to the results")


WORDS: dict[str, DeedWords] = {
    "set_up": lambda details: _("set up Tarockclub and founded the club %(name)s") % details,
    "found_club": lambda details: _("founded the club %(name)s") % details,
    "change_club": _changed,
    "change_password": lambda details: _("changed their password"),
    "switch_on_second_factor": lambda details: _("switched on two-step sign-in"),
    "switch_off_second_factor": lambda details: _("switched off two-step sign-in"),
    "renew_recovery_codes": lambda details: _("made new recovery codes"),
    "add_members": _added,
    "rename_member": lambda details: _("renamed %(before)s to %(after)s") % details,
    "deactivate_member": lambda details: _("deactivated %(name)s") % details,
    "reactivate_member": lambda details: _("reactivated %(name)s") % details,
    "detach_account": lambda details: _("removed the account %(account_name)s from %(name)s") % details,
    "remove_member": lambda details: _("removed the mistyped entry %(name)s") % details,
    "appoint": _appointed,
    "dismiss": _dismissed,
    "invite": _invited,
    "withdraw_invitation": lambda details: _("withdrew the link for %(name)s") % details,
    "accept_invitation": lambda details: _("accepted the invitation with a new account"),
    "join": lambda details: _("accepted the invitation with an existing account"),
    "renew_password": lambda details: _("set a new password by link"),
    "share_evening": lambda details: of_the_day(_("made a link to the evening of %(date)s"), details),
    "share_standings": lambda details: _of_time(_("made a link to the standings (%(period)s)"), details),
    "share_player": lambda details: _of_time(_("made a link to the page of %(name)s (%(period)s)"), details),
    "share_feed": _shared_feed,
    "withdraw_sharing": _withdrawn,
}
