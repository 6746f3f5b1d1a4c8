"""A planned evening is moved: what members said of the old day is not taken for the new one."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.capability import log_line as told_in_log
from scoring.coming import verbs
from scoring.coming.views import planned_one
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Evening
from tests.support.pages import text_of
from tests.support.scoring.house import HOUSE, House, english
from tests.support.scoring.tables import FOUR
from tests.support.stages import stage

pytestmark = pytest.mark.usefixtures("english")

WEEK = timedelta(days=7)


@stage(on=HOUSE)
def evening(house: House) -> Evening:
    """Planned for next week; Emil and Dora come, Cilli does not."""
    found = house.evening(date=timezone.localdate() + WEEK, place="Sonnenwirt")
    for name, says in (("Emil", "yes"), ("Dora", "yes"), ("Cilli", "no")):
        say(house, name, found, says)
    return found


def say(house: House, who: str, evening: Evening, says: str, *, day: date | None = None) -> None:
    asked = {"evening": evening, "member": house.member(who), "says": says, "day": day}
    verbs.say_coming(actor=house[who], deed=uuid4(), **asked)


def move(house: House, evening: Evening, to: date, answers: str = "") -> Evening:
    asked = {"evening": evening, "date": to, "place": evening.place, "answers": answers}
    return evening_verbs.change_evening(actor=house["Anna"], deed=uuid4(), **asked)


def said(evening: Evening) -> dict[str, str]:
    return {coming.member.name: coming.says for coming in evening.comings.select_related("member")}


def moved_from(evening: Evening) -> dict[str, date | None]:
    return {coming.member.name: coming.moved_from for coming in evening.comings.select_related("member")}


def read(house: House, name: str, evening: Evening) -> str:
    page = reverse("scoring:coming_to", args=[evening.club.slug, evening.pk])
    return text_of(english(house, name).get(page))


def in_words(day: date) -> str:
    return f"{day:%A, } {day.day} {day:%b %Y}".replace("  ", " ")


def test_whoever_moves_it_is_asked_and_nothing_typed_is_lost(house: House, evening: Evening) -> None:
    anna, there = english(house, "Anna"), f"{evening.get_absolute_url()}change/"
    shown = text_of(anna.get(there))
    assert "If it is on another day" in shown
    later = evening.date + WEEK
    form = {"date": str(later), "place": "Gasthaus Traube", "deed": str(uuid4())}
    page = anna.post(there, form)
    assert "3 members have said whether they come on" in text_of(page)
    assert in_words(evening.date) in text_of(page)
    assert 'value="Gasthaus Traube"' in page.content.decode()
    assert f'value="{later}"' in page.content.decode()
    evening.refresh_from_db()
    assert evening.date == later - WEEK
    assert anna.post(there, {**form, "answers": "keep"}).status_code == 302
    evening.refresh_from_db()
    assert (evening.date, evening.place) == (later, "Gasthaus Traube")


def test_only_the_place_is_changed_without_a_question(house: House, evening: Evening) -> None:
    there = f"{evening.get_absolute_url()}change/"
    form = {"date": str(evening.date), "place": "Gasthaus Traube", "deed": str(uuid4())}
    assert english(house, "Anna").post(there, form).status_code == 302
    assert set(moved_from(evening).values()) == {None}


def test_answers_that_stay_are_marked_for_everybody_until_they_are_given_again(
    house: House, evening: Evening
) -> None:
    first, later = evening.date, evening.date + WEEK
    evening = move(house, evening, later, "keep")
    assert said(evening) == {"Emil": "yes", "Dora": "yes", "Cilli": "no"}
    assert set(moved_from(evening).values()) == {first}
    there = read(house, "Emil", evening)
    assert f"The day has changed: you answered for {in_words(first)}." in there
    assert "Your answer stays until you change it" in there
    assert "3 of these answers were given for another day" in there
    assert "The day has changed" not in read(house, "Bert", evening)
    assert "The day has changed" in text_of(english(house, "Emil").get(house.club.get_absolute_url()))
    assert f"Answered for {in_words(first)}" in read(house, "Anna", evening)
    for name, says in (("Emil", "yes"), ("Cilli", "yes")):
        say(house, name, evening, says, day=later)
    assert moved_from(evening) == {"Emil": None, "Cilli": None, "Dora": first}
    assert "The day has changed" not in read(house, "Emil", evening)
    assert "1 of these answers was given for another day" in read(house, "Emil", evening)
    assert Deed.objects.filter(verb="say_coming").count() == 5, "saying it once more is told in the log"
    assert evening.comings.get(member__name="Emil").earlier == ""


def test_asked_anew_everybody_says_it_again(house: House, evening: Evening) -> None:
    first = evening.date
    evening = move(house, evening, first + WEEK, "anew")
    assert said(evening) == dict.fromkeys(("Emil", "Dora", "Cilli"), "")
    there = read(house, "Emil", evening)
    assert "Nobody has said yes yet." in there
    assert f"The day has changed: you answered for {in_words(first)}. Please say anew" in there
    assert "given for another day" not in there
    assert "Undo" not in there
    [deed] = Deed.objects.filter(verb="change_evening")
    assert told_in_log(deed).endswith(", everybody is asked anew who is coming")
    say(house, "Emil", evening, "perhaps")
    assert "The day has changed" not in read(house, "Emil", evening)


def test_moved_back_the_answers_are_again_for_the_right_day(house: House, evening: Evening) -> None:
    first, later = evening.date, evening.date + WEEK
    evening = move(house, evening, later, "keep")
    say(house, "Anna", evening, "yes")
    evening = move(house, evening, first, "keep")
    assert moved_from(evening) == {"Emil": None, "Dora": None, "Cilli": None, "Anna": later}
    log = [told_in_log(deed) for deed in Deed.objects.filter(verb="change_evening").order_by("at")]
    assert [sentence.rpartition(", ")[2] for sentence in log] == ["3 answers stay", "4 answers stay"]


def test_a_tap_on_a_page_of_the_old_day_is_not_taken_for_the_new_one(house: House, evening: Evening) -> None:
    first = evening.date
    evening = move(house, evening, first + WEEK, "anew")
    with pytest.raises(Refused) as refused:
        say(house, "Emil", evening, "yes", day=first)
    assert refused.value.problems == {
        "form": [
            (
                f"The evening has been moved to {in_words(evening.date)}. Please say again whether you are "
                "coming."
            )
        ]
    }
    bert = english(house, "Bert")
    page = reverse("scoring:coming_to", args=[evening.club.slug, evening.pk])
    tap = {"deed": str(uuid4()), "member": house.member("Bert").pk, "says": "yes"}
    shown = bert.post(page, {**tap, "day": str(first)}, follow=True)
    assert "The evening has been moved to" in text_of(shown)
    assert f'name="day" value="{evening.date}"' in shown.content.decode()
    bert.post(page, {**tap, "day": "tomorrow"})
    assert said(evening)["Emil"] == ""
    assert "Bert" not in said(evening)
    bert.post(page, {**tap, "day": str(evening.date)})
    assert said(evening)["Bert"] == "yes"


def test_nobody_is_asked_where_nobody_answered_or_somebody_plays_already(
    house: House, evening: Evening
) -> None:
    empty = house.evening(date=evening.date, place="")
    there = english(house, "Anna").get(f"{empty.get_absolute_url()}change/")
    assert "If it is on another day" not in text_of(there)
    assert move(house, empty, empty.date + WEEK).date == evening.date + WEEK
    house.sheet(FOUR, evening=evening)
    assert move(house, evening, timezone.localdate()).date == timezone.localdate()
    assert set(moved_from(evening).values()) == {None}


def test_what_was_taken_back_and_who_is_no_longer_active_need_no_answer(
    house: House, evening: Evening
) -> None:
    for name in ("Emil", "Cilli"):
        say(house, name, evening, "")
    dora = house.member("Dora")
    dora.active = False
    dora.save(update_fields=["active"])
    first = evening.date
    assert "If it is on another day" not in text_of(
        english(house, "Anna").get(f"{evening.get_absolute_url()}change/")
    )
    moved = move(house, evening, first + WEEK)
    assert moved_from(moved) == {"Emil": None, "Cilli": None, "Dora": first}, "who may become active again"
    assert planned_one(moved, None)["of_another_day"] == 0
