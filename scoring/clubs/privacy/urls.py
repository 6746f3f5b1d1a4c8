"""What is stored about somebody: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.clubs.privacy.views import anonymising, privacy
from scoring.export.addresses import exported

site_urls: list[URLPattern | URLResolver] = [
    path("privacy/", privacy.privacy, name="privacy"),
]

club_urls: list[URLPattern | URLResolver] = [
    path(
        "old-sheets/people/<int:pk>/anonymise/", anonymising.anonymise_old_guest, name="anonymise_old_guest"
    ),
]

member_urls: list[URLPattern | URLResolver] = [
    path("anonymise/", anonymising.anonymise_member, name="anonymise_member"),
    path("data/", privacy.stored_data, name="stored_data"),
    path("data/", include(exported(privacy.export_stored_data))),
    path("go/", privacy.ask_to_go, name="ask_to_go"),
]

guest_urls: list[URLPattern | URLResolver] = [
    path("anonymise/", anonymising.anonymise_guest, name="anonymise_guest"),
]
