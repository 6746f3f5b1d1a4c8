"""An evening: who is coming and who is there, the sheets of its tables, and its final balances."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property
from secrets import token_hex
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models import Count, F, Func, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.engine.numbers import as_written
from scoring.engine.result import Amount
from scoring.heads import LONGEST_HEAD, letters_of
from scoring.models import statements
from scoring.models.people import (
    ARBITRATING,
    DIRECTING,
    LONGEST_NAME,
    SCORING,
    Club,
    Member,
    Visitor,
    appointed,
)
from scoring.models.references import KeptRow, optional_reference, reference
from scoring.models.rulesets import RulesetVersion
from scoring.models.stored_state import StoredState
from scoring.names import colour_of, initials

LONGEST_VENUE = 80
LONGEST_TABLE_NAME = 40
CLUB_EVENING = "club"
BETWEEN_PLAYERS = " · "  # stands in the name of a table that is called by its players
TAKEN_BACK = "taken_back"  # came from old score sheets, and should not have


class EveningQuerySet(models.QuerySet["Evening"]):
    """Queries for evenings."""

    def of(self, club: Club) -> EveningQuerySet:
        """Return the club's evenings, without tables that played on their own."""
        return self.played_in(club).filter(spontaneous=False)

    def played_in(self, club: Club) -> EveningQuerySet:
        """Return the club's evenings and its tables that played on their own, but nothing of tournaments."""
        return self.filter(club=club, occasion=CLUB_EVENING)


class Evening(models.Model):
    """A club meets: one date, one set of rules, any number of tables."""

    club = reference(Club, _("Club"), "evenings")
    date = models.DateField(_("Date"))
    venue = models.CharField(_("Place"), max_length=LONGEST_VENUE, blank=True)
    ruleset = reference(RulesetVersion, _("Rules"), "evenings")
    options = models.JSONField(  # of its rules, agreed for this evening
        _("Agreements"), default=dict, blank=True
    )
    cents_per_point = models.PositiveIntegerField(_("Cents per point"))
    currency = models.CharField(_("Currency"), max_length=3)
    pagatkassa: Any = models.JSONField(  # its terms in cents; None: not played
        _("Pagatkassa"), null=True, blank=True
    )
    confirmation = models.BooleanField(
        _("The other side confirms each hand"),
        help_text=_(
            "With one tap on any phone at the table; recording the next hand confirms it too. An "
            "objection marks the hand for the director, and play goes on."
        ),
        default=False,
    )
    totals = models.BooleanField(  # what everybody had in the end, without any hands
        _("Totals only"), default=False
    )
    spontaneous = models.BooleanField(  # one table that "just plays"
        _("Without an evening"), default=False
    )
    without_earlier = models.BooleanField(  # what was open before is not paid together with it
        _("Without what was open before"), default=False
    )
    occasion = models.CharField(max_length=20, default=CLUB_EVENING)  # a key of `occasions.occasions`
    old_batch = models.ForeignKey(  # came in with these old score sheets
        "scoring.OldBatch",
        on_delete=models.PROTECT,
        related_name="evenings",
        null=True,
        blank=True,
        verbose_name=_("Old sheets"),
    )
    why_taken_back: models.ForeignKey[Any, Any] = models.ForeignKey(  # alone, not with its old sheets
        "scoring.Reason",
        on_delete=models.PROTECT,
        related_name="evenings_taken_back",
        null=True,
        blank=True,
        verbose_name=_("Why it was taken back"),
    )
    opened_at = models.DateTimeField(_("Opened"))
    with_table = models.BooleanField(_("Opened with its table"), default=False)  # and removed with it
    # what a calendar tells of it was changed last, and how often
    changed_at = models.DateTimeField(_("Changed"), null=True, blank=True)
    changes = models.PositiveIntegerField(_("Changes"), default=0)
    closed_at = models.DateTimeField(_("Closed"), null=True, blank=True)
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/chain.py

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]
        indexes = [models.Index(fields=["club", "-date"], name="evenings_of_a_club")]

    def __str__(self) -> str:
        return f"{self.date} {self.venue}".strip()

    def get_absolute_url(self) -> str:
        return reverse("scoring:evening", args=[self.club.slug, self.pk])

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def is_today(self) -> bool:
        return bool(self.date == clock.today())

    @property
    def is_of_the_club(self) -> bool:
        """Return whether the evening is run by the club's own pages, and no tournament's."""
        return self.occasion == CLUB_EVENING

    @property
    def seed(self) -> str:
        """Return the seed of the lots that settle the evening, the same every time."""
        return f"evening {as_written(self.pk)}"

    def names(self) -> dict[str, str]:
        """Return the names by id, as text; no two look the same, even where a member took a guest's."""
        return self.names_and_colours()[0]

    def names_and_colours(self) -> tuple[dict[str, str], dict[str, int]]:
        """Return the names and the colours' numbers by id, by one query."""
        people = list(self.participants.order_by("pk").values_list("pk", "member__name", "guest", "member"))
        colours = {str(pk): colour_of(member, guest) for pk, _name, guest, member in people}
        return names_among((pk, name, guest) for pk, name, guest, _member in people), colours


