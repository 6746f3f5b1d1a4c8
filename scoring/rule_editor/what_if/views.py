"""What if: an evening or a season under another sheet, for everybody of the club; nothing is kept."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.engine.problems import option_problems
from scoring.engine.rules import Rules
from scoring.evenings.forms import FormWithOptions, OptionsForm
from scoring.evenings.pages.settling import sheets_of
from scoring.evenings.verbs import MOST_CENTS
from scoring.models import Club, Evening, RulesetVersion
from scoring.rule_editor.what_if.pages import evening_what_if, season_what_if
from scoring.rule_editor.what_if.tables import ComparedEveningTable, ComparedStandingsTable
from scoring.rules import published
from scoring.rules.versions.rules_played import named_rules
from scoring.rules.versions.versions import newest_of, rules_of
from scoring.season.forms import period_in_words, periods_of, season_form
from scoring.web.access import open_club
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
        query: QueryDict,
        *,
        club: Club,
        agreed: Mapping[str, Mapping[str, str | int]] | None = None,
    ) -> None:
        """Read the address; `agreed` is what was chosen of a sheet where it was really played."""
        name, (own, printed) = query.get("rules", ""), sheets_to_choose(club, current_language())
        known = name in dict(own + printed)
        self.chosen = chosen_rules(club, name) if known else None
        if self.chosen is not None:
            options = (agreed or {}).get(name, {})
            if not option_problems(options, self.chosen):
                self.chosen = self.chosen.under(options)
            answers = query if query.get("of") == name else QueryDict()
            self.below = {name: OptionsForm(answers, rules=self.chosen, prefix="option")}
        filled = query.copy()
        filled["of"] = name
        super().__init__(filled if "rules" in query else None)
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

    def __init__(self, query: QueryDict, *, cents: int, **options: Any) -> None:
        filled = query.copy()
        if not filled.get("cents", "").strip():
            filled["cents"] = str(cents)
        super().__init__(filled, **options)
        self.fields["cents"].initial = cents


@require_safe
def what_if_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an evening, or a table that plays by itself, under another sheet."""
    club = open_club(request, slug)
    with_hands = Evening.objects.played_in(club).filter(totals=False)
    evening = get_object_or_404(with_hands.select_related("ruleset"), pk=pk)
    evening.club = club
    played = evening.ruleset
    language = current_language()
    sheets = sheets_of(evening)
    form = EveningWhatIfForm(
        request.GET,
        cents=evening.cents_per_point,
        agreed=dict.fromkeys([played.slug, f"{played.slug}.{played.edition}"], evening.options),
        club=club,
    )
    page: dict[str, Any] = {
        "club": club,
        "evening": evening,
        "sheet": sheets[0] if evening.spontaneous and sheets else None,
        "form": form,
        "rules": named_rules(sheets, language),
    }
    if form.is_valid():
        cents = form.cleaned_data["cents"]
        thought = evening_what_if(evening, sheets, form.under, cents, language)
        page |= {
            "label": form.under.label.in_language(language),
            "cents": cents,
            "thought": thought,
            "compared": ComparedEveningTable(thought),
        }
    return render(request, "scoring/rule_editor/what_if/what_if_evening.html", page)


@require_safe
def what_if_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings under another sheet: of the current year, unless another time is asked for."""
    club = open_club(request, slug)
    season = season_form(request, club)
    form = WhatIfForm(request.GET, club=club)
    page: dict[str, Any] = {
        "club": club,
        "form": form,
        "season": season,
        "periods": periods_of(season, request.GET) if season.is_valid() else [],
    }
    if season.is_valid():
        page["period"] = period_in_words(season)
        if form.is_valid():
            language = current_language()
            thought = season_what_if(season.season, form.under, language)
            page |= {
                "label": form.under.label.in_language(language),
                "thought": thought,
                "members": ComparedStandingsTable(thought["members"], thought, label=_("Standings")),
                "guests": ComparedStandingsTable(thought["guests"], thought, label=_("Guests")),
            }
    return render(request, "scoring/rule_editor/what_if/what_if_season.html", page)


# An evening or a season under another sheet: where its pages are


club_urls: list[URLPattern | URLResolver] = [
    path("season/what-if/", what_if_season, name="what_if_season"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("what-if/", what_if_evening, name="what_if_evening"),
]

CAPABILITY = Capability(urls=__name__)
