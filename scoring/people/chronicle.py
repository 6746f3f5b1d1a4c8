"""Deeds put into words, for the log of a club."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.engine.rules import Text
from scoring.models import Deed, Role, Shared
from scoring.models.sharing import period_told
from scoring.rulesets import published
from scoring.web.language import current_language

Words = Callable[[dict[str, Any]], str]

SETTINGS = {
    "name": gettext_lazy("name"),
    "currency": gettext_lazy("currency"),
    "cents_per_point": gettext_lazy("cents per point"),
    "language": gettext_lazy("language"),
    "default_rules": gettext_lazy("rules"),
}


def told(deed: Deed) -> str:
    """One sentence without its subject: the page puts the name of the actor before it."""
    return VERBS[deed.verb](deed.details)


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
    """A value of the settings as a page shows it; the club's own sheets by what they were called then."""
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
    said = _("took a role from %(name)s: %(role)s")
    return said % {"name": details["name"], "role": Role(details["role"]).label}


def _invited(details: dict[str, Any]) -> str:
    if details["purpose"] == "password":
        return _("made a link to a new password for %(name)s") % details
    return _("made an invitation link for %(name)s") % details


def _day(details: dict[str, Any]) -> str:
    return date_format(date.fromisoformat(details["date"]), pgettext("date format", "j M Y"))


def _of_the_day(words: str, details: dict[str, Any]) -> str:
    return words % {**details, "date": _day(details)}


def _opened(details: dict[str, Any]) -> str:
    said = (
        _("opened the evening of %(date)s, %(place)s")
        if details["place"]
        else _("opened the evening of %(date)s")
    )
    return _of_the_day(said, details)


def _moved(details: dict[str, Any]) -> str:
    before, after = details["before"], details
    changes = [f"{_day(before)} → {_day(after)}"] if before["date"] != after["date"] else []
    if before["place"] != after["place"]:
        changes.append(f"{before['place'] or '–'} → {after['place'] or '–'}")
    if "confirmation" in details:
        on = details["confirmation"]
        changes.append(_("hands are confirmed") if on else _("hands are not confirmed any more"))
    if not changes:
        return _of_the_day(_("saved the evening of %(date)s without a change"), after)
    said = _("changed the evening of %(date)s: %(changes)s")
    return said % {"date": _day(before), "changes": ", ".join(changes)}


def _agreed(details: dict[str, Any]) -> str:
    if details["played"]:
        return _of_the_day(_("agreed on the Pagatkassa for the evening of %(date)s"), details)
    return _of_the_day(_("agreed to play no Pagatkassa on the evening of %(date)s"), details)


def _newer(details: dict[str, Any]) -> str:
    said = _of_the_day(_("took version %(edition)d of the rules for the evening of %(date)s"), details)
    if note := details.get("note", {}).get(current_language()):
        said = f"{said} ({note})"
    if tables := details.get("tables"):
        also = _("%(said)s, from the next hand on at: %(tables)s")
        return also % {"said": said, "tables": ", ".join(tables)}
    return said


def _renewed(details: dict[str, Any]) -> str:
    if details["kind"] == "record":
        return _of_the_day(_("renewed the link to record at “%(name)s” (%(date)s)"), details)
    return _of_the_day(_("renewed the link to read “%(name)s” (%(date)s)"), details)


def _settled(details: dict[str, Any]) -> str:
    words = {
        "stands": _("settled an objection at “%(name)s” (%(date)s): the hand stands"),
        "corrected": _("settled an objection at “%(name)s” (%(date)s): the hand has been corrected"),
    }
    return _of_the_day(words[details["outcome"]], details)


def _again(words: str, details: dict[str, Any]) -> str:
    """With the reason, which may have been blanked for the sake of a name."""
    return _of_the_day(words, {**details, "reason": details["reason"] or _("removed")})


def _guests(details: dict[str, Any]) -> dict[str, Any]:
    """The names that were typed, and at how many evenings."""
    evenings = details["evenings"]
    names = dict.fromkeys(one["guest"] for one in (*evenings, *details.get("old", ())))
    count = len(evenings)
    said = ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}
    if not evenings:
        said = _("old sheets of amounts")
    return {"name": details["name"], "guests": ", ".join(names), "evenings": said}


def _admitted(details: dict[str, Any]) -> str:
    said = _("made a member of the guest %(guests)s: %(name)s, with %(evenings)s")
    return said % _guests(details)


def _joined(details: dict[str, Any]) -> str:
    return _("joined the guest %(guests)s to %(name)s, with %(evenings)s") % _guests(details)


def _separated(details: dict[str, Any]) -> str:
    return _("separated the guest %(guests)s from %(name)s again, with %(evenings)s") % _guests(details)


def _begun(details: dict[str, Any]) -> str:
    if details["origin"] in published():
        origin = published()[details["origin"]].label.in_language(current_language())
        return _("began the rule sheet “%(name)s” from “%(origin)s”") % {**details, "origin": origin}
    return _("began the rule sheet “%(name)s” from “%(origin)s”") % details


def _discarded(details: dict[str, Any]) -> str:
    if details["stays"]:
        return _("discarded the draft of the rule sheet “%(name)s”") % details
    return _("discarded the new rule sheet “%(name)s”") % details


