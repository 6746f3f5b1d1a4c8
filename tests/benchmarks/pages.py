"""How long the pages take, asked through Django's own client."""

import time
from statistics import median, quantiles

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

ADDRESSES = (
    "/",
    "/rules/",
    "/rules/standard/",
    "/rules/standard/examples/",
    "/rules/zwanzigerrufen/?language=en",
)
REPEATS = 60
PLAIN_FILES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def measure() -> None:
    """Print what each page takes, the first time and later."""
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
