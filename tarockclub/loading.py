"""Load before forking what Django would load with the first request, once for all processes."""

import gc
from typing import Any

from django.conf import settings
from django.core.files.storage import storages
from django.template.loader import get_template
from django.urls import resolve, reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext, override

from scoring.capability import capabilities
from scoring.rules import published

# Those behind nearly every page, and those of a table, where people wait for each hand.
TEMPLATES = ("base.html", "scoring/table/record.html")


def load() -> None:
    """Load addresses with their views, both languages, published sheets, names of files, some templates."""
    for code, _name in settings.LANGUAGES:
        with override(code):
            gettext("")
            reverse("scoring:clubs")
    resolve("/")
    published()
    capabilities()
    options: Any = settings.TEMPLATES[0]["OPTIONS"]
    for path in options["context_processors"]:
        import_string(path)
    settings.RELEASE()  # what runs from here on, whatever is checked out meanwhile
    assert storages["staticfiles"]  # it has read what all files are called
    for name in TEMPLATES:
        get_template(name)
    gc.freeze()  # nothing of this is thrown away: Python need not look through it again and again