class Participant(models.Model):
    """A person at one evening: a member, or a guest whose name was typed at the table."""

    evening = reference(Evening, _("Evening"), "participants")
    member = optional_reference(Member, _("Member"), "participations")
    guest = models.CharField(_("Guest"), max_length=LONGEST_NAME, blank=True)
    key = models.CharField(max_length=4 * LONGEST_NAME, blank=True, editable=False)  # folded(guest)
    former_guest = models.CharField(_("Name as a guest"), max_length=LONGEST_NAME, blank=True, default="")
    joined_by = models.UUIDField(null=True, blank=True, editable=False)  # the deed that made it the member's
    kitty = models.BooleanField(_("Kitty"), default=False)  # no person: what goes into it or comes out of it

    # known only of those found by `attended`
    tables: list[str]  # at which they have played
    hands: int
    points: Amount
    schrift: Amount
    is_withdrawn: bool  # with the old sheets it came from
    day: str  # of the evening, in short
    address: str  # of the evening; empty: it has no page

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "member"], name="a_member_is_there_once"),
            models.UniqueConstraint(
                fields=["evening", "key"], condition=Q(member__isnull=True), name="one_guest_per_name"
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=True) & ~Q(guest="") | Q(member__isnull=False, guest=""),
                name="whoever_is_there_is_a_member_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(former_guest="", joined_by__isnull=True)
                | Q(member__isnull=False, joined_by__isnull=False) & ~Q(former_guest=""),
                name="only_a_member_was_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return self.guest or f"member {self.member_id}"

    @property
    def name(self) -> str:
        """Return the name of the member, or that of the guest."""
        return self.guest if self.member is None else self.member.name


def names_of(participants: Iterable[Participant]) -> dict[str, str]:
    """Return the names of one evening's people by id, in the order in which they came."""
    return names_among(
        (participant.pk, participant.member.name if participant.member else None, participant.guest)
        for participant in participants
    )


def colours_of(participants: Iterable[Participant]) -> dict[str, int]:
    """Return the numbers of the colours of people of one evening by id."""
    return {str(person.pk): colour_of(person.member_id, person.guest) for person in participants}


def names_in_pictures(participants: Iterable[Participant]) -> dict[str, str]:
    """Return the names by id for a picture: initials for members who are named in none."""
    participants = list(participants)
    names = names_of(participants)
    taken = set(names.values())
    for participant in participants:
        if participant.member is not None and not participant.member.in_pictures:
            short = initials(participant.member.name)
            candidates = (short, *(f"{short} {number}" for number in range(2, len(names) + 2)))
            name = next(candidate for candidate in candidates if candidate not in taken)
            names[str(participant.pk)] = name
            taken.add(name)
    return names


