"""Pages that need no other file: shown where nothing else can be counted on."""

import re
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tarockclub.standing_alone import standing_alone

PAGES = {
    "400.html": {},
    "500.html": {"moment": datetime(2026, 5, 8, tzinfo=UTC), "id": "ab12"},
    "no_https.html": {},
}


@pytest.mark.parametrize("template", PAGES)
def test_it_needs_nothing_but_itself_and_its_own_style_is_let_in(template: str) -> None:
    response = standing_alone(template, PAGES[template], 500)
    text = response.content.decode()
    assert not re.search(r"\b(src|href)=|url\(|@import|<script", text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    policy = response.headers["Content-Security-Policy"]
    assert f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy


def test_a_request_that_makes_no_sense_is_answered_by_one(client, db) -> None:
    response = client.get("/sign-in/", headers={"Host": "somebody.example"})
    assert response.status_code == 400
    assert "Das war nicht zu verstehen" in response.content.decode()
    assert "'sha256-" in response.headers["Content-Security-Policy"]
