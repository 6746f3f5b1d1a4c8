"""A tournament as files."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.answering import exported
from tournaments.export import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("", include(exported(views.export_tournament))),
    path("disputes/", include(exported(views.export_disputes))),
    path("standings/", include(exported(views.export_standings))),
    path("tables/", include(exported(views.export_hands))),
    path("prizes/", include(exported(views.export_prizes))),
    path("money/", include(exported(views.export_fees))),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", include(exported(views.export_standings, "export_round_standings"))),
    path("prizes/", include(exported(views.export_prizes, "export_round_prizes"))),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("standings/", include(exported(views.export_public_standings))),
    path("rounds/<int:number>/", include(exported(views.export_public_standings, "export_public_round"))),
]
