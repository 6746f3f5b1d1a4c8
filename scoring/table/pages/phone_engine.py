"""What a phone has to know to settle by itself: where the parts of the engine lie that it loads."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.templatetags.static import static


def phone_engine_parts() -> dict[str, Any] | None:
    """Return what scoring/engine/engine.js is handed; None where this server has no engine for phones."""
    found = settings.PHONE_ENGINE
    if found is None:
        return None
    return {**found.addresses(settings.STATIC_URL), "worker": static("scoring/engine/worker.js")}


def code_reader_address() -> str:
    """Return where the script lies that reads QR codes where a browser cannot; empty: there is none."""
    found = settings.PHONE_ENGINE
    return "" if found is None else found.address_of(found.code_reader, settings.STATIC_URL)
