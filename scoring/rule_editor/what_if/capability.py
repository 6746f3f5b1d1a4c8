"""An evening or a season under another sheet: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.capability import Capability
from scoring.rule_editor.what_if import views

club_urls: list[URLPattern | URLResolver] = [
    path("season/what-if/", views.what_if_season, name="what_if_season"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("what-if/", views.what_if_evening, name="what_if_evening"),
]

CAPABILITY = Capability(urls=__name__)
