"""Who is coming? Members say it with a tap, by a link or through the director; and the evening is moved."""

import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.coming import verbs
from scoring.coming.views import coming_in_words
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import TAKEN_BACK, Coming, Deed, Evening, Shared, Sharing
from scoring.sharing import verbs as sharing_verbs
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House, english
from tests.support.scoring.tables import FOUR
from tests.support.scoring.verify import verified
from tests.support.stages import Stage, stage

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))

WEEK = timedelta(days=7)

pytestmark = pytest.mark.usefixtures("english")


def planned(house: House) -> Evening:
    """For next week."""
    return house.evening(date=clock.today() + WEEK, venue="Sonnenwirt")


EVENING = Stage("evening", planned, on=HOUSE)
evening = EVENING.fixture()


def page_of(evening: Evening) -> str:
    return reverse("scoring:coming_to", args=[evening.club.slug, evening.pk])


def say(
    house: House, who: str, evening: Evening, says: str, *, by: str = "", day: date | None = None
) -> None:
    asked = {"evening": evening, "member": house.member(who), "says": says, "day": day}
    house.do(verbs.say_coming, by=by or who, **asked)


def said(evening: Evening) -> dict[str, str]:
    return {coming.member.name: coming.says for coming in evening.comings.select_related("member")}


def link_of(house: House) -> Sharing:
    return sharing_verbs.share_feed(actor=house["Anna"], deed=uuid4(), club=house.club, what=Shared.COMING)


