"""The imprint: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.server.imprint import views

site_urls: list[URLPattern | URLResolver] = [
    path("imprint/", views.imprint, name="imprint"),
    path("imprint/edit/", views.edit_imprint, name="edit_imprint"),
]
