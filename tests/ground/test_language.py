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


def test_german_unless_chosen_otherwise():
    assert respond().text == "de"


def test_what_the_browser_says_about_itself_decides_nothing():
    assert respond(accept_language="en-GB,en").text == "de"


def test_the_address_chooses_and_a_cookie_remembers():
    response = respond("/?language=en")
    assert response.text == "en"
    cookie = response.cookies["language"]
    assert cookie.value == "en"
    assert (cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("Lax", True, "")
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert respond(cookie="language=en").text == "en"


def test_the_address_outweighs_the_cookie():
    response = respond("/?language=de", cookie="language=en")
    assert (response.text, response.cookies["language"].value) == ("de", "de")


@pytest.mark.parametrize("invalid", ["fr", "", "DE", "../en"])
def test_an_invalid_choice_is_ignored(invalid):
    response = respond(f"/?language={invalid}", cookie="language=en")
    assert response.text == "en"
    assert not response.cookies
    assert respond(cookie=f"language={invalid}").text == "de"


def test_caches_are_told():
    response = respond("/?language=en")
    assert response["Content-Language"] == "en"
    assert response["Vary"] == "Cookie"


def test_the_language_ends_with_the_response():
    before = translation.get_language()
    respond("/?language=en")
    assert translation.get_language() == before
