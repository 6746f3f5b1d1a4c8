"""One kind of guessing never stops another one: each against all, from the address of one hall."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import pyotp
import pytest
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.accounts import second_factor, sign_ins
from scoring.accounts import verbs as people
from scoring.models import SignInAttempt
from scoring.table.links import code_of
from tests.support.scoring.house import PASSWORD, House
from tests.support.tournaments.playing import Playing, opened
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Tournament

HALL = "192.0.2.77"
GUESSES_COUNT = "guesses are counted for a quarter of an hour, and an hour is longer"


@dataclass
class Hall:
    """A pub with one Wi-Fi: a tournament, a table, accounts with and without a second factor."""

    house: House
    playing: Playing
    other_tournament: Tournament
    emils_phone: Client  # has signed in before
    phone_of_gerta: Client  # has registered before
    recovery_codes: list[str]  # of Cilli

    def somebody(self) -> Client:
        return Client(REMOTE_ADDR=HALL)

    def sign_in(self, name: str, password: str = PASSWORD, client: Client | None = None) -> str:
        answer = (client or self.somebody()).post("/sign-in/", {"name": name, "password": password})
        return answer.headers.get("Location", "refused")

    def register(
        self,
        name: str,
        word: str = "Pagat",
        *,
        client: Client | None = None,
        tournament: Tournament | None = None,
    ) -> bool:
        address = reverse("tournaments:registration", args=[(tournament or self.playing.tournament).code])
        form = {"name": name, "word": word, "deed": str(uuid4())}
        return (client or self.somebody()).post(address, form).status_code == 302

    def answer_invitation(self, token: str, name: str) -> int:
        form = {
            "what": "account",
            "name": name,
            "password": PASSWORD,
            "deed": str(uuid4()),
        }
        return self.somebody().post(f"/invitation/{token}/", form).status_code

    def invite(self, name: str) -> str:
        anna = self.house["Anna"]
        if not self.house.club.members.filter(name=name).exists():
            people.add_members(actor=anna, deed=uuid4(), club=self.house.club, names=[name])
        return people.invite(actor=anna, deed=uuid4(), member=self.house.member(name))


@pytest.fixture
def hall(house: House, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(sign_ins, "TRIES_FROM_EVERYWHERE", 13)  # a sixth of what it is, as is the next one
    monkeypatch.setattr(sign_ins, "TRIES_FROM_AN_ADDRESS", 10)
    for name, fewer in (("TRIES_OF_A_LINK", 4), ("TRIES_OF_MADE_UP_LINKS", 7), ("TRIES_OF_A_WORD", 4)):
        monkeypatch.setattr(sign_ins, name, fewer)
    first, second = (opened(house, title=title, terms=PLAY_MONEY) for title in ("Herbstturnier", "Winter"))
    for playing in (first, second):
        playing.open_registration(word="Pagat")
    codes = {}
    for name in ("Bert", "Cilli"):
        secret = second_factor.new_secret()
        typed = pyotp.TOTP(secret).at(clock.now())
        codes[name] = second_factor.switch_on(actor=house[name], deed=uuid4(), secret=secret, typed=typed)
    there = Hall(house, first, second.tournament, Client(), Client(REMOTE_ADDR=HALL), codes["Cilli"])
    assert there.sign_in("Emil", client=there.emils_phone).startswith("/clubs/")
    there.emils_phone.post("/sign-out/")
    there.emils_phone.defaults["REMOTE_ADDR"] = HALL
    assert there.register("Gerta", client=there.phone_of_gerta)
    return there


# What somebody does in the hall until no further try is taken


def guess_a_password(hall: Hall) -> None:
    for _try in range(sign_ins.TRIES_FROM_EVERYWHERE + 1):
        assert hall.sign_in("Emil", "wrong") == "refused"
    assert hall.sign_in("Emil") == "refused"


def guess_from_elsewhere(hall: Hall) -> None:
    for number in range(sign_ins.TRIES_FROM_EVERYWHERE + 1):
        form = {"name": "Emil", "password": "wrong"}
        Client(REMOTE_ADDR=f"198.51.100.{number}").post("/sign-in/", form)
    assert hall.sign_in("Emil") == "refused"


def guess_passwords_of_many(hall: Hall) -> None:
    for number in range(sign_ins.TRIES_FROM_AN_ADDRESS + 2):
        assert hall.sign_in(f"Gast {number}", "wrong") == "refused"


def sign_in_with_what_others_are_counted_by(hall: Hall) -> None:
    """Names such as the keys of other tries."""
    for name in (f"/code/{hall.house['Cilli'].pk}", f"{hall.house['Cilli'].pk}", "/invitation/", "/word/1"):
        for _try in range(6):
            assert hall.sign_in(name, "wrong") == "refused"


def guess_codes(hall: Hall) -> None:
    half_in = hall.somebody()
    assert hall.sign_in("Bert", client=half_in) == "/sign-in/code/"
    for number in range(10):
        assert half_in.post("/sign-in/code/", {"typed": f"{number:06}"}).status_code == 200


def answer_an_invitation_again_and_again(hall: Hall) -> None:
    token = hall.invite("Hilda")
    answers = [hall.answer_invitation(token, "Emil") for _try in range(sign_ins.TRIES_OF_A_LINK + 1)]
    assert set(answers) == {200}  # that name is taken


def make_up_invitations(hall: Hall) -> None:
    answers = [hall.answer_invitation(f"{n:040}", "Max") for n in range(sign_ins.TRIES_OF_MADE_UP_LINKS + 1)]
    assert answers[-1] == 429


def make_up_codes_of_tables(hall: Hall) -> None:
    right = code_of(hall.house.sheet(), "record")
    for number in range(12):
        code = f"{right.partition('-')[0]}-{number:020}"
        assert hall.somebody().get(reverse("scoring:table_link", args=[code])).status_code == 404


def guess_the_word(hall: Hall) -> None:
    for number in range(sign_ins.TRIES_OF_A_WORD + 1):
        assert not hall.register(f"Gast {number}", f"Wort {number}")
    assert not hall.register("Gast", "Pagat"), "even the right one has to wait"


def register_a_whole_hall(hall: Hall) -> None:
    for number in range(12):
        assert hall.register(f"Gast {number}")


def give_the_password_again(hall: Hall) -> None:
    inside = hall.house.client("Emil")
    form = {"old": "wrong", "password": "Tarock-ist-Trumpf"}
    for _try in range(10):
        assert inside.post("/display/", form | {"deed": str(uuid4())}, REMOTE_ADDR=HALL).status_code == 200


GUESSES: tuple[Callable[[Hall], None], ...] = (
    guess_a_password,
    guess_from_elsewhere,
    guess_passwords_of_many,
    sign_in_with_what_others_are_counted_by,
    guess_codes,
    answer_an_invitation_again_and_again,
    make_up_invitations,
    make_up_codes_of_tables,
    guess_the_word,
    give_the_password_again,
)


# What everybody else in the hall still can


def signs_in_for_the_first_time(hall: Hall) -> bool:
    return hall.sign_in("Dora").startswith("/clubs/")


def signs_in_on_the_own_phone(hall: Hall) -> bool:
    return hall.sign_in("Emil", client=hall.emils_phone).startswith("/clubs/")


def signs_in_with_a_code(hall: Hall) -> bool:
    client = hall.somebody()
    assert hall.sign_in("Cilli", client=client) == "/sign-in/code/"
    answer = client.post("/sign-in/code/", {"typed": hall.recovery_codes[0]})
    return answer.headers.get("Location", "").startswith("/clubs/")


def accepts_an_invitation(hall: Hall) -> bool:
    return hall.answer_invitation(hall.invite("Ida"), "Ida") == 302


def opens_the_table(hall: Hall) -> bool:
    code = code_of(hall.house.sheet(), "record")
    return hall.somebody().get(reverse("scoring:table_link", args=[code])).status_code in (200, 302)


def registers_elsewhere(hall: Hall) -> bool:
    return hall.register("Karl", tournament=hall.other_tournament)


def registers_somebody_else(hall: Hall) -> bool:
    """On a phone that registered before."""
    return hall.register("Franz", client=hall.phone_of_gerta)


def changes_the_password(hall: Hall) -> bool:
    new = "Tarock-ist-Trumpf"
    form = {"old": PASSWORD, "password": new, "deed": str(uuid4())}
    inside = Client()
    inside.force_login(hall.house["Emil"])
    return inside.post("/display/", form, REMOTE_ADDR=HALL).status_code == 302


OTHERS: tuple[Callable[[Hall], bool], ...] = (
    signs_in_for_the_first_time,
    signs_in_on_the_own_phone,
    signs_in_with_a_code,
    accepts_an_invitation,
    opens_the_table,
    registers_elsewhere,
    registers_somebody_else,
    changes_the_password,
)


@pytest.mark.own_time(GUESSES_COUNT)
def test_whoever_uses_up_the_tries_of_every_kind_stops_nobody_else(hall: Hall) -> None:
    for guess in GUESSES:
        guess(hall)
    assert [other.__name__ for other in OTHERS if not other(hall)] == []


def test_of_what_succeeds_nothing_is_counted(hall: Hall) -> None:
    register_a_whole_hall(hall)
    assert [other.__name__ for other in OTHERS if not other(hall)] == []
    kinds = SignInAttempt.objects.values_list("kind", flat=True)
    assert set(kinds) <= {"invitation"}, "an accepted invitation opens nothing any more"


@pytest.mark.own_time(GUESSES_COUNT)
def test_one_wrong_word_of_many_people_is_one_guess(hall: Hall) -> None:
    for number in range(sign_ins.TRIES_OF_A_WORD + 5):
        assert not hall.register(f"Gast {number}", "Pagatt")
    assert hall.register("Karl")
    assert SignInAttempt.objects.filter(kind="word").count() == 1
    assert not SignInAttempt.objects.filter(key__icontains="pagat").exists()


@pytest.mark.own_time(GUESSES_COUNT)
def test_a_phone_that_registered_before_guesses_no_faster(hall: Hall) -> None:
    hall.playing.open_registration(word="Sküs")
    for number in range(sign_ins.TRIES_OF_A_WORD):
        assert not hall.register("Karl", f"Wort {number}", client=hall.phone_of_gerta)
    assert not hall.register("Karl", "Sküs", client=hall.phone_of_gerta)
    assert hall.register("Karl", "Sküs")
