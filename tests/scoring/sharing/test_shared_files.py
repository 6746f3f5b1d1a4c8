"""Files behind a link that only reads: what its page shows, and nothing that the page keeps to itself."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.evenings.export import workbook_of_evening
from scoring.evenings.pages.evening import people_of
from scoring.evenings.pages.settling import sheets_of
from scoring.export.figures import Workbook
from scoring.export.writing import FORMATS
from scoring.models import Evening, Shared, Sharing
from scoring.season.export import figures_of_season
from scoring.season.pages.season import Period, Season, SeasonStandings, standings_of
from scoring.sharing import verbs as sharing_verbs
from tests.support.scoring.exports import OFFERED, evening, same_at
from tests.support.scoring.house import House
from tests.support.scoring.season import MAY

assert evening  # two tables that play for money, with a Pagatkassa

MONEY = re.compile(
    r"€|\bEUR\b|Money|Geld|Settling|Abrechnung|Pagatkassa|\bpays\b|zahlt|\bcents?\b", re.IGNORECASE
)


def of_evening(house: House, evening: Evening) -> Sharing:
    return sharing_verbs.share_evening(actor=house["Anna"], deed=uuid4(), evening=evening)


def of_standings(house: House) -> Sharing:
    return sharing_verbs.share_standings(actor=house["Anna"], deed=uuid4(), club=house.club, period="2026")


def of_player(house: House) -> Sharing:
    emil = house.member("Emil")
    return sharing_verbs.share_player(actor=house["Emil"], deed=uuid4(), member=emil, period="2026")


def of_feed(house: House, what: Shared) -> Sharing:
    return sharing_verbs.share_feed(actor=house["Anna"], deed=uuid4(), club=house.club, what=what)


MADE: dict[str, Callable[[House, Evening], Sharing]] = {
    "evening": of_evening,
    "standings": lambda house, evening: of_standings(house),
    "player": lambda house, evening: of_player(house),
    "calendar": lambda house, evening: of_feed(house, Shared.CALENDAR),
    "results": lambda house, evening: of_feed(house, Shared.RESULTS),
}


def address(sharing: Sharing, form: str) -> str:
    return reverse("scoring:export_shared", kwargs={"code": sharing.code, "form": form})


def offered(page: str) -> list[str]:
    """The addresses of the files that a page offers."""
    return [address.replace("&amp;", "&") for address in re.findall(r'href="([^"]*/export/[^"]*)"', page)]


def texts_in(content: bytes) -> str:
    """All that is written in a file, whatever it is packed into."""
    if content[:2] != b"PK":
        return content.decode()
    with ZipFile(BytesIO(content)) as archive:
        contents = [archive.read(name).decode() for name in archive.namelist()]
    names = re.findall(r'<sheet [^>]*name="([^"]*)"', "\n".join(contents))
    return "\n".join([*names, *(re.sub("<[^>]*>", " ", content) for content in contents)])


def everything_behind(sharing: Sharing) -> str:
    """Every file of it, in both languages."""
    browser, found = Client(), []
    for form in FORMATS:
        for asked in ("?language=de", "?language=en"):
            answer = browser.get(address(sharing, form) + asked)
            assert answer.status_code == 200
            found.append(texts_in(answer.getvalue()))
    return "\n".join(found)


# An evening


def test_the_evening_is_a_book_of_its_sheets_and_who_plays_cell_by_cell(
    house: House, evening: Evening
) -> None:
    with override("en"):
        book = workbook_of_evening(evening, f"Evening {MAY} Löwen {house.club.name}", "en", money=False)
        whole = workbook_of_evening(evening, "x", "en")
    assert [table.name for table in book.tables] == [
        "=1+1",
        "Course of =1+1",
        "=1-1",
        "Course of =1-1",
        "Who plays",
        "Rules",
    ]
    assert book.tables[:4] == whole.tables[:4]
    same_at(Client(), "export_shared", book, code=of_evening(house, evening).code)


def test_who_plays_has_the_points_of_all_their_tables_as_on_the_page(house: House, evening: Evening) -> None:
    sheets = sheets_of(evening)
    with override("en"):
        [*_others, figures, _rules] = workbook_of_evening(evening, "x", "en", money=False).tables
    assert [column.title for column in figures.columns] == ["Date", "Name", "Points"]
    shown = people_of(evening, sheets, evening.names())
    assert figures.rows == tuple((MAY, person.name, person.total) for person in shown)
    sharing = of_evening(house, evening)
    page = Client().get(reverse("scoring:shared", args=[sharing.code])).content.decode()
    assert address(sharing, "json") in offered(page)
    assert [f"<strong>{sheet.name}</strong>" in page for sheet in sheets] == [True, True]
    before = Client().get(f"/s/{sharing.code}/people/export/csv/")
    assert before.headers["Location"] == address(sharing, "csv")


def test_no_file_of_an_evening_speaks_of_money(house: House, evening: Evening) -> None:
    found = everything_behind(of_evening(house, evening))
    assert "Hilda" in found
    assert MONEY.search(found) is None, MONEY.search(found)
    where = {"slug": house.club.slug, "pk": evening.pk, "form": "xlsx"}
    whole = house.client("Emil").get(reverse("scoring:export_evening", kwargs=where))
    assert MONEY.search(texts_in(whole.getvalue())), "it would be found"


def test_from_the_page_every_sheet_has_its_files_too_for_whoever_came_by_the_link(
    house: House, evening: Evening
) -> None:
    browser = Client()
    browser.get(reverse("scoring:shared", args=[of_evening(house, evening).code]))
    for sheet in sheets_of(evening):
        shown = browser.get(sheet.get_absolute_url()).content.decode()
        assert len(offered(shown)) == OFFERED
        for address in offered(shown):
            assert MONEY.search(texts_in(browser.get(address).getvalue())) is None
            assert Client().get(address).status_code == 404, "without the link"


# Standings


def shown_standings(house: House) -> SeasonStandings:
    found = standings_of(Season(house.club, Period.year(2026)))
    unpaid = tuple(member._replace(score=member.score._replace(money={})) for member in found.members)
    return SeasonStandings(unpaid, ())


def test_standings_are_the_members_of_the_page_in_its_columns(house: House, evening: Evening) -> None:
    with override("en"):
        title = f"Season 2026 {house.club.name}"
        figures = figures_of_season(shown_standings(house), title, guests=False)
    assert [column.title for column in figures.columns] == [
        *("Rank", "Name", "Points", "Points per hand", "Evenings", "Hands")
    ]
    assert "Lois" not in {row[1] for row in figures.rows}, "a guest"
    sharing = of_standings(house)
    same_at(Client(), "export_shared", Workbook.of(figures), code=sharing.code)
    page = Client().get(reverse("scoring:shared", args=[sharing.code])).content.decode()
    assert len(offered(page)) == OFFERED
    found = everything_behind(sharing)
    for hidden in ("Lois", "Mitzi", "Karl", "Löwen"):
        assert hidden not in found
    assert MONEY.search(found) is None, MONEY.search(found)


# A player


def test_a_players_files_name_nobody_else_and_neither_place_nor_money(house: House, evening: Evening) -> None:
    anna = house.member("Anna")
    sharing = sharing_verbs.share_player(actor=house["Anna"], deed=uuid4(), member=anna, period="2026")
    page = Client().get(reverse("scoring:shared", args=[sharing.code])).content.decode()
    assert len(offered(page)) == OFFERED
    assert "alles davon" in page
    found = everything_behind(sharing)
    assert "Anna" in found
    names = set(evening.names().values()) - {"Anna"}
    for hidden in (*names, "Löwen", "sheets/", "clubs/"):
        assert hidden not in found, hidden
    assert MONEY.search(found) is None, MONEY.search(found)


# Whatever it is

# What there is behind a link of each kind.
BEHIND = {
    "evening": {"", "export/xlsx/", "export/csv/"},
    "standings": {"", "embed/", "export/xlsx/", "export/csv/"},
    "player": {"", "export/xlsx/", "export/csv/"},
    "calendar": {"", "calendar.ics"},
    "results": {"", "results.atom"},
}


@pytest.mark.parametrize("what", BEHIND)
def test_a_link_opens_what_it_is_for_until_it_is_withdrawn(house: House, evening: Evening, what: str) -> None:
    sharing = MADE[what](house, evening)
    number, _dash, seal = sharing.code.partition("-")

    def opened(rests: set[str], code: str = sharing.code) -> dict[str, Any]:
        answers = {rest: Client().get(f"/s/{code}/{rest}") for rest in rests}
        return {rest: answer for rest, answer in answers.items() if answer.status_code == 200}

    there = opened({*set().union(*BEHIND.values()), "export/exe/"})
    assert there.keys() == BEHIND[what]
    for rest, answer in there.items():
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert not answer.cookies or not rest
        if "export/" in rest:
            assert "no-store" in answer.headers["Cache-Control"]
            assert answer.headers["Content-Disposition"].startswith("attachment")
            assert answer.headers["X-Frame-Options"] == "DENY"
        assert Client().post(f"/s/{sharing.code}/{rest}").status_code == 405
    for wrong in (f"{int(number) + 1}-{seal}", f"{number}-{seal[:-1]}x", number, f"{number}-", "x-y"):
        assert opened(BEHIND[what], wrong) == {}
    by = "Emil" if what == "player" else "Anna"
    sharing_verbs.withdraw_sharing(actor=house[by], deed=uuid4(), sharing=sharing)
    assert opened(BEHIND[what]) == {}
    assert "This link is no longer valid" in Client().get(f"/s/{sharing.code}/?language=en").content.decode()
