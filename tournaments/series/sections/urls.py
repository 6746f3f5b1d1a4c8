"""Sections of a tournament."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.series.sections import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("sections/", views.sections, name="sections"),
    path("sections/divide/", views.divide, name="divide"),
    path("sections/undo/", views.undo, name="undo_dividing"),
    path("sections/settings/", views.settings, name="section_settings"),
]
