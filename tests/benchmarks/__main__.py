"""`make bench`: measures and prints. Nothing here passes or fails; compare figures of one run only."""

from __future__ import annotations

import os
import platform

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup()

from tests.benchmarks import (  # noqa: E402  (the pages need the settings)
    archive,
    draw,
    exports,
    pages,
    recording,
    season,
    settling,
    tournament,
    tournament_load,
)

print(f"Python {platform.python_version()}, Django {django.get_version()}, {os.cpu_count()} cores")
settling.measure()
pages.measure()
recording.measure()
season.measure()
exports.measure()
archive.measure()
draw.measure()
tournament.measure()
tournament_load.measure()
