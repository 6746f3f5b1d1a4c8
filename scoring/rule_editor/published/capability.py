"""Published sheets: where their pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.capability import Capability
from scoring.rule_editor.published import views

site_urls: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("rules/", views.rule_sheets, name="rule_sheets"),
    path("rules/<slug:slug>/", views.rule_sheet, name="rule_sheet"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("rules/", views.sheet_rules, name="sheet_rules"),
]

CAPABILITY = Capability(urls=__name__)
