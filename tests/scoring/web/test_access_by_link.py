"""Who came by a link: what it opens, and when it opens no more."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.crypto import constant_time_compare

from scoring import signatures
from scoring.accounts import verbs as people
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry
from scoring.table.at_the_table import AtTheDoor, Visit
from scoring.table.links import Kind, code_of
from tests.support.scoring.access import LINKS, WHO, E, H, M, S, Scene, entry_of, renew, scene
from tests.support.scoring.access_table import OF_A_SHEET, ONLY_READ, TABLE, asked
from tests.support.scoring.house import PASSWORD, ids, now
from tests.support.scoring.tables import dealer, dreier, hand, rufer, seating
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
    assert shown == (17 if who == "table link" else 11)


def test_a_phone_with_the_link_is_not_told_where_somebody_went_who_left_the_table(scene: Scene) -> None:
    mitzi = f"p{ids(scene.sheet)['Mitzi']}"
    for sheet, names in (
        (scene.sheet, ("Emil", "Kathi", "Lois", "Wastl")),
        (scene.other, ("Bert", "Nandl", "Otto", "Mitzi")),
    ):
        scene.house.seat(sheet, names)
    here = scene.at(now(scene.sheet))
    back = here.seating() | {"who_4": mitzi, "name_4": ""}
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

    monkeypatch.setattr(signatures, "constant_time_compare", compare)
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


# What is sent by whoever may do a little: broken, made up, of another table, or too late


@pytest.mark.parametrize("what", ["record", "preview", "undo", "redo"])
def test_what_no_script_sends_is_a_bad_request_after_the_question_who_asks(scene: Scene, what: str) -> None:
    path = scene.path(f"{S}{what}/")
    bodies: list[str] = ["", "[]", "null", "{", "[" * 9999, "x" * 100_001]
    if what != "preview":  # it looks at the record alone
        bodies += ["{}", '{"id": 5, "after": 1}', '{"id": "x", "after": 1}', f'{{"id": "{uuid4()}"}}']
    for body in bodies:
        for kind in ("application/json", "text/plain", "multipart/form-data; boundary=b"):
            assert scene.ask("nobody", "post", path, body, content_type=kind).status == "404"
            answer = scene.ask("table link", "post", path, body, content_type=kind)
            assert (answer.status, answer.wrote) == ("400", False), (body[:20], kind)


# What somebody could try who may do a little


@pytest.mark.parametrize("who", ["owner", "seated", "table link", "read link"])
def test_an_entry_of_another_sheet_is_as_unknown_as_none_at_all(scene: Scene, who: str) -> None:
    mine, foreign, none = str(entry_of(scene.sheet)), str(entry_of(scene.other)), str(uuid4())
    for address in (found for found in OF_A_SHEET if found.startswith(H)):
        path = scene.path(address)
        for method in ("get", "post"):
            pages = set()
            for entry in (foreign, none):
                answer = asked(scene, who, method, address, path.replace(mine, entry))
                pages.add((answer.status, answer.text.replace(entry, "")))
            assert len(pages) == 1
            row = TABLE[address]
            never = (row.reading if method == "get" else row.writing) == ONLY_READ
            refused = row.writing.split()[list(WHO).index(who)] == "403"
            assert answer.status == ("405" if never else "403" if refused else "404")
    for key in ("at", "before"):
        documents = [{"record": scene.record(dreier("Kathi")), key: entry} for entry in (foreign, none)]
        answers = [scene.send(who, scene.path(f"{S}preview/"), document) for document in documents]
        assert answers[0].text == answers[1].text
        assert {answer.status for answer in answers} == {"403" if who == "read link" else "200"}


# Records that name Nandl and Otto, who sit at the other table.
FOREIGN = {
    "declarer": dreier("Nandl"),
    "partner": rufer("Emil", "Nandl"),
    "kontra": hand("piccolo", "Emil", tricks=1, kontras={"Nandl": "re"}),
    "order": hand("trischaken", "Emil", order=[["Nandl"], ["Otto"]]),
    "count": hand("trischaken", "Emil", count={"Nandl": "70"}),
    "premium": rufer("Emil", "Mitzi") | {"premiums": [{"premium": "pagat", "by": "Nandl", "made": True}]},
    "renonce": rufer("Emil", "Mitzi") | {"revoke": {"by": "Nandl", "claims": {"Otto": 1}}},
    "dealer": dealer("Nandl"),
    "seated": seating("Emil", "Kathi", "Lois", "Nandl", dealer="Emil"),
    "seated twice": seating("Emil", "Kathi", "Nandl", "Nandl", dealer="Otto"),
}


@asked_often()
def test_a_phone_with_the_link_learns_no_names_by_trying_ids(scene: Scene) -> None:
    for is_open in (True, False):
        if not is_open:
            close(scene)
        for what, named in FOREIGN.items() if is_open else [("closed", FOREIGN["declarer"])]:
            record = scene.record(named)
            answers = [
                scene.send("table link", scene.path(f"{S}record/"), scene.written(record=record)),
                scene.send("table link", scene.path(f"{S}preview/"), {"record": record}),
            ]
            # Both are one view.
            for change, step in (*product(["correct"], ("look", "edit", "save")), ("insert", "save")):
                form = scene.form(record=json.dumps(record), step=step)
                answers.append(scene.ask("table link", "post", scene.path(f"{H}{change}/"), form))
            for answer in answers:
                told = [name for name in ("Nandl", "Otto") if name in answer.text]
                assert (answer.wrote, told) == (False, []), f"{what}: {answer.response.request['PATH_INFO']}"


def test_members_seat_anybody_of_the_evening_but_nobody_of_another(scene: Scene) -> None:
    record = scene.record(FOREIGN["seated"])
    assert scene.send("seated", scene.path(f"{S}record/"), scene.written(record=record)).status == "200"
    elsewhere = scene.house.sheet(("Emil", "Wastl", "Xaver", "Zenzi"))
    known = ids(scene.sheet)
    foreign = record | {"players": [*record["players"][:3], ids(elsewhere)["Xaver"]], "dealer": known["Emil"]}
    for who in ("owner", "seated", "table link"):
        answer = scene.send(who, scene.path(f"{S}record/"), scene.written(record=foreign))
        assert (answer.status, answer.wrote) == ("400", False)
        assert "Xaver" not in answer.text


def test_nobody_of_another_club_or_evening_is_seated_by_a_form(scene: Scene) -> None:
    franz = scene.house.other.members.get(name="Franz").pk
    gustl = scene.house.member("Gustl").pk
    theirs = scene.house.sheet(evening=scene.house.evening(club=scene.house.other))
    stranger = ids(theirs)["Bert"]  # a guest there
    for address in (f"{E}play/", "clubs/<slug:slug>/play/", f"{S}seating/"):
        path, usual = scene.path(address), TABLE[address].posted(scene)
        for code in (f"m{franz}", f"m{gustl}", f"p{stranger}", "p0", "m", "x1", f"m{10**30}"):
            posted = {**usual, "who_2": code, "name_2": "", "anyway": "1"}
            answer = scene.ask("owner", "post", path, posted)
            assert (answer.status, answer.wrote) == ("200", False), (address, code)
            assert "Franz" not in answer.text


@asked_often()
def test_an_evening_is_found_in_its_own_club_only(scene: Scene) -> None:
    alone = scene.house.just_play("Anna", "Emil", "Wastl", "Xaver", "Zenzi", counts=False)
    for address in (found for found in TABLE if found.startswith(E)):
        row, path = TABLE[address], scene.path(address)
        for method in ("get", "post"):
            theirs = path.replace(scene.house.club.slug, scene.house.other.slug)
            answer = asked(scene, "stranger", method, address, theirs)
            wanted = "405" if method == "post" and row.writing == ONLY_READ else "404"
            assert (answer.status, answer.wrote) == (wanted, False)
            assert scene.given_away("stranger", answer) == []
        spontaneous = re.sub("evenings/[0-9]+", f"evenings/{alone.evening_id}", path)
        # Its page, to which lead counting and ticks that are only looked up; and the files of it.
        has = address == E or address.startswith((f"{E}export/", f"{E}results/"))
        leads = address in (f"{E}counting/", f"{E}payments/", f"{E}payments/earlier/")
        wanted = "302" if leads else "200" if has else "404"
        assert scene.ask("owner", "get", spontaneous).status == wanted, address


# While the answer is on its way


def close(scene: Scene) -> None:
    evening_verbs.close_sheet(actor=scene.house["Anna"], deed=uuid4(), sheet=scene.sheet)


def renew_the_link(scene: Scene) -> None:
    renew(scene, "record")


def deactivate_the_scorer(scene: Scene) -> None:
    people.deactivate_member(actor=scene.house["Anna"], deed=uuid4(), member=scene.house.member("Cilli"))


@pytest.mark.parametrize(
    ("meanwhile", "who", "wanted", "recording"),
    [
        (close, "table link", "409", "409"),
        (renew_the_link, "table link", "403", "404"),
        (deactivate_the_scorer, "scorer", "403", "404"),
    ],
)
def test_whoever_loses_the_right_between_the_question_and_the_writing_writes_nothing(
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[Scene], None],
    who: str,
    wanted: str,
    recording: str,
) -> None:
    visit = AtTheDoor.visit

    def visit_and_lose(door: AtTheDoor) -> Visit | None:
        # Who adds is asked of the locked sheet: only before that can anything be lost.
        here = None if door.lock else visit(door)
        with suppress(Refused):  # it is closed already
            meanwhile(scene)
        return here or visit(door)

    monkeypatch.setattr(AtTheDoor, "visit", visit_and_lose)
    for what, answered in {"record": recording, "undo": wanted, "redo": wanted}.items():
        document = scene.written(record=scene.record(dreier("Kathi")))
        answer = scene.send(who, scene.path(f"{S}{what}/"), document)
        assert (answer.status, Entry._meta.db_table in answer.written) == (answered, False)
