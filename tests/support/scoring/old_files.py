"""A file with old sheets is sent, looked at, brought in, and taken back."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import Club, OldBatch
from tests.support.scoring.house import House
from tests.support.scoring.old_amount_rows import AMOUNTS, OLD
from tests.support.scoring.old_answers import bad
from tests.support.scoring.old_hand_rows import xlsx


def send(client: Client, club: Club, content: bytes | None, name: str = "alt.xlsx", **said: Any) -> Any:
    posted = {"kind": "hands", "rules": "standard", "cents": "10", **said}
    if content is not None:
        posted["list"] = SimpleUploadedFile(name, content)
    return client.post(reverse("scoring:import_old_sheets", args=[club.slug]) + "?language=en", posted)


class _Form(HTMLParser):
    """The fields of the form for old sheets, with what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.select, self.inside = "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = dict(attrs)
        name, kind = one.get("name") or "", one.get("type") or "text"
        if tag == "form":
            self.inside = "old-sheets" in (one.get("action") or "")
        elif not self.inside:
            return
        elif tag == "select":
            self.select = name
            self.found[name] = ""
        elif tag == "option" and self.select and "selected" in one:
            self.found[self.select] = one.get("value") or ""
        elif (
            tag == "input"
            and name
            and kind != "file"
            and (kind not in ("radio", "checkbox") or "checked" in one)
        ):
            self.found[name] = one.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "form":
            self.inside = False


def fields_of(answer: Any) -> dict[str, str]:
    """What the form on the page would send, as it stands there."""
    form = _Form()
    form.feed(answer.content.decode())
    return form.found


def again(client: Client, club: Club, answer: Any, step: str = "look", **said: Any) -> Any:
    return send(client, club, None, **{**fields_of(answer), "step": step, **said})


def brought_in(house: House, client: Client, content: bytes, **said: Any) -> OldBatch:
    look = send(client, house.club, content, **said)
    done = again(client, house.club, look, "import")
    assert done.status_code == 302, bad(done) or done.context["problems"]
    return OldBatch.objects.latest("pk")


def only_amounts(house: House, client: Client, *rows: tuple[Any, ...]) -> OldBatch:
    return brought_in(house, client, xlsx(*(rows or OLD), head=AMOUNTS), kind="amounts", amounts="each")


def look_at(client: Client, house: House, *rows: tuple[Any, ...], **said: Any) -> Any:
    return send(client, house.club, xlsx(*rows, head=AMOUNTS), kind="amounts", **said)


def withdraw(client: Client, batch: OldBatch, reason: str = "Falsche Datei") -> Any:
    address = reverse("scoring:withdraw_old_sheets", args=[batch.club.slug, batch.pk])
    return client.post(address, {"deed": str(uuid4()), "reason": reason})
