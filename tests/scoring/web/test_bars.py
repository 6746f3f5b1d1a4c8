"""The bars of a season and of an evening: each page of them is one tap from the others."""

import re

from tests.support.pages import html_at
from tests.support.scoring.house import House
from tests.support.scoring.season import MAY, play
from tests.support.scoring.tables import rufer


def bar_on(text: str, kind: str) -> list[tuple[str, str, str]]:
    """Return address, mark and words of each way in a bar: the club's `places`, or those of a `subject`."""
    bar = re.search(rf'<nav class="{kind}".*?</nav>', text, re.DOTALL)
    found = (
        re.findall(r'<a\s+href="([^"]+)"\s*(aria-current="\w+")?\s*>(?:<svg.*?</svg>)?([^<]+)</a>', bar[0])
        if bar
        else []
    )
    return [(href, current, words.strip()) for href, current, words in found]


def test_standings_statistics_and_strengths_keep_the_period(house: House) -> None:
    play(house, MAY, rufer("Anna", "Bert"))
    season = f"/clubs/{house.club.slug}/season/"
    for rest, marked in (
        ("", "Wertung"),
        ("statistics/", "Statistik"),
        ("rating/", "Spielstärke"),
        (f"{house.member('Anna').pk}/", "Wertung"),
    ):
        text = html_at(house.client("Emil"), f"{season}{rest}?period=all")
        bar = bar_on(text, "subject")
        assert [words for _, _, words in bar][:3] == ["Wertung", "Statistik", "Spielstärke"], rest
        assert [words for _, current, words in bar if current] == [marked], rest
        assert all(address.endswith("?period=all") for address, _, _ in bar), rest
