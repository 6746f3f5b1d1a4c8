"""A series in a file of results: what its events give is added up again from what everybody came to there."""

from __future__ import annotations

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
from tournaments.results_file.reading import WORDS, Document, pointer_to, said

OUTCOMES = "events.outcomes"  # taken as they stand, but where the files of the events lie beside


class SeriesChecker(Findings):
    """Goes through events and series; the events themselves are files of their own."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.events = {event["id"]: event for event in self.document.get("events", ())}
        self.outcomes = {
            key: {who: outcome_of(found) for who, found in event.get("outcomes", {}).items()}
            for key, event in self.events.items()
        }

    def work_out(self) -> None:
        """Compare everything."""
        self.taken.append(OUTCOMES)
        self.demand_each_once()
        events = self.document.get("events", ())
        if len(self.events) < len(events):
            self.tell(WORDS["file"], "event_twice")
        for position, event in enumerate(events):
            self.pointer = pointer_to("events", position)
            self.demand_known(said("event", title=event["title"]), event.get("outcomes", ()))
        there = self.document.get("series", ())
        if not there or (self.document["kind"] == "series" and len(there) > 1):
            self.tell(WORDS["file"], "how_many_series", found=len(there))
        for number, series in enumerate(there, 1):
            self.at: tuple[int | str, ...] = ("series", number - 1)
            self.pointer = pointer_to(*self.at)
            self._series(said("series", title=series.get("title") or number), series)

    def good_in_words(self, letters: str) -> Text:
        about = {key: len(self.document.get(key, ())) for key in ("people", "events", "series")}
        return said("good_series", letters=letters, **about)

    def first_places(self) -> Iterable[list[tuple[int, str]]]:
        for series in self.document.get("series", ()):
            yield [
                (row["rank"], row["player"])
                for row in series.get("places", ())
                if 0 < row.get("rank", 0) <= 3
            ]

    def compare_with(self, beside: EventsBeside) -> None:
        """Report where the outcomes claimed for events differ from those in the events' own files."""
        compared = 0
        for position, event in enumerate(self.document.get("events", ())):
            self.pointer = pointer_to("events", position)
            keys = [*((event_id, "") for event_id in event.get("ids", ())), (event["title"], event["date"])]
            there = next((beside[key] for key in keys if key in beside), [])
            claimed = by_name(self.outcomes[event["id"]], self.names)
            if not (there and there[0] and claimed):
                continue
            compared += 1
            if claimed in there:
                continue
            place = said("event", title=event["title"])
            for name in dict.fromkeys((*there[0], *claimed)):
                expected, found = (
                    outcome_document(outcomes[name]) if name in outcomes else {}
                    for outcomes in (there[0], claimed)
                )
                for key in dict.fromkeys((*expected, *found)):
                    one, other = (row.get(key, NOBODY_SAYS) for row in (expected, found))
                    if one != other:
                        self.tell(place, "beside", name=name, key=key, expected=one, found=other)
                        break
        if compared == len(self.document.get("events", ())):
            self.taken.remove(OUTCOMES)

    def _series(self, place: Text, series: Document) -> None:
        brought, lots = series.get("brought", ()), series.get("lots", ())
        self.demand_known(place, [points["player"] for points in brought])
        self.demand_lots(lots, *self.at)
        if missing := [key for key in series["events"] if key not in self.events]:
            self.tell(place, "no_event", event=missing[0])
            return
        terms, orders = series_terms_from(series["terms"]), [lot["order"] for lot in lots]
        standings = self.standings(series, terms, orders)
        for key, expected in (("places", standings.places), ("below", standings.below)):
            self.pointer = pointer_to(*self.at, key)
            self._places(place, series, key, expected)
        for number, group in enumerate(series.get("groups", ()), 1):
            self.pointer = pointer_to(*self.at, "groups", number - 1)
            here = said("group", series=place, group=group.get("name") or number)
            expected = ranked_among(standings, set(group["people"]), terms, lots=orders)
            self._places(here, group, "places", expected, within=True)
        self._teams(place, series.get("teams", ()), standings, terms)

    def standings(
        self, series: Document, terms: SeriesTerms, lots: Sequence[Sequence[str]]
    ) -> SeriesStandings:
        """Return who stands where in a series of the file."""
        counted = set(self.people)
        if terms.who is not WhoCounts.EVERYBODY:
            counted &= set(series.get("counted", ()))
        came: dict[str, dict[int, EventOutcome]] = {}
        held = []
        for number, key in enumerate(dict.fromkeys(series["events"])):
            held.append(
                HeldEvent(number, part_of_year(date.fromisoformat(self.events[key]["date"]), terms.parts))
            )
            for player, outcome in self.outcomes[key].items():
                if player in counted:
                    came.setdefault(player, {})[number] = outcome
        seeds: dict[str, Amount] = {}
        for points in series.get("brought", ()):
            if (player := points["player"]) in counted:
                seeds[player] = exact(Fraction(seeds.get(player, 0)) + amount_from(points["points"]))
        return series_standings(came, held, terms, seeds=seeds, lots=lots)

    def _places(
        self, place: Text, holder: Document, key: str, ranked: Iterable[SeriesPlace], *, within: bool = False
    ) -> None:
        """Compare who stands where; within a group only by rank."""
        listed = dict(enumerate(dict.fromkeys(holder.get("events", ()))))
        expected = [place_document(row, listed, within=within) for row in ranked]
        claimed = holder.get(key, ())
        ours, theirs = ({row["player"]: row for row in rows} for rows in (expected, claimed))
        if len(theirs) < len(claimed):
            self.tell(place, "part_twice")
        for player in dict.fromkeys((*ours, *theirs)):
            self._row(place, "sum", ours.get(player, {}), theirs.get(player, {}), name=self.name(player))

    def _row(self, place: Text, code: str, expected: Document, claimed: Document, **about: object) -> None:
        """Tell the first thing in which two rows differ: the rest follows from it."""
        for matter in ("rank", "points", "decided", "counting"):
            one, other = (_shown(row.get(matter, NOBODY_SAYS)) for row in (expected, claimed))
            if not is_same(one, other):
                self.tell(place, code, what=WORDS[f"series_{matter}"], expected=one, found=other, **about)
                return

    def _teams(
        self, place: Text, teams: Sequence[Document], standings: SeriesStandings, terms: SeriesTerms
    ) -> None:
        for number, (team, expected) in enumerate(zip(teams, of_teams(teams, standings, terms), strict=True)):
            self.pointer = pointer_to(*self.at, "teams", number)
            here = said("team", series=place, team=team.get("name") or number + 1)
            self._row(here, "of_team", expected, team)


