import pytest
from django.urls import get_resolver


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


NOTHING_KEPT = "max-age=0, no-cache, no-store, must-revalidate, private"
ASKED_AGAIN = {  # they say nothing of any club
    "calculated",
    "calculated_code",
    "calculator",
    "compare_sheets",
    "export_schema",
    "feed",
    "manifest",
    "rule_sheet",
    "rule_sheet_toml",
    "rule_sheets",
}


def every_view(patterns) -> set[str]:
    """Return the names of the views that say that a browser may keep what they answer."""
    found = set()
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            found |= every_view(pattern.url_patterns)
        elif pattern.callback.__dict__.get("asks_again"):
            found.add(pattern.callback.__name__)
    return found


def test_an_answer_is_not_kept_unless_its_view_says_so(response, client, db):
    assert response["Cache-Control"] == NOTHING_KEPT
    assert client.get("/")["Cache-Control"] == NOTHING_KEPT
    assert client.post("/sign-out/")["Cache-Control"] == NOTHING_KEPT
    assert client.get("/clubs/keiner/")["Cache-Control"] == NOTHING_KEPT
    assert client.get("/calculator/")["Cache-Control"] == "private, no-cache"


def test_only_pages_that_say_nothing_of_a_club_may_be_kept():
    assert every_view(get_resolver().url_patterns) == ASKED_AGAIN
