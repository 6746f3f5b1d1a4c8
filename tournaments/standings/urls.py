"""Standings."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.standings import views as standings

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("standings/", standings.standings, name="standings"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", standings.round_standings, name="round_standings"),
]
