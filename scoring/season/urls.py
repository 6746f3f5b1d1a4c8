"""The season: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.addresses import exported
from scoring.season.views import certificates, exports, rating, season, statistics

club_urls: list[URLPattern | URLResolver] = [
    path("season/", season.season, name="season"),
    path("season/", include(exported(exports.export_season))),
    path("season/book/", include(exported(exports.export_season_book))),
    path("season/hands/", include(exported(exports.export_season_hands))),
    path("season/certificates/", certificates.season_certificates, name="season_certificates"),
    path("season/statistics/", statistics.statistics, name="statistics"),
    path("season/statistics/", include(exported(exports.export_statistics))),
    path("season/rating/", rating.rating, name="rating"),
    path("season/rating/", include(exported(exports.export_rating))),
    path("season/<int:pk>/", season.season_member, name="season_member"),
    path("season/<int:pk>/", include(exported(exports.export_career))),
]
