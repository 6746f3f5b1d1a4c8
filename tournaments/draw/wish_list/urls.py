"""Wishes of the draw."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.draw.wish_list import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("wishes/", views.wishes, name="wishes"),
    path("wishes/drop/", views.drop, name="drop_wish"),
]
