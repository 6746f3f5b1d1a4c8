"""Certificates of a season: for members, and for guests among themselves."""

from datetime import date

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.season.pages.certificates import Certificate, TextLine
from tests.support.pages import certificates
from tests.support.scoring.house import House
from tests.support.scoring.season import play
from tests.support.scoring.tables import dreier, rufer

LAST_YEAR = date(2025, 3, 7)


def ask(house: House, asked: str = "", *, client: Client | None = None) -> HttpResponse:
    client = client or house.client("Bert")
    client.cookies["language"] = "en"
    return client.get(reverse("scoring:season_certificates", args=[house.club.slug]) + asked)


def heads(response: HttpResponse) -> list[tuple[str, str]]:
    return [(certificate[2], certificate[3]) for certificate in certificates(response)]


def test_a_season_that_is_over_needs_no_day(house: House) -> None:
    play(house, LAST_YEAR, dreier("Anna"), rufer("Bert", "Dora"))  # Anna 15−1, Bert and Dora −5+1
    found = certificates(ask(house, "?period=2025"))
    assert found[0] == [
        house.club.name,
        "Certificate",
        "Anna",
        "1st place",
        "Season 2025",
        "Points +14",
        "",
        "Place and date",
        "For the club",
    ]
    assert heads(ask(house, "?period=2025")) == [
        ("Anna", "1st place"),
        ("Bert", "Shared 2nd place"),
        ("Dora", "Shared 2nd place"),
    ]


def test_guests_are_ranked_among_themselves_and_come_when_they_are_asked_for(house: House) -> None:
    play(house, LAST_YEAR, dreier("Karl"), names=("Anna", "Bert", "Karl", "Lena"))
    assert [name for name, _place in heads(ask(house, "?period=2025"))] == ["Anna", "Bert"]
    with_guests = heads(ask(house, "?period=2025&guests=on&whose=everybody"))
    assert with_guests == [
        ("Anna", "Shared 1st place"),
        ("Bert", "Shared 1st place"),
        ("Karl", "1st place among the guests"),
        ("Lena", "2nd place among the guests"),
    ]
    assert heads(ask(house, "?period=2025&whose=guest+Lena")) == [("Lena", "2nd place among the guests")]


def test_what_is_out_of_range_is_said_and_prints_nothing(house: House) -> None:
    """A number, the order of days, and a season in which nothing was played."""
    play(house, LAST_YEAR, dreier("Anna"))
    for asked, said in (
        *((f"?period=2025&first={n}", "A whole number from 1 to 10, please.") for n in ("0", "11", "", "x")),
        ("?since=2026-02-01&until=2026-01-01", "The last day is before the first one."),
        ("?period=1999", "Nothing was played in this period."),
    ):
        response = ask(house, asked)
        assert said in response.content.decode(), asked
        assert certificates(response) == []


def test_long_names_get_smaller_letters_and_more_prizes_less_room() -> None:
    def certificate(name: str, *prizes: str) -> Certificate:
        return Certificate("1", name, 1, tied=False, label="", amount="", prizes=prizes)

    sizes = [certificate(name).ems for name in ("Anna", "Maximilian Obergschwandtner-Huber", "W" * 40)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 9
    assert certificate("Maximilian Obergschwandtner-Huber\u0301").ems == sizes[1], "an accent takes no room"
    assert certificate("Anna", "Schinken", "Wein").prize == "Schinken, Wein"
    assert len(certificate("Anna", *["Ein Korb mit allem"] * 20).prize) <= 150
    assert TextLine("x" * 46).is_long
    assert not TextLine("Herbstturnier").is_long
