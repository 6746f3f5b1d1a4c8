"""Error pages for expired forms and for errors of the program, with the time and an id.

The operator finds the error on a page and in the log; where the database fails, in the log alone.
"""

import logging
import sys

from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring import clock
from scoring.server.error_reports import keep_failure
from scoring.web.submitting import typed_fields
from tarockclub.log_lines import request_id
from tarockclub.standing_alone import standing_alone

NEVER_KEPT = frozenset({"csrfmiddlewaretoken", "password", "again", "old", "password_again", "code_again"})
NO_DATABASE = (OperationalError, InterfaceError)  # to write there would fail too, or wait as long again

log = logging.getLogger(__name__)


def went_wrong(request: HttpRequest) -> HttpResponse:
    """Return the error page without session or database; note no error where that is full or locked."""
    error = sys.exc_info()[1]
    keep_error(request, error)
    failed = isinstance(error, NO_DATABASE)
    context = {"moment": timezone.localtime(clock.now()), "id": request_id.get(), "database_failed": failed}
    return standing_alone("500.html", context, status=503 if failed else 500)


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a senseless request, or the sign-in page after a session has ended."""
    if isinstance(exception, SessionInterrupted):  # what was sent with it may be saved
        return redirect_to_login("/")
    return standing_alone("400.html", {}, status=400)


def too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was typed on our own page before signing in again; nothing from another site's page."""
    is_ours = request.headers.get("Origin") == request.build_absolute_uri("/").removesuffix("/")
    fields = typed_fields(request, NEVER_KEPT) if is_ours and not request.FILES else []
    return render(request, "403_csrf.html", {"typed": fields}, status=403)


def keep_error(request: HttpRequest, error: BaseException | None) -> None:
    """Store an error beside the log; failing to must not keep the page from being answered."""
    if error is None or isinstance(error, NO_DATABASE):
        return
    try:
        pattern = f"{request.method} {request.resolver_match.route if request.resolver_match else ''}"
        keep_failure(error, error_id=request_id.get(), pattern=pattern)
    except Exception:
        log.exception("The mistake %s stands only in the log", request_id.get())