def _offered(details: dict[str, Any]) -> str:
    if details["offered"]:
        return _("offers the rule sheet “%(name)s” for evenings again") % details
    return _("no longer offers the rule sheet “%(name)s” for evenings") % details


def _of_time(words: str, details: dict[str, Any]) -> str:
    return words % {**details, "period": period_told(details["period"])}


def _withdrawn(details: dict[str, Any]) -> str:
    if details["what"] == Shared.EVENING:
        return _of_the_day(_("withdrew the link to the evening of %(date)s"), details)
    if details["what"] == Shared.PLAYER:
        return _("withdrew the link to the page of %(name)s") % details
    if details["what"] == Shared.CALENDAR:
        return _("withdrew the link to the calendar")
    if details["what"] == Shared.RESULTS:
        return _("withdrew the link to the results")
    return _of_time(_("withdrew the link to the standings (%(period)s)"), details)


def _shared_feed(details: dict[str, Any]) -> str:
    if details["what"] == Shared.CALENDAR:
        return _("made a link to the calendar")
    return _("made a link to the results")


def _going(details: dict[str, Any]) -> str:
    if details["wants"]:
        return _("asked to be anonymised: %(name)s") % details
    return _("no longer asks to be anonymised: %(name)s") % details


def _brought_in(details: dict[str, Any]) -> str:
    first, last = (_day({"date": details[key]}) for key in ("since", "until"))
    said = {**details, "days": first if first == last else f"{first} – {last}"}
    if details["kind"] == "hands":
        return _("brought in old sheets of %(evenings)d evenings, %(days)s: hands %(hands)d") % said
    return _("brought in old amounts of %(evenings)d evenings, %(days)s: rows %(rows)d") % said


VERBS: dict[str, Words] = {
    "set_up": lambda details: _("set up Tarockclub and founded the club %(name)s") % details,
    "found_club": lambda details: _("founded the club %(name)s") % details,
    "found_demonstration": lambda details: _("founded the club %(name)s, a demonstration") % details,
    "remove_demonstration": lambda details: (
        _(
            "removed the demonstration %(name)s with everything in it: evenings %(evenings)d, tables "
            "%(tables)d, hands %(hands)d, entries %(entries)d, members %(members)d, deeds %(deeds)d"
        )
        % details
    ),
    "import_club": lambda details: _("brought the club %(name)s from another installation") % details,
    "change_club": _changed,
    "change_password": lambda details: _("changed their password"),
    "add_members": _added,
    "rename_member": lambda details: _("renamed %(before)s to %(after)s") % details,
    "deactivate_member": lambda details: _("deactivated %(name)s") % details,
    "reactivate_member": lambda details: _("reactivated %(name)s") % details,
    "detach_account": lambda details: _("took the account %(account_name)s off %(name)s") % details,
    "remove_member": lambda details: _("removed the mistyped entry %(name)s") % details,
    "appoint": _appointed,
    "dismiss": _dismissed,
    "invite": _invited,
    "withdraw_invitation": lambda details: _("withdrew the link for %(name)s") % details,
    "accept_invitation": lambda details: _("accepted the invitation with a new account"),
    "join": lambda details: _("accepted the invitation with an existing account"),
    "renew_password": lambda details: _("set a new password by link"),
    "open_evening": _opened,
    "change_evening": _moved,
    "agree_pagatkassa": _agreed,
    "take_newer_edition": _newer,
    "close_evening": lambda details: _of_the_day(_("closed the evening of %(date)s"), details),
    "reopen_evening": lambda details: _again(_("opened the evening of %(date)s again: %(reason)s"), details),
    "admit_guest": _admitted,
    "join_guest": _joined,
    "separate_guest": _separated,
    "rename_guest": lambda details: _of_the_day(
        _("corrected the name of the guest %(before)s to %(after)s (%(date)s)"), details
    ),
    "anonymise_member": lambda details: _("anonymised a member: now %(name)s") % details,
    "anonymise_guest": lambda details: _("anonymised a guest: now %(name)s") % details,
    "open_sheet": lambda details: _of_the_day(_("opened the table “%(name)s” (%(date)s)"), details),
    "just_play": lambda details: _of_the_day(_("opened a table without an evening (%(date)s)"), details),
    "close_sheet": lambda details: _of_the_day(_("closed the table “%(name)s” (%(date)s)"), details),
    "reopen_sheet": lambda details: _again(
        _("opened the table “%(name)s” (%(date)s) again: %(reason)s"), details
    ),
    "renew_link": _renewed,
    "settle_objection": _settled,
    "import_old_sheets": _brought_in,
    "withdraw_old_batch": lambda details: _again(
        _("took back the old sheets of %(date)s: %(reason)s"), details
    ),
    "begin_sheet": _begun,
    "change_draft": lambda details: _("changed the draft of the rule sheet “%(name)s”") % details,
    "discard_draft": _discarded,
    "save_version": lambda details: (
        _("saved version %(edition)d of the rule sheet “%(name)s” (%(code)s)") % details
    ),
    "offer_sheet": _offered,
    "share_evening": lambda details: _of_the_day(_("made a link to the evening of %(date)s"), details),
    "share_standings": lambda details: _of_time(_("made a link to the standings (%(period)s)"), details),
    "share_player": lambda details: _of_time(_("made a link to the page of %(name)s (%(period)s)"), details),
    "share_feed": _shared_feed,
    "withdraw_sharing": _withdrawn,
    "ask_to_go": _going,
}
