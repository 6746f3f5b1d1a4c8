"""What a phone has to know to settle by itself, and to show its waiting hands as a picture."""

from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.text import Truncator

from scoring import clock
from scoring.models import Sheet
from scoring.table.pictures import key_of
from scoring.table_policy import occasion_of

LONGEST_TITLE = 60  # letters; they go into the picture


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


def picture_facts(sheet: Sheet, url: str) -> dict[str, Any]:
    """Return where its pictures lead, whose they are, what signs them, and what time it is here."""
    is_member = True  # where it is played is said to whoever sees the picture
    crumbs = occasion_of(sheet).crumbs(sheet, is_member)
    title = " · ".join([sheet.name_in_log, *(crumb.label for crumb in crumbs[-1:])])
    return {
        "url": url,
        "sheet": sheet.pk,
        "key": key_of(sheet),
        "title": Truncator(title).chars(LONGEST_TITLE),
        "now": int(clock.now().timestamp() * 1000),
    }
