"""Where a table stands, as the recording page has to know it."""

import json
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import Truncator

from scoring import clock
from scoring.engine.naming import Names
from scoring.engine.rules import Rules
from scoring.engine.sheet import Position, replayed
from scoring.engine.table_state import Banner, TableState, banner_at, next_deal
from scoring.models import Entry, Sheet
from scoring.models.entries import Act
from scoring.rules.versions.timelines import rules_for, seated_first
from scoring.table.at_the_table import Visit
from scoring.table.pages.recording_form import form_facts, rules_of_hand
from scoring.table.pages.voices import last_hand
from scoring.table.pictures import key_of
from scoring.table.pot import kassa_of
from scoring.table.replay import current_facts, position_of, start_of
from scoring.table_policy import occasion_of
from scoring.web.language import current_language

Document = dict[str, Any]
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
    """Return rules, seats and dealer of the next hand, or of one at `position` under `rules`.

    What never changes while the same rules hold is left out for a page that knows it: `known` is its "form".
    """
    now = position is None
    form = version_of_form(sheet, language)
    position, rules = position or position_of(sheet), rules or rules_for(sheet)
    kassa, movements = kassa_of(sheet) if now else (None, [])
    occasion = occasion_of(sheet).table_facts(sheet, names) if now else None
    banner, state, last = None, None, None
    if now and sheet.is_open:
        _players, dealer = seated_first(sheet)
        banner = banner_at(dealer, position, names, rules, language)
        last = last_hand(sheet, names, None)
        # What a phone needs to settle hands that follow by itself.
        agreed = _digest_and_options(sheet)
        state = TableState(position, *agreed, dealer, occasion is None, kassa).as_json()
        state["held"] = None if occasion is None else occasion["held"]
    shown = {"banner": banner, "unconfirmed": last, "sheet": sheet}
    return {
        **({} if known == form else {**form_facts(rules, language=language), "urls": _urls(sheet)}),
        "form": form,
        "after": sheet.seq,
        "head": sheet.state.head,
        "link": sheet.state.link,
        "people": sheet.state.people,
        "closed": not sheet.is_open,
        "known": {player: names[player] for player in position.totals},
        **next_deal(position, names, with_totals=occasion is None),
        "schlussradl_known": rules.radl.schlussradl and occasion_of(sheet).has_schlussradl,
        "radl_called": rules.calls_radl and sheet.evening.is_of_the_club,
        "banner": "" if banner is None else banner.turn,
        "radl_told": "" if banner is None else banner.radl,
        "notices": render_to_string("scoring/table/_notices.html", shown).strip(),
        "voiced": sheet.heard_so_far,
        "occasion": occasion,
        "pot": None if kassa is None else kassa.in_words(movements, names, language),
        "standing": state,
        "record": None,
        "review": False,
        "at": None,
        "before": None,
    }


def page_to_review(
    visitor: Visit, target: Entry | None, record: Document | None, rules: Rules, review: str, **overrides: Any
) -> Document:
    """Return the recording page as it was for this hand; its form is sent to `review`."""
    sheet, position = visitor.sheet, None
    if target is not None:
        earlier = [fact for fact in current_facts(sheet) if fact.sort_key < target.sort_key]
        position = replayed(start_of(sheet), earlier).position
    moment: Document = {"position": position, "rules": rules_of_hand(rules, record)}
    table = table_facts(sheet, sheet.evening.names(), current_language(), **moment)
    table |= {"record": record, "review": True, "urls": {**table["urls"], "review": review}, **overrides}
    return {"here": visitor, "sheet": sheet, "table": json.dumps(table)}


def banner_of(sheet: Sheet, names: Names, rules: Rules, language: str) -> Banner:
    """Return the banner above a sheet: the next hand, who deals, what is doubled."""
    _players, dealer = seated_first(sheet)
    return banner_at(dealer, position_of(sheet), names, rules, language)


def games_played(sheet: Sheet) -> dict[str, int]:
    """Return how often each game was played at the club's newest tables with these rules.

    What is played tonight counts from the next evening on: until then every game keeps its place.
    """
    began = sheet.evening.opened_at
    near = Sheet.objects.filter(
        evening__club=sheet.evening.club_id, evening__opened_at__lt=began, ruleset=sheet.ruleset_id
    )
    newest = near.order_by("-pk").values("pk")[:NEWEST]
    hands = Entry.objects.filter(sheet__in=newest, act=Act.ADD, at__lt=began)
    counts = hands.values_list("record__games__0__contract").annotate(Count("pk")).order_by()
    return {contract: times for contract, times in counts if contract is not None}


def version_of_form(sheet: Sheet, language: str) -> str:
    """Return a text that changes with the rules of the next hand or the words of the page."""
    decides = [language, *_digest_and_options(sheet)]
    return sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:16]


def _digest_and_options(sheet: Sheet) -> tuple[str, Any]:
    """Return the digest of the rule sheet for the next hand, and what the table agreed on beside it."""
    agreed = sheet.state.rules
    return (sheet.ruleset.digest, sheet.options) if agreed is None else (agreed.digest, agreed.options)


def _urls(sheet: Sheet) -> dict[str, str | None]:
    urls = {
        name: reverse(f"scoring:{name}", args=[sheet.pk])
        for name in ("preview", "live", "sheet", "seating", "undo", "redo", "rules_here")
    }
    other_urls = {
        "save": reverse("scoring:record", args=[sheet.pk]),
        "pulse": occasion_of(sheet).pulse(sheet),
    }
    if sheet.evening.is_of_the_club:
        other_urls["right_names"] = reverse("scoring:right_names", args=[sheet.pk])
    return {**other_urls, **urls}


LONGEST_TITLE = 60  # letters; they go into the picture


def phone_engine_parts() -> dict[str, Any] | None:
    """Return the values for scoring/engine/engine.js; None without an engine for phones."""
    engine = settings.PHONE_ENGINE()
    if engine is None:
        return None
    return {**engine.addresses(settings.STATIC_URL), "worker": static("scoring/engine/worker.js")}


def code_reader_address() -> str:
    """Return the address of the script that reads QR codes for browsers; empty without one."""
    engine = settings.PHONE_ENGINE()
    return "" if engine is None else engine.address_of(engine.code_reader, settings.STATIC_URL)


def picture_facts(sheet: Sheet, url: str) -> dict[str, Any]:
    """Return what a phone needs to make pictures: the address, the title, the key, the time."""
    is_member = True  # where it is played is said to whoever sees the picture
    crumbs = occasion_of(sheet).crumbs(sheet, is_member)
    title = " · ".join([sheet.name_in_log, *(crumb.label for crumb in crumbs[-1:])])
    return {
        "url": url,
        "sheet": sheet.pk,
        "key": key_of(sheet),
        "title": Truncator(title).chars(LONGEST_TITLE),
        "now": int(clock.now().timestamp() * 1000),
    }
