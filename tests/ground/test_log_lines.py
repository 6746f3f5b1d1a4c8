"""What visitors do wrong is one line in the server's records, whatever they write."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tarockclub.log_lines import OneLine, in_own_settings


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All that the console would show."""
    into = io.StringIO()
    handler = logging.StreamHandler(into)
    handler.addFilter(OneLine())
    logging.getLogger().addHandler(handler)
    yield into
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "host"),
    [
        ("/", "elsewhere.example.org"),
        ("/", "a\nb"),
        ("/clubs/%0a%1b[31m/", "localhost"),
        ("/s/x\r\ny/", "localhost"),
    ],
)
def test_a_malformed_request_is_one_line(lines: io.StringIO, path: str, host: str) -> None:
    answer = Client(raise_request_exception=False).get(path, headers={"Host": host})
    assert answer.status_code in (400, 404)
    written = [line for line in lines.getvalue().split("\n") if line]
    assert "Traceback" not in lines.getvalue()
    assert "\x1b" not in lines.getvalue()
    assert len(written) <= 2  # what is wrong, and with which page


def test_a_mistake_of_the_program_keeps_its_traceback(lines: io.StringIO) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: /")
    assert "RuntimeError: broken" in lines.getvalue()


@pytest.mark.django_db
def test_the_access_log_names_no_code_that_opens_something(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ACCESS_LOG = True
    watched = Client()  # its middleware is loaded anew
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
