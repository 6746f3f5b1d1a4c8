"""What the recording page asks for beside its sheet: who is signed in, and a worker that opens it offline."""

from __future__ import annotations

import json
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.occasions import occasions
from scoring.templatetags.pages import STATIC_FILES, scripts

FILES = (
    "scoring/base.css",
    "scoring/focus.js",
    "scoring/icon.svg",
    "scoring/paper.css",
    "scoring/paper.js",
    "scoring/record.css",
    "scoring/sheet.css",
    "scoring/sheet.js",
    "scoring/waiting_here.js",
)


@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and a fresh token: for a page that was turned away and wants to know why."""
    account = request.user.pk if request.user.is_authenticated else None
    return JsonResponse({"account": "" if account is None else str(account), "token": get_token(request)})


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the script that opens pages without network; where that is not wanted, one that clears away."""
    if not settings.OFFLINE_PAGES:
        return _script(_text("no_service_worker.js"))
    further = [name for one in occasions().values() for name in (*one.styles, *one.scripts, *one.imported)]
    files = [static(name) for name in (*FILES, *scripts("scoring/record"), *further)]
    text = _text("service_worker.js")
    version = sha256("\n".join([*files, text]).encode()).hexdigest()[:12]
    return _script(
        f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files, indent=2)};\n\n{text}"
    )


def _text(name: str) -> str:
    return (STATIC_FILES / "scoring" / name).read_text()


def _script(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")
