"""The handbook: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.handbook import views

site_urls: list[URLPattern | URLResolver] = [
    path("handbook/", views.handbook, name="handbook"),
    path("handbook/booklet/", views.booklet, name="booklet"),
    path("handbook/<slug:slug>/", views.chapter, name="chapter"),
]
