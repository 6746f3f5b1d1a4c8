"""Tournaments, their duties, rounds and tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from secrets import token_hex
from typing import Any, Protocol

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Deed, Evening, Member, Reason, RulesetVersion, Sheet, Visitor, statements
from scoring.models.people import ARBITRATING, DIRECTING, appointed
from scoring.models.references import KeptRow, one_to_one, optional_one_to_one, optional_reference, reference
from scoring.names import by_surname, in_one_order, surname_before
from tournaments.engine.played import TableResults
from tournaments.engine.terms import Terms, terms_from


class Duty(KeptRow):
    """A member directs, rules, takes money or types paper sheets at one tournament."""

    class Kind(models.TextChoices):
        """A person's role at a tournament."""

        DIRECTOR = "director"
        ARBITER = "arbiter"
        CASHIER = "cashier"
        HELPER = "helper"  # types paper sheets

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.PROTECT,
        related_name="duties",
        verbose_name=_("Tournament"),
    )
    member = reference(Member, _("Member"), "duties")
    kind = models.CharField(_("What for"), max_length=10, choices=Kind.choices)
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["tournament", "kind", "member__sorting", "member"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "member", "kind"], name="a_member_has_a_duty_once_in_a_tournament"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("director", "arbiter", "cashier", "helper")),
                name="a_duty_is_one_of_four",
            ),
        ]


# What the visitor for whom a tournament was found may do there, each as SQL: "me" is their member.
_ON_DUTY = """EXISTS (
    SELECT 1 FROM tournaments_duty
    WHERE tournament_id = tournaments_tournament.id AND member_id = me.id AND kind = '{}'
)"""
_RIGHTS = {
    "is_of_club_director": appointed("", *DIRECTING).text_for("me.id"),
    "is_of_club_arbiter": appointed("", *ARBITRATING).text_for("me.id"),
    "is_of_director": _ON_DUTY.format(Duty.Kind.DIRECTOR.value),
    "is_of_arbiter": _ON_DUTY.format(Duty.Kind.ARBITER.value),
    "has_arbiters": """EXISTS (
        SELECT 1 FROM tournaments_duty named JOIN scoring_member arbiter ON arbiter.id = named.member_id
        WHERE named.tournament_id = tournaments_tournament.id AND named.kind = 'arbiter'
        AND arbiter.active AND arbiter.account_id IS NOT NULL
    )""",
    "is_cashed": _ON_DUTY.format(Duty.Kind.CASHIER.value),
    "is_typed": _ON_DUTY.format(Duty.Kind.HELPER.value),
}
_NUMBERED = f"""
    SELECT {{columns}}, me.id, {", ".join(_RIGHTS.values())}
    FROM "tournaments_tournament"
    JOIN scoring_club ON scoring_club.id = tournaments_tournament.club_id
    JOIN scoring_evening ON scoring_evening.id = tournaments_tournament.evening_id
    JOIN scoring_rulesetversion ON scoring_rulesetversion.id = scoring_evening.ruleset_id
    JOIN scoring_member me ON me.club_id = scoring_club.id AND me.active
    WHERE tournaments_tournament.id = %s AND me.account_id = %s
"""
TOURNAMENT = "tournament"  # how its evening is called among the occasions
LONGEST_TITLE = 80
LONGEST_SEED = 40
LENGTH_OF_SEED = 16  # where nobody types one
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # of codes: none that look alike


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Queries for tournaments; visitors get only those that they may see."""

    def open_to(self, visitor: Visitor) -> TournamentQuerySet:
        """Return the tournaments of the visitor's clubs, each with their rights there."""
        if not visitor.is_authenticated:
            return self.none()
        mine = self.filter(club__members__account_id=visitor.pk, club__members__active=True)
        return mine.annotate(member_id=F("club__members"))

    def shown_to_all(self) -> TournamentQuerySet:
        return self.filter(public=True)

    def in_sections(self) -> TournamentQuerySet:
        return self.filter(kept_terms__sections__0__isnull=False)

    def whole(self) -> TournamentQuerySet:
        """Return the tournaments with everything a page of one needs."""
        return self.select_related("club", "evening__ruleset", "evening__club")


class HasParticipant(Protocol):
    """An entrant: who it is stands at the participant."""

    participant_id: int


class State(models.TextChoices):
    """Of a tournament."""

    PLANNED = "planned"  # terms can still be changed, nobody has played
    RUNNING = "running"  # from the start of the first round on
    FINISHED = "finished"


