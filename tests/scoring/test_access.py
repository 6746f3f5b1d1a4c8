"""Every address of the project, for everybody, read and written: who gets what, and what nobody gets."""

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser

from scoring.models import Club, Sheet
from tests.support.addresses import addresses
from tests.support.approved import drawn_the_same, expect_approved, the_same_each_time
from tests.support.scoring.access import H, S, Scene, prepared_scene, scene
from tests.support.scoring.access_table import CLOSED, KINDS, OF_A_SHEET, TABLE, of_kind
from tests.support.scoring.forms import ELSE, FORMS
from tests.support.scoring.house import House, founded_house
from tests.support.stages import stage
from tests.support.visitors import asked_often
from tests.support.walk import walking

__all__ = ["scene"]  # the fixtures

EXEMPT = ("setup/<str:code>/club/",)  # it looks at the token itself, once it has said how much it listens to


def differences(
    scene: Scene, address: str, reading: str, writing: str, *, may_write: bool = True
) -> Iterator[str]:
    row = TABLE[address]
    yield from scene.differences(
        address, scene.path(address), reading, writing, row.posted(scene), may_write=may_write, **row.how
    )


def test_every_address_has_a_row() -> None:
    """All but those of tournaments, which have a table and a test of their registers in tests/tournaments."""
    registers = tuple(
        f"admin/{model.__name__.lower()}/" for model in apps.get_app_config("tournaments").get_models()
    )
    found = (
        address
        for address, namespace, _view in addresses()
        if namespace != "tournaments" and not address.startswith(registers)
    )
    assert sorted(found) == sorted(TABLE)
    assert sorted(CLOSED) == sorted(OF_A_SHEET)


# Long, of the words of rule sheets and the handbook, which are tested as such; or other in each version.
NOT_APPROVED = {
    *("handbook/booklet/", "handbook/<slug:slug>/", "rules/<slug:slug>/examples/", "rules/of/<str:code>/"),
    *(f"{S}rules/", "admin/rulesetversion/<str:object_id>/"),
    *("clubs/<slug:slug>/rules/<slug:own>/versions/<int:edition>/", "imprint/", "rules/<slug:slug>/"),
}
# How many addresses of a kind write something for an owner, at least.
WRITES = {
    "hands": 7,
    "sheets": 7,
    "evenings": 6,
    "members": 7,
    "editor": 3,
    "old sheets": 1,
    "clubs": 12,
    "shared": 1,
    "others": 3,
}


@stage(on=None)
def approved_scene() -> Scene:
    """The club of these tests, the same in every run."""
    with drawn_the_same("approved"):
        return prepared_scene(founded_house())


@pytest.mark.own_time("approved pages name days, and are all read at one moment")
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gets_what_the_table_says_and_pages_are_as_approved(
    approved_scene: Scene, kind: str
) -> None:
    with walking(approved_scene, f"scoring {kind}", FORMS, ELSE) as walk:
        for address in of_kind(kind):
            here = approved_scene.at(approved_scene.closed) if address == f"{S}reopen/" else approved_scene
            walk.visit(here, address, here.path(address), TABLE[address])
        for address in NOT_APPROVED:
            walk.pages.pop(address, None)
            walk.pages.pop(f"{address} (not signed in)", None)
    assert walk.wrote >= WRITES.get(kind, 0)


def test_what_is_not_there_is_as_approved(approved_scene: Scene) -> None:
    pages = {}
    with the_same_each_time("nothing"):
        for who in ("owner", "nobody"):
            answer = approved_scene.ask_again(who, "get", "/clubs/nowhere/").response
            assert answer.status_code == 404
            pages[f"clubs/nowhere/ of {who}"] = answer.content.decode()
    expect_approved("scoring nothing", pages)


@pytest.mark.parametrize("address", [*EXEMPT, "sign-in/", f"{S}record/"])
def test_nothing_is_done_for_a_page_of_somebody_else(scene: Scene, address: str) -> None:
    for who in ("owner", "table link"):
        answer = scene.ask(who, "post", scene.path(address), scene.form(), strict=True)
        assert (answer.status, answer.wrote) == ("403", False)
        assert scene.given_away(who, answer) == []


