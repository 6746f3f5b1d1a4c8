"""Generate a whole series with teams as a file of results, from a seed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from scoring.export.results_file import HEAD
from tournaments.engine.lots import drawn_from
from tournaments.engine.series import SeriesTerms, TieBreak, WhatCounts, open_ties
from tournaments.results_file.deriving import EventDerivation
from tournaments.results_file.deriving_series import (
    SeriesDerivation,
    of_teams,
    outcome_document,
    place_document,
)
from tournaments.results_file.generating import BEGIN, generated
from tournaments.results_file.reading import Document

BETWEEN = timedelta(days=28)  # one tournament and the next


def generated_series(
    players: int,
    rounds: int,
    seed: str,
    *,
    events: int,
    teams: int = 0,
    ladder: str = "places",
    **of_each: Any,
) -> Document:
    """Return a series of generated tournaments, in which all events but the worst count."""
    played = [generated(players, rounds, f"{seed} {number}", **of_each) for number in range(1, events + 1)]
    people = [person for person in played[0]["people"] if not person.get("house")]
    terms = SeriesTerms(
        ladder, counting=WhatCounts.BEST, best=max(events - 1, 1), ties=(TieBreak.BEST, TieBreak.LOT)
    )
    series: Document = {
        "title": f"Serie {seed}",
        "terms": terms.as_json(),
        "events": [f"e{number}" for number in range(1, events + 1)],
    }
    document: Document = {
        **HEAD,
        "kind": "series",
        "event": {
            "title": f"Serie {seed}",
            "date": f"{BEGIN + (events - 1) * BETWEEN:%Y-%m-%d}",
            "finished": True,
        },
        "rules": {},
        "people": [{"id": person["id"], "name": person["name"]} for person in people],
        "rounds": [],
        "events": [_event(number, document) for number, document in enumerate(played, 1)],
        "series": [series],
    }
    derivation = SeriesDerivation(document)
    ties = open_ties(derivation.standings(series, terms, ()), terms)
    ids = [person["id"] for person in people]
    lots = [
        {
            "seed": (drawn := f"{seed} {number}"),
            "order": drawn_from(drawn, [player for player in ids if player in tied]),
        }
        for number, tied in enumerate(ties, 1)
    ]
    if lots:
        series["lots"] = lots
    standings = derivation.standings(series, terms, [lot["order"] for lot in lots])
    if teams:
        series["teams"] = [
            {"name": f"Mannschaft {number + 1}", "people": ids[number::teams]} for number in range(teams)
        ]
        for team, place in zip(series["teams"], of_teams(series["teams"], standings, terms), strict=True):
            team.update(place)
    events_by_number = dict(enumerate(series["events"]))
    for key, rows in (("places", standings.places), ("below", standings.below)):
        series[key] = [place_document(row, events_by_number) for row in rows]
    return document


def _event(number: int, document: Document) -> Document:
    """Return everybody's outcome in a tournament, without house players."""
    derivation = EventDerivation(document)
    for _item in derivation.derived():
        pass
    return {
        "id": f"e{number}",
        "title": document["event"]["title"],
        "date": f"{BEGIN + (number - 1) * BETWEEN:%Y-%m-%d}",
        "outcomes": {
            player: outcome_document(outcome) for player, outcome in derivation.outcomes()[0].items()
        },
    }
