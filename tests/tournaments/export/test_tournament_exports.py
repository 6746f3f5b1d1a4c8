"""A tournament's files, read back and compared with what its pages show, cell by cell."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.clubs.privacy.stored import stored_about
from scoring.export.figures import Figures, under_rules
from scoring.models import Sheet
from scoring.sharing.views import SCHEMA
from tests.support.office import recalculated
from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.reading import Read, agree, of_csv, of_xlsx, same_in_csv, same_in_xlsx
from tests.support.scoring.reading import same_everywhere as everywhere
from tests.support.scoring.tables import FOUR, REDEAL
from tests.support.spreadsheet import sums_of, xlsx_of
from tests.support.tournaments.playing import Playing, opened_cup
from tests.support.tournaments.prizes import give, pay, prizes_shown, tied
from tests.support.tournaments.series import counted_in_a_series, stand
from tests.support.tournaments.standings import (
    SECOND,
    STEEP,
    begun_at,
    lost_solo,
    normal,
    of,
    overall,
    shown,
    steep,
    three_rounds,
)
from tests.tournaments.export.tournament_exports import rich, whole
from tournaments.cash.pages import money_of
from tournaments.corrections import verbs as repair
from tournaments.export import pages as export_pages
from tournaments.export.pages import (
    figures_of_course,
    figures_of_fees,
    figures_of_hands,
    figures_of_prizes,
    figures_of_standings,
)
from tournaments.prizes import verbs
from tournaments.series.export import workbook_of
from tournaments.standings.pages.played import PlayedHands, played_in

__all__ = ["rich", "steep", "three_rounds", "tied"]

pytestmark = pytest.mark.usefixtures("english")


def where(playing: Playing, name: str, form: str, number: int | None = None) -> str:
    kwargs = {"slug": playing.house.club.slug, "pk": playing.tournament.pk, "form": form}
    at = {} if number is None else {"number": number}
    return reverse(f"tournaments:{name}", kwargs=kwargs | at)


def same_everywhere(playing: Playing, name: str, figures: Figures, number: int | None = None) -> None:
    """What the addresses answer with is these figures."""
    client = playing.house.client("Bert", "en")
    xlsx, csv = (where(playing, name, form, number) for form in ("xlsx", "csv"))
    same_in_xlsx(of_xlsx(client.get(xlsx).content), figures)
    same_in_csv(of_csv(client.get(csv).content), figures)


def titles(figures: Figures) -> str:
    return ", ".join(column.title for column in figures.columns)


def test_the_standings_of_a_round_are_those_of_the_page(steep: Playing) -> None:
    standing = shown(steep)
    figures = figures_of_standings(standing, "Round 1")
    assert titles(figures) == (
        "Rank, tied, Name, Balance, Replacement, Busts, Schrift, Table, Hands, Note, Decided by"
    )
    assert [row[2] for row in figures.rows] == [row.name for row in standing.rows]
    assert figures.rows[6] == (8, "tied", "Anna", 30, 100, 2, -24, 1, 4, None, None)
    same_everywhere(steep, "export_round_standings", figures, 1)


def test_the_overall_standings_are_those_of_the_page(three_rounds: Playing) -> None:
    standing = overall(three_rounds)
    figures = figures_of_standings(standing, "Standings")
    assert titles(figures) == (
        "Rank, tied, Name, Schrift, Round 1, Round 2, Round 3, Rounds, Hands, Note, Decided by"
    )
    assert [row[2] for row in figures.rows] == ["Anna", "Cilli", "Bert", "Dora"]
    assert figures.rows[0] == (1, None, "Anna", 0, 40, -20, -20, 3, 14, None, None)
    same_everywhere(three_rounds, "export_standings", figures)


def under_their_rules(figures: Figures, playing: Playing) -> Figures:
    sheet = Sheet.objects.select_related("ruleset").filter(evening=playing.tournament.evening).first()
    assert sheet is not None
    label = {"zwanzigerrufen": "Zwanzigerrufen", "cup": "Cup"}[sheet.ruleset.slug]
    return under_rules(figures, f"{label} · {sheet.ruleset.edition} · {sheet.ruleset.code}")


def hands_of(playing: Playing) -> PlayedHands:
    return played_in(of(playing))


def test_all_tables_leave_with_their_hands(steep: Playing) -> None:
    """Anna stands at 50 − 60 + 50 = 40 after the first hand and at 40 − 60 + 50 = 30 after the second."""
    steep.play(1, REDEAL)
    found = hands_of(steep)
    first, second, third, fourth, redeal, *others = found.entries
    assert [line.hand for line in (first, second, third, fourth, redeal)] == [1, 2, 3, 4, None]
    assert [(other.table, other.hand) for other in others] == [(2, 1), (2, 2)]
    assert [tuple(seat) for seat in first.seats] == [
        ("Anna", -60, 40, 50),
        ("Bert", 20, 70, 0),
        ("Cilli", 20, 70, 0),
        ("Dora", 20, 70, 0),
    ]
    assert tuple(second.seats[0]) == ("Anna", -60, 30, 50)
    assert [seat.total for seat in fourth.seats] == [30, 100, 90, 80]
    assert [(seat.amount, seat.total) for seat in redeal.seats] == [
        (None, after) for after in (30, 100, 90, 80)
    ]
    assert tuple(others[0].seats[0]) == ("Emil", -120, 30, 100)
    figures = figures_of_hands(found, "Tables")
    assert titles(figures).startswith(
        "Round, Table, Hand, Dealer, doubled, Contract, Declarer, Partner, Result, Premiums, Kontra, "
        "What happened, Player 1, Amount 1, Play money 1, Replacement 1, "
    )
    assert [row[:3] for row in figures.rows] == [
        (line.round, line.table, line.hand) for line in found.entries
    ]
    played = ("Dora", None, "Solo", "Anna", None, "30 lost", None, None, "Anna: Solo, 30 points.")
    seats = ("Anna", -60, 40, 50, *(cell for name in FOUR[1:] for cell in (name, 20, 70, None)))
    assert figures.rows[0] == (1, 1, 1, *played, *seats)
    same_everywhere(steep, "export_hands", under_their_rules(figures, steep))


def test_the_prizes_are_those_of_the_page(tied: Playing) -> None:
    tied.do(verbs.change_prize, position=1, name="Speck", cents=1250)
    tied.do(verbs.choose_prize, position=1, player=tied.ids()["Bert"])
    give(tied, 3, "Dora")
    figures = figures_of_prizes([(tied.round(), prizes_shown(tied))], "Prizes", "EUR")
    assert figures.rows == (
        ("Round 1", 1, "Speck", 1250, "Bert", "chosen", None, None),
        ("Round 1", 2, "Wein", None, None, None, None, None),
        ("Round 1", 3, "Kaffee", None, "Dora", "given by hand", None, None),
    )
    same_everywhere(tied, "export_round_prizes", figures, 1)


def test_the_fees_and_prizes_add_up_to_what_is_left(tied: Playing) -> None:
    pay(tied, "Anna", "Emil")
    tied.do(verbs.add_prize, name="Krapfen", cents=250)
    give(tied, 4, "Dora")
    sheet = money_of(of(tied))
    figures = figures_of_fees(sheet, "Money")
    assert figures.rows[:2] == (
        ("Round 1", "Anna", "Entry fee", 300, None, None, figures.rows[0][-1]),
        ("Round 1", "Bert", "Entry fee", None, 300, None, None),
    )
    assert figures.rows[-1][:-1] == ("Round 1", "Dora", "Krapfen", -250, None, "Bert")
    assert sum(row[3] or 0 for row in figures.rows) == sheet.sum.result == 350
    same_everywhere(tied, "export_fees", figures)


# The whole tournament


def book_for(playing: Playing, who: str) -> Read:
    client = playing.house.client(who)
    client.cookies["language"] = "en"

    def read(form: str) -> bytes:
        answer = client.get(where(playing, "export_tournament", form))
        assert answer.status_code == 200
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    return read


def test_the_whole_tournament_leaves_as_one_book_and_libreoffice_agrees(
    rich: Playing, office: str, tmp_path: Path
) -> None:
    opened_cup(rich.house)  # of which nothing is in the book
    book = whole(rich, "Bert")
    assert ", ".join(table.name for table in book.tables) == (
        "Overall, Round 1, Course of round 1, Round 2, Course of round 2, "
        "Hands, Prizes, Money, Rulings, Rules"
    )
    schema = json.loads(SCHEMA.read_text())
    everywhere(book, book_for(rich, "Bert"), schema)
    books = (book, workbook_of(stand(counted_in_a_series(rich))))
    for each, opened in zip(books, recalculated(office, map(xlsx_of, books), tmp_path), strict=True):
        agree(each, opened)


def test_the_sums_of_a_round_are_what_was_dealt_out_and_received(steep: Playing) -> None:
    """Eight began with 50, 200 came in three replacements; at six hands sat four."""
    sums = sums_of(of_xlsx(xlsx_of(figures_of_standings(shown(steep), "Round 1"))))
    assert sums == {"Balance": 600, "Replacement": 200, "Busts": 3, "Schrift": 0, "Hands": 24}


def test_the_course_of_a_round_adds_up_when_a_table_has_ended(
    steep: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Emil's table has played two hands, Anna's four; all began with 50, 200 came in replacement."""
    course = figures_of_course(hands_of(steep), shown(steep), 1, begin=50)
    rows = [dict(zip(course.keys, row, strict=True)) for row in course.rows]
    assert [row["others"] for row in rows] == [None, None, None, 300, 300]
    assert [row["replaced"] for row in rows] == [0, 150, 200, 200, 200]
    assert course.course is not None
    assert course.course.unit == "Play money"
    assert course.course.title == "Course of round 1"  # nobody is left out
    monkeypatch.setattr(export_pages, "MOST_LINES", 3)
    drawn = figures_of_course(hands_of(steep), shown(steep), 1, begin=50).course
    assert drawn is not None
    assert drawn.title == "Course of round 1: the first 3 of 8"
    shown_there = [sum(row[f"after_{place}"] or 0 for place in range(1, 9)) for row in rows]
    assert shown_there == [400, 550, 600, 300, 300]


