"""Every address of tournaments, for everybody, read and written: who gets what, and what nobody gets."""

import json
from collections.abc import Iterator
from uuid import uuid4

import pytest

from scoring import clock
from scoring.models import Club
from scoring.table_policy import Actor
from tests.support.addresses import addresses
from tests.support.approved import drawn_the_same
from tests.support.scoring.house import founded_house
from tests.support.stages import stage
from tests.support.tournaments.access import (
    AT,
    KINDS_OF_ADDRESSES,
    ONLY_READ,
    ONLY_WRITTEN,
    SHOWN,
    TABLE,
    C,
    R,
    Row,
    Scene,
    T,
    answer_to,
    kind_of,
    prepared_scene,
    scene,
    tournament_scene,
    weigh_few_swaps,
)
from tests.support.tournaments.forms import ELSE, FORMS
from tests.support.tournaments.playing import code_of_card
from tests.support.visitors import asked_often, nothing_shown
from tests.support.walk import walking
from tournaments.corrections.disputes import verbs as disputes
from tournaments.models import Call
from tournaments.planning import verbs as planning

__all__ = ["scene", "tournament_scene"]  # the fixtures


def differences(scene: Scene, address: str, reading: str) -> Iterator[str]:
    row = TABLE[address]
    path, posted = scene.path(address, row), row.posted(scene)
    yield from scene.differences(address, path, reading, row.writing, posted, **row.how)


def test_every_address_has_a_row() -> None:
    found = (address for address, namespace, _view in addresses() if namespace == "tournaments")
    assert sorted(found) == sorted(TABLE)


# How many addresses of a kind write something for an owner, at least.
WRITES = {
    "prizes": 3,
    "people": 1,
    "rounds": 12,
    "prizes overall": 3,
    "tournaments": 12,
    "clubs": 7,
    "tables": 1,
    "others": 1,
}


@stage(on=None)
def approved_scene() -> Scene:
    """The tournament of these tests, the same in every run."""
    with drawn_the_same("approved"):
        return prepared_scene(founded_house())


