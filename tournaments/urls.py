"""Where the pages of tournaments are: each capability says it in the module it names."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from tournaments.capabilities import CAPABILITIES

app_name = "tournaments"

PARTS = [import_module(capability.urls) for capability in CAPABILITIES if capability.urls]


def below(prefix: str) -> list[URLPattern | URLResolver]:
    """Return the addresses of all capabilities below a place."""
    return [pattern for part in PARTS for pattern in getattr(part, prefix, ())]


club_urls: list[URLPattern | URLResolver] = [
    *below("club_urls"),
    path(
        "<int:pk>/",
        include([*below("tournament_urls"), path("rounds/<int:number>/", include(below("round_urls")))]),
    ),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<slug:slug>/tournaments/", include(club_urls)),
    path("tournaments/<str:code>/", include(below("public_urls"))),
    *below("site_urls"),
]
