"""One table: hands, rules, amounts; clubs, players, evenings."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from scoring import checks  # noqa: F401
        from scoring.archive import waiting
        from scoring.figures import ready
        from scoring.privacy.anonymising import FOLDERS

        FOLDERS.extend((ready.throw_away_all, waiting.forget_all))
