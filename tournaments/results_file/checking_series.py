"""A series in a file of results: what its events give is added up again from what everybody came to there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, amount_in_words, exact
from scoring.engine.texts import Text
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
from tournaments.results_file.findings import NOBODY_SAYS, Findings, is_same
from tournaments.results_file.reading import WORDS, Document, pointer_to, sentence

OUTCOMES = "events.outcomes"  # taken as they stand, but where the files of the events lie beside


class SeriesChecker(Findings):
    """Goes through events and series; the events themselves are files of their own."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.events = {event["id"]: event for event in self.document.get("events", ())}
        self.outcomes = {
            key: {who: outcome_of(document) for who, document in event.get("outcomes", {}).items()}
            for key, event in self.events.items()
        }

    def work_out(self) -> None:
        """Compare everything."""
        self.taken.append(OUTCOMES)
        self.check_people()
        events = self.document.get("events", ())
        contents = [
            json.dumps({**event, "id": ""}, sort_keys=True) for event in events if "outcomes" in event
        ]
        if len(self.events) < len(events) or len({*contents}) < len(contents):
            self.tell(WORDS["file"], "event_twice")
        for position, event in enumerate(events):
            self.pointer = pointer_to("events", position)
            self.demand_known(sentence("event", title=event["title"]), event.get("outcomes", ()))
        series_list = self.document.get("series", ())
        if not series_list or (self.document["kind"] == "series" and len(series_list) > 1):
            self.tell(WORDS["file"], "how_many_series", found=len(series_list))
        for number, series in enumerate(series_list, 1):
            self.at: tuple[int | str, ...] = ("series", number - 1)
            self.pointer = pointer_to(*self.at)
            self._series(sentence("series", title=series.get("title") or number), series)

    def good_in_words(self, letters: str) -> Text:
        counts = {key: len(self.document.get(key, ())) for key in ("people", "events", "series")}
        return sentence("good_series", letters=letters, **counts)

    def first_places(self) -> Iterable[list[tuple[int, str]]]:
        for series in self.document.get("series", ()):
            yield [
                (row["rank"], row["player"])
                for row in series.get("places", ())
                if 0 < row.get("rank", 0) <= 3
            ]

    def compare_with(self, events_elsewhere: EventsBeside) -> None:
        """Report where the outcomes claimed for events differ from those in the events' own files."""
        compared = 0
        for position, event in enumerate(self.document.get("events", ())):
            self.pointer = pointer_to("events", position)
            keys = [*((event_id, "") for event_id in event.get("ids", ())), (event["title"], event["date"])]
            own_outcomes = next((events_elsewhere[key] for key in keys if key in events_elsewhere), [])
            claimed = by_name(self.outcomes[event["id"]], self.names)
            if not (own_outcomes and own_outcomes[0] and claimed):
                continue
            compared += 1
            if claimed in own_outcomes:
                continue
            location = sentence("event", title=event["title"])
            for name in dict.fromkeys((*own_outcomes[0], *claimed)):
                expected, claimed_outcome = (
                    outcome_document(outcomes[name]) if name in outcomes else {}
                    for outcomes in (own_outcomes[0], claimed)
                )
                for key in dict.fromkeys((*expected, *claimed_outcome)):
                    ours, other = (row.get(key, NOBODY_SAYS) for row in (expected, claimed_outcome))
                    if ours != other:
                        self.tell(location, "beside", name=name, key=key, expected=ours, found=other)
                        break
        if compared == len(self.document.get("events", ())):
            self.taken.remove(OUTCOMES)

    def _series(self, location: Text, series: Document) -> None:
        brought, lots = series.get("brought", ()), series.get("lots", ())
        self.demand_known(location, [points["player"] for points in brought])
        self.demand_lots(lots, *self.at)
        if missing := [key for key in series["events"] if key not in self.events]:
            self.tell(location, "no_event", event=missing[0])
            return
        ids = [event_id for key in series["events"] for event_id in {key, *self.events[key].get("ids", ())}]
        if len({*ids}) < len(ids):
            self.tell(location, "event_twice")
        terms, orders = series_terms_from(series["terms"]), [lot["order"] for lot in lots]
        standings = self.standings(series, terms, orders)
        for key, expected in (("places", standings.places), ("below", standings.below)):
            self.pointer = pointer_to(*self.at, key)
            self._places(location, series, key, expected)
        for number, group in enumerate(series.get("groups", ()), 1):
            self.pointer = pointer_to(*self.at, "groups", number - 1)
            group_location = sentence("group", series=location, group=group.get("name") or number)
            expected = ranked_among(standings, set(group["people"]), terms, lots=orders)
            self._places(group_location, group, "places", expected, within=True)
        self._teams(location, series.get("teams", ()), standings, terms)

    def standings(
        self, series: Document, terms: SeriesTerms, lots: Sequence[Sequence[str]]
    ) -> SeriesStandings:
        """Return who stands where in a series of the file."""
        counted = set(self.people)
        if terms.who is not WhoCounts.EVERYBODY:
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

    def _places(
        self,
        location: Text,
        holder: Document,
        key: str,
        ranked: Sequence[SeriesPlace],
        *,
        within: bool = False,
    ) -> None:
        """Compare who stands where; within a group only by rank."""
        if key not in holder:
            if ranked:
                self.leave_out(location, key)
            return
        listed = dict(enumerate(dict.fromkeys(holder.get("events", ()))))
        expected = [place_document(row, listed, within=within) for row in ranked]
        claimed = holder[key]
        ours, theirs = ({row["player"]: row for row in rows} for rows in (expected, claimed))
        if len(theirs) < len(claimed):
            self.tell(location, "part_twice")
        positions = {player: row.get("rank", number) for number, (player, row) in enumerate(ours.items())}
        order = [positions[player] for player in theirs if player in positions]
        if order != sorted(order):
            self.tell(location, "places_order")
        for player in dict.fromkeys((*ours, *theirs)):
            self._row(location, "sum", ours.get(player, {}), theirs.get(player, {}), name=self.name(player))

    def _row(self, location: Text, code: str, expected: Document, claimed: Document, **named: object) -> None:
        """Tell the first thing in which two rows differ: the rest follows from it."""
        for matter in ("rank", "points", "decided", "counting"):
            ours, other = (_shown(row.get(matter, NOBODY_SAYS)) for row in (expected, claimed))
            if claimed and matter in expected and matter not in claimed:
                self.leave_out(location, matter)
            elif not is_same(ours, other):
                self.tell(location, code, what=WORDS[f"series_{matter}"], expected=ours, found=other, **named)
                return

    def _teams(
        self, location: Text, teams: Sequence[Document], standings: SeriesStandings, terms: SeriesTerms
    ) -> None:
        for number, (team, expected) in enumerate(zip(teams, of_teams(teams, standings, terms), strict=True)):
            self.pointer = pointer_to(*self.at, "teams", number)
            team_location = sentence("team", series=location, team=team.get("name") or number + 1)
            self._row(team_location, "of_team", expected, team)


