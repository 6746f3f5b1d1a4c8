"""Playing strengths: who plays well against whom in a season, with the uncertainty of it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.engine.rating import OPENSKILL, Strength, rated
from scoring.export.figures import Workbook
from scoring.models import Evening, Sheet
from scoring.season.export import figures_of_strengths
from scoring.season.pages import rating
from scoring.season.pages.rating import (
    FEWEST_HANDS,
    FEWEST_TABLES,
    PlayingStrength,
    PlayingStrengths,
    strengths_of,
)
from scoring.season.pages.season import Period, Season
from tests.support.engine.rating import slowly
from tests.support.scoring.exports import same_at
from tests.support.scoring.house import HOUSE, House, in_ids, now
from tests.support.scoring.reading import of_csv
from tests.support.scoring.recording import posted, write_down
from tests.support.scoring.season import EVER, JUNE, MAY, just_play, play, shown
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


def strengths(house: House, period: Period = EVER, *, tables: bool = False) -> PlayingStrengths:
    return strengths_of(Season(house.club, period, tables))


def by_name(found: Sequence[PlayingStrength]) -> dict[str, tuple[int, int, int]]:
    return {player.name: (player.strength, player.within, player.tables) for player in found}


def address(house: House) -> str:
    return reverse("scoring:rating", args=[house.club.slug])


def page(house: House, asked: str = "?period=all") -> str:
    client = house.client("Emil", "en")
    response = client.get(address(house) + asked)
    assert response.status_code == 200
    return response.content.decode()


def counted_slowly(sheets: Sequence[Sheet]) -> dict[str, tuple[int, int, int]]:
    """From the amounts of every hand, by the sums of the paper in binary fractions."""
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
        after = slowly(before, [totals[name] for name in there], OPENSKILL)
        for name, (mu, sigma) in zip(there, after, strict=True):
            believed[name] = Strength(Decimal(mu), Decimal(sigma) ** 2)
            tables[name] += 1
    return {
        name: (
            round(1000 + 20 * (float(one.mu) - 25)),
            round(20 * 1.96 * math.sqrt(float(one.variance))),
            tables[name],
        )
        for name, one in believed.items()
    }


def test_the_strengths_are_those_of_a_slow_count_over_all_hands(house: House) -> None:
    played(house, JUNE, 3, 2, 1, 0)
    played(house, MAY, 0, 4, 0, 1)  # recorded later, played sooner
    play(house, JUNE + DAY, *(dreier(name) for name in FIVES_WINNERS), names=FIVE)
    played(house, JUNE + DAY, 1, 1, 1, 2, names=("Karl", "Anna", "Emil", "Lois"))
    played(house, JUNE + DAY, 2, 0, 0, 1)  # too few hands
    for number in range(4):
        played(house, JUNE + (2 + number) * DAY, 3, number, 1, 0, names=("Anna", "Karl", "Cilli", "Dora"))
    found = strengths(house)
    slow = counted_slowly(list(Sheet.objects.order_by("evening__date", "pk")))
    assert by_name(found.everybody) == slow
    assert found.tables == 8
    assert {player.name for player in found.ranked} == {"Anna", "Cilli", "Dora"}
    assert {player.name for player in found.unsure} == {"Bert", "Emil"}
    assert {guest.name for guest in found.guests} == {"Karl", "Lois"}
    assert [player.rank for player in found.ranked] == [1, 2, 3]
    assert found.ranked[0].name == "Anna"


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
        assert by_name(strengths(house).everybody) == counted_slowly(
            list(Sheet.objects.order_by("evening__date", "pk"))
        )
    assert worked_out == [2, 2, 1]
    played(house, JUNE + 5 * DAY, 0, 0, 5, 1, names=names)
    strengths(house)
    assert worked_out == [2, 2, 1, 2]
    played(house, JUNE - DAY, 0, 0, 0, 5, names=names)  # everything after it is another past
    assert by_name(strengths(house).everybody) == counted_slowly(
        list(Sheet.objects.order_by("evening__date", "pk"))
    )
    assert worked_out == [2, 2, 1, 2, 2, 2, 2, 1]


def test_a_table_counts_for_whoever_has_played_a_whole_round_there(house: House) -> None:
    played(house, MAY, 2, 1, 0, 0)
    assert strengths(house) == PlayingStrengths((), (), (), 0)
    played(house, JUNE, 2, 1, 1, 0)
    assert strengths(house).tables == 1
    assert FEWEST_HANDS == 4
    five = play(house, JUNE + DAY, *won_by(4, names=("Dora",)), names=FIVE)  # who plays every hand
    assert sorted(score.hands for score in now(five).scores.values()) == [3, 3, 3, 3, 4]
    assert strengths(house, Period(JUNE + DAY, None)).tables == 0


def test_ranks_have_those_with_enough_tables_the_same_whoever_is_as_strong(house: House) -> None:
    for number in range(FEWEST_TABLES):
        assert strengths(house).ranked == ()
        played(house, MAY + number * DAY, 3, 1, 1, 0)
    found = strengths(house)
    assert [(player.rank, player.name, player.tables) for player in found.ranked] == [
        (rank, name, FEWEST_TABLES) for rank, name in zip((1, 2, 2, 4), FOUR, strict=True)
    ]
    assert found.unsure == ()


def test_only_the_clubs_own_evenings_of_the_period_count(house: House) -> None:
    played(house, MAY, 3, 2, 1, 0)
    just_play(house, *won_by(0, 1, 2, 3))
    there = house.sheet(("Anna", "Franz", "Xaver", "Zenzi"), evening=house.evening(club=house.other))
    for record in won_by(3, 2, 1, 0, names=("Anna", "Franz", "Xaver", "Zenzi")):
        house.play(there, record)
    cup = played(house, JUNE, 0, 1, 2, 3)
    Evening.objects.filter(pk=cup.evening_id).update(occasion="tournament")
    assert strengths(house).tables == 1
    assert strengths(house, tables=True).tables == 2
    assert strengths(house, Period(MAY + DAY, None)).tables == 0
    assert strengths(house, Period(MAY, MAY)) == strengths(house)


# The page


@stage(on=HOUSE)
def busy(house: House) -> House:
    """Four with enough tables, Emil with one, and a guest whose name is markup."""
    for number in range(FEWEST_TABLES):
        played(house, MAY + number * DAY, 3, 2, 1, 0)
    played(house, JUNE, 3, 1, 0, 2, names=("Emil", "Anna", "Bert", "<b>=1</b>"))
    return house


def test_the_page_shows_strength_uncertainty_and_tables_in_a_picture_too(busy: House) -> None:
    text = page(busy)
    found = strengths(busy)
    rows = {
        player.name: [player.name, str(player.strength), f"± {player.within}", str(player.tables)]
        for player in found.everybody
    }
    assert shown(text) == [[str(rank), *rows[name]] for rank, name in enumerate(FOUR, 1)]
    assert shown(text, "unsure") == [rows["Emil"]]
    for picture in re.findall(r'<svg\s+class="chart.*?</svg>', text, re.DOTALL):
        assert "<title" in picture
        assert "<desc" in picture
        for player in found.ranked:
            assert f">{player.in_words}<" in picture
    assert text.count('class="chart bars whiskers"') == 2
    assert "=1&lt;" not in text, "guests are shown where one asks for them, apart and without a rank"
    text = page(busy, "?period=all&guests=on")
    assert [row[0] for row in shown(text, "guests")] == ["&lt;b&gt;=1&lt;/b&gt;"]
    assert "<b>=1" not in text


def test_the_files_have_what_the_page_has(busy: House) -> None:
    found = strengths(busy)
    for guests in (False, True):
        with override("en"):
            figures = figures_of_strengths(found, f"Playing strength {busy.club.name}", guests=guests)
        rows = found.everybody if guests else found.ranked + found.unsure
        assert [row[:5] for row in figures.rows] == [
            (row.rank, row.name, row.strength, row.within, row.tables) for row in rows
        ]
        asked = f"?period=all{'&guests=on' if guests else ''}"
        same_at(busy.client("Emil"), "export_rating", Workbook.of(figures), asked, slug=busy.club.slug)
    path = reverse("scoring:export_rating", kwargs={"slug": busy.club.slug, "form": "csv"})
    client = busy.client("Emil", "en")
    rows = of_csv(client.get(f"{path}?period=all&q=em").content)
    assert [(row[1], row[5]) for row in rows[1:]] == [("Emil", "not sure yet")]
    assert busy.client("Emil").get(f"{path}?since=nonsense").status_code == 400
