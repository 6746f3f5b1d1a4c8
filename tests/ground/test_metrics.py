"""What Prometheus is told, and what the access log does not tell."""

import logging
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families
from waitress.task import ThreadedTaskDispatcher

from tarockclub.log_lines import in_own_settings
from tarockclub.worker import Turns, measure_queue

KEY = "twenty letters or more"
KNOWN = {"Authorization": f"Bearer {KEY}"}
NAME = re.compile(r"tarockclub(_[a-z]+)*")

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched() -> Iterator[Client]:
    """A client of a server that measures, as one that is served: its middleware is loaded anew."""
    with override_settings(HEALTH_KEY=KEY, ACCESS_LOG=True):
        yield Client()


def test_figures_are_for_whoever_has_the_key_and_in_the_format_of_prometheus(watched: Client) -> None:
    assert watched.get("/metrics/").status_code == 403
    watched.get("/handbook/")
    watched.post("/sheets/1/record/")
    answer = watched.get("/metrics/", headers=KNOWN)
    assert answer.headers["Content-Type"].startswith("text/plain")
    families = {family.name: family for family in text_string_to_metric_families(answer.content.decode())}
    own = {name: family for name, family in families.items() if name.startswith("tarockclub")}
    assert {"tarockclub_hands", "tarockclub_database_bytes", "tarockclub_failed_sign_ins"} < set(own)
    for name, family in own.items():
        assert NAME.fullmatch(name)
        assert family.documentation
        assert family.samples
        assert family.type in ("gauge", "info", "histogram")
    counted = {
        (sample.labels["kind"], sample.labels["status"])
        for sample in own["tarockclub_request_seconds"].samples
        if sample.name.endswith("_count")
    }
    assert {("page", "200"), ("hand", "404"), ("watching", "403")} <= counted


def test_the_queue_of_strangers_is_among_the_figures(watched: Client) -> None:
    threads = ThreadedTaskDispatcher()
    threads.queue = Turns()
    for address in "aab":
        threads.queue.append(cast(Any, SimpleNamespace(asked_from=lambda address=address: address)))
    for wait in (3, 2):
        measure_queue(threads)
        figures = watched.get("/metrics/", headers=KNOWN).content.decode().splitlines()
        assert f"tarockclub_waiting_strangers {wait:.1f}" in figures
        threads.queue.popleft()


def test_the_access_log_names_no_code_that_opens_something(
    watched: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tarockclub.access")
    for path in ("/t/ABCDEFGHJK/", "/setup/0123456789abcdef/", "/nowhere/of/mine/", "/clubs/montag/"):
        watched.get(path)
    said = [record.getMessage() for record in caplog.records if record.name == "tarockclub.access"]
    assert [line.split(" ")[2] for line in said] == ["/t/…/", "/setup/…/", "…", "/clubs/montag/"]


def test_the_log_names_the_setting_that_is_to_be_changed() -> None:
    strange = "Invalid HTTP_HOST header: 'a.at'. You may need to add 'a.at' to ALLOWED_HOSTS."
    origin = "Forbidden (Origin checking failed - https://a.at does not match any trusted origins.): /"
    for line in map(in_own_settings, (strange, origin)):
        assert "PUBLIC_URL" in line
        assert "ALLOWED_HOSTS" not in line
