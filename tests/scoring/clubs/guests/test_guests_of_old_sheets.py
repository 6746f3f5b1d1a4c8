"""Somebody on old sheets of amounts only turns out to be a member, perhaps is not, or goes."""

import html
from datetime import date
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import verifying
from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest, joinings_of, separate_guest
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member, traced_member
from scoring.clubs.privacy.stored import stored_about
from scoring.deeds import Refused
from scoring.models import Deed, Member, OldPerson, OldSheet
from scoring.old_sheets.verbs import withdraw_old_batch
from tests.support.refusals import sentences_of
from tests.support.scoring.anonymising import columns, names
from tests.support.scoring.house import House
from tests.support.scoring.old_papers import XANDL, old_amounts, old_hands, totals_of_club
from tests.support.scoring.verify import verified
from tests.support.stored_forms import forms_on


def old_people() -> list[tuple[str | None, str]]:
    """Everybody who stands on old sheets: the name of the member, and of the guest."""
    people = OldPerson.objects.order_by("batch_id", "pk")
    return list(people.values_list("member__name", "guest"))


def xandl() -> OldPerson:
    return OldPerson.objects.filter(key=XANDL.casefold()).latest("pk")


def address(house: House, name: str = "old_guest") -> str:
    return reverse(f"scoring:{name}", args=[house.club.slug, xandl().pk]) + "?language=en"


def choices(**fields: Any) -> dict[str, Any]:
    return {"deed": str(uuid4()), "step": "preview", "who": "member", "name": "", **fields}


def join(house: House, member: Member, *old: OldPerson) -> None:
    people = [person.pk for person in old or OldPerson.objects.filter(member=None)]
    house.do(join_guest, by="Anna", member=member, participants=[], old=people)


def test_the_guests_of_old_sheets_are_among_the_guests_of_the_club(house: House, anna: Client) -> None:
    old_amounts(house)
    old_amounts(house, date(2014, 5, 6))
    listed = anna.get(reverse("scoring:members", args=[house.club.slug]))
    assert [(guest["name"], guest["sheets"], guest["last"]) for guest in listed.context["old"]] == [
        (XANDL, 2, date(2015, 3, 4))
    ]
    link = reverse("scoring:old_guest", args=[house.club.slug, listed.context["old"][0]["person"]])
    assert link in listed.content.decode()
    guests = reverse("scoring:members", args=[house.club.slug])
    for words, old in (("resi", 0), (XANDL, 1)):
        found = anna.get(guests, {"q": words})
        assert len(found.context["old"]) == old, words


def test_somebody_on_old_sheets_is_joined_to_a_member_and_everything_shows_it(
    house: House, anna: Client
) -> None:
    old_amounts(house)
    old_amounts(house, date(2014, 5, 6))
    dora, form = house.member("Dora"), address(house)
    words = " ".join(anna.get(form).content.decode().split())
    assert "On old sheets of amounts: 6 May 2014, 4 Mar 2015" in words
    look = anna.post(form, choices(member=str(dora.pk)))
    change = look.context["change"]
    assert (change["days"], change["left_out"]) == ([date(2014, 5, 6), date(2015, 3, 4)], [])
    assert (change["before"], change["after"]) == (0, Fraction(-10, 3))
    assert f"{XANDL} is Dora" in look.content.decode()
    assert OldPerson.objects.filter(member=None).count() == 2, "nothing is kept yet"
    save = choices(member=str(dora.pk), step="save")
    for _time in range(2):
        assert anna.post(form, save).headers["Location"] == dora.get_absolute_url()
    assert not OldPerson.objects.filter(member=None).exists()
    assert {total.name: total.points for total in totals_of_club(house.club)}["Dora"] == Fraction(-10, 3)
    with translation.override("en"):
        (tables,) = [table.rows for table in stored_about(dora).tables if table.name == "Old sheets"]
        assert [row[-1] for row in tables].count(Fraction(-5, 3)) == 2
        deed = Deed.objects.get(verb="join_guest")
        assert log_line(deed) == f"joined the guest {XANDL} to Dora, with old sheets of amounts"
    assert list(verifying.of_the_database()) == []


