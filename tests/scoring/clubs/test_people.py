"""Every verb that changes clubs and people: done once, told in two languages, refused in words."""

import inspect
import re
from collections.abc import Callable
from html import unescape
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.club_rights import why_no_link
from scoring.accounts.names import problems_with_sign_in
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member, ask_to_go
from scoring.clubs.privacy.stored import stored_about
from scoring.deeds import Refused
from scoring.models import (
    Account,
    Appointment,
    Club,
    Deed,
    Invitation,
    Member,
    Participant,
    Role,
    Shared,
    Sharing,
)
from scoring.sharing import verbs as sharing_verbs
from tests.support.pages import main_text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import PASSWORD, House, terms
from tests.support.scoring.people import FORM, path, told_in_both_languages

NEW_PASSWORD = "Tarock-ist-Trumpf"


def _token(house: House, name: str) -> str:
    return people.invite(actor=house["Anna"], deed=uuid4(), member=house.member(name))


def _invited(house: House) -> Member:
    _token(house, "Hilda")
    return house.member("Hilda")


# What each verb is asked about; by Anna, where nobody else is named.
ABOUT: dict[str, Callable[[House], dict[str, Any]]] = {
    "found_club": lambda house: {"terms": terms("Dritter")},
    "change_club": lambda house: {"club": house.club, "terms": terms("Neuer Name", cents_per_point=5)},
    "change_password": lambda house: {"old": PASSWORD, "new": NEW_PASSWORD},
    "add_members": lambda house: {"club": house.club, "names": ["Ida", " Jakob "]},
    "rename_member": lambda house: {"member": house.member("Emil"), "name": "Emilie"},
    "name_in_pictures": lambda house: {"member": house.member("Emil"), "named": False},
    "deactivate_member": lambda house: {"member": house.member("Emil")},
    "reactivate_member": lambda house: {"member": house.member("Gustl")},
    "detach_account": lambda house: {"member": house.member("Emil")},
    "remove_member": lambda house: {"member": house.member("Hilda")},
    "appoint": lambda house: {"member": house.member("Emil"), "role": Role.SCORER},
    "dismiss": lambda house: {"member": house.member("Bert"), "role": Role.DIRECTOR},
    "give_role": lambda house: {"member": house.member("Bert"), "role": Role.SCORER},
    "invite": lambda house: {"member": house.member("Hilda")},
    "withdraw_invitation": lambda house: {"member": _invited(house)},
    "accept_invitation": lambda house: {
        "token": _token(house, "Hilda"),
        "name": "Hilda",
        "password": PASSWORD,
    },
    "join": lambda house: {"token": _token(house, "Hilda")},
    "ask_to_go": lambda house: {"member": house.member("Emil"), "wants": True},
    "share_evening": lambda house: {"evening": house.evening()},
    "share_feed": lambda house: {"club": house.club, "what": Shared.CALENDAR},
    "share_player": lambda house: {"member": house.member("Emil"), "period": ""},
    "share_standings": lambda house: {"club": house.club, "period": ""},
    "withdraw_sharing": lambda house: {"sharing": ask(house, "share_standings")},
    "renew_password": lambda house: {"token": _token(house, "Emil"), "password": NEW_PASSWORD},
}
ACTORS = {"change_password": "Emil", "join": "Franz", "ask_to_go": "Emil", "share_player": "Emil"}


def is_verb(function: Callable[..., Any]) -> bool:
    """Return whether a function of these modules leaves a deed."""
    own = function.__module__ in (people.__name__, sharing_verbs.__name__)
    parameters = inspect.signature(function).parameters.keys() if own else set()
    return bool({"deed", "act"} & parameters) and not function.__name__.startswith("_")


VERBS: dict[str, Callable[..., Any]] = {
    name: function
    for module in (people, sharing_verbs)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if is_verb(function)
}
VERBS["ask_to_go"] = ask_to_go


