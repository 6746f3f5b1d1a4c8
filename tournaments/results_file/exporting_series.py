"""Series as files of results: what everybody came to in each event, and what follows for the series."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from scoring.engine.play_money import written
from scoring.export.results_file import FORMAT, VERSION
from scoring.models import Club
from tournaments.engine.series import WhoCounts
from tournaments.results_file.checking_series import outcome_document, place_document
from tournaments.results_file.reading import Document
from tournaments.series.pages import ShownEvent, ShownSeries
from tournaments.series.verbs import in_order_of_numbers


def series_in_file(shown: ShownSeries, *, words: bool = False) -> Document:
    """Return one series with its events."""
    last = max((event.date for event in shown.held), default=shown.series.made_at.date())
    about = {"title": shown.series.title, "finished": not shown.to_come}
    return _document("series", shown.series.club, f"{last}", about, [shown], words=words)


def year_in_file(club: Club, year: int, shown: Sequence[ShownSeries], *, words: bool = False) -> Document:
    """Return all series of a club's year; an event that counts in several stands there once."""
    return _document("year", club, f"{year}-12-31", {"title": str(year)}, shown, words=words)


def _document(
    kind: str, club: Club, day: str, about: Document, shown: Sequence[ShownSeries], *, words: bool
) -> Document:
    events: dict[str, Document] = {}
    series = [_series(each, events, words=words) for each in shown]
    names = {person: name for each in shown for person, name in each.names.items()}
    there = {person for event in events.values() for person in event["outcomes"]}
    there |= {points["player"] for each in series for points in each.get("brought", ())}
    there |= {player for each in series for lot in each.get("lots", ()) for player in lot["order"]}
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "event": {**about, "date": day, "club": club.name},
        "rules": {},
        "people": [{"id": person, "name": names.get(person, "?")} for person in in_order_of_numbers(there)],
        "rounds": [],
        "events": list(events.values()),
        "series": series,
    }


def _series(shown: ShownSeries, events: dict[str, Document], *, words: bool) -> Document:
    """Return a series; its events are added to those of the file."""
    keys = {event.pk: _added(events, event, shown) for event in shown.held}
    terms, standings = shown.series.terms, shown.standings
    found: Document = {
        "title": shown.series.title,
        "terms": terms.as_json(),
        "events": list(keys.values()),
        "brought": list(_brought(shown, words=words)),
        "lots": [
            {"order": lot.order, "at": lot.at.isoformat()} | ({"seed": lot.seed} if lot.seed else {})
            for lot in shown.lots
        ],
        "groups": [
            {
                "name": group.name,
                "people": in_order_of_numbers(group.people),
                "places": [place_document(row.place, keys, within=True) for row in shown.among(group)],
            }
            for group in shown.groups
        ],
        "teams": [_team(shown, team.pk, team.name, team.people) for team in shown.teams],
    }
    if terms.who is not WhoCounts.EVERYBODY:
        people = {who for outcomes in shown.outcomes.values() for who in outcomes}
        people |= {*shown.brought, *shown.carried}
        found["counted"] = in_order_of_numbers(person for person in people if shown.counts(person))
    found = {key: value for key, value in found.items() if value or key == "events"}
    found["places"] = [place_document(place, keys) for place in standings.places]
    found["below"] = [place_document(place, keys) for place in standings.below]
    return found


def _added(events: dict[str, Document], event: ShownEvent, shown: ShownSeries) -> str:
    """Return the key of an event in the file: places within sections make it another one."""
    outcomes = {who: outcome_document(outcome) for who, outcome in shown.outcomes[event.pk].items()}
    key = event.key
    found: Document = {"id": key, "title": event.title, "date": f"{event.date}", "outcomes": outcomes}
    while events.setdefault(key, found) != found:
        key = found["id"] = f"{key}.s"
    return key


def _brought(shown: ShownSeries, *, words: bool) -> Iterator[Document]:
    for person, brought in shown.brought.items():
        why = {"why": brought.words} if words and brought.words else {}
        yield {"player": person, "points": written(brought.points), **why}
    for person, carried in shown.carried.items():
        yield {"player": person, "points": written(carried.points)}


def _team(shown: ShownSeries, pk: int, name: str, people: Collection[str]) -> Document:
    row = next((row.place for row in shown.team_rows if row.place.team == pk), None)
    found = {"name": name, "people": in_order_of_numbers(people)}
    return found if row is None else {**found, "rank": row.rank, "points": written(row.points)}
