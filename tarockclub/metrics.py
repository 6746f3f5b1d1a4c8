"""Answer `/metrics/` in Prometheus' format, behind the HEALTH_KEY; write the access log if ACCESS_LOG is 1.

What requests took is counted while they are answered, by all processes together; everything else is asked of
the database and the disk when somebody looks.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from scoring.models import Row, SignInAttempt
from tarockclub import health
from tarockclub.release import release
from tarockclub.shared_counts import SHARED_FOLDER

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
HANDS, NEWS = ("record", "record_plainly"), ("live", "heads", "pulse")
SPOKEN_KINDS = {"GET": "page", "HEAD": "page", "POST": "form"}

access = logging.getLogger("tarockclub.access")
requests = Histogram(
    "tarockclub_request_seconds",
    "What answering took; status 409 of a hand is a conflict between phones.",
    ("kind", "status"),
    buckets=SECONDS,
)
waiting_strangers = Gauge(
    "tarockclub_waiting_strangers",
    "Requests of strangers that wait until one before them is answered.",
    multiprocess_mode="livesum",
)


def measured(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Measure each request, and write the access log."""
    if not (settings.HEALTH_KEY or settings.ACCESS_LOG):
        raise MiddlewareNotUsed

    def respond(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - begun
        if settings.HEALTH_KEY:
            requests.labels(kind_of(request), str(response.status_code)).observe(seconds)
        if settings.ACCESS_LOG:
            address = request.META.get("REMOTE_ADDR", "-")
            if settings.PRODUCTION:  # the proxy in front says who asks
                address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or address
            line = "%s %s %s %s %.0f ms"
            access.info(
                line,
                address,
                request.method,
                path_without_codes(request),
                response.status_code,
                seconds * 1000,
            )
        return response

    return respond


def kind_of(request: HttpRequest) -> str:
    """Return which kind of request this is: hand, news, static, watching, page, form or other."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    match = request.resolver_match
    name = match.url_name if match else None
    if request.path in ("/health/", "/metrics/"):
        return "watching"
    if name in HANDS and request.method == "POST":
        return "hand"
    if name in NEWS or request.path.endswith("/pulse/"):
        return "news"
    return SPOKEN_KINDS.get(request.method or "", "other")


def path_without_codes(request: HttpRequest) -> str:
    """Return the path with "…" in place of secret codes."""
    if request.path.startswith(settings.STATIC_URL):
        return request.path
    match = request.resolver_match
    if match is None:
        return "…"
    secret = {value for name, value in match.kwargs.items() if isinstance(value, str) and name != "slug"}
    return "/".join("…" if part in secret else part for part in request.path.split("/"))


class CurrentFigures(Collector):
    """The figures that are read from the database and the disk."""

    def collect(self) -> Iterator[GaugeMetricFamily | InfoMetricFamily]:
        """Yield one figure after the other."""
        yield InfoMetricFamily("tarockclub", "The program.", {"version": release().version})
        yield gauge("hands", "Hands that are stored.", Row.objects.filter(number__isnull=False).count())
        hour = timezone.now() - timedelta(hours=1)
        failed = SignInAttempt.objects.filter(at__gte=hour).count()
        yield gauge("failed_sign_ins", "Wrong passwords and codes within the last hour.", failed)
        yield gauge("database_bytes", "How big the database is.", size_of_database())
        yield gauge("free_bytes", "Room that is left on the disk.", health.free_bytes())
        age = health.age_of_backup()
        if age is not None:
            yield gauge("backup_age_seconds", "Age of the newest backup.", age)
        result = health.drill()
        if result["hours"] is not None:
            at = "Age of the newest restore drill."
            yield gauge("drill_age_seconds", at, result["hours"] * 3600)
            yield gauge("drill_ok", "Whether that copy could be restored: 1 or 0.", int(result["ok"]))


def gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    """Return one figure of this program."""
    return GaugeMetricFamily(f"tarockclub_{name}", meaning, value)


def size_of_database() -> int:
    """Return how many bytes the database takes."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        return file.stat().st_size if file.exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all figures, if the request carries the HEALTH_KEY."""
    if not health.is_watching(request.headers.get("Authorization", "")):
        return HttpResponseForbidden()
    registry = CollectorRegistry()
    registry.register(CurrentFigures())
    if SHARED_FOLDER in os.environ:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        counted = b""
    else:
        counted = generate_latest(REGISTRY)
    return HttpResponse(generate_latest(registry) + counted, content_type=CONTENT_TYPE_LATEST)
