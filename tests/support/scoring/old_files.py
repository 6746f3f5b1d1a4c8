"""A file with old sheets is read, sent, looked at, brought in, taken back; and what pages say of it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.engine.rules import Rules
from scoring.models import Club, Member, OldBatch
from scoring.old_sheets.pages import totals_of_club
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.values import CountedIn
from scoring.old_sheets.worksheet import Worksheet, guessed, heading_row
from scoring.rules import published
from scoring.season.pages.season import Period, Season, standings_of
from tests.support.scoring.house import House
from tests.support.scoring.old_rows import AMOUNTS, OLD, xlsx
from tests.support.stored_forms import forms_on


def send(client: Client, club: Club, content: bytes | None, name: str = "alt.xlsx", **said: Any) -> Any:
    posted = {"kind": "hands", "rules": "standard", "cents": "10", **said}
    if content is not None:
        posted["list"] = SimpleUploadedFile(name, content)
    return client.post(reverse("scoring:import_old_sheets", args=[club.slug]) + "?language=en", posted)


def fields_of(answer: Any) -> dict[str, str]:
    """Return what the form on the page would send, as it stands there."""
    forms = [form for form in forms_on(answer) if "old-sheets" in form.action]
    return {name: values[-1] for form in forms for name, values in form.sent.items()}


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


def asked(answer: Any) -> Any:
    return answer.context["asked"]


def bad(answer: Any) -> list[tuple[int, str, str]]:
    return [(bad.row, bad.label, bad.text) for bad in answer.context["reading"].bad]


def differing(answer: Any) -> list[tuple[str, ...]]:
    return [differing.told for differing in answer.context["reading"].differing]


def left_out(answer: Any) -> list[tuple[int, int, int]]:
    return [(sum_.row, sum_.first, sum_.last) for sum_ in answer.context["reading"].sums if not sum_.counts]


def totals(house: House) -> dict[str, Any]:
    return {total.name: total.points for total in totals_of_club(house.club)}


def sure_of(answer: Any) -> dict[str, str]:
    """Somebody has looked at the rows of sums that do not say so."""
    return {"sums-sure": asked(answer).sums_digest}


def points(club: Club) -> dict[str, Any]:
    return {player.name: player.score.points for player in standings_of(Season(club, Period())).everybody}


def read_amounts(
    *rows: Sequence[Any],
    amounts: str = "",
    said: Mapping[str, str] | None = None,
    counted: CountedIn | None = None,
    whole: Mapping[str, str] | None = None,
    members: Sequence[Member] = (),
    rules: Rules | None = None,
) -> Reading:
    """Return what comes of these rows, the headings among them, where this was said of them."""
    texts = [tuple(str(cell) for cell in row) for row in rows]
    heading = heading_row(texts)
    codes = tuple(guessed(texts, heading, rules))
    with translation.override("en"):
        return Reading(
            Worksheet(texts, heading, codes, counted or CountedIn(), whole or {}),
            rules,
            members=members,
            asked=said or {},
            running=amounts,
            there=lambda _days: (),
            unnamed="Table",
        ).read()


def read_hands(*rows: Sequence[Any], slug: str = "standard", **about: Any) -> Reading:
    """Return what comes of these rows of hands under a published sheet."""
    return read_amounts(*rows, rules=published()[slug], **about)