def test_the_course_of_a_round_of_which_nothing_is_known_is_its_first_line(house: House) -> None:
    playing = begun_at(house, STEEP, FOUR)
    playing.do(repair.all_on_paper, paper=True)
    course = figures_of_course(hands_of(playing), shown(playing), 1, begin=50)
    assert (course.rows, course.course) == (((0, None, 0),), None)


def test_the_course_of_a_table_with_a_typed_result_ends_where_the_standings_say(house: House) -> None:
    """Four hands were recorded; what was then typed from the printed sheet is all that counts."""
    playing = begun_at(house, STEEP, FOUR, SECOND)
    for record in (lost_solo("Anna"), lost_solo("Anna"), normal("Bert", "Cilli")):
        playing.play(1, record)
    for _again in range(2):
        playing.play(2, normal("Emil", SECOND[1]))
    known = playing.ids()
    typed = zip(FOUR, (30, 60, 70, 90), (50, 0, 0, 0), strict=True)
    lines = {known[name]: repair.PaperLine(balance, replaced) for name, balance, replaced in typed}
    repair.enter_result(actor=playing.director, deed=uuid4(), table=playing.table(1), lines=lines, reason="x")
    typed = next(entry for entry in hands_of(playing).entries if entry.sentence == "Result from paper")
    assert (typed.table, typed.hand, tuple(typed.seats[0])) == (1, None, ("Anna", None, 30, 50))
    standing = shown(playing)
    course = figures_of_course(hands_of(playing), standing, 1, begin=50)
    titles = (column.title for column in course.columns)
    columns = dict(zip(titles, zip(*course.rows, strict=True), strict=True))
    for row in (*standing.rows, *standing.unranked):
        *_before, end = (amount for amount in columns[row.name] if amount is not None)
        assert end == row.result.balance, row.name
    assert columns["Anna"] == (50, None, 30)
    assert columns["Replacement"] == (0, 0, 50)
    assert columns["All others"] == (None, 200, None)


