"""Answer pages that poll: with news, or that there are none."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified


def given_tag(request: HttpRequest) -> str:
    """Return the tag of the page's last answer; a compressing server in front may have weakened it."""
    return request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')


def answer_poll(tag: str, make: Callable[[], HttpResponse] | None) -> HttpResponse:
    """Answer with the result of `make` under this tag; with 304 where there is no `make`."""
    answer = HttpResponseNotModified() if make is None else make()
    answer.headers["ETag"] = f'"{tag}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
