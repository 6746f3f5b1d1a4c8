"""Results files: the addresses of the checker, and of a tournament's file."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability
from scoring.handbook import HandbookChapter
from tournaments.results_file import incoming, views

site_urls: list[URLPattern | URLResolver] = [
    path("check/", views.check, name="check"),
    path("check/tarock-results-1.schema.json", views.results_schema, name="results_schema"),
    path("series/<str:series_code>/results/", views.public_series_results, name="public_series_results"),
]
club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/results/", views.series_results, name="series_results"),
    path("series/year/results/", views.year_results, name="year_results"),
    path("lists/files/", incoming.results_in, name="results_in"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("results/", views.public_results, name="public_results")
]
tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("results/", views.tournament_results, name="tournament_results")
]

CAPABILITY = Capability(
    urls=__name__,
    handbook=(
        HandbookChapter(
            5,
            "results",
            "tournaments",
            _("Files of results"),
            _("For people who check a tournament or write another program."),
            {"tournaments.results_file": "results-check"},
            in_booklet=False,
        ),
        HandbookChapter(
            5,
            "promises",
            "tournaments",
            _("What an organiser is promised"),
            _("For people who hand a tournament’s scoring to this program."),
            {},
            in_booklet=False,
        ),
    ),
)
