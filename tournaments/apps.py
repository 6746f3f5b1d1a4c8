"""Tournaments: many tables, several rounds."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of tournaments."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
