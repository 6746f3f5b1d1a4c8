"""Every address of the project. `python -m tests.support.addresses` prints them, a line each."""

import os
from collections.abc import Iterable, Iterator

import django
from django.urls import URLPattern, URLResolver, get_resolver


def addresses(
    patterns: Iterable[URLPattern | URLResolver] | None = None, before: str = "", namespace: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield each with its namespace."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address, pattern.namespace or namespace)
        else:
            yield address, namespace


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    django.setup()
    for address, _namespace in addresses():
        print(address)
