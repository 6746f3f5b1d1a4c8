"""Standings: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import path

from scoring.capability import Capability
from tournaments.standings import views

tournament_urls = [  # below …/<int:pk>/
    path("standings/", views.standings, name="standings"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", views.round_standings, name="round_standings"),
]


CAPABILITY = Capability(urls=__name__)
