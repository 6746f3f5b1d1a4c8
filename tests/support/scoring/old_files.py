"""Rows typed from old sheets; a file of them is read, sent, looked at, brought in, taken back, and shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import Workbook

from scoring.engine.rules import Rules
from scoring.models import Club, Member, OldBatch
from scoring.old_sheets.block import Block
from scoring.old_sheets.layouts import are_tables_of_a_day, workbook_of
from scoring.old_sheets.pages import totals_of_club
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.values import CountedIn
from scoring.old_sheets.worksheet import guessed, heading_row
from scoring.rules import published
from scoring.season.pages.season import Period, Season, standings_of
from scoring.uploads.spreadsheets import RawWorksheet
from tests.support.scoring.house import House
from tests.support.stored_forms import forms_on

HEAD = (
    *("Datum", "Ort", "Tisch", "Geber", "Spiel", "Spieler"),
    *("Partner", "Ergebnis", "Prämien", "Kontra", "Radl"),
)
FOUR = ("Anna", "Bert", "Cilli", "Dora")
# Under `standard`: Anna is Vorhand of the first hand, Bert of the second.
RUFER = ("4.3.2016", "Lamm", "Stammtisch", "Dora", "Rufer", "Anna", "Cilli", "41/2", "", "", "", 1, -1, 1, -1)
DREIER = ("", "", "", "", "Dreier", "Bert", "", "verloren", "", "Kontra", "", 10, -30, 10, 10)
PICCOLO = ("", "", "", "", "Piccolo", "Anna", "", "g", "", "Kontra Bert", "", 8, -4, -2, -2)
NEXT = ("11.3.2016", "", "", "", "Dreier", "Cilli", "", "w", "", "", "", -5, -5, 15, -5)
SHEET = (RUFER, DREIER, PICCOLO, NEXT)
DEARER = (*DREIER[:11], 5, -15, 5, 5)  # on paper nobody thought of the kontra

AMOUNTS = ("Datum", "Ort", "Tisch")
OLD = (("4.3.2016", "Lamm", "1", "12", "-4", "−6 1/3", "–1 2/3"), ("11.3.17", "", "", "-3", "", "3", ""))

# Six hands of one evening, and what everybody has after each.
HANDS = (
    (1, -1, 1, -1),
    (10, -30, 10, 10),
    (8, -4, -2, -2),
    (-5, -5, 15, -5),
    (2, 2, -2, -2),
    (-4, 12, -4, -4),
)
RUNNING = tuple(tuple(sum(hand[seat] for hand in HANDS[: n + 1]) for seat in range(4)) for n in range(6))
SUMS = RUNNING[-1]


def xlsx(*rows: tuple[Any, ...], names: tuple[str, ...] = FOUR, head: tuple[str, ...] = HEAD) -> bytes:
    book = Workbook()
    for row in ((*head, *names), *rows):
        book.active.append([None if cell == "" else cell for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def rows_of(*amounts: tuple[Any, ...], day: str = "4.3.2016") -> list[tuple[Any, ...]]:
    """When and where only in the first of them."""
    return [
        ((day, "Lamm", "1") if not number else ("", "", "")) + amount for number, amount in enumerate(amounts)
    ]


def total_of(amounts: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(FOUR, amounts, strict=True))


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
    done = again(client, house.club, look, "import", **{"doubts-sure": asked(look).doubts_digest})
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


def wrong_in(reading: Reading) -> list[tuple[int, str, str]]:
    return [(bad.row, bad.label, bad.text) for bad in reading.bad]


def bad(answer: Any) -> list[tuple[int, str, str]]:
    return wrong_in(answer.context["reading"])


def differing(answer: Any) -> list[tuple[str, ...]]:
    return [differing.differences for differing in answer.context["reading"].differing]


def left_out(answer: Any) -> list[tuple[int, int, int]]:
    return [(sum_.row, sum_.first, sum_.last) for sum_ in answer.context["reading"].sums if not sum_.counts]


def totals_in(reading: Reading) -> dict[str, Any]:
    return {total.name: total.points for total in reading.totals}


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
    plain = Block("", texts, heading_row(texts))
    return read_blocks(
        plain, amounts=amounts, said=said, counted=counted, whole=whole, members=members, rules=rules
    )


def read_worksheets(*sheets: RawWorksheet, **about: Any) -> Reading:
    """Return what comes of the tables of a file that are read."""
    return read_blocks(*workbook_of(sheets).table.blocks, **about)


def read_blocks(
    *blocks: Block,
    amounts: str = "",
    said: Mapping[str, str] | None = None,
    counted: CountedIn | None = None,
    whole: Mapping[str, str] | None = None,
    members: Sequence[Member] = (),
    rules: Rules | None = None,
) -> Reading:
    """Return what comes of these blocks, where this was said of them."""
    tables, above = list[Block](), 0
    for block in blocks:
        own = {"table": block.name} if are_tables_of_a_day(blocks) else {}
        own |= {"date": block.day} if len(blocks) > 1 and block.day else {}
        of_all = {**(whole or {}), **own}
        codes = tuple(guessed(block.rows, block.heading, rules))
        tables.append(replace(block, codes=codes, counted=counted or CountedIn(), whole=of_all, above=above))
        above += len(block.rows)
    with translation.override("en"):
        return Reading(
            tables,
            rules,
            members=members,
            answers=said or {},
            running=amounts,
            existing=lambda _days: (),
            unnamed="Table",
        ).read()


def read_hands(*rows: Sequence[Any], slug: str = "standard", **about: Any) -> Reading:
    """Return what comes of these rows of hands under a published sheet."""
    return read_amounts(*rows, rules=published()[slug], **about)
