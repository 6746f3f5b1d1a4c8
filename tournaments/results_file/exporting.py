"""Write a tournament as a results file: terms, draws, records, rulings, and results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.core.cache import cache

from scoring import clock, heads
from scoring.engine.result import amount_in_words
from scoring.export.results_file import HEAD, event_id, with_written_ids
from scoring.models import Act, Club, Entry
from scoring.models.entries import current_among
from scoring.table.results_file import SheetsInFile, revision_of_files
from tournaments.draw.verbs import came_later
from tournaments.engine.clock import bell, uses_the_right
from tournaments.engine.played import lines_as_json
from tournaments.engine.series import WhoCounts
from tournaments.models import (
    Attendance,
    Call,
    Counted,
    Pulse,
    ResultRuling,
    Round,
    Ruling,
    SeatingChange,
    Stage,
    State,
    Table,
    Tournament,
)
from tournaments.results_file.deriving import standings_document
from tournaments.results_file.deriving_series import outcome_document, place_document
from tournaments.results_file.letters import letters_of
from tournaments.results_file.reading import Document
from tournaments.round_clock import allowed_at, clock_at, clock_of, entered, used_after
from tournaments.series.points import in_order_of_numbers
from tournaments.series.standing import SeriesEvent, SeriesStanding, Used
from tournaments.standings.derived import BEGUN, ranked

SECONDS_KEPT = 24 * 60 * 60
OF_TABLES = (
    *("leavings__entrant", "leavings__instead", "leavings__reason"),
    *("adjustments__entrant", "adjustments__reason", "adjustments__by"),
)


def tournament_in_file(tournament: Tournament, *, words: bool = False) -> Document:
    """Return all rounds begun; `words` adds reasons of corrections, rulings and leaving."""
    return with_written_ids(_TournamentInFile(tournament, words=words).document())


def id_of_tournament(tournament: Tournament) -> str:
    """Return the id of a tournament in files, the same on every server and for ever."""
    return event_id(tournament.club, "tournament", tournament.made_at)


def letters_of_tournament(tournament: Tournament) -> str:
    """Return the letters of a finished tournament's file, else nothing; cached until a change."""
    if tournament.state != State.FINISHED:
        return ""
    count = Pulse.objects.values_list("count", flat=True).get(pk=tournament.pk)
    names = heads.digest_of([tournament.club.name, tournament.evening.names()])[:20]
    key = f"letters of file {tournament.pk} {count} {names} {tournament.finished_at}".replace(" ", "-")
    return str(cache.get_or_set(key, lambda: letters_of(tournament_in_file(tournament)), SECONDS_KEPT))


