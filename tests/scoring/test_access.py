"""Every address of the project, for everybody, read and written: who gets what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from scoring import people
from scoring.models import Member
from tests.scoring.conftest import PASSWORD, House

WHO = ("owner", "director", "scorer", "arbiter", "member", "deactivated", "stranger", "nobody")
NAMES = dict(zip(WHO, ("Anna", "Bert", "Cilli", "Dora", "Emil", "Gustl", "Franz", ""), strict=True))

# For each address: the answers to GET and to POST in the order of WHO, and what is posted.
# 405: the page is only read, or only written. 302: done, or sent to the sign-in page.
EVERYBODY = "200 200 200 200 200 200 200 200"
ONLY_READ = "405 405 405 405 405 405 405 405"
ONLY_WRITTEN = ONLY_READ
SIGNED_IN = "200 200 200 200 200 200 200 302"
IN_THE_CLUB = "200 200 200 200 200 404 404 404"
DIRECTING = "200 200 403 403 403 404 404 404"
DIRECTING_DOES = "302 302 403 403 403 404 404 404"
OWNING_DOES = "302 403 403 403 403 404 404 404"
BACK_TO_THE_MEMBER = DIRECTING_DOES  # a button's address, opened by itself
NO_MORE = "404 404 404 404 404 404 404 404"

M = "clubs/<slug:slug>/members/<int:pk>/"
TABLE = {
    "": (EVERYBODY, ONLY_READ, {}),
    "rules/": (EVERYBODY, ONLY_READ, {}),
    "rules/<slug:slug>/": (EVERYBODY, ONLY_READ, {}),
    "setup/<str:code>/": (NO_MORE, NO_MORE, {}),
    "sign-in/": ("302 302 302 302 302 302 302 200", EVERYBODY, {"name": "Anna", "password": "wrong"}),
    "sign-out/": (ONLY_WRITTEN, "302 302 302 302 302 302 302 302", {}),
    "password/": (SIGNED_IN, SIGNED_IN, {"old": "wrong"}),
    "invitation/<str:token>/": (EVERYBODY, EVERYBODY, {"what": "account"}),
    "clubs/": (SIGNED_IN, "405 405 405 405 405 405 405 302", {}),
    "clubs/new/": ("200 403 403 403 403 403 403 302", "200 403 403 403 403 403 403 302", {"club": ""}),
    "clubs/<slug:slug>/": (IN_THE_CLUB, ONLY_READ, {}),
    "clubs/<slug:slug>/settings/": (
        DIRECTING,
        OWNING_DOES,
        {
            "club": "Mühlviertler Runde",
            "currency": "CHF",
            "cents_per_point": "5",
            "language": "de",
            "default_rules": "cup",
        },
    ),
    "clubs/<slug:slug>/log/": (DIRECTING, ONLY_READ, {}),
    "clubs/<slug:slug>/members/": (IN_THE_CLUB, ONLY_READ, {}),
    "clubs/<slug:slug>/members/new/": (DIRECTING, DIRECTING_DOES, {"names": "Xaver"}),
    M: (DIRECTING, DIRECTING_DOES, {"name": "Xaver"}),
    f"{M}deactivate/": (BACK_TO_THE_MEMBER, DIRECTING_DOES, {}),
    f"{M}reactivate/": (BACK_TO_THE_MEMBER, DIRECTING_DOES, {}),
    f"{M}detach/": (BACK_TO_THE_MEMBER, DIRECTING_DOES, {}),  # nothing to take off
    f"{M}remove/": (DIRECTING, DIRECTING_DOES, {}),
    f"{M}appoint/": (BACK_TO_THE_MEMBER, OWNING_DOES, {"role": "director"}),
    f"{M}dismiss/": (BACK_TO_THE_MEMBER, OWNING_DOES, {"role": "director"}),
    f"{M}invite/": (BACK_TO_THE_MEMBER, DIRECTING, {}),
    f"{M}withdraw/": (BACK_TO_THE_MEMBER, DIRECTING_DOES, {}),
}


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address


def test_every_address_has_a_row() -> None:
    assert sorted(addresses(get_resolver().url_patterns)) == sorted(TABLE)


@pytest.mark.parametrize(("address", "method"), list(product(TABLE, ("GET", "POST"))))
def test_everybody_gets_what_the_table_says(house: House, address: str, method: str) -> None:
    reading, writing, data = TABLE[address]
    for who, wanted in zip(WHO, (reading if method == "GET" else writing).split(), strict=True):
        hilda = _without_account(house)
        token = people.invite(actor=house["Anna"], deed=uuid4(), member=hilda)
        path = "/" + (
            address.replace("rules/<slug:slug>", "rules/standard")
            .replace("<slug:slug>", house.club.slug)
            .replace("<int:pk>", str(hilda.pk))
            .replace("<str:token>", token)
            .replace("<str:code>", people.setup_code())
        )
        client = house.client(NAMES[who])
        if method == "GET":
            response = client.get(path)
        else:
            response = client.post(path, {"deed": str(uuid4()), **_fresh(data, who)})
        assert response.status_code == int(wanted), f"{who}: {method} {path}"
        page = response.content.decode() + response.headers.get("Location", "")
        if wanted in ("403", "404") or (wanted == "302" and who == "nobody"):
            for secret in (house.club.name, *house.club.members.values_list("name", flat=True)):
                assert secret == NAMES[who] or secret not in page, f"{who} reads {secret} at {path}"
        _undo(house)


def _fresh(data: dict[str, str], who: str) -> dict[str, str]:
    """The same, with a name that nobody has taken before."""
    return {key: f"{value} {who}" if value == "Xaver" else value for key, value in data.items()}


def _without_account(house: House) -> Member:
    """Hilda, under whatever name; if somebody has removed her, she comes anew."""
    hilda = house.club.members.filter(account__isnull=True).order_by("pk").first()
    if hilda is None:
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Hilda"])
        return house.member("Hilda")
    return hilda


def _undo(house: House) -> None:
    """For the next in line everything is as it was."""
    hilda = _without_account(house)
    anna = house["Anna"]
    if not hilda.active:
        people.reactivate_member(actor=anna, deed=uuid4(), member=hilda)
    for role in hilda.roles:
        people.dismiss(actor=anna, deed=uuid4(), member=hilda, role=role)
    house.club.refresh_from_db()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_club_that_exists_and_one_that_does_not_look_the_same(house: House, method: str) -> None:
    for name in ("Franz", "Gustl", ""):
        pages = []
        for slug in (house.club.slug, "there-is-no-such-club"):
            for rest in ("settings/", "members/new/"):
                response = getattr(house.client(name), method)(f"/clubs/{slug}/{rest}")
                page = re.sub("[A-Za-z0-9]{64}", "", response.content.decode().replace(slug, ""))
                pages.append((response.status_code, page))
        assert [status for status, _ in pages] == [404] * 4
        assert pages[:2] == pages[2:]


def test_nobody_is_offered_to_sign_in_where_nothing_is_found(house: House) -> None:
    path = f"/clubs/{house.club.slug}/"
    page = house.client("").get(path).content.decode()
    assert f'href="/sign-in/?next={path}"' in page
    assert "sign-in" not in house.client("Franz").get(path).content.decode()


def test_members_of_other_clubs_are_not_found_through_the_own_club(house: House) -> None:
    bert = house.member("Bert")
    response = house.client("Franz").get(f"/clubs/{house.other.slug}/members/{bert.pk}/")
    assert response.status_code == 404
    assert "Bert" not in response.content.decode()


def test_members_do_not_see_who_has_an_account_or_left(house: House) -> None:
    page = house.client("Emil").get(f"/clubs/{house.club.slug}/members/").content.decode()
    assert "Gustl" not in page
    assert "mit Konto" not in page
    assert "Hilda" in page


def test_passwords_are_right_in_this_house(house: House) -> None:
    assert house.client("").post("/sign-in/", {"name": "emil", "password": PASSWORD}).status_code == 302
