"""Who came by a link: what it opens, and when it opens no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.crypto import constant_time_compare

from scoring import sealing
from scoring.models import Entry
from scoring.table import verbs as recording
from scoring.table.links import Kind, code_of
from scoring.table_policy import Actor
from tests.support.scoring.access import LINKS, WHO, E, M, S, Scene, renew, scene
from tests.support.scoring.access_table import OF_A_SHEET, ONLY_READ, TABLE, asked
from tests.support.scoring.house import PASSWORD, ids, now
from tests.support.scoring.tables import dreier
from tests.support.visitors import JSON, Answer, asked_often

__all__ = ["scene"]  # the fixtures

OUTSIDE = ("deactivated", "stranger", "nobody")


def shut_out(scene: Scene, who: str, *, like_none: bool = False) -> Iterator[str]:
    """Where this visitor gets anything but 404 from the sheet; 405 is said to everybody.

    And where it looks otherwise than one that does not exist: HEAD is GET without its body.
    """
    for address in OF_A_SHEET:
        row, path = TABLE[address], scene.path(address)
        for method, answers in (("get", row.reading), ("head", row.reading), ("post", row.writing)):
            answer = asked(scene, who, method, address, path)
            if like_none and method != "head" and not looks_like_none(scene, who, method, address, answer):
                yield f"{method} {address} looks otherwise than one of no sheet"
            wanted = "405" if answers == ONLY_READ else "404"
            if answer.status != wanted or answer.wrote or scene.given_away(who, answer):
                yield f"{method} {address}: {answer.status}, {scene.given_away(who, answer)}"


NOWHERE = 10**9  # the number of no sheet


def looks_like_none(scene: Scene, who: str, method: str, address: str, found: Answer) -> bool:
    """Does a sheet that does not exist get the same answer?"""
    path = scene.path(address)
    nowhere = path.replace(f"/sheets/{scene.sheet.pk}/", f"/sheets/{NOWHERE}/")
    missing = asked(scene, who, method, address, nowhere)
    return (found.status, found.text.replace(path, nowhere), found.response.cookies.keys()) == (
        missing.status,
        missing.text,
        missing.response.cookies.keys(),
    )


@pytest.mark.parametrize("who", LINKS)
@asked_often()
def test_a_link_opens_no_other_sheet_of_the_evening_and_tells_of_none(scene: Scene, who: str) -> None:
    assert list(shut_out(scene.at(scene.other), who, like_none=True)) == []


@pytest.mark.parametrize("who", LINKS)
@asked_often()
def test_a_renewed_link_shuts_everybody_out_who_came_with_the_old_one(scene: Scene, who: str) -> None:
    letter, kind = LINKS[who]
    old = f"/{letter}/{code_of(scene.sheet, kind)}/"
    renew(scene, "read" if kind == "record" else "record")
    assert scene.ask(who, "get", scene.path(S)).status == "200", "only the other link was renewed"
    renew(scene, kind)
    assert list(shut_out(scene, who)) == []
    for visitor in WHO:
        answer = scene.ask(visitor, "get", old)
        assert (answer.status, scene.given_away(visitor, answer)) == ("404", [])


@pytest.mark.parametrize("who", LINKS)
@asked_often()
def test_pages_behind_a_link_name_nobody_and_nothing_beyond_its_sheet(scene: Scene, who: str) -> None:
    at_the_table = {"Emil", "Kathi", "Lois", "Mitzi", "Stammtisch", "Sonnenwirt"}
    if who == "table link":
        at_the_table.add("Cilli")  # who wrote what is told to whoever may write, too
    shown = 0
    for address in OF_A_SHEET:
        answer = scene.ask(who, "get", scene.path(address))
        assert set(scene.given_away(who, answer)) <= at_the_table, address
        assert scene.house.club.slug not in answer.text, address
        shown += answer.status == "200"
    assert shown == (15 if who == "table link" else 9)


def test_a_phone_with_the_link_is_not_told_where_somebody_went_who_left_the_table(scene: Scene) -> None:
    known = ids(scene.sheet)
    for sheet, names in (
        (scene.sheet, ("Emil", "Kathi", "Lois", "Wastl")),
        (scene.other, ("Bert", "Nandl", "Otto", "Mitzi")),
    ):
        sitting = [
            recording.Person(participant=int(known[name])) if name in known else recording.Person(name=name)
            for name in names
        ]
        recording.seat(
            actor=Actor(scene.house["Anna"]),
            entry=uuid4(),
            sheet=sheet,
            after=sheet.seq,
            people=sitting,
            dealer=0,
        )
    here = scene.at(now(scene.sheet))
    back = here.seating() | {"who_4": f"p{known['Mitzi']}", "name_4": ""}
    assert "Fensterplatz" in here.ask("owner", "post", here.path(f"{S}seating/"), back).text
    for method in ("get", "post"):
        answer = here.ask("table link", method, here.path(f"{S}seating/"), back)
        assert answer.status == ("200" if method == "get" else "302")
        assert "Fensterplatz" not in answer.text


def test_a_code_is_long_and_its_own_for_each_sheet_kind_and_renewal(scene: Scene) -> None:
    kinds: tuple[Kind, ...] = ("record", "read")
    codes = [code_of(sheet, kind) for sheet in (scene.sheet, scene.other) for kind in kinds]
    renew(scene, "record")
    codes.append(code_of(now(scene.sheet), "record"))
    seals = {code.partition("-")[2] for code in codes}
    assert len(seals) == len(codes) == 5
    assert all(re.fullmatch("[0-9a-f]{20}", seal) for seal in seals)  # 80 bits


def test_a_guessed_code_is_compared_in_constant_time_and_tells_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return constant_time_compare(one, other)

    monkeypatch.setattr(sealing, "constant_time_compare", compare)
    right = code_of(scene.sheet, "record")
    there = [f"{scene.sheet.pk}-{seal}" for seal in ("", "0" * 20, right[-20:-1], f"{right[-20:]}0", "ä")]
    nowhere = [f"{NOWHERE}-{right[-20:]}", f"{10**17}-", f"{10**30}-0", "-", "٣-0", "0"]
    pages = {}
    for code in (*there, *nowhere):
        for letter in ("t", "r"):
            answer = scene.ask("nobody", "get", f"/{letter}/{code}/")
            assert not answer.response.cookies.get("sessionid")
            pages[letter, code] = (answer.status, answer.text)
    assert len(compared) == 2 * len(there)
    assert len(set(pages.values())) == 1
    assert next(iter(pages.values()))[0] == "404"


@pytest.mark.parametrize("who", OUTSIDE)
@asked_often()
def test_a_sheet_that_exists_and_one_that_does_not_look_the_same(scene: Scene, who: str) -> None:
    """HEAD is GET without its body: it is asked by one of them."""
    methods = ("get", "head", "post") if who == "nobody" else ("get", "post")
    there = scene.at(scene.other)
    different = [
        f"{method} {address}"
        for address in OF_A_SHEET
        for method in methods
        if not looks_like_none(there, who, method, address, asked(there, who, method, address))
    ]
    assert different == []


@pytest.mark.parametrize("path", ["/sheets/{}/", "/clubs/{slug}/evenings/{}/", "/clubs/{slug}/members/{}/"])
def test_numbers_no_database_knows_are_not_found(scene: Scene, path: str) -> None:
    for who in ("owner", "table link", "nobody"):
        for number in (0, 2**31, 2**63, 10**30):
            assert scene.ask(who, "get", path.format(number, slug=scene.house.club.slug)).status == "404"


# Signing in and out


def test_a_link_outlasts_signing_in_and_opens_the_same_and_nothing_more(scene: Scene) -> None:
    client = scene.browser("table link")
    before = client.cookies["sessionid"].value
    form = {"name": "Franz", "password": PASSWORD, "next": scene.path(S)}
    assert client.post("/sign-in/", form).headers["Location"] == scene.path(S)
    assert client.cookies["sessionid"].value != before, "an address handed over beforehand opens nothing"
    stale = Client()
    stale.cookies["sessionid"] = before
    assert stale.get(scene.path(S)).status_code == 404
    for address, wanted in (
        (S, 200),
        (f"{S}record/", 200),
        (f"{S}links/", 403),
        (f"{S}close/", 403),
        (E, 404),
    ):
        assert client.get(scene.path(address)).status_code == wanted, address
    assert client.get(scene.at(scene.other).path(S)).status_code == 404
    assert scene.house.club.name not in client.get(scene.path(S)).content.decode()
    client.post("/sign-out/")
    assert client.get(scene.path(S)).status_code == 404


def test_who_signs_in_after_somebody_else_does_not_get_their_links(scene: Scene) -> None:
    client = scene.browser("member")
    client.get(scene.path("t/<str:code>/"))
    assert client.get(scene.path(f"{S}record/")).status_code == 200
    client.post("/sign-in/", {"name": "Franz", "password": PASSWORD})
    assert client.get(scene.path(S)).status_code == 404


def test_a_member_with_the_link_records_and_does_nothing_else_with_it(scene: Scene) -> None:
    client = scene.browser("member")
    client.get(scene.path("r/<str:code>/"))
    path, document = scene.path(f"{S}record/"), scene.written(record=scene.record(dreier("Kathi")))
    assert client.post(path, document, **JSON).status_code == 403
    client.get(scene.path("t/<str:code>/"))
    client.get(scene.path("r/<str:code>/"))  # takes nothing away
    assert client.post(path, document, **JSON).status_code == 200
    assert Entry.objects.get(pk=document["id"]).by is None
    for address in (f"{S}links/", f"{S}close/", f"{E}change/"):
        assert client.get(scene.path(address)).status_code == 403
    assert client.post(scene.path(f"{S}links/renew/"), scene.form(kind="record")).status_code == 403


def test_what_somebody_was_about_to_read_is_not_told_to_whoever_comes_next(scene: Scene) -> None:
    scene.house.sessions.clear()
    for address in (f"{M}remove/", f"{S}undo/"):
        client = scene.house.client("Anna")
        assert client.post(scene.path(address), scene.form()).status_code == 302
        client.post("/sign-out/")
        page = client.get("/").content.decode()
        assert [name for name in scene.secrets if name in page] == []
