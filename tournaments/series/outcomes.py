"""What everybody came to in the events of a series: derived, kept in the database, and read again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from django.db import OperationalError, transaction
from django.db.models import F, Q

from scoring.engine.result import from_twelfths
from scoring.models import Participant, TableScore
from tournaments.engine.event_outcomes import (
    EDITION,
    IN_SECTIONS,
    WHOLE,
    AtTable,
    OutcomesOfEvent,
    Parts,
    as_kept,
    from_kept,
    outcomes_of_evening,
    parts_of,
)
from tournaments.engine.ladders import EventOutcome
from tournaments.engine.played import RankedTournament
from tournaments.models import KeptOutcomes, Pulse, SeriesEvent, State, Tournament
from tournaments.standings.derived import ranked, ranked_each

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

# what is kept as it is kept today, of a tournament in which nothing has changed since
HOLDS = Q(count=F("tournament__pulse__count"), outcomes__edition=EDITION)

Part = tuple[int, int]  # a tournament, and its round or the whole


def part_of(event: SeriesEvent, *, in_sections: bool = False) -> Part | None:
    """Return what of a tournament counts; None for an evening or an end table."""
    added = IN_SECTIONS if in_sections else 0
    if event.round is not None:
        return event.round.tournament_id, event.round.number + added
    return None if event.tournament_id is None else (event.tournament_id, WHOLE + added)


def _of_parts(requested: Collection[Part]) -> dict[Part, OutcomesOfEvent]:
    """Return the outcomes of parts, from the cache where it holds, else computed and cached."""
    if not requested:
        return {}
    cached = KeptOutcomes.objects.filter(tournament__in={number for number, _part in requested})
    holding = cached.filter(HOLDS).order_by()
    usual = {(tournament, part % IN_SECTIONS) for tournament, part in requested}
    outcomes_by_part: dict[Part, OutcomesOfEvent] = {
        (tournament, part): from_kept(**outcomes)
        for tournament, part, outcomes in holding.values_list("tournament_id", "part", "outcomes")
        if (tournament, part) in requested or (tournament, part) in usual
    }
    stale = {tournament for tournament, part in usual if (tournament, part) not in outcomes_by_part}
    if stale:
        for tournament, parts in _worked_out(stale).items():
            outcomes_by_part |= {(tournament, part): outcomes for part, outcomes in parts.items()}
    for tournament, part in requested:  # all are kept at once: where one is missing, it is as the usual one
        if (usual_one := outcomes_by_part.get((tournament, part % IN_SECTIONS))) is not None:
            outcomes_by_part.setdefault((tournament, part), usual_one)
    return outcomes_by_part


def _worked_out(tournaments: Collection[int]) -> dict[int, Parts]:
    """Work out what these gave, and keep it of those that are over.

    How far each has come is asked before anything is read: what changes meanwhile does not hold as kept.
    """
    counts = dict(Pulse.objects.filter(pk__in=tournaments).values_list("pk", "count"))
    existing = list(Tournament.objects.filter(pk__in=tournaments))
    computed = {pk: parts_by_person(tournament) for pk, tournament in ranked_each(existing).items()}
    rows = [
        KeptOutcomes(
            tournament=tournament,
            part=part,
            count=counts[tournament.pk],
            outcomes=(stored := as_kept(outcomes)),
            first=stored,
        )
        for tournament in existing
        if tournament.state == State.FINISHED and tournament.pk in counts
        for part, outcomes in computed[tournament.pk].items()
    ]
    try:
        with transaction.atomic():
            KeptOutcomes.objects.bulk_create(
                rows,
                batch_size=ROWS_PER_STATEMENT,
                update_conflicts=True,
                unique_fields=["tournament", "part"],
                update_fields=["count", "outcomes"],
            )
    except OperationalError:  # somebody writes: whoever looks next keeps it
        pass
    return computed


def first_kept(
    events: Iterable[SeriesEvent], *, in_sections: Collection[int] = ()
) -> dict[int, OutcomesOfEvent]:
    """Return what was first kept of tournaments in which something was put right since; by event."""
    parts: dict[Part, list[int]] = {}
    for event in events:
        part = part_of(event, in_sections=event.series_id in in_sections)
        if part is not None:
            parts.setdefault(part, []).append(event.pk)
    cached = KeptOutcomes.objects.filter(tournament__in={tournament for tournament, _part in parts})
    changed = cached.exclude(first={}).exclude(first=F("outcomes")).order_by()
    rows = list(changed.values_list("tournament_id", "part", "first", "outcomes"))
    members = members_now(
        {person for *_key, first, now in rows for person in first["people"].keys() - now["people"].keys()}
    )
    by_part: dict[Part, OutcomesOfEvent] = {}
    for tournament, number, first, outcomes in rows:
        then = {
            **outcomes,
            "of": first["of"],
            "people": {members.get(guest, guest): text for guest, text in first["people"].items()},
        }
        if then != outcomes:
            by_part[tournament, number] = from_kept(**then)
    return {
        event: by_part[key]
        for (tournament, part), some in parts.items()
        for key in ((tournament, part % IN_SECTIONS), (tournament, part))
        if key in by_part
        for event in some
    }


ROWS_PER_STATEMENT = 100  # rows in one statement


def kept_wrongly(tournament: Tournament) -> list[int]:
    """Return the parts of which something else is kept than follows from the tables; 0: the whole."""
    cached = tournament.kept_outcomes.filter(HOLDS).order_by("part")
    rows = list(cached.values_list("part", "outcomes"))
    parts = parts_by_person(ranked(tournament)) if rows else {}
    return [part for part, outcomes in rows if outcomes != as_kept(parts.get(part, {}))]


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
        TableScore.objects.filter(sheet__evening__in=evenings, hands__gt=0)
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
