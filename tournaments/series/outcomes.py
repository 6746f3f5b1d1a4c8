"""What everybody came to in the events of a series: derived, kept in the database, and read again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import F

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.models import Participant, TableScore
from scoring.models.evenings import Points
from tournaments.engine.criteria import Score
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.engine.played import RankedRound, RankedTournament, Ranking
from tournaments.engine.ranking import Place, standings
from tournaments.models import KeptOutcomes, Pulse, SeriesEvent, State, Tournament
from tournaments.standings.derived import ranked, ranked_each

# "m12" is a member, "g345" a guest, who is a guest of one evening or tournament only.
SeriesPerson = str
PERSON = r"[mgn]\d{1,18}"  # "n6789": a name that is known from end tables only
OutcomesOfEvent = Mapping[SeriesPerson, EventOutcome]

NONE = "-"


def as_kept(outcomes: OutcomesOfEvent) -> dict[str, Any]:
    """Return outcomes as JSON; how many are ranked is said once.

    >>> as_kept({"m1": EventOutcome(SharedPlace(1, 1), 2, 15, 16, (SharedPlace(2, 2, 3), SharedPlace(1, 1)))})
    {'of': 2, 'people': {'m1': '15 16 1.1.1 2.2.3,1.1.1'}}

    Where sections are ranked apart, whoever is of a smaller one says of how many.
    """
    of = max((outcome.of for outcome in outcomes.values()), default=0)
    return {"of": of, "people": {person: _text(outcome, of) for person, outcome in outcomes.items()}}


def _text(one: EventOutcome, of: int) -> str:
    further = "" if one.of == of else f" {one.of}"
    hands = NONE if one.hands is None else one.hands
    place = NONE if one.place is None else _of_place(one.place)
    return f"{one.schrift} {hands} {place} {','.join(map(_of_place, one.at_tables)) or NONE}{further}"


def _of_place(place: SharedPlace) -> str:
    return ".".join(map(str, place))


def from_kept(of: int, people: Mapping[SeriesPerson, str]) -> dict[SeriesPerson, EventOutcome]:
    """Return outcomes from what `as_kept` made of them.

    >>> from fractions import Fraction
    >>> outcomes = {"g2": EventOutcome(None, 2, Fraction(5, 3), None), "m1": EventOutcome(of=1, hands=3)}
    >>> from_kept(**as_kept(outcomes)) == outcomes
    True
    """

    def outcome(text: str) -> EventOutcome:
        schrift, hands, place, at_tables, *own = text.split(" ")
        return EventOutcome(
            None if place == NONE else _place(place),
            int(own[0]) if own else of,
            _amount(schrift),
            None if hands == NONE else int(hands),
            () if at_tables == NONE else _places(at_tables),
        )

    return {person: outcome(text) for person, text in people.items()}


def by_person(outcomes: Mapping[int, OutcomesOfEvent]) -> dict[SeriesPerson, dict[int, EventOutcome]]:
    """Return the outcomes of everybody, by event."""
    found: dict[SeriesPerson, dict[int, EventOutcome]] = {}
    for event, people in outcomes.items():
        for person, outcome in people.items():
            found.setdefault(person, {})[event] = outcome
    return found


# The same few come again and again.


@lru_cache(maxsize=4000)
def _place(text: str) -> SharedPlace:
    return SharedPlace._make(map(int, text.split(".")))


@lru_cache(maxsize=4000)
def _places(text: str) -> tuple[SharedPlace, ...]:
    return tuple(map(_place, text.split(",")))


@lru_cache(maxsize=4000)
def _amount(text: str) -> Amount:
    return amount_from(text)


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
    found: dict[int, OutcomesOfEvent] = {}
    for event in events:
        if event.evening_id is not None:
            found[event.pk] = of_evenings.get(event.evening_id, {})
        elif event.pk in parts:
            found[event.pk] = of_tournaments.get(parts[event.pk], {})
    return found


def person_key(member: int | None, participant: int | str) -> SeriesPerson:
    """Return who somebody is in a series: a member in all events, a guest in one."""
    return f"m{member}" if member is not None else f"g{participant}"


def members_now(people: Iterable[SeriesPerson]) -> dict[SeriesPerson, SeriesPerson]:
    """Return as which member those of them are known who were guests; no query where nobody was."""
    guests = [int(person[1:]) for person in people if person.startswith("g")]
    if not guests:
        return {}
    rows = Participant.objects.filter(pk__in=guests, member__isnull=False).values_list("pk", "member")
    return {f"g{pk}": f"m{member}" for pk, member in rows}


# Tournaments

WHOLE = 0  # beside the rounds, which are called by their numbers
IN_SECTIONS = 1000  # added, where a tournament ranks all together and each section by itself
Part = tuple[int, int]  # a tournament, and its round or the whole
Parts = dict[int, OutcomesOfEvent]


def part_of(event: SeriesEvent, *, in_sections: bool = False) -> Part | None:
    """Return what of a tournament counts; None for an evening or an end table."""
    added = IN_SECTIONS if in_sections else 0
    if event.round is not None:
        return event.round.tournament_id, event.round.number + added
    return None if event.tournament_id is None else (event.tournament_id, WHOLE + added)


def _of_parts(wanted: Collection[Part]) -> dict[Part, OutcomesOfEvent]:
    """Return what is kept and still holds; the rest is worked out, and kept for whoever looks next."""
    if not wanted:
        return {}
    kept = KeptOutcomes.objects.filter(tournament__in={number for number, _part in wanted})
    holding = kept.filter(count=F("tournament__pulse__count")).order_by()
    usual = {(tournament, part % IN_SECTIONS) for tournament, part in wanted}
    found: dict[Part, OutcomesOfEvent] = {
        (tournament, part): from_kept(**outcomes)
        for tournament, part, outcomes in holding.values_list("tournament_id", "part", "outcomes")
        if (tournament, part) in wanted or (tournament, part) in usual
    }
    stale = {tournament for tournament, part in usual if (tournament, part) not in found}
    if stale:
        for tournament, parts in _worked_out(stale).items():
            found |= {(tournament, part): outcomes for part, outcomes in parts.items()}
    for (
        tournament,
        part,
    ) in wanted:  # all parts are kept at once: where one is missing, it is as the usual one
        if (tournament, part) not in found and (tournament, part % IN_SECTIONS) in found:
            found[tournament, part] = found[tournament, part % IN_SECTIONS]
    return found


def _worked_out(tournaments: Collection[int]) -> dict[int, Parts]:
    """Work out what these gave, and keep it of those that are over.

    How far each has come is asked before anything is read: what changes meanwhile does not hold as kept.
    """
    counts = dict(Pulse.objects.filter(pk__in=tournaments).values_list("pk", "count"))
    there = list(Tournament.objects.filter(pk__in=tournaments))
    found = {pk: parts_of(tournament) for pk, tournament in ranked_each(there).items()}
    rows = [
        KeptOutcomes(
            tournament=tournament,
            part=part,
            count=counts[tournament.pk],
            outcomes=(kept := as_kept(outcomes)),
            first=kept,
        )
        for tournament in there
        if tournament.state == State.FINISHED and tournament.pk in counts
        for part, outcomes in found[tournament.pk].items()
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
    return found


def first_kept(
    events: Iterable[SeriesEvent], *, in_sections: Collection[int] = ()
) -> dict[int, OutcomesOfEvent]:
    """Return what was first kept of tournaments in which something was put right since; by event."""
    parts: dict[Part, list[int]] = {}
    for event in events:
        part = part_of(event, in_sections=event.series_id in in_sections)
        if part is not None:
            parts.setdefault(part, []).append(event.pk)
    there = KeptOutcomes.objects.filter(tournament__in={tournament for tournament, _part in parts})
    changed = there.exclude(first={}).exclude(first=F("outcomes")).order_by()
    rows = list(changed.values_list("tournament_id", "part", "first", "outcomes"))
    members = members_now(
        {person for *_about, first, now in rows for person in first["people"].keys() - now["people"].keys()}
    )
    found: dict[Part, OutcomesOfEvent] = {}
    for tournament, number, first, outcomes in rows:
        then = {**first, "people": {members.get(one, one): text for one, text in first["people"].items()}}
        if then != outcomes:
            found[tournament, number] = from_kept(**then)
    return {
        event: found[kept]
        for (tournament, part), some in parts.items()
        for kept in ((tournament, part % IN_SECTIONS), (tournament, part))
        if kept in found
        for event in some
    }


ROWS_PER_STATEMENT = 100  # rows in one statement


def kept_wrongly(tournament: Tournament) -> list[int]:
    """Return the parts of which something else is kept than follows from the tables; 0: the whole."""
    kept = tournament.kept_outcomes.filter(count=F("tournament__pulse__count")).order_by("part")
    rows = list(kept.values_list("part", "outcomes"))
    parts = parts_of(ranked(tournament)) if rows else {}
    return [part for part, outcomes in rows if outcomes != as_kept(parts.get(part, {}))]


def parts_of(tournament: RankedTournament) -> Parts:
    """Return the outcomes of the whole tournament and of its rounds."""
    keys = {
        participant: person_key(person.member, participant)
        for participant, person in tournament.people.items()
        if not person.house
    }
    rounds = tournament.rounds
    overall: Sequence[Ranking] = tournament.rankings
    in_sections: Sequence[Ranking] = tournament.of_sections
    if len(rounds) == 1 and not overall:
        overall, in_sections = rounds[0].rankings, rounds[0].of_sections
    parts = {round_.round.number: _of_rounds([round_], round_.rankings, keys) for round_ in rounds}
    parts[WHOLE] = _of_rounds(rounds, overall, keys)
    if tournament.sections and tournament.terms.together:
        parts |= {
            IN_SECTIONS + round_.round.number: _of_rounds([round_], round_.of_sections, keys)
            for round_ in rounds
        }
        parts[IN_SECTIONS + WHOLE] = _of_rounds(rounds, in_sections, keys)
    return parts


def _of_rounds(
    rounds: Sequence[RankedRound], rankings: Sequence[Ranking], keys: Mapping[str, SeriesPerson]
) -> OutcomesOfEvent:
    """Return what some rounds together came to, with the places among all, or among those of a section.

    There are no places where several tables are each ranked by themselves.
    """
    by_table = len(rankings) > 1 and any(ranking.table is not None for ranking in rankings)
    among_all: dict[str, SharedPlace] = {}
    of: dict[str, int] = {}
    for ranking in () if by_table else rankings:
        shared = _shared(ranking.standings.places)
        among_all |= shared
        of |= dict.fromkeys(shared, len(shared))
    most = max(of.values(), default=0)
    at_tables = [_at_tables(round_) for round_ in rounds]
    found: dict[SeriesPerson, EventOutcome] = {}
    for participant, person in keys.items():
        played = [round_.players[participant] for round_ in rounds if participant in round_.players]
        if not played:
            continue
        hands = [round_.hands for round_ in played]
        found[person] = EventOutcome(
            place=among_all.get(participant),
            of=of.get(participant, most),
            schrift=exact(sum((Fraction(round_.result.schrift) for round_ in played), start=Fraction(0))),
            hands=None if None in hands else sum(hand or 0 for hand in hands),
            at_tables=tuple(table[participant] for table in at_tables if participant in table),
        )
    return found


def _shared(places: Iterable[Place]) -> dict[str, SharedPlace]:
    """Return everybody's place with those it is shared with; whoever is last may share it with others."""
    groups: dict[int, list[Place]] = {}
    for place in places:
        groups.setdefault(place.rank, []).append(place)
    return {
        other.player: SharedPlace(rank, min(place.listed for place in group), len(group))
        for rank, group in groups.items()
        for other in group
    }


