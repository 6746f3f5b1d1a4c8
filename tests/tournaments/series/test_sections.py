"""One tournament in two sections: divided, drawn and ranked apart, and moved with a reason."""

import re
from uuid import uuid4

import pytest

from scoring import clock
from scoring.deeds import Refused
from tests.support.pages import text_of as text
from tests.support.refusals import problems_of, sentences_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import stage
from tests.support.stored_forms import shown_at
from tests.support.tournaments.playing import Playing, log_of, opened
from tests.support.tournaments.playing import address as page_of
from tests.support.tournaments.series import Use, choose, listed, stand
from tests.support.tournaments.series import opened as opened_series
from tournaments.cash.verbs import sell_tickets
from tournaments.draw.verbs import draw_rounds, swap_seats, take_prepared
from tournaments.engine.event_outcomes import outcomes_in
from tournaments.engine.terms import CUP
from tournaments.entrants.verbs import check_in_or_out
from tournaments.export.pages import figures_of_standings
from tournaments.models import Round, Stage
from tournaments.prizes.verbs import funds_of
from tournaments.public.pages.projector import deck_of
from tournaments.series.lines import PersonLine
from tournaments.series.sections import BEST, divide_people, set_sections
from tournaments.series.sections import divided as strongest_first
from tournaments.series.verbs import remove_series
from tournaments.standings.derived import ranked
from tournaments.standings.pages.standings import ShownStandings, overall_of, standings_of

SIXTEEN = tuple(f"Gast {number:02}" for number in range(1, 17))


@stage(on=HOUSE)
def playing(house: House) -> Playing:
    return opened(house, *SIXTEEN, title="Cup", rules="cup", terms=CUP)


def section_of(playing: Playing, name: str) -> int:
    return playing.entrant(name).section


def seated(playing: Playing, number: int = 1) -> list[set[str]]:
    names = playing.names()
    return [
        {names[seat] for seat in table.seats} for table in playing.round(number).tables.order_by("number")
    ]


def over(playing: Playing, number: int = 1) -> None:
    """A round ends in which whoever is called by a lower number has more, at every table."""
    names = playing.names()
    for table in playing.round(number).tables.all():
        order = sorted(table.seats, key=lambda one: names[one])
        line = {"hands": 16, "kassa": 0}
        table.stored_results = {
            "paper": False,
            "players": {
                player: {**line, "schrift": amount}
                for player, amount in zip(order, (30, 10, -10, -30, 0)[: len(order)], strict=True)
            },
        }
        table.save(update_fields=["stored_results"])
    at = clock.now()
    Round.objects.filter(pk=playing.round(number).pk).update(stage=Stage.CLOSED, started_at=at, closed_at=at)


def ranks(shown: ShownStandings) -> dict[str, list[str]]:
    return {part.title: [f"{row.rank}. {row.name}" for row in part.rows] for part in shown.parts}


