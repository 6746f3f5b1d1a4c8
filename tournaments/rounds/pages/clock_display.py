"""The clock as every page shows it, so that it can count on by itself."""

import json
from typing import Any

from django.urls import reverse
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from scoring import clock
from tournaments.engine.clock import as_json
from tournaments.models import Round, Stage, Tournament
from tournaments.round_clock import clock_of
from tournaments.rounds.pages.table_facts import words

SHOWN = (Stage.RUNNING, Stage.PUBLISHED, Stage.CLOSED)  # which round a clock is about


def clock_part(tournament: Tournament, round_: Round | None = None) -> dict[str, Any]:
    """Return the values for `_clock.html` of this round, or of the one a visitor waits for."""
    shown = round_ or round_shown(tournament)
    facts = clock_facts(shown)
    return {
        "reading": json.dumps(facts),
        "words": json.dumps(words(get_language() or "de")),
        "pulse": reverse("tournaments:pulse", args=[tournament.code]),
        "again": reverse("tournaments:clock_json", args=[tournament.code]),
        "time": minutes_in_words(facts.get("remaining")),  # as it is when the page is made
        "is_timed": is_timed(tournament, shown),
        "zone": get_current_timezone_name(),
    }


def clock_facts(round_: Round | None) -> dict[str, Any]:
    """Return the reading of the clock and its round; `phase` None while there is no round to show."""
    now = clock.now()
    if round_ is None:
        return {"now": int(now.timestamp() * 1000), "phase": None, "round": None, "stage": None}
    reading = as_json(clock_of(round_, round_.ticks_now), now)
    return {**reading, "round": round_.number, "stage": round_.stage}


def is_timed(tournament: Tournament, round_: Round | None) -> bool:
    """Return whether a round has a clock, by the terms when it was started."""
    if round_ is not None and round_.started_at is not None:
        return round_.minutes is not None
    return tournament.terms.is_timed


def round_shown(tournament: Tournament) -> Round | None:
    """Return the running round, else the next published one, else the last one played."""
    rounds = [round_ for round_ in tournament.rounds.order_by("number") if round_.stage in SHOWN]
    running = [round_ for round_ in rounds if round_.stage == Stage.RUNNING]
    published = [round_ for round_ in rounds if round_.stage == Stage.PUBLISHED]
    played = [round_ for round_ in reversed(rounds) if round_.stage == Stage.CLOSED]
    coming = published if tournament.is_open else []
    return next(iter([*running, *coming, *played]), None)


def minutes_in_words(milliseconds: int | None) -> str:
    """Return minutes and seconds.

    >>> minutes_in_words(1_799_001), minutes_in_words(59_000), minutes_in_words(-5), minutes_in_words(None)
    ('30:00', '0:59', '0:00', '')
    """
    if milliseconds is None:
        return ""
    seconds = max(-(-milliseconds // 1000), 0)
    return f"{seconds // 60}:{seconds % 60:02d}"
