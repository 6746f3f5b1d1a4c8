"""Draw a round: from the people present to their seats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.capability import log_line, sentence
from scoring.clock import moment_in_words
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, atomic_with_retry, logged, store, verb
from scoring.heads import announced
from scoring.models import Account, Deed, Sheet
from scoring.signatures import signature_of
from tournaments.draw.cards import MOST_CARDS
from tournaments.draw.sections import (
    RoundSections,
    demand_one_section,
    is_within_sections,
    sections_of,
    tables_of_sections,
)
from tournaments.draw.wishes import report_on_wishes, wishes_for_draw
from tournaments.engine.meetings import RoundSeating, swapped
from tournaments.engine.quality import Quality, quality_of
from tournaments.engine.seating import PROCEDURE, Drawn, Method, draw, draw_all
from tournaments.engine.sections import drawn_within, quality_within
from tournaments.engine.sizes import SMALLEST, Unseatable, sizes
from tournaments.engine.stages import stage_after
from tournaments.engine.wishes import SeatWish
from tournaments.log import record_deed
from tournaments.models import Card, Round, SeatingChange, Stage, Table, Tournament
from tournaments.models.tournaments import LENGTH_OF_SEED, LONGEST_SEED
from tournaments.preconditions import demand_step, directed, locked_round, member

DrawRanking = Sequence[str] | Mapping[str, int]
DrawOfGroup = Callable[[Sequence[str], str, Sequence[SeatWish]], Sequence[Drawn]]
DrawOfPot = Callable[["DrawPot", Sequence[str], str, Sequence[SeatWish]], Sequence[Drawn]]


@logged("draw_round", gettext_lazy("drew round %(round)d of “%(title)s”, seed %(seed)s"))
def draw_round(
    *,
    actor: Account,
    deed: UUID,
    round_: Round,
    method: Method,
    seed: str = "",
    ranking: DrawRanking = (),
    first: bool = False,
) -> Round:
    """Draw a seat for everybody checked in; only the director sees the draw until it is published.

    `first`: refused where somebody has drawn already.
    """
    act = PendingDeed(deed, actor, "draw_round", round_.pk, method, seed)

    def drawn(pot: DrawPot, people: Sequence[str], seed: str, wishes: Sequence[SeatWish]) -> list[Drawn]:
        options: dict[str, Any] = {"seed": seed, "past": pot.past, "wishes": wishes, "clock": perf_counter}
        return [draw(people, method=method, ranking=ranking, **options)]

    by = {"standing": _ranks(ranking)} if method is Method.BY_STANDING else {}
    return _draw(act, round_, seed, drawn, step="draw_first" if first else "draw", report=by)[0]


@logged("draw_rounds", gettext_lazy("drew rounds %(round)d to %(last)d of “%(title)s”, seed %(seed)s"))
def draw_rounds(*, actor: Account, deed: UUID, round_: Round, seed: str = "") -> list[Round]:
    """Draw this round and all later ones at once, for the same people.

    This one is a draft then. The others wait, with their tables, until it is known who is there for them.
    """
    act = PendingDeed(deed, actor, "draw_rounds", round_.pk, seed)

    def drawn(pot: DrawPot, people: Sequence[str], seed: str, wishes: Sequence[SeatWish]) -> Sequence[Drawn]:
        count = last_round(round_) - round_.number + 1
        return draw_all(people, count, seed=seed, past=pot.past, wishes=wishes, clock=perf_counter)

    return _draw(act, round_, seed, drawn, together=True)


def _draw(
    act: PendingDeed[Account],
    round_: Round,
    seed: str,
    drawn_of: DrawOfPot,
    *,
    step: str = "draw",
    together: bool = False,
    report: Mapping[str, Any] = MappingProxyType({}),
) -> list[Round]:
    """Draw without a lock for some seconds, and store the draw if nothing has changed meanwhile."""
    own_seed = seed_of_program(round_)
    seed = seed.strip() or own_seed
    if len(seed) > LONGEST_SEED:
        raise Refused(seed=[_("At most %(most)d characters, please.") % {"most": LONGEST_SEED}])
    with transaction.atomic():
        round_ = locked_round(round_, act.actor)
        if act.existing_deed() is not None:
            return list(round_.tournament.rounds.filter(number__gte=round_.number))
        demand_step(step, round_)
        pot = DrawPot.of(round_)
        pot.demand_sections(round_)
    try:
        drawn = pot.drawn(partial(drawn_of, pot), seed, wishes_for_draw(round_.tournament))
    except Unseatable as unseatable:
        raise Refused(form=[pot.unseatable_in_words(unseatable, round_.tournament)]) from None
    letters = announced(seed, pot.people) if seed == own_seed else ""
    # no letters: somebody typed the seed
    stored_report = {**report, "letters": letters, "people": list(pot.people)}
    return _keep_draws(round_, act, pot, drawn, step=step, report=stored_report, together=together)


@atomic_with_retry
def _keep_draws(
    round_: Round,
    act: PendingDeed[Account],
    pot: DrawPot,
    drawn: Sequence[Drawn],
    *,
    step: str,
    report: dict[str, Any],
    together: bool,
) -> list[Round]:
    round_ = locked_round(round_, act.actor)
    if act.existing_deed() is not None:
        return list(round_.tournament.rounds.filter(number__gte=round_.number))
    rounds = _from_here_on(round_, len(drawn))
    for other_round in rounds:
        demand_step(step, other_round)
    if (
        now := DrawPot.of(round_)
    ) != pot:  # somebody came, or was moved in a round before, while it was drawn
        words = [_("Something changed during the draw. Please draw again.")]
        raise Refused(form=words + (last_seating_in_words(round_) if now.seated != pot.seated else []))
    if together:
        report["together"] = (round_.number, rounds[-1].number)
    for each_round, seating in zip(rounds, drawn, strict=True):
        _seat(each_round, seating, **report, **pot.report_on_sections())
        store(
            each_round,
            stage=stage_after("draw", each_round.stage) if each_round == round_ else Stage.CHECK_IN,
        )
    store(round_, draws=round_.draws + 1)
    details: dict[str, Any] = {"last": rounds[-1].number} if together else {}
    keep_seat_change(act, round_, SeatingChange.Kind.DRAWN, **details)
    record_deed(act, round_, **details, seed=drawn[0].seed)
    return rounds


def _ranks(ranking: DrawRanking) -> dict[str, int]:
    """Return everybody's rank in standings, from 1 on, with which a results file repeats the draw."""
    if isinstance(ranking, Mapping):
        return dict(ranking)
    return {player: rank for rank, player in enumerate(ranking, 1)}


