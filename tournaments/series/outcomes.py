"""What everybody came to in the events of a series, derived."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.engine.result import from_twelfths
from scoring.models import Entry, Participant, TableScore
from tournaments.engine.event_outcomes import (
    IN_SECTIONS,
    WHOLE,
    AtTable,
    OutcomesOfEvent,
    Parts,
    outcomes_of_evening,
    parts_of,
)
from tournaments.engine.ladders import EventOutcome
from tournaments.engine.played import RankedTournament
from tournaments.models import PaperResult, Pulse, ResultRuling, SeriesEvent, Tournament
from tournaments.standings.derived import ranked_each

# "m12" is a member, "g345" a guest, who is a guest of one evening or tournament only.
SeriesPerson = str
PERSON = r"[mgn]\d{1,18}"  # "n6789": a name that is known from end tables only


def by_person(outcomes: Mapping[int, OutcomesOfEvent]) -> dict[SeriesPerson, dict[int, EventOutcome]]:
    """Return the outcomes of everybody, by event."""
    by_event: dict[SeriesPerson, dict[int, EventOutcome]] = {}
    for event, people in outcomes.items():
        for person, outcome in people.items():
            by_event.setdefault(person, {})[event] = outcome
    return by_event


def outcomes_of(
    events: Sequence[SeriesEvent], *, in_sections: Collection[int] = ()
) -> dict[int, OutcomesOfEvent]:
    """Return the outcomes by event, but of end tables; a few queries however many events there are.

    In the series named in `in_sections` the places are those within sections.
    """
    parts = {
        event.pk: part
        for event in events
        if (part := part_of(event, in_sections=event.series_id in in_sections)) is not None
    }
    of_tournaments = _of_parts(set(parts.values()))
    of_evenings = _of_evenings([event.evening_id for event in events if event.evening_id is not None])
    outcomes: dict[int, OutcomesOfEvent] = {}
    for event in events:
        if event.evening_id is not None:
            outcomes[event.pk] = of_evenings.get(event.evening_id, {})
        elif event.pk in parts:
            outcomes[event.pk] = of_tournaments.get(parts[event.pk], {})
    return outcomes


def person_key(member: int | None, participant: int | str) -> SeriesPerson:
    """Return a person's key in a series: a member's holds in all events, a guest's in one."""
    return f"m{member}" if member is not None else f"g{participant}"


def members_now(people: Iterable[SeriesPerson]) -> dict[SeriesPerson, SeriesPerson]:
    """Map former guests to the members they are now; no query without guests."""
    guests = [int(person[1:]) for person in people if person.startswith("g")]
    if not guests:
        return {}
    rows = Participant.objects.filter(pk__in=guests, member__isnull=False).values_list("pk", "member")
    return {f"g{pk}": f"m{member}" for pk, member in rows}


# Tournaments

# what finished tournaments gave, by how far each has come; with 0 nothing is remembered
MOST_REMEMBERED = 400
REMEMBERED: dict[tuple[int, int, datetime | None], Parts] = {}

Part = tuple[int, int]  # a tournament, and its round or the whole


def part_of(event: SeriesEvent, *, in_sections: bool = False) -> Part | None:
    """Return what of a tournament counts; None for an evening or an end table."""
    added = IN_SECTIONS if in_sections else 0
    if event.round is not None:
        return event.round.tournament_id, event.round.number + added
    return None if event.tournament_id is None else (event.tournament_id, WHOLE + added)


def _of_parts(requested: Collection[Part]) -> dict[Part, OutcomesOfEvent]:
    """Return the outcomes of parts; those of a finished tournament are remembered until something changes.

    How far each has come is asked first: what changes meanwhile does not count as remembered.
    """
    tournaments = {tournament for tournament, _part in requested}
    finished = Pulse.objects.filter(pk__in=tournaments, tournament__finished_at__isnull=False)
    keys = {key[0]: key for key in finished.values_list("pk", "count", "tournament__finished_at")}
    parts = {pk: REMEMBERED[key] for pk, key in keys.items() if key in REMEMBERED}
    if missing := tournaments - parts.keys():
        for pk, tournament in ranked_each(list(Tournament.objects.filter(pk__in=missing))).items():
            parts[pk] = parts_by_person(tournament)
        REMEMBERED.update((key, parts[pk]) for pk, key in keys.items() if pk in missing)
        while len(REMEMBERED) > MOST_REMEMBERED:
            REMEMBERED.pop(list(REMEMBERED)[0], None)  # noqa: RUF015 (another thread may add to it meanwhile)
    return {
        (tournament, part): parts[tournament].get(part, parts[tournament].get(part % IN_SECTIONS, {}))
        for tournament, part in requested
    }


def put_right_since(tournaments: Collection[int]) -> set[int]:
    """Return in which tournaments a hand, a result or a ruling came after they were finished; one query."""
    of_it, later = "round__tournament", {"at__gt": OuterRef("finished_at")}
    rows: tuple[QuerySet[Any], ...] = (
        Entry.objects.filter(**{f"sheet__table__{of_it}": OuterRef("pk")}, **later),
        PaperResult.objects.filter(**{f"table__{of_it}": OuterRef("pk")}, **later),
        ResultRuling.objects.filter(**{f"table__{of_it}": OuterRef("pk")}, **later),
    )
    corrected = reduce(or_, (Q(Exists(row)) for row in rows))
    return {*Tournament.objects.filter(corrected, pk__in=tournaments).values_list("pk", flat=True)}


def parts_by_person(tournament: RankedTournament) -> Parts:
    """Return the outcomes of a tournament and of its rounds, members and guests as they are in series."""
    people = tournament.people.items()
    return parts_of(tournament, {who: person_key(person.member, who) for who, person in people})


# Evenings


def _of_evenings(evenings: Sequence[int]) -> dict[int, OutcomesOfEvent]:
    """Return what everybody came to at all tables of an evening, ranked by the Kassa; one query."""
    if not evenings:
        return {}
    rows = (
        TableScore.objects.played()
        .filter(sheet__evening__in=evenings)
        .order_by("sheet__evening_id", "sheet_id")
        .values_list(
            *("sheet__evening_id", "sheet_id", "participant__member_id", "participant_id"),
            *("twelfths", "schrift_twelfths", "hands"),
        )
    )
    by_evening: dict[int, OutcomesOfEvent] = {}
    for evening, of_evening in groupby(rows, lambda row: row[0]):
        tables: dict[int, dict[SeriesPerson, AtTable]] = {}
        for _evening, sheet, member, participant, kassa, schrift, hands in of_evening:
            line = AtTable(from_twelfths(kassa), from_twelfths(schrift), hands)
            tables.setdefault(sheet, {})[person_key(member, participant)] = line
        by_evening[evening] = outcomes_of_evening(tables.values())
    return by_evening
