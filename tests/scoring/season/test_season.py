"""The season: who has won how much over many evenings, and one member's own page."""

import re
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring import clock
from scoring.clock import as_of_today
from scoring.models import Evening
from scoring.season.forms import days_played
from scoring.season.pages.career import Career
from scoring.season.pages.season import Period, Season, SeasonStandings, form_of
from tests.support.pages import text_of
from tests.support.scoring.corrections import undo
from tests.support.scoring.house import House
from tests.support.scoring.old_papers import XANDL, old_amounts
from tests.support.scoring.recording import posted
from tests.support.scoring.season import (
    EVER,
    JUNE,
    MAY,
    just_play,
    lines,
    play,
    points,
    shown,
    standings,
)
from tests.support.scoring.tables import FIVE, FOUR, dreier, hand, rufer, trischaken


def career(house: House, name: str, *, tables: bool = False) -> Career:
    with override("en"):
        return Career(house.member(name), Season(house.club, EVER, tables), "en")


def page(house: House, asked: str = "", *, member: str = "") -> str:
    client = house.client("Emil", "en")
    if member:
        path = reverse("scoring:member", args=[house.club.slug, house.member(member).pk])
    else:
        path = reverse("scoring:season", args=[house.club.slug])
    response = client.get(path + asked)
    assert response.status_code == 200
    return response.content.decode()


def test_points_money_and_averages_are_those_of_all_evenings(house: House) -> None:
    play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"), cents=10)  # Anna 15−1, Bert −5+1 …
    play(house, JUNE, dreier("Cilli", won=False), cents=50)
    found = {member.name: member for member in standings(house).members}
    assert points(standings(house).members) == {"Anna": 19, "Bert": 1, "Cilli": -21, "Dora": 1}
    assert [member.rank for member in standings(house).members] == [1, 2, 2, 4]
    anna = found["Anna"].score
    assert (anna.evenings, anna.hands, anna.average) == (2, 3, Fraction(19, 3))
    assert anna.money == {"EUR": 14 * 10 + 5 * 50}
    assert found["Cilli"].score.money == {"EUR": -6 * 10 - 15 * 50}


def test_thirds_stay_exact_in_points_and_money(house: House) -> None:
    thirds = hand("trischaken", "Anna", order=[["Bert", "Cilli"]])
    for day in (MAY, JUNE):
        play(house, day, thirds, cents=25)
    found = standings(house).members
    assert sum(player.score.points for player in found) == 0
    assert sum(player.score.money["EUR"] for player in found) == 0
    for player in found:
        assert player.score.money["EUR"] == Fraction(player.score.points) * 25


