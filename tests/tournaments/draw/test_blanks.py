"""The score sheets of a round, printed for all tables at once: before it begins and while it is played."""

from __future__ import annotations

from scoring.evenings.pages.blank import Blank
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.standings import lost_solo
from tournaments.draw.pages.blanks import blanks_of
from tournaments.rounds.verbs import bell_verbs

FIRST, SECOND = ("Anna", "Bert", "Cilli", "Dora"), ("Gast 1", "Gast 2", "Gast 3", "Gast 4")


def figures(blank: Blank) -> list[tuple[str, str]]:
    [carried] = blank.carried
    return carried.figures


def test_before_the_round_everybody_has_the_capital(playing: Playing) -> None:
    playing.register(SECOND)
    playing.check_in()
    playing.draw()
    playing.seat(1, [FIRST, SECOND])
    first, second = blanks_of(playing.round(), "en")
    assert first.seats == list(FIRST)
    assert second.seats == list(SECOND)
    assert figures(first) == [("50", "")] * 4
    assert first.money
    assert [row.dealer for row in first.pages[0][:2]] == ["Dora", "Anna"]
    playing.publish()
    playing.start()  # whoever deals first on paper deals first on the screen
    assert blanks_of(playing.round(), "en")[0].pages[0][0].dealer == "Dora"


def test_in_the_round_balances_and_replacement_capital_are_carried_over(started: Playing) -> None:
    """Anna loses solos of 4 to each of three, kontra: 24 a hand. After three of them she has had 50 more."""
    started.seat(1, [FIRST])
    for _hand in range(3):
        started.play(1, lost_solo("Anna", kontra="kontra"))
    (blank,) = blanks_of(started.round(), "en")
    assert dict(zip(blank.seats, figures(blank), strict=True)) == {
        "Anna": ("28", "50"),
        "Bert": ("74", ""),
        "Cilli": ("74", ""),
        "Dora": ("74", ""),
    }
    assert blank.pages[0][0].number == 4


def test_a_table_that_is_done_needs_none(playing: Playing) -> None:
    playing.register(SECOND)
    playing.begin(tables=[FIRST, SECOND])
    playing.do(bell_verbs.close_table, table=playing.table(1))
    (left,) = blanks_of(playing.round(), "en")
    assert left.seats == list(SECOND)
    assert left.heading.title.endswith("2")


def test_a_cup_has_as_many_rows_as_hands_to_play(cup: Playing) -> None:
    cup.begin()
    (blank,) = blanks_of(cup.round(), "en")
    assert not blank.money
    assert sum(map(len, blank.pages)) >= 16
    assert blank.carried == []


def test_the_page_says_why_there_is_nothing_to_print(playing: Playing) -> None:
    client = playing.house.client("Bert")
    address = f"{playing.tournament.get_absolute_url()}rounds/1/blank/?language=en"
    assert "nobody is seated yet" in client.get(address).content.decode()