class _TournamentInFile:
    """Reads a tournament by a few queries, and writes it part by part."""

    def __init__(self, tournament: Tournament, *, words: bool) -> None:
        self.tournament, self.terms = tournament, tournament.terms
        self.ranked = ranked(tournament)
        begun = tournament.rounds.filter(stage__in=BEGUN).prefetch_related("ticks").order_by("number")
        self.rounds: list[Round] = list(begun)
        tables = Table.objects.filter(round__in=self.rounds).order_by("number")
        calls = Call.objects.select_related("words").prefetch_related("rulings__text", "rulings__by")
        self.calls: dict[int, list[Call]] = {}
        for call in calls.filter(table__in=tables).order_by("at", "id"):
            self.calls.setdefault(call.table_id, []).append(call)
        self.tables: dict[int, list[Table]] = {}
        rounds = {round_.pk: round_ for round_ in self.rounds}
        with_sheets = list(tables.select_related("sheet__ruleset").prefetch_related(*OF_TABLES))
        for table in with_sheets:
            table.round = rounds[table.round_id]
            table.round.tournament = tournament
            self.tables.setdefault(table.round_id, []).append(table)
        sheets = [table.sheet for table in with_sheets if table.sheet is not None]
        self.sheets = SheetsInFile(sheets, words=words)
        self.words = words
        self.came = came_later(tournament)
        changes = list(tournament.seat_changes.select_related("reason", "by"))
        self.draws = [change for change in changes if change.kind == SeatingChange.Kind.DRAWN]
        self.reseated = [change for change in changes if change.kind == SeatingChange.Kind.BY_HAND]

    def document(self) -> Document:
        tournament = self.tournament
        return {
            **HEAD,
            "kind": "tournament",
            "event": {
                "id": id_of_tournament(tournament),
                "revision": 1 + Pulse.objects.values_list("count", flat=True).get(pk=tournament.pk),
                "title": tournament.title,
                "date": f"{tournament.evening.date:%Y-%m-%d}",
                "place": tournament.evening.venue,
                "club": tournament.club.name,
                "finished": tournament.state == State.FINISHED,
            },
            "rules": self.sheets.rules,
            "terms": self.terms.as_json(),
            "changes": list(self._changes()),
            "people": list(self._people()),
            "staff": [{"name": name, "duty": duty} for name, duty in self._staff()],
            "rounds": [self._round(round_) for round_ in self.rounds],
            "standings": standings_document(self.ranked.parts),
            "lots": list(self._lots()),
            "prizes": list(self._prizes()),
        }

    def _staff(self) -> Collection[tuple[str, str]]:
        """Return members with their duties; with words also those who drew or ruled without one."""
        duties = self.tournament.duties.select_related("member")
        staff = [(duty.member.name, str(duty.kind)) for duty in duties]
        if self.words:
            staff += [(drawn.by.name, "director") for drawn in self.draws if drawn.by is not None]
            calls = chain.from_iterable(self.calls.values())
            staff += [(ruling.by.name, "arbiter") for call in calls for ruling in call.rulings.all()]
        return dict.fromkeys(staff)

    def _changes(self) -> Iterator[Document]:
        """Yield the changes of terms since the first round began."""
        begun = min((round_.started_at for round_ in self.rounds if round_.started_at), default=clock.now())
        terms = self.terms.as_json()
        for deed in self.tournament.deeds_of("change_tournament").filter(at__gte=begun):
            who = {"by": deed.actor} if self.words else {}
            if self.words and deed.details.get("reason"):
                who["why"] = deed.details["reason"]
            for term, was, now in deed.details["changes"]:
                if term in terms:
                    yield {"term": term, "at": _time(deed.at), "was": was, "is": now, **who}

    def _prizes(self) -> Iterator[Document]:
        """Yield the prizes and who took them, including those of the terms."""
        numbers = {round_.pk: round_.number for round_ in self.rounds}
        offered = self.tournament.prizes.filter(removed_at=None).select_related("taken_by")
        for prize in offered.order_by("round__number", "position", "pk"):
            if prize.round_id is not None and prize.round_id not in numbers:
                continue
            document = {
                "position": prize.position,
                "name": prize.name,
                "round": numbers.get(prize.round_id or 0),
                "cents": prize.amount,
                "share": prize.share,
                "sponsor": prize.sponsor or None,
                "player": None if prize.taken_by is None else str(prize.taken_by.participant_id),
                "chosen": prize.chosen or None,
                "at": _time(prize.taken_at),
            }
            yield {key: value for key, value in document.items() if value is not None}

    def _people(self) -> Iterator[Document]:
        names, rounds = self.tournament.evening.names(), self._registered()
        signups = self.tournament.signups.exclude(comes_from="").filter(entrant__isnull=False)
        clubs = dict(signups.values_list("entrant", "comes_from")) if self.words else {}
        for entrant in self.tournament.entrants.order_by("number"):
            player = str(entrant.participant_id)
            document: Document = {"id": player, "name": names[player], "number": entrant.number}
            if entrant.pk in clubs:
                document["club"] = clubs[entrant.pk]
            if entrant.house:
                document["house"] = True
            else:
                document["rounds"] = sorted(rounds.get(player, ()))
            if entrant.section:
                document["section"] = entrant.section
            yield document

    def _registered(self) -> dict[str, set[int]]:
        """Return the rounds for which everybody came or paid, and those in which they had a seat."""
        registered: dict[str, set[int]] = {}
        attendances = Attendance.objects.exclude(checked_in_at=None, paid=None)
        rows = attendances.filter(round__tournament=self.tournament)
        for player, number in rows.values_list("entrant__participant", "round__number"):
            registered.setdefault(str(player), set()).add(number)
        for round_ in self.rounds:
            for table in self.tables.get(round_.pk, ()):
                for player in (*table.seats, *self.came.get((round_.number, table.number), ())):
                    registered.setdefault(player, set()).add(round_.number)
        return registered

    def _lots(self) -> Iterator[Document]:
        numbers = {round_.pk: round_.number for round_ in self.rounds}
        for lot in self.ranked.lots:
            document = {"about": lot.about, "order": lot.order, "at": lot.at.isoformat()}
            if lot.round_id is not None:
                document["round"] = numbers[lot.round_id]
            yield document | ({"seed": lot.seed} if lot.seed else {})

    def _round(self, round_: Round) -> Document:
        whole = self.ranked.round(round_.number)
        document: Document = {
            "number": round_.number,
            "state": "closed" if round_.stage == Stage.CLOSED else "running",
            "clock": self._clock(round_),
            "tables": [self._table(table) for table in self.tables.get(round_.pk, ())],
            "standings": [] if whole is None else standings_document(whole.parts),
        }
        if whole is not None and whole.missing:
            document["missing"] = list(whole.missing)
        if round_.method:
            document["draw"] = self._draw(round_)
        return document

    def _draw(self, round_: Round) -> Document:
        report = round_.report or {}
        together = list(report.get("together", ()))
        first = together[0] if together else round_.number
        document = {
            "method": round_.method,
            "seed": round_.seed,
            "letters": report.get("letters"),
            "people": report.get("people") if self._sits_otherwise(round_, report) else None,
            "standing": report.get("standing"),
            "procedure": report.get("procedure", 1),
            "by_hand": round_.swapped or report.get("edition", 1) > 1,
            "wishes": bool(report.get("wished")),
            # in an earlier round, since this one was drawn
            "reseated": any(change.first < first for change in self._seated_since(round_.number)),
            "rounds": together,
            "sections": list(report.get("sections", ())),
            "changed": list(self._changed(round_.number)),
        }
        return {key: value for key, value in document.items() if value}

    def _sits_otherwise(self, round_: Round, report: Document) -> bool:
        """Return whether other people have a seat by now than were drawn."""
        seats = [player for table in self.tables.get(round_.pk, ()) for player in table.seats]
        return "people" in report and sorted(report["people"]) != sorted(seats)

    def _seated_since(self, number: int) -> list[SeatingChange]:
        """Return the changes of seats by hand since a round was drawn."""
        drawn = [draw.at for draw in self.draws if draw.first <= number <= draw.last]
        return [change for change in self.reseated if drawn and change.at > max(drawn)]

    def _changed(self, number: int) -> Iterator[Document]:
        """Yield the changes by hand in a draw, and why."""
        for change in self._seated_since(number):
            if change.first == number:
                document = {"at": _time(change.at)} | ({"players": change.people} if change.people else {})
                if self.words and change.by is not None:
                    document["by"] = change.by.name
                yield document | self._words("why", change.reason)

    def _clock(self, round_: Round) -> Document:
        round_clock = clock_of(round_, round_.ticks_now)
        numbers = {table.pk: table.number for table in self.tables.get(round_.pk, ())}
        added = [tick for tick in round_.ticks_now if tick.seconds]
        return {
            "minutes": round_clock.minutes,
            "begin": _time(round_clock.started),
            "rung": _time(round_clock.rung),
            "end": _time(round_clock.ended),
            "pauses": [[_time(stop.since), _time(stop.until)] for stop in round_clock.pauses],
            "added": [
                {"at": _time(tick.at), "seconds": tick.seconds}
                | ({} if tick.table_id is None else {"table": numbers[tick.table_id]})
                for tick in added
            ],
        }

    def _table(self, table: Table) -> Document:
        round_, calls = table.round, self.calls.get(table.pk, [])
        sheet, from_paper = table.started_sheet, table.result.is_typed
        on_paper = table.paper or table.was_on_paper
        entries = self.sheets.entries[sheet.pk]
        clock_here = clock_at(table, clock_of(round_, round_.ticks_now), round_.ticks_now, calls)
        rings = bell(clock_here, round_.closed_at or clock.now())
        document = self.sheets.table(
            sheet, table.number, set(_entered_anew(entries, rings, on_paper=on_paper))
        )
        del document["name"]
        if rings is not None:
            ruled = {ruling.written_id for call in calls for ruling in call.rulings.all()}
            ruled_late = [entry for entry in entries if entry.pk in ruled and entry.at >= rings]
            document["after_bell"] = allowed_at(table, rings) + sum(
                entry.act == Act.ADD for entry in ruled_late
            )
        numbers = {entry.sort_key: number for number, entry in enumerate(current_among(entries), 1)}
        joined = self.came.get((round_.number, table.number), ())
        optional = {
            "joined": [player for player in joined if player not in table.seats],
            "left": [self._leaving(leaving) for leaving in table.leavings.all() if leaving.undone_at is None],
            "adjustments": [self._adjustment(ruling) for ruling in table.adjustments.all()],
            "calls": [self._call(call, numbers) for call in calls],
            "on_paper": on_paper,
            "typed": from_paper,
        }
        document["sums"] = lines_as_json(table.result.players)
        return document | {key: value for key, value in optional.items() if value}

    def _adjustment(self, ruling: ResultRuling) -> Document:
        """Return a ruling on a result, as replaced ones are in the file too, in order."""
        document: Document = {"kind": ruling.kind, "at": _time(ruling.at)}
        if ruling.player:
            document["player"] = ruling.player
        if ruling.twelfths is not None:
            document["points"] = amount_in_words(ruling.adjustment.points)
        if self.words:
            document["by"] = ruling.by.name
        return document | self._words("reason", ruling.reason)

    def _leaving(self, leaving: Any) -> Document:
        document = {
            "player": str(leaving.entrant.participant_id),
            "ranked": leaving.ranked,
            "at": _time(leaving.at),
        }
        if leaving.instead is not None:
            document["instead"] = str(leaving.instead.participant_id)
        return document | self._words("reason", leaving.reason)

    def _call(self, call: Call, numbers: dict[int, int]) -> Document:
        rulings = sorted(call.rulings.all(), key=lambda ruling: ruling.at)
        until = call.withdrawn_at or min((ruling.at for ruling in rulings), default=None)
        return {
            "at": _time(call.at),
            "until": _time(until),
            "rulings": [self._ruling(ruling, numbers) for ruling in rulings],
        } | self._words("words", call.words)

    def _ruling(self, ruling: Ruling, numbers: dict[int, int]) -> Document:
        document: Document = {"at": _time(ruling.at), "finding": ruling.finding}
        if self.words:
            document["by"] = ruling.by.name
        if ruling.sort_key is not None and ruling.sort_key in numbers:
            document["entry"] = numbers[ruling.sort_key]
        return document | self._words("words", ruling.text)

    def _words(self, key: str, reason: Any) -> Document:
        return {} if reason is None or not reason.text or not self.words else {key: reason.text}