@dataclass(frozen=True, slots=True)
class DrawPot:
    """The input of a draw, and what it replaces: people present, earlier tables, current seats."""

    people: tuple[str, ...]
    past: tuple[RoundSeating, ...]
    seated: RoundSeating
    sections: RoundSections | None = None  # None: there are none

    @classmethod
    def of(cls, round_: Round) -> DrawPot:
        people, past = tuple(sorted(present(round_))), tuple(past_of(round_))
        return cls(people, past, seating_in(round_), sections_of(round_))

    def drawn(self, draw_group: DrawOfGroup, seed: str, wishes: Sequence[SeatWish]) -> Sequence[Drawn]:
        """Return rounds drawn by `draw_group`: of everybody, or of each section on its own."""
        if self.sections is None:
            return draw_group(self.people, seed, wishes)
        groups = self.sections.people
        return drawn_within(groups, seed=seed, past=self.past, wishes=wishes, draw_group=draw_group)

    def report_on_sections(self) -> dict[str, Any]:
        """Return which table is of which section."""
        if self.sections is None:
            return {}
        pairs = zip(self.sections.numbers, self.sections.people, strict=True)
        return {"sections": [number for number, people in pairs for _table in sizes(len(people))]}

    def unseatable_in_words(self, unseatable: Unseatable, tournament: Tournament) -> str:
        """Return why no tables can be made, and in which section."""
        sentence = unseatable_in_words(unseatable.count)
        if self.sections is None or not unseatable.section:
            return sentence
        number = self.sections.numbers[unseatable.section - 1]
        return f"{tournament.terms.sections[number - 1]}: {sentence}"

    def demand_sections(self, round_: Round) -> None:
        """Refuse while a player has no section, if the tournament has sections."""
        if self.sections is not None and self.sections.nowhere:
            names = round_.tournament.evening.names()
            nowhere = (names[player] for player in self.sections.nowhere)
            listed = ", ".join(sorted(nowhere, key=round_.tournament.in_list))
            template = _("In no section yet: %(names)s. Please divide them first.")
            raise Refused(form=[template % {"names": listed}])


