"""A newer text of the rules that an evening plays by: what is different there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse

from scoring.evenings.verbs.editions import version_now
from scoring.models import Club, Evening, RulesetVersion, Sheet
from scoring.rules.versions.texts import changes_between, key_of, rules_from_text
from scoring.rules.versions.versions import current_edition, newest_edition, rules_of


class Newer(NamedTuple):
    """Another text of the same sheet: what is different there, and where both stand beside each other."""

    note: str
    address: str
    tables: tuple[str, ...] = ()  # that are still to change over to it


def newest_text(evening: Evening, language: str) -> Newer:
    """Return the evening's sheet as it reads today."""
    version = evening.ruleset
    if version.ruleset_id is not None:
        return _newer(evening.club, version, newest_edition(version), language)
    rules = rules_from_text(version.slug, current_edition(version.slug).text)
    return Newer(changes_between(rules_of(version), rules, language), "")


def behind(evening: Evening, sheets: Iterable[Sheet], language: str) -> list[Newer]:
    """Return the running tables of an evening that still play under another version than it says by now."""
    tables: dict[int, list[str]] = {}
    for sheet in sheets:
        if sheet.is_open and (version := version_now(sheet)) != evening.ruleset_id:
            tables.setdefault(version, []).append(sheet.name)
    versions = RulesetVersion.objects.in_bulk(tables)
    return [
        _newer(evening.club, versions[version], evening.ruleset, language)._replace(tables=tuple(names))
        for version, names in tables.items()
    ]


def _newer(club: Club, before: RulesetVersion, after: RulesetVersion, language: str) -> Newer:
    note = changes_between(rules_of(before), rules_of(after), language)
    if before.ruleset_id is None or before.ruleset_id != after.ruleset_id:
        return Newer(note, "")
    address = reverse("scoring:compare_own_sheets", args=[club.slug])
    return Newer(note, f"{address}?a={key_of(before)}&b={key_of(after)}")