def names_among(people: Iterable[tuple[int, str | None, str]]) -> dict[str, str]:
    """Return distinct names by id, from rows of id, member's name and guest's name."""
    people = list(people)
    names = {str(pk): member for pk, member, _guest in people if member is not None}
    taken = set(names.values())
    for pk, member, guest in people:
        if member is None:
            name = guest
            while name in taken:
                name = gettext("%(name)s (guest)") % {"name": name}
            names[str(pk)] = name
            taken.add(name)
    return names


def called_by(players: Sequence[str], taken: Collection[str] = ()) -> str:
    """Return the default name of a table: its players, shortened as far as needed to fit.

    >>> called_by(["Anna", "Bert", "Cilli", "Dora"])
    'Anna · Bert · Cilli · Dora'
    >>> called_by(["Anna", "Bert", "Cilli", "Dora"], taken=["Anna · Bert · Cilli · Dora"])
    'Anna · Bert · Cilli · Dora 2'
    >>> called_by(["Anna Maria Gruber", "Bert Huber", "Cilli Lechner", "Dora Steininger"])
    'Anna · Bert · Cilli · Dora'
    >>> called_by(["Maximilian", "Annemarie", "Konstantin", "Franz-Josef"])
    'Maximi… · Annema… · Konsta… · Franz-…'
    """
    room = LONGEST_TABLE_NAME - len(" 99")
    first = [player.split(" ")[0] for player in players]
    short = first if len(set(first)) == len(first) else list(players)
    ways = [list(players), short]
    ways += [[_cut(player, most) for player in short] for most in range(room, 1, -1)]
    name = next(name for way in ways if len(name := BETWEEN_PLAYERS.join(way)) <= room)
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(candidate for candidate in numbered if candidate not in taken)


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


class SheetQuerySet(models.QuerySet["Sheet"]):
    """Queries for sheets; visitors get only those that they may see."""

    def open_to(self, visitor: Visitor) -> SheetQuerySet:
        """Return the sheets of the visitor's clubs, each with who the visitor is there."""
        if not visitor.is_authenticated:
            return self.none()
        membership = "evening__club__members"
        me = Q(evening__club__members__account_id=visitor.pk, evening__club__members__active=True)
        return self.filter(me).annotate(
            member_id=F(membership),
            participant_id=Func(membership, "evening", template=statements.SEAT, output_field=IntegerField()),
            is_directed=appointed(membership, *DIRECTING),
            is_scored=appointed(membership, *SCORING),
            is_arbitrated=appointed(membership, *ARBITRATING),
        )

    def whole(self) -> SheetQuerySet:
        """Return the sheets with everything a page of one needs."""
        return self.select_related("evening__club", "ruleset").scored()

    def scored(self) -> SheetQuerySet:
        """Return the sheets with their scores, without another query for any of them.

        Never where a sheet is locked: after a wait PostgreSQL reads the sheet anew, but not its scores.
        """
        return self.annotate(scored=ScoresOfSheet("pk"))

    def counting(self, objections: models.QuerySet) -> SheetQuerySet:
        """Return the sheets, each with the number of these objections to its own hands."""
        own = objections.filter(sheet=OuterRef("pk")).order_by().values("sheet")
        counted = own.annotate(count=Count("pk")).values("count")
        return self.annotate(objections=Coalesce(Subquery(counted), 0))


class ScoresOfSheet(Func):
    """The scores of a sheet as one list, so that they come with it."""

    output_field = models.JSONField()
    columns = "participant_id, twelfths, schrift_twelfths, hands"  # the latter are SCORED
    listed = {  # by what the database is
        "sqlite": "json_group_array(json_array({}))",
        "postgresql": "coalesce(jsonb_agg(jsonb_build_array({})), '[]')",
    }

    @classmethod
    def text_for(cls, sheet: str, vendor: str) -> str:
        """Return the list as SQL, for a statement in which the sheet's id is called like that."""
        listed = cls.listed[vendor].format(cls.columns)
        return f"(SELECT {listed} FROM scoring_tablescore WHERE sheet_id = {sheet})"

    def as_sql(self, compiler: Any, connection: Any, *args: Any, **kwargs: Any) -> Any:
        template = self.text_for("%(expressions)s", connection.vendor)
        return super().as_sql(compiler, connection, template=template)


