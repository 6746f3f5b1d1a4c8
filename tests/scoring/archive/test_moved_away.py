"""A club that moved to another installation: its addresses lead there, and nothing is written here."""

from typing import Any
from uuid import uuid4

from django.test import Client

from scoring.models import Club, Deed
from scoring.moved import MARK
from scoring.table.links import code_of
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.house import PASSWORD, House, house
from tests.support.scoring.people import told_in_both_languages

__all__ = ["house"]  # the fixtures
THERE = "https://tarock.example.org"


def send(house: House, **fields: str) -> Any:
    anna = house.client("Anna")
    page = f"/clubs/{house.club.slug}/archive/"
    answer = anna.post(page, {"deed": str(uuid4()), **fields}, follow=True)
    assert answer.status_code == 200
    return answer


def led_to(path: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(path)
    return answer.headers.get("Location", "") if answer.status_code == 302 else str(answer.status_code)


def test_every_address_of_the_club_leads_to_the_same_one_there_until_that_is_taken_back(house: House) -> None:
    sheet = house.sheet()
    bert, slug = house.client("Bert"), house.club.slug
    table, page = f"/t/{code_of(sheet, 'record')}/", f"/clubs/{slug}/season/"
    send(house, address=f" {THERE}/ ")
    assert led_to(table) == f"{THERE}{table}?{MARK}=1"
    for client in (bert, Client()):
        assert led_to(f"{page}?year=2026", client) == f"{THERE}{page}?year=2026&{MARK}=1"
    assert led_to(f"/sheets/{sheet.pk}/", bert) == f"{THERE}/sheets/{sheet.pk}/?{MARK}=1"
    assert led_to(f"{page}?{MARK}=1", bert) == "404", "two installations send nobody in circles"
    assert bert.get(page, headers={"Sec-Fetch-Mode": "cors"}).status_code == 404
    assert THERE in bert.get("/clubs/").content.decode()
    assert led_to(f"/clubs/{house.other.slug}/") == "404"
    send(house, back="1")
    assert led_to(page, bert) == "200"
    for verb in ("move_away", "come_back"):
        told_in_both_languages(Deed.objects.get(verb=verb))


ADDRESSES = (
    *("", "tarock.example.org", "ftp://x.org", "https://x.org/path", "https://a@x.org", "//x.org"),
    *("http://localhost:8000", "https://127.0.0.1", f"https://{'a' * 300}.org", "https://x.org\n.y"),
    "javascript:alert(1)",
)


def test_only_the_address_of_another_server_is_taken(house: House) -> None:
    for address in ADDRESSES:
        send(house, address=address)
        assert Club.objects.get(pk=house.club.pk).moved_to == "", address


def test_whoever_signs_in_gets_to_the_list_from_where_an_owner_takes_the_club_back(house: House) -> None:
    send(house, address=THERE)
    answer = Client().post("/sign-in/", {"name": "Bert", "password": PASSWORD})
    assert answer.headers["Location"] == "/clubs/"
    assert f"/clubs/{house.club.slug}/archive/" in house.client("Anna").get("/clubs/").content.decode()
    assert f"/clubs/{house.club.slug}/archive/" not in house.client("Bert").get("/clubs/").content.decode()


def test_a_club_that_came_in_a_file_is_here(house: House) -> None:
    send(house, address=THERE)
    archive = exported(house.club)
    emptied()
    assert brought(archive).club.moved_to == ""
    assert Deed.objects.filter(verb="move_away").exists(), "the log of the club tells it"
