"""What has to be in order before the program serves anybody."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from scoring.engine.loading import SheetError
from scoring.rules import FOLDER, load


@register
def every_published_sheet_loads(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Load every published sheet: one with a mistake must not wait until somebody plays it."""
    errors: list[CheckMessage] = []
    for path in sorted(FOLDER.glob("*.toml")):
        try:
            load(path.stem)
        except SheetError as error:
            errors.append(Error(str(error), hint=f"Mend {path.name}.", id="scoring.E001"))
    return errors