def ask(house: House, verb: str, by: str = "") -> Any:
    """Do this once, as a page would ask for it."""
    function = VERBS[verb]
    about = ABOUT[verb](house)
    if {"actor", "act"} & inspect.signature(function).parameters.keys():
        about["actor"] = house[by or ACTORS.get(verb, "Anna")]
    return function(deed=uuid4(), **about)


def state() -> list[object]:
    tables = (Account, Club, Member, Appointment, Invitation, Deed)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def test_every_verb_leaves_a_deed_that_is_told_in_both_languages(house: House) -> None:
    anna, emil = house["Anna"], house["Emil"]
    for verb in ABOUT:
        with transaction.atomic():
            ask(house, verb)
            if verb == "share_player":
                sharing_verbs.withdraw_sharing(actor=emil, deed=uuid4(), sharing=Sharing.objects.get())
            if verb == "share_feed":
                for what in (Shared.RESULTS, Shared.COMING):
                    made = sharing_verbs.share_feed(actor=anna, deed=uuid4(), club=house.club, what=what)
                    sharing_verbs.withdraw_sharing(actor=anna, deed=uuid4(), sharing=made)
            for deed in Deed.objects.all():
                told_in_both_languages(deed)
            transaction.set_rollback(True)
    assert VERBS.keys() - {"set_up"} == ABOUT.keys()


# the last owner


def test_the_last_owner_who_can_sign_in_stays(house: House) -> None:
    anna = house["Anna"]
    me = house.member("Anna")
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Hilda"), role=Role.OWNER)  # no account
    kept = state()
    for leave in (
        lambda: people.dismiss(actor=anna, deed=uuid4(), member=me, role=Role.OWNER),
        lambda: people.give_role(actor=anna, deed=uuid4(), member=me, role=""),
        lambda: people.deactivate_member(actor=anna, deed=uuid4(), member=me),
        lambda: people.detach_account(actor=anna, deed=uuid4(), member=me),
        lambda: anonymise_member(actor=anna, deed=uuid4(), member=me),
    ):
        with pytest.raises(Refused) as refused:
            leave()
        assert refused.value.problems["form"][0].startswith("Es bliebe kein Inhaber")
    assert state() == kept
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.OWNER)
    people.dismiss(actor=anna, deed=uuid4(), member=me, role=Role.OWNER)
    with pytest.raises(PermissionDenied):
        people.appoint(actor=anna, deed=uuid4(), member=me, role=Role.OWNER)


# names


def test_names_are_the_same_whatever_their_case_accents_and_spaces(house: House) -> None:
    anna = house["Anna"]
    with pytest.raises(Refused) as refused:
        house.do(
            people.add_members,
            by="Anna",
            club=house.club,
            names=["Ärmel", "ärmel ", "  EMIL", "gustl", "x" * 41, "a\u202eb", "", "Gut"],
        )
    assert refused.value.problems["names"] == [
        "„ärmel“ steht hier zweimal.",
        (
            "„EMIL“ ist schon Mitglied. Sind es zwei? Dann einen „EMIL sen.“ oder „EMIL jun.“ nennen, "
            "oder den Ort dazuschreiben."
        ),
        "„gustl“ war schon Mitglied: bitte in der Liste wieder aktivieren.",
        f"„{'x' * 40}…“ ist zu lang: höchstens 40 Zeichen.",
        "„a\u202eb“ enthält Zeichen, die man nicht lesen kann.",
    ]
    assert not house.club.members.filter(name="Gut").exists()
    people.add_members(actor=anna, deed=uuid4(), club=house.other, names=["Emil"])  # somebody else
    people.rename_member(actor=anna, deed=uuid4(), member=house.member("Emil"), name="EMIL")
    with pytest.raises(Refused):
        people.rename_member(actor=anna, deed=uuid4(), member=house.member("Dora"), name="emil")


