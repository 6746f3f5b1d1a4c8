"""What a verb refuses: said to whoever asked for it, where they asked; never a crash."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from scoring.deeds import Refusal, Refused


def tell(request: HttpRequest, refused: Refused) -> None:
    """Put the sentences above the next page of the visitor, one message for each field."""
    for sentences in refused.problems.values():
        messages.error(request, " ".join(sentences))


class Refusals:
    """For views that have no words of their own for a refusal: scripts get them as JSON, people on the page
    that they came from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        sentences = exception.sentences
        if request.content_type == "application/json":
            problems = [{"where": "", "text": sentence} for sentence in sentences]
            return JsonResponse({"problems": problems}, status=400)
        messages.error(request, " ".join(sentences))
        return redirect(came_from(request))


def came_from(request: HttpRequest) -> str:
    """Return the address of the page with the button, if it is one of ours; else of the first page."""
    before = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(before, {request.get_host()}):
        return "/"
    page = urlsplit(before)
    if request.method != "POST" and page.path == request.path:
        return "/"  # it would be asked for over and over
    return f"{page.path}?{page.query}" if page.query else page.path
