"""One table: hands, rules, amounts; clubs, players, evenings."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """The app of tables, clubs and seasons."""

    name = "scoring"

    def ready(self) -> None:
        from scoring import checks  # noqa: F401
