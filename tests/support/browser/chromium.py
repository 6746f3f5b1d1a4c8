"""The browser of the tests: the headless Chromium where there is one, it takes a third of the time."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
NOT_INSTALLED = "Chromium is not installed; `make test` installs it where it may."
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
