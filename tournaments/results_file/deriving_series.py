"""Series in results files: add up the points of events again from everybody's outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, amount_in_words, exact
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.engine.series import (
    HeldEvent,
    SeriesPlace,
    SeriesStandings,
    SeriesTerms,
    WhoCounts,
    part_of_year,
    ranked_among,
    series_standings,
    series_terms_from,
)
from tournaments.engine.teams import TeamPlace, team_standings
from tournaments.results_file.derivation import NOBODY_SAYS, Claim, Derivation, Impossible, Item
from tournaments.results_file.reading import Document, JsonPath

GROUP = "group"  # who counts, in files of earlier versions: those who stand there as counted
OUTCOMES = "events.outcomes"  # taken as they stand, but where the files of the events lie beside


class SeriesDerivation(Derivation):
    """Adds up the events of series; the events themselves are files of their own."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.taken.append(OUTCOMES)
        self.events = {event["id"]: event for event in document.get("events", ())}
        self.outcomes = {
            key: {who: outcome_of(outcome) for who, outcome in event.get("outcomes", {}).items()}
            for key, event in self.events.items()
        }

    def derived(self) -> Iterator[Item]:
        """Yield every claim as it follows, and what cannot be."""
        yield from self.problems_with_people()
        events = self.document.get("events", ())
        contents = [
            json.dumps({**event, "id": ""}, sort_keys=True) for event in events if "outcomes" in event
        ]
        if len(self.events) < len(events) or len({*contents}) < len(contents):
            yield Impossible((), "event_twice")
        for position, event in enumerate(events):
            yield from self.unknown(("events", position), event.get("outcomes", ()))
        series_list = self.document.get("series", ())
        if not series_list or (self.document["kind"] == "series" and len(series_list) > 1):
            yield Impossible((), "how_many_series", {"found": len(series_list)})
        for number, series in enumerate(series_list):
            yield from self._series(("series", number), series)

    def ranked_people(self) -> Iterable[list[tuple[int, str]]]:
        for series in self.document.get("series", ()):
            yield [(row.get("rank", 0), row["player"]) for row in series.get("places", ())]

    def compared_with(self, events_elsewhere: EventsBeside) -> Iterator[Item]:
        """Yield differences between the outcomes in a series' file and those of the events' files."""
        compared = 0
        for position, event in enumerate(self.document.get("events", ())):
            keys = [*((event_id, "") for event_id in event.get("ids", ())), (event["title"], event["date"])]
            own_outcomes = next((events_elsewhere[key] for key in keys if key in events_elsewhere), [])
            claimed = by_name(self.outcomes[event["id"]], self.names)
            if not (own_outcomes and own_outcomes[0] and claimed):
                continue
            compared += 1
            if claimed in own_outcomes:
                continue
            for name in dict.fromkeys((*own_outcomes[0], *claimed)):
                expected, claimed_outcome = (
                    outcome_document(outcomes[name]) if name in outcomes else {}
                    for outcomes in (own_outcomes[0], claimed)
                )
                for key in dict.fromkeys((*expected, *claimed_outcome)):
                    ours, other = (row.get(key, NOBODY_SAYS) for row in (expected, claimed_outcome))
                    if ours != other:
                        named = {"who": name, "key": key, "expected": ours, "found": other}
                        yield Impossible(("events", position), "beside", named)
                        break
        if compared == len(self.document.get("events", ())):
            self.taken.remove(OUTCOMES)

    def _series(self, at: JsonPath, series: Document) -> Iterator[Item]:
        brought, lots = series.get("brought", ()), series.get("lots", ())
        yield from self.unknown(at, [points["player"] for points in brought])
        yield from self.lots(lots, *at)
        if missing := [key for key in series["events"] if key not in self.events]:
            yield Impossible(at, "no_event", {"event": missing[0]})
            return
        ids = [event_id for key in series["events"] for event_id in {key, *self.events[key].get("ids", ())}]
        if len({*ids}) < len(ids):
            yield Impossible(at, "event_twice")
        terms, orders = series_terms_from(series["terms"]), [lot["order"] for lot in lots]
        standings, events = (
            self.standings(series, terms, orders),
            dict(enumerate(dict.fromkeys(series["events"]))),
        )
        for key, rows in (("places", standings.places), ("below", standings.below)):
            expected = [place_document(row, events) for row in rows]
            yield Claim((*at, key), expected, is_expected=bool(expected))
        for number, group in enumerate(series.get("groups", ())):
            rows = ranked_among(standings, set(group["people"]), terms, lots=orders)
            expected = [place_document(row, {}, within=True) for row in rows]
            yield Claim((*at, "groups", number, "places"), expected, is_expected=bool(expected))
        teams = series.get("teams", ())
        for number, row in enumerate(of_teams(teams, standings, terms)):
            yield Claim((*at, "teams", number), row)

    def standings(
        self, series: Document, terms: SeriesTerms, lots: Sequence[Sequence[str]]
    ) -> SeriesStandings:
        """Return the standings of a series in the file."""
        counted = set(self.people)
        if terms.who is not WhoCounts.EVERYBODY or series["terms"].get("who") == GROUP or "counted" in series:
            counted &= set(series.get("counted", ()))
        outcomes: dict[str, dict[int, EventOutcome]] = {}
        held = []
        for number, key in enumerate(dict.fromkeys(series["events"])):
            held.append(
                HeldEvent(number, part_of_year(date.fromisoformat(self.events[key]["date"]), terms.parts))
            )
            for player, outcome in self.outcomes[key].items():
                if player in counted:
                    outcomes.setdefault(player, {})[number] = outcome
        seeds: dict[str, Amount] = {}
        for points in series.get("brought", ()):
            if (player := points["player"]) in counted:
                seeds[player] = exact(Fraction(seeds.get(player, 0)) + amount_from(points["points"]))
        return series_standings(outcomes, held, terms, seeds=seeds, lots=lots)


