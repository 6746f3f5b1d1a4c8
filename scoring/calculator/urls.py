"""A hand or a table settled for anybody: where the pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.calculator import views

STEPS = ("record", "preview", "undo", "redo")  # what the page of a table asks for

site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/settlement/", views.calculated, name="calculated"),
    path("calculator/code/", views.calculated_code, name="calculated_code"),
    path("try/", views.former_table, name="try"),
    path("try/<slug:slug>/", views.former_table, name="try_table"),
    *(
        path(f"try/<slug:slug>/{what}/", views.table_step, {"what": what}, name=f"table_{what}")
        for what in STEPS
    ),
]

club_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.club_calculator, name="club_calculator"),
    path("calculator/settlement/", views.club_calculated, name="club_calculated"),
    path("calculator/code/", views.club_calculated_code, name="club_calculated_code"),
    path("try/<str:key>/", views.club_former_table, name="club_try"),
    *(
        path(f"try/<str:key>/{what}/", views.club_table_step, {"what": what}, name=f"club_table_{what}")
        for what in STEPS
    ),
]
