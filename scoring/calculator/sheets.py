"""The sheets of a calculator: the published ones, and a club's own for whoever may see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.calculator.hands import NoSheet
from scoring.engine.rules import Rules
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.pages import Groups, every_sheet, version_under
from scoring.rules import SLUGS, published
from scoring.rules.versions.versions import key_of, rules_of

DRAFT = "draft"  # where a version has its number: "freitag.draft"


class SheetShown(NamedTuple):
    """The sheet of a calculation: what it is called, and where it is read."""

    label: str
    address: str
    is_draft: bool = False


class Place(NamedTuple):
    """Whose calculator it is: anybody's, or a club's, which knows the club's own sheets too."""

    sheets: Mapping[str, Rules]
    club: Club | None = None

    def address(self, name: str, *about: str) -> str:
        """Return where one of the pages is."""
        if self.club is None:
            return reverse(f"scoring:{name}", args=about)
        return reverse(f"scoring:club_{name}", args=[self.club.slug, *about])

    def groups(self, language: str) -> Groups:
        """Return the sheets to choose from, with drafts for directors; in four queries however many."""
        drafts = Ruleset.objects.none()
        if self.club is not None and self.club.is_directed:
            drafts = Ruleset.objects.filter(club=self.club).exclude(draft="")
        named = [(f"{ruleset.slug}.{DRAFT}", _name_of(ruleset, language)) for ruleset in drafts]
        return [*([(_("Drafts"), named)] if named else []), *every_sheet(self.club, language)]

    def shown(self, rules: Rules, language: str) -> SheetShown:
        """Return what a sheet is called here, with its version, and where it is read."""
        label = rules.label.in_language(language)
        slug, _dot, which = rules.slug.partition(".")
        if self.club is None or not which:
            return SheetShown(label, reverse("scoring:rule_sheet", args=[slug]))
        own = [self.club.slug, slug]
        if which == DRAFT:
            named = _("%(sheet)s, draft") % {"sheet": label}
            return SheetShown(named, reverse("scoring:edit_sheet", args=own), is_draft=True)
        named = _("%(sheet)s, version %(number)d") % {"sheet": label, "number": int(which)}
        return SheetShown(named, reverse("scoring:own_version", args=[*own, which]))


class ClubSheets(Mapping[str, Rules]):
    """By the key that a link carries: published sheets, each version of the club's own, drafts for directors.

    A key without a number means the newest version; so does that of a draft that is saved or discarded.
    """

    def __init__(self, club: Club) -> None:
        self.club = club

    def __getitem__(self, key: str) -> Rules:
        if key in SLUGS:
            return published()[key]
        slug, _dot, which = key.partition(".")
        if which not in ("", DRAFT):
            return _known_by_its_key(version_under(key, self.club))
        if which == DRAFT and not self.club.is_directed:
            raise KeyError(key)
        ruleset = Ruleset.objects.filter(club=self.club, slug=slug).first()
        if ruleset is None:
            raise KeyError(key)
        if which == DRAFT and ruleset.draft:
            return _of_draft(ruleset, key)
        return _known_by_its_key(ruleset.versions.order_by("-edition").first())

    def __iter__(self) -> Iterator[str]:
        groups = Place(self, self.club).groups("de")
        return (key for _title, sheets in groups for key, _label in sheets)

    def __len__(self) -> int:
        return sum(1 for _key in self)


def _known_by_its_key(version: RulesetVersion | None) -> Rules:
    if version is None:
        raise KeyError
    return replace(rules_of(version), slug=key_of(version))


def _of_draft(ruleset: Ruleset, key: str) -> Rules:
    rules = SheetDraft.read(ruleset.draft).rules
    if rules is None:
        raise NoSheet(_("No hand can be worked out under this draft until it is corrected."))
    return replace(rules, slug=key)


def _name_of(ruleset: Ruleset, language: str) -> str:
    label = SheetDraft.read(ruleset.draft).label
    return ruleset.slug if label is None else label.in_language(language)
