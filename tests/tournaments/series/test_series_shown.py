"""A series for everybody, if the club wants it; its certificates; and the year with all series."""

import datetime
from uuid import uuid4

from django.test import Client

from scoring.capability import log_line
from scoring.models import Deed, Shared
from scoring.sharing.verbs import share_feed
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, by_hand, cup
from tests.support.tournaments.series import Use, listed, named, with_lists, won_by_anna
from tests.support.tournaments.year import series_of_the_year
from tournaments.models import Counted, Series, Table
from tournaments.series import verbs
from tournaments.series.lines import PersonLine
from tournaments.series.views import series_results


@stage(on=cup)
def year(cup: Playing) -> Playing:
    """A cup that Anna has won counts in all seven series."""
    with by_hand(cup):
        won_by_anna(cup)
    series_of_the_year(cup.house.club, [cup.tournament])
    return cup


def of(year: Playing) -> Series:
    return Series.objects.select_related("club").get(title="Schrift")


def shown(year: Playing) -> Series:
    return year.do(verbs.show_series, series=of(year), public=True)


def test_the_series_is_read_by_everybody_as_long_as_the_club_wants_it(year: Playing) -> None:
    bert, series = year.house.client("Bert"), of(year)
    assert bert.post(f"{series.get_absolute_url()}show/", {"deed": str(uuid4())}).status_code == 400
    bert.post(f"{series.get_absolute_url()}show/", {"deed": str(uuid4()), "public": "yes"})
    series.refresh_from_db()
    where = f"/series/{series.code}/"
    page = bert.get(series.get_absolute_url()).content.decode()
    assert where in page
    assert "Schrift nach 1 Veranstaltung: 1. Anna, 2. Bert, 2. Cilli, 2. Dora." in page
    outside = Client().get(where)
    assert outside["X-Robots-Tag"] == "noindex"
    assert "Anna" in outside.content.decode()
    assert "/people/" not in outside.content.decode()
    women = listed(year.house, "Damen", named("Anna", "Cilli"))
    year.do(verbs.choose_events, series=series, among=[f"o{women.pk}"], chosen={f"o{women.pk}": [Use.RANKED]})
    listed(year.house, "Nord", named("Anna"), (series, Use.TEAM))
    frame = Client().get(f"{where}embed/?language=en")
    assert f"?language=en&amp;group={women.pk}" in frame.content.decode()
    assert "Teams" in frame.content.decode()
    of_women = Client().get(f"{where}embed/?group={women.pk}").content.decode()
    assert "Cilli" in of_women
    assert "Bert" not in of_women
    assert "X-Frame-Options" not in frame
    assert Client().get(f"{where}export/json/").json()["tables"][0]["rows"][0][2] == "Anna"
    bert.post(f"{series.get_absolute_url()}show/", {"deed": str(uuid4()), "public": "no"})
    assert Client().get(where).status_code == Client().get(f"{where}embed/").status_code == 404
    assert [log_line(deed) for deed in Deed.objects.filter(verb="show_series").order_by("at")] == [
        "hat die Wertung „Schrift“ allen gezeigt",
        "hat die Wertung „Schrift“ nur noch dem Klub gezeigt",
    ]
    first = shown(year).code
    assert first not in (series.code, ""), "another address"
    assert shown(year).code == first


def test_the_feed_of_results_tells_who_leads_where_the_series_is_shown(year: Playing) -> None:
    feed = year.do(share_feed, club=year.house.club, what=Shared.RESULTS)
    where = f"/s/{feed.code}/results.atom"
    assert "Schrift nach" not in Client().get(where).content.decode()
    code = shown(year).code
    feed_ = Client().get(where).content.decode()
    assert "Schrift nach 1 Veranstaltung" in feed_
    assert "1. Anna: +15" in feed_
    assert f"/series/{code}/" in feed_


def test_a_round_that_was_closed_is_told_and_what_is_still_to_come_is_not(year: Playing) -> None:
    coming, events = year.house.evening("cup"), [f"r{year.round().pk}"]
    keys = [*events, f"t{year.tournament.pk}", f"e{coming.pk}"]
    year.do(verbs.choose_events, series=of(year), among=keys, chosen={f"e{coming.pk}": [Use.EVENT]})
    code = shown(year).code
    assert [*series_results(year.house.club, 30)] == []
    assert "Schrift: Den Stand gibt es hier." in Client().get(f"/series/{code}/").content.decode()
    where = f"{of(year).get_absolute_url()}certificates/"
    assert "Niemand ist gereiht" in year.house.client("Bert").get(where).content.decode()
    year.do(
        verbs.choose_events,
        series=of(year),
        among=keys,
        chosen={key: [Use.EVENT] for key in keys[:1] + keys[2:]},
    )
    [result] = series_results(year.house.club, 30)
    assert result.at == year.round().closed_at
    page = year.house.client("Bert").get(f"{where}?whose=first&first=1").content.decode()
    assert all(word in page for word in ("Stand vom", "Anna", "Schrift"))


def test_somebodys_page_tells_what_is_missing(year: Playing) -> None:
    series = Series.objects.select_related("club").get(title="Halbjahre")
    coming = year.house.evening("cup")
    Counted.objects.create(series=series, evening=coming)
    where = f"{series.get_absolute_url()}people/m{year.house.member('Bert').pk}/"
    page = year.house.client("Bert").get(where).content.decode()
    assert "Wer davor steht, hat um 1200 Punkte mehr." in page
    assert "1 Veranstaltung kommt noch." in page
    series.kept_terms |= {"counting": "best", "best": 1}
    series.save()
    page = year.house.client("Bert").get(where).content.decode()
    assert "Ein weiteres Ergebnis zählt, wenn es besser ist als" in page


def test_all_years_tell_who_has_won_how_many_came_and_where_more_sat_at_fives(year: Playing) -> None:
    club, series = year.house.club, of(year)
    day = datetime.date(2019, 10, 4)
    places = (("Anna", 2, 0), ("Otti", 1, None))  # the first series counts by points: Otti is not in it
    places += (("Emil", 3, None), ("Hans", 4, None))
    old = [
        PersonLine(name, points, place=place, event="Cup von früher", date=day)
        for name, place, points in places
    ]
    with_lists(year.house, series, old)
    with_lists(year.house, Series.objects.get(title="Kurve"), old)
    table = Table.objects.get(round__tournament=year.tournament)
    table.seats = [*table.seats, "0"]
    table.save()
    page = year.house.client("Cilli").get(f"/clubs/{club.slug}/tournaments/series/years/")
    told = [row.record for row in page.context["winners"].rows]
    titles = [
        (row["name"], row["place_1"], row["place_2"], len(row["series"].split(", "))) for row in told[:2]
    ]
    assert titles == [("Anna", 1, 1, 5), ("Otti", 1, 0, 1)]
    assert [(row["name"], row["place_2"]) for row in told[2:]] == [
        *(("Bert", 1), ("Cilli", 1), ("Dora", 1)),
        ("Emil", 0),
    ]
    years = [row.record for row in page.context["years"].rows]
    assert [(row["name"], row["average"], row["people"], row["of_five"]) for row in years] == [
        ("2026", "4", 4, "Cup"),
        ("2019", "4", 4, ""),
    ]
