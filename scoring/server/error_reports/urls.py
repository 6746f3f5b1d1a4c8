"""Mistakes of the program: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.server.error_reports import views

site_urls: list[URLPattern | URLResolver] = [
    path("mistakes/", views.mistakes, name="mistakes"),
    path("mistakes/done/", views.tick, name="tick_mistake"),
]
