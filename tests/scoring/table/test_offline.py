"""What a phone without network stands on: who is at the door, and the worker that opens pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.support.scoring.house import House


def test_at_the_door_a_page_learns_who_is_signed_in_and_gets_a_token_that_opens_forms(house: House) -> None:
    sheet = house.sheet()
    client = Client(enforce_csrf_checks=True)
    assert client.get("/door/").json()["account"] == ""
    client.force_login(house["Anna"])
    told = client.get("/door/").json()
    assert told["account"] == str(house["Anna"].pk)
    answer = client.post(
        f"/sheets/{sheet.pk}/preview/",
        {"record": {}},
        content_type="application/json",
        headers={"X-CSRFToken": told["token"]},
    )
    assert answer.status_code == 200


def files_of(script: str) -> list[str]:
    found = re.search(r"const FILES = (\[.*?\]);", script, re.DOTALL)
    assert found is not None
    return list(json.loads(found[1]))


@pytest.mark.parametrize("page", ["", "record/"])
def test_the_worker_keeps_everything_that_the_two_pages_are_made_of(house: House, page: str) -> None:
    client = house.client("Anna")
    html = client.get(f"/sheets/{house.sheet().pk}/{page}").content.decode()
    asked = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    kept = files_of(client.get("/service-worker.js").content.decode())
    assert asked <= set(kept)
    assert all(finders.find(file.removeprefix("/static/")) for file in kept)


def test_pages_say_for_whom_they_were_made_so_that_nobody_else_is_shown_what_was_kept(house: House) -> None:
    sheet = house.sheet()
    for page in ("", "record/"):
        html = house.client("Anna").get(f"/sheets/{sheet.pk}/{page}").content.decode()
        assert f'data-visitor="{house["Anna"].pk}"' in html


def test_a_browser_always_asks_for_the_newest_worker(house: House) -> None:
    answer = house.client("").get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]


def test_where_no_worker_is_wanted_the_old_one_clears_away_and_no_page_asks_for_a_new_one(
    house: House, settings: Any
) -> None:
    settings.OFFLINE_PAGES = False
    script = house.client("").get("/service-worker.js").content.decode()
    assert "unregister()" in script
    html = house.client("Anna").get(f"/sheets/{house.sheet().pk}/record/").content.decode()
    assert 'data-worker=""' in html


def test_the_program_can_be_put_on_the_screen_of_a_phone() -> None:
    page = Client().get("/rules/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = Client().get("/manifest.webmanifest?language=en")
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert (told["start_url"], told["display"], told["lang"]) == ("/", "standalone", "en")
    found = []
    for icon in told["icons"]:
        file = finders.find(re.sub(r"[.][0-9a-f]{12}(?=[.])", "", icon["src"].removeprefix("/static/")))
        assert file is not None
        width, height = unpack(">II", Path(file).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        found.append((icon["sizes"], icon["purpose"]))
    assert found == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
