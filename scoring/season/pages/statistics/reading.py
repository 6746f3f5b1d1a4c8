"""What was played in a season, as it is stored: sheets, who is who at them, and under which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from scoring.engine.rules import Rules
from scoring.engine.texts import Text
from scoring.models import Participant, RulesetVersion
from scoring.names import sorting
from scoring.rules.versions.versions import rules_of
from scoring.season.pages.season import Season


class SeasonPerson(NamedTuple):
    """A member, or everybody who was typed as a guest under one name."""

    key: str  # as an address carries it: the number of a member, or "~" and the name
    name: str
    sorting: str

    @property
    def member(self) -> int | None:
        return None if self.key.startswith("~") else int(self.key)


PERSON = ("pk", "member", "member__name", "member__sorting", "guest", "key")


def people_among(rows: Iterable[tuple[Any, ...]]) -> dict[int, SeasonPerson]:
    """Return who some participants are; rows of `PERSON` and whatever follows, the oldest evening first."""
    guests: dict[int, str] = {}
    found: dict[int, SeasonPerson] = {}
    spelt: dict[str, str] = {}
    for pk, member, name, in_lists, guest, key, *_further in rows:
        if member is None:
            guests[pk], spelt[key] = key, guest
        else:
            found[pk] = SeasonPerson(str(member), name, in_lists)
    return found | _guests(guests, spelt)


def everybody_in(season: Season, evenings: Iterable[int]) -> dict[int, SeasonPerson]:
    """Return who all participants of a season are; two queries, because there are ten thousands of them.

    The oldest of its evenings stands first.
    """
    there = Participant.objects.filter(season.counts("evening__")).order_by()
    seated = list(there.values_list("pk", "member_id", "evening_id", "key", "guest"))
    members = season.club.members.order_by().values_list("pk", "name", "sorting")
    known = {pk: SeasonPerson(str(pk), name, in_lists) for pk, name, in_lists in members}
    places = {evening: place for place, evening in enumerate(evenings)}
    guests = [(places.get(player[2], -1), *player) for player in seated if player[1] is None]
    spelt = {key: guest for _place, _pk, _member, _evening, key, guest in sorted(guests)}
    return {pk: known[member] for pk, member, *_guest in seated if member is not None} | _guests(
        {pk: key for _place, pk, _member, _evening, key, _guest in guests}, spelt
    )


def _guests(keys: Mapping[int, str], spelt: Mapping[str, str]) -> dict[int, SeasonPerson]:
    """Return guests by participant: of their spellings the last one, as in the standings."""
    known = {key: SeasonPerson(f"~{key}", guest, sorting(guest)) for key, guest in spelt.items()}
    return {pk: known[key] for pk, key in keys.items()}


@dataclass(frozen=True)
class SeasonRules:
    """Every version of the rules in question, read with one query."""

    rules: Mapping[int, Rules]
    slugs: Mapping[int, str]

    @classmethod
    def of(cls, versions: Iterable[int]) -> SeasonRules:
        wanted = RulesetVersion.objects.filter(pk__in=set(versions)).order_by("slug", "edition")
        found = list(wanted.only("slug", "text"))
        return cls(
            {ruleset_version.pk: rules_of(ruleset_version) for ruleset_version in found},
            {ruleset_version.pk: ruleset_version.slug for ruleset_version in found},
        )

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
        rules = self.rules[version]
        return rules.kontra.label(rules.levels[step - 1])


class EveningOfSeason(NamedTuple):
    """An evening of the season, as the database gives it."""

    pk: int
    date: date
    place: str
    spontaneous: bool
    table: int  # the first of it
    written: int  # entries at all of its tables
    kept: int | None  # and how many there were when it was added up


OF_ITS_EVENING = (
    "evening",
    "evening__date",
    "evening__place",
    "evening__spontaneous",
    "evening__cents_per_point",
    "evening__currency",
)
IN_ORDER = ("evening__date", "evening_id", "pk")
