"""A form is small, unless it brings a file: what is bigger is answered before it is looked at."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from scoring.web.uploads import MOST_OF_A_FORM, MOST_OF_A_LIST, MOST_OF_RESULTS

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


@pytest.mark.parametrize(("field", "most"), [("list", MOST_OF_A_LIST), ("results", MOST_OF_RESULTS)])
def test_of_a_second_file_in_the_same_field_only_a_byte_is_kept(
    rf: RequestFactory, field: str, most: int
) -> None:
    """However often a form brings one, the server has room for the first alone."""
    files = [SimpleUploadedFile("list.csv", b"x" * (most + 2)) for _time in range(3)]
    received = rf.post("/", {field: files}).FILES.getlist(field)
    assert [len(file.read()) for file in received] == [most + 1, 1, 1]
    assert {file.size for file in received} == {most + 2}
