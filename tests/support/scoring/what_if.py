"""Evenings asked under other rules."""

from typing import Any

from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.evenings.pages.settling import sheets_of
from scoring.models import Evening
from scoring.rule_editor.what_if.pages import evening_what_if
from scoring.rules import published
from tests.support.scoring.tables import (
    Record,
    dreier,
    hand,
    rufer,
)


def what_if(
    evening: Evening, rules: str | Rules = "standard", *, cents: int = 10, **options: str | int
) -> dict[str, Any]:
    rules = published()[rules] if isinstance(rules, str) else rules
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    return evening_what_if(evening, sheets_of(evening), rules.under(options), cents, "en")


def points(found: dict[str, Any], what: str = "thought") -> dict[str, Amount]:
    return {person["name"]: getattr(person["tally"], what) for person in found["people"]}


PLAYED: tuple[Record, ...] = (
    {**rufer("Anna", "Cilli"), "premiums": [{"premium": "pagatfang", "by": "Bert", "made": True}]},
    dreier("Bert"),
    hand("trischaken", "Cilli", order=[["Dora"], ["Anna"]]),
    hand("rufer", "Dora", king="self", won=True),
    hand("dreier", "Anna", points="35/0"),
)
