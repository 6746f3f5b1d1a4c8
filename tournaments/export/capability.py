"""Tournaments as files and in feeds: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import include, path

from scoring.capability import Capability
from scoring.export.answering import exported
from scoring.sharing.feeds import Source
from tournaments.export import views
from tournaments.export.feeds import tournament_days, tournament_results
from tournaments.export.stored import stored_in_tournaments

tournament_urls = [  # below …/<int:pk>/
    path("", include(exported(views.export_tournament))),
    path("disputes/", include(exported(views.export_disputes))),
    path("standings/", include(exported(views.export_standings))),
    path("tables/", include(exported(views.export_hands))),
    path("prizes/", include(exported(views.export_prizes))),
    path("money/", include(exported(views.export_fees))),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", include(exported(views.export_standings, "export_round_standings"))),
    path("prizes/", include(exported(views.export_prizes, "export_round_prizes"))),
]
public_urls = [  # below tournaments/<code>/
    path("standings/", include(exported(views.export_public_standings))),
    path("rounds/<int:number>/", include(exported(views.export_public_standings, "export_public_round"))),
]


CAPABILITY = Capability(
    urls=__name__, feeds=(Source(tournament_days, tournament_results),), stored=(stored_in_tournaments,)
)