def test_a_cup_in_two_sections_from_the_first_tap_to_the_certificates(playing: Playing) -> None:
    """Divided by strength, drawn and ranked apart, then together, too."""
    assert "Please choose" in playing.told("section_settings", names="A\nB")  # ranked how?
    assert "One section on its own is not enough" in playing.told(
        "section_settings", names="A", ranked="apart"
    )
    said = playing.told("section_settings", names="Stark\nSchwach", ranked="apart")
    assert "16 people are in no section yet" in said
    playing.check_in()
    with pytest.raises(Refused, match="Noch in keiner Sektion"):
        playing.draw()
    playing.told("divide", way="best", order="list")
    assert [section_of(playing, name) for name in SIXTEEN] == [1] * 8 + [2] * 8
    playing.draw(seed="Sküs")
    assert [table <= set(SIXTEEN[:8]) for table in seated(playing)] == [True, True, False, False]
    assert playing.round().report["sections"] == [1, 1, 2, 2]
    one, other = playing.round().tables.get(number=1).seats[0], playing.round().tables.get(number=3).seats[0]
    with pytest.raises(Refused):
        playing.do(swap_seats, round_=playing.round(), one=one, other=other)
    with pytest.raises(Refused):  # seated: the draw goes first
        move(playing, "Gast 01", 2)
    drawn = playing.read("draw", 1)
    assert "Stark 4 + 4 8 people" in drawn
    playing.publish()
    for page in ("seating", "round", "round_blanks"):
        assert "Schwach" in playing.read(page, 1), page
    over(playing)
    shown = standings_of(playing.round())
    assert list(ranks(shown)) == ["Stark", "Schwach"]
    assert ranks(shown)["Stark"][0] == "1. Gast 01"
    assert ranks(shown)["Schwach"][0] == "1. Gast 09"
    whole = ranked(playing.round().tournament)
    outcomes = outcomes_in(whole, {player: player for player in whole.people}, number=1)
    assert sorted({outcome.of for outcome in outcomes.values()}) == [8]
    slides = [slide.title for slide in deck_of(playing.round().tournament).slides]
    assert [title for title in slides if title.endswith(", Schwach")]
    seen = shown_at(playing.client(), page_of(playing, "sections"), "names")
    playing.told("section_settings", names="Stark\nSchwach", ranked="together", **seen)
    shown = standings_of(playing.round())
    assert list(ranks(shown)) == [""]
    assert [part.title for part in shown.by_section] == ["Stark", "Schwach"]
    assert {row.name: row.other_rank for row in shown.rows}["Gast 09"] == 1
    figures = figures_of_standings(shown, "Cup")
    keys = [column.key for column in figures.columns]
    assert keys[:5] == ["rank", "tied", "name", "section", "section_rank"]
    page = playing.read("standings", 1)
    assert "Schwach, 1." in page
    first = r"Rank Name Plus or minus Schrift Overall Table Hands 1= Gast 09 \+30 1\. [34] 16 "
    third = r"3= Gast 1\d \+10 5\. [34] 16 "  # as it was drawn; behind the Schrift the rank among all
    assert re.search(first + r"1= Gast 1\d \+30 1\. [34] 16 " + third, page)
    certificates = playing.read("certificates", 1, first="1")
    assert certificates.count("Gast 09") == 3  # to choose from, among all and in the section
    playing.round().attendances.filter(entrant__section=2).update(paid=300, paid_at=clock.now())
    paid = {"shares": "100", "step": "100", "by_section": "on"}
    assert "Prize money, Schwach, place 1" in playing.told("share_out", **paid)
    funds = funds_of(playing.round().tournament, playing.round(), [10_000], 100, by_section=True)
    assert [(fund.of, fund.fund.came_in) for fund in funds] == [("Stark", 0), ("Schwach", 2400)]
    whole = ranked(playing.round().tournament)
    keys = {player: player for player in whole.people}
    assert {part.of for part in outcomes_in(whole, keys, number=1).values()} == {16}
    assert {part.of for part in outcomes_in(whole, keys, number=1, in_section=True).values()} == {8}
    counts_in_a_series(playing)
    overall = overall_of(playing.round().tournament)
    assert overall is not None
    assert [part.rows[0].name for part in overall.by_section] == ["Gast 01", "Gast 09"]


def counts_in_a_series(playing: Playing) -> None:
    """Places within the section give the points: the first of both stand at the head."""
    house, series = playing.house, opened_series(playing.house, ladder="places", in_sections=True)
    series = choose(series, house, f"r{playing.round().pk}")
    stands = stand(series)
    best = {row.name for row in stands.rows if row.points == stands.rows[0].points}
    assert best >= {"Gast 01", "Gast 09"}
    assert "section" in text(playing.client().get(f"{series.get_absolute_url()}settings/"))


def draw_second(playing: Playing) -> None:
    playing.check_in(2)
    playing.draw(2)


def move(playing: Playing, name: str, number: int, reason: str = "") -> None:
    playing.do(divide_people, sections={playing.entrant(name).pk: number}, reason=reason)


