"""How long the pages take, asked through Django's own client."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

ROOT = Path(__file__).parent.parent.parent
ADDRESSES = ("/", "/rules/", "/rules/standard/", "/rules/zwanzigerrufen/?language=en")
REPEATS = 60
PLAIN_FILES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def measure() -> None:
    """In a process and on a database of its own."""
    with TemporaryDirectory(prefix="tarock-") as name:
        here = {**os.environ, "DATABASE_URL": f"sqlite:///{name}/pages.sqlite3"}
        subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, env=here, check=True)


def _measure() -> None:
    call_command("migrate", verbosity=0)
    print("\nPages, milliseconds a request")
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=PLAIN_FILES):
        client = Client()
        for address in ADDRESSES:
            first, *rest = (milliseconds(client, address) for _ in range(REPEATS + 1))
            p95 = quantiles(rest, n=20)[-1]
            print(f"  {address:<36} p50 {median(rest):6.1f}   p95 {p95:6.1f}   first {first:6.1f}")


def milliseconds(client: Client, address: str) -> float:
    begun = time.perf_counter()
    response = client.get(address)
    assert response.status_code == 200, address
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    import django

    django.setup()
    _measure()
