"""A hand or a table settled for anybody: where the pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

from scoring.calculator import views
from scoring.capability import Capability
from scoring.web.access import revalidated


def _steps(key: str, club: str = "") -> list[URLPattern]:
    """Return where the page of a table asks its questions."""
    return [
        path(f"try/{key}/{what}/", views.table_step, {"what": what}, name=f"{club}table_{what}")
        for what in ("record", "preview", "undo", "redo")
    ]


site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", revalidated(gzip_page(views.calculator)), name="calculator"),
    path("calculator/settlement/", revalidated(conditional_page(views.calculated)), name="calculated"),
    path("calculator/code/", revalidated(views.calculated_code), name="calculated_code"),
    path("try/", views.former_table, name="try"),
    path("try/<slug:key>/", views.former_table, name="try_table"),
    *_steps("<slug:key>"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.calculator, name="club_calculator"),
    path("calculator/settlement/", views.calculated, name="club_calculated"),
    path("calculator/code/", views.calculated_code, name="club_calculated_code"),
    path("try/<str:key>/", views.former_table, name="club_try"),
    *_steps("<str:key>", "club_"),
]

CAPABILITY = Capability(urls=__name__)
