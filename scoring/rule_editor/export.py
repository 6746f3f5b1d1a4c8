"""A rule sheet as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def toml_file(name: str, text: str) -> HttpResponse:
    """Return a sheet as a file to save."""
    answer = HttpResponse(text.encode("utf-8"), content_type="application/toml; charset=utf-8")
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer
