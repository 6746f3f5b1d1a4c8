"""Files that were made while somebody waited, and what a JSON file of ours looks like."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from scoring.export import pending_downloads
from scoring.models import Account
from scoring.web.access import asked_again

SCHEMA = settings.BASE_DIR / "scoring" / "export" / "schema.json"


@require_safe
def ready_export(request: HttpRequest, token: str) -> HttpResponseBase:
    """Once, and for the account that waited for it; a look at its head does not count."""
    if not isinstance(request.user, Account) or request.method == "HEAD":
        raise Http404
    found = pending_downloads.fetched(token, request.user)
    if found is None:
        raise Http404
    answer = FileResponse(found.file, as_attachment=True, filename=found.name)
    answer.headers["Content-Type"] = found.content_type
    return answer


@asked_again
@require_safe
def export_schema(request: HttpRequest) -> HttpResponse:
    """Describe what a JSON file of ours looks like, for whoever reads it with a program."""
    return HttpResponse(Path(SCHEMA).read_bytes(), content_type="application/schema+json")