def test_somebody_on_old_sheets_becomes_a_member(house: House, anna: Client) -> None:
    old_amounts(house)
    form = address(house)
    assert (
        f"{XANDL} becomes the member Xandl"
        in anna.post(form, choices(who="new", name="Xandl")).content.decode()
    )
    done = anna.post(form, choices(who="new", name="Xandl", step="save"))
    assert done.status_code == 302
    assert old_people()[-1] == ("Xandl", "")


@pytest.mark.parametrize("who", ["new", ""])
@pytest.mark.parametrize("name", ["Xandl", ""])
def test_a_member_who_is_picked_beside_a_new_one_counts(
    house: House, anna: Client, who: str, name: str
) -> None:
    old_amounts(house)
    dora, members = house.member("Dora"), house.club.members.count()
    shown = anna.post(address(house), choices(who=who, name=name, member=str(dora.pk)))
    assert f"{XANDL} is Dora" in shown.content.decode()
    (saving,) = [form for form in forms_on(shown) if "member" in form.sent]
    assert anna.post(address(house), saving.sent).headers["Location"] == dora.get_absolute_url()
    assert (old_people()[-1], house.club.members.count()) == (("Dora", ""), members)


def test_whoever_stands_on_the_same_sheets_already_stays_two(house: House, anna: Client) -> None:
    old_amounts(house)
    later = old_amounts(house, date(2014, 5, 6))
    OldPerson.objects.filter(batch=later, member__name="Anna").update(member=house.member("Dora"))
    form, dora = address(house), house.member("Dora")
    look = anna.post(form, choices(member=str(dora.pk)))
    change = look.context["change"]
    assert (change["days"], change["left_out"]) == ([date(2015, 3, 4)], [date(2014, 5, 6)])
    assert "withdraw those sheets and import them again" in look.content.decode()
    assert anna.post(form, choices(member=str(dora.pk), step="save")).status_code == 302
    assert old_people()[-1] == (None, XANDL)
    (told,) = sentences_of(join, house, dora)
    assert "nobody can be on the same sheet twice" in told


def test_a_joining_is_taken_back_on_the_page_of_the_member(house: House, anna: Client) -> None:
    old_amounts(house)
    dora = house.member("Dora")
    join(house, dora)
    (joining,) = joinings_of(dora)
    assert joining.names == (XANDL,)
    separate = reverse("scoring:separate_guest", args=[house.club.slug, dora.pk])
    assert separate in anna.get(dora.get_absolute_url()).content.decode()
    page = anna.get(separate + "?language=en").content.decode()
    assert "these evenings and old sheets have the guest's name again" in html.unescape(page)
    assert "On old sheets of amounts: 4 Mar 2015" in " ".join(page.split())
    posted = {"deed": str(uuid4()), "joining": str(joining.deed)}
    done = anna.post(separate + "?language=en", posted)
    assert done.status_code == 302
    messages = [str(message) for message in get_messages(done.wsgi_request)]
    assert messages == ["These old sheets belong to a guest again."]
    assert old_people()[-1] == (None, XANDL)
    assert joinings_of(dora) == []
    with translation.override("en"):
        deed = Deed.objects.get(verb="separate_guest")
        assert log_line(deed) == f"separated the guest {XANDL} from Dora again, with old sheets of amounts"


def test_a_member_who_is_anonymised_takes_the_name_on_old_sheets_along(house: House) -> None:
    old_amounts(house)
    old_amounts(house, date(2014, 5, 6))
    join(house, house.member("Dora"))
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"))
    assert [text for _, text in columns() if names(text, ("Dora", XANDL))] == []
    assert list(verifying.of_the_database()) == []


def test_a_name_that_was_given_back_is_not_the_members_any_more(house: House) -> None:
    old_amounts(house)
    dora = house.member("Dora")
    join(house, dora)
    (joining,) = joinings_of(dora)
    separate_guest(actor=house["Anna"], deed=uuid4(), member=dora, joining=joining.deed)
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"))
    assert old_people()[-1] == (None, XANDL)


def test_nobody_joins_whoever_is_on_sheets_of_another_club(house: House) -> None:
    old_amounts(house)
    strangers = [stranger.pk for stranger in OldPerson.objects.filter(member=None)]
    with pytest.raises(Refused):
        house.do(
            join_guest,
            by="Franz",
            member=house.other.members.get(name="Franz"),
            participants=[],
            old=strangers,
        )


