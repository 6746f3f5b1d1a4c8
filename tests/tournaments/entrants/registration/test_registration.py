"""People register by themselves, wait, cancel, are taken in, check in at the door, and find their table."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import Club, Deed
from scoring.verifying import of_the_database
from tests.support.pages import english_visitor as phone
from tests.support.pages import text_of as text
from tests.support.refusals import refuses
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.tournaments.playing import START, Hands, Playing, log_of, opened, watch
from tests.support.tournaments.playing import address as page_of
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants import verbs as people
from tournaments.entrants.registration import verbs as registration
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.entrants.registration.pages import own_page, signups_of
from tournaments.entrants.registration.views import stored_texts
from tournaments.models import Entrant, Opening, Signup

__all__ = ["watch"]

EIGHT = ("Anna", "Huber Franz", "Gerta", "Hans", "Ida", "Jakob", "Karl", "Lena")


@stage(on=HOUSE)
def playing(house: House) -> Playing:
    return opened(house, terms=PLAY_MONEY)


NOT_COMING = "I am not coming after all"


def everybodys(playing: Playing, name: str = "registration", *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[playing.tournament.code, *args])


def open_for(playing: Playing, **settings: Any) -> Opening:
    playing.open_registration(**settings)
    return Opening.objects.select_related("tournament").get(pk=playing.tournament.pk)


def sign_up(playing: Playing, *names: str) -> list[Signup]:
    about: dict[str, Any] = {"actor": registration.A_PHONE, "tournament": playing.tournament}
    return [registration.sign_up(**about, deed=uuid4(), name=name, comes_from="", words="") for name in names]


def posted(**fields: str) -> dict[str, str]:
    return {"deed": str(uuid4()), **fields}


def listed(playing: Playing) -> tuple[list[str], list[str]]:
    found = signups_of(playing.tournament, Opening.objects.get(pk=playing.tournament.pk))
    return [signup.name for signup in found["with_a_place"]], [
        asking["signup"].name for asking in found["asking"] if asking["waits"]
    ]


# The story


def test_from_the_page_to_the_table(playing: Playing, watch: Hands) -> None:
    """Bert opens registration for eight. The ninth waits, one cancels, the ninth moves up; all are
    taken in as one list, check in at the door with their own phones, and find their tables there."""
    bert, address = playing.client(), everybodys(playing)
    assert phone().get(address).status_code == 404
    assert bert.get(page_of(playing, "poster")).status_code == 404
    bert.post(page_of(playing, "registration_desk"), posted(limit="8"))
    phones = {}
    for name in (*EIGHT, "Max"):
        phones[name] = phone()
        answer = phones[name].post(address, posted(name=name, words="Fensterplatz"), follow=True)
        assert answer.status_code == 200
        watch.forward(minutes=1)
        if name != "Max":
            assert "You are registered, and there is a place for you." in text(answer)
    assert "You are on the waiting list, at place 1." in text(answer)
    maxs = answer.redirect_chain[-1][0]
    lena = Signup.objects.get(name="Lena")
    link = everybodys(playing, "my_registration", registration_code(lena))
    phone().post(f"{link}cancel/", posted())
    assert "You have cancelled and are not expected." in text(phones["Lena"].get(link))
    assert "there is a place for you" in text(phones["Max"].get(maxs))

    assert "Fensterplatz" in playing.read("registration_desk")
    looked = bert.post(page_of(playing, "take_in"), posted())
    preview = looked.context["preview"]
    bert.post(page_of(playing, "take_in"), posted(step="take", looked=preview["digest"]))
    assert sorted(playing.names().values()) == sorted((*(name for name in EIGHT if name != "Lena"), "Max"))
    assert set(Signup.objects.values_list("name", flat=True)) == {"", "Lena"}
    assert Entrant.objects.get(participant__member__name="Anna")

    poster = bert.get(page_of(playing, "poster"))
    door = everybodys(playing, "at_the_door", code_at_the_door(poster.context["opening"]))
    for name in (*EIGHT[:7], "Max"):
        [mine] = phones[name].get(door).context["mine"]
        tapped = posted(signup=str(mine["pk"]))
        here = phones[name].post(door, tapped, follow=True)
        assert "You are checked in for round 1." in text(here)
    for nobody in (phone(), phones["Lena"]):
        assert "Nobody has registered on this phone." in text(nobody.get(door))
    playing.draw()
    assert "You play at table" not in text(phones["Max"].get(maxs))
    playing.publish()
    found = phones["Max"].get(maxs)
    table = next(table for table in playing.round().tables.all() if playing.ids()["Max"] in table.seats)
    assert f"You play at table {table.number}" in text(found)
    names = playing.names()
    assert f"With {', '.join(names[pk] for pk in table.seats if names[pk] != 'Max')}" in text(found)
    playing.start()
    part = phones["Max"].get(f"{maxs}?part=1")
    assert "The round is running." in text(part)
    again = phones["Max"].get(f"{maxs}?part=1", headers={"If-None-Match": part.headers["ETag"]})
    assert again.status_code == 304
    playing.clean()


def registration_code(signup: Signup) -> str:
    return own_page(signup, None)["code"]


# The page


def test_it_opens_and_closes_at_its_times_and_by_hand(playing: Playing, watch: Hands) -> None:
    watch.moment = START
    open_for(playing, opens_at=START + timedelta(hours=1), closes_at=START + timedelta(hours=3))
    address = everybodys(playing)
    assert "Registration has not opened yet." in text(phone().get(address))
    with refuses({"form": ["Registration has not opened yet."]}):
        sign_up(playing, "Gerta")
    watch.forward(hours=1)
    sign_up(playing, "Gerta")
    bert, close = playing.client(), page_of(playing, "close_registration")
    for _tap in range(2):
        bert.post(close, posted())
        assert "Registration is closed." in text(phone().get(address))
        assert Opening.objects.get().closes_at == START + timedelta(hours=1)
        watch.forward(minutes=1)
    open_for(playing, opens_at=watch.moment + timedelta(hours=1))
    bert.post(close, posted())
    assert "Registration is closed." in text(phone().get(address))
    assert log_of("open_registration") == [
        "changed how people register for “Herbstturnier”",
        "opened registration for “Herbstturnier”",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"opens_at": "2026-11-21T19:00", "closes_at": "2026-11-21T18:00"},
            "It would close before it opens.",
        ),
        ({"limit": "401"}, "Please give a number between 1 and 400, or nothing."),
        ({"word": "x" * 41}, "Please give a word of at most 40 characters."),
    ],
)
def test_what_cannot_be_agreed_on_is_said_to_the_director_and_opens_nothing(
    playing: Playing, typed: dict[str, str], said: str
) -> None:
    assert said in text(playing.client().post(page_of(playing, "registration_desk"), posted(**typed)))
    assert not Opening.objects.exists()
    playing.client().post(page_of(playing, "registration_desk"), posted(limit="400", word="x" * 40))
    assert Opening.objects.get().word == "x" * 40


def test_when_the_tournament_is_finished_nobody_registers_and_no_table_is_shown(playing: Playing) -> None:
    open_for(playing)
    signups = sign_up(playing, *EIGHT[:4])
    taken_in(playing)
    playing.publish_seats()
    mine = everybodys(playing, "my_registration", registration_code(signups[0]))
    assert "You play at table 1" in text(phone().get(mine))
    assert NOT_COMING not in text(phone().get(mine)), "the director has to take back the draw first"
    playing.finish()
    assert NOT_COMING not in text(phone().get(mine))
    assert "This tournament is finished." in text(phone().get(everybodys(playing)))
    assert "You play at table" not in text(phone().get(mine))


def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(playing: Playing) -> None:
    open_for(playing, word="Pagat")
    answer = phone().post(everybodys(playing), posted(name="", comes_from="Linz", word=""))
    page = text(answer)
    assert "Please give your name." in page
    assert "Please give the word that you were told." in page
    assert 'value="Linz"' in answer.content.decode()
    for name in ("Name", "1. Name", "=1+1", "x" * 50, "Anna;Bert;Cilli"):
        phone().post(everybodys(playing), posted(name=name, word="pagat"))
    wrong = {"comes_from": "x" * 200, "words": "Fenster\x07platz"}
    page = text(phone().post(everybodys(playing), posted(name="Gerta", word="Pagat", **wrong)))
    assert "This is too long" in page
    assert "This contains characters that cannot be read." in page
    assert not Signup.objects.exists()
    phone().post(everybodys(playing), posted(name="Huber, Franz", word=" PAGAT "))
    assert Signup.objects.get().name == "Franz Huber"


def test_a_joke_that_fills_the_list_is_turned_away_at_once(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole hall registers from one address; of a joke in between nobody else notices for long."""
    monkeypatch.setattr(registration, "MOST_SIGNUPS", 9)
    open_for(playing)
    address, bert = everybodys(playing), playing.client()
    jokes = [f"Scherz {chr(97 + number)}" for number in range(6)]
    first_joke = sign_up(playing, "Gerta", *jokes[:4])[1]
    registration.cancel_signup(actor=registration.A_PHONE, deed=uuid4(), signup=first_joke)
    sign_up(playing, *jokes[4:], "Hans", "Ida")
    full = text(phone().post(address, posted(name="Karl")))
    assert "Registration is full." in full, "who has cancelled counts, or it would go on for ever"

    many = page_of(playing, "turn_away_many")
    asked = bert.get(many).context["form"].asking
    assert [signup.name for signup in asked] == ["Gerta", *jokes[1:], "Hans", "Ida"]
    first, last = str(asked[1].pk), str(asked[5].pk)
    looked = bert.post(many, posted(first=first, last=last, step="look"))
    assert [signup.name for signup in looked.context["chosen"]] == jokes[1:]
    assert Signup.objects.asking().count() == 8
    confirmed = posted(first=first, last=last, step="turn away")
    assert "5 people have been turned away." in text(bert.post(many, confirmed, follow=True))
    assert listed(playing) == (["Gerta", "Hans", "Ida"], [])
    assert phone().post(address, posted(name="Karl")).status_code == 302

    bert.post(page_of(playing, "remove_turned_away"), posted())
    assert {signup.name for signup in Signup.objects.all()} == {"Gerta", jokes[0], "Hans", "Ida", "Karl"}
    removed = "removed the registrations for “Herbstturnier” of 5 people who had been turned away"
    assert log_of("remove_turned_away") == [removed]
    assert log_of("turn_away_many") == ["turned 5 people away at once from “Herbstturnier”"]


