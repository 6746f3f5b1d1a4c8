"""The Speiszettel of exactly the version that a table played, and the short code on everything recorded."""

from __future__ import annotations

import csv
import html
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.loading import Data
from scoring.models import Evening, Sheet
from scoring.rules import read as read_sheet
from scoring.rules.versions import versions
from scoring.table.links import code_of
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.other_rules import take
from tests.support.scoring.tables import FOUR, dreier
from tests.support.stages import stage

DEARER = 9


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    return played(house)


def played(house: House) -> Sheet:
    sheet = house.sheet(rules="standard", evening=house.evening("standard", silent_miss="charged"))
    house.play(sheet, dreier("Anna"))
    return now(sheet)


def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The published sheet is another by now: a Dreier is dearer."""

    def revised(slug: str) -> Data:
        data = read_sheet(slug)
        if slug == "standard":
            data["contracts"]["dreier"]["value"] = DEARER
        return data

    monkeypatch.setattr(versions, "read", revised)


def page(client: Client, address: str) -> str:
    client.cookies["language"] = "en"
    response = client.get(address)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def rules_page(client: Client, sheet: Sheet, code: str = "") -> str:
    return page(client, reverse("scoring:sheet_rules", args=[sheet.pk]) + (f"?code={code}" if code else ""))


def price_of_a_dreier(text: str) -> int:
    row = text[text.index('<span class="leader">Dreier</span>') :]
    return int(row[row.index('<td class="price">') + len('<td class="price">') : row.index("</td>")])


def test_it_stays_readable_whatever_becomes_of_the_published_sheet(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch)
    text = rules_page(house.client("Emil"), sheet)
    assert price_of_a_dreier(text) == 5
    assert f"<b>{sheet.ruleset.code}</b>" in text
    assert "Version 1" in text
    assert "The published sheet has changed since." in text
    assert f"http://testserver/sheets/{sheet.pk}/rules/?code={sheet.ruleset.code}" in text


def test_what_the_table_agreed_stands_on_it(house: House, sheet: Sheet) -> None:
    text = rules_page(house.client("Emil"), sheet)
    assert "Agreed at this table: Missed silently: costs the silent value." in text
    assert "Missed silently, the silent value goes to the other side" in text
    assert "A point is worth 10 cents." in text
    book = text[text.index('<section class="book"') :]
    assert (
        book.index("Sitting, cutting, dealing")
        < book.index("Every deal is played")
        < book.index("Renonce</h3>")
    )


def test_whoever_holds_a_link_reads_it_and_learns_no_more_of_the_club(house: House, sheet: Sheet) -> None:
    client = Client()
    client.get(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    text = rules_page(client, sheet)
    assert price_of_a_dreier(text) == 5
    assert house.club.name not in text


def test_a_table_that_changed_its_rules_shows_each_version_under_its_code(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch)
    take(house, sheet.evening)
    evening = Evening.objects.select_related("ruleset").get(pk=sheet.evening.pk)
    first, second = sheet.ruleset.code, evening.ruleset.code
    anna = house.client("Anna")
    assert price_of_a_dreier(rules_page(anna, sheet)) == DEARER
    assert price_of_a_dreier(rules_page(anna, sheet, first)) == 5
    assert price_of_a_dreier(rules_page(anna, sheet, second)) == DEARER
    assert anna.get(reverse("scoring:sheet_rules", args=[sheet.pk]), {"code": "ffffff"}).status_code == 404
    for address in everywhere(sheet):
        text = page(anna, address)
        assert f"Standard rules · 1 · {first}" in text
        assert f"Standard rules · 2 · {second}" in text
        assert f'href="/sheets/{sheet.pk}/rules/?code={first}"' in text


def everywhere(sheet: Sheet) -> list[str]:
    """The pages of what was recorded."""
    evening = sheet.evening
    settling = reverse("scoring:settling", args=[evening.club.slug, evening.pk])
    return [sheet.get_absolute_url(), evening.get_absolute_url(), settling]


def test_everything_recorded_names_the_rules_with_edition_and_code(house: House, sheet: Sheet) -> None:
    anna = house.client("Anna")
    named = f"Standard rules · 1 · {sheet.ruleset.code}"
    for address in everywhere(sheet):
        text = " ".join(page(anna, address).split())
        link = f'<a href="/sheets/{sheet.pk}/rules/?code={sheet.ruleset.code}">Standard rules</a>'
        assert f"Rules: {link}" in text, address
        assert f'<p class="rules-imprint">Rules: {named}</p>' in text, "at the foot of what is printed"
        own = (
            f'<a href="/sheets/{sheet.pk}/rules/">Rules</a>'
            if address == sheet.get_absolute_url()
            else "/rules/"
        )
        assert own in text, address
    for address in (
        reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": "csv"}),
        reverse(
            "scoring:export_settling",
            kwargs={"slug": house.club.slug, "pk": sheet.evening.pk, "form": "csv"},
        ),
    ):
        content = anna.get(f"{address}?plain=1").content.decode()
        head, *rows = csv.reader(StringIO(content))
        assert rows
        assert {row[head.index("Rules")] for row in rows} == {named}


def test_before_the_first_table_the_evening_names_what_will_be_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = house.evening("standard")
    anna = house.client("Anna")
    named = f"Standard rules · 1 · {evening.ruleset.code}"
    assert '<a href="/rules/standard/">Standard rules</a>' in page(anna, evening.get_absolute_url())
    changed(monkeypatch)
    text = page(anna, evening.get_absolute_url())
    assert named in text
    assert 'href="/rules/standard/"' not in text


def test_tables_of_one_version_name_it_once(house: House) -> None:
    evening = house.evening("standard")
    for name in ("1", "2"):
        house.sheet([f"{player}{name}" for player in FOUR], evening=evening, name=name)
    text = page(house.client("Anna"), evening.get_absolute_url())
    assert text.count("Standard rules · 1 · ") == 1