def test_a_former_name_and_what_somebody_is_also_called_are_kept_and_can_be_taken_back(house: House) -> None:
    emil, address = house.member("Emil"), house.member("Emil").get_absolute_url()
    client = house.client("Bert", "en")

    def saved(name: str, also: str) -> str:
        answer = client.post(address, {"deed": str(uuid4()), "name": name, "also": also}, follow=True)
        return unescape(answer.content.decode())

    def others() -> list[str]:
        return list(emil.other_names.order_by("key").values_list("name", flat=True))

    shown = saved("Emil Huber", "Milo, Emilio")
    assert "The name is saved." in shown
    assert 'value="Emil, Emilio, Milo"' in shown
    assert others() == ["Emil", "Emilio", "Milo"]
    house.do(people.rename_member, by="Anna", member=house.member("Dora"), name="Dora", also=["Dorli"])
    for other in ("Dora", "Dorli"):
        assert f"“{other}” is somebody else in this club." in saved("Emil Huber", f"Milo, {other}")
    assert others() == ["Emil", "Emilio", "Milo"]
    saved("Milo", "Milo")
    assert others() == ["Emil Huber"]
    assert ("Heißt auch", "Emil Huber") in stored_about(emil).tables[0].rows


def test_no_name_passes_as_another_by_letters_that_look_the_same_or_that_nobody_sees(house: House) -> None:
    about = {"actor": house["Anna"], "club": house.club}
    with pytest.raises(Refused) as refused:
        people.add_members(**about, deed=uuid4(), names=["\u0415mil Huber", "E\u200bmil", "Dora\ufe0f"])
    assert refused.value.problems["names"] == [
        (
            "„\u0415mil Huber“: „\u0415mil“ mischt Buchstaben zweier Schriften, die gleich aussehen. "
            "Bitte neu tippen."
        ),
        *(
            f"„{name}“ ist schon Mitglied. Sind es zwei? Dann einen „{name} sen.“ oder „{name} jun.“ nennen, "
            "oder den Ort dazuschreiben."
            for name in ("Emil", "Dora")
        ),
    ]
    names = ["\u0421\u0430\u0448\u0430", "Otto\u00ad \u200eHuber", "Ida \u2665\ufe0f"]
    assert people.add_members(**about, deed=uuid4(), names=names) == [names[0], "Otto Huber", names[2]]
    assert "zweier Schriften" in " ".join(problems_with_sign_in("\u0410nna", PASSWORD, "Runde")["name"])


def test_the_address_of_a_club_stays_and_is_nobody_elses(house: House) -> None:
    anna = house["Anna"]
    people.change_club(actor=anna, deed=uuid4(), club=house.club, terms=terms("Ganz anders"))
    house.club.refresh_from_db()
    assert (house.club.name, house.club.slug) == ("Ganz anders", "muehlviertler-runde")
    slugs = [
        people.found_club(actor=anna, deed=uuid4(), terms=terms(name)).slug
        for name in ("Mühlviertler Runde", "New", "♠")
    ]
    assert slugs == ["muehlviertler-runde-2", "new-2", "club"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("club", {"name": "  "}),
        ("currency", {"currency": "XXX"}),
        ("cents_per_point", {"cents_per_point": -1}),
        ("language", {"language": "fr"}),
        ("default_rules", {"default_rules": "standart"}),
    ],
)
def test_terms_that_make_no_sense_are_refused_by_field(
    house: House, field: str, change: dict[str, Any]
) -> None:
    wrong = terms(**{"name": "Ganz anders", **change})
    with pytest.raises(Refused) as refused:
        people.change_club(actor=house["Anna"], deed=uuid4(), club=house.club, terms=wrong)
    assert list(refused.value.problems) == [field]
    assert list(problems_of(people.found_club, actor=house["Anna"], deed=uuid4(), terms=wrong)) == [field]


# links


