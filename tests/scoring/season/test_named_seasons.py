"""A club that plays from October to May names its seasons: pages, files and links show them."""

import re
from datetime import UTC, date, datetime
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.capability import log_line
from scoring.models import Club, Deed, NamedPeriod, NamedSeason, Sharing
from scoring.models.sharing import SEASON
from scoring.season import verbs
from scoring.season.pages.career import Career
from scoring.season.pages.champions import ClubChampions
from scoring.season.pages.periods import SeasonCalendar
from scoring.season.pages.season import Period, Season, standings_of
from scoring.season.pages.statistics import ClubStatistics
from scoring.sharing import verbs as sharing_verbs
from tests.support.pages import certificates, text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.old_papers import old_amounts
from tests.support.scoring.season import play, points, shown
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.visitors import read_out

WINTER = NamedPeriod("2025/26", date(2025, 10, 1), date(2026, 5, 31))
# Who wins a game for one on which day; it brings 15, and costs each of the others 5.
PLAYED = {
    date(2024, 10, 1): "Anna",
    date(2025, 5, 31): "Anna",
    date(2025, 7, 4): "Dora",  # in no season
    date(2025, 10, 1): "Bert",
    date(2026, 5, 31): "Bert",
    date(2026, 6, 5): "Dora",  # in no season
    date(2026, 10, 2): "Cilli",
}
OLD = date(2024, 11, 8)  # an old sheet: amounts alone


def in_december() -> datetime:
    return datetime(2026, 12, 1, 12, tzinfo=UTC)


@stage(on=HOUSE)
def played(house: House) -> House:
    """Evenings of three winters and two summers."""
    with patch.object(timezone, "now", in_december):
        for day, who in PLAYED.items():
            play(house, day, dreier(who))
        old_amounts(house, OLD)
    return house


