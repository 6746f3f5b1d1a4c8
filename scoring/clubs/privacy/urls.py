"""What is stored about somebody: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.clubs.privacy import views
from scoring.export.answering import exported

site_urls: list[URLPattern | URLResolver] = [
    path("privacy/", views.privacy, name="privacy"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("old-sheets/people/<int:pk>/anonymise/", views.anonymise_old_guest, name="anonymise_old_guest"),
]

member_urls: list[URLPattern | URLResolver] = [
    path("anonymise/", views.anonymise_member, name="anonymise_member"),
    path("data/", views.stored_data, name="stored_data"),
    path("data/", include(exported(views.export_stored_data))),
    path("go/", views.ask_to_go, name="ask_to_go"),
]

guest_urls: list[URLPattern | URLResolver] = [
    path("anonymise/", views.anonymise_guest, name="anonymise_guest"),
]
