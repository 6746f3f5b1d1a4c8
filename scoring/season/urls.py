"""The season: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.answering import exported
from scoring.season import views

club_urls: list[URLPattern | URLResolver] = [
    path("season/", views.season, name="season"),
    path("season/", include(exported(views.export_season))),
    path("season/book/", include(exported(views.export_season_book))),
    path("season/hands/", include(exported(views.export_season_hands))),
    path("season/certificates/", views.season_certificates, name="season_certificates"),
    path("season/statistics/", views.statistics, name="statistics"),
    path("season/statistics/", include(exported(views.export_statistics))),
    path("season/rating/", views.rating, name="rating"),
    path("season/rating/", include(exported(views.export_rating))),
    path("season/<int:pk>/", views.season_member, name="season_member"),
    path("season/<int:pk>/", include(exported(views.export_career))),
]