@cache
def _whole_sheet(vendor: str, *, with_scores: bool) -> str:
    """Return the SQL of `Sheet.numbered`."""
    return statements.WHOLE_SHEET.format(
        scores=ScoresOfSheet.text_for("scoring_sheet.id", vendor) if with_scores else "NULL",
        seat=statements.SEAT % {"expressions": "me.id, scoring_evening.id"},
        may=", ".join(appointed("", *roles).text_for("me.id") for roles in (DIRECTING, SCORING, ARBITRATING)),
        tournaments=statements.HAS_TOURNAMENTS % {"expressions": "scoring_club.id"},
    )


class Sheet(models.Model):
    """The sheet of one table: who sat down, who dealt first, and what happened since.

    `seq`, `stored_state` and the scores follow from the entries, `voiced` from what was said. They stand
    here so that the next hand can be recorded, and a season read, without reading all the others; `verify`
    compares them.
    """

    evening = reference(Evening, _("Evening"), "sheets")
    name = models.CharField(_("Name"), max_length=LONGEST_TABLE_NAME)
    ruleset = reference(RulesetVersion, _("Rules"), "sheets")
    options = models.JSONField(_("Agreements"), default=dict, blank=True)
    players = models.JSONField(_("Players"))  # ids of participants as text, in order of play
    dealer = models.CharField(_("Dealer"), max_length=20)  # of the first hand
    opened_at = models.DateTimeField(_("Opened"))
    closed_at = models.DateTimeField(_("Closed"), null=True, blank=True)
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/signatures.py
    record_link = models.PositiveIntegerField(  # counts how often the link was renewed
        _("Link to record, number"), default=1
    )
    read_link = models.PositiveIntegerField(_("Link to look on, number"), default=1)
    seq = models.PositiveIntegerField(  # how many entries were ever written
        _("Order of writing"), default=0
    )
    stored_state: Any = models.JSONField(_("State"))
    voiced = models.PositiveIntegerField(  # how often somebody confirmed, objected, answered
        _("Taps about hands"), default=0
    )

    # known only of sheets found for a visitor: who that is there, and may do
    member_id: int | None
    participant_id: int | None
    is_directed: bool
    is_scored: bool
    is_arbitrated: bool

    objections: int  # known only of sheets found by `counting`
    scored: list[tuple[int, int, int, int]]  # and this only of those found by `scored`
    parsed_state: tuple[Any, StoredState] | None = None  # with what it was parsed from

    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "name"], name="one_sheet_per_table_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:sheet", args=[self.pk])

    @classmethod
    def numbered(cls, pk: int, visitor: Visitor | None = None, *, lock: bool = False) -> Sheet | None:
        """Return a whole sheet; given a visitor, only if it is open to them, with their member's id there."""
        models, account = (cls, Evening, Club, RulesetVersion), None if visitor is None else visitor.pk
        query = _whole_sheet(connection.vendor, with_scores=not lock)
        values = statements.whole(query, models, [account, pk, visitor is None], lock=lock)
        if values is None:
            return None
        sheet: Sheet
        sheet, sheet.evening, sheet.evening.club, sheet.ruleset, scored, *who = values
        if visitor is not None:
            sheet.member_id, sheet.participant_id, *may = who
            sheet.is_directed, sheet.is_scored, sheet.is_arbitrated, has_tournaments = map(bool, may)
            sheet.evening.club.has_tournaments = has_tournaments
        if lock:
            sheet.stored_scores = sheet.scores_now()  # whatever is written afterwards
        else:
            sheet.scored = json.loads(scored)
        return sheet

    def scores_now(self) -> list[tuple[Any, ...]]:
        """Return the scores of the table's players as they are stored now."""
        return list(TableScore.objects.filter(sheet=self.pk).values_list("participant", *SCORED))

    @property
    def state(self) -> StoredState:
        """Return the stored state, parsed once."""
        if self.parsed_state is None or self.parsed_state[0] is not self.stored_state:
            self.parsed_state = self.stored_state, StoredState.from_json(self.stored_state)
        return self.parsed_state[1]

    @state.setter
    def state(self, new_state: StoredState) -> None:
        self.stored_state = new_state.as_json()
        self.parsed_state = self.stored_state, new_state

    @cached_property
    def stored_scores(self) -> list[tuple[Any, ...]]:
        return self.scores_now()

    @cached_property
    def scores(self) -> dict[str, Points]:
        """Return the points of everybody who ever sat at the table, by participant."""
        rows = self.scored if "scored" in self.__dict__ else self.stored_scores
        return {str(person): Points(*figures[: len(SCORED)]) for person, *figures in rows}

    @property
    def totals(self) -> dict[str, int]:
        """Return the Kassa in twelfths of everybody who ever sat at the table, by participant."""
        return {person: points.kassa for person, points in self.scores.items()}

    @property
    def is_open(self) -> bool:
        return self.closed_at is None and self.evening.is_open

    @property
    def is_called_by_players(self) -> bool:
        """Return whether the table has its default name, which lists its players."""
        return self.name.count(BETWEEN_PLAYERS) >= len(self.players) - 1

    @property
    def name_in_log(self) -> str:
        """Return the name for the log, which must not contain players' names."""
        return gettext("Table") if self.is_called_by_players else self.name

    @property
    def letters(self) -> str:
        """Return the ten letters of its state; none before the first entry."""
        return letters_of(self.state.head) if self.seq else ""

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was ever written on it."""
        return self.seq == 0

    @property
    def heard_so_far(self) -> int:
        """Return how many voices about its hands were heard so far; −1 where hands are not confirmed."""
        return self.voiced if self.evening.confirmation else -1


class Points(NamedTuple):
    """In twelfths of a point."""

    kassa: int = 0
    schrift: int = 0
    hands: int = 0

    def and_also(self, other: Points) -> Points:
        return Points(*(number + another for number, another in zip(self, other, strict=True)))


SCORED = (
    "twelfths",
    "schrift_twelfths",
    "hands",
)  # the columns of a score for what `Points` has, in its order


PLAYED = Q(hands__gt=0) | Q(sheet__evening__totals=True)  # who sat there without a hand has not played


class TableScoreQuerySet(models.QuerySet["TableScore"]):
    """Queries for scores."""

    def played(self) -> TableScoreQuerySet:
        """Return the scores of people who played: with known hands, or with typed totals."""
        return self.filter(PLAYED, participant__kitty=False)


class TableScore(KeptRow):
    """Derived: a player's points at one table. Written with each hand, verified."""

    sheet = reference(Sheet, _("Table"), "everybodys_scores")
    participant = reference(Participant, _("Player"), "scores")
    hands = models.PositiveIntegerField(_("Hands"))
    twelfths = models.BigIntegerField(_("Kassa, in twelfths"))
    schrift_twelfths = models.BigIntegerField(_("Schrift, in twelfths"))

    objects = TableScoreQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "participant"], name="one_score_per_player_and_sheet"),
        ]


