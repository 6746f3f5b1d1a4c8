"""The versions of the rules under which a sheet was played, and their names on pages and in files."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.record.stored import OTHER_RULES
from scoring.engine.sheet import other_rules
from scoring.models import Entry, Evening, RulesetVersion, Sheet
from scoring.rules.versions.timelines import is_other_rules
from scoring.rules.versions.versions import newer_edition, rules_of


class VersionPlayed(NamedTuple):
    """A version of the rules under which a sheet was played, with the table's options."""

    ruleset: RulesetVersion
    options: Mapping[str, str | int]


class NamedVersion(NamedTuple):
    """A version as files and printed sheets name it, with its address if it has one."""

    text: str
    address: str
    label: str  # what people call it


def played_under(sheet: Sheet) -> list[VersionPlayed]:
    """Return the versions in the order in which they held."""
    return played_at([sheet])[sheet.pk]


def played_at(sheets: Iterable[Sheet]) -> dict[int, list[VersionPlayed]]:
    """Return the versions by the id of the sheet; no query where rules were never changed."""
    sheets = list(sheets)
    played = {sheet.pk: [VersionPlayed(sheet.ruleset, sheet.options)] for sheet in sheets}
    changed = [sheet.pk for sheet in sheets if sheet.state.versions]
    if changed:
        entries = Entry.objects.current().filter(sheet__in=changed, record__event=OTHER_RULES)
        rows = entries.order_by("sort_key").values_list("sheet_id", "record")
        agreed = [(sheet, other_rules(record)) for sheet, record in rows if is_other_rules(record)]
        rulesets = RulesetVersion.objects.in_bulk({other_rules.version for _, other_rules in agreed})
        for sheet, rules in agreed:
            version = VersionPlayed(rulesets[rules.version], rules.options)
            played[sheet] = [version] if rules.from_first else [*played[sheet], version]
    return played


def rules_in_words(sheets: Iterable[Sheet], language: str) -> str:
    """Return the rules as files name them in one cell."""
    return ", ".join(named_version.text for named_version in named_rules(sheets, language))


def named_rules(sheets: Iterable[Sheet], language: str) -> list[NamedVersion]:
    """Return every version that these tables play or have played, each once."""
    named: dict[int, NamedVersion] = {}
    for sheet, versions in played_at(sheets).items():
        address = reverse("scoring:sheet_rules", args=[sheet])
        for version in versions:
            code = version.ruleset.code
            named.setdefault(version.ruleset.pk, _named(version.ruleset, f"{address}?code={code}", language))
    return list(named.values())


def named_by_sheet(sheets: Iterable[Sheet], language: str) -> dict[int, str]:
    """Return the versions of each sheet in one line, by the id of the sheet."""
    return {
        sheet: ", ".join(dict.fromkeys(_text(version.ruleset, language) for version in versions))
        for sheet, versions in played_at(sheets).items()
    }


def named_rules_of_evening(evening: Evening, sheets: Iterable[Sheet], language: str) -> list[NamedVersion]:
    """Return the versions at an evening's tables; before the first one, the evening's."""
    named = named_rules(sheets, language)
    text = _text(evening.ruleset, language)
    if any(named_version.text == text for named_version in named):
        return named
    return [*named, _named(evening.ruleset, _address(evening), language)]


def _address(evening: Evening) -> str:
    """Return the address of an unplayed version's rules; empty if it has no page."""
    played = evening.ruleset
    if played.ruleset_id is not None:
        return reverse("scoring:own_version", args=[evening.club.slug, played.slug, played.edition])
    return "" if newer_edition(played) else reverse("scoring:rule_sheet", args=[played.slug])


def _named(ruleset: RulesetVersion, address: str, language: str) -> NamedVersion:
    label = rules_of(ruleset).label.in_language(language)
    if ruleset.edition > 1:
        label = _("%(label)s, version %(number)d") % {"label": label, "number": ruleset.edition}
    return NamedVersion(_text(ruleset, language), address, label)


def _text(ruleset: RulesetVersion, language: str) -> str:
    label = rules_of(ruleset).label.in_language(language)
    return f"{label} · {ruleset.edition} · {ruleset.code}"
