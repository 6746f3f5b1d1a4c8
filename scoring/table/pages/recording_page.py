"""Where a table stands, as the recording page has to know it."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from django.db.models import Count
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.engine.naming import Names
from scoring.engine.rules import Rules
from scoring.models import Entry, Sheet
from scoring.models.entries import Act
from scoring.rules.versions.books import rules_for
from scoring.table.pages.banner import banner_of, seats_of
from scoring.table.pages.recording_form import form_facts
from scoring.table.pages.voices import last_hand
from scoring.table.pot import pot_facts
from scoring.table.replay import Position, position_of
from scoring.table_policy import occasion_of
from scoring.web.amounts import noted

NEWEST = 20  # tables by which it is told what is played most


def table_facts(
    sheet: Sheet,
    names: Names,
    language: str,
    *,
    known: str = "",
    position: Position | None = None,
    rules: Rules | None = None,
) -> dict[str, Any]:
    """Rules, seats and dealer of the next hand; of an earlier one, if its position and rules are given.

    What never changes while the same rules hold is left out for a page that knows it: `known` is its "form".
    """
    now = position is None
    form = _version_of_form(sheet, language)
    position, rules = position or position_of(sheet), rules or rules_for(sheet)
    banner = banner_of(sheet, position, names, rules, language) if now and sheet.is_open else None
    occasion = occasion_of(sheet).table_facts(sheet, names) if now else None
    last = last_hand(sheet, names, None) if banner is not None and sheet.evening.confirmation else None
    return {
        **({} if known == form else {**form_and_words(rules, language), "urls": _urls(sheet)}),
        "form": form,
        "after": sheet.seq,
        "people": sheet.standing.get("people", []),
        "closed": not sheet.is_open,
        **next_deal(position, names, with_totals=occasion is None),
        "schlussradl_known": rules.radl.schlussradl and occasion_of(sheet).has_schlussradl,
        "banner": render_to_string(
            "scoring/table/_banner.html", {"banner": banner, "unconfirmed": last, "sheet": sheet}
        ),
        "voiced": sheet.heard_so_far,
        "occasion": occasion,
        "pot": pot_facts(sheet, names, language) if now and sheet.evening.pagatkassa else None,
        "record": None,
        "review": False,
        "at": None,
        "before": None,
    }


def next_deal(position: Position, names: Names, *, with_totals: bool = True) -> dict[str, Any]:
    """Return who plays and deals the next hand, and whether it is doubled."""
    standing = position.standing
    return {
        "number": position.hands + 1,
        "players": [{"id": player, "name": names[player]} for player in standing.playing],
        "seats": _seats(position, names, with_totals=with_totals),
        "dealer": standing.dealer,
        "radl": standing.doubled,
        "radl_left": standing.owed,
        "radl_times": standing.times,
        "schlussradl": standing.schlussradl,
    }


def games_played(sheet: Sheet) -> dict[str, int]:
    """Return how often each game was recorded at the newest tables of this club under the same rules."""
    near = Sheet.objects.filter(evening__club=sheet.evening.club_id, ruleset=sheet.ruleset_id)
    hands = Entry.objects.filter(sheet__in=near.order_by("-pk").values("pk")[:NEWEST], act=Act.ADD)
    found = hands.values_list("record__games__0__contract").annotate(Count("pk")).order_by()
    return {contract: times for contract, times in found if contract is not None}


def _seats(position: Position, names: Names, *, with_totals: bool) -> list[dict[str, Any]]:
    """Return who sits there, with what everybody has by now where nothing else on the page says it."""
    totals = position.standing.totals
    seats = [seat._asdict() for seat in seats_of(position, names)]
    return [{**seat, "total": noted(totals[seat["id"]])} for seat in seats] if with_totals else seats


def form_and_words(rules: Rules, language: str) -> dict[str, Any]:
    """Return what never changes while the same rules hold."""
    facts = form_facts(rules, language=language)
    return facts | {"words": facts["words"] | waiting_words(language)}


def _version_of_form(sheet: Sheet, language: str) -> str:
    """Return what differs when other rules hold for the next hand, or other words."""
    decides = [language, sheet.ruleset.digest, sheet.options, sheet.standing["rules"]]
    return sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:16]


@cache
def waiting_words(language: str) -> dict[str, str]:
    """Return what the page says about hands that are begun, or saved, and only on this phone so far."""
    with override(language):
        return {**_begun_words(), **_waiting_words(), **_stopped_words(), **_telling_words()}


def _begun_words() -> dict[str, str]:
    return {
        "resumed": _("You are where you left off."),
        "left_out": _("No longer at this table, so left out: {what}."),
        "start_over": _("Start this hand over"),
        "thrown": _("Thrown away."),
        "kept_begun": _("The hand you started is kept, and can be finished when recording goes on."),
        "bring_back": _("Bring it back"),
        "really": _("{one} was really {other}."),
        "moved_on": _("Something else has been entered at this table since you started this hand."),
        "from_phone": _(
            "No network: this page is the last version this phone has seen. Hands are kept here."
        ),
    }


def _waiting_words() -> dict[str, str]:
    other_account = _("Somebody else is now signed in on this phone. Reload the page to go on.")
    return {
        "kept_here": _("On this phone, not saved yet: {said}"),
        "waiting_one": _("On this phone, not saved yet: one hand"),
        "waiting_many": _("On this phone, not saved yet: {count} hands"),
        "waiting_hand": _("Hand {number}: {said}"),
        "waiting_undo": _("will be undone as soon as it has been sent: {said}"),
        "waiting_sending": _("Sending …"),
        "waiting_behind": _("Waits until the hand in the form is saved or left as it was."),
        "waiting_no_answer": _("No answer yet; it is sent again automatically."),
        "waiting_signed_out": _(
            "You are no longer signed in here. Everything is kept, and is sent once you are."
        ),
        "waiting_other_account": other_account,
        "other_account": other_account,
        "waiting_refused": _(
            "This phone may no longer record at this table; its link may have been renewed. Scan the new "
            "code and it will carry on by itself. Everything is kept, and can be copied from here to paper."
        ),
        "waiting_closed": _(
            "The table is closed. Everything is kept, and sending resumes when a director reopens it."
        ),
        "waiting_in_page": _(
            "This browser does not store anything: please leave this page open until everything is saved."
        ),
        "sign_in_again": _("Sign in again"),
        "try_now": _("Try now"),
        "change_it": _("Change"),
        "do_not_undo": _("Do not undo"),
        "settlement_later": _("Amounts and Radl will follow when the hands before this one have been sent."),
        "radl_later": _("Radl: not known yet."),
        "who_deals": _("{dealer} deals, {vorhand} is Vorhand."),
        "who_is_out": _("Sitting out: {names}"),
    }


def _stopped_words() -> dict[str, str]:
    """Return what the page says about a waiting hand that somebody has to decide about."""
    return {
        "stopped_conflict": _("Is it the same hand? Nothing of yours is lost."),
        "stopped_news": _("Your hand comes after that. Nothing of it is lost."),
        "stopped_problems": _("It cannot be saved like this. Everything entered after it has to wait."),
        "stopped_opened": _("It is open for changes, and is not sent until that is done."),
        "stopped_other_account": _("Somebody else entered this on this phone. Send it in your name?"),
        "save_after": _("It is another hand: save it after that"),
        "send_all_the_same": _("Send it as it is"),
        "open_it": _("Open it in the form"),
        "throw_away": _("Throw it away"),
        "both_lists": _("Two phones have recorded at this table. Nothing is lost."),
        "theirs": _("On the sheet since then"),
        "mine": _("Only on this phone"),
        "same_hand": _("The same hand"),
        "both_meaning": _(
            "Hands that are marked are probably the same, and are not saved twice. The others follow."
        ),
        "put_together": _("Combine them like this"),
        "leave_it": _("Leave that hand as it was"),
    }


def _telling_words() -> dict[str, str]:
    """Return the words with which the page tells a hand without the server."""
    return {
        "told_points": _("{points} points"),
        "told_tricks": _("tricks: {count}"),
        "told_buergermeister": _("Bürgermeister"),
    }


def _urls(sheet: Sheet) -> dict[str, str | None]:
    urls = {
        name: reverse(f"scoring:{name}", args=[sheet.pk])
        for name in ("preview", "live", "sheet", "seating", "undo", "redo")
    }
    further = {"save": reverse("scoring:record", args=[sheet.pk]), "pulse": occasion_of(sheet).pulse(sheet)}
    return {**further, **urls}
