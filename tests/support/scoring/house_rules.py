"""A club's own sheets, begun, changed and saved by the verbs, and evenings under other rules."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from scoring.engine.loading import Data, resolved, tidied
from scoring.engine.result import Amount, from_twelfths
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening, Ruleset, RulesetVersion, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import read
from scoring.rules.versions import versions
from tests.support.scoring.house import House

Change = Callable[[Data], object]


def data_of(
    slug: str = "treffpunkt", label: str = "Freitag", change: Change | None = None, **values: int
) -> Data:
    """A published sheet under another name, changed, and with other values of some games."""
    data = {**resolved(slug, read), "label": label}
    for contract, value in values.items():
        data["contracts"][contract]["value"] = value
    if change is not None:
        change(data)
    return data


def dearer(value: int) -> Change:
    return lambda data: data["contracts"]["dreier"].update(value=value)


def begin(house: House, data: Data | None = None, **further: Any) -> Ruleset:
    asked = {"actor": house["Anna"], "deed": uuid4(), "club": house.club, "origin": "treffpunkt"}
    return house_rules.begin_sheet(**{**asked, "draft": SheetDraft(data or data_of()), **further})


def begun(house: House, label: str = "Freitag") -> Ruleset:
    return begin(house, data_of(label=label))


def now_of(ruleset: Ruleset) -> Ruleset:
    return Ruleset.objects.get(pk=ruleset.pk)


def write(house: House, ruleset: Ruleset, data: Data) -> Ruleset:
    draft_seq = now_of(ruleset).draft_seq
    return house.do(
        house_rules.change_draft, by="Anna", ruleset=ruleset, draft_seq=draft_seq, draft=SheetDraft(data)
    )


def save(house: House, ruleset: Ruleset, change: Change | None = None) -> RulesetVersion:
    """The next version, with something changed."""
    ruleset.refresh_from_db()
    if change is not None:
        data = house_rules.draft_of(ruleset).answers
        change(data)
        ruleset = write(house, ruleset, tidied(data))
    return house.do(house_rules.save_version, by="Anna", ruleset=ruleset, draft_seq=ruleset.draft_seq)


def own(house: House, label: str = "Freitag", change: Change | None = None) -> Ruleset:
    """A sheet that is saved."""
    ruleset = begun(house, label)
    save(house, ruleset, change)
    ruleset.refresh_from_db()
    return ruleset


def republish(patch: pytest.MonkeyPatch, change: Change, slug: str = "standard") -> None:
    """Let a published sheet be another by now."""

    def revised(name: str) -> Data:
        data = read(name)
        if name == slug:
            change(data)
        return data

    patch.setattr(versions, "read", revised)


def address(house: House, rest: str = "rules/") -> str:
    return f"/clubs/{house.club.slug}/{rest}"


def with_money(data: Data) -> None:
    data["money"] = {"cents_per_point": 25}
    data["pagatkassa"] = {"stake": 20, "start": 100}


def take(house: House, evening: Evening) -> None:
    house.do(evening_verbs.take_newer_edition, by="Anna", evening=evening, at_running_tables=True)


def amounts(sheet: Sheet, number: int) -> list[Amount]:
    """Everybody's in the order of play."""
    row = sheet.rows.get(number=number)
    return [from_twelfths(twelfths) for twelfths in row.twelfths]


def declared(sheet: Sheet, number: int) -> Amount:
    return max(amounts(sheet, number))