class Reply(models.TextChoices):
    """What a member can say."""

    YES = "yes", _("Yes")
    PERHAPS = "perhaps", _("Perhaps")
    NO = "no", _("No")


class Coming(KeptRow):
    """A member's answer for one evening; every change is in the club's log."""

    evening = reference(Evening, _("Evening"), "comings")
    member = reference(Member, _("Member"), "comings")
    says = models.CharField(  # empty: taken back
        _("Is coming"), max_length=10, choices=Reply.choices, blank=True
    )
    earlier = models.CharField(  # what it said before; empty: nothing
        _("Before"), max_length=10, choices=Reply.choices, blank=True
    )
    by = optional_reference(Member, _("Who"))  # None: by the club's link
    at = models.DateTimeField(_("When"))
    moved_from = models.DateField(  # for which day it was said; None: for the day of the evening
        _("Said for the day"), null=True, blank=True
    )

    class Meta:
        ordering = ["evening", "at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "member"], name="a_member_says_once_who_is_coming"),
            models.CheckConstraint(
                condition=Q(says__in=["", *Reply.values]) & Q(earlier__in=["", *Reply.values]),
                name="who_is_coming_says_yes_perhaps_or_no",
            ),
        ]

    @property
    def noted_by(self) -> str:
        return str(_("The club’s link")) if self.by is None else self.by.name