def test_a_new_link_ends_the_old_one_and_a_used_one_is_gone(house: House) -> None:
    anna, hilda = house["Anna"], house.member("Hilda")
    first, second = _token(house, "Hilda"), _token(house, "Hilda")
    assert people.find_invitation(first) is None
    assert people.find_invitation(second) is not None
    assert people.find_invitation(second[:-1]) is None
    assert second not in str(state()), "the database does not know it"
    people.deactivate_member(actor=anna, deed=uuid4(), member=hilda)
    people.reactivate_member(actor=anna, deed=uuid4(), member=hilda)
    assert people.find_invitation(second) is None, "it does not come back to life with its member"
    second = _token(house, "Hilda")
    people.accept_invitation(deed=uuid4(), token=second, name="Hilda", password=PASSWORD)
    with pytest.raises(people.LinkIsGone):
        people.accept_invitation(deed=uuid4(), token=second, name="Hilda 2", password=PASSWORD)


def test_a_link_is_good_for_what_it_was_made_for_and_a_made_up_one_for_nothing(house: House) -> None:
    invitation, password = _token(house, "Hilda"), _token(house, "Emil")
    kept = state()
    with pytest.raises(people.LinkIsGone):  # Emil has an account
        people.accept_invitation(deed=uuid4(), token=password, name="Neu", password=PASSWORD)
    with pytest.raises(people.LinkIsGone):  # Hilda has none
        people.renew_password(deed=uuid4(), token=invitation, password=NEW_PASSWORD)
    for token in (password, "0" * 40):
        with pytest.raises(people.LinkIsGone):
            people.join(actor=house["Franz"], deed=uuid4(), token=token)
    assert state() == kept


# Who may do it to a plain member or the club, and who to an owner's entry.
OWNERS, DIRECTORS = {"Anna"}, {"Anna", "Bert"}
MAY: dict[str, set[str]] = {
    "found_club": OWNERS,
    "change_club": OWNERS,
    "add_members": DIRECTORS,
    "rename_member": DIRECTORS,
    "deactivate_member": DIRECTORS,
    "reactivate_member": DIRECTORS,
    "detach_account": DIRECTORS,
    "remove_member": DIRECTORS,
    "appoint": OWNERS,
    "dismiss": OWNERS,
    "give_role": OWNERS,
    "invite": DIRECTORS,
    "withdraw_invitation": DIRECTORS,
    "share_evening": DIRECTORS,
    "share_feed": DIRECTORS,
    "share_standings": DIRECTORS,
    "withdraw_sharing": DIRECTORS,
}


@pytest.mark.parametrize("verb", MAY)
def test_the_verbs_themselves_know_who_may(house: House, verb: str) -> None:
    kept = state()
    for name in ("Anna", "Bert", "Cilli", "Dora", "Emil", "Gustl", "Franz"):
        with transaction.atomic():
            if name in MAY[verb]:
                ask(house, verb, name)
                assert state() != kept, name
            else:
                with pytest.raises(PermissionDenied), transaction.atomic():
                    ask(house, verb, name)
                assert state() == kept, name
            transaction.set_rollback(True)


@pytest.mark.parametrize(
    "verb", ["rename_member", "deactivate_member", "reactivate_member", "withdraw_invitation"]
)
def test_a_director_leaves_an_owners_entry_alone(house: House, verb: str) -> None:
    anna, bert, hilda = house["Anna"], house["Bert"], house.member("Hilda")
    _invited(house)
    people.appoint(actor=anna, deed=uuid4(), member=hilda, role=Role.OWNER)
    if verb == "reactivate_member":
        people.deactivate_member(actor=anna, deed=uuid4(), member=hilda)
    further = {"name": "Hildegard"} if verb == "rename_member" else {}
    kept = state()
    with pytest.raises(PermissionDenied):
        getattr(people, verb)(actor=bert, deed=uuid4(), member=house.member("Hilda"), **further)
    assert state() == kept
    getattr(people, verb)(actor=anna, deed=uuid4(), member=house.member("Hilda"), **further)
    assert state() != kept


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["", "\t "], "Bitte mindestens einen Namen angeben."),
        (["Karl", 'Ida "die Schnelle"'], "ohne Beistrich"),
        (["Ida, Jakob", "Karl"], "Ida, Jakob"),
    ],
)
def test_a_list_of_names_that_cannot_be_taken_is_refused_in_words(
    house: House, names: list[str], said: str
) -> None:
    kept = state()
    with pytest.raises(Refused, match=said):
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=names)
    assert state() == kept


