"""Wishes for the draw: noted, kept or named, told when seats change later, and gone with the person."""

from typing import Any
from uuid import uuid4

from django.utils import translation

from tests.support.pages import text_of as text
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, log_of, opened
from tests.support.tournaments.playing import address as page_of
from tests.support.tournaments.table_verbs import join_table
from tournaments.draw import wish_list as wishes
from tournaments.draw.verbs import past_of, swap_seats
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants import verbs as people
from tournaments.export.stored import stored_in_tournaments
from tournaments.models import Round, Wish

TWELVE = ("Anna", "Bert", "Cilli", "Dora", "Gerta", "Hans", "Ida", "Jakob", "Karl", "Lena", "Max", "Nora")


@stage(on=HOUSE)
def playing(house: House) -> Playing:
    return opened(house, *TWELVE, terms=PLAY_MONEY)


def note(playing: Playing, name: str, kind: Wish.Kind = Wish.Kind.TABLE, **asked: Any) -> None:
    if "other" in asked:
        asked["other"] = playing.entrant(asked["other"]).pk
    playing.do(wishes.note_wish, entrant=playing.entrant(name).pk, kind=kind, **asked)


def at(playing: Playing, name: str, number: int = 1) -> int:
    known = playing.ids()
    return next(table.number for table in playing.round(number).tables.all() if known[name] in table.seats)


def test_the_draw_keeps_them_and_says_so_and_swaps_and_latecomers_tell_what_they_break(
    playing: Playing,
) -> None:
    """Gerta needs table 1, seat 4; Hans and Ida smoke at table 2; Karl and Lena do not sit together."""
    here, address = playing.client(), page_of(playing, "wishes")
    assert "Nobody has a wish." in playing.read("wishes")
    for posted in (
        {"entrant": playing.entrant("Gerta").pk, "kind": "table", "tables": "1", "seat": "4"},
        {"entrant": playing.entrant("Hans").pk, "kind": "smoking", "tables": "2, 2"},
        {"entrant": playing.entrant("Ida").pk, "kind": "smoking", "tables": "2"},
        {
            "entrant": playing.entrant("Karl").pk,
            "kind": "apart",
            "other": playing.entrant("Lena").pk,
        },
    ):
        assert here.post(address, {"deed": str(uuid4()), **posted}).status_code == 302
    assert "Hans: a smoking table (2)" in playing.read("wishes")
    for number in (1, 2):
        playing.check_in(number)
        playing.draw(number)
        assert (at(playing, "Gerta", number), at(playing, "Hans", number)) == (1, 2)
        assert at(playing, "Ida", number) == 2
        assert at(playing, "Karl", number) != at(playing, "Lena", number)
        table = playing.table(1, round_=number)
        assert playing.names()[table.seats[3]] == "Gerta"
        drawn = playing.read("draw", number)
        assert "4 of 4 wishes are kept." in drawn
        assert "With the same wishes the same seed draws it again." in drawn
        if number == 1:
            playing.publish()
            playing.start()
            playing.close()
    known = playing.ids()
    karl, lena = known["Karl"], known["Lena"]
    there = playing.table(at(playing, "Lena", 2), round_=2).seats
    neighbour = next(seat for seat in there if seat not in (lena, known["Gerta"]))
    playing.do(swap_seats, round_=playing.round(2), one=karl, other=neighbour)
    page = playing.read("draw", 2)
    assert "Karl: not together with Lena" in page
    assert "3 of 4 wishes are kept." in page
    report = playing.round(2).report
    reckoned = "The lowest number above is counted without wishes; with them it may be out of reach."
    for found, told in ((report["at_least"], False), (report["at_least"] + 2, True)):
        Round.objects.filter(pk=playing.round(2).pk).update(report={**report, "found": found})
        assert (reckoned in playing.read("draw", 2)) is told


def test_a_latecomer_is_told_to_break_a_wish_before_it_is_done_and_counts_as_met_afterwards(
    playing: Playing,
) -> None:
    playing.begin(names=TWELVE[:8], tables=[TWELVE[:4], TWELVE[4:8]])
    note(playing, "Max", Wish.Kind.APART, other="Anna")
    looked = playing.client().post(
        page_of(playing, "seats", 1),
        {
            "deed": str(uuid4()),
            "do": "join",
            "step": "look",
            "entrant": str(playing.entrant("Max").pk),
            "table": "1",
            "name": "",
        },
    )
    assert "Wishes not kept then: Max: not together with Anna" in text(looked)
    playing.do(join_table, table=playing.table(1), entrant=playing.entrant("Max").pk)
    later = Round.objects.get_or_create(tournament=playing.tournament, number=2)[0]
    known = playing.ids()
    pairs = {pair for seating in past_of(later) for pair in seating.pairs}
    assert tuple(sorted((known["Max"], known["Anna"]))) in pairs


def test_what_is_wrong_is_said_at_its_field(playing: Playing) -> None:
    for kind, asked, field in (
        (Wish.Kind.TABLE, {"tables": ""}, "tables"),
        (Wish.Kind.TABLE, {"tables": "1, x"}, "tables"),
        (Wish.Kind.TABLE, {"tables": "1", "seat": 9}, "seat"),
        (Wish.Kind.APART, {"other": "Gerta"}, "other"),
    ):
        assert set(problems_of(note, playing, "Gerta", kind, **asked)) == {field}
    nobody = problems_of(playing.do, wishes.note_wish, entrant=0, kind=Wish.Kind.TABLE, tables="1")
    assert nobody == {"entrant": ["Please choose somebody on the list."]}
    answer = playing.client().post(page_of(playing, "wishes"), {"deed": str(uuid4())})
    assert "Please choose somebody on the list." in text(answer)


def test_a_wish_is_noted_once_dropped_and_told_and_goes_with_the_person(playing: Playing) -> None:
    for _again in range(2):
        note(playing, "Gerta", tables="1")
    note(playing, "Anna", Wish.Kind.APART, other="Gerta")
    gerta = playing.client().get(page_of(playing, "entrant", playing.entrant("Gerta").pk))
    assert "Anna: not together with Gerta" in text(gerta)
    with translation.override("de"):
        found = stored_in_tournaments(playing.house.member("Anna"))
        stored = {tournament.name: tournament.rows for tournament in found}
    assert [row[4] for row in stored["Wünsche für die Auslosung"]] == ["jemand anderer"]
    playing.client().post(
        page_of(playing, "drop_wish"), {"deed": str(uuid4()), "wish": str(Wish.objects.earliest("pk").pk)}
    )
    playing.do(people.remove_entrant, entrant=playing.entrant("Gerta"))
    assert not Wish.objects.exists()
    assert {*log_of("note_wish")} == {
        "noted a wish for the draw of “Herbstturnier”: Gerta",
        "noted a wish for the draw of “Herbstturnier”: Anna, Gerta",
    }
    assert log_of("drop_wish") == ["dropped a wish for the draw of “Herbstturnier”: Gerta"]