def of_teams(teams: Sequence[Document], standings: SeriesStandings, terms: SeriesTerms) -> Iterator[Document]:
    """Yield the rank and points of each team as they stand in a file; nothing where none of it is ranked."""
    people = {number: set(team["people"]) for number, team in enumerate(teams)}
    ranked = team_standings(standings, people, terms.team_best, terms.teams_by)
    found: Mapping[int, TeamPlace] = {row.team: row for row in ranked}
    for number in people:
        row = found.get(number)
        yield {} if row is None else {"rank": row.rank, "points": amount_in_words(row.points)}


# What everybody came to in events, by title and day and by their ids: among all, and within sections.
EventsBeside = dict[tuple[str, str], list[dict[str, EventOutcome]]]


def by_name(outcomes: OutcomesOfEvent, names: Mapping[str, str]) -> dict[str, EventOutcome]:
    """Return outcomes by the names of people, whose ids are others in each file; none if one has no name."""
    found = {names.get(player, ""): outcome for player, outcome in outcomes.items()}
    return {} if "" in found or len(found) < len(outcomes) else found


def _shown(value: Any) -> Any:
    return ", ".join(sorted(value)) or NOBODY_SAYS if isinstance(value, list) else value


def place_document(row: SeriesPlace, events: Mapping[int, str], *, within: bool = False) -> Document:
    """Return a row of the standings as it stands in a file; within a group only the rank."""
    found: Document = {"player": row.person}
    if row.rank is not None:
        found["rank"] = row.rank
    if not within:
        counting = [event for key, event in events.items() if key in row.counting]
        found |= {"points": amount_in_words(row.points), "counting": counting}
    return found | ({} if row.decided is None else {"decided": row.decided.value})


def outcome_document(outcome: EventOutcome) -> Document:
    """Return a player's outcome in an event as it is written in a file.

    >>> outcome_of(outcome_document(EventOutcome(SharedPlace(3, 3, 2), 12, -4, 16))).place
    SharedPlace(told=3, first=3, equals=2)
    """
    found: Document = {"of": outcome.of, "schrift": amount_in_words(outcome.schrift)}
    if outcome.missing:
        found["missing"] = True
    if outcome.place is not None:
        found["place"] = list(outcome.place)
    if outcome.hands is not None:
        found["hands"] = outcome.hands
    if outcome.at_tables:
        found["tables"] = [list(place) for place in outcome.at_tables]
    return found


def outcome_of(found: Mapping[str, Any]) -> EventOutcome:
    """Return a player's outcome in an event, read from a file."""
    return EventOutcome(
        SharedPlace(*found["place"]) if "place" in found else None,
        found.get("of", 0),
        amount_from(found.get("schrift", 0)),
        found.get("hands"),
        tuple(SharedPlace(*place) for place in found.get("tables", ())),
        found.get("missing", False),
    )
