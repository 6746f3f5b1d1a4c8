"""A page of which a template asks an object for what it does not have fails whatever test asks for it."""

from typing import NamedTuple

import django
import pytest
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path

PAGE = Template(
    "{% if final.tournament.is_finished %}over{% else %}{{ final.title }}{{ final.is_open }}{% endif %}"
)


class Final(NamedTuple):
    title: str
    tournament: object = None


def page(request: HttpRequest, title: str) -> HttpResponse:
    return HttpResponse(PAGE.render(Context({"final": Final(title) if title == "Cup" else None})))


urlpatterns = [path("<title>/", page)]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_name_that_an_object_of_a_page_lacks_fails() -> None:
    assert Client().get("/nothing/").content == b""
    with pytest.raises(AssertionError, match=r"/Cup/: \['Final has no is_open'\]"):
        Client().get("/Cup/")
    assert Client().get("/nothing/").content == b"", "and nothing else does"


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_it_fails_after_a_test_that_set_the_program_up_as_well() -> None:
    django.setup()
    with pytest.raises(AssertionError, match=r"/Cup/: \['Final has no is_open'\]"):
        Client().get("/Cup/")