def _entered_anew(entries: list[Entry], rings: datetime | None, *, on_paper: bool) -> Iterator[UUID]:
    """Yield hands without a time of play: from paper, or entered again after the bell."""
    current = current_among(entries)
    if on_paper:
        yield from (entry.pk for entry in current)
        return
    inserted = {entry.sort_key for entry in entries if entry.act == Act.INSERT}
    yield from (entry.pk for entry in current if entry.sort_key in inserted)
    if rings is not None:
        hands = [entry for entry in current if uses_the_right(entry.record)]
        used = max(used_after(entries, rings), 0)
        yield from (entry.pk for entry in hands[: len(hands) - used] if entered(entry) >= rings)


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def series_in_file(shown: SeriesStanding, *, words: bool = False) -> Document:
    """Return one series with its events."""
    last = max((event.date for event in shown.held), default=shown.series.made_at.date())
    club = shown.series.club
    description = {"title": shown.series.title, "finished": not shown.to_come}
    description["id"] = event_id(club, "series", shown.series.made_at)
    return _document("series", club, f"{last}", description, [shown], words=words)


def year_in_file(club: Club, year: int, shown: Sequence[SeriesStanding], *, words: bool = False) -> Document:
    """Return all series of a club's year, with an event of several only once."""
    event = {"title": str(year), "id": event_id(club, "year", datetime(year, 1, 1, tzinfo=UTC))}
    return _document("year", club, f"{year}-12-31", event, shown, words=words)


