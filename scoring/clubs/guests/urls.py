"""Guests: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.clubs.guests import views

club_urls: list[URLPattern | URLResolver] = [
    path("guests/", views.guests, name="guests"),
    path("old-sheets/people/<int:pk>/", views.old_guest, name="old_guest"),
]

member_urls: list[URLPattern | URLResolver] = [
    path("separate/", views.separate, name="separate_guest"),
]

guest_urls: list[URLPattern | URLResolver] = [
    path("", views.guest, name="guest"),
    path("rename/", views.rename_guest, name="rename_guest"),
]
