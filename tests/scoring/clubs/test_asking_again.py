"""What cannot be taken back asks for the password, unless it was given a moment ago."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring import clock
from scoring.accounts.second_factor import new_secret
from scoring.models import Deed, SecondFactor
from tests.support.scoring.house import PASSWORD, House, given_long_ago
from tests.support.scoring.old_papers import old_amounts
from tests.support.scoring.tables import dreier
from tests.support.tournaments.series import only_on_a_list

Asked = Callable[[House], tuple[str, dict[str, str]]]


def member_page(name: str, called: str, **fields: str) -> Asked:
    return lambda house: (reverse(name, args=[house.club.slug, house.member(called).pk]), fields)


def of_a_guest(house: House) -> tuple[str, dict[str, str]]:
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Karl"))
    house.play(sheet, dreier("Anna"))
    guest = sheet.evening.participants.get(guest="Karl")
    return reverse("scoring:anonymise_guest", args=[house.club.slug, guest.pk]), {
        "guests": str(guest.pk),
        "sure": "on",
    }


def of_an_old_guest(house: House) -> tuple[str, dict[str, str]]:
    batch = old_amounts(house)
    guest = batch.people.filter(member=None).first()
    assert guest is not None
    return reverse("scoring:anonymise_old_guest", args=[house.club.slug, guest.pk]), {"sure": "on"}


def of_a_name(house: House) -> tuple[str, dict[str, str]]:
    key = only_on_a_list(house)
    return reverse("scoring:anonymise_name", args=[house.club.slug, key]), {"sure": "on"}


ASKED: dict[str, Asked] = {
    "scoring:anonymise_member": member_page("scoring:anonymise_member", "Emil", sure="on"),
    "scoring:anonymise_guest": of_a_guest,
    "scoring:anonymise_name": of_a_name,
    "scoring:anonymise_old_guest": of_an_old_guest,
    "scoring:appoint": member_page("scoring:appoint", "Bert", role="owner"),
    "scoring:dismiss": member_page("scoring:dismiss", "Anna", role="owner"),
    "scoring:give_role": member_page("scoring:give_role", "Anna", role=""),
    "scoring:remove_member": member_page("scoring:remove_member", "Hilda"),
}


OF_ONES_ACCOUNT = {
    "scoring:recovery_codes": "post",
    "scoring:second_factor_off": "post",
    "scoring:second_factor_on": "get",
}


def views(found: list[URLPattern | URLResolver], namespace: str = "") -> list[str]:
    names: list[str] = []
    for pattern in found:
        if isinstance(pattern, URLResolver):
            names += views(pattern.url_patterns, f"{pattern.namespace or namespace.rstrip(':')}:")
        elif getattr(pattern.callback, "asks_for_password", False):
            names.append(f"{namespace}{pattern.name}")
    return names


def test_every_address_that_asks_is_tried_here() -> None:
    assert sorted(views(get_resolver().url_patterns)) == sorted({*ASKED, *OF_ONES_ACCOUNT})


@pytest.mark.parametrize("name", ASKED)
def test_nothing_is_done_before_the_password_was_given(house: House, name: str) -> None:
    if name in ("scoring:dismiss", "scoring:give_role"):  # somebody has to stay
        bert = member_page("scoring:appoint", "Bert", role="owner")(house)
        house.client("Anna").post(bert[0], bert[1] | {"deed": str(uuid4())})
    address, fields = ASKED[name](house)
    anna, form = house.client("Anna"), {**fields, "deed": str(uuid4()), "typed": "Kaffee <1>"}
    given_long_ago(anna)
    page = anna.post(address, form).content.decode()
    assert "Ihr Passwort, bitte" in page
    for field, value in form.items():
        assert f'<input type="hidden" name="{field}" value="{value.replace("<1>", "&lt;1&gt;")}">' in page
    wrong = anna.post(address, {**form, "password_again": "wrong"}).content.decode()
    assert "Das ist nicht Ihr Passwort." in wrong
    assert "wrong" not in wrong
    assert not Deed.objects.filter(pk=form["deed"]).exists()
    done = anna.post(address, {**form, "password_again": PASSWORD})
    assert "Ihr Passwort, bitte" not in done.content.decode()
    assert Deed.objects.filter(pk=form["deed"]).exists()


def test_nothing_of_the_account_is_changed_before_it_was_given(house: House) -> None:
    SecondFactor.objects.create(account=house["Emil"], secret=new_secret(), made_at=clock.now())
    emil = house.client("Emil")
    given_long_ago(emil)
    for name, method in OF_ONES_ACCOUNT.items():
        answer = getattr(emil, method)(reverse(name), {"deed": str(uuid4())})
        assert "Ihr Passwort, bitte" in answer.content.decode(), name
        assert 'name="code_again"' in answer.content.decode(), name
    assert SecondFactor.objects.get().codes == []


def test_it_holds_for_ten_minutes_in_this_browser_alone(house: House) -> None:
    address, fields = ASKED["scoring:appoint"](house)
    anna, there = house.client("Anna"), Client()
    there.force_login(house["Anna"])
    given_long_ago(anna)
    scorer = {"role": "scorer", "deed": str(uuid4())}
    assert anna.post(address, scorer).status_code == 302, "less grave things never ask"
    first = {**fields, "deed": str(uuid4()), "password_again": PASSWORD}
    assert anna.post(address, first).status_code == 302
    again, _fields = ASKED["scoring:remove_member"](house)
    assert anna.post(again, {"deed": str(uuid4())}).status_code == 302
    assert there.post(address, first | {"password_again": ""}).status_code == 200
    given_long_ago(anna)
    assert anna.post(again, {"deed": str(uuid4())}).status_code == 200


@pytest.mark.own_time("guesses are counted for a quarter of an hour, and an hour is longer")
def test_guessing_it_is_as_slow_as_at_the_door(house: House) -> None:
    anna, (address, fields) = house.client("Anna"), ASKED["scoring:appoint"](house)
    given_long_ago(anna)
    form = {**fields, "deed": str(uuid4())}
    for _ in range(5):
        assert (
            "Das ist nicht Ihr Passwort."
            in anna.post(address, form | {"password_again": "x"}).content.decode()
        )
    page = anna.post(address, form | {"password_again": PASSWORD}).content.decode()
    assert "Zu viele falsche Passwörter." in page
