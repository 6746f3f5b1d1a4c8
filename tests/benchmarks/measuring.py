"""What all parts share: how long something takes, and the row that is printed of it."""

import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles

from django.conf import settings
from django.test import Client

REPEATS = 60
# Asked through Django's own client, which needs no collected files.
IN_PROCESS = {
    "ALLOWED_HOSTS": ["testserver"],
    "STORAGES": {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}


def milliseconds(ask: Callable[[], int], status: int = 200) -> float:
    """Return how long it takes until something is answered, which has to be with this status."""
    begun = time.perf_counter()
    answered = ask()
    taken = 1000 * (time.perf_counter() - begun)
    assert answered == status, answered
    return taken


def print_row(name: str, taken: Sequence[float], further: str = "") -> None:
    p95 = quantiles(taken, n=20)[-1]
    print(f"  {name:<36} p50 {median(taken):6.1f}   p95 {p95:6.1f}{further}")


def print_pages(client: Client, addresses: dict[str, str]) -> None:
    """Print what each of these pages takes, the first time and later."""
    for name, address in addresses.items():

        def ask(address: str = address) -> int:
            return client.get(address).status_code

        first, *later = (milliseconds(ask) for _ in range(REPEATS + 1))
        print_row(name, later, f"   first {first:6.1f}")