@pytest.fixture
def winters(played: House, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(timezone, "now", in_december)
    return played


def name(house: House, period: NamedPeriod = WINTER, by: str = "Bert") -> NamedSeason:
    named = house.do(verbs.name_season, by=by, club=house.club, **period._asdict())
    house.club = Club.objects.get(pk=house.club.pk)
    return named


def page(house: House, called: str, asked: str = "", *args: object, by: str = "Bert") -> str:
    answer = house.client(by, "en").get(reverse(f"scoring:{called}", args=[house.club.slug, *args]) + asked)
    assert answer.status_code == 200
    return answer.content.decode()


def menu(text: str) -> list[str]:
    found = re.search(r'<details class="menu".*?</details>', text, re.DOTALL)
    return re.findall(r'class="what"\s*>([^<]*)<', found[0]) if found else []


LAST = "?period=20251001-20260531"


def test_the_season_of_a_club_that_plays_in_winter_stands_on_five_pages(winters: House) -> None:
    name(winters)
    running = page(winters, "season")
    assert "<title>Season 2026/27" in running
    periods = ["2026/27", "2025/26", "2024/25", "2026", "12 months", "All evenings", "2025", "2024"]
    assert menu(running) == periods
    assert [row[:3] for row in shown(running)] == [
        ["1", "Cilli", "+15"],
        *(["2=", who, "−5"] for who in ("Anna", "Bert", "Dora")),
    ]
    last = page(winters, "season", LAST)
    assert "<title>Season 2025/26" in last
    assert shown(last)[0][:3] == ["1", "Bert", "+30"]
    assert "<title>Statistics 2025/26" in page(winters, "statistics", LAST)
    anna = winters.member("Anna").pk
    of_anna = page(winters, "member", LAST, anna)
    assert menu(of_anna) == periods
    assert "−10" in text_of(of_anna)
    address = reverse("scoring:season_certificates", args=[winters.club.slug])
    first = certificates(winters.client("Bert", "en").get(address + LAST))[0]
    assert first[2:5] == ["Bert", "1st place", "Season 2025/26"]
    assert re.search(r"Season 2026/27\s.*Cilli", text_of(page(winters, "club")))


def test_files_of_a_named_season_are_called_after_it_and_hold_its_evenings(winters: House) -> None:
    name(winters)
    for called in ("export_season", "export_season_book", "export_season_hands", "export_statistics"):
        address = reverse(f"scoring:{called}", kwargs={"slug": winters.club.slug, "form": "csv"})
        answer = winters.client("Bert", "en").get(address + LAST)
        assert "2025-26" in answer.headers["Content-Disposition"], called
    address = reverse("scoring:export_season_hands", kwargs={"slug": winters.club.slug, "form": "json"})
    hands = winters.client("Bert", "en").get(address + LAST)
    text = read_out(hands).content.decode()
    assert re.findall(r"20\d\d-\d\d-\d\d(?=\")", text) == ["2025-10-01", "2026-05-31"]


def test_what_lies_between_two_seasons_is_in_the_year_and_among_all_and_the_page_says_so(
    winters: House,
) -> None:
    name(winters)
    assert "1 evening after this season counts in none: 2026/27 begins on 1 October 2026." in text_of(
        page(winters, "season", LAST)
    )
    assert "counts in none" not in text_of(page(winters, "season"))
    calendar = SeasonCalendar.of(winters.club)
    for period in calendar.between(OLD, date(2026, 12, 1)):
        assert points(standings_of(Season(winters.club, Period(*period[1:]))).members)["Dora"] <= 0
    for asked in ("?period=2026", "?period=all"):
        assert ["Dora", "+5"] in [row[1:3] for row in shown(page(winters, "season", asked))]


def test_without_names_a_season_is_a_calendar_year(winters: House) -> None:
    assert menu(page(winters, "season")) == ["2026", "12 months", "All evenings", "2025", "2024"]
    with override("en"):
        found = Career(winters.member("Anna"), Season(winters.club, Period()), "en")
    assert [season.name for season in found.years] == ["2024", "2025", "2026"]


def test_points_by_season_and_the_highest_seasons_go_by_the_names(winters: House) -> None:
    name(winters)
    season = Season(winters.club, Period())
    with override("en"):
        anna, statistics = Career(winters.member("Anna"), season, "en"), ClubStatistics(season, "en")
    assert [(one.name, one.score.points, one.score.evenings) for one in anna.years] == [
        ("2024/25", 42, 3),
        ("2025/26", -10, 2),
        ("2026/27", -5, 1),
    ]
    assert [(best.person.name, best.points, best.what) for best in statistics.best_years] == [
        ("Anna", 30, "2024/25"),
        ("Bert", 30, "2025/26"),
        ("Cilli", 15, "2026/27"),
    ]


def test_a_link_keeps_showing_its_season_under_any_name_and_one_goes_along(winters: House) -> None:
    named = name(winters)
    form = page(winters, "sharings")
    assert re.findall(r'<option value="([^"]*)"', form)[:4] == [
        SEASON,
        "20261001-20270531",
        "20251001-20260531",
        "20241001-20250531",
    ]
    stays, goes_along = (
        sharing_verbs.share_standings(actor=winters["Anna"], deed=uuid4(), club=winters.club, period=period)
        for period in ("20251001-20260531", SEASON)
    )

    def heading(sharing: Sharing) -> str:
        answer = Client().get(f"/s/{sharing.code}/?language=en")
        found = re.search("<h1>Standings: (.*)</h1>", answer.content.decode())
        assert found is not None
        return found[1]

    assert (heading(stays), heading(goes_along)) == ("2025/26", "2026/27")
    winters.do(verbs.remove_season, by="Bert", club=winters.club, number=named.pk)
    assert heading(stays) == "1 Oct 2025 – 31 May 2026"
    name(winters, WINTER._replace(name="Winter 2025/26"))
    assert (heading(stays), heading(goes_along)) == ("Winter 2025/26", "Winter 2026/27")
    with override("en"):
        deeds = [log_line(deed) for deed in Deed.objects.filter(verb="share_standings").order_by("at")]
    assert "made a link to the standings (1 Oct 2025 – 31 May 2026)" in deeds


def test_a_director_names_a_season_with_one_tap_and_takes_the_name_back(winters: House) -> None:
    bert = winters.client("Bert", "en")
    there = reverse("scoring:club_seasons", args=[winters.club.slug])
    suggested = bert.get(there).context["form"].initial
    assert suggested == {"name": "2026/27", "since": date(2026, 10, 1), "until": date(2027, 5, 31)}
    sent = {key: str(value) for key, value in suggested.items()}
    assert bert.post(there, {**sent, "deed": str(uuid4())}).status_code == 302
    text = text_of(bert.get(there))
    assert re.search(r"2026/27 1 Oct 2026 – 31 May 2027 .*2027/28 .*2028/29", text)
    assert "2026/27" in text_of(bert.get(reverse("scoring:about_club", args=[winters.club.slug])))
    named = NamedSeason.objects.get()
    removed = bert.post(
        reverse("scoring:remove_season", args=[winters.club.slug, named.pk]), {"deed": str(uuid4())}
    )
    again = bert.get(removed.headers["Location"])
    assert "The name is removed." in text_of(again)
    assert {key: str(value) for key, value in again.context["form"].initial.items()} == sent
    assert not NamedSeason.objects.exists()
    with override("en"):
        said = [
            log_line(deed) for deed in Deed.objects.filter(verb__endswith="_season").order_by("at", "verb")
        ]
    assert said == [
        "named the season 2026/27, from 1 Oct 2026 to 31 May 2027",
        "removed the name of the season 2026/27, from 1 Oct 2026 to 31 May 2027",
    ]
    assert verified()[0] == 0


def test_in_spring_the_season_that_runs_is_suggested(house: House) -> None:
    with patch("scoring.season.forms.clock.today", return_value=date(2027, 3, 1)):
        page = house.client("Bert").get(reverse("scoring:club_seasons", args=[house.club.slug]))
    suggested = page.context["form"].initial
    assert suggested == {"name": "2026/27", "since": date(2026, 10, 1), "until": date(2027, 5, 31)}


@pytest.mark.parametrize(
    ("changed", "field", "sentence"),
    [
        ({"name": " "}, "name", "Please give a name with 40 letters at most."),
        ({"name": "x 2025" * 8}, "name", "Please give a name with 40 letters at most."),
        (
            {"name": "Winter 7"},
            "name",
            "Please give a name with its year, such as 2025/26: so the next ones have theirs.",
        ),
        ({"until": date(2025, 9, 30)}, "until", "The last day is before the first one."),
        ({"until": date(2026, 10, 1)}, "until", "A season has a year at most."),
        ({"until": date(9999, 12, 31)}, "until", "Please give the date, such as 24.12.2026."),
    ],
)
def test_what_no_season_can_be_is_refused_with_its_reason(
    house: House, changed: dict[str, object], field: str, sentence: str
) -> None:
    asked = WINTER._asdict() | changed
    found = problems_of(house.do, verbs.name_season, by="Bert", club=house.club, **asked)
    assert found == {field: [sentence]}
    assert not NamedSeason.objects.exists()


def test_days_and_names_belong_to_one_season_and_only_directors_name_it(house: House) -> None:
    name(house)
    found = problems_of(house.do, verbs.name_season, by="Bert", club=house.club, **WINTER._asdict())
    assert found == {
        "name": ["There is a season of this name."],
        "since": ["Some of these days belong to 2025/26. Please remove that name first."],
    }
    with pytest.raises(PermissionDenied):
        name(house, WINTER.years_later(1), by="Emil")


def test_a_season_named_later_counts_from_its_first_day_on() -> None:
    longer = NamedPeriod("2027/28", date(2027, 9, 1), date(2028, 6, 30))
    calendar = SeasonCalendar((WINTER, longer))
    assert [period[:2] for period in calendar.between(date(2024, 12, 1), date(2028, 12, 1))] == [
        ("2024/25", date(2024, 10, 1)),
        ("2025/26", date(2025, 10, 1)),
        ("2026/27", date(2026, 10, 1)),
        ("2027/28", date(2027, 9, 1)),
        ("2028/29", date(2028, 9, 1)),
    ]
    assert calendar.running(date(2027, 8, 31)).name == "2026/27"


def test_two_seasons_a_year_stand_side_by_side() -> None:
    autumn = NamedPeriod("Herbst 2025", date(2025, 9, 1), date(2025, 12, 31))
    spring = NamedPeriod("Frühjahr 2026", date(2026, 1, 1), date(2026, 6, 30))
    names = SeasonCalendar((autumn, spring)).between(date(2024, 11, 1), date(2026, 10, 1))
    assert [period.name for period in names] == [
        *("Herbst 2024", "Frühjahr 2025", "Herbst 2025", "Frühjahr 2026", "Herbst 2026")
    ]


def test_an_address_that_names_no_period_shows_the_season_that_runs(winters: House) -> None:
    name(winters)
    for asked in ("20251001-20261231", "20261301-20270531", "99981001-99990531", "nonsense", "season", ""):
        assert "<title>Season 2026/27" in page(winters, "season", f"?period={asked}"), asked


# Who was first in each


def test_the_champions_are_the_first_of_each_seasons_standings(winters: House) -> None:
    """Old sheets, totals and evenings of hands, by the standings of each season and year."""
    name(winters)
    firsts = ClubChampions.of(winters.club, date(2026, 12, 1))
    with override("en"):
        seasons = [(one.period, one.name, one.points, one.evenings) for one in firsts.seasons]
    assert seasons == [
        ("2026/27 so far", "Cilli", 15, 1),
        ("2025/26", "Bert", 30, 2),
        ("2024/25", "Anna", 42, 3),
    ]
    assert [one.season.name for one in firsts.years] == ["2026", "2025", "2024"]
    for one in (*firsts.seasons, *firsts.years):
        members = standings_of(Season(winters.club, Period(*one.season[1:]))).members
        best = [player for player in members if player.rank == 1]
        assert (one.names, one.players) == (tuple(player.name for player in best), len(members))
        assert {player.score.points for player in best} == {one.points}


def test_the_page_of_champions_leads_to_their_standings_and_counts_what_lies_between(winters: House) -> None:
    text = page(winters, "champions")
    assert "Seasons" not in re.findall("<h2>(.*?)</h2>", text), "years alone, as long as none has a name"
    name(winters)
    text = page(winters, "champions", by="Emil")
    assert re.findall("<h2>(.*?)</h2>", text)[:2] == ["Seasons", "Years"]
    assert shown(text, "champions")[1] == ["2025/26", "Bert", "+30", "2", "4"]
    assert "/season/?period=20251001-20260531" in text
    assert "2 evenings lie between two seasons and count in none of them" in text_of(text)
    address = reverse("scoring:export_champions", kwargs={"slug": winters.club.slug, "form": "json"})
    file = winters.client("Emil", "en").get(address).json()
    assert [part["name"] for part in file["tables"]] == ["Seasons", "Years"]
    assert file["tables"][0]["rows"][1] == ["2025/26", "Bert", 30, 2, 4]


def test_equals_share_a_season_and_guests_have_none(house: House) -> None:
    play(house, date(2025, 3, 7), dreier("Karl"), names=("Anna", "Bert", "Karl", "Lena"))
    [first] = ClubChampions.of(house.club, date(2026, 12, 1)).years
    assert (first.names, first.points, first.players) == (("Anna", "Bert"), -5, 2)


# Evening by evening


def test_the_cross_table_shows_what_each_evening_brought_and_adds_up(winters: House) -> None:
    """An old sheet has a row without a page; guests stand together, so that every row comes to nothing."""
    name(winters)
    text = page(winters, "cross_table", "?period=20241001-20250531")
    assert "<title>By evening 2024/25" in text
    assert re.findall('<th[^>]*scope="col"[^>]*>\\s*([^<]*?)\\s*</th>', text) == [
        *("Evening", "Anna", "Dora", "Bert", "Cilli", "Guests")
    ]
    rows = shown(text, "figures cross")
    assert rows == [
        ["31 May 2025", "+15", "−5", "−5", "−5", ""],
        ["8 Nov 2024", "+12", "", "−4", "−6⅓", "−1⅔"],
        ["1 Oct 2024", "+15", "−5", "−5", "−5", ""],
    ]
    evening = winters.club.evenings.get(date=date(2025, 5, 31))
    assert reverse("scoring:evening", args=[winters.club.slug, evening.pk]) in text
    sums = re.findall("<td[^>]*><span[^>]*>([^<]*)</span></td>", text.partition("<tfoot>")[2])
    assert sums == ["+42", "−10", "−14", "−16⅓", "−1⅔"]


def test_the_cross_table_leaves_as_a_file(winters: House) -> None:
    name(winters)
    address = reverse("scoring:export_cross_table", kwargs={"slug": winters.club.slug, "form": "csv"})
    answer = winters.client("Emil", "en").get(address + LAST)
    assert "by-evening-2025-26" in answer.headers["Content-Disposition"]
    bert = next(row for row in answer.content.decode().splitlines() if row.startswith("Bert"))
    assert re.split("[;,]", bert)[2:] == ["15", "15", "30"]