def test_no_other_view_does_without_the_token_of_its_page() -> None:
    """Django asks for it at every other one."""
    exempt = [address for address, _namespace, view in addresses() if getattr(view, "csrf_exempt", False)]
    assert exempt == [*EXEMPT]


@asked_often()
def test_on_a_closed_sheet_nobody_writes(scene: Scene) -> None:
    here = scene.at(scene.closed)
    found: list[str] = []
    for address, row in CLOSED.items():
        may_write = address in (f"{S}links/renew/", f"{S}reopen/", f"{H}settle/")
        found += differences(here, address, row.reading, row.writing, may_write=may_write)
    assert found == []


FOR_ITS_OWNER = ("archive/", "archive/file/", "demonstration/remove/")  # from where a moved club comes back
OF_NO_CLUB = ("rules/<slug", "try/", "calculator/", "setup/", "exports/", "handbook/", "phone/", "admin/")


@asked_often()
def test_where_a_club_has_moved_every_address_leads_there_and_nothing_is_written(scene: Scene) -> None:
    found: list[str] = []
    there = "https://tarock.example.org"
    addresses_of_the_club = [
        address
        for address in TABLE
        if "<" in address and not address.startswith(OF_NO_CLUB) and not address.endswith(FOR_ITS_OWNER)
    ]
    paths = {address: scene.path(address) for address in addresses_of_the_club}
    posted = {address: TABLE[address].posted(scene) for address in addresses_of_the_club}
    Club.objects.filter(pk=scene.house.club.pk).update(moved_to=there)
    for address, path in paths.items():
        for who in ("owner", "table link"):
            read = scene.ask(who, "get", path)
            if not (read.status == "405" or read.location == f"{there}{path}?moved=1"):
                found.append(f"{who} reads {address}: {read.status} {read.location}")
            sent = scene.ask(who, "post", path, posted[address], **TABLE[address].how)
            if sent.status not in ("404", "405") or sent.wrote:
                found.append(f"{who} sends to {address}: {sent.status} {sorted(sent.written)}")
    assert len(paths) > 100
    assert found == []


@asked_often()
def test_a_number_that_no_row_can_have_is_not_found_wherever_it_stands(scene: Scene) -> None:
    found: list[str] = []
    for address, row in TABLE.items():
        path = scene.path(address)
        for place in re.finditer(r"(?<=/)[0-9]+(?=/)", path):
            changed = f"{path[: place.start()]}{10**30}{path[place.end() :]}"
            for method in ("get", "post"):
                posted = row.posted(scene) if method == "post" else None
                answer = scene.ask("owner", method, changed, posted, **row.how)
                if answer.status not in ("404", "405"):
                    found.append(f"{method} {changed}: {answer.status}")
    assert found == []


# Clubs


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_club_that_exists_and_one_that_does_not_look_the_same(house: House, method: str) -> None:
    for name in ("Franz", "Gustl", ""):
        pages = []
        for slug in (house.club.slug, "there-is-no-such-club"):
            for rest in ("settings/", "members/", "play/"):
                response = getattr(house.client(name), method)(f"/clubs/{slug}/{rest}")
                page = re.sub("[A-Za-z0-9]{64}", "", response.content.decode().replace(slug, ""))
                pages.append((response.status_code, page))
        assert [status for status, _ in pages] == [404] * 6
        assert pages[:3] == pages[3:]


def test_whoever_is_not_signed_in_is_none_of_the_members_who_have_no_account(house: House) -> None:
    """Hilda sits there and has none: nobody is taken for her."""
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Hilda"))
    assert not Sheet.objects.open_to(AnonymousUser()).exists()
    assert Sheet.numbered(sheet.pk, AnonymousUser()) is None
    assert Sheet.numbered(sheet.pk, house["Emil"]) == sheet


def test_members_do_not_see_who_has_an_account_or_left(house: House) -> None:
    page = house.client("Emil").get(f"/clubs/{house.club.slug}/members/").content.decode()
    assert "Gustl" not in page
    assert "mit Konto" not in page
    assert "Hilda" in page
