"""The page of a club's statistics as a book: every table of it, held back to the same hands."""

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.translation import override

from scoring.export.figures import Book, Figures
from scoring.season.export import book_of_statistics
from scoring.season.pages.season import Period, Season
from scoring.season.pages.statistics import EVERYTHING, ClubStatistics, HandFilter
from tests.support.scoring.exports import same_at
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import dreier, hand, rufer, trischaken
from tests.support.stages import stage

PAGAT = {"premiums": [{"premium": "pagat", "by": "Anna", "announced": True, "made": True}]}
KONTRA = hand("solorufer", "Bert", partner="Dora", points="41/2", kontra="kontra")
TABLES = ["Season", "Rule sheets", "Best list", "Contracts", "Premiums", "Kontras", "Trischaken"]


@stage(on=HOUSE)
def played(house: House) -> House:
    """Everything that the page has a table for, in two years and with a guest."""
    play(house, MAY.replace(year=2025), {**rufer("Anna", "Dora"), **PAGAT}, KONTRA)
    play(house, JUNE, trischaken("Anna", "Bert"), dreier("Cilli"), names=("Anna", "Bert", "Cilli", "@Karl"))
    return house


def statistics(house: House, choice: HandFilter = EVERYTHING) -> ClubStatistics:
    with override("en"):
        return ClubStatistics(Season(house.club, Period()), "en", choice)


def book(house: House, choice: HandFilter = EVERYTHING, chosen: str = "") -> Book:
    with override("en"):
        title = f"Statistics {house.club.name}"
        return book_of_statistics(statistics(house, choice), title, chosen=chosen)


def cells(figures: Figures, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[figures.places[key]] for key in keys) for row in figures.rows]


def test_every_table_of_the_page_is_a_worksheet_with_the_same_numbers(played: House) -> None:
    tables = {table.name: table for table in book(played).tables}
    assert list(tables) == TABLES
    page = played.client("Emil").get(
        f"{reverse('scoring:statistics', args=[played.club.slug])}?period=all&language=en"
    )
    shown = page.context["statistics"]
    assert cells(tables["Season"], "evenings", "hands") == [(shown.evenings, shown.hands)]
    assert cells(tables["Rule sheets"], "rules", "hands") == [
        (sheet.label, sheet.hands) for sheet in shown.sheets
    ]
    best = tables["Best list"]
    found = cells(best, "record", "name", "points", "contract", "date", "hand")
    assert [row[1:] for row in found if row[0] == "Hand"] == [
        (hand.person.name, hand.points, hand.what, hand.date, hand.number) for hand in shown.best_hands
    ]
    assert cells(tables["Contracts"], "contract", "played", "won", "lost", "points", "average") == [
        (game.label, game.played, game.won, game.lost, game.points, game.average)
        for sheet in shown.sheets
        for game in sheet.games
    ]
    [table] = [sheet["table"] for sheet in page.context["sheets"]]
    often = [row.get_cell("often") for row in table.rows]
    share = [str(row.get_cell("share")) for row in table.rows]
    assert sorted(map(str, often)) == sorted(str(cell) for (cell,) in cells(tables["Contracts"], "often"))
    assert sorted(share) == sorted(
        "" if cell is None else str(cell) for (cell,) in cells(tables["Contracts"], "share")
    )
    assert cells(tables["Trischaken"], "played", "jungfrau", "buergermeister") == [
        (shown.trischaken.played, shown.trischaken.jungfrau, shown.trischaken.buergermeister)
    ]
    assert cells(tables["Premiums"], "premium", "silent", "made", "missed", "points") == [
        (premium.label, premium.silent, premium.made, premium.missed, premium.points)
        for premium in shown.premiums
    ]
    assert cells(tables["Kontras"], "kontra", "given", "good", "bad", "points") == [
        (kontra.label, kontra.given, kontra.good, kontra.bad, kontra.points) for kontra in shown.kontras
    ]
    words = page.content.decode()
    with override("en"):
        for name, day in cells(best, "name", "date"):
            assert name in words
            assert day is None or date_format(day, "j M Y") in words


def test_every_file_is_the_book_cell_by_cell_and_follows_the_filters(played: House) -> None:
    client, slug = played.client("Emil"), played.club.slug
    with override("en"):
        whole = book_of_statistics(statistics(played), f"Statistics {played.club.name}")
    same_at(client, "export_statistics", whole, "?period=all", slug=slug)
    dora = next(person.key for person in statistics(played).people if person.name == "Dora")
    said = "Only hands that all of these people played: Dora."
    chosen = book(played, HandFilter("", frozenset([dora])), said)
    assert {row[-1] for table in chosen.tables for row in table.rows} == {said}
    assert "Trischaken" not in [table.name for table in chosen.tables]
    same_at(client, "export_statistics", chosen, f"?period=all&with={dora}&r1-sort=label", slug=slug)
    path = reverse("scoring:export_statistics", kwargs={"slug": slug, "form": "csv"})
    for wrong in ("?with=nobody", "?rules=nonsense", "?since=nonsense"):
        assert client.get(path + wrong).status_code == 400


def test_the_page_offers_its_own_files_with_what_was_chosen(played: House) -> None:
    address = reverse("scoring:statistics", args=[played.club.slug])
    shown = played.client("Emil").get(f"{address}?period=2026&rules=standard").content.decode()
    assert escape(f"{address}export/csv/?period=2026&rules=standard") in shown
    assert "/export/" not in played.client("Emil").get(f"{address}?period=1999").content.decode()


def test_nothing_played_is_a_file_without_tables_of_nothing(house: House) -> None:
    path = reverse("scoring:export_statistics", kwargs={"slug": house.club.slug, "form": "json"})
    answer = house.client("Emil").get(f"{path}?period=all&language=en")
    assert [table["name"] for table in json.loads(answer.content)["tables"]] == ["Season"]


@pytest.mark.parametrize("counted", ["", "&tables=on"])
def test_the_books_of_a_season_have_the_same_worksheets(played: House, counted: str) -> None:
    path = reverse("scoring:export_season_book", kwargs={"slug": played.club.slug, "form": "json"})
    answer = json.loads(played.client("Emil").get(f"{path}?period=all&language=en{counted}").getvalue())
    there = {table["name"]: table for table in answer["tables"]}
    for figures in book(played).tables:
        if figures.name != "Season":
            assert there[figures.name]["columns"] == [
                {"key": key, "title": other.title, "kind": other.kind.value}
                for key, other in zip(figures.keys, figures.columns, strict=True)
            ]
            assert len(there[figures.name]["rows"]) == len(figures.rows)