def of_teams(teams: Sequence[Document], standings: SeriesStandings, terms: SeriesTerms) -> Iterator[Document]:
    """Yield the rank and points of each team as they stand in a file; nothing where none of it is ranked."""
    people = {number: set(team["people"]) for number, team in enumerate(teams)}
    ranked = team_standings(standings, people, terms.team_best, terms.teams_by)
    places: Mapping[int, TeamPlace] = {row.team: row for row in ranked}
    for number in people:
        row = places.get(number)
        yield {} if row is None else {"rank": row.rank, "points": amount_in_words(row.points)}


# What everybody came to in events, by title and day and by their ids: among all, and within sections.
EventsBeside = dict[tuple[str, str], list[dict[str, EventOutcome]]]


def by_name(outcomes: OutcomesOfEvent, names: Mapping[str, str]) -> dict[str, EventOutcome]:
    """Return outcomes by the names of people, whose ids are others in each file; none if one has no name."""
    by_person = {names.get(player, ""): outcome for player, outcome in outcomes.items()}
    return {} if "" in by_person or len(by_person) < len(outcomes) else by_person


def _shown(value: Any) -> Any:
    return ", ".join(sorted(value)) or NOBODY_SAYS if isinstance(value, list) else value


def place_document(row: SeriesPlace, events: Mapping[int, str], *, within: bool = False) -> Document:
    """Return a row of the standings as it stands in a file; within a group only the rank."""
    document: Document = {"player": row.person}
    if row.rank is not None:
        document["rank"] = row.rank
    if not within:
        counting = [event for key, event in events.items() if key in row.counting]
        document |= {"points": amount_in_words(row.points), "counting": counting}
    return document | ({} if row.decided is None else {"decided": row.decided.value})


def outcome_document(outcome: EventOutcome) -> Document:
    """Return a player's outcome in an event as it is written in a file.

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
