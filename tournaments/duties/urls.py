"""Duties at a tournament."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.duties import views

tournament_urls: list[URLPattern | URLResolver] = [
    path("duties/", views.duties, name="duties"),
    path("duties/end/", views.end_duty, name="end_duty"),
]
