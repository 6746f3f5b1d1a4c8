"""Groups."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.series.groups import views

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("groups/", views.groups, name="groups"),
    path("groups/new/", views.new_group, name="new_group"),
    path("groups/<int:group>/", views.group, name="group"),
    path("groups/<int:group>/remove/", views.remove_group, name="remove_group"),
]
