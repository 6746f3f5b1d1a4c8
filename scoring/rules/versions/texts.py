"""The texts of a rule sheet's versions: their names, and what changes from one to another."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.rules import Rules
from scoring.models import RulesetVersion
from scoring.rules.comparing import differences, note_of
from scoring.rules.versions.versions import rules_of


def key_of(version: RulesetVersion) -> str:
    """Return how an address names a version: "freitag.2"."""
    return f"{version.slug}.{version.edition}"


def named(rules: Rules, version: RulesetVersion, language: str) -> str:
    """Return a version's name: the label of its rule sheet and its number."""
    said = _("%(sheet)s, version %(number)d")
    return said % {"sheet": rules.label.in_language(language), "number": version.edition}


def rules_from_text(slug: str, text: str) -> Rules:
    """Return the rules that a sheet's text says."""
    return rules_of(RulesetVersion(slug=slug, text=text))


def changes_between(before: Rules, after: Rules, language: str) -> str:
    """Return in words what differs between two versions of a rule sheet."""
    return note_of(differences(before, after), language)