class PaymentWay(models.TextChoices):
    """What became of a payment of the settling up."""

    PAID = "paid", pgettext_lazy("tick", "paid")
    CARRIED = "carried", _("carried to the next evening")
    KITTY = "kitty", _("owed to the club’s kitty")


class SettledPaymentQuerySet(models.QuerySet["SettledPayment"]):
    """Queries for the payments ticked at the end of evenings."""

    def current(self) -> SettledPaymentQuerySet:
        """Return the payments that were not taken back."""
        return self.filter(taken_back_at=None)

    def settling(self) -> SettledPaymentQuerySet:
        """Return the current payments that count at their evening: paid there, or carried on from it."""
        return self.current().filter(settles=None)


class SettledPayment(KeptRow):
    """A payment ticked as paid; until version 2, also carried on, or taken over by the kitty.

    What is still owed follows from these.
    """

    evening = reference(Evening, _("Evening"), "settled_payments")
    payer = reference(Participant, _("Who pays"), "payments_made")
    payee = reference(Participant, _("Who is paid"), "payments_received")
    cents = models.PositiveIntegerField(_("Cents"))
    with_earlier = models.BooleanField(_("Together with what was open before"), default=False)
    way = models.CharField(_("What became of it"), max_length=10, choices=PaymentWay.choices)
    settles = optional_reference("self", _("Pays what was carried on"), "later_payments")
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    taken_back_by = optional_reference(Member, _("Taken back by"))
    taken_back_at = models.DateTimeField(_("Taken back"), null=True, blank=True)

    objects = SettledPaymentQuerySet.as_manager()

    class Meta:
        ordering = ["evening", "at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="a_payment_is_more_than_nothing"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="nobody_pays_themselves"),
            models.CheckConstraint(
                condition=Q(way__in=PaymentWay.values), name="a_payment_is_paid_or_carried_on"
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at=None, taken_back_by=None)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="a_payment_taken_back_says_by_whom",
            ),
            models.UniqueConstraint(
                fields=["settles"],
                condition=Q(taken_back_at=None),
                name="what_was_carried_on_is_paid_once",
            ),
        ]


class Seal(KeptRow):
    """The balances of a closed evening, with a checksum of everything behind them. Never changed."""

    evening = reference(Evening, _("Evening"), "seals")
    number = models.PositiveIntegerField(_("Number"))  # 1, 2, … of this evening
    sealed_at = models.DateTimeField(_("Sealed"))
    by = reference(Member, _("Who"), "seals")
    digest = models.CharField(_("Checksum"), max_length=64)  # SHA-256
    sheets = models.JSONField(  # id, as text, to the number of entries written on it
        _("Entries of each table")
    )
    balances = models.JSONField(_("Balances"))  # participant to twelfths of a point and cents
    printed = models.CharField(  # checksum of what its page prints beside them
        max_length=64, default="", editable=False
    )
    head = models.CharField(max_length=LONGEST_HEAD, default="", editable=False)  # scoring/chain.py

    is_as_printed: bool  # known only of those on a page of their evening: it still prints what was sealed

    class Meta:
        ordering = ["evening", "number"]
        indexes = [models.Index(fields=["head"], name="heads_of_seals")]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_seal_at_a_time"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seals_are_counted_from_one"),
        ]

    @property
    def code(self) -> str:
        """Return a code short enough to compare two printed pages by eye."""
        return letters_of(self.head)