def test_nobody_makes_a_link_for_somebody_with_more_rights(house: House) -> None:
    anna, bert = house["Anna"], house["Bert"]
    for name in ("Anna", "Bert"):  # an owner, oneself
        with pytest.raises(Refused):
            people.invite(actor=bert, deed=uuid4(), member=house.member(name))
    # A link made before its member became an owner lets nobody in as owner.
    token = people.invite(actor=bert, deed=uuid4(), member=house.member("Hilda"))
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Hilda"), role=Role.OWNER)
    assert people.find_invitation(token) is None
    # Nor does one whose maker is a director no more.
    token = people.invite(actor=bert, deed=uuid4(), member=house.member("Emil"))
    people.dismiss(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.DIRECTOR)
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.DIRECTOR)
    assert people.find_invitation(token) is None
    # One whose maker is an owner now still does, until the owner is a scorer.
    token = people.invite(actor=bert, deed=uuid4(), member=house.member("Emil"))
    people.give_role(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.OWNER)
    assert people.find_invitation(token) is not None
    people.give_role(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.SCORER)
    people.give_role(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.DIRECTOR)
    assert people.find_invitation(token) is None
    # None that was made by an account, or for one, that was taken off.
    token = people.invite(actor=bert, deed=uuid4(), member=house.member("Emil"))
    password = _token(house, "Bert")
    people.detach_account(actor=anna, deed=uuid4(), member=house.member("Bert"))
    assert people.find_invitation(token) is people.find_invitation(password) is None


def test_a_password_that_opens_another_club_is_not_given_from_this_one(house: House) -> None:
    people.join(actor=house["Franz"], deed=uuid4(), token=_token(house, "Hilda"))
    with pytest.raises(Refused):
        people.invite(actor=house["Bert"], deed=uuid4(), member=house.member("Hilda"))
    elsewhere = why_no_link(house["Bert"], house.member("Hilda"))
    Account.objects.filter(name="Emil").update(is_superuser=True)
    assert why_no_link(house["Bert"], house.member("Emil")) == elsewhere, "it tells nothing of other clubs"
    # Franz owns the other club; Anna founded the installation, and her account is not for him to renew.
    anna_there = house.other.members.get(account=house["Anna"])
    with pytest.raises(Refused):
        people.invite(actor=house["Franz"], deed=uuid4(), member=anna_there)


# the wrong account, the wrong name


def test_whoever_joined_with_the_wrong_account_joins_again_with_the_right_one(house: House) -> None:
    anna, bert = house["Anna"], house["Bert"]
    people.join(actor=house["Franz"], deed=uuid4(), token=_token(house, "Hilda"))
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Hilda"), role=Role.SCORER)
    people.detach_account(actor=bert, deed=uuid4(), member=house.member("Hilda"))
    hilda = house.member("Hilda")
    assert (hilda.account, hilda.roles) == (None, [Role.SCORER])
    assert Club.objects.open_to(house["Franz"]).get() == house.other
    account = house.enter("Hilda", hilda, by=bert)
    assert house.member("Hilda").account == account
    assert house.club.deeds.get(verb="detach_account").details["account_name"] == "Franz"


def test_a_mistyped_entry_goes_with_its_links_and_the_log_tells_of_it(house: House) -> None:
    hilda, token = house.member("Hilda"), _token(house, "Hilda")
    assert people.remove_member(actor=house["Bert"], deed=uuid4(), member=hilda) == "Hilda"
    assert not house.club.members.filter(name="Hilda").exists()
    assert people.find_invitation(token) is None
    assert (
        log_line(house.club.deeds.get(verb="remove_member")) == "hat den irrtümlichen Eintrag Hilda gelöscht"
    )
    with pytest.raises(Refused) as refused:
        people.rename_member(actor=house["Bert"], deed=uuid4(), member=hilda, name="Hilde")
    assert refused.value.problems == {"form": ["Das wurde inzwischen geändert. Bitte noch einmal ansehen."]}
    people.add_members(actor=house["Bert"], deed=uuid4(), club=house.club, names=["Hilda"])