def test_two_guests_of_the_same_old_sheets_are_not_one_member(house: House) -> None:
    batch = old_amounts(house)
    other = OldPerson.objects.create(batch=batch, guest="Xandl der Jüngere", key="xandl der juengere")
    with pytest.raises(Refused, match="zwei verschiedene Leute"):
        join(house, house.member("Hilda"), xandl(), other)
    assert not house.member("Hilda").old_people.exists()


def test_names_on_sheets_that_were_taken_back_are_no_guests_of_the_club(house: House, anna: Client) -> None:
    guests = reverse("scoring:members", args=[house.club.slug])
    taken_back = [old_amounts(house), old_amounts(house, date(2014, 5, 6))]
    for batch, sheets in zip(taken_back, (1, 0), strict=True):
        withdraw_old_batch(actor=house["Anna"], deed=uuid4(), batch=batch, reason="doppelt")
        assert [guest["sheets"] for guest in anna.get(guests).context["old"]] == [1] * sheets
    assert XANDL not in anna.get(guests).content.decode()


def test_a_name_on_sheets_that_were_taken_back_can_still_be_removed(house: House, anna: Client) -> None:
    batch = old_amounts(house)
    withdraw_old_batch(actor=house["Anna"], deed=uuid4(), batch=batch, reason="doppelt")
    page, link = (
        batch.get_absolute_url(),
        reverse("scoring:anonymise_old_guest", args=[house.club.slug, batch.people.get(member=None).pk]),
    )
    assert link in anna.get(page).content.decode()
    assert link not in house.client("Bert").get(page).content.decode(), "owners alone do that"
    assert anna.post(link, {"deed": str(uuid4()), "sure": "on"}).status_code == 302
    assert link not in anna.get(page).content.decode()
    assert XANDL not in anna.get(page).content.decode()


# Numbers instead of names


def test_whoever_is_only_called_like_a_member_keeps_the_name_until_they_go_too(house: House) -> None:
    old_amounts(house)
    old_amounts(house, date(2014, 5, 6))
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=[XANDL])
    member = house.member(XANDL)
    OldSheet.objects.update(venue="")  # many a list says no place
    own_pages = {text.url for text in traced_member(member).texts() if text.text == XANDL}
    assert own_pages == {
        reverse("scoring:anonymise_old_guest", args=[house.club.slug, old_person.pk])
        for old_person in OldPerson.objects.filter(member=None)
    }
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=member)
    assert {guest for member, guest in old_people() if member is None} == {XANDL}
    assert list(verifying.of_the_database()) == []


def test_whoever_is_on_amounts_only_is_anonymised_by_an_owner(house: House, anna: Client) -> None:
    old_amounts(house)
    old_amounts(house, date(2014, 5, 6))
    before = [total.points for total in totals_of_club(house.club)]
    listed = address(house)
    link = reverse("scoring:anonymise_old_guest", args=[house.club.slug, xandl().pk])
    assert link in anna.get(listed).content.decode()
    assert link not in house.client("Bert").get(listed).content.decode()
    look = anna.get(link + "?language=en").content.decode()
    assert XANDL in look
    assert "2 evenings stay" in look
    assert "Earlier names" not in look
    assert "Typed by others" not in look
    assert anna.post(link, {"deed": str(uuid4())}).status_code == 200, "not ticked"
    form = {"deed": str(uuid4()), "sure": "on"}
    for _again in range(2):
        assert anna.post(link, form).status_code == 302
    named = {guest for member, guest in old_people() if member is None}
    assert len(named) == 1
    assert named.pop().startswith("Gast ")
    assert [text for _, text in columns() if names(text, (XANDL,))] == []
    assert [total.points for total in totals_of_club(house.club)] == before
    assert verified()[0] == 0


def test_nobody_stands_on_the_same_old_sheets_twice(house: House) -> None:
    old_amounts(house)
    guest = old_hands(house).evenings.get().participants.get(member=None)
    join_guest(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"), participants=[guest.pk])
    assert old_people()[-1] == ("Dora", "")
    again = old_amounts(house, date(2014, 5, 6))
    OldPerson.objects.filter(batch=again, member__name="Anna").update(member=house.member("Dora"))
    other = old_hands(house, date(2016, 3, 11)).evenings.get().participants.get(member=None)
    join_guest(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"), participants=[other.pk])
    assert old_people()[-1] == (None, XANDL)
