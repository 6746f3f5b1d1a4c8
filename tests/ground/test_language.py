import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from tarockclub.middleware import chosen_language


def respond(address="/", **headers):
    def view(request: HttpRequest) -> HttpResponse:
        assert translation.get_language() == request.LANGUAGE_CODE
        return HttpResponse(translation.get_language())

    return chosen_language(view)(RequestFactory(headers=headers).get(address))


@pytest.mark.parametrize(
    ("address", "headers", "language"),
    [
        ("/", {}, "de"),
        ("/", {"accept_language": "en-GB,en"}, "de"),  # what the browser says about itself decides nothing
        ("/handbook/results/", {"accept_language": "en-GB,en"}, "en"),  # but in the handbook
        ("/handbook/results/", {"accept_language": "fr"}, "de"),
        ("/handbook/results/?language=de", {"accept_language": "en"}, "de"),
        ("/", {"cookie": "language=en"}, "en"),
        ("/?language=de", {"cookie": "language=en"}, "de"),
    ],
)
def test_german_unless_chosen_otherwise(address, headers, language):
    assert respond(address, **headers).text == language


def test_the_address_chooses_and_a_cookie_remembers():
    response = respond("/?language=en")
    assert response.text == "en"
    cookie = response.cookies["language"]
    assert cookie.value == "en"
    assert (cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("Lax", True, "")
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert (response["Content-Language"], response["Vary"]) == ("en", "Cookie"), "caches are told"


@pytest.mark.parametrize("invalid", ["fr", "", "DE", "../en"])
def test_an_invalid_choice_is_ignored(invalid):
    response = respond(f"/?language={invalid}", cookie="language=en")
    assert response.text == "en"
    assert not response.cookies
    assert respond(cookie=f"language={invalid}").text == "de"


def test_the_language_ends_with_the_response():
    before = translation.get_language()
    respond("/?language=en")
    assert translation.get_language() == before