def _at_tables(round_: RankedRound) -> dict[str, SharedPlace]:
    """Return everybody's place at the own table; who played at two has none."""
    found: dict[str, SharedPlace] = {}
    for at_table in round_.at_tables:
        scores = [Score(at.player, (at.result,), last=at.last, house=at.house) for at in at_table]
        found |= _shared(standings(scores, round_.terms.round_criteria, round_.lots).places)
    return {player: place for player, place in found.items() if len(round_.players[player].tables) == 1}


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
    found = {}
    for evening, of_evening in groupby(rows, lambda row: row[0]):
        found[evening] = _of_evening(
            [
                (sheet, person_key(member, participant), Points(*points))
                for _evening, sheet, member, participant, *points in of_evening
            ]
        )
    return found


def _of_evening(scores: Sequence[tuple[int, SeriesPerson, Points]]) -> OutcomesOfEvent:
    together: dict[SeriesPerson, Points] = {}
    tables: dict[SeriesPerson, list[SharedPlace]] = {}
    for _sheet, group in groupby(scores, lambda score: score[0]):
        at_table = {person: points for _, person, points in group}
        for person, points in at_table.items():
            together[person] = together.get(person, Points()).and_also(points)
        for person, place in _by_kassa(at_table).items():
            tables.setdefault(person, []).append(place)
    places = _by_kassa(together)
    return {
        person: EventOutcome(
            places[person], len(places), from_twelfths(points.schrift), points.hands, tuple(tables[person])
        )
        for person, points in together.items()
    }


def _by_kassa(people: Mapping[SeriesPerson, Points]) -> dict[SeriesPerson, SharedPlace]:
    """Return everybody's place, those with as much sharing one."""
    amounts = sorted([points.kassa for points in people.values()], reverse=True)
    return {
        person: SharedPlace(first := amounts.index(points.kassa) + 1, first, amounts.count(points.kassa))
        for person, points in people.items()
    }
