"""A hand settled for anybody: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.calculator import views

site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/settlement/", views.calculated, name="calculated"),
    path("calculator/code/", views.calculated_code, name="calculated_code"),
]
