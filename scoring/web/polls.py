"""Answer pages that ask again and again: with what is new, or that nothing is."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified


def given_tag(request: HttpRequest) -> str:
    """Return the tag of what the page has; a server in front that compresses makes it a weak one."""
    return request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')


def answer_poll(tag: str, make: Callable[[], HttpResponse] | None) -> HttpResponse:
    """Answer with what `make` returns, under this tag; with 304 where there is no `make`."""
    answer = HttpResponseNotModified() if make is None else make()
    answer.headers["ETag"] = f'"{tag}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