def read(browser: Client, path: str) -> str:
    answer = browser.get(path, {"language": "en"}, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_one_tap_on_the_clubs_page_and_everybody_sees_it(house: House, evening: Evening) -> None:
    emil = house.client("Emil")
    assert "Nobody has said yes yet." in read(emil, house.club.get_absolute_url())
    tap = {"deed": str(uuid4()), "member": house.member("Emil").pk, "says": "yes", "back": "club"}
    answer = emil.post(page_of(evening), tap)
    assert answer["Location"] == house.club.get_absolute_url()
    assert said(evening) == {"Emil": "yes"}
    planned = reverse("scoring:evenings", args=[house.club.slug])
    again = {**tap, "deed": str(uuid4()), "back": "list"}
    assert emil.post(page_of(evening), again)["Location"] == planned
    there = read(house.client("Dora"), planned)
    assert "1 is coming" in there
    deed = Deed.objects.get(pk=str(tap["deed"]))
    assert log_line(deed).startswith("answered “Yes” for the evening of ")


def test_an_answer_can_be_changed_and_undone(house: House, evening: Evening) -> None:
    say(house, "Emil", evening, "yes")
    say(house, "Emil", evening, "no")
    shown = read(house.client("Emil"), page_of(evening))
    assert "Undo" in shown
    say(house, "Emil", evening, evening.comings.get().earlier)
    assert said(evening) == {"Emil": "yes"}
    say(house, "Emil", evening, "")
    assert "No answer" in read(house.client("Emil"), page_of(evening))
    assert [deed.details["says"] for deed in Deed.objects.filter(verb="say_coming").order_by("at")] == [
        *("yes", "no", "yes", "")
    ]


def test_the_director_answers_for_somebody_and_it_says_who(house: House, evening: Evening) -> None:
    say(house, "Hilda", evening, "perhaps", by="Bert")
    for nobody in ("Emil", "Franz"):
        with pytest.raises(PermissionDenied):
            say(house, "Hilda", evening, "no", by=nobody)
    shown = read(house.client("Anna"), page_of(evening))
    assert "noted by Bert" in shown
    assert "noted by" not in read(house.client("Emil"), page_of(evening)), "others need not know"


def test_it_is_too_late_or_nobody_to_ask(house: House, evening: Evening) -> None:
    with pytest.raises(Refused, match="Only active members"):
        say(house, "Gustl", evening, "yes", by="Anna")
    with pytest.raises(Refused, match="yes, no or perhaps"):
        say(house, "Anna", evening, "never")
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    with pytest.raises(Refused, match="closed"):
        say(house, "Anna", evening, "yes")
    past = house.evening()
    Evening.objects.filter(pk=past.pk).update(date=date(2020, 1, 3))
    with pytest.raises(Refused, match="over"):
        say(house, "Anna", past, "yes")


def test_by_the_clubs_link_without_an_account(house: House, evening: Evening) -> None:
    path = reverse("scoring:shared_coming", args=[link_of(house).code])
    phone = Client()
    assert "Who are you?" in read(phone, path)
    hilda = house.member("Hilda")
    phone.get(path, {"who": hilda.pk})
    assert "Who are you?" not in read(phone, path), "asked once on a device"
    tap = {"deed": str(uuid4()), "evening": evening.pk, "member": hilda.pk, "says": "yes"}
    assert phone.post(path, tap)["Location"] == path
    assert said(evening) == {"Hilda": "yes"}
    deed = Deed.objects.get(verb="say_coming_by_link")
    assert (deed.account, deed.actor) == (None, "Link des Klubs")
    assert log_line(deed).startswith("answered “Yes” on behalf of Hilda for the evening of ")
    elsewhere = house.evening(club=house.other)
    assert phone.post(path, {**tap, "deed": str(uuid4()), "evening": elsewhere.pk}).status_code == 404
    franz = house.other.members.get(name="Franz")
    phone.post(path, {**tap, "deed": str(uuid4()), "member": franz.pk})
    assert said(evening) == {"Hilda": "yes"}, "nobody of another club is asked"
    link = link_of(house)
    sharing_verbs.withdraw_sharing(actor=house["Anna"], deed=uuid4(), sharing=link)
    assert phone.get(path).status_code == 404
    assert phone.post(path, {**tap, "deed": str(uuid4()), "says": "no"}).status_code == 404
    asked = {"actor": Actor(link=1), "deed": uuid4(), "evening": evening, "member": hilda, "says": "no"}
    with pytest.raises(Refused, match="withdrawn"):  # at the very moment of the tap
        verbs.say_coming_by_link(**asked, link=link)
    assert said(evening) == {"Hilda": "yes"}


def test_a_choice_in_the_address_writes_no_session(house: House, evening: Evening) -> None:
    path = reverse("scoring:shared_coming", args=[link_of(house).code])
    phone, hilda, before = Client(), house.member("Hilda"), Session.objects.count()
    phone.get(path, {"who": hilda.pk})
    assert "That is not me" in read(phone, path)
    phone.get(path, {"who": 0})
    assert "Who are you?" in read(phone, path)
    assert "Who are you?" in read(Client(), path), "another browser is asked"
    assert Session.objects.count() == before


def test_the_evening_begins_with_those_who_said_yes(house: House, evening: Evening) -> None:
    for who in ("Emil", "Anna", "Dora", "Cilli"):
        say(house, who, evening, "yes")
    say(house, "Bert", evening, "perhaps")
    shown = read(house.client("Anna"), page_of(evening))
    assert "Open a table: Emil, Anna, Dora, Cilli" in shown
    assert "We are four: one table of four. One more says perhaps" in shown
    seats = "-".join(f"m{house.member(who).pk}" for who in ("Emil", "Anna", "Dora", "Cilli"))
    address = f"{reverse('scoring:new_table', args=[house.club.slug, evening.pk])}?seats={seats}"
    assert address in shown
    form = house.client("Anna").get(address).context["form"]
    assert [form[f"who_{number}"].initial for number in (1, 2, 3, 4)] == seats.split("-")
    house.sheet(("Emil", "Anna", "Dora", "Cilli"), evening=evening)
    assert "Open a table: " not in read(house.client("Anna"), page_of(evening)), "they sit already"


def test_what_somebody_said_goes_with_the_name_and_the_rest_is_in_order(
    house: House, evening: Evening
) -> None:
    say(house, "Emil", evening, "yes")
    say(house, "Dora", evening, "no")
    stored = read(
        house.client("Emil"), reverse("scoring:stored_data", args=[house.club.slug, house.member("Emil").pk])
    )
    assert "Who is coming?" in stored
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert said(evening) == {"Dora": "no"}
    assert "Emil" not in str(list(Deed.objects.filter(verb="say_coming").values_list("details", flat=True)))
    assert verified()[0] == 0
    Coming.objects.update(member=house.other.members.get(name="Franz"))
    Evening.objects.filter(pk=evening.pk).update(occasion=TAKEN_BACK)
    lines = verified()[1]
    assert any(line.startswith("coming, Member: expected club ") for line in lines)
    assert any("an evening of the club" in line for line in lines)


@pytest.mark.parametrize("words", WORDS["coming"])
def test_how_many_are_coming_in_words(words: dict[str, Any]) -> None:
    for language in words.keys() & {"en", "de"}:
        with translation.override(language):
            assert coming_in_words(words["yes"], words.get("perhaps", 0)) == words[language]


# A planned evening is moved: what members said of the old day is not taken for the new one


@stage(on=EVENING)
def answered(house: House, evening: Evening) -> Evening:
    """Emil and Dora come, Cilli does not."""
    for name, says in (("Emil", "yes"), ("Dora", "yes"), ("Cilli", "no")):
        say(house, name, evening, says)
    return evening


def move(house: House, evening: Evening, to: date, answers: str = "") -> Evening:
    asked = {"evening": evening, "date": to, "venue": evening.venue, "answers": answers}
    return house.do(evening_verbs.change_evening, by="Anna", **asked)


def moved_from(evening: Evening) -> dict[str, date | None]:
    return {coming.member.name: coming.moved_from for coming in evening.comings.select_related("member")}


def page_for(house: House, name: str, evening: Evening) -> str:
    return text_of(english(house, name).get(page_of(evening)))


def in_words(day: date) -> str:
    return f"{day:%A, } {day.day} {day:%b %Y}".replace("  ", " ")


def test_whoever_moves_it_is_asked_and_nothing_typed_is_lost(house: House, answered: Evening) -> None:
    anna, there = english(house, "Anna"), f"{answered.get_absolute_url()}change/"
    assert "If it is on another day" in text_of(anna.get(there))
    later = answered.date + WEEK
    form = {"date": str(later), "place": "Gasthaus Traube", "deed": str(uuid4())}
    page = anna.post(there, form)
    assert "3 members have said whether they are coming on" in text_of(page)
    assert in_words(answered.date) in text_of(page)
    assert 'value="Gasthaus Traube"' in page.content.decode()
    assert f'value="{later}"' in page.content.decode()
    answered.refresh_from_db()
    assert answered.date == later - WEEK
    assert anna.post(there, {**form, "answers": "keep"}).status_code == 302
    answered.refresh_from_db()
    assert (answered.date, answered.venue) == (later, "Gasthaus Traube")


def test_answers_that_stay_are_marked_for_everybody_until_they_are_given_again(
    house: House, answered: Evening
) -> None:
    first, later = answered.date, answered.date + WEEK
    evening = move(house, answered, later, "keep")
    assert said(evening) == {"Emil": "yes", "Dora": "yes", "Cilli": "no"}
    assert set(moved_from(evening).values()) == {first}
    there = page_for(house, "Emil", evening)
    assert f"The day has changed: you answered for {in_words(first)}." in there
    assert "Your answer stays until you change it" in there
    assert "3 of these answers were given for another day" in there
    assert "The day has changed" not in page_for(house, "Bert", evening)
    assert "The day has changed" in text_of(english(house, "Emil").get(house.club.get_absolute_url()))
    assert f"Answered for {in_words(first)}" in page_for(house, "Anna", evening)
    for name, says in (("Emil", "yes"), ("Cilli", "yes")):
        say(house, name, evening, says, day=later)
    assert moved_from(evening) == {"Emil": None, "Cilli": None, "Dora": first}
    assert "The day has changed" not in page_for(house, "Emil", evening)
    assert "1 of these answers was given for another day" in page_for(house, "Emil", evening)
    assert Deed.objects.filter(verb="say_coming").count() == 5, "saying it once more is told in the log"
    assert evening.comings.get(member__name="Emil").earlier == ""


def test_asked_anew_everybody_says_it_again(house: House, answered: Evening) -> None:
    first = answered.date
    evening = move(house, answered, first + WEEK, "anew")
    assert said(evening) == dict.fromkeys(("Emil", "Dora", "Cilli"), "")
    there = page_for(house, "Emil", evening)
    assert "Nobody has said yes yet." in there
    assert f"The day has changed: you answered for {in_words(first)}. Please say again" in there
    assert "given for another day" not in there
    assert "Undo" not in there
    [deed] = Deed.objects.filter(verb="change_evening")
    assert log_line(deed).endswith(", everybody is asked again whether they are coming")
    say(house, "Emil", evening, "perhaps")
    assert "The day has changed" not in page_for(house, "Emil", evening)


def test_nobody_is_asked_where_nobody_answered_or_somebody_plays_already(
    house: House, answered: Evening
) -> None:
    empty = house.evening(date=answered.date, venue="")
    there = english(house, "Anna").get(f"{empty.get_absolute_url()}change/")
    assert "If it is on another day" not in text_of(there)
    assert move(house, empty, empty.date + WEEK).date == answered.date + WEEK
    first = house.sheet(FOUR, evening=answered).evening.date
    assert move(house, answered, clock.today()).date == clock.today()
    assert set(moved_from(answered).values()) == {first}, "the table may be removed again"


def test_moved_back_the_answers_are_again_for_the_right_day(house: House, answered: Evening) -> None:
    first, later = answered.date, answered.date + WEEK
    evening = move(house, answered, later, "keep")
    say(house, "Anna", evening, "yes")
    evening = move(house, evening, first, "keep")
    assert moved_from(evening) == {"Emil": None, "Dora": None, "Cilli": None, "Anna": later}
    log = [log_line(deed) for deed in Deed.objects.filter(verb="change_evening").order_by("at")]
    assert [sentence.rpartition(", ")[2] for sentence in log] == ["3 answers stay", "4 answers stay"]


def test_a_tap_on_a_page_of_the_old_day_is_not_taken_for_the_new_one(house: House, answered: Evening) -> None:
    first = answered.date
    evening = move(house, answered, first + WEEK, "anew")
    moved = f"The evening has been moved to {in_words(evening.date)}. "
    again = "Please say again whether you are coming."
    assert problems_of(say, house, "Emil", evening, "yes", day=first) == {"form": [moved + again]}
    bert, page = english(house, "Bert"), page_of(evening)
    tap = {"deed": str(uuid4()), "member": house.member("Bert").pk, "says": "yes"}
    shown = bert.post(page, {**tap, "day": str(first)}, follow=True)
    assert moved in text_of(shown)
    assert f'name="day" value="{evening.date}"' in shown.content.decode()
    bert.post(page, {**tap, "day": "tomorrow"})
    assert said(evening)["Emil"] == ""
    assert "Bert" not in said(evening)
    bert.post(page, {**tap, "day": str(evening.date)})
    assert said(evening)["Bert"] == "yes"


def test_evenings_planned_after_the_next_stand_in_rows_with_their_day(house: House, evening: Evening) -> None:
    later = house.evening(date=clock.today() + 2 * WEEK)
    page = text_of(english(house, "Anna").get(reverse("scoring:evenings", args=[house.club.slug])))
    assert f"Planned evenings {later.date:%A}, {later.date.day} {later.date:%B}" in page
