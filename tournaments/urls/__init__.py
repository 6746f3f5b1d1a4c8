"""Where the pages of tournaments are: one file for each matter."""

from __future__ import annotations

from itertools import chain

from django.urls import URLPattern, URLResolver, include, path

from tournaments.urls import disputes, drawing, people, planning, public, repair, rounds, standings

app_name = "tournaments"

PARTS = (planning, people, drawing, rounds, disputes, standings, public, repair)

round_urls = list(chain.from_iterable(part.round_urls for part in PARTS))
tournament_urls = [
    *chain.from_iterable(part.tournament_urls for part in PARTS),
    path("rounds/<int:number>/", include(round_urls)),
]
club_urls = [
    *chain.from_iterable(part.club_urls for part in PARTS),
    path("<int:pk>/", include(tournament_urls)),
]
public_urls = list(chain.from_iterable(part.public_urls for part in PARTS))

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<slug:slug>/tournaments/", include(club_urls)),
    path("tournaments/<str:code>/", include(public_urls)),
    *public.urlpatterns,
    *drawing.urlpatterns,
]