def test_somebody_elses_link_is_not_guessed(playing: Playing) -> None:
    open_for(playing)
    [one] = sign_up(playing, "Gerta")
    for code in (f"{one.pk}-00000000000000000000", f"{one.pk}", "x", "9" * 30 + "-x"):
        assert phone().get(everybodys(playing, "my_registration", code)).status_code == 404
        assert phone().post(everybodys(playing, "cancel_registration", code), posted()).status_code == 404
    assert phone().get(everybodys(playing, "at_the_door", "x")).status_code == 404


# The waiting list


def test_whoever_the_director_registers_takes_a_place_and_who_withdraws_gives_one_back(
    playing: Playing, watch: Hands
) -> None:
    open_for(playing, limit=3)
    for name in ("Gerta", "Hans", "Ida"):
        sign_up(playing, name)
        watch.forward(minutes=1)
    assert listed(playing) == (["Gerta", "Hans", "Ida"], [])
    playing.register(["Anna"])
    assert listed(playing) == (["Gerta", "Hans"], ["Ida"])
    playing.register(["Xaver"], house=True)
    assert listed(playing) == (["Gerta", "Hans"], ["Ida"])
    playing.do(people.withdraw_entrant, entrant=playing.tournament.entrants.get(house=False))
    assert listed(playing) == (["Gerta", "Hans", "Ida"], [])


