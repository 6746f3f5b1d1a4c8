"""Statistics as pages show them: pictures, tables, choices, and what they ask of the database."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.charts import Pictures
from scoring.engine.amounts import noted
from scoring.models import Entry, Evening, Sheet
from scoring.rules import SLUGS
from scoring.season.pages.pictures import (
    MOST_BARS,
    clubs_pictures,
    course_pictures,
    games_pictures,
    kontras_picture,
    people_pictures,
    premiums_picture,
)
from scoring.season.pages.season_hands import HandFilter
from scoring.web.language import on_average
from tests.scoring.season.statistics import (
    SIX,
    compare,
    compare_with_people,
    of,
    of_all_sheets,
    random_records,
    statistics,
)
from tests.support.pages import text_of
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, now
from tests.support.scoring.house_rules import dearer, republish, take
from tests.support.scoring.recording import write_down
from tests.support.scoring.season import JUNE, MAY, just_play, play, shown
from tests.support.scoring.tables import FOUR, dreier, rufer

__all__ = ["of_all_sheets"]  # the fixtures


# The pictures


def looks(amounts: Sequence[Any]) -> list[tuple[str, int]]:
    """How the parts of a bar have to be filled: won, lost, neither; one alone is striped below zero."""
    if len(amounts) == 1:
        return [("solid" if amounts[0] > 0 else "striped", abs(amounts[0]))] if amounts[0] else []
    ways = ("solid", "striped", "hollow")
    return [(way, amount) for way, amount in zip(ways, amounts, strict=False) if amount]


def read_bars(pictures: Pictures, expected: Sequence[tuple[str, Sequence[Any]]]) -> None:
    """Words and lengths of every bar, on a phone and at a desk; figures are true to each other."""
    assert len(pictures) == 2
    for picture in pictures:
        assert [bar["value"] for bar in picture["bars"]] == [value for value, _ in expected]
        wanted = [looks(amounts) for _, amounts in expected]
        assert [[part.way for part in bar["parts"]] for bar in picture["bars"]] == [
            [way for way, _ in parts] for parts in wanted
        ]
        longest = max(sum(amount for _, amount in parts) for parts in wanted)
        across = max(sum(part.width for part in bar["parts"]) for bar in picture["bars"])
        for bar, (_, amounts), parts in zip(picture["bars"], expected, wanted, strict=True):
            for part, (_way, amount) in zip(bar["parts"], parts, strict=True):
                assert abs(part.width - float(across * amount / longest)) <= 2, bar
            if bar["parts"]:
                begins, ends = bar["parts"][0].x, bar["parts"][-1].x + bar["parts"][-1].width
                assert (ends if min(amounts) < 0 else begins) == picture["zero"], bar


def read_columns(pictures: Pictures, amounts: Sequence[Any]) -> None:
    assert len(pictures) == 2
    for picture in pictures:
        found = {}
        for path, upwards in ((picture["above"], True), (picture["below"], False)):
            for x, zero, end in re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)h", path):
                assert float(zero) == picture["axes"].zero
                assert (float(end) < picture["axes"].zero) is upwards, "upside down"
                found[float(x)] = picture["axes"].zero - float(end)
        heights = [found[x] for x in sorted(found)]
        wanted = [float(amount) for amount in amounts if amount]
        unit = max(map(abs, heights)) / max(map(abs, wanted))
        assert all(abs(high - unit * amount) <= 1 for high, amount in zip(heights, wanted, strict=True))
        lowest = min(picture["axes"].heights, key=lambda tick: tick.at)
        assert noted(max(0, *amounts)) == "0" or lowest.label.startswith("+")


def as_games(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    """The words beside a bar, and its parts: won, lost, and what somebody revoked."""
    shown = [*tallies][:MOST_BARS]
    return [
        (f"{bar.won} : {bar.lost}", (bar.won, bar.lost, bar.played - bar.won - bar.lost)) for bar in shown
    ]


def as_premiums(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    often = sorted(tallies, key=lambda one: -(one.silent + one.made + one.missed))[:MOST_BARS]
    return [
        (
            f"{premium.silent + premium.made} : {premium.missed}",
            (premium.silent + premium.made, premium.missed),
        )
        for premium in sorted(often, key=lambda premium: (premium.order, premium.label))
        if premium.silent + premium.made + premium.missed
    ]


def as_kontras(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    return [(f"{tally.good} : {tally.bad}", (tally.good, tally.bad)) for tally in tallies]


def as_points(amounts: Iterable[Any]) -> list[tuple[str, tuple[Any, ...]]]:
    return [(noted(amount), (amount,)) for amount in amounts]


def test_bars_and_columns_are_as_long_as_what_was_counted(house: House, of_all_sheets: list[Sheet]) -> None:
    """Every number in a picture is read back from it."""
    play(house, MAY - timedelta(days=365), dreier("Anna"), dreier("Anna", won=False), dreier("Bert"))
    with override("en"):
        for name in ("Anna", "Bert"):
            found = of(house, name)
            seen = course_pictures(found) | games_pictures(found) | people_pictures(found, "en")
            read_bars(seen["declared"], as_games(found.contracts))
            read_bars(seen["partnered"], as_games(found.partnered))
            read_bars(seen["opposed"], as_games(found.opposed))
            read_bars(premiums_picture("premiums", found.premiums), as_premiums(found.premiums))
            read_bars(kontras_picture("kontras", found.kontras), as_kontras(found.kontras))
            read_bars(seen["years"], as_points(year.score.points for year in found.years))
            read_columns(seen["evenings"], [evening.score.points for evening in found.evenings])
            for bars, people in (
                (seen["partners"], found.best_partners),
                (seen["opponents"], found.best_opponents),
            ):
                read_bars(bars, [(on_average(person.average, "en"), (person.average,)) for person in people])
            record = found.trischaken
            parts = (record.won, record.lost, record.played - record.won - record.lost)
            further = [(str(number), (number,)) for number in (record.jungfrau, record.buergermeister)]
            read_bars(seen["trischaken"], [(f"{record.won} : {record.lost}", parts), *further])
            streaks = filter(None, (found.declared_in_a_row, found.evenings_in_a_row))
            read_bars(seen["streaks"], [(str(streak.length), (streak.length,)) for streak in streaks])
        club = statistics(house.club)
        drawn = clubs_pictures(club, "en")
        for sheet in drawn["rules"]:
            games = sheet["played"].games[:MOST_BARS]
            read_bars(sheet["often"], as_games(games))
            read_bars(sheet["earned"], [(on_average(game.average, "en"), (game.average,)) for game in games])
        read_bars(drawn["premiums"], as_premiums(club.premiums))
        read_bars(drawn["kontras"], as_kontras(club.kontras))
        record = club.trischaken
        often = (record.played, record.jungfrau, record.buergermeister)
        read_bars(drawn["trischaken"], [(str(number), (number,)) for number in often])


# The pages


def page(house: House, asked: str = "", *, member: str = "") -> str:
    client = house.client("Emil", "en")
    arguments = [house.club.slug] + ([house.member(member).pk] if member else [])
    address = reverse("scoring:member" if member else "scoring:statistics", args=arguments)
    response = client.get(f"{address}?period=all{'' if 'show=' in asked else '&show=all'}{asked}")
    assert response.status_code == 200
    return response.content.decode()


def blocks(text: str) -> dict[str, str]:
    """By heading; the one above it where a heading has another below."""
    found = re.findall(r"<section[^>]*>(.*?)</section>", text, re.DOTALL)
    headed = ((re.search("<h2>(.*?)</h2>", cell, re.DOTALL), cell) for cell in found)
    return {heading[1]: one for heading, one in headed if heading is not None}


def test_wrong_choices_are_named_and_kept(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    for member in ("", "Anna"):
        text = page(house, "&rules=%00", member=member)
        assert "Nothing was played under this rule sheet" in text
        assert 'class="contracts"' not in text
    for asked in ("&with=999999", f"&with={house.member('Anna').pk}", "&with=%27&side=against"):
        assert "Somebody you chose was not at the same table" in page(house, asked, member="Anna")
    for asked in ("&with=~nobody", f"&with={house.member('Emil').pk}", "&with=%00"):
        assert "Somebody you chose did not play in this period." in page(house, asked)
    bert = house.member("Bert").pk
    assert "Please choose." in page(house, f"&with={bert}&side=nonsense", member="Anna")
    assert "The last day is before the first one." in page(house, "&since=2026-02-02&until=2026-01-01")


def test_both_pages_count_the_hands_that_were_chosen_and_say_which(house: House) -> None:
    play(house, MAY, rufer("Anna", "Bert"), rufer("Bert", "Dora"), dreier("Anna"))
    bert, dora = house.member("Bert").pk, house.member("Dora").pk
    against = page(house, f"&with={bert}&side=against", member="Anna")
    assert "Only hands with all of these people on the other side: Bert." in against
    assert "In a Trischaken everybody plays against everybody." in against
    [row] = shown(against, "contracts")
    assert row[:4] + row[-2:] == ["Dreier", "1", "1", "0", "+15", "+15.00"]
    assert re.search('value="against"[^>]* checked', against)
    for asked in (f"&with={bert}", f"&with={bert}&side=table"):  # without a side: as it was before
        table = page(house, asked, member="Anna")
        assert "Only hands that all of these people played, too: Bert." in table
        assert [row[0] for row in shown(table, "contracts")] == ["Rufer", "Dreier"]
        assert re.search('value="table"[^>]* checked', table)
    both = page(house, f"&with={bert}&with={dora}&rules=standard")
    assert "Only hands that all of these people played: Bert, Dora." in both
    assert "Only hands under this rule sheet:" in both
    assert 'name="side"' not in both
    assert len(shown(both, "games")) == 2


def test_a_phone_says_in_words_how_often_a_game_was_played_and_won(house: House) -> None:
    """Three of four hands are Rufer, and two of these are won."""
    lost = rufer("Cilli", "Anna", won=False)
    play(house, MAY, rufer("Anna", "Bert"), rufer("Bert", "Dora"), lost, dreier("Dora"))
    text = text_of(page(house))
    assert "Rufer 75 % of all hands, 67 % won" in text
    assert "Dreier 25 % of all hands, 100 % won" in text
    assert "4 hands by these rules" in text


def test_hands_with_somebody_count_at_tables_without_an_evening_if_those_do(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    just_play(house, rufer("Anna", "Bert"))
    bert = house.member("Bert").pk
    assert [row[0] for row in shown(page(house, f"&with={bert}"), "games")] == ["Dreier"]
    both = shown(page(house, f"&with={bert}&tables=on"), "games")
    assert sorted(row[0] for row in both) == ["Dreier", "Rufer"]


def test_the_highest_seasons_are_whole_years(house: House) -> None:
    """Half of a year would stand there as if it were all of it."""
    year = MAY.year
    for before in (0, 1, 2):
        play(house, date(year - before, 2, 1), dreier("Anna"))
        play(house, date(year - before, 9, 1), dreier("Anna"))
    for asked, years in (
        ("", [str(year), str(year - 1), str(year - 2)]),
        (f"&since={year - 2}-03-01", [str(year), str(year - 1)]),
        (f"&since={year - 2}-03-01&until={year}-08-31", []),  # only one is whole
        (f"&since={year}-01-01&until={year}-12-31", []),
    ):
        text = page(house, asked)
        assert ("The highest seasons" in blocks(text)) is bool(years), asked
        if years:
            told = re.findall(r"<td>(\d{4})</td>", blocks(text)["The highest seasons"])
            assert sorted(told, reverse=True) == years
        own = page(house, asked, member="Anna")
        assert [row[0] for row in shown(own, "years")] == sorted(years)


# Statistics told as at the table: what a hand, a choice of people and a later change come to


def test_more_hands_of_one_evening_than_it_keeps_can_be_equal(house: House) -> None:
    play(house, MAY, *[dreier("Anna", won=False)] * 3)  # three get the same, each time
    found = statistics(house.club)
    assert [(hand.points, hand.number) for hand in found.best_hands] == [
        (5, number) for number in (1, 2, 3) for _one in range(3)
    ]
    assert found.more_hands == 0
    with_anna = HandFilter(people=frozenset({str(house.member("Anna").pk)}))
    assert len(statistics(house.club, with_anna).best_hands) == 9
    play(house, JUNE, *[dreier("Anna", won=False)] * 5)
    found = statistics(house.club)
    assert (len(found.best_hands), found.more_hands) == (20, 4)
    compare(house.club, [])


def test_hands_of_a_tournament_stay_out(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"))
    Evening.objects.filter(pk=sheet.evening_id).update(occasion="tournament")
    assert of(house, "Anna").score is None
    assert statistics(house.club).hands == 0


def test_random_hands_of_all_sheets_are_counted_as_by_hand(house: House, of_all_sheets: list[Sheet]) -> None:
    assert Evening.objects.count() == len(SLUGS) == 10
    compare(house.club, [house.member(name).pk for name in ("Anna", "Bert", "Emil")])


def test_what_is_written_after_somebody_looked_is_counted(house: House) -> None:
    """A month is added up once; what is written, corrected or moved to another month adds it up anew."""
    members = [house.member(name).pk for name in FOUR]
    sheet = play(house, MAY, rufer("Anna", "Cilli"), dreier("Bert"))
    compare(house.club, members)
    house.play(sheet, dreier("Cilli"))
    compare(house.club, members)
    correct(house, sheet, Entry.objects.get(row__sheet=sheet, row__number=2), dreier("Bert", won=False))
    compare(house.club, members)
    Evening.objects.filter(pk=sheet.evening_id).update(date=MAY + timedelta(weeks=30))
    play(house, MAY, rufer("Anna", "Bert"))
    compare(house.club, members)


def test_hands_under_several_versions_at_one_table_are_counted_in_their_order(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sum under its own version, a run of won games over all of them."""
    members = [house.member(name).pk for name in FOUR]
    sheet = play(house, MAY, dreier("Anna"), dreier("Bert", won=False), dreier("Cilli"))
    for value in (6, 7):
        republish(monkeypatch, dearer(value))
        take(house, now(sheet).evening)
        for name in ("Bert", "Anna"):
            house.play(sheet, dreier(name))
    assert len(now(sheet).state.versions) == 2
    found = of(house, "Anna")
    assert found.declared_in_a_row == (3, MAY, MAY)
    assert [contract.played for contract in found.contracts] == [3]
    compare(house.club, members)


def six_at_every_table(house: House) -> None:
    """Two sit out of every hand, and nobody is always there."""
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(SIX, evening=house.evening(slug))
        records = list(random_records(sheet, slug, Random(100 + number), hands=20))
        write_down(now(sheet), records)


def test_hands_with_and_against_people_are_counted_as_by_hand(house: House) -> None:
    """In Trischaken, alone, in games side by side, after a Renonce, with two who sit out."""
    six_at_every_table(house)
    members = [house.member(name).pk for name in SIX if name != "Karl"]
    seen = compare_with_people(house.club, members, Random(7), times=24)
    for how in ("together", "against"):
        assert min(seen[f"{how} {number}"] for number in (1, 2, 3)) > 0, seen
        assert min(seen[f"{how}, {what}"] for what in ("trischaken", "revoked")) > 0, seen