def of_teams(teams: Sequence[Document], standings: SeriesStandings, terms: SeriesTerms) -> Iterator[Document]:
    """Yield rank and points of each team in the file's form; nothing where no team is ranked."""
    people = {number: set(team["people"]) for number, team in enumerate(teams)}
    ranked = team_standings(standings, people, terms.team_best, terms.teams_by)
    places: Mapping[int, TeamPlace] = {row.team: row for row in ranked}
    for number in people:
        row = places.get(number)
        yield {} if row is None else {"rank": row.rank, "points": amount_in_words(row.points)}


# What everybody came to in events, by title and day and by their ids: among all, and within sections.
EventsBeside = dict[tuple[str, str], list[dict[str, EventOutcome]]]


def by_name(outcomes: OutcomesOfEvent, names: Mapping[str, str]) -> dict[str, EventOutcome]:
    """Return outcomes by people's names, as each file has its own ids; None if a name is missing."""
    by_person = {names.get(player, ""): outcome for player, outcome in outcomes.items()}
    return {} if "" in by_person or len(by_person) < len(outcomes) else by_person


def place_document(row: SeriesPlace, events: Mapping[int, str], *, within: bool = False) -> Document:
    """Return a row of standings in the file's form; within a group only the rank."""
    document: Document = {"player": row.person}
    if row.rank is not None:
        document["rank"] = row.rank
    if not within:
        counting = [event for key, event in events.items() if key in row.counting]
        document |= {"points": amount_in_words(row.points), "counting": counting}
    return document | ({} if row.decided is None else {"decided": row.decided.value})


def outcome_document(outcome: EventOutcome) -> Document:
    """Return a player's outcome of an event in the file's form.

    >>> outcome_of(outcome_document(EventOutcome(SharedPlace(3, 3, 2), 12, -4, 16))).place
    SharedPlace(rank=3, first=3, equals=2)
    """
    document: Document = {"of": outcome.of, "schrift": amount_in_words(outcome.schrift)}
    if outcome.missing:
        document["missing"] = True
    if outcome.place is not None:
        document["place"] = list(outcome.place)
    if outcome.hands is not None:
        document["hands"] = outcome.hands
    if outcome.at_tables:
        document["tables"] = [list(place) for place in outcome.at_tables]
    return document


def outcome_of(document: Mapping[str, Any]) -> EventOutcome:
    """Return a player's outcome in an event, read from a file."""
    return EventOutcome(
        SharedPlace(*document["place"]) if "place" in document else None,
        document.get("of", 0),
        amount_from(document.get("schrift", 0)),
        document.get("hands"),
        tuple(SharedPlace(*place) for place in document.get("tables", ())),
        document.get("missing", False),
    )
