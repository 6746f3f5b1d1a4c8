"""One table: hands, rules, amounts; clubs, players, evenings."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from scoring.engine.loading import SheetError
from scoring.rules import FOLDER, load


class ScoringConfig(AppConfig):
    """The app of tables, clubs and seasons."""

    name = "scoring"


@register
def every_published_sheet_loads(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Report every published sheet that does not load, before it is played."""
    errors: list[CheckMessage] = []
    for path in sorted(FOLDER.glob("*.toml")):
        try:
            load(path.stem)
        except SheetError as error:
            errors.append(Error(str(error), hint=f"Mend {path.name}.", id="scoring.E001"))
    return errors