class Tournament(models.Model):
    """A tournament of several rounds at many tables; its people and sheets belong to one evening."""

    club = reference(Club, _("Club"), "tournaments")
    evening = one_to_one(Evening, _("Evening"), "tournament")
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    code = models.CharField(max_length=12)  # in the addresses of its public pages
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/signatures.py
    kept_terms: Any = models.JSONField(_("Terms"))
    state = models.CharField(_("State"), max_length=10, choices=State.choices, default=State.PLANNED)
    # everybody may look, without an account
    public = models.BooleanField(_("Open to everybody"), default=False)
    made_at = models.DateTimeField(_("Made"))
    finished_at = models.DateTimeField(_("Finished"), null=True, blank=True)
    # how names are written here; None: nobody was asked, and the first name stands first
    surname_first = models.BooleanField(_("Surname first"), null=True, blank=True)
    # what a calendar tells of it was changed last, and how often since it was opened
    changed_at = models.DateTimeField(_("Changed"), null=True, blank=True)
    changes = models.PositiveIntegerField(_("Changes"), default=0)
    # tables that play on paper all day, from one number to another; no first one: none, no last one: all from
    # there on
    paper_first = models.PositiveIntegerField(_("On paper from table"), null=True, blank=True)
    paper_last = models.PositiveIntegerField(_("On paper up to table"), null=True, blank=True)

    member_id: int | None  # known only of tournaments found by `open_to`, or `numbered`
    # and these only of the latter
    is_of_club_director: bool
    is_of_club_arbiter: bool
    is_of_director: bool  # named for this tournament, as is the next one
    is_of_arbiter: bool
    has_arbiters: bool  # somebody is named to rule here
    is_cashed: bool  # takes the entry fees
    is_typed: bool  # types paper sheets

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-evening__date", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="one_tournament_per_address"),
            models.CheckConstraint(
                condition=Q(state__in=State.values), name="a_tournament_is_in_a_known_state"
            ),
            models.CheckConstraint(
                condition=Q(state=State.FINISHED, finished_at__isnull=False)
                | ~Q(state=State.FINISHED) & Q(finished_at__isnull=True),
                name="a_finished_tournament_says_when",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the director's desk and, for other members, what they may see."""
        return reverse("tournaments:tournament", args=[self.club.slug, self.pk])

    @classmethod
    def numbered(cls, pk: int, visitor: Visitor, *, lock: bool = False) -> Tournament | None:
        """Return the whole tournament if it is open to the visitor, with their rights there."""
        models = (cls, Club, Evening, RulesetVersion)
        columns = statements.whole(_NUMBERED, models, [pk, visitor.pk], lock=lock)
        if columns is None:
            return None
        it: Tournament
        it, it.club, it.evening, it.evening.ruleset, it.member_id, *rights = columns
        it.evening.club = it.club
        for right, has_it in zip(_RIGHTS, rights, strict=True):
            setattr(it, right, bool(has_it))
        return it

    @classmethod
    def whole(cls, pk: int) -> Tournament:
        """Return the tournament with this id and everything that its pages need."""
        return cls.objects.whole().get(pk=pk)

    @cached_property
    def terms(self) -> Terms:
        return terms_from(self.kept_terms)

    def in_list(self, name: str) -> tuple[str, ...]:
        """Return the sort key of a name in lists: by the surname."""
        return by_surname(name, surname_first=bool(self.surname_first))

    def as_listed(self, name: str) -> str:
        """Return a name as such a list has it: the surname first."""
        return surname_before(name, surname_first=bool(self.surname_first))

    def as_written(self, name: str) -> str:
        """Return a name in the order that the tournament uses, even if it had a comma."""
        return in_one_order(name, surname_first=bool(self.surname_first))

    def names_of(self, entrants: Iterable[HasParticipant]) -> list[str]:
        """Return how entrants are called; one query."""
        names = self.evening.names()
        return [names[str(entrant.participant_id)] for entrant in entrants]

    def name_of(self, entrant: HasParticipant) -> str:
        """Return how an entrant is called; one query."""
        return self.names_of([entrant])[0]

    @property
    def in_deeds(self) -> dict[str, int]:
        """Return by what the details of a deed name it."""
        return {"tournament": self.pk}

    def deeds_of(self, *verbs: str) -> models.QuerySet[Deed]:
        """Return the tournament's deeds by these verbs, the oldest first."""
        deeds = Deed.objects.filter(club=self.club_id, verb__in=verbs, details__tournament=self.pk)
        return deeds.order_by("at", "pk")

    @property
    def title_and_day(self) -> str:
        """Return the name of its files."""
        return f"{self.title} {self.evening.date}"

    def is_on_paper(self, number: int) -> bool:
        """Return whether tables of this number play on paper all day."""
        first, last = self.paper_first, self.paper_last
        return first is not None and first <= number and (last is None or number <= last)

    @property
    def is_open(self) -> bool:
        return self.state != State.FINISHED

    @property
    def is_directed(self) -> bool:
        """Return whether the visitor for whom it was found directs it."""
        return self.is_of_club_director or self.is_of_director

    @property
    def is_arbitrated(self) -> bool:
        """Return whether the visitor may rule: named arbiters; without any, directors and club arbiters."""
        by_role = self.is_directed or self.is_of_club_arbiter
        return self.is_of_arbiter or (by_role and not self.has_arbiters)

    @property
    def takes_results(self) -> bool:
        """Return whether the visitor types results: directors, arbiters, helpers."""
        return self.is_directed or self.is_arbitrated or self.is_typed


class Pulse(KeptRow):
    """A counter of changes that any page of the tournament could show; pages ask it every 3 s.

    A row of its own: whoever writes a hand touches it last and never waits for the director.
    """

    tournament = one_to_one(Tournament, _("Tournament"), "pulse", primary_key=True)
    count = models.PositiveBigIntegerField(_("Changes"), default=0)  # anything
    clock = models.PositiveBigIntegerField(_("Changes of the clock"), default=0)  # what all clocks show

    @classmethod
    def beat(cls, tournament: int, *, clock: bool = False) -> None:
        changes = {"clock": F("clock") + 1} if clock else {}
        cls.objects.filter(pk=tournament).update(count=F("count") + 1, **changes)


class Preset(models.Model):
    """Terms that a club has saved, to begin tournaments with."""

    club = reference(Club, _("Club"), "presets")
    name = models.CharField(_("Name"), max_length=LONGEST_TITLE)
    rules = models.CharField(_("Rules"), max_length=60)  # a slug among those that are offered to the club
    kept_terms: Any = models.JSONField(_("Terms"))
    made_at = models.DateTimeField(_("Made"))

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_preset_per_name_in_a_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def terms(self) -> Terms:
        return terms_from(self.kept_terms)


class Stage(models.TextChoices):
    """The stage of a round; tournaments/engine/stages.py has the steps between them."""

    CHECK_IN = "check_in"
    DRAFT = "draft"  # drawn; only the director sees it
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


class Round(KeptRow):
    """A round: people are drawn to tables, play for a time or a number of hands, and are ranked."""

    tournament = reference(Tournament, _("Tournament"), "rounds")
    number = models.PositiveIntegerField(_("Number"))
    stage = models.CharField(_("Stage"), max_length=10, choices=Stage.choices, default=Stage.CHECK_IN)
    method = models.CharField(_("How it was drawn"), max_length=20, blank=True)
    seed = models.CharField(_("Seed"), max_length=LONGEST_SEED, blank=True)
    # of the draw: who meets again, the lower bound
    report: Any = models.JSONField(_("Report on the draw"), null=True, blank=True)
    # by hand since: the seed alone does not repeat it
    swapped = models.BooleanField(_("Changed by hand"), default=False)
    draws = models.PositiveIntegerField(_("Draws"), default=0)  # that began with it, also discarded ones
    # participants as text who were given another seat since it was published
    reseated: Any = models.JSONField(_("Seated elsewhere"), default=list, blank=True)
    minutes = models.PositiveIntegerField(_("Minutes"), null=True, blank=True)  # as it was started
    started_at = models.DateTimeField(_("Started"), null=True, blank=True)
    # rung by the director before the time was up
    ended_at = models.DateTimeField(_("Bell rung"), null=True, blank=True)
    closed_at = models.DateTimeField(_("Closed"), null=True, blank=True)
    # to put something right; cards stay shut
    reopened_at = models.DateTimeField(_("Opened again"), null=True, blank=True)
    # the director called a doubled round of hands
    doubled_at = models.DateTimeField(_("Double round called"), null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.CheckConstraint(condition=Q(stage__in=Stage.values), name="a_round_is_at_a_known_stage"),
            models.CheckConstraint(
                condition=Q(stage__in=(Stage.RUNNING, Stage.CLOSED), started_at__isnull=False)
                | ~Q(stage__in=(Stage.RUNNING, Stage.CLOSED)) & Q(started_at__isnull=True),
                name="a_round_that_began_says_when",
            ),
        ]

    @property
    def club(self) -> Club:
        return self.tournament.club

    @property
    def in_deeds(self) -> dict[str, int]:
        """Return by what the details of a deed name it."""
        return {"tournament": self.tournament_id, "round": self.number}

    @property
    def ticks_now(self) -> list[Tick]:
        """Return the changes of the clock since the current start of the round."""
        began = self.started_at
        return [] if began is None else [tick for tick in self.ticks.all() if tick.at >= began]

    def section_of(self, table: int) -> str:
        """Return the name of the section that a table was drawn for; empty without sections."""
        numbers = (self.report or {}).get("sections", ())
        number = numbers[table - 1] if table <= len(numbers) else 0
        names = self.tournament.terms.sections if number else ()
        return names[number - 1] if 0 < number <= len(names) else ""


class Table(KeptRow):
    """A table of one round: the people drawn to it, and from the start of the round on its sheet.

    Its result follows from the hands of the sheet, or from what was typed from paper. It stands here so that
    standings need not read all hands; `verify` compares it.
    """

    round = reference(Round, _("Round"), "tables")
    number = models.PositiveIntegerField(_("Number"))
    seats = models.JSONField(_("Seats"))  # ids of participants as text, in order of play
    sheet = optional_one_to_one(Sheet, _("Table"), "table")
    # who came while it played: the deed and the participant, as text
    joined: Any = models.JSONField(_("Came later"), default=list, blank=True)
    paper = models.BooleanField(_("On paper"), default=False)  # plays on the printed sheet
    was_on_paper = models.BooleanField(_("Once on paper"), default=False)  # was asked to, at any time
    # what the table said at the bell: cards dealt already?
    dealt = models.BooleanField(_("Dealt at the bell"), null=True, blank=True)
    dealt_at = models.DateTimeField(_("Answered at the bell"), null=True, blank=True)
    # after the bell, allowed by the director
    extra_hands = models.PositiveIntegerField(_("Further hands allowed"), default=0)
    # for the bell that had rung then
    extra_at = models.DateTimeField(_("Further hands allowed at"), null=True, blank=True)
    stored_results: Any = models.JSONField(_("Results"), default=dict)  # `result`, as it is stored

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number_in_a_round"),
        ]

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def club(self) -> Club:
        return self.tournament.club

    @property
    def in_deeds(self) -> dict[str, int]:
        """Return by what the details of a deed name it."""
        return {**self.round.in_deeds, "table": self.number}

    @property
    def started_sheet(self) -> Sheet:
        """Return the sheet, which every table of a started round has."""
        assert self.sheet is not None
        return self.sheet

    @property
    def result(self) -> TableResults:
        """Return everybody's results, with what was ruled on them."""
        return TableResults.from_json(self.stored_results)

    @property
    def seated(self) -> list[str]:
        """Return the players seated now: as drawn, until the sheet says otherwise."""
        players: list[str] = self.seats if self.sheet is None else list(self.sheet.state.players)
        return players


