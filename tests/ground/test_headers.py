import pytest


@pytest.fixture
def response(client, db):
    return client.get("/there-is-no-such-page")


def test_a_page_may_load_and_send_only_here(response):
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy.pop("img-src") == "'self' data:"
    assert {name for name, value in policy.items() if value == "'none'"} == {
        "default-src",
        "base-uri",
        "frame-ancestors",
    }
    assert {name for name, value in policy.items() if value == "'self'"} == {
        "script-src",
        "style-src",
        "font-src",
        "connect-src",
        "manifest-src",
        "form-action",
    }


def test_browsers_do_not_guess_tell_or_use_devices(response):
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_plain_http_carries_nothing_browsers_complain_about(response):
    assert response.status_code == 404
    assert "Cross-Origin-Opener-Policy" not in response
    assert "Strict-Transport-Security" not in response
