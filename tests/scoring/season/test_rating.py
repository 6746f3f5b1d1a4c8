"""Playing strengths: who plays well against whom in a season, with the uncertainty of it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from scoring.engine.rating import OPENSKILL, Strength, after_game, rated
from scoring.models import Evening, Sheet
from scoring.season.pages import rating
from scoring.season.pages.rating import FEWEST_HANDS, strengths_of
from scoring.season.pages.season import (
    FEWEST_EVENINGS,
    FEWEST_TABLES,
    Period,
    PlayingStrength,
    Season,
    standings_of,
)
from tests.support.pages import html_at, text_of
from tests.support.scoring.house import HOUSE, House, in_ids, now
from tests.support.scoring.reading import of_csv
from tests.support.scoring.recording import posted, write_down
from tests.support.scoring.season import EVER, JUNE, MAY, just_play, lines, play, shown
from tests.support.scoring.tables import FIVE, FOUR, Record, dreier
from tests.support.stages import stage

DAY = timedelta(days=1)
FIVES_WINNERS = ("Anna", "Cilli", "Anna", "Emil", "Cilli", "Cilli")  # the dealer does not play


def won_by(*wins: int, names: Sequence[str] = FOUR) -> list[Record]:
    """So many Dreier were won by each of them: whoever won more has more at the end."""
    return [dreier(name) for name, often in zip(names, wins, strict=True) for _ in range(often)]


def played(house: House, day: date, *wins: int, names: Sequence[str] = FOUR) -> Sheet:
    """An evening with one table, written down at once."""
    sheet = play(house, day, names=tuple(names))
    write_down(now(sheet), [in_ids(sheet, record) for record in won_by(*wins, names=names)])
    return now(sheet)


def strengths(house: House, period: Period = EVER, *, tables: bool = False) -> dict[str, PlayingStrength]:
    """Return the strengths by name, the greatest first."""
    season = Season(house.club, period, tables)
    everybody = standings_of(season, strengths_of(season)).everybody
    rated = [player for player in everybody if player.strength]
    rated.sort(key=lambda player: -player.strength.strength)
    return {player.name: player.strength for player in rated}


def by_name(found: Mapping[str, PlayingStrength]) -> dict[str, tuple[int, int, int]]:
    return {name: strength[:3] for name, strength in found.items()}


def tables(found: Mapping[str, PlayingStrength]) -> int:
    """Return how many tables count of those at which somebody played most."""
    return max(strength.tables for strength in found.values())


def address(house: House) -> str:
    return reverse("scoring:season", args=[house.club.slug])


def page(house: House, asked: str = "?period=all") -> str:
    client = house.client("Emil", "en")
    response = client.get(address(house) + asked)
    assert response.status_code == 200
    return response.content.decode()


def strengths_by_hands(sheets: Sequence[Sheet]) -> dict[str, tuple[int, int, int]]:
    """Return the strengths after the totals of these tables, counted from the amounts of every hand."""
    believed: dict[str, Strength] = {}
    tables: Counter[str] = Counter()
    for sheet in sheets:
        totals: Counter[str] = Counter()
        hands: Counter[str] = Counter()
        for amount in posted(sheet=sheet):
            who = amount.participant
            name = who.member.name if who.member else who.guest
            totals[name] += amount.twelfths
            hands[name] += 1
        there = [name for name in totals if hands[name] >= 4]
        if len(there) < 2:
            continue
        before = [believed.get(name, OPENSKILL.unknown) for name in there]
        for name, strength in zip(there, after_game(before, [totals[name] for name in there]), strict=True):
            believed[name] = strength
            tables[name] += 1
    return {
        name: (
            round(1000 + 20 * (float(one.mu) - 25)),
            round(20 * 1.96 * math.sqrt(float(one.variance))),
            tables[name],
        )
        for name, one in believed.items()
    }


def test_a_season_rates_the_totals_of_its_tables_in_the_order_of_their_days(house: House) -> None:
    played(house, JUNE, 3, 2, 1, 0)
    played(house, MAY, 0, 4, 0, 1)  # recorded later, played sooner
    play(house, JUNE + DAY, *(dreier(name) for name in FIVES_WINNERS), names=FIVE)
    played(house, JUNE + DAY, 1, 1, 1, 2, names=("Karl", "Anna", "Emil", "Lois"))
    played(house, JUNE + DAY, 2, 0, 0, 1)  # too few hands
    for number in range(4):
        played(house, JUNE + (2 + number) * DAY, 3, number, 1, 0, names=("Anna", "Karl", "Cilli", "Dora"))
    found = strengths(house)
    assert by_name(found) == strengths_by_hands(list(Sheet.objects.order_by("evening__date", "pk")))
    assert {name for name, strength in found.items() if strength.is_sure} == {"Anna", "Cilli", "Dora"}
    assert next(iter(found)) == "Anna"


def test_what_long_past_tables_came_to_is_remembered_and_only_what_came_since_worked_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, worked_out = ("Karl", "Anna", "Emil", "Lois"), list[int]()

    def counted(games: Iterable[Mapping[int | str, int]], **known: Any) -> object:
        some = list(games)
        worked_out.append(len(some))
        return rated(some, **known)

    monkeypatch.setattr(rating, "rated", counted)
    monkeypatch.setattr(rating, "TOGETHER", 2)
    rating._rated_after.cache_clear()
    for number in range(5):
        played(house, JUNE + number * DAY, 3, number, 1, 0, names=names)
    for _asked in range(2):
        assert by_name(strengths(house)) == strengths_by_hands(
            list(Sheet.objects.order_by("evening__date", "pk"))
        )
    assert worked_out == [2, 2, 1]
    played(house, JUNE + 5 * DAY, 0, 0, 5, 1, names=names)
    strengths(house)
    assert worked_out == [2, 2, 1, 2]
    played(house, JUNE - DAY, 0, 0, 0, 5, names=names)  # everything after it is another past
    assert by_name(strengths(house)) == strengths_by_hands(
        list(Sheet.objects.order_by("evening__date", "pk"))
    )
    assert worked_out == [2, 2, 1, 2, 2, 2, 2, 1]


def test_a_table_counts_for_whoever_has_played_a_whole_round_there(house: House) -> None:
    played(house, MAY, 2, 1, 0, 0)
    assert strengths(house) == {}
    played(house, JUNE, 2, 1, 1, 0)
    assert tables(strengths(house)) == 1
    assert FEWEST_HANDS == 4
    five = play(house, JUNE + DAY, *won_by(4, names=("Dora",)), names=FIVE)  # who plays every hand
    assert sorted(score.hands for score in now(five).scores.values()) == [3, 3, 3, 3, 4]
    assert strengths(house, Period(JUNE + DAY, None)) == {}


def test_ranks_have_those_with_enough_tables_the_same_whoever_is_as_strong(house: House) -> None:
    for number in range(FEWEST_TABLES):
        assert not any(strength.is_sure for strength in strengths(house).values())
        played(house, MAY + number * DAY, 3, 1, 1, 0)
    assert all(strength.is_sure for strength in strengths(house).values())
    rows = lines(page(house, "?period=all&sort=-strength"))
    assert [row[:2] for row in rows] == [["1", "Anna"], ["2=", "Bert"], ["2=", "Cilli"], ["4", "Dora"]]


def test_only_the_clubs_own_evenings_of_the_period_count(house: House) -> None:
    played(house, MAY, 3, 2, 1, 0)
    just_play(house, *won_by(0, 1, 2, 3))
    there = house.sheet(("Anna", "Franz", "Xaver", "Zenzi"), evening=house.evening(club=house.other))
    for record in won_by(3, 2, 1, 0, names=("Anna", "Franz", "Xaver", "Zenzi")):
        house.play(there, record)
    cup = played(house, JUNE, 0, 1, 2, 3)
    Evening.objects.filter(pk=cup.evening_id).update(occasion="tournament")
    assert tables(strengths(house)) == 1
    assert tables(strengths(house, tables=True)) == 2
    assert strengths(house, Period(MAY + DAY, None)) == {}
    assert strengths(house, Period(MAY, MAY)) == strengths(house)


# The page


@stage(on=HOUSE)
def busy(house: House) -> House:
    """Four with enough tables, Emil with one, and a guest whose name is markup."""
    for number in range(FEWEST_TABLES):
        played(house, MAY + number * DAY, 3, 2, 1, 0)
    played(house, JUNE, 3, 1, 0, 2, names=("Emil", "Anna", "Bert", "<b>=1</b>"))
    return house


def test_strength_is_a_column_of_the_season_and_a_figure_of_its_rows_on_a_phone(busy: House) -> None:
    found, text = strengths(busy), page(busy, "?period=all&sort=-strength")
    assert [(row[1], row[-1]) for row in shown(text)] == [
        (name, found[name].in_words) for name in (*FOUR, "Emil")
    ], "whoever has too few tables comes last"
    assert lines(text) == [
        *(
            [str(rank), name, f"± {found[name].within}", str(found[name].strength)]
            for rank, name in enumerate(FOUR, 1)
        ),
        ["", "Emil", f"{found['Emil'].in_words}, not sure yet", "–"],
    ]
    assert "=1&lt;" not in text, "guests are shown where one asks for them, apart"
    text = page(busy, "?period=all&guests=on")
    assert "&lt;b&gt;=1&lt;/b&gt;" in text
    assert "<b>=1" not in text


def test_the_uncertainty_stands_with_the_strength_and_has_no_column(busy: House) -> None:
    text = page(busy, "?period=all&guests=on")
    heads = [
        [text_of(head) for head in re.findall(r"<th[ >].*?</th>", table, re.DOTALL)]
        for table in re.findall(r'<table class="standings[^>]*>\s*<thead>(.*?)</thead>', text, re.DOTALL)
    ]
    members, guests = heads
    assert members == [
        *("Rank", "Name", "Balance", "Points", "Money", "Per hand", "Form"),
        *("Evenings", "Hands", "Strength"),
    ]
    assert guests == [head for head in members if head != "Form"]


def test_strength_and_certificates_come_with_the_fifth_evening_and_links_keep_working(house: House) -> None:
    directed = house.client("Anna", "en")
    season = address(house)
    for number in range(FEWEST_EVENINGS):
        text = html_at(directed, f"{season}?period=all")
        assert "Strength" not in text
        assert "certificates/" not in text
        played(house, MAY + number * DAY, 3, 2, 1, 0)
        assert directed.get(f"{season}certificates/?period=all").status_code == 200
    text = html_at(directed, f"{season}?period=all")
    assert "Strength" in text
    assert "certificates/" in text
    old = directed.get(f"{season}rating/?period=all")
    assert (old.status_code, old.headers["Location"]) == (302, f"{season}?period=all")


def test_the_file_has_the_strengths_of_the_page_and_who_is_looked_for(busy: House) -> None:
    found = strengths(busy)
    path = reverse("scoring:export_season", kwargs={"slug": busy.club.slug, "form": "csv"})
    client = busy.client("Emil", "en")
    heads, *rows = of_csv(client.get(f"{path}?period=all").content)
    at = heads.index("Strength")
    assert heads[at:] == ["Strength", "Uncertainty", "Tables"]
    assert {row[1]: tuple(map(int, row[at:])) for row in rows} == {
        name: found[name][:3] for name in (*FOUR, "Emil")
    }
    assert [row[1] for row in of_csv(client.get(f"{path}?period=all&q=em").content)[1:]] == ["Emil"]
