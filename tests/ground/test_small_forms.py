"""A form is small, unless it brings a file: what is bigger is answered before it is looked at."""

import pytest
from django.test import Client

from scoring.web.uploads import MOST_OF_A_FORM

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("further", "status"), [(0, 200), (1, 413)])
def test_a_form_holds_so_much_and_not_a_byte_more(client: Client, further: int, status: int) -> None:
    start = "name=Anna&password="
    body = start + "x" * (MOST_OF_A_FORM - len(start) + further)
    answer = client.post("/sign-in/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == status
    assert ("256 kB" in answer.content.decode()) == (status == 413)


def test_a_page_that_takes_a_file_looks_at_more(client: Client) -> None:
    answer = client.post("/clubs/nowhere/old-sheets/import/", {"list": "x" * 2 * MOST_OF_A_FORM})
    assert answer.status_code in (302, 404)
