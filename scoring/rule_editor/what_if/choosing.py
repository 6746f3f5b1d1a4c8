"""Which sheets a club can look at its hands under: its own in every version, and the published ones."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.rules import Rules
from scoring.models import Club, RulesetVersion
from scoring.rules import published
from scoring.rules.versions.versions import newest_of, rules_of


class Choosable(NamedTuple):
    """A sheet under the name that an address has for it: `freitag`, or `freitag.2` for an older version."""

    name: str
    label: str
    own: bool


def sheets_to_choose(club: Club, language: str) -> list[Choosable]:
    """Two queries. The club's own come first, and of each the newest version."""
    newest = {version.slug: version for version in newest_of(club)}
    labels = {slug: rules_of(version).label.in_language(language) for slug, version in newest.items()}
    found = []
    versions = RulesetVersion.objects.filter(ruleset__club=club).order_by("slug", "-edition")
    for slug, edition in versions.values_list("slug", "edition"):
        label = labels.get(slug, slug)
        if slug in newest and edition == newest[slug].edition:
            found.append(Choosable(slug, label, own=True))
        else:
            named = {"label": label, "number": edition}
            found.append(Choosable(f"{slug}.{edition}", _("%(label)s, version %(number)d") % named, own=True))
    for slug, rules in published().items():
        found.append(Choosable(slug, rules.label.in_language(language), own=False))
    return found


def chosen_rules(club: Club, name: str) -> Rules:
    """Return the rules behind one of these names; at most one query."""
    if name in published():
        return published()[name]
    slug, _dot, edition = name.partition(".")
    versions = RulesetVersion.objects.filter(ruleset__club=club, slug=slug)
    return rules_of(versions.get(edition=int(edition)) if edition else versions.latest("edition"))