def test_duplicates_are_seen_and_one_of_them_is_turned_away(playing: Playing) -> None:
    open_for(playing)
    playing.register(["Franz Huber"])
    sign_up(playing, "Huber Franz", "Gerta", "Greta")
    found = signups_of(playing.tournament, None)
    assert {asking["signup"].name: asking["alike"] for asking in found["asking"]} == {
        "Huber Franz": ["Franz Huber"],
        "Gerta": ["Greta"],
        "Greta": ["Gerta"],
    }
    greta = Signup.objects.get(name="Greta")
    bert, strike = playing.client(), page_of(playing, "strike_signup")
    for left in (True, False):
        bert.post(strike, posted(signup=str(greta.pk)))
        assert Signup.objects.filter(pk=greta.pk).exists() is left
    for nobody in ("", "²", "9" * 19):
        assert bert.post(strike, posted(signup=nobody)).status_code == 400
    assert log_of("strike_signup") == [
        "removed the registration of Greta for “Herbstturnier”",
        "turned Greta away from “Herbstturnier”",
    ]


def test_taken_in_as_somebody_who_is_there_the_link_leads_to_that_seat(playing: Playing) -> None:
    open_for(playing)
    playing.register(["Franz Huber"])
    [signup] = sign_up(playing, "Huber Franz")
    bert, address = playing.client(), page_of(playing, "take_in")
    preview = bert.post(address, posted()).context["preview"]
    [line] = preview["lines"]
    same = next(choice.code for choice in line.choices if choice.written)
    bert.post(address, posted(step="take", looked=preview["digest"], **{line.field: "out"}))
    signup.refresh_from_db()
    assert signup.entrant is None
    bert.post(address, posted(step="take", looked=preview["digest"], **{line.field: same}))
    signup.refresh_from_db()
    entrant = playing.tournament.entrants.get()
    assert signup.entrant == entrant
    mine = everybodys(playing, "my_registration", registration_code(signup))
    gone = phone().post(f"{mine}cancel/", posted(), follow=True)
    assert "You have cancelled and are not expected." in text(gone)

    [again] = sign_up(playing, "Franz Huber")
    preview = bert.post(address, posted()).context["preview"]
    [line] = preview["lines"]
    back = line.choices[0].code
    taken = posted(step="take", looked=preview["digest"], **{line.field: back})
    bert.post(address, taken)
    again.refresh_from_db()
    entrant.refresh_from_db()
    assert (again.entrant, entrant.withdrawn_at) == (entrant, None)


