"""Evenings of a season and its standings."""

import re
from datetime import date
from typing import Any

from scoring.models import Club, Sheet
from scoring.season.pages.season import Period, Season, SeasonStanding, SeasonStandings, standings_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, Record

EVER = Period()


def play(
    house: House,
    day: date,
    *hands: Record,
    names: tuple[str, ...] = FOUR,
    cents: int = 10,
    currency: str = "EUR",
) -> Sheet:
    """An evening with one table, at this price."""
    Club.objects.filter(pk=house.club.pk).update(cents_per_point=cents, currency=currency)
    evening = house.evening(date=day, venue="Löwen", club=Club.objects.get(pk=house.club.pk))
    sheet = house.sheet(names, evening=evening)
    for record in hands:
        house.play(sheet, record)
    return sheet


def just_play(house: House, *hands: Record) -> Sheet:
    sheet = house.just_play("Anna", *FOUR, counts=False)
    for record in hands:
        house.play(sheet, record)
    return sheet


def standings(house: House, period: Period = EVER, *, tables: bool = False) -> SeasonStandings:
    return standings_of(Season(house.club, period, tables))


def points(found: tuple[SeasonStanding, ...]) -> dict[str, Any]:
    return {player.name: player.score.points for player in found}


def shown(text: str, kind: str = "standings") -> list[list[str]]:
    """The cells of a table, row by row; without pictures, and without telling who looks."""
    table = re.search(rf'<table class="{kind}[^"]*">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    if table is None:
        return []
    rows = re.findall("<tr[^>]*>(.*?)</tr>", table[1], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[_words(cell) for cell in row if "<svg" not in cell] for row in cells]


def lines(text: str) -> list[list[str]]:
    """The rows of the first list of a phone: rank, name, the small line, and the figure."""
    found = re.search(r'<ol\s+class="card flush rows[^>]*>(.*?)</ol>', text, re.DOTALL)
    rows = re.findall("<li.*?</li>", found[1], re.DOTALL) if found else []
    parts = [
        r'<span class="rank">(.*?)</span>',
        "<strong>(.*?)</strong>",
        r"</strong><small>(.*?)</small>",
        r'<b class="end">(.*?)</b>',
    ]
    cells = [[re.search(part, row, re.DOTALL) for part in parts] for row in rows]
    return [[_words(cell[1]) if cell else "" for cell in row] for row in cells]


def _words(cell: str) -> str:
    return re.sub("<[^>]+>", "", cell.replace(" <small>you</small>", ""))


MAY, JUNE = date(2026, 5, 8), date(2026, 6, 5)
