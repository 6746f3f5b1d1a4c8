"""Settings, roles and links, in the words of the log; simpler sentences stand beside their verbs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.capability import DeedWords, sentence, sentence_by
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
    "show_money": gettext_lazy("shared evenings"),
    "phones_ready": gettext_lazy("evenings without network"),
}


def added(details: dict[str, Any]) -> str:
    """Tell who was added."""
    names = details["names"]
    said = ngettext("added a member: %(names)s", "added %(count)d members: %(names)s", len(names))
    return said % {"names": ", ".join(names), "count": len(names)}


def changed(details: dict[str, Any]) -> str:
    """Tell each setting that was changed, from what to what."""
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
    if field == "show_money":
        return _("with money") if value else _("without money")
    if field == "phones_ready":
        return _("phones get ready by themselves") if value else _("whoever taps for it")
    if field == "default_rules" and value in published():
        return published()[value].label.in_language(current_language())
    if field == "default_rules" and value in own:
        return Text(*own[value]).in_language(current_language())
    return value


def appointed(details: dict[str, Any]) -> str:
    """Tell who got a role."""
    return _("made %(name)s %(role)s") % {**details, "role": Role(details["role"]).label}


def dismissed(details: dict[str, Any]) -> str:
    """Tell who lost a role."""
    return _("removed a role from %(name)s: %(role)s") % {**details, "role": Role(details["role"]).label}


def _of_time(template: Any) -> DeedWords:
    return lambda details: sentence(template)({**details, "period": period_label(details["period"])})


INVITED = sentence_by(
    "purpose",
    {
        "password": gettext_lazy("made a password link for %(name)s"),
        "account": gettext_lazy("made an invitation link for %(name)s"),
    },
)
SHARED_STANDINGS = _of_time(gettext_lazy("made a link to the standings (%(period)s)"))
SHARED_PLAYER = _of_time(gettext_lazy("made a link to the page of %(name)s (%(period)s)"))
SHARED_FEED = sentence_by(
    "what",
    {
        Shared.CALENDAR: gettext_lazy("made a link to the calendar"),
        Shared.COMING: gettext_lazy("made a link to say who is coming"),
        Shared.RESULTS: gettext_lazy("made a link to the results"),
    },
)
_WITHDREW_STANDINGS = _of_time(gettext_lazy("withdrew the link to the standings (%(period)s)"))
_WITHDREW = sentence_by(
    "what",
    {
        Shared.EVENING: gettext_lazy("withdrew the link to the evening of %(date)s"),
        Shared.PLAYER: gettext_lazy("withdrew the link to the page of %(name)s"),
        Shared.CALENDAR: gettext_lazy("withdrew the link to the calendar"),
        Shared.RESULTS: gettext_lazy("withdrew the link to the results"),
        Shared.COMING: gettext_lazy("withdrew the link to say who is coming"),
    },
)


def withdrawn(details: dict[str, Any]) -> str:
    """Tell which link was withdrawn."""
    return (_WITHDREW_STANDINGS if "period" in details else _WITHDREW)(details)


# Of deeds that are no verbs: nobody is signed in.
WITHOUT_ACCOUNT: dict[str, DeedWords] = {
    "set_up": sentence(gettext_lazy("set up Tarockclub and founded the club %(name)s")),
    "accept_invitation": sentence(gettext_lazy("accepted the invitation with a new account")),
    "renew_password": sentence(gettext_lazy("set a new password by link")),
}
