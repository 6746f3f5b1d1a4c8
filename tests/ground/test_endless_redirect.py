"""Behind a proxy that does not say that it was asked by https, browsers are told what is missing."""

import logging

import pytest
from django.test import Client, override_settings

BEHIND_A_PROXY = override_settings(
    SECURE_SSL_REDIRECT=True,
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    SECURE_REDIRECT_EXEMPT=["^health/$"],
)
PLACES = ("Kapitel „Der Server“, unter „Im Internet“", "chapter “The server” below “On the internet”")


@BEHIND_A_PROXY
@pytest.mark.parametrize(
    ("sent", "words"), [({}, "no X-Forwarded-Proto"), ({"X-Forwarded-Proto": "http"}, "'http'")]
)
def test_a_browser_that_is_redirected_to_where_it_is_reads_what_is_missing(
    sent: dict[str, str], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Client(headers=sent)
    redirect = browser.get("/handbook/")
    assert (redirect.status_code, redirect.headers["Location"]) == (301, "https://testserver/handbook/")
    assert "no-store" in redirect.headers["Cache-Control"], "no browser remembers it"
    [cookie] = redirect.cookies.values()
    assert (cookie["secure"], cookie["httponly"], cookie["path"]) == (True, True, "/")
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        page = browser.get("/handbook/")
    assert page.status_code == 503
    text = " ".join(page.content.decode().split())
    for place in ("X-Forwarded-Proto: https", *PLACES):
        assert place in text
    [line] = [record.getMessage() for record in caplog.records if record.name == "tarockclub.middleware"]
    assert words in line
    assert "has to send X-Forwarded-Proto: https (see On the internet in the handbook's chapter" in line


@BEHIND_A_PROXY
def test_nobody_comes_in_without_https_and_who_does_by_https_notices_nothing() -> None:
    browser = Client()
    assert browser.get("/handbook/").status_code == 301
    answer = browser.get("/handbook/", headers={"X-Forwarded-Proto": "https"})
    assert (answer.status_code, "redirected" in answer.cookies) == (200, False)
    by_http = Client()  # whose browser takes no cookie for https there
    for _again in range(3):
        assert by_http.post("/sign-in/", {"name": "Anna"}).status_code == 301
        by_http.cookies.clear()


def test_without_a_proxy_other_redirects_give_no_cookie() -> None:
    answer = Client().get("/privacy")
    assert (answer.status_code, len(answer.cookies)) == (301, 0)
