"""Addresses of files: one for every format."""

from __future__ import annotations

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from scoring.export.writing import FORMATS


def exported(view: Callable[..., HttpResponseBase]) -> list[URLPattern]:
    """Return an address for every format."""
    return [path(f"export/{form}/", view, {"form": form}, name=view.__name__) for form in FORMATS]
