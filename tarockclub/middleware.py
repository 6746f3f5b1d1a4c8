"""Apply to every page: limits for browsers, its language, the size of forms, and no caching."""

import logging
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from scoring.web.uploads import MOST_OF_A_FORM
from tarockclub.log_lines import request_id
from tarockclub.mistakes import keep_error
from tarockclub.standing_alone import standing_alone

log = logging.getLogger(__name__)
HEALTH = "/health/"
access = logging.getLogger("tarockclub.access")

Respond = Callable[[HttpRequest], HttpResponse]
FileIdentity = tuple[int, int]  # device and inode

identities_at_start: dict[str, FileIdentity] = {}  # by the name of the file; forked processes have the same

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# For the few pages that may stand in a frame on somebody else's.
FRAMED = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
# The one script that may start WebAssembly: a worker, for which the policy of its own answer holds.
ENGINE_IN_A_WORKER = re.compile(r"/static/scoring/engine/worker(\.[0-9a-f]{12})?\.js")
SECONDS_OF_A_REDIRECT = 60
TOO_GREAT = re.compile(r"/0*[1-9][0-9]{18,}(/|$)")  # the greatest number there can be has nineteen digits
OF_THE_WORKER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def to_every_answer(change: Callable[[HttpRequest, HttpResponse], None]) -> Callable[[Respond], Respond]:
    """Return the middleware that does this to every answer."""

    def middleware(get_response: Respond) -> Respond:
        def respond(request: HttpRequest) -> HttpResponse:
            response = get_response(request)
            change(request, response)
            return response

        return respond

    return middleware


def numbered(get_response: Respond) -> Respond:
    """Give each request a number, before anything may write a line to the log."""

    def respond(request: HttpRequest) -> HttpResponse:
        before = request_id.set(secrets.token_hex(4))
        try:
            response = get_response(request)
            response.headers["Request-Id"] = request_id.get()
        finally:
            request_id.reset(before)
        return response

    return respond


