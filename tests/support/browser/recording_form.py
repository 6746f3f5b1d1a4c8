"""A table to record at, and somebody signed in."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from scoring.accounts import verbs as people
from scoring.engine.loading import Data
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Club, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import published
from scoring.table import verbs as recording
from tests.support.browser.people import sign_in

__all__ = ["sign_in"]  # for those who record

FOUR = ("Anna", "Bert", "Cilli", "Dora")

# Where the seats, the games and the save button are, and whether all games lie above the bar.
KEPT = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    const places = [box('#declarer-0').top, box('#contract-0').top, box('.save').bottom].map(Math.round);
    return [...places, box('#contract-0').bottom <= box('.save-bar').top];
}"""

LONG_NAMES = ("Maximilian-Alexander", "Maximilian-Alexandra", "Obergrubenwaldnerinn", "Obergrubenwaldnerins")


def table_of(secretary: Account, rules: str = "treffpunkt", names: tuple[str, ...] = FOUR) -> Sheet:
    """A table at which the first of the names is Vorhand."""
    club = Club.objects.get()
    known = set(club.members.values_list("name", flat=True))
    if missing := [name for name in names if name not in known]:
        people.add_members(actor=secretary, deed=uuid4(), club=club, names=missing)
    seats = [recording.Person(member=club.members.get(name=name).pk) for name in names]
    printed = published().get(rules)
    high = len(names) - 1 if printed is not None and printed.high_card.value == "deals" else 0
    return evening_verbs.just_play(
        actor=secretary, deed=uuid4(), club=club, rules=rules, people=seats, high_card=high
    )


def own_sheet(secretary: Account, data: Data) -> str:
    """The slug of a version of the club's own sheet that says this."""
    club = Club.objects.get()
    ruleset = house_rules.begin_sheet(
        actor=secretary, deed=uuid4(), club=club, draft=SheetDraft(data), origin=""
    )
    return house_rules.save_version(
        actor=secretary, deed=uuid4(), ruleset=ruleset, after=ruleset.draft_seq
    ).ruleset.slug


def named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): named(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [named(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value
