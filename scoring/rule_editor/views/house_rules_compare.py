"""Two rule sheets beside each other: published ones for everybody, a club's own for its members."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.engine.loading import resolved
from scoring.models import Club
from scoring.rule_editor.forms.own_sheets import TwoSheets
from scoring.rule_editor.pages.comparison import Side, comparison_of
from scoring.rule_editor.pages.own_sheets import Groups, every_sheet, version_under
from scoring.rules import SLUGS, published, read
from scoring.rules.exporting import exported
from scoring.rules.versions.texts import named
from scoring.rules.versions.versions import rules_of
from scoring.web.access import open_club
from scoring.web.language import current_language


@require_safe
def compare_sheets(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Compare two published sheets, or two sheets of a club or published."""
    club = open_club(request, slug) if slug else None
    address, language = request.path, current_language()
    groups = every_sheet(club, language)
    keys = {name: request.GET.get(name, "") for name in ("a", "b")}
    sides = {name: _side(key, club, language) for name, key in keys.items() if key}
    form = TwoSheets(initial=_suggested(groups, keys), groups=groups)
    page: dict[str, object] = {"club": club, "form": form, "address": address}
    if len(sides) == 2:
        page |= {
            "a": sides["a"],
            "b": sides["b"],
            "found": comparison_of(sides["a"], sides["b"], language),
            "swapped": f"{address}?{urlencode({'a': keys['b'], 'b': keys['a']})}",
        }
    return render(request, "scoring/rule_editor/compare.html", page)


def _suggested(groups: Groups, asked: dict[str, str]) -> dict[str, str]:
    """Return the two keys that were asked for; in place of a missing one the first other of the list."""
    keys = [key for _title, ones in groups for key, _label in ones]
    a = asked["a"] or next(key for key in keys if key != asked["b"])
    return {"a": a, "b": asked["b"] or next(key for key in keys if key != a)}


def _side(key: str, club: Club | None, language: str) -> Side:
    if key in SLUGS:
        label = published()[key].label.in_language(language)
        address = reverse("scoring:rule_sheet", args=[key])
        return Side(key, label, address, key, exported(resolved(key, read)))
    version = None if club is None else version_under(key, club)
    if version is None or club is None:
        raise Http404(key)
    label = named(rules_of(version), version, language)
    address = reverse("scoring:own_version", args=[club.slug, version.slug, version.edition])
    return Side(key, label, address, version.slug, version.text)
