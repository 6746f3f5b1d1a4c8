"""The addresses of all pages of tournaments, which each capability declares in its modules."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from scoring.web.old_addresses import old_addresses
from tournaments.capabilities import CAPABILITIES

app_name = "tournaments"

PARTS = [import_module(capability.urls) for capability in CAPABILITIES if capability.urls]


def below(prefix: str) -> list[URLPattern | URLResolver]:
    """Return the addresses of all capabilities below a place."""
    return [pattern for part in PARTS for pattern in getattr(part, prefix, ())]


round_urls = [*below("round_urls"), *old_addresses("round_urls")]

club_urls: list[URLPattern | URLResolver] = [
    *below("club_urls"),
    *old_addresses("tournaments_urls"),
    path(
        "<int:pk>/",
        include(
            [
                *below("tournament_urls"),
                *old_addresses("tournament_urls"),
                path("rounds/<int:number>/", include(round_urls)),
            ]
        ),
    ),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<slug:slug>/tournaments/", include(club_urls)),
    path("tournaments/<str:code>/", include(below("public_urls"))),
    *below("site_urls"),
]
