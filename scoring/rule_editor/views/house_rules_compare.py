"""Two rule sheets side by side: published ones for everybody, a club's own for its members."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.engine.loading import Data, resolved
from scoring.models import Club
from scoring.rule_editor.forms import TwoSheets
from scoring.rule_editor.pages import every_sheet, version_under
from scoring.rules import SLUGS, data_of, published, read
from scoring.rules.comparing import differences, grouped
from scoring.rules.versions.versions import named, rules_of
from scoring.web.access import open_club
from scoring.web.language import current_language


class Side(NamedTuple):
    """One of the two sheets: its name, its address, and its data."""

    label: str
    address: str
    data: Data


@require_safe
def compare_sheets(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Compare two published sheets, or two sheets of a club or published."""
    club = open_club(request, slug) if slug else None
    address, language = request.path, current_language()
    groups = every_sheet(club, language)
    keys = {name: request.GET.get(name, "") for name in ("a", "b")}
    sides = {name: _side(key, club, language) for name, key in keys.items() if key}
    every = [key for _title, sheets in groups for key, _label in sheets]
    a = keys["a"] or next(key for key in every if key != keys["b"])
    b = keys["b"] or next(key for key in every if key != a)
    form = TwoSheets(initial={"a": a, "b": b}, groups=groups)
    page: dict[str, Any] = {"club": club, "form": form, "address": address, **sides}
    if len(sides) == 2:
        differing = [one for one in differences(sides["a"].data, sides["b"].data) if one.path != ("label",)]
        page |= {
            "compared": True,
            "count": len(differing),
            "groups": grouped(differing),
            "swapped": f"{address}?{urlencode({'a': keys['b'], 'b': keys['a']})}",
        }
    return render(request, "scoring/rule_editor/compare.html", page)


def _side(key: str, club: Club | None, language: str) -> Side:
    if key in SLUGS:
        label = published()[key].label.in_language(language)
        return Side(label, reverse("scoring:rule_sheet", args=[key]), resolved(key, read))
    version = None if club is None else version_under(key, club)
    if version is None or club is None:
        raise Http404(key)
    label = named(rules_of(version), version, language)
    address = reverse("scoring:own_version", args=[club.slug, version.slug, version.edition])
    return Side(label, address, data_of(version.text))
