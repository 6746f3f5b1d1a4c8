"""Every address of the project. `python -m tests.support.addresses` prints them, a line each."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import django
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.generic import RedirectView


def addresses(
    patterns: Iterable[URLPattern | URLResolver] | None = None, before: str = "", namespace: str = ""
) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield each with its namespace and view, but those that lead on (scoring/web/old_addresses.py)."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address, pattern.namespace or namespace)
        elif not issubclass(getattr(pattern.callback, "view_class", object), RedirectView):
            yield address, namespace, pattern.callback


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    django.setup()
    for address, *_about in addresses():
        print(address)
