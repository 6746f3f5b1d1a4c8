"""What visitors do wrong is one line in the server's records, whatever they write."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from tarockclub.log_lines import OneLine


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
