"""The bars of a season and of an evening: each page of them is one tap from the others."""

import re

from scoring.models import Evening
from tests.support.pages import html_at
from tests.support.scoring.house import House
from tests.support.scoring.season import MAY, play
from tests.support.scoring.tables import rufer

TOURNAMENT = "tournament"  # of an evening that is not the club's own


def bar_on(text: str, kind: str) -> list[tuple[str, str, str]]:
    """Return address, mark and words of each way in a bar: the club's `places`, or those of a `subject`."""
    bar = re.search(rf'<nav class="{kind}".*?</nav>', text, re.DOTALL)
    found = (
        re.findall(r'<a\s+href="([^"]+)"\s*(aria-current="\w+")?\s*>(?:<svg.*?</svg>)?([^<]+)</a>', bar[0])
        if bar
        else []
    )
    return [(href, current, words.strip()) for href, current, words in found]


def test_standings_and_statistics_keep_the_period(house: House) -> None:
    play(house, MAY, rufer("Anna", "Bert"))
    season = f"/clubs/{house.club.slug}/season/"
    for rest, marked in (
        ("", "Wertung"),
        ("statistics/", "Statistik"),
        ("evenings/", "Je Abend"),
        ("champions/", "Bestenliste"),
    ):
        text = html_at(house.client("Emil"), f"{season}{rest}?period=all")
        bar = bar_on(text, "subject")
        assert [words for _, _, words in bar] == ["Wertung", "Statistik", "Je Abend", "Bestenliste"], rest
        assert [words for _, current, words in bar if current] == [marked], rest
        assert all(address.endswith("?period=all") for address, _, _ in bar), rest


def test_tournaments_have_a_place_of_their_own_once_there_is_one(house: House) -> None:
    here = house.club.get_absolute_url()
    sheet = house.sheet(evening=house.evening())
    anna, tournaments = house.client("Anna"), f"{here}tournaments/"
    for path in (here, sheet.get_absolute_url(), f"{here}season/"):
        assert len(bar_on(html_at(anna, path), "places")) == 4, path
    assert tournaments in html_at(anna, f"{here}about/")
    Evening.objects.filter(pk=house.evening(date=MAY).pk).update(occasion=TOURNAMENT)
    for path in (here, sheet.get_absolute_url(), f"{here}season/"):
        places = [address for address, _, _ in bar_on(html_at(anna, path), "places")]
        assert tournaments in places, path
        assert len(places) == 5, path
