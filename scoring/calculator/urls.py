"""A hand or a table settled for anybody: where the pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.calculator import table_views, views

asked = table_views.club_try_asked

site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/settlement/", views.calculated, name="calculated"),
    path("calculator/code/", views.calculated_code, name="calculated_code"),
    path("try/", table_views.try_table, name="try"),
    path("try/<slug:slug>/", table_views.try_table, name="try_table"),
    path("try/<slug:slug>/record/", table_views.try_save, name="try_save"),
    path("try/<slug:slug>/preview/", table_views.try_preview, name="try_preview"),
    path("try/<slug:slug>/undo/", table_views.try_undo, name="try_undo"),
    path("try/<slug:slug>/redo/", table_views.try_redo, name="try_redo"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.club_calculator, name="club_calculator"),
    path("calculator/settlement/", views.club_calculated, name="club_calculated"),
    path("calculator/code/", views.club_calculated_code, name="club_calculated_code"),
    path("try/<str:key>/", table_views.club_try_table, name="club_try"),
    path("try/<str:key>/record/", asked, {"what": "record"}, name="club_try_save"),
    path("try/<str:key>/preview/", asked, {"what": "preview"}, name="club_try_preview"),
    path("try/<str:key>/undo/", asked, {"what": "undo"}, name="club_try_undo"),
    path("try/<str:key>/redo/", asked, {"what": "redo"}, name="club_try_redo"),
]
