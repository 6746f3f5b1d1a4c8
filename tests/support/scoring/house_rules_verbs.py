"""Drafts and versions of a club's own sheets."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from scoring.engine.loading import Data, resolved
from scoring.models import Ruleset, RulesetVersion
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import read
from tests.support.scoring.house import House


def data_of(slug: str = "treffpunkt", label: str = "Freitagsrunde", **values: int) -> Data:
    """A published sheet under another name, with other values of some games."""
    data = resolved(slug, read)
    data["label"] = label
    for contract, value in values.items():
        data["contracts"][contract]["value"] = value
    return data


def begin(house: House, data: Data | None = None, **further: Any) -> Ruleset:
    asked = {"actor": house["Anna"], "deed": uuid4(), "club": house.club, "origin": "treffpunkt"}
    return house_rules.begin_sheet(**{**asked, "draft": SheetDraft(data or data_of()), **further})


def now_of(ruleset: Ruleset) -> Ruleset:
    return Ruleset.objects.get(pk=ruleset.pk)


def write(house: House, ruleset: Ruleset, data: Data) -> Ruleset:
    after = now_of(ruleset).draft_seq
    return house.do(house_rules.change_draft, by="Anna", ruleset=ruleset, after=after, draft=SheetDraft(data))


def save(house: House, ruleset: Ruleset, *, by: str = "Anna") -> RulesetVersion:
    after = now_of(ruleset).draft_seq
    return house_rules.save_version(actor=house[by], deed=uuid4(), ruleset=ruleset, after=after)