def last_round(round_: Round) -> int:
    """Return the last one that is planned, or was added."""
    last = round_.tournament.rounds.order_by("number").values_list("number", flat=True).last() or 0
    return max(last, round_.tournament.terms.rounds)


def _from_here_on(round_: Round, count: int) -> list[Round]:
    """Return `count` rounds from this one on, and create those that are missing."""
    following = []
    for number in range(round_.number + 1, round_.number + count):
        later, _new = Round.objects.get_or_create(tournament=round_.tournament, number=number)
        later.tournament = round_.tournament
        following.append(later)
    return [round_, *following]


@verb(log=gettext_lazy("took the draw made ahead for round %(round)d of “%(title)s”"))
def take_prepared(act: PendingDeed[Account], *, round_: Round) -> None:
    """Make an earlier draw for this round its draft, if the same people are present."""
    round_ = locked_round(round_, act.actor)
    demand_step("draw", round_)
    act.demand_nothing_newer()
    seating = seating_in(round_)
    if round_.stage != Stage.CHECK_IN or not seating.tables:
        raise Refused(form=[_("Nothing was drawn ahead for this round.")])
    if set(seating.players) != set(present(round_)):
        raise Refused(
            form=[_("The people checked in are not those who were drawn. Please draw this round again.")]
        )
    if not is_within_sections(round_, seating):
        raise Refused(form=[_("The sections have changed since. Please draw this round again.")])
    store(round_, stage=stage_after("draw", round_.stage), report=report_again(round_, seating))
    keep_seat_change(act, round_, SeatingChange.Kind.TAKEN)
    record_deed(act, round_, seed=round_.seed)


@verb(log=gettext_lazy("let %(one)s and %(other)s change seats in round %(round)d of “%(title)s”"))
def swap_seats(act: PendingDeed[Account], *, round_: Round, one: str, other: str) -> None:
    """Swap the seats of two people, at one table or between two; all others stay."""
    round_ = locked_round(round_, act.actor)
    demand_step("swap", round_)
    seating = seating_in(round_)
    if one == other or not {one, other} <= set(seating.players):
        raise Refused(seats=[_("Please choose two people who have a seat in this round.")])
    demand_one_section(round_, one, other)
    seating = swapped(seating, one, other)
    for table, seats in zip(round_.tables.order_by("number"), seating.tables, strict=True):
        if list(seats) != table.seats:
            store(table, seats=list(seats))
    is_published = round_.stage == Stage.PUBLISHED
    store(round_, swapped=True, report=report_again(round_, seating, another_edition=is_published))
    note_reseated(round_, [one, other])
    keep_seat_change(act, round_, people=[one, other])
    names = round_.tournament.evening.names()
    both = [names[one], names[other]]
    record_deed(act, round_, clock=is_published, names=both, moved=[one, other])


@verb(log=gettext_lazy("published the draw of round %(round)d of “%(title)s”"))
def publish_round(act: PendingDeed[Account], *, round_: Round) -> None:
    """Publish the draw: from now on all players find their own table."""
    round_ = locked_round(round_, act.actor)
    demand_step("publish", round_)
    act.demand_nothing_newer()
    withdrawn = round_.tournament.entrants.filter(
        participant__in=[int(player) for player in seating_in(round_).players], withdrawn_at__isnull=False
    )
    if people := list(withdrawn.values_list("participant", flat=True)):
        names = round_.tournament.evening.names()
        missing = ", ".join(names[str(person)] for person in people)
        raise Refused(form=[_("Seated, but withdrawn: %(names)s. Please draw again.") % {"names": missing}])
    store(round_, stage=stage_after("publish", round_.stage), reseated=[])
    record_deed(act, round_, clock=True)


