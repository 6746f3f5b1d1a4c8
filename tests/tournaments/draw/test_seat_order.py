"""Wherever the people of a table are listed, they stand as they were seated, on every database.

PostgreSQL sorts the keys of what is stored by person; here it is stored that way, and Dora, who registered
last, sits first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django.test import Client
from django.utils import translation

from scoring.models import Sheet
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.tournaments.disputes import appointed, called, the_hand
from tests.support.tournaments.hands import hand
from tests.support.tournaments.playing import PLAYING, Hands, Playing, by_hand, opened, timed
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.pages import money_of
from tournaments.corrections.disputes.verbs import Decision
from tournaments.corrections.pages.repair import changes_in_words, page_of, seated_choices
from tournaments.corrections.verbs import leaving, paper, repair
from tournaments.corrections.verbs.paper import PaperLine
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Entrant, Finding, Leaving, Table, Tournament
from tournaments.rounds.pages.board import board_of
from tournaments.rounds.pages.table_facts import facts_of
from tournaments.standings.pages.played import played_in

SEATED = ["Dora", "Anna", "Cilli", "Bert"]
WITH_WALTER = [*SEATED, "Walter"]


def as_postgresql_keeps_it(stored: Any) -> Any:
    """Keys that are shorter first, then by letters and digits."""
    if isinstance(stored, dict):
        keys = sorted(stored, key=lambda key: (len(key), key))
        return {key: as_postgresql_keeps_it(stored[key]) for key in keys}
    return stored


def keep_as_postgresql_does(playing: Playing) -> None:
    for table in Table.objects.filter(round__tournament=playing.tournament):
        Table.objects.filter(pk=table.pk).update(results=as_postgresql_keeps_it(table.results))
    for sheet in Sheet.objects.filter(evening=playing.tournament.evening):
        Sheet.objects.filter(pk=sheet.pk).update(standing=as_postgresql_keeps_it(sheet.standing))
    names = playing.names()
    assert [names[result] for result in playing.table().results["players"]][:4] == list(FOUR)


def with_walter(playing: Playing) -> Playing:
    """Bert and Cilli have won 1, and Walter fills in for Anna."""
    with by_hand(playing):
        _played(playing)
    keep_as_postgresql_does(playing)
    return playing


def _played(playing: Playing) -> None:
    playing.begin(tables=[SEATED])
    playing.play(1, hand("Bert", "Cilli"))
    playing.register(["Walter"], house=True)
    anna = playing.tournament.entrants.get(participant__member=playing.house.member("Anna"))
    playing.do(
        leaving.leave_table,
        entrant=anna.pk,
        house=Entrant.objects.get(tournament=playing.tournament, house=True).pk,
        ranked=Leaving.Ranked.BALANCE,
    )


SEATED_WITH_WALTER = Stage("seated", with_walter, on=PLAYING)
seated = timed(SEATED_WITH_WALTER)


def enter_result_from_paper(playing: Playing) -> None:
    """200 were given out, and 50 to Walter."""
    ids = playing.ids()
    lines = {ids[name]: PaperLine(40) for name in SEATED} | {ids["Walter"]: PaperLine(90)}
    playing.do(paper.enter_result, lines=lines)
    keep_as_postgresql_does(playing)


def test_on_the_board(seated: Playing) -> None:
    [table] = board_of(seated.round(), seated.names()).tables
    assert [(seat.name, seat.amount) for seat in table.seats] == [
        ("Dora", "49"),
        ("Anna", "49"),
        ("Cilli", "51"),
        ("Bert", "51"),
        ("Walter", "50"),
    ]


def facts(playing: Playing) -> dict[str, Any]:
    table = playing.table()
    table.sheet = Sheet.objects.whole().get(table=table)
    with translation.override("en"):
        return facts_of(table, playing.names())


def test_on_the_phone_of_the_table(seated: Playing) -> None:
    assert [fact["name"] for fact in facts(seated)["accounts"]] == WITH_WALTER


def test_where_several_went_bust_in_a_hand(house: House, watch: Hands) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, capital=3, stake=PLAY_MONEY.stake * 12))
    playing.register(FOUR)
    playing.begin(tables=[SEATED])
    playing.play(1, hand("Bert", "Cilli"))
    keep_as_postgresql_does(playing)
    assert [fact.partition(":")[0] for fact in facts(playing)["happened"]] == ["Dora", "Anna"]


def test_beside_the_standings_that_everybody_sees(seated: Playing) -> None:
    Tournament.objects.filter(pk=seated.tournament.pk).update(public=True)
    page = Client().get(f"/tournaments/{seated.tournament.code}/standings/").content.decode()
    assert ", ".join(WITH_WALTER) in page


def test_in_the_form_for_a_result_from_paper(seated: Playing, director: Client) -> None:
    page = f"/clubs/{seated.tournament.club.slug}/tournaments/{seated.tournament.pk}/rounds/1/tables/1/"
    shown = director.get(f"{page}result/")
    assert [name for name, _fields in shown.context["form"].rows] == WITH_WALTER
    fields = re.findall(r'name="balance-(\d+)"', shown.content.decode())
    assert [seated.names()[field] for field in fields] == WITH_WALTER


def test_in_a_result_from_paper_below_the_hands_of_its_table(seated: Playing) -> None:
    enter_result_from_paper(seated)
    entries = played_in(seated.tournament).entries
    assert [[seat.name for seat in entry.seats] for entry in entries if entry.seats] == [
        WITH_WALTER,
        WITH_WALTER,
    ]


def test_on_the_directors_page_of_the_table_and_where_people_are_chosen(seated: Playing) -> None:
    names = seated.names()
    assert [person["name"] for person in page_of(seated.table(), names)["people"]] == WITH_WALTER
    assert [names[choice] for choice, _label in seated_choices(seated.round(), names)] == WITH_WALTER


def test_where_a_ruling_shows_what_would_change(seated: Playing) -> None:
    appointed(seated.house, "Emil")
    call = called(seated)
    sheet = seated.sheet()
    struck = Decision(Finding.STRUCK, the_hand(seated, 1))
    found = disputes.foreseen(struck, actor=seated.house["Emil"], sheet=sheet, after=sheet.seq)
    before, after = map(as_postgresql_keeps_it, (found.before, found.after))
    assert [change.name for change in money_of(before, after, seated.names(), call)] == WITH_WALTER


def test_where_a_repair_shows_what_would_change(seated: Playing) -> None:
    found_there = repair.foreseen(seated.round(), lambda: enter_result_from_paper(seated))
    [(_number, people)] = changes_in_words(found_there, seated.names(), seated.tournament.terms)
    assert [name for name, _before, _after in people] == WITH_WALTER


def test_where_a_call_names_who_sat_there(seated: Playing) -> None:
    called(seated)
    keep_as_postgresql_does(seated)
    dora = seated.house.client("Dora")
    page = dora.get(f"/clubs/{seated.tournament.club.slug}/tournaments/{seated.tournament.pk}/disputes/")
    assert ", ".join(WITH_WALTER) in page.content.decode()


def test_and_nothing_of_it_is_a_difference(seated: Playing) -> None:
    assert verified() == (0, ["1 sheet, 1 hand, 1 tournament: no difference."])