def test_between_rounds_somebody_moves_with_a_reason_and_the_results_go_along(playing: Playing) -> None:
    """By lot, evenly; drawn ahead for all rounds; a latecomer is of the section of the table; in the log."""
    named(playing, "A", "B")
    playing.told("divide", way="lot")
    first = {name for name in SIXTEEN if section_of(playing, name) == 1}
    assert len(first) == 8
    playing.told("divide", way="even", order="list")
    assert section_of(playing, "Gast 01") == section_of(playing, "Gast 04") == 1
    playing.check_in()
    playing.do(draw_rounds, round_=playing.round(), seed="Mond")
    playing.publish()
    playing.reseat(("seat 3", "+Spät"))
    assert section_of(playing, "Spät") == 2
    with pytest.raises(Refused, match="zwischen den Runden"):
        named(playing, "A", "B", "C")
    assert "is drawn" in playing.told("divide", way="best", order="list", reason="Ausgleich")
    playing.register(["Später"])
    move(playing, "Später", 2)
    assert sentences_of(playing.reseat, ("seat 1", "Später")) == [
        "Später plays in a different section from table 1. Please choose another table."
    ]
    playing.reseat(("seat 4", "Später"))
    assert section_of(playing, "Später") == 2
    playing.start()
    with pytest.raises(Refused):
        move(playing, "Gast 01", 2)
    over(playing)
    before = {playing.entrant(name).pk: section_of(playing, name) for name in (*SIXTEEN, "Spät", "Später")}
    again = {"way": "best", "order": "list"}
    assert "move too. Please give the reason." in playing.told("divide", **again, reason="")
    assert "Everybody is divided." in playing.told("divide", **again, reason="Ausgleich")
    playing.do(divide_people, sections=before, reason="doch nicht")
    assert list(problems_of(move, playing, "Gast 01", 2)) == ["reason"]
    move(playing, "Gast 01", 2, reason="falsch geschrieben")
    shown = ranks(standings_of(playing.round()))
    assert [len(rows) for rows in shown.values()] == [7, 11]
    assert "Gast 01" in " ".join(shown["B"])
    with pytest.raises(Refused, match="A: "):
        draw_second(playing)
    move(playing, "Gast 02", 1, reason="Ausgleich")
    assert any("Gast 02 → A: Ausgleich" in line for line in log_of("divide_people"))
    came_later = [playing.entrant(name).pk for name in ("Spät", "Später")]
    playing.do(check_in_or_out, round_=playing.round(2), entrants=came_later, here=False)
    assert sentences_of(playing.do, take_prepared, round_=playing.round(2)) == [
        "The sections have changed since. Please draw this round again."
    ]
    draw_second(playing)
    assert "Gast 01" in set().union(*seated(playing, 2)[2:])


def test_people_are_divided_by_how_they_stand_in_a_series(cup: Playing) -> None:
    """In the series Dora is in front of Anna."""
    series = opened_series(cup.house)
    lines = [PersonLine("Dora", 9, ""), PersonLine("Anna", 4, "")]
    listed(cup.house, "Voriges Jahr", lines, (series, Use.SEEDS))
    cup.told("section_settings", names="A\nB", ranked="apart")
    cup.told("divide", way="best", order=str(series.pk))
    assert [name for name in FOUR if section_of(cup, name) == 1] == ["Anna", "Dora"]
    cup.do(remove_series, series=series)
    in_order = strongest_first(cup.round().tournament, BEST, seed="", order=str(series.pk))
    assert list(in_order.values()) == [1, 1, 2, 2]  # of the list


def named(playing: Playing, *names: str) -> None:
    playing.do(set_sections, names=list(names), together=False)


def test_a_section_that_goes_takes_nobody_elses_people_along(playing: Playing) -> None:
    """Whoever was in one that stays is still in it, wherever its name stands; a new name renames."""
    for names, said in ((("A", "a"), "gleich"), (tuple("ABCDEFGHIJ"), "9")):
        with pytest.raises(Refused, match=said):
            named(playing, *names)
    named(playing, "A", "B", "C")
    for name, number in (("Gast 01", 1), ("Gast 02", 2), ("Gast 03", 3)):
        move(playing, name, number)

    def sections() -> list[int]:
        return [section_of(playing, name) for name in ("Gast 01", "Gast 02", "Gast 03")]

    Round.objects.filter(tournament=playing.tournament).update(report={"sections": [1, 2, 3]})
    named(playing, "B", "C")
    assert sections() == [0, 1, 2]
    assert [playing.round().section_of(table) for table in (1, 2, 3)] == ["", "B", "C"]
    named(playing, "c", "B")
    assert sections() == [0, 2, 1]
    named(playing, "Schwach", "B")
    assert sections() == [0, 2, 1]
    named(playing)
    assert sections() == [0, 0, 0]


def test_a_tap_puts_somebody_into_a_section(cup: Playing) -> None:
    cup.agree(ticket=900)
    named(cup, "A", "B")
    anna, bert = (cup.entrant(name).pk for name in ("Anna", "Bert"))
    where = page_of(cup, "sections")
    sent = {"deed": str(uuid4()), f"section_{anna}": "2", f"section_{bert}": "3"}  # there are two
    assert cup.client().post(where, sent)["Location"] == where
    assert [section_of(cup, name) for name in FOUR] == [2, 0, 0, 0]
    cup.do(sell_tickets, entrants=[anna, bert])
    funds = funds_of(cup.round().tournament, None, [10_000], 100, by_section=True)
    assert [(fund.of, fund.fund.came_in) for fund in funds] == [("A", 0), ("B", 900)]  # Bert is in none
