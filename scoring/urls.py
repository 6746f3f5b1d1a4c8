"""The addresses of all pages: each capability declares its own in the modules it names."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from scoring.capabilities import CAPABILITIES
from scoring.web.old_addresses import old_addresses

app_name = "scoring"

PARTS = [import_module(capability.urls) for capability in CAPABILITIES if capability.urls]


def below(prefix: str) -> list[URLPattern | URLResolver]:
    """Return the earlier addresses below a prefix, then those of all capabilities."""
    of_today = [pattern for part in PARTS for pattern in getattr(part, prefix, ())]
    return [*old_addresses(prefix), *of_today]


club_urls: list[URLPattern | URLResolver] = [
    *below("club_urls"),
    path("members/<int:pk>/", include(below("member_urls"))),
    path("guests/<int:pk>/", include(below("guest_urls"))),
    path("evenings/<int:pk>/", include(below("evening_urls"))),
]

urlpatterns = [
    path("sheets/<int:pk>/", include(below("sheet_urls"))),  # first: asked for with every hand
    *below("site_urls"),
    path("clubs/<slug:slug>/", include(club_urls)),
]