def test_who_was_turned_away_while_others_were_taken_in_stays_so(playing: Playing) -> None:
    open_for(playing)
    [gerta, hans] = sign_up(playing, "Gerta", "Hans")
    playing.client().post(page_of(playing, "strike_signup"), posted(signup=str(gerta.pk)))
    playing.do(registration.take_in, names=["Hans"], whose=[(gerta.pk, "Gerta"), (hans.pk, "Hans")])
    gerta.refresh_from_db()
    assert (gerta.name, gerta.entrant) == ("Gerta", None)
    assert Deed.objects.get(verb="connect_signups").details["count"] == 1


def test_what_somebody_wrote_is_removed_without_them_and_a_word_with_a_name_is_found(
    playing: Playing,
) -> None:
    open_for(playing, word="Kommerzialrat")
    phone().post(everybodys(playing), posted(name="Gerta", words="nicht zu Hans", word="Kommerzialrat"))
    club = playing.house.club
    written = {text.text: text.url for text in stored_texts(club)}
    assert set(written) == {"Gerta", "nicht zu Hans", "Kommerzialrat"}
    assert set(written.values()) == {page_of(playing, "registration_desk")}
    taken_in(playing)
    signup = Signup.objects.get()
    playing.client().post(page_of(playing, "strike_signup"), posted(signup=str(signup.pk)))
    assert {text.text for text in stored_texts(club)} == {"Kommerzialrat"}
    assert list(playing.names().values()) == ["Gerta"]


def test_who_was_taken_in_cancels_and_is_withdrawn_but_not_from_a_seat(playing: Playing) -> None:
    open_for(playing)
    signups = sign_up(playing, *EIGHT[:5])
    taken_in(playing)
    phone().post(everybodys(playing, "cancel_registration", registration_code(signups[4])), posted())
    assert playing.tournament.entrants.get(participant__guest="Ida").withdrawn_at is not None
    playing.check_in(names=EIGHT[:4])
    playing.draw()
    answer = phone().post(
        everybodys(playing, "cancel_registration", registration_code(signups[3])), posted(), follow=True
    )
    assert "Please take back that draw first." in text(answer)


def taken_in(playing: Playing) -> None:
    found = signups_of(playing.tournament, None)["with_a_place"]
    playing.do(
        registration.take_in,
        names=[signup.name for signup in found],
        whose=[(signup.pk, signup.name) for signup in found],
    )


def test_a_name_goes_back_when_the_director_takes_somebody_off_the_list(playing: Playing) -> None:
    open_for(playing)
    sign_up(playing, "Gerta")
    taken_in(playing)
    playing.do(people.remove_entrant, entrant=playing.tournament.entrants.whole().get())
    [left] = signups_of(playing.tournament, None)["ended"]
    assert (left.name, left.ended_by_id is not None) == ("Gerta", True)


def test_a_club_takes_registrations_along_and_links_of_another_server_open_nothing(
    playing: Playing, settings: Any
) -> None:
    open_for(playing, limit=4, word="Pagat")
    mine = registration_code(sign_up(playing, "Gerta")[0])
    content, code = exported(playing.house.club), playing.tournament.code
    emptied()
    brought(content)
    assert exported(Club.objects.get()) == content
    address = reverse("tournaments:my_registration", args=[code, mine])
    assert phone().get(address).status_code == 200
    settings.SECRET_KEY = "x" * 60
    assert phone().get(address).status_code == 404


def test_a_planted_lie_is_found(playing: Playing, house: House) -> None:
    open_for(playing)
    [signup] = sign_up(playing, "Gerta")
    other = opened(house, "Hans", title="Anderes", terms=PLAY_MONEY)
    Signup.objects.filter(pk=signup.pk).update(name="", entrant=other.tournament.entrants.get())
    found = [str(wrong) for wrong in of_the_database()]
    assert any(words.startswith("signup, On the list: expected tournament ") for words in found)