@verb(
    log=sentence(
        gettext_lazy("discarded the draw of round %(round)d of “%(title)s”"),
        published=gettext_lazy("discarded the published draw of round %(round)d of “%(title)s”"),
    )
)
def discard_draw(act: PendingDeed[Account], *, round_: Round) -> None:
    """Discard the draw: all seats are removed, and people can be checked in again."""
    round_ = locked_round(round_, act.actor)
    demand_step("discard", round_)
    seed, was_published = round_.seed, round_.stage == Stage.PUBLISHED
    round_.tables.all().delete()
    store(round_, stage=stage_after("discard", round_.stage), method="", seed="", report=None, swapped=False)
    keep_seat_change(act, round_, SeatingChange.Kind.DISCARDED)
    record_deed(act, round_, clock=True, seed=seed, published=was_published)


# What the verbs share, and what pages show of it.


def seed_of_program(round_: Round) -> str:
    """Return the default seed of the next draw: fixed in advance, but impossible to predict."""
    draws = Round.objects.values_list("draws", flat=True).get(pk=round_.pk)
    return signature_of("tournaments.draw", round_.pk, draws)[:LENGTH_OF_SEED]


def present(round_: Round) -> list[str]:
    """Return the people checked in for the round, including house players."""
    checked_in = round_.attendances.filter(checked_in_at__isnull=False, entrant__withdrawn_at=None)
    return [str(pk) for pk in checked_in.values_list("entrant__participant", flat=True)]


def seating_in(round_: Round) -> RoundSeating:
    """Return the current seating of the round."""
    return RoundSeating(
        tuple(tuple(seats) for seats in round_.tables.order_by("number").values_list("seats", flat=True))
    )


def keep_seat_change(
    act: PendingDeed[Account],
    round_: Round,
    kind: SeatingChange.Kind = SeatingChange.Kind.BY_HAND,
    *,
    last: int | None = None,
    **details: Any,
) -> None:
    """Store who changed the seats of a round, or of all rounds up to the `last`."""
    SeatingChange.objects.create(
        id=act.id,
        tournament=round_.tournament,
        kind=kind,
        first=round_.number,
        last=last or round_.number,
        by=member(round_.tournament, act.actor),
        at=clock.now(),
        **details,
    )


def note_reseated(round_: Round, players: Iterable[str]) -> None:
    """Note who got another seat than published, for screens that show it."""
    if round_.stage in (Stage.PUBLISHED, Stage.RUNNING):
        store(round_, reseated=list(dict.fromkeys([*round_.reseated, *players])))


def code_of_seating(seating: RoundSeating) -> str:
    """Return by what a page says which seating it has shown."""
    return hashlib.sha256("; ".join(map(" ".join, seating.tables)).encode()).hexdigest()[:16]


def refuse_other_tables(round_: Round, shown: str | None, _verb: str = "") -> None:
    """Refuse if the tables have changed since a page showed them, and name who changed them."""
    if shown is None or shown == code_of_seating(seating_in(round_)):
        return
    raise ChangedMeanwhile(*last_seating_in_words(round_), field="tables")


def last_seating_in_words(round_: Round) -> list[str]:
    """Return in words who last changed the seats of a round, how and when; empty if they never changed."""
    changes = round_.tournament.seat_changes.filter(first__lte=round_.number, last__gte=round_.number)
    deed = Deed.objects.filter(pk__in=changes.order_by("-at", "-pk").values("pk")[:1]).first()
    if deed is None:
        return []
    values = {"time": moment_in_words(deed.at), "name": deed.actor, "what": log_line(deed)}
    return [_("%(time)s: %(name)s %(what)s.") % values]


