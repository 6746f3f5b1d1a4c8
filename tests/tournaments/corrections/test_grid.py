"""The seats of a round before it starts: two that are tapped change places, once that is saved."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring import clock
from scoring.capability import log_line
from scoring.deeds import Refused
from scoring.models import Deed
from tests.support.pages import text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.verify import verified
from tests.support.stored_forms import FormOnPage, forms_on
from tests.support.tournaments.playing import Playing, address, by_hand, log_of, opened, timed
from tournaments.corrections.grid import changed_grid, grid_of, reseat
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Round, Signup, Stage

FOUR, FIVE = ("Anna", "Bert", "Cilli", "Dora"), ("Emil", "Fanny", "Gerta", "Hans", "Ida")


@timed(on=HOUSE)
def published(house: House) -> Playing:
    """One table of four, one of five."""
    playing = opened(house, terms=PLAY_MONEY)
    with by_hand(playing):
        playing.register((*FOUR, *FIVE))
        playing.check_in()
        playing.draw()
        sizes = [len(table.seats) for table in playing.round().tables.order_by("number")]
        playing.seat(1, [FOUR, FIVE] if sizes[0] == len(FOUR) else [FIVE, FOUR])
        playing.publish()
    return playing


def number_of(playing: Playing, size: int) -> int:
    return next(table.number for table in playing.round().tables.all() if len(table.seats) == size)


class Page:
    """The page of the seats as somebody has it open."""

    def __init__(self, playing: Playing, by: str = "Bert") -> None:
        self.client, self.address = playing.client(by), address(playing, "seats", 1)
        self.ids = playing.ids()
        self.answer = self.client.get(self.address)

    @property
    def form(self) -> FormOnPage:
        return next(form for form in forms_on(self.answer) if form.sent.get("do") == ["grid"])

    @property
    def text(self) -> str:
        return text_of(self.answer)

    def press(self, **typed: str) -> "Page":
        self.answer = self.client.post(self.address, self.form.with_(typed), follow=True)
        return self

    def tap(self, *names: str) -> "Page":
        for name in names:
            assert ("tap", self.ids.get(name, name)) in self.form.buttons, name
            self.press(tap=self.ids.get(name, name))
        return self

    def save(self) -> str:
        assert 'value="save"' in self.answer.content.decode()
        return self.press(step="save").text


def test_two_that_are_tapped_change_places_once_it_is_saved(published: Playing) -> None:
    four, five = number_of(published, 4), number_of(published, 5)
    page = Page(published).tap("Dora", "Emil")
    assert "so far: Anna, Bert, Cilli, Dora from now on: Anna, Bert, Cilli, Emil" in page.text
    assert published.sitting(four) == list(FOUR)
    assert page.tap("Anna", "Anna").form.sent["opened"] == [""], "tapped again, a seat is closed"
    page.tap("Anna", "Ida").press(step="back")
    assert "The seats have been changed." in page.save()
    assert published.sitting(four) == ["Anna", "Bert", "Cilli", "Emil"]
    assert published.sitting(five) == ["Dora", "Fanny", "Gerta", "Hans", "Ida"]
    assert published.round().swapped
    [told] = log_of("reseat")
    assert told.startswith("changed the seats of round 1 of “Herbstturnier”: ")
    assert {f"Emil at table {four}", f"Dora at table {five}"} == set(told.split(": ", 1)[1].split(", "))
    published.start()
    assert verified()[0] == 0


def test_a_latecomer_sits_down_on_a_free_seat_and_a_registration_is_answered(published: Playing) -> None:
    four = number_of(published, 4)
    waits = Signup.objects.create(tournament=published.tournament, name="Yvonne", at=clock.now())
    page = Page(published).tap(f"seat {four}")
    assert "Yvonne" in page.text
    assert page.tap(f"?{waits.pk}").form.sent["opened"] == [""], "five sit there"
    page.tap(f"seat {four}").press(step="+", names="Xaver")
    assert "from now on: Anna, Bert, Cilli, Dora, Yvonne, Xaver" in page.text
    assert published.tournament.entrants.count() == len((*FOUR, *FIVE))
    page.save()
    assert published.sitting(four) == [*FOUR, "Yvonne", "Xaver"]
    assert not published.entrant("Xaver").house
    waits.refresh_from_db()
    assert (waits.entrant, waits.name) == (published.entrant("Yvonne"), "")
    there = published.round().attendances.filter(checked_in_at__isnull=False)
    assert there.filter(entrant=published.entrant("Xaver")).exists()


def test_who_does_not_play_goes_and_a_house_player_takes_a_seat_of_four(published: Playing) -> None:
    four, five = number_of(published, 4), number_of(published, 5)
    page = Page(published).tap("Anna", "off")
    assert f"Table {four} has 3 people: four to six sit at a table." in page.text
    assert 'value="save"' not in page.answer.content.decode()
    page.tap(f"seat {four}").press(step="~", names="Xaver")
    page.tap("Hans", "off").save()
    assert published.sitting(four) == ["Bert", "Cilli", "Dora", "Xaver"]
    assert published.sitting(five) == ["Emil", "Fanny", "Gerta", "Ida"]
    assert published.entrant("Xaver").house
    here = published.round().attendances.filter(checked_in_at__isnull=False)
    assert not here.filter(entrant__in=[published.entrant(name).pk for name in ("Anna", "Hans")]).exists()
    page = Page(published).tap("Bert")
    assert page.tap("Hans").save()
    assert published.sitting(four) == ["Hans", "Cilli", "Dora", "Xaver"]
    published.start()
    assert verified()[0] == 0


def test_a_further_table_is_filled_seat_by_seat(published: Playing) -> None:
    published.register(["Lea", "Max"])
    page = Page(published).tap("seat 3", "Lea", "Max").press(step="+", names="Nora\n\nOtto")
    assert "so far: – from now on: Lea, Max, Nora, Otto" in page.text
    page.save()
    assert published.sitting(3) == ["Lea", "Max", "Nora", "Otto"]
    published.start()
    assert verified()[0] == 0


def test_whoever_was_quicker_is_named_and_what_was_tapped_stays(published: Playing) -> None:
    four, five = number_of(published, 4), number_of(published, 5)
    slow = Page(published).tap("Anna", "Ida")
    quick = Page(published, by="Anna").tap("Dora", "Emil")
    quick.save()
    told = slow.press(step="save").text
    assert "This has been changed in the meantime. Please look again." in told
    assert told.count("Anna changed the seats of round 1") == 1
    assert f"Emil at table {four}" in slow.text
    assert "from now on: Ida, Bert, Cilli, Emil" in slow.text, "how it looks now, with what was tapped"
    slow.press(step="back").tap("Anna", "Ida").save()
    assert published.sitting(four) == ["Ida", "Bert", "Cilli", "Emil"]
    assert published.sitting(five) == ["Dora", "Fanny", "Gerta", "Hans", "Anna"]


def test_a_tap_asks_the_database_no_more_often_however_many_tables_there_are(house: House) -> None:
    counts = []
    for people in (8, 64):
        playing = opened(house, title=f"Turnier {people}", terms=PLAY_MONEY)
        playing.register([f"Gast {number}" for number in range(people)])
        playing.publish_seats()
        first, *_others, last = [table.seats for table in playing.round().tables.order_by("number")]
        page = Page(playing).press(tap=first[0])
        with CaptureQueriesContext(connection) as queries:
            page.press(tap=last[0])
        assert "What changes" in page.text
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 100


def test_who_comes_for_a_later_round_is_registered_for_it(published: Playing) -> None:
    later = {"do": "join", "entrant": "", "name": "Zita"}
    assert "Zita is here for round 2." in published.told("seats", 1, **later)
    assert published.round(2).attendances.get().entrant == published.entrant("Zita")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ([("Anna", "~Emil")], "Emil is already at a table."),
        ([("Anna", "~Zita")], "“Zita” is already registered, and not as a house player."),
        ([("Anna", "?0")], "This has been changed in the meantime. Please look again."),
        ([("Anna", "whoever")], "Please choose somebody, or type a name."),
    ],
)
def test_who_cannot_sit_down_is_refused(
    published: Playing, changes: list[tuple[str, str]], sentence: str
) -> None:
    published.register(["Zita"])
    assert sentences_of(published.reseat, *changes) == [sentence]


def test_nobody_is_seated_otherwise_once_the_round_runs_or_from_seats_that_were(published: Playing) -> None:
    before = grid_of(published.round())
    twice = [[*before[0], before[0][0]], *before[1:]]
    assert sentences_of(lambda: published.do(reseat, before=before, after=twice)) == [
        "Somebody has two seats."
    ]
    published.reseat(("Anna", "Emil"))
    old: dict[str, Any] = {"before": before, "after": before}
    assert sentences_of(lambda: published.do(reseat, **old))[0].startswith("This has been changed")
    published.start()
    with pytest.raises(Refused):
        published.reseat(("Anna", "Emil"))
    assert published.round().stage == Stage.RUNNING


def test_what_no_page_sends_changes_nothing(published: Playing) -> None:
    before = grid_of(published.round())
    for sent in ("", "{", "[1]", json.dumps([["seat 9", "off"]]), json.dumps({"x": 1})):
        answer = published.send("seats", 1, do="grid", step="look", shown=sent, changes=sent)
        assert answer.status_code == 200
    assert grid_of(Round.objects.get()) == before
    assert changed_grid(before, [("seat 9", "+Xaver"), ("off", "seat 1")]) == before


def test_what_earlier_versions_did_is_still_said(db: None) -> None:
    at_a_table = {"title": "Herbstturnier", "round": 1, "table": 3}
    with translation.override("en"):
        told = [
            log_line(Deed(verb="fill_with_house_players", details={**at_a_table, "names": "Xaver"})),
            log_line(Deed(verb="give_up_seat", details={**at_a_table, "name": "Anna", "instead": "Hans"})),
        ]
    assert told == [
        "let Xaver fill in at a further table, 3, in round 1 of “Herbstturnier”",
        "took Anna, who is not playing, off the table, and seated Hans (“Herbstturnier”, round 1, table 3)",
    ]
