"""The worked examples of the published sheets as they are printed: worked out once, and not by each process.

Reading, settling and printing them takes a while. They follow from the program's own files alone, so what was
printed lies in a file that is called by the checksum of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from scoring.figures.kept import kept
from scoring.rules.rulebook import FOLDER
from scoring.rules.worked_examples import worked_examples

PROGRAM = Path(settings.BASE_DIR)
PAGES: Any = settings.TEMPLATES[0]["DIRS"]
# What decides how they look: where to look for which files.
DECIDING = (
    (PROGRAM, "scoring/**/*.py"),
    (PROGRAM, "scoring/rulesets/*.toml"),
    (PROGRAM, "tarockclub/locale/**/*.mo"),
    (Path(PAGES[0]), "scoring/**/*.html"),
    (FOLDER, "*.toml"),
)


@cache
def printed_examples(slug: str, language: str) -> SafeString:
    """Return the worked examples of a published sheet, which never change while the program runs."""
    name = f"{slug}-{language}-{checksum()}.html"
    return mark_safe(kept("printed", name, lambda: _print(slug, language), _of_earlier_programs))


@cache
def checksum() -> str:
    """Return the checksum of everything from which they follow."""
    digest = sha256(django.get_version().encode())
    for folder, pattern in DECIDING:
        for file in sorted(folder.glob(pattern)):
            digest.update(f"{file.relative_to(folder)}\0".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _print(slug: str, language: str) -> SafeString:
    return render_to_string(
        "scoring/rules/_examples.html", {"slug": slug, "groups": worked_examples(slug, language)}
    )


def _of_earlier_programs(file: Path) -> Iterable[Path]:
    return file.parent.glob(f"{file.name.rpartition('-')[0]}-*.html")
