"""Under which sheet somebody wants to look at what was played, and what would be agreed there."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.problems import option_problems
from scoring.engine.rules import Rules
from scoring.evenings.forms import FormWithOptions, OptionsForm
from scoring.evenings.verbs import MOST_CENTS
from scoring.models import Club, RulesetVersion
from scoring.rules import published
from scoring.rules.versions.versions import newest_of, rules_of
from scoring.web.fields import cents_field, choice_field, offer
from scoring.web.language import current_language

SheetsToChoose = list[tuple[str, str]]


def sheets_to_choose(club: Club, language: str) -> tuple[SheetsToChoose, SheetsToChoose]:
    """Return the club's own sheets, of each the newest version first, and the published; in two queries.

    Each under the name that an address has for it: `freitag`, or `freitag.2` for an older version.
    """
    newest = {version.slug: version for version in newest_of(club)}
    labels = {slug: rules_of(version).label.in_language(language) for slug, version in newest.items()}
    own = []
    versions = RulesetVersion.objects.filter(ruleset__club=club).order_by("slug", "-edition")
    for slug, edition in versions.values_list("slug", "edition"):
        label = labels.get(slug, slug)
        if slug in newest and edition == newest[slug].edition:
            own.append((slug, label))
        else:
            named = {"label": label, "number": edition}
            own.append((f"{slug}.{edition}", _("%(label)s, version %(number)d") % named))
    return own, [(slug, rules.label.in_language(language)) for slug, rules in published().items()]


def chosen_rules(club: Club, name: str) -> Rules:
    """Return the rules behind one of these names; at most one query."""
    if name in published():
        return published()[name]
    slug, _dot, edition = name.partition(".")
    versions = RulesetVersion.objects.filter(ruleset__club=club, slug=slug)
    return rules_of(versions.get(edition=int(edition)) if edition else versions.latest("edition"))


class WhatIfForm(FormWithOptions):
    """Read from the address. The options are those of the sheet that was chosen before: `of` says which."""

    rules = choice_field(gettext_lazy("Under which sheet?"), wrong=gettext_lazy("Please choose."))
    of = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        asked: QueryDict,
        *,
        club: Club,
        agreed: Mapping[str, Mapping[str, str | int]] | None = None,
    ) -> None:
        """Read the address; `agreed` is what was chosen of a sheet where it was really played."""
        name, (own, printed) = asked.get("rules", ""), sheets_to_choose(club, current_language())
        known = name in dict(own + printed)
        self.chosen = chosen_rules(club, name) if known else None
        if self.chosen is not None:
            wanted = (agreed or {}).get(name, {})
            if not option_problems(wanted, self.chosen):
                self.chosen = self.chosen.under(wanted)
            said = asked if asked.get("of") == name else QueryDict()
            self.below = {name: OptionsForm(said, rules=self.chosen, prefix="option")}
        filled = asked.copy()
        filled["of"] = name
        super().__init__(filled if "rules" in asked else None)
        groups = [(_("The club's own sheets"), own)] if own else []
        offer(self, rules=[*groups, (_("Published sheets"), printed)])

    @property
    def chosen_label(self) -> str:
        return self.chosen.label.in_language(current_language()) if self.chosen is not None else ""

    @property
    def options(self) -> OptionsForm | None:
        return next(iter(self.below.values()), None)

    @property
    def under(self) -> Rules:
        """Return the sheet with what was chosen of it."""
        assert self.chosen is not None
        assert self.options is not None
        options = self.options.chosen
        usual = {key: self.chosen.options[key] for key in options}
        return self.chosen if options == usual else self.chosen.under(options)


class EveningWhatIfForm(WhatIfForm):
    """And what a point would cost."""

    cents = cents_field(
        gettext_lazy("Cents per point"),
        gettext_lazy("A whole number of cents from 0 to 100000: 50 for 50 cents, 200 for two euros."),
        most=MOST_CENTS,
    )

    def __init__(self, asked: QueryDict, *, cents: int, **further: Any) -> None:
        filled = asked.copy()
        if not filled.get("cents", "").strip():
            filled["cents"] = str(cents)
        super().__init__(filled, **further)
        self.fields["cents"].initial = cents