@pytest.mark.own_time("the bell rings after 30 minutes, and the round is played before")
@pytest.mark.parametrize("kind", KINDS_OF_ADDRESSES)
def test_everybody_gets_what_the_table_says_and_pages_are_as_approved(
    approved_scene: Scene, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh_few_swaps(monkeypatch)
    monkeypatch.setattr(clock, "now", lambda: approved_scene.moment)
    with walking(approved_scene, f"tournaments {kind}", FORMS, ELSE) as walk:
        for address in (row for row in TABLE if kind_of(row) == kind):
            walk.visit(approved_scene, address, approved_scene.path(address, TABLE[address]), TABLE[address])
    assert walk.wrote >= WRITES.get(kind, 0)


@asked_often()
def test_where_a_club_has_moved_every_address_leads_there_and_nothing_is_written(scene: Scene) -> None:
    found: list[str] = []
    there = "https://tarock.example.org"
    paths = {address: scene.path(address, row) for address, row in TABLE.items() if "<" in address}
    posted = {address: TABLE[address].posted(scene) for address in paths}
    Club.objects.filter(pk=scene.house.club.pk).update(moved_to=there)
    for address, path in paths.items():
        who = "owner" if address.startswith("clubs/") else "card"
        for reader in (who, "nobody"):
            read = scene.ask(reader, "get", path)
            ends = read.status == "404" and address.endswith(("pulse/", "clock/"))  # what pages ask by and by
            has_no_card = read.status == "200" and read.text == '{"card": null, "now": null}'
            if not (ends or has_no_card or read.status == "405" or read.location == f"{there}{path}?moved=1"):
                found.append(f"{reader} reads {address}: {read.status} {read.location}")
        sent = scene.ask(who, "post", path, posted[address], **TABLE[address].how)
        if sent.status not in ("404", "405") or sent.wrote:
            found.append(f"{who} sends to {address}: {sent.status} {sorted(sent.written)}")
    assert len(paths) > 100
    assert found == []


PULSES = ("tournaments/<str:code>/pulse/", f"{AT}pulse/")


def test_that_nothing_is_new_is_said_to_everybody_who_would_hear_the_news(scene: Scene) -> None:
    """It is answered before anybody looks who asks; what is refused otherwise is refused here."""
    for address in PULSES:
        path = scene.path(address, TABLE[address])
        for who in scene.who:
            browser = scene.browser(who)
            news = browser.get(path)
            tag = {"If-None-Match": news.headers["ETag"]}
            for ask in (browser.get, browser.head):
                answer = ask(path, headers=tag)
                assert (answer.status_code, answer.content) == (304, b""), (who, address)
                kept = ("ETag", "Cache-Control", "Vary", "Content-Security-Policy")
                assert {header: answer.headers[header] for header in kept} == {
                    header: news.headers[header] for header in kept
                }
                assert not answer.cookies
            assert browser.get(path, headers={"If-None-Match": '"0-0"'}).content == news.content
            assert browser.post(path, headers=tag).status_code == 405
            assert browser.get(path, headers=tag | {"Host": "elsewhere.example"}).status_code == 400
            assert browser.get(f"{path}x/", headers=tag).status_code == 404
    tag = {"If-None-Match": '"1-1"'}
    other = scene.elsewhere.tournament.code
    table = scene.table(TABLE[PULSES[1]]).pk
    for path in (f"/tournaments/{other}/tables/{table}/pulse/", "/tournaments/nowhere1/pulse/"):
        assert scene.browser("director").get(path, headers=tag).status_code == 404


@asked_often()
def test_what_is_shown_to_everybody_is_read_by_everybody(scene: Scene) -> None:
    scene.playing.do(planning.show_tournament, by="Anna", public=True)
    found: list[str] = []
    for address, reading in SHOWN.items():
        found += differences(scene, address, reading)
    assert found == []


@asked_often()
def test_shown_to_everybody_nothing_else_opens(scene: Scene) -> None:
    scene.playing.do(planning.show_tournament, by="Anna", public=True)
    for address in (address for address in TABLE if address.startswith(C) and address not in SHOWN):
        row = TABLE[address]
        path, wanted = scene.path(address, row), "405" if row.reading == ONLY_WRITTEN else "404"
        for who in ("nobody", "stranger"):
            with nothing_shown():
                assert answer_to(scene, who, "get", address, path).status == wanted, (who, address)


@asked_often()
def test_a_card_opens_no_finished_round(scene: Scene) -> None:
    playing = scene.playing
    call = Call.objects.get(pk=scene.call)
    disputes.withdraw_call(actor=Actor(playing.director), deed=uuid4(), call=call)
    sheet = playing.sheet(1, round_=2)
    record = f"/sheets/{sheet.pk}/record/"
    assert scene.ask("card", "get", record).status == "200"
    playing.close(2)
    assert scene.ask("card", "get", record).status == "404"
    leads_on = f"{AT}card/now/"  # to the card's own page, as the card does: nothing of the round
    for address in (row for row in TABLE if row.startswith(AT) and "pulse" not in row and row != leads_on):
        for method in ("get", "post"):
            answer = answer_to(scene, "card", method, address)
            assert answer.status in ("404", "405"), (method, address)
            assert not answer.wrote
    mine = f"/c/{code_of_card(playing.tournament.pk, 1)}/"
    answer = answer_to(scene, "card", "get", leads_on)
    assert json.loads(answer.response.content) == {"card": mine, "now": f"{mine}now/"}
    assert scene.given_away("card", answer) == []


def test_a_card_leads_on_from_its_own_table_only(scene: Scene) -> None:
    for who in ("other card", "card elsewhere", "nobody", "stranger", "director"):
        answer = answer_to(scene, who, "get", f"{AT}card/now/")
        assert json.loads(answer.response.content) == {"card": None, "now": None}, who


def test_a_card_opens_no_other_table(scene: Scene) -> None:
    second = scene.playing.sheet(2, round_=2)
    assert scene.ask("other card", "get", f"/sheets/{second.pk}/record/").status == "200"
    for who in ("card", "card elsewhere"):
        for page in ("", "record/", "seating/", "export/csv/"):
            answer = scene.ask(who, "get", f"/sheets/{second.pk}/{page}")
            assert (answer.status, scene.given_away(who, answer)) == ("404", [])


@asked_often()
def test_a_tournament_is_found_in_its_own_club_only(scene: Scene) -> None:
    """Nor by Anna, who owns both clubs."""
    mine, theirs = scene.house.club.slug, scene.house.other.slug
    for address in (row for row in TABLE if row.startswith(T) or "presets" in row):
        row = TABLE[address]
        path = scene.path(address, row).replace(f"/{mine}/", f"/{theirs}/")
        for method, answers in (("get", row.reading), ("post", row.writing)):
            if answers != ONLY_READ:
                with nothing_shown():
                    answer = answer_to(scene, "owner", method, address, path)
                assert (answer.status, answer.wrote) == ("404", False), address


def test_numbers_no_database_knows_are_not_found(scene: Scene) -> None:
    for who in ("owner", "nobody"):
        for number in (0, 2**31, 2**63, 10**30):
            for address in (T, R):
                path = f"/{address}".replace("<slug:slug>", scene.house.club.slug)
                path = path.replace("<int:pk>", str(number)).replace("<int:number>", "1")
                assert scene.ask(who, "get", path).status == "404"
    path = scene.path(R, Row("", "")).replace("/rounds/2/", f"/rounds/{10**30}/")
    assert scene.ask("owner", "get", path).status == "404"
