"""A player's own page as a book: every table of it, cell by cell, for the club and behind a link."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.accounts import verbs as people
from scoring.accounts.verbs import code_of
from scoring.export.figures import Book, Figures
from scoring.season.export import book_of_career
from scoring.season.pages.career import Career, career_of
from scoring.season.pages.season import Period, Season
from scoring.season.pages.statistics import EVERYTHING, HandFilter
from tests.support.office import recalculated
from tests.support.scoring.exports import OFFERED, same_at
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import agree, of_csv
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import dreier, hand, rufer, trischaken
from tests.support.spreadsheet import said_around, xlsx_of
from tests.support.stages import stage

KONTRA = hand("solorufer", "Bert", partner="Dora", points="41/2", kontra="kontra")
PAGAT = {"premiums": [{"premium": "pagat", "by": "Anna", "announced": True, "made": True}]}


@stage(on=HOUSE)
def played(house: House) -> House:
    """Two evenings in two years and two currencies; Anna with Cilli often enough to be a good partner."""
    together = [hand("solorufer", "Anna", partner="Cilli", won=True) for _again in range(10)]
    first = [{**rufer("Anna", "Dora"), **PAGAT}, rufer("Bert", "Anna", won=False), dreier("Anna")]
    play(house, MAY.replace(year=2025), *first, currency="CHF")
    play(house, JUNE, trischaken("Anna", "Bert"), KONTRA, *together)
    return house


def career(house: House, choice: HandFilter = EVERYTHING) -> Career:
    with override("en"):
        return career_of(house.member("Anna"), Season(house.club, Period()), "en", choice)


def book(house: House, choice: HandFilter = EVERYTHING, chosen: str = "", *, linked: bool = True) -> Book:
    title = f"Anna: Season {house.club.name}" if linked else f"Anna: Season All evenings {house.club.name}"
    with override("en"):
        return book_of_career(career(house, choice), title, chosen=chosen, linked=linked)


def named(of: Book) -> dict[str, Figures]:
    return {table.name: table for table in of.tables}


def cells(figures: Figures, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[figures.places[key]] for key in keys) for row in figures.rows]


def where(house: House) -> dict[str, Any]:
    return {"slug": house.club.slug, "pk": house.member("Anna").pk}


TABLES = [
    "Season",
    "Evenings",
    "Points by season",
    "Contracts played as declarer",
    "As partner",
    "As opponent",
    "Birds and other premiums",
    "Kontras given",
    "Trischaken",
    "Best results with",
    "Best results against",
    "Longest streaks",
]


def test_there_is_a_worksheet_for_every_table_of_the_page(played: House) -> None:
    assert [table.name for table in book(played).tables] == TABLES
    page = reverse("scoring:season_member", args=[played.club.slug, played.member("Anna").pk])
    shown = played.client("Emil").get(f"{page}?period=all&language=en").content.decode()
    for name in TABLES[1:]:
        assert f"<h2>{escape(name)}</h2>" in shown, name
    assert shown.count(f"season/{played.member('Anna').pk}/export/") == OFFERED
    assert 'class="second print"' in shown


def test_every_figure_is_that_of_the_page(played: House) -> None:
    found, tables = career(played), named(book(played))
    score = found.score
    assert score is not None
    assert tables["Season"].rows == (
        (
            score.evenings,
            score.hands,
            score.points,
            *([score.schrift] if score.schrift != score.points else []),
            score.money["CHF"],
            score.money["EUR"],
            score.average,
        ),
    )
    evenings = cells(tables["Evenings"], "number", "date", "place", "points", "total", "average", "hands")
    assert evenings == [
        (
            evening.number,
            evening.date,
            evening.place,
            evening.score.points,
            evening.total,
            Fraction(evening.score.points, evening.score.hands),
            evening.score.hands,
        )
        for evening in found.evenings
    ]
    assert cells(tables["Evenings"], "money_chf", "money_eur") == [
        (found.evenings[0].score.money["CHF"], None),
        (None, found.evenings[1].score.money["EUR"]),
    ]
    assert cells(tables["Points by season"], "year", "points") == [
        (str(year.year), year.score.points) for year in found.years
    ]
    for name, tallies in (
        ("Contracts played as declarer", found.contracts),
        ("As partner", found.partnered),
        ("As opponent", found.opposed),
    ):
        counted = ("contract", "played", "won", "lost", "points", "average")
        assert cells(tables[name], *counted) == [
            (tally.label, tally.played, tally.won, tally.lost, tally.points, tally.average)
            for tally in tallies
        ]
    assert cells(tables["Contracts played as declarer"], "contract", "share")[0] == ("Solorufer", 100)
    assert cells(tables["Birds and other premiums"], "premium", "made", "points") == [
        (premium.label, premium.made, premium.points) for premium in found.premiums
    ]
    assert cells(tables["Kontras given"], "kontra", "given", "good", "bad", "points") == [
        (kontra.label, kontra.given, kontra.good, kontra.bad, kontra.points) for kontra in found.kontras
    ]
    record = found.trischaken
    assert cells(tables["Trischaken"], "played", "won", "lost", "points") == [
        (record.played, record.won, record.lost, record.points)
    ]
    for name, others in (
        ("Best results with", found.best_partners),
        ("Best results against", found.best_opponents),
    ):
        assert cells(tables[name], "name", "average", "hands", "won", "points") == [
            (other.name, other.average, other.played, other.won, other.points) for other in others
        ]
    assert [row[1:] for row in tables["Longest streaks"].rows] == [
        found.declared_in_a_row,
        found.evenings_in_a_row,
    ]


def test_every_file_is_the_book_cell_by_cell(played: House) -> None:
    same_at(played.client("Emil"), "export_career", book(played), "?period=all", **where(played))


def test_only_the_hands_that_were_chosen_leave_and_the_file_says_which(played: House) -> None:
    dora = str(played.member("Dora").pk)
    asked = f"?period=all&with={dora}&side=against&e-sort=-points"
    said = "Only hands with all of these people on the other side: Dora."
    expected = book(played, HandFilter("", frozenset([dora]), against=True), said)
    assert cells(named(expected)["Season"], "chosen") == [(said,)]
    same_at(played.client("Emil"), "export_career", expected, asked, **where(played))
    path = reverse("scoring:export_career", kwargs={**where(played), "form": "csv"})
    for wrong in ("?with=nobody", "?rules=nonsense", "?since=nonsense"):
        assert played.client("Emil").get(path + wrong).status_code == 400


def test_the_page_offers_the_files_of_what_it_shows(played: House) -> None:
    page = reverse("scoring:season_member", args=[played.club.slug, played.member("Anna").pk])
    shown = played.client("Emil").get(f"{page}?period=2026&rules=standard").content.decode()
    assert escape("/export/csv/?period=2026&rules=standard") in shown
    nothing = played.client("Emil").get(f"{page}?period=1999").content.decode()
    assert "/export/" not in nothing


def test_the_chart_of_a_player_has_the_days_below(played: House) -> None:
    with override("en"):
        workbook = load_workbook(BytesIO(xlsx_of(book(played))))
    [chart] = workbook["Evenings"]._charts
    assert said_around(chart) == ["How it went", "Date", "Points"]
    assert chart.x_axis.number_format.formatCode == "dd.mm.yyyy"
    days = chart.series[0].cat.numRef.f
    assert days == "'Evenings'!$B$2:$B$3"
    assert [row[0].value.date() for row in workbook["Evenings"]["B2:B3"]] == [MAY.replace(year=2025), JUNE]


def test_who_has_not_played_has_a_file_without_rows(house: House) -> None:
    path = reverse("scoring:export_career", kwargs={**where(house), "form": "csv"})
    assert len(of_csv(house.client("Emil").get(path).content)) == 1


def test_behind_a_link_are_neither_places_nor_money_nor_other_people(played: House) -> None:
    sharing = played.do(people.share_player, by="Anna", member=played.member("Anna"), period="all")
    expected = book(played, linked=False)
    beside = ("Best results with", "Best results against")
    assert [table.name for table in expected.tables] == [table for table in TABLES if table not in beside]
    for table in expected.tables:
        assert not {"place", "name", "money_eur", "money_chf"} & set(table.keys)
    same_at(played.client(""), "export_shared", expected, code=code_of(sharing))


def test_libreoffice_adds_a_players_book_up_to_nothing(office: str, played: House, tmp_path: Path) -> None:
    with override("en"):
        kept = played.evening(schrift_kontra="none")
        played.play(played.sheet(evening=kept), KONTRA)
        workbooks = [xlsx_of(book(played)), xlsx_of(book(played, linked=False))]
    for workbook, opened in zip(workbooks, recalculated(office, workbooks, tmp_path), strict=True):
        assert agree(workbook, opened), "nothing was controlled"
