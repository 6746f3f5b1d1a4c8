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
    evening = house.evening(date=day, place="Löwen", club=Club.objects.get(pk=house.club.pk))
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
    """The cells of a table, row by row; without the strip of the last evenings."""
    table = re.search(rf'<table class="{kind}[^"]*">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    if table is None:
        return []
    rows = re.findall('<tr(?: class="first")?>(.*?)</tr>', table[1], re.DOTALL)
    cells = [re.findall(r'<t[hd](?! class="course")[^>]*>(.*?)</t[hd]>', row, re.DOTALL) for row in rows]
    return [[re.sub("<[^>]+>", "", cell) for cell in row] for row in cells]


MAY, JUNE = date(2026, 5, 8), date(2026, 6, 5)
