"""A club's own rule sheets as their pages show them, and what each of their versions changed."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.rules import CODE
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.models.rulesets import LONGEST_ORIGIN
from scoring.names import sorting
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.verbs import code_of, compared, free_name, original_version
from scoring.rules import SLUGS, published
from scoring.rules.versions.versions import (
    NEWEST,
    changes_between,
    current_text,
    key_of,
    named,
    newest_of,
    rules_of,
)


class OwnSheet(NamedTuple):
    """One sheet of a club; before it is saved for the first time it has no version."""

    ruleset: Ruleset
    label: str
    newest: RulesetVersion | None
    usual: bool  # what the club plays unless something else is said
    named_twice: bool  # an earlier sheet has this name: its label has a number


def own_sheets(club: Club, language: str) -> list[OwnSheet]:
    """Return all sheets of a club by name; two queries."""
    versions = RulesetVersion.objects.filter(NEWEST, ruleset__club=club).select_related("by")
    newest = {version.ruleset_id: version for version in versions}
    labels = [
        (label_in(ruleset, newest.get(ruleset.pk), language), ruleset)
        for ruleset in Ruleset.objects.filter(club=club)
    ]
    labels.sort(key=lambda named: (sorting(named[0]), named[1].pk))
    # Two can have one name from when nothing refused that, or from a club's file: a number tells them apart.
    taken = {compared(label) for label, _ruleset in labels}
    sheets, earlier = [], set[str]()
    for name, ruleset in labels:
        twice = compared(name) in earlier
        label = free_name(name, taken) if twice else name
        taken.add(compared(label))
        earlier.add(compared(name))
        usual = ruleset.slug == club.default_rules
        sheets.append(OwnSheet(ruleset, label, newest.get(ruleset.pk), usual, twice))
    return sheets


def label_in(ruleset: Ruleset, newest: RulesetVersion | None, language: str) -> str:
    """Return the name of a sheet: as last saved, or else as in its draft."""
    if newest is not None:
        return rules_of(newest).label.in_language(language)
    label = SheetDraft.read(ruleset.draft).label
    return label.in_language(language) if label is not None else _("Rule sheet without a name")


def usual_sheet(club: Club, language: str) -> dict[str, str | bool]:
    """Return the sheet that a club usually plays, and whether it is a published one."""
    slug = club.default_rules
    if slug in SLUGS:
        return {"label": published()[slug].label.in_language(language), "published": True}
    labels = {version.slug: rules_of(version).label.in_language(language) for version in newest_of(club)}
    return {"label": labels.get(slug, slug), "published": False}


# Versions


class Origin(NamedTuple):
    """What a sheet was made from: in words, and its text if known."""

    words: str
    key: str = ""
    text: str = ""


def origin_of(ruleset: Ruleset, language: str) -> Origin:
    """Return what a sheet was made from: a published sheet, a version of an own one, or a file."""
    if ruleset.origin in SLUGS:
        label = published()[ruleset.origin].label.in_language(language)
        return Origin(label, ruleset.origin, current_text(ruleset.origin))
    if (version := original_version(ruleset.origin, ruleset.club_id)) is not None:
        return Origin(named(rules_of(version), version, language), key_of(version), version.text)
    if (agreed := _OF_ANOTHER_CLUB.search(ruleset.origin)) is not None:
        versions = RulesetVersion.objects.filter(ruleset__in=Ruleset.objects.shown(), edition=agreed[1])
        if (version := versions.filter(digest__startswith=agreed[2]).first()) is not None:
            return Origin(ruleset.origin, "", version.text)
    return Origin(ruleset.origin)


_OF_ANOTHER_CLUB = re.compile(rf" ([0-9]{{1,5}}) \(([0-9a-f]{{{CODE}}})\), ", re.ASCII)


def origin_elsewhere(version: RulesetVersion) -> str:
    """Return the stored origin in another club: "Freitag 2 (a1b2c3), Runde"."""
    assert version.ruleset is not None
    suffix = f" {version.edition} ({version.code}), {version.ruleset.club.name}"[:LONGEST_ORIGIN]
    return f"{rules_of(version).label.de[: LONGEST_ORIGIN - len(suffix)]}{suffix}"


def shown_elsewhere(club: Club, language: str) -> list[tuple[str, str]]:
    """Return the sheets that other clubs offer, each with its code for the link; two queries."""
    sheets = Ruleset.objects.shown().exclude(club=club).exclude(club__demonstration=True)
    by_pk = {ruleset.pk: ruleset for ruleset in sheets.select_related("club")}
    offered = []
    for version in RulesetVersion.objects.filter(NEWEST, ruleset__in=by_pk):
        assert version.ruleset_id is not None
        ruleset = by_pk[version.ruleset_id]
        words = {"sheet": rules_of(version).label.in_language(language), "club": ruleset.club.name}
        offered.append((code_of(ruleset), _("%(sheet)s (%(club)s)") % words))
    return sorted(offered, key=lambda sheet: sorting(sheet[1]))


def saved(
    versions: Sequence[RulesetVersion], earlier: RulesetVersion | None, origin: Origin, language: str
) -> list[tuple[RulesetVersion, str, str]]:
    """Return these versions, the newest first, each with its changes and the key of the version before.

    `earlier` follows the last of them; what has nothing before it is said against the sheet's origin.
    """
    rows = []
    for version, previous in zip(versions, [*versions[1:], earlier], strict=True):
        text, since = (origin.text, origin.key) if previous is None else (previous.text, key_of(previous))
        rows.append((version, changes_between(text, version.text, language) if text else "", since))
    return rows


# To choose from

Groups = list[tuple[str, list[tuple[str, str]]]]


def every_sheet(club: Club | None, language: str) -> Groups:
    """Return the sheets to choose from: versions of the club's own, newest first, and published ones."""
    groups: Groups = []
    if club is not None:
        named = _("%(sheet)s, version %(number)d")
        versions = list(RulesetVersion.objects.filter(ruleset__club=club).order_by("-edition").defer("text"))
        for sheet in own_sheets(club, language):
            keys = [
                (key_of(version), named % {"sheet": sheet.label, "number": version.edition})
                for version in versions
                if version.ruleset_id == sheet.ruleset.pk
            ]
            if keys:
                groups.append((sheet.label, keys))
    sheets = [(slug, rules.label.in_language(language)) for slug, rules in published().items()]
    return [*groups, (_("Published sheets"), sheets)]


def version_under(key: str, club: Club) -> RulesetVersion | None:
    """Return the version of one of the club's own sheets that an address names; None if there is none."""
    named = re.fullmatch(r"([-\w]+)\.([0-9]{1,5})", key, re.ASCII)
    if named is None:
        return None
    versions = RulesetVersion.objects.filter(ruleset__club=club, slug=named[1], edition=named[2])
    return versions.select_related("ruleset").first()
