"""A verb does what was asked once, however often it is asked, and says on record who did it."""

import json
import threading
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.http import HttpResponse, JsonResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from psycopg.errors import DeadlockDetected

from scoring.accounts import verbs as people
from scoring.deeds import MOST_RETRIES, REFUSE_NEWER, PendingDeed, Refused, atomic_with_retry, verb
from scoring.models import Account, Deed, Member, Role, Sheet
from scoring.table import links as table_links
from scoring.table.writing import Closed, Illegal, OtherContents, Stale
from scoring.web.submitting import Refusals
from tests.support.scoring.house import PASSWORD, House


def test_who_did_it_goes_by_the_name_in_the_club_else_by_that_of_the_account(house: House) -> None:
    Member.objects.filter(account=house["Anna"], club=house.club).update(name="Anni", key="anni")
    deed = uuid4()
    people.rename_member(actor=house["Anna"], deed=deed, member=house.member("Cilli"), name="Resi")
    assert Deed.objects.get(pk=deed).actor == "Anni"
    outside = uuid4()
    people.change_password(actor=house["Franz"], deed=outside, old=PASSWORD, new="Tarock-ist-Trumpf")
    assert Deed.objects.get(pk=outside).actor == "Franz"


def test_asked_again_it_answers_although_it_could_not_be_done_any_more(house: House) -> None:
    deed, cilli, before = uuid4(), house.member("Cilli"), Deed.objects.count()
    for _twice in range(2):
        assert not people.deactivate_member(actor=house["Anna"], deed=deed, member=cilli).active
    assert Deed.objects.count() == before + 1
    with pytest.raises(Refused, match="inzwischen geändert"):
        people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=cilli)
    people.reactivate_member(actor=house["Anna"], deed=uuid4(), member=cilli)
    assert people.deactivate_member(actor=house["Anna"], deed=deed, member=cilli).active
    cilli.refresh_from_db()
    assert cilli.active, "asked again after it was taken back, nothing is done"


def test_whoever_gave_up_the_right_with_the_first_form_is_answered(house: House) -> None:
    people.appoint(actor=house["Anna"], deed=uuid4(), member=house.member("Cilli"), role=Role.OWNER)
    deed, anna = uuid4(), house.member("Anna")
    for _twice in range(2):
        people.dismiss(actor=house["Anna"], deed=deed, member=anna, role=Role.OWNER)
    with pytest.raises(PermissionDenied):
        people.dismiss(actor=house["Anna"], deed=uuid4(), member=house.member("Cilli"), role=Role.OWNER)


def test_the_same_id_with_other_contents_is_refused_whatever_else_is_wrong(house: House) -> None:
    deed, cilli = uuid4(), house.member("Cilli")
    people.rename_member(actor=house["Anna"], deed=deed, member=cilli, name="Resi")
    for name in ("Rosi", "", "Anna"):  # fine, none, taken
        with pytest.raises(Refused, match="mit anderem Inhalt"):
            people.rename_member(actor=house["Anna"], deed=deed, member=cilli, name=name)
    cilli.refresh_from_db()
    assert cilli.name == "Resi"


@verb("greet", repeat_result=lambda before, about: f"{before.details['greeted']} again")
def greet(act: PendingDeed[Account], *, name: str, times: int = 1) -> str:
    act.record(None, greeted=name)
    if times > 1:
        raise KeyError(name)
    return name


def test_a_crash_undoes_the_deed_and_is_not_taken_for_an_answer(house: House) -> None:
    deed = uuid4()
    with pytest.raises(KeyError):
        greet(actor=house["Anna"], deed=deed, name="Bert", times=2)
    assert not Deed.objects.filter(pk=deed).exists()
    assert greet(actor=house["Anna"], deed=deed, name="Bert") == "Bert"
    assert greet(actor=house["Anna"], deed=deed, times=1, name="Bert") == "Bert again"
    with pytest.raises(Refused, match="mit anderem Inhalt"):
        greet(actor=house["Bert"], deed=deed, name="Bert")


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_four_times_at_once_is_done_once(house: House) -> None:
    deed, together = uuid4(), threading.Barrier(4)
    answers: list[object] = []

    def add() -> None:
        together.wait()
        answers.append(
            people.add_members(actor=house["Anna"], deed=deed, club=house.club, names=["Ida", "Jakob"])
        )
        connection.close()

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [["Ida", "Jakob"]] * 4
    assert Deed.objects.filter(pk=deed).count() == 1
    assert house.club.members.filter(name__in=["Ida", "Jakob"]).count() == 2