def _document(
    kind: str, club: Club, day: str, description: Document, shown: Sequence[SeriesStanding], *, words: bool
) -> Document:
    events: dict[str, Document] = {}
    series = [_series(each, events, words=words) for each in shown]
    names = {person: name for each in shown for person, name in each.people.names.items()}
    people = {person for event in events.values() for person in event["outcomes"]}
    people |= {points["player"] for each in series for points in each.get("brought", ())}
    people |= {player for each in series for lot in each.get("lots", ()) for player in lot["order"]}
    whole = {
        **HEAD,
        "kind": kind,
        "event": {**description, "revision": revision_of_files(club), "date": day, "club": club.name},
        "rules": {},
        "people": [{"id": person, "name": names.get(person, "?")} for person in in_order_of_numbers(people)],
        "rounds": [],
        "events": list(events.values()),
        "series": series,
    }
    return with_written_ids(whole)


def _series(shown: SeriesStanding, events: dict[str, Document], *, words: bool) -> Document:
    """Return a series; its events are added to those of the file."""
    keys = {event.pk: _added(events, event, shown) for event in shown.held}
    terms, standings = shown.series.terms, shown.standings
    document: Document = {
        "title": shown.series.title,
        "terms": terms.as_json(),
        "events": list(keys.values()),
        "brought": list(_brought(shown, words=words)),
        "lots": [{"order": order} for order in shown.lots if len(order) > 1],
        "groups": [
            {
                "name": str(group),
                "people": in_order_of_numbers(group.lines),
                "places": [place_document(row.place, keys, within=True) for row in shown.among(group)],
            }
            for group in shown.groups
        ],
        "teams": [_team(shown, team) for team in shown.used(Counted.Use.TEAM)],
    }
    if terms.who is not WhoCounts.EVERYBODY or shown.used(Counted.Use.ONLY):
        people = {who for outcomes in shown.outcomes.values() for who in outcomes} | {*shown.seeds}
        document["counted"] = in_order_of_numbers(person for person in people if shown.counts(person))
    document = {key: value for key, value in document.items() if value or key == "events"}
    document["places"] = [place_document(place, keys) for place in standings.places]
    document["below"] = [place_document(place, keys) for place in standings.below]
    return document


def _added(events: dict[str, Document], event: SeriesEvent, shown: SeriesStanding) -> str:
    """Return the key of an event in the file, which differs where places are within sections."""
    outcomes = {who: outcome_document(outcome) for who, outcome in shown.outcomes[event.pk].items()}
    key = event.key
    document: Document = {"id": key, "title": event.title, "date": f"{event.date}", "outcomes": outcomes}
    while events.setdefault(key, document) != document:
        key = document["id"] = f"{key}.s"
    return key


def _brought(shown: SeriesStanding, *, words: bool) -> Iterator[Document]:
    for person, line in ((person, line) for person, lines in shown.seeds.items() for line in lines):
        why = {"why": line.words} if words and line.words else {}
        yield {"player": person, "points": amount_in_words(line.points or 0), **why}


def _team(shown: SeriesStanding, team: Used) -> Document:
    row = next((row.place for row in shown.team_rows if row.place.team == team.list.pk), None)
    document = {"name": str(team), "people": in_order_of_numbers(team.lines)}
    return document if row is None else {**document, "rank": row.rank, "points": amount_in_words(row.points)}