def past_of(round_: Round) -> list[RoundSeating]:
    """Return the tables of earlier rounds, with people who joined them while they played."""
    earlier: dict[int, list[tuple[str, ...]]] = {}
    tables = Table.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
    rows = list(tables.order_by("round__number", "number").values_list("round__number", "number", "seats"))
    later = came_later(round_.tournament) if rows else {}
    seated = {(number, seat) for number, _table, seats in rows for seat in seats}
    for number, table, seats in rows:
        late = [player for player in later.get((number, table), ()) if (number, player) not in seated]
        seated |= {(number, player) for player in late}
        earlier.setdefault(number, []).append((*seats, *late))
    return [RoundSeating(tuple(tables)) for tables in earlier.values()]


def came_later(tournament: Tournament) -> dict[tuple[int, int], list[str]]:
    """Return who joined which table of which round while it played; one query."""
    tables = Table.objects.filter(round__tournament=tournament).exclude(joined=[])
    rows = tables.values_list("round__number", "number", "joined")
    return {(number, table): [player for _entry, player in joined] for number, table, joined in rows}


def report_on(quality: Quality, **facts: Any) -> dict[str, Any]:
    """Return the quality of a seating as it is stored with the round."""
    return {
        "again": [[*again.pair, again.times, again.table + 1] for again in quality.again],
        "large_again": [[large.player, large.times, large.last_time] for large in quality.large_again],
        "at_least": quality.at_least,
        "found": quality.squares,
        "proof": quality.proof.value,
        **facts,
    }


def report_again(round_: Round, seating: RoundSeating, *, another_edition: bool = False) -> dict[str, Any]:
    """Return a new report on the current tables, keeping the stored facts of the search."""
    report = round_.report or {}
    stays = (
        *("procedure", "edition", "together", "wished", "sections", "letters", "people", "standing"),
        *("steps", "seconds"),
    )
    facts = {key: report[key] for key in stays if key in report}
    if another_edition:
        facts["edition"] = report.get("edition", 1) + 1
    past, sections = past_of(round_), tables_of_sections(round_, seating)
    quality = quality_within(sections, past) if sections else quality_of(seating, past)
    return report_on(quality, **facts, **report_on_wishes(round_, seating))


def _seat(round_: Round, drawn: Drawn, **facts: Any) -> None:
    """Seat people as drawn, instead of the round's earlier draw."""
    round_.tables.all().delete()
    Table.objects.bulk_create(
        Table(round=round_, number=number, seats=list(seats))
        for number, seats in enumerate(drawn.seating.tables, 1)
    )
    if on_wishes := report_on_wishes(round_, drawn.seating):
        facts |= {**on_wishes, "wished": True}
    facts |= {"steps": drawn.searched, "seconds": drawn.seconds}
    report = report_on(drawn.quality, procedure=PROCEDURE, edition=1, **facts)
    store(round_, method=drawn.method, seed=drawn.seed, swapped=False, report=report)


def unseatable_in_words(count: int) -> str:
    """Return the sentence that explains why `count` people cannot be split into tables."""
    words = _(
        "%(count)d people cannot be split into tables of four, five or six. With one house player there "
        "are eight."
    )
    if count < SMALLEST:
        words = _("At least four people are needed; %(count)d are checked in.")
    return words % {"count": count}


# The cards on the tables


@verb(
    log=gettext_lazy("renewed the card of table %(number)d of “%(title)s”"),
    repeat_result=lambda deed, arguments: arguments["tournament"].cards.get(number=arguments["number"]),
)
def renew_card(act: PendingDeed[Account], *, tournament: Tournament, number: int) -> Card:
    """Renew a card, so that the printed one opens nothing, and end access of phones that used it."""
    tournament = directed(tournament, act.actor)
    if not 1 <= number <= MOST_CARDS:
        raise Refused(number=[_("There is no table %(number)d.") % {"number": number}])
    card, _made = tournament.cards.get_or_create(number=number)
    store(card, generation=card.generation + 1)
    running = Sheet.objects.filter(
        table__round__tournament=tournament, table__round__stage=Stage.RUNNING, table__number=number
    )
    for sheet in running.select_for_update():
        Sheet.objects.filter(pk=sheet.pk).update(record_link=F("record_link") + 1)
    record_deed(act, tournament, number=number)
    return card