def requests_logged(get_response: Respond) -> Respond:
    """Write a line to the log for each request, if ACCESS_LOG is 1."""
    if not settings.ACCESS_LOG:
        raise MiddlewareNotUsed

    def respond(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        address = request.META.get("REMOTE_ADDR", "-")
        if settings.PRODUCTION:  # the proxy in front says who asks
            address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or address
        milliseconds = 1000 * (time.perf_counter() - begun)
        line, path = "%s %s %s %s %.0f ms", path_without_codes(request)
        access.info(line, address, request.method, path, response.status_code, milliseconds)
        return response

    return respond


def path_without_codes(request: HttpRequest) -> str:
    """Return the path with "…" in place of secret codes."""
    if request.path.startswith(settings.STATIC_URL):
        return request.path
    match = request.resolver_match
    if match is None:
        return "…"
    secret = {value for name, value in match.kwargs.items() if isinstance(value, str) and name != "slug"}
    return "/".join("…" if part in secret else part for part in request.path.split("/"))


@to_every_answer
def browser_limits(request: HttpRequest, response: HttpResponse) -> None:
    """Set the limits for browsers that Django's SecurityMiddleware does not, static files included."""
    if getattr(response, "xframe_options_exempt", False):
        response.headers["Content-Security-Policy"] = FRAMED
    if ENGINE_IN_A_WORKER.fullmatch(request.path):
        response.headers["Content-Security-Policy"] = OF_THE_WORKER
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


@to_every_answer
def mistake_kept(request: HttpRequest, response: HttpResponse) -> None:
    """Store an error of the program that a view could still answer, from the response's `mistake`."""
    if (mistake := getattr(response, "mistake", None)) is not None:
        keep_error(request, mistake)


def possible_numbers(get_response: Respond) -> Respond:
    """Answer 404 where an address has a number too great for any database."""

    def respond(request: HttpRequest) -> HttpResponse:
        if TOO_GREAT.search(request.path_info):
            raise Http404
        return get_response(request)

    return respond


def endless_redirect_ended(get_response: Respond) -> Respond:
    """Explain which header a proxy lacks, where the redirect to https leads back to itself.

    The redirect gives a cookie that browsers take and send by https only: where it comes back with a request
    that is not known to be https, the proxy was asked by https and does not say so.
    """
    cookie = f"{settings.COOKIE_PREFIX}redirected"

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_redirect = settings.SECURE_SSL_REDIRECT and not request.is_secure() and response.status_code == 301
        if not is_redirect:
            return response
        if cookie in request.COOKIES:
            forwarded = request.headers.get("X-Forwarded-Proto")
            log.warning(
                "The proxy in front was asked by https and sends %s: it has to send X-Forwarded-Proto: https"
                " (see On the internet in the handbook's chapter The server)",
                "no X-Forwarded-Proto" if forwarded is None else f"X-Forwarded-Proto: {forwarded!r}",
            )
            return standing_alone("no_https.html", {}, status=503)
        add_never_cache_headers(response)  # or the browser would remember it when the proxy is put right
        response.set_cookie(cookie, "1", SECONDS_OF_A_REDIRECT, secure=True, httponly=True, samesite="Lax")
        return response

    return respond


def same_database_file(get_response: Respond) -> Respond:
    """Refuse all requests once the file of an SQLite database has been replaced.

    Open connections would go on writing to the file that is gone, and what they acknowledge would be lost.
    """
    identities_at_start.clear()
    demand_same_file()

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == HEALTH:  # which says so itself
            return get_response(request)
        demand_same_file()
        response = get_response(request)
        demand_same_file()
        return response

    return respond


def demand_same_file() -> None:
    """Raise where the file of the database was replaced or removed while the server runs."""
    if connection.vendor != "sqlite":
        return
    name = str(connection.settings_dict["NAME"])
    now = _identity_of(name)
    if name not in identities_at_start and now is not None:
        identities_at_start[name] = now
    if identities_at_start.get(name) != now:
        happened = "removed" if now is None else "replaced by another one"
        raise OperationalError(
            f"The file of the database was {happened} while the server runs: {name}. Nothing is saved until "
            "the server is started again, or the file is back."
        )


def _identity_of(name: str) -> FileIdentity | None:
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


@to_every_answer
def nothing_kept(request: HttpRequest, response: HttpResponse) -> None:
    """Forbid browsers and proxies to cache an answer, unless the view allows it: see `revalidated`.

    What a proxy may keep for seconds is what everybody gets: no cookie was sent, and none is set.
    """
    has_cookies = bool(request.COOKIES or response.cookies)
    if has_cookies and "s-maxage" in response.headers.get("Cache-Control", ""):
        del response.headers["Cache-Control"]
    if "Cache-Control" not in response.headers:
        add_never_cache_headers(response)


class CompressedPages(GZipMiddleware):
    """Compress pages to about a fifth: networks at tables are slow, and there may be no proxy.

    An answer with a strong tag goes as it is: compressed, it would need another one.
    """

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not is_page or response.streaming or not response.headers.get("ETag", "W/").startswith("W/"):
            return response
        return super().process_response(request, response)


HANDBOOK = "/handbook/"


def chosen_language(get_response: Respond) -> Respond:
    """Choose German, unless `?language=en` or a cookie says otherwise.

    What browsers ask for holds in the handbook only, which strangers read who never chose.
    """
    offered = dict(settings.LANGUAGES)

    def respond(request: HttpRequest) -> HttpResponse:
        choice = request.GET.get("language")
        remembered = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        is_handbook = request.path.startswith(HANDBOOK)
        of_browser = translation.get_language_from_request(request) if is_handbook else ""
        chosen = (code for code in (choice, remembered, of_browser) if code in offered)
        language = next(chosen, settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)  # frames and feeds have their club's
        patch_vary_headers(response, ["Cookie", "Accept-Language"] if is_handbook else ["Cookie"])
        if choice in offered:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite=settings.LANGUAGE_COOKIE_SAMESITE,
            )
        return response

    return respond


class SmallForms:
    """Refuse big forms unread, unless the view takes files."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        size = int(request.META.get("CONTENT_LENGTH") or 0)
        if size <= MOST_OF_A_FORM or getattr(view, "takes_files", False):
            return None
        return render(request, "413.html", {"most": MOST_OF_A_FORM // 1024}, status=413)