def _in_an_evening(house: House) -> None:
    Participant.objects.create(evening=house.evening(), member=house.member("Hilda"))


def _once_shared_something(house: House) -> None:
    """Who founded the club has no invitation, and nothing leads back from a member to this link."""
    hilda = house.member("Hilda")
    Sharing.objects.create(club=house.club, what=Shared.STANDINGS, made_by=hilda, made_at=clock.now())


def _has_a_role(house: House) -> None:
    people.appoint(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"), role=Role.ARBITER)


@pytest.mark.parametrize(
    ("before", "who", "why"),
    [
        (_once_shared_something, "Hilda", "„Hilda“ hat schon gespielt"),
        (lambda house: ask(house, "detach_account"), "Emil", "„Emil“ hatte hier schon ein Konto"),
        (_has_a_role, "Hilda", "„Hilda“ hat eine Rolle."),
        (_in_an_evening, "Hilda", "„Hilda“ hat schon gespielt"),
    ],
)
def test_who_has_been_here_stays(house: House, before: Callable[[House], Any], who: str, why: str) -> None:
    before(house)
    kept = state()
    with pytest.raises(Refused) as refused:
        people.remove_member(actor=house["Anna"], deed=uuid4(), member=house.member(who))
    assert refused.value.problems["form"][0].startswith(why)
    assert state() == kept


def test_the_names_of_a_list_stand_where_people_look_for_them(house: House) -> None:
    anna, bert = house["Anna"], house.member("Bert")
    names = ["Gast 10", "Österreicher", "Änne", "Gast 2", "Otto"]
    people.add_members(actor=anna, deed=uuid4(), club=house.club, names=names)
    people.rename_member(actor=anna, deed=uuid4(), member=bert, name="Überbert")
    assert " ".join(member.name for member in house.club.members.all()) == (
        "Anna Änne Cilli Dora Emil Gast 2 Gast 10 Gustl Hilda Österreicher Otto Überbert"
    )


# the database itself


# The set-up page: only with the code, only once, and nothing is lost on the way


@pytest.mark.django_db
def test_the_first_owner_is_signed_in_and_sits_at_the_table(client: Client) -> None:
    form = FORM | {"deed": str(uuid4()), "called": "Anna Huber"}
    response = client.post(path(), form, follow=True)
    assert response.request["PATH_INFO"] == "/clubs/muehlviertler-runde/play/", "straight to the table"
    assert "<span>Anna</span>" in response.content.decode()
    page = client.get("/clubs/muehlviertler-runde/").content.decode()
    assert "/clubs/muehlviertler-runde/play/" in page
    assert Account.objects.get().is_superuser
    assert (Account.objects.get().name, Member.objects.get().name) == ("Anna", "Anna Huber")
    assert client.get(path(), follow=True).request["PATH_INFO"] == "/clubs/muehlviertler-runde/"
    # The same form again is answered the same, a new one is not.
    assert client.post(path(), form).headers["Location"] == "/clubs/muehlviertler-runde/play/"
    assert client.post(path(), FORM | {"deed": str(uuid4())}).status_code == 404
    assert client.post(path(), form | {"password": "something else"}).status_code == 404
    assert (Account.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_the_suggested_passphrase_stands_on_a_sheet_of_its_own_once(client: Client) -> None:
    offered = re.search('data-offered="([^"]+)"', client.get(path()).content.decode())
    assert offered
    phrase = unescape(offered[1])
    form = FORM | {"deed": str(uuid4()), "password": phrase}
    answer = client.post(path(), form)
    sheet = main_text_of(answer)
    assert f"Adresse http://testserver/ Anmeldename Anna Passwort {phrase}" in sheet
    assert "Drucken" in sheet
    assert 'href="/clubs/muehlviertler-runde/play/"' in answer.content.decode()
    assert client.get("/clubs/muehlviertler-runde/").status_code == 200, "signed in meanwhile"
    assert client.post("/sign-in/", {"name": "Anna", "password": phrase}).status_code == 302
    assert phrase not in client.get(path(), follow=True).content.decode()


@pytest.mark.django_db
def test_a_wrong_code_finds_nothing(client: Client) -> None:
    for code in ("0" * 16, people.setup_code().upper() + "x", "ä"):
        assert client.get(f"/setup/{code}/").status_code == 404
        assert client.post(f"/setup/{code}/", FORM | {"deed": str(uuid4())}).status_code == 404
        with pytest.raises(PermissionDenied):
            people.set_up(deed=uuid4(), code=code, name="Anna", password=PASSWORD, terms=terms("Runde"))
    asked = {"name": "Anna", "password": PASSWORD, "terms": terms("Runde"), "called": "A" * 41}
    assert list(problems_of(people.set_up, deed=uuid4(), code=people.setup_code(), **asked)) == ["called"]
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(client: Client) -> None:
    wrong = {
        "password": "12345678",
        "club": "",
        "cents_per_point": "zehn",
        "deed": str(uuid4()),
    }
    unfolded = '<details class="options" open>'
    assert unfolded not in client.get(path()).content.decode()
    page = client.post(path(), FORM | wrong).content.decode()
    assert page.count(unfolded) == 1, "the wrong amount is folded with the rest about money"
    assert 'value="Anna"' in page
    assert 'value="zehn"' in page
    assert "<title>Fehler: Den Klub einrichten" in page
    assert '<a href="#id_club">Name des Klubs</a>' in page
    for sentence in ("Eine ganze Zahl von 0 bis 1000000", "Bitte einen Namen angeben."):
        assert sentence in page
    assert 'aria-describedby="id_club_error"' in page
    page = client.post(path(), FORM | wrong | {"club": "X", "cents_per_point": "0"}).content.decode()
    assert "Dieses Passwort" in page
    assert not Account.objects.exists()


def test_a_password_is_long_and_none_of_the_commonest(house: House) -> None:
    for password, why in (
        ("Pagat-Uhu-1", "mindestens 12"),
        ("startfinding", "zu üblich"),
        ("passwort1234", "drei oder vier Wörter"),
        ("hallo-hallo-1", "drei oder vier Wörter"),
        ("tarockclub2026", "drei oder vier Wörter"),
        ("Emil1960Emil", "drei oder vier Wörter"),
        ("!Tarockfreunde!", "drei oder vier Wörter"),
        ("vier Worte am Tisch", ""),
    ):
        form = {"old": PASSWORD, "password": password, "deed": str(uuid4())}
        answer = house.client("Emil").post("/display/", form)
        assert (answer.status_code, why in answer.content.decode()) == (200 if why else 302, True), password


@pytest.mark.django_db
def test_the_first_owner_takes_no_password_out_of_the_clubs_name(client: Client) -> None:
    asked = FORM | {"club": "Herzbuben", "password": "Herzbuben2026", "deed": str(uuid4())}
    assert "drei oder vier Wörter" in client.post(path(), asked).content.decode()
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_the_link_is_printed_until_somebody_has_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(*addresses: str) -> str:
        output = StringIO()
        call_command("setup_link", *addresses, stdout=output)
        return output.getvalue()

    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(CommandError, match="SECRET_KEY is not set"):
        printed()
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    assert printed("http://tarock.local:8000/") == f"http://tarock.local:8000{path()}\n"
    assert printed() == f"http://127.0.0.1:8000{path()}\n"
    monkeypatch.setenv("PORT", "8001")
    assert printed() == f"http://127.0.0.1:8001{path()}\n"
    Account.objects.create(name="Anna", key="anna", made_at="2026-01-01T00:00Z")
    assert printed("http://tarock.local:8000/") == ""
    # Nor is anybody made the first owner beside an account that came in another way.
    assert Client().post(path(), FORM | {"deed": str(uuid4())}).status_code == 404
    assert not Club.objects.exists()
    with pytest.raises(CommandError, match="is set up"):
        printed()
