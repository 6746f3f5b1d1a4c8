"""What the pages say of old sheets that were sent."""

from __future__ import annotations

from typing import Any

from scoring.models import Club
from scoring.old_sheets.pages import amounts_of
from scoring.season.pages.season import Period, Season, standings_of
from tests.support.scoring.house import House


def asked(answer: Any) -> Any:
    return answer.context["asked"]


def bad(answer: Any) -> list[tuple[int, str, str]]:
    return [(line.row, line.label, line.text) for line in answer.context["reading"].bad]


def differing(answer: Any) -> list[tuple[str, ...]]:
    return [hand.told for hand in answer.context["reading"].differing]


def left_out(answer: Any) -> list[tuple[int, int, int]]:
    return [(sum_.row, sum_.first, sum_.last) for sum_ in answer.context["reading"].sums if not sum_.counts]


def totals(house: House) -> dict[str, Any]:
    return {total.name: total.points for total in amounts_of(house.club, "").totals}


def sure_of(answer: Any) -> dict[str, str]:
    """Somebody has looked at the rows of sums that do not say so."""
    return {"sums-sure": asked(answer).sums_digest}


def points(club: Club) -> dict[str, Any]:
    return {player.name: player.score.points for player in standings_of(Season(club, Period())).everybody}