def test_the_money_is_for_directors_and_rulings_are_for_those_who_run_it(rich: Playing) -> None:
    for who, hidden in (("Bert", set()), ("Emil", {"Money"}), ("Cilli", {"Money", "Rulings"})):
        there = {table["name"] for table in json.loads(book_for(rich, who)("json"))["tables"]}
        assert {"Money", "Rulings"} - there == hidden, who
    client = rich.house.client("Cilli")
    assert client.get(where(rich, "export_disputes", "csv")).status_code == 403
    rulings = next(table for table in whole(rich, "Bert").tables if table.name == "Rulings")
    assert [row[-1] for row in rulings.rows] == ["yes"], "it still applies"
    same_everywhere(rich, "export_disputes", rulings)


def test_members_find_their_tournaments_among_what_is_stored_about_them(rich: Playing, house: House) -> None:
    """Emil pays 120 in the first round: 50 − 120 + 100 = 30; the second was typed from paper."""
    stored = {table.name: table for table in stored_about(house.member("Emil")).tables}
    results = [row[1:] for row in stored["Results in tournaments"].rows]
    assert [row[:4] for row in results] == [(1, 2, 30, 100), (2, 2, 20, 0)]
    assert len(stored["Registrations"].rows) == 1
    assert [row[2] for row in stored["In tournaments"].rows] == ["Ruled on a dispute"]
    page = reverse("scoring:stored_data", args=[house.club.slug, house.member("Emil").pk])
    shown = text_of(house.client("Emil", "en").get(page))
    assert "Replacement Schrift Herbstturnier 1 2 30 100 −24 Herbstturnier 2 2 20 0" in shown
    assert [row[4] for row in stored["Tournaments"].rows] == [300, None]
    assert any("Emil" in str(row[2]) for row in stored["Log"].rows), "also where many were registered at once"
