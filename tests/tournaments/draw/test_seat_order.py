"""Wherever the people of a table are listed, they stand as they were seated, on every database.

PostgreSQL sorts the keys of what is stored by person; here it is stored that way, and Dora, who registered
last, sits first.
"""

import re
from collections.abc import Callable
from typing import Any

from django.test import Client

from scoring.deeds import rehearsed
from scoring.models import Sheet
from tests.support.scoring.tables import FOUR
from tests.support.scoring.verify import verified
from tests.support.tournaments.bell import facts
from tests.support.tournaments.disputes import appointed, called, the_hand
from tests.support.tournaments.playing import Playing, by_hand, hand, playing, timed
from tests.support.tournaments.table_page import page_of
from tests.support.tournaments.table_verbs import leave_table
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.pages import money_of
from tournaments.corrections.disputes.verbs import Decision
from tournaments.corrections.pages import changes_in_words, choices_of
from tournaments.corrections.verbs import PaperLine
from tournaments.models import Entrant, Finding, Leaving, Table, Tournament
from tournaments.rounds.pages.board import board_of
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
        Table.objects.filter(pk=table.pk).update(stored_results=as_postgresql_keeps_it(table.stored_results))
    for sheet in Sheet.objects.filter(evening=playing.tournament.evening):
        Sheet.objects.filter(pk=sheet.pk).update(stored_state=as_postgresql_keeps_it(sheet.stored_state))
    names = playing.names()
    assert [names[result] for result in playing.table().result.players][:4] == list(FOUR)


@timed(on=playing)
def seated(playing: Playing) -> Playing:
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
        leave_table,
        entrant=anna.pk,
        house=Entrant.objects.get(tournament=playing.tournament, house=True).pk,
        ranked=Leaving.Ranked.BALANCE,
    )


def enter_result_from_paper(playing: Playing) -> None:
    """200 were given out, and 50 to Walter."""
    ids = playing.ids()
    lines = {ids[name]: PaperLine(40) for name in SEATED} | {ids["Walter"]: PaperLine(90)}
    playing.do(repair.enter_result, lines=lines)
    keep_as_postgresql_does(playing)


def changed_by_striking(playing: Playing) -> list[str]:
    """What a ruling shows beforehand."""
    appointed(playing.house, "Emil")
    call, sheet = called(playing), playing.sheet()
    struck = Decision(Finding.STRUCK, the_hand(playing, 1))
    _found, *both = disputes.foreseen(struck, actor=playing.house["Emil"], sheet=sheet, known_seq=sheet.seq)
    before, after = map(as_postgresql_keeps_it, both)
    return [change["name"] for change in money_of(before, after, playing.names(), call)]


def changed_by_paper(playing: Playing) -> list[str]:
    """What a repair shows beforehand."""

    def results() -> dict[str, Any]:
        enter_result_from_paper(playing)
        return repair.results_in(playing.round())[1]

    consequences = [(1, repair.results_in(playing.round())[1], rehearsed(results))]
    [(_number, people)] = changes_in_words(consequences, playing.names(), playing.tournament.terms)
    return [name for name, _before, _after in people]


LISTS: dict[str, Callable[[Playing], list[str]]] = {
    "the board": lambda playing: [
        seat.name for seat in board_of(playing.round(), playing.names())["tables"][0].seats
    ],
    "the phone of the table": lambda playing: [fact["name"] for fact in facts(playing)["accounts"]],
    "the director's page of the table": lambda playing: [
        person.name for person, _fields in page_of(playing).context["people"]
    ],
    "where people are chosen": lambda playing: [
        playing.names()[choice]
        for choice, _label in choices_of(playing.round(), playing.names())["everybody"]
    ],
    "what a repair would change": changed_by_paper,
    "what a ruling would change": changed_by_striking,  # the table waits for the arbiters from here on
}


def test_everybody_stands_as_seated(seated: Playing) -> None:
    assert verified() == (0, ["1 sheet, 1 hand, 1 tournament: no difference."])
    for where, listed in LISTS.items():
        assert listed(seated) == WITH_WALTER, where
    Tournament.objects.filter(pk=seated.tournament.pk).update(public=True)
    keep_as_postgresql_does(seated)
    club, code = seated.tournament.club.slug, seated.tournament.code
    for client, page in (
        (Client(), f"/tournaments/{code}/standings/"),
        (seated.house.client("Dora"), f"/clubs/{club}/tournaments/{seated.tournament.pk}/disputes/"),
    ):
        assert ", ".join(WITH_WALTER) in client.get(page).content.decode(), page


def test_where_a_result_from_paper_is_typed_and_below_the_hands_of_its_table(
    seated: Playing, director: Client
) -> None:
    seated.do(repair.play_on_paper, paper=True)
    page = f"/clubs/{seated.tournament.club.slug}/tournaments/{seated.tournament.pk}/rounds/1/"
    shown = director.get(f"{page}results/")
    [row] = shown.context["rows"]
    assert [name for name, _fields in row.form.rows] == WITH_WALTER
    fields = re.findall(r'name="balance-(\d+)"', shown.content.decode())
    assert [seated.names()[field] for field in fields] == WITH_WALTER
    enter_result_from_paper(seated)
    entries = [entry for entry in played_in(seated.tournament).entries if entry.seats]
    assert [[seat.name for seat in entry.seats] for entry in entries] == [WITH_WALTER, WITH_WALTER]
