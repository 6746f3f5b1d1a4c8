"""A sheet that its club offers to others, for whoever has the link."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Club, RulesetVersion
from scoring.rule_editor.export import toml_file
from scoring.rule_editor.published.pages import speiszettel_page, version_of
from scoring.rule_editor.verbs import shown_behind
from scoring.rules.exporting import exported
from scoring.rules.reading import data_of
from scoring.rules.versions.versions import rules_of
from scoring.web.access import kept_from_search


def _version(code: str) -> RulesetVersion:
    version = shown_behind(code)
    if version is None:
        raise Http404(code)
    return version


@require_safe
def shown_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the newest version of the sheet, and to those who direct a club how to begin one with it."""
    version = _version(code)
    assert version.ruleset is not None
    clubs = Club.objects.none()
    if request.user.is_authenticated:
        clubs = Club.objects.directed_by(request.user).exclude(pk=version.ruleset.club_id)
    page = {
        "code": code,
        "of": version.ruleset.club,
        "version": version,
        "clubs": clubs,
        **speiszettel_page(request, request.path, rules_of(version), version_of(version)),
    }
    return kept_from_search(render(request, "scoring/rule_editor/shown.html", page))


@require_safe
def shown_sheet_toml(request: HttpRequest, code: str) -> HttpResponse:
    """Send it as a file, to begin a sheet with on another server."""
    version = _version(code)
    name = f"{version.slug}-{version.edition}-{version.code}.toml"
    return kept_from_search(toml_file(name, exported(data_of(version.text))))
