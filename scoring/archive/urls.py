"""A club as one file: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.archive import views

site_urls: list[URLPattern | URLResolver] = [
    path("setup/<str:code>/club/", views.bring_club, name="bring_club"),
    path("setup/<str:code>/club/<str:digest>/", views.look_at_club, name="look_at_club"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("archive/", views.club_archive, name="club_archive"),
    path("archive/file/", views.club_file, name="club_file"),
]