def test_the_standings_are_what_the_hands_add_up_to(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"), trischaken("Bert", "Dora"), dreier("Emil"), names=FIVE)
    play(house, JUNE, rufer("Anna", "Cilli"), dreier("Karl"), names=(*FOUR[:3], "Emil", "Karl"))
    undo(house, sheet)
    found = standings(house)
    added: dict[str, list[Fraction]] = {}
    for amount in posted():
        sums = added.setdefault(
            amount.participant.member.name if amount.participant.member else amount.participant.guest,
            [Fraction(0)] * 3,
        )
        for place, further in enumerate(
            (1, Fraction(amount.twelfths, 12), Fraction(amount.schrift_twelfths, 12))
        ):
            sums[place] += further
    scores = {player.name: player.score for player in found.everybody}
    assert {name: [score.hands, score.points, score.schrift] for name, score in scores.items()} == added


def test_guests_stand_apart_counted_by_their_name(house: House) -> None:
    for day, spelt in ((MAY, "Karl"), (JUNE, "KARL")):
        play(house, day, dreier(spelt), names=(*FOUR[:3], spelt))
    found = standings(house)
    assert "KARL" not in points(found.members)
    assert [(guest.rank, guest.name, guest.score.points, guest.score.evenings) for guest in found.guests] == [
        (1, "KARL", 30, 2)
    ]
    assert "KARL" not in page(house, "?period=all")
    text = page(house, "?period=all&guests=on")
    assert "<h2>Guests</h2>" in text
    assert [row[1] for row in shown(text, "standings")] == ["Anna", "Bert", "Cilli"]
    assert "KARL" in text
    assert re.search(r"1 guest\s*</strong><small>not in the standings</small>", page(house, "?period=all"))


def test_with_more_players_than_a_page_has_the_rows_are_those_of_the_page(house: House) -> None:
    """Seven tables of four: 28 guests, of whom paper has all and the screen has 25."""
    for table in range(7):
        guests = tuple(f"Z{table}{seat}" for seat in range(4))
        play(house, MAY + timedelta(days=table), dreier(guests[0]), names=guests)
    text = page(house, "?period=all&guests=on")
    rows = re.findall(r"<tr([^>]*)>\s*<td", text.partition("<h2>Guests</h2>")[2])
    assert len(rows) == 28
    assert len([row for row in rows if "beyond" not in row]) == 25
    assert "Page 1 of 2" in text_of(text)
    linked = re.findall(r'rel="stylesheet"\s+href="/static/([^"]+)"', text)
    styles = "".join(Path(find(name)).read_text("utf-8") for name in linked)
    assert re.search(r"^\.beyond[^{}]*\{ display: none;", styles, re.MULTILINE)


@pytest.mark.own_time("on one evening of the year a new year begins at midnight")
def test_tables_without_an_evening_count_where_one_says_so(house: House) -> None:
    just_play(house, dreier("Anna"))
    assert standings(house) == SeasonStandings((), ())
    assert points(standings(house, tables=True).members)["Anna"] == 15
    text = page(house)
    assert "Nothing was played in this period." in text
    assert "tables=on" in text
    assert shown(page(house, "?tables=on"))[0][:3] == ["1", "Anna", "+15"]


def test_every_currency_has_its_column(house: House) -> None:
    play(house, MAY, dreier("Anna"), cents=10)
    play(house, JUNE, dreier("Anna"), cents=7, currency="CHF")
    found = standings(house)
    assert found.currencies == ("CHF", "EUR")
    assert found.members[0].score.money == {"EUR": 150, "CHF": 105}
    assert shown(page(house, "?period=all"))[0][:5] == ["1", "Anna", "+30", "+CHF\xa01.05", "+€1.50"]


# Periods


def test_the_last_day_counts_and_the_day_after_does_not(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    day = timedelta(days=1)
    for period, counts in (
        (Period(MAY, MAY), True),
        (Period(None, MAY - day), False),
        (Period(MAY + day, None), False),
        (Period.year(2026), True),
        (Period.year(2025), False),
        (Period.twelve_months(MAY), True),
        (Period.twelve_months(date(2027, 5, 7)), True),
        (Period.twelve_months(date(2027, 5, 8)), False),
    ):
        assert bool(standings(house, period).members) is counts, period


def test_without_a_word_the_page_shows_the_current_year_and_offers_the_others(house: House) -> None:
    play(house, date(clock.today().year, 1, 2), dreier("Anna"))
    play(house, date(clock.today().year - 2, 12, 31), dreier("Bert"))
    text = page(house)
    assert f"<h1>Season {clock.today().year}</h1>" in text
    ways = re.search(r'<details class="menu"[^>]*>.*?</details>', text, re.DOTALL)
    assert ways is not None
    current = re.search(r'aria-current="page".*?class="what"\s*>(.*?)<', ways[0], re.DOTALL)
    assert current is not None
    assert current[1] == str(clock.today().year)
    assert shown(text)[0][1] == "Anna"
    assert f"period={clock.today().year - 2}" in text
    assert f"period={clock.today().year - 1}" not in text
    before = page(house, f"?period={clock.today().year - 2}")
    assert shown(before)[0][1] == "Bert"
    assert len(shown(page(house, "?period=all"))) == 4


def test_days_can_be_chosen_and_wrong_ones_are_named(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    assert shown(page(house, "?since=2026-05-08&until=8.5.2026"))
    text = page(house, "?since=2026-05-09&until=2026-05-08")
    assert "The last day is before the first one." in text
    assert "<title>Error:" in text
    assert not shown(text)
    assert "Please give the date" in page(house, "?since=yesterday")
    assert "Please give the date" in page(house, "?until=31.2.2026", member="Anna")


# The page


def test_columns_are_sorted_and_names_found(house: House) -> None:
    play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"))
    play(house, JUNE, dreier("Bert", won=False), names=("Bert", "Cilli", "Dora", "Emil"))
    here = "?period=all"

    def names(asked: str) -> list[str]:
        return [row[1] for row in shown(page(house, here + asked))]

    assert names("") == ["Anna", "Emil", "Dora", "Cilli", "Bert"]
    assert names("&sort=name") == ["Anna", "Bert", "Cilli", "Dora", "Emil"]
    assert names("&sort=points") == ["Bert", "Cilli", "Dora", "Emil", "Anna"]
    assert names("&sort=-money_EUR")[0] == "Anna"
    assert names("&sort=-hands")[-1] == "Emil"
    sorted_by = re.findall(r'aria-sort="(\w+)"[^>]*><a [^>]*>(\w+)<', page(house, f"{here}&sort=-hands,name"))
    assert sorted_by == [("ascending", "Name"), ("descending", "Hands")]
    assert names("&sort=score__points") == names("")
    assert lines(page(house, f"{here}&sort=-average"))[0] == ["1", "Anna", "2 hands", "+7.00"]
    assert lines(page(house, f"{here}&sort=name"))[-1] == ["2", "Emil", "1 evening", "+5"], (
        "points, if nothing"
    )
    found = page(house, f"{here}&q=BER")
    assert [row[:2] for row in shown(found)] == [["5", "Bert"]], "ranks are those of the whole table"
    assert "Found: 1." in found
    assert "Found: 0." in page(house, f"{here}&q=%25")


def test_an_evening_that_is_only_planned_is_in_no_time_that_is_shown(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    planned = house.evening()
    Evening.objects.filter(pk=planned.pk).update(date=date(clock.today().year + 1, 1, 5))
    season = reverse("scoring:season", args=[house.club.slug])
    shown_ = house.client("Emil").get(f"{season}?period=all").context
    assert shown_["on_paper"][1].endswith(f"{MAY:%d.%m.%Y} – {MAY:%d.%m.%Y}")
    assert days_played(house.club) == {MAY: False}


@pytest.mark.own_time("on one evening of the year a new year begins at midnight")
def test_an_evening_of_today_belongs_to_its_year_before_anybody_has_sat_down(house: House) -> None:
    house.evening()
    assert days_played(house.club) == {clock.today(): False}


def test_after_midnight_of_new_years_eve_the_club_shows_the_new_year(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house, date(2026, 12, 31), dreier("Anna"))
    play(house, date(2027, 1, 1), dreier("Bert"))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 12, 31, 23, 30, tzinfo=UTC))
    client = Client()
    client.force_login(house["Emil"])
    text = text_of(client.get(house.club.get_absolute_url()))
    assert re.search(r"Saison 2027 Alle \d+ 1 Bert \+15", text)
    with override("de"):
        assert as_of_today() == "Stand vom 1. Jänner 2027"


def test_another_club_is_not_in_it(house: House) -> None:
    """Nor have its members a page there; who may read it is in the table of all addresses."""
    evening = house.evening(club=house.other)
    sheet = house.sheet(("Anna", "Franz", "Xaver", "Zenzi"), evening=evening)
    house.play(sheet, dreier("Anna"))
    assert standings(house, tables=True) == SeasonStandings((), ())
    assert career(house, "Anna").score is None
    franz = house.other.members.get(name="Franz").pk
    there = reverse("scoring:member", args=[house.club.slug, franz])
    assert house.client("Anna").get(there).status_code == 404


# A member


def test_a_members_evenings_are_listed_with_the_running_total(house: House) -> None:
    play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"), cents=10)
    play(house, JUNE, dreier("Cilli", won=False), cents=50)
    anna = career(house, "Anna")
    assert [
        (evening.number, evening.date, evening.score.points, evening.total) for evening in anna.evenings
    ] == [(1, MAY, 14, 14), (2, JUNE, 5, 19)]
    assert anna.course == (0, 14, 19)
    assert anna.score == next(member for member in standings(house).members if member.name == "Anna").score
    text = page(house, "?period=all&show=course", member="Anna")
    assert "Evenings 2 Hands 3 Points +19 Money +€3.90 Per hand +6.33" in text_of(text)
    assert [row[2] for row in shown(text, "evenings")] == ["+5", "+14"]
    assert text.count('class="chart"') == 2
    assert "The total after each of 2 evenings" in text


def test_evenings_of_amounts_count_are_marked_and_are_in_no_average(house: House) -> None:
    play(house, MAY, dreier("Anna"), cents=10)
    batch = old_amounts(house, MAY - timedelta(days=7))  # Anna 12, Bert −4
    old_amounts(house, JUNE)
    found = {player.name: player.score for player in standings(house).everybody}
    assert {name: score.points for name, score in found.items()} == {
        "Anna": 39,
        "Bert": -13,
        "Cilli": -5 - Fraction(38, 3),
        "Dora": -5,
        XANDL: Fraction(-10, 3),
    }
    anna = found["Anna"]
    assert (anna.evenings, anna.hands, anna.old, anna.average, anna.money) == (3, 1, 24, 15, {"EUR": 150})
    assert (found[XANDL].average, found["Dora"].old, standings(house).differs) == (None, None, False)
    own = career(house, "Anna")
    assert [(evening.total, evening.score.average, evening.is_old) for evening in own.evenings] == [
        *((12, None, True), (27, 15, False), (39, None, True)),
    ]
    assert (own.score, own.evenings[0].address) == (anna, batch.get_absolute_url())
    assert "Of old sheets +24 " in text_of(page(house, "?period=all&all=1", member="Anna"))
    chosen = page(house, f"?period=all&with={house.member('Bert').pk}&side=table", member="Anna")
    assert "are left out here" in chosen
    assert "(old)" not in chosen


def test_the_form_of_the_last_ten_evenings_is_a_picture_in_words_too(house: House) -> None:
    """Emil was not there; what was eleven evenings ago is no longer in it."""
    days = [MAY + timedelta(days=number) for number in range(11)]
    for day in days[:-1]:
        play(house, day, dreier("Anna"))
    play(house, days[-1], dreier("Bert"), names=("Bert", "Cilli", "Dora", "Emil"))
    form = form_of(Season(house.club, EVER))
    anna, emil = (form[house.member(name).pk] for name in ("Anna", "Emil"))
    assert anna == [*[15] * 9, None]
    assert emil == [*[None] * 9, -5]
    text = house.client("Emil", "en").get(f"/clubs/{house.club.slug}/season/?period=all").content.decode()
    label = f'aria-label="The last evenings, the oldest first: {", ".join(["+15"] * 9)}, –"'
    assert text.count(label) == 2, "in its row, and in its column"


def test_the_first_places_stand_on_one_page_and_as_text_without_plus_signs(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"))  # 10, 10, −10, −10
    shown_page = page(house, "?period=all&first=2")
    assert "<pre>1. Anna 10\n1. Bert 10</pre>" in shown_page
    handed_on = shown_page.partition("<textarea")[2].partition("</textarea>")[0]
    assert handed_on.endswith("\n1. Anna 10\n1. Bert 10")
    assert f"\n{house.club.name} · as of " in handed_on
    assert ">Cilli</a>" not in shown_page
    assert 'name="period" value="all"' in shown_page
    for nonsense in ("x", "0", "99999", "²"):
        assert ">Cilli</a>" in page(house, f"?period=all&first={nonsense}")