def test_whoever_is_outrun_tries_again_and_whoever_always_is_hears_of_it(house: House) -> None:
    tries = {"greet": 0, "look": 0}

    @verb("greet", repeat_result=lambda before, about: "again")
    def greet_at_last(act: PendingDeed[Account], *, broken: bool = False) -> str:
        tries["greet"] += 1
        if broken:
            raise DatabaseError("the disk is full")
        if tries["greet"] == 1:
            raise IntegrityError("somebody was quicker")
        if tries["greet"] == 2:
            raise OperationalError("deadlock detected") from DeadlockDetected()
        return "greeted"

    @atomic_with_retry
    def look(*, quicker: int) -> str:
        tries["look"] += 1
        if tries["look"] <= quicker:
            raise IntegrityError("somebody was quicker")
        return "looked"

    assert greet_at_last(actor=house["Anna"], deed=uuid4()) == "greeted"
    with pytest.raises(DatabaseError, match="the disk is full"):
        greet_at_last(actor=house["Anna"], deed=uuid4(), broken=True)
    assert tries["greet"] == 4
    assert look(quicker=MOST_RETRIES) == "looked"
    with pytest.raises(DatabaseError, match="the disk is full"):
        atomic_with_retry(Mock(side_effect=DatabaseError("the disk is full")))()
    tries["look"] = 0
    with pytest.raises(IntegrityError):
        look(quicker=MOST_RETRIES + 1)
    assert tries["look"] == MOST_RETRIES + 1


def test_what_is_newer_is_compared_by_every_verb_that_is_given_it(house: House) -> None:
    def newer(verb: str) -> None:
        raise Refused(form=[f"newer than what {verb} shows"])

    @verb("greet")
    def greet_blindly(act: PendingDeed[Account]) -> None:
        act.record(house.club)

    form = {REFUSE_NEWER: newer}
    with pytest.raises(AssertionError, match="greet does not compare"):
        greet_blindly(actor=house["Anna"], deed=uuid4(), **form)
    deed, cilli = uuid4(), house.member("Cilli")
    with pytest.raises(Refused, match="newer than what rename_member shows"):
        people.rename_member(actor=house["Anna"], deed=deed, member=cilli, name="Resi", **form)
    people.rename_member(actor=house["Anna"], deed=deed, member=cilli, name="Resi")
    again = people.rename_member(actor=house["Anna"], deed=deed, member=cilli, name="Resi", **form)
    assert again.name == "Resi"
    assert Deed.objects.filter(verb__in=("greet", "rename_member")).count() == 1


REFUSALS = {
    "refused": (lambda: Refused(form=["Not now.", "Not here."]), "Not now. Not here."),
    "stale": (lambda: Stale(Sheet()), "Something has been entered at this table in the meantime."),
    "closed": (Closed, "This table is closed."),
    "illegal": (lambda: Illegal(()), "Nothing was changed: the rules of this sheet do not allow it."),
    "different contents": (OtherContents, "This was saved before with different contents."),
}


@pytest.fixture(params=REFUSALS)
def refusal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The words of a refusal that the verb behind *Renew the link* answers with."""
    exception, words = REFUSALS[request.param]

    def refuse(*who: object, **about: object) -> None:
        raise exception()

    monkeypatch.setattr(table_links, "renew_link", refuse)
    return words


def test_it_is_said_on_the_page_with_the_button(house: House, refusal: str) -> None:
    sheet, anna = house.sheet(), house.client("Anna", "en")
    links = f"{reverse('scoring:sharings', args=[house.club.slug])}?sheet={sheet.pk}"
    button = reverse("scoring:renew_link", args=[sheet.pk])
    form = {"deed": str(uuid4()), "kind": "record"}
    answer = anna.post(button, form, follow=True, HTTP_REFERER=f"http://testserver{links}&code=big")
    assert answer.redirect_chain == [(f"{links}&code=big", 302)]
    assert refusal in answer.content.decode()
    for elsewhere in ("", "https://elsewhere.example/clubs/", "//elsewhere.example"):
        answer = anna.post(button, {**form, "deed": str(uuid4())}, HTTP_REFERER=elsewhere)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize(("exception", "words"), REFUSALS.values(), ids=REFUSALS)
def test_a_script_gets_it_as_json(exception: type[Exception], words: str) -> None:
    request = RequestFactory().post("/", {}, content_type="application/json")
    with translation.override("en"):
        answer = Refusals(lambda request: HttpResponse()).process_exception(request, exception())
    assert isinstance(answer, JsonResponse)
    assert answer.status_code == 400
    assert words.startswith(json.loads(answer.content)["problems"][0]["text"][:8])


def test_every_other_exception_stays_one() -> None:
    request = RequestFactory().post("/")
    assert Refusals(lambda request: HttpResponse()).process_exception(request, ValueError()) is None
