"""Who is coming to an evening: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.coming import views

site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/coming/", views.shared_coming, name="shared_coming"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("coming/", views.coming, name="coming"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("coming/", views.coming_to, name="coming_to"),
]
