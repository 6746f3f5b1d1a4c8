"""A club of invented people: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.demo import views

club_urls: list[URLPattern | URLResolver] = [
    path("demonstration/", views.filling, name="demonstration"),
    path("demonstration/remove/", views.removal, name="remove_demonstration"),
]
