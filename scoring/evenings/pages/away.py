"""What a phone takes along to open a table of a club without network."""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring.engine.next_hand import Kassa
from scoring.engine.pagatkassa import PotState
from scoring.engine.phone import rules_document
from scoring.engine.rules import Rules
from scoring.models import Account, Club, Participant, Sheet
from scoring.names import folded
from scoring.rules import data_of
from scoring.rules.versions.versions import in_use, newest_of, rules_of
from scoring.table.pages.recording_form import form_facts, words
from scoring.table.pages.seatings import SeatValue
from scoring.table_policy import Actor, policy_of

MOST_TABLES = 20  # open at the same time


def sheets_taken_along(club: Club) -> dict[str, Rules]:
    """Return the club's own rule sheets, and the one that it plays by where nobody says otherwise."""
    versions = [in_use(club.default_rules, club), *newest_of(club)]
    return {version.slug: rules_of(version) for version in versions}


def rules_taken_along(club: Club, language: str) -> dict[str, Any]:
    """Return by rule sheet what the recording page and the engine have to know of it."""
    found = {}
    for slug, rules in sheets_taken_along(club).items():
        version = in_use(slug, club)
        facts = form_facts(rules, language=language)
        cents = club.cents_per_point if rules.cents_per_point is None else rules.cents_per_point
        pot = rules.pagatkassa
        found[slug] = {
            "facts": {key: value for key, value in facts.items() if key != "words"},
            "digest": version.digest,
            "rules": rules_document(version.digest, version.slug, data_of(version.text)),
            "kassa": None if pot is None else Kassa(pot, club.currency, PotState()).as_json(),
            "played_for": {"cents_per_point": cents, "currency": club.currency, "seed": ""},
        }
    return {"sheets": found, "words": words(language)}


class SameTable(NamedTuple):
    """An open table at which all these people sit already, perhaps begun by another phone."""

    sheet: Sheet
    players: tuple[str, ...]  # those people there, in the order in which they were asked for


def same_table(club: Club, account: Account, people: list[SeatValue]) -> SameTable | None:
    """Return the newest open table of the club where they all sit, and where this phone may record."""
    open_tables = Sheet.objects.filter(
        evening__club=club, evening__closed_at=None, closed_at=None, evening__old_batch=None
    )
    for pk in open_tables.order_by("-pk").values_list("pk", flat=True)[:MOST_TABLES]:
        sheet = Sheet.numbered(pk, account)
        if sheet is None or not policy_of(sheet).may_record(sheet, Actor(account)):
            continue
        there = Participant.objects.filter(evening=sheet.evening_id)
        members = {f"m{each.member_id}": str(each.pk) for each in there if each.member_id is not None}
        guests = {each.key: str(each.pk) for each in there if each.member_id is None}
        known = members | {f"p{player}": player for player in (*members.values(), *guests.values())}
        players = [
            known.get(seat.code, "") if seat.code else guests.get(folded(seat.name), "") for seat in people
        ]
        if set(players) <= set(sheet.standing["players"]):
            return SameTable(sheet, tuple(players))
    return None
