"""What was played in a season, as it is stored: sheets, who is who at them, and under which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from scoring.editions.versions import rules_of
from scoring.engine.rules import KONTRA_LABELS, Rules, Text
from scoring.models import Participant, RulesetVersion
from scoring.names import sorting
from scoring.season.pages.season import Season


class SeasonPerson(NamedTuple):
    """A member, or everybody who was typed as a guest under one name."""

    key: str  # as an address carries it: the number of a member, or "~" and the name
    name: str
    sorting: str

    @property
    def member(self) -> int | None:
        return None if self.key.startswith("~") else int(self.key)


def people_among(season: Season, participants: Iterable[int] | None = None) -> dict[int, SeasonPerson]:
    """By participant; one query. None: everybody who was ever there in this season."""
    there = Participant.objects.filter(season.counts("evening__"))
    if participants is not None:
        there = Participant.objects.filter(pk__in=set(participants))
    known: dict[str, SeasonPerson] = {}
    found: dict[int, SeasonPerson] = {}
    rows = there.order_by("evening__date", "pk").values_list(
        "pk", "member", "member__name", "member__sorting", "guest", "key"
    )
    for pk, member, name, in_lists, guest, key in rows:
        own = f"~{key}" if member is None else str(member)
        if own not in known or member is None:  # of a guest's spellings the last one, as in the standings
            known[own] = (
                SeasonPerson(own, guest, sorting(guest))
                if member is None
                else SeasonPerson(own, name, in_lists)
            )
        found[pk] = known[own]
    return {pk: known[person.key] for pk, person in found.items()}


@dataclass(frozen=True)
class RulesPlayed:
    """A rule sheet in all versions that were played; the newest gives the words and their order."""

    slug: str
    label: Text
    order: Mapping[str, int]  # of contracts, and of premiums after them


@dataclass(frozen=True)
class SeasonRules:
    """Every version of the rules in question, read with one query."""

    rules: Mapping[int, Rules]
    slugs: Mapping[int, str]

    @classmethod
    def of(cls, versions: Iterable[int]) -> SeasonRules:
        wanted = RulesetVersion.objects.filter(pk__in=set(versions)).order_by("slug", "edition")
        found = list(wanted.only("slug", "text"))
        return cls({one.pk: rules_of(one) for one in found}, {one.pk: one.slug for one in found})

    @property
    def labels(self) -> dict[str, Text]:
        """By address, each as its newest version calls it."""
        return {slug: self.rules[version].label for version, slug in self.slugs.items()}

    def contract(self, version: int, key: str, language: str) -> str:
        return self.rules[version].contracts[key].label.in_language(language)

    def contract_order(self, version: int, key: str) -> int:
        return list(self.rules[version].contracts).index(key)

    def premium(self, version: int, key: str, language: str) -> str:
        return self.rules[version].premiums[key].label.in_language(language)

    def premium_order(self, version: int, key: str) -> int:
        return list(self.rules[version].premiums).index(key)

    def kontra(self, version: int, step: int) -> str:
        return KONTRA_LABELS[self.rules[version].levels[step - 1]]


class SeasonSheet(NamedTuple):
    """A sheet of the season, as the database gives it."""

    sheet: int
    version: int  # it began with
    evening: int
    date: date
    place: str
    spontaneous: bool
    cents_per_point: int
    currency: str
    stored: Any  # its hands, or their sums


COLUMNS = (
    "pk",
    "ruleset",
    "evening",
    "evening__date",
    "evening__place",
    "evening__spontaneous",
    "evening__cents_per_point",
    "evening__currency",
)
IN_ORDER = ("evening__date", "evening_id", "pk")