class SeatingChange(KeptRow):
    """Who gave people other seats, and when: by a draw, of one round or of several, or by hand.

    The id is the deed's.
    """

    class Kind(models.TextChoices):
        """How the seats changed."""

        DRAWN = "drawn"
        TAKEN = "taken"  # drawn ahead
        DISCARDED = "discarded"
        BY_HAND = "by_hand"

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = reference(Tournament, _("Tournament"), "seat_changes")
    kind = models.CharField(_("What"), max_length=9, choices=Kind.choices)
    first = models.PositiveIntegerField(_("From round"))  # numbers: a round that is removed leaves no gap
    last = models.PositiveIntegerField(_("To round"))
    # by hand: participants as text
    people: Any = models.JSONField(_("Seated elsewhere"), default=list, blank=True)
    reason = optional_reference(Reason, _("Reason"))
    by = optional_reference(Member, _("Who"))  # None: somebody who is no member any more
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["at", "id"]


class Rewritten(KeptRow):
    """A former sheet of a table, closed and kept: in clubs from before wrong people or wrong rules had it
    written anew. Today a sheet notes what is put right, and nobody writes such a row any more.
    """

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    sheet = one_to_one(Sheet, _("Table"), "rewritten")
    table = reference(Table, _("Table"), "rewritten")
    reason = reference(Reason, _("Reason"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    people: Any = models.JSONField(default=dict)  # ids, each with who it really was
    seen_seq = models.PositiveIntegerField(null=True)  # entries the new sheet began with; None: not known

    class Meta:
        ordering = ["at", "id"]


class Tick(KeptRow):
    """A change of the clock of a round or of one table. Never changed; times are the server's."""

    protected = ()

    class Action(models.TextChoices):
        """What was done to the clock."""

        PAUSE = "pause"
        RESUME = "resume"
        ADD = "add"

    id = models.UUIDField(_("Identifier"), primary_key=True)
    round = reference(Round, _("Round"), "ticks")
    table = optional_reference(Table, _("Table"), "ticks")
    kind = models.CharField(_("What"), max_length=10, choices=Action.choices)
    seconds = models.PositiveIntegerField(_("Seconds"), default=0)
    by = optional_reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="add", seconds__gt=0) | ~Q(kind="add") & Q(seconds=0),
                name="only_added_time_has_a_length",
            ),
            models.CheckConstraint(
                condition=Q(kind="add") | Q(table__isnull=True), name="a_pause_is_for_everybody"
            ),
        ]


class Card(KeptRow):
    """A card on a table, which belongs to the table's number all day."""

    tournament = reference(Tournament, _("Tournament"), "cards")
    number = models.PositiveIntegerField(_("Number"))
    generation = models.PositiveIntegerField(_("Card, number"), default=1)  # counts how often it was renewed

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_card_per_table_number"),
        ]
