"""An evening, who is there, and the tables' sheets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db import models
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models.people import DIRECTING, LONGEST_NAME, Club, Member, Role, Visitor, appointed
from scoring.models.rulesets import RulesetVersion

LONGEST_PLACE = 80
LONGEST_TABLE_NAME = 40
CLUB_EVENING = "club"
TAKEN_BACK = "taken_back"  # came from old score sheets, and should not have


class EveningQuerySet(models.QuerySet["Evening"]):
    def of(self, club: Club) -> EveningQuerySet:
        """The club's evenings; a table that only played by itself is none."""
        return self.played_in(club).filter(spontaneous=False)

    def played_in(self, club: Club) -> EveningQuerySet:
        """Evenings, and tables that only played by themselves; tournaments have pages of their own."""
        return self.filter(club=club, occasion=CLUB_EVENING)


class Evening(models.Model):
    """A club meets: one date, one set of rules, any number of tables."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings", verbose_name=_("Club"))
    date = models.DateField(_("Date"))
    place = models.CharField(_("Place"), max_length=LONGEST_PLACE, blank=True)
    ruleset = models.ForeignKey(
        RulesetVersion, on_delete=models.PROTECT, related_name="evenings", verbose_name=_("Rules")
    )
    options = models.JSONField(  # of its rules, agreed for this evening
        _("Agreements"), default=dict, blank=True
    )
    cents_per_point = models.PositiveIntegerField(_("Cents per point"))
    currency = models.CharField(_("Currency"), max_length=3)
    pagatkassa: Any = models.JSONField(  # its terms in cents; None: not played
        _("Pagatkassa"), null=True, blank=True
    )
    confirmation = models.BooleanField(  # hands are confirmed by the other side
        _("Hands are confirmed"), default=False
    )
    spontaneous = models.BooleanField(  # one table that "just plays"
        _("Without an evening"), default=False
    )
    occasion = models.CharField(max_length=20, default=CLUB_EVENING)  # a key of occasions.OCCASIONS
    old_batch = models.ForeignKey(  # came in with these old score sheets
        "scoring.OldBatch",
        on_delete=models.PROTECT,
        related_name="evenings",
        null=True,
        blank=True,
        verbose_name=_("Old sheets"),
    )
    opened_at = models.DateTimeField(_("Opened"))
    closed_at = models.DateTimeField(_("Closed"), null=True, blank=True)

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]
        indexes = [models.Index(fields=["club", "-date"], name="evenings_of_a_club")]

    def __str__(self) -> str:
        return f"{self.date} {self.place}".strip()

    def get_absolute_url(self) -> str:
        return reverse("scoring:evening", args=[self.club.slug, self.pk])

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def is_of_the_club(self) -> bool:
        """Not a tournament."""
        return self.occasion == CLUB_EVENING

    def names(self) -> dict[str, str]:
        """Everybody by id, as text: no two look the same, even if a member took a guest's name later."""
        people = self.participants.order_by("pk").values_list("pk", "member__name", "guest")
        return names_among(people)


class Participant(models.Model):
    """A person in one evening: a member, or a guest whose name was typed at the table."""

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="participants", verbose_name=_("Evening")
    )
    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="participations",
        null=True,
        blank=True,
        verbose_name=_("Member"),
    )
    guest = models.CharField(_("Guest"), max_length=LONGEST_NAME, blank=True)
    key = models.CharField(max_length=4 * LONGEST_NAME, blank=True, editable=False)  # folded(guest)

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
        ]

    def __str__(self) -> str:
        return self.guest or f"member {self.member_id}"


def names_of(participants: Iterable[Participant]) -> dict[str, str]:
    """The people of one evening by id, in the order in which they came."""
    return names_among((one.pk, one.member.name if one.member else None, one.guest) for one in participants)


def names_among(people: Iterable[tuple[int, str | None, str]]) -> dict[str, str]:
    """The same from the id, the member's name and the guest's, of which one is there."""
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


class SheetQuerySet(models.QuerySet["Sheet"]):
    """Access is part of the query: what a visitor may not see is not found."""

    def open_to(self, visitor: Visitor) -> SheetQuerySet:
        """The sheets of the visitor's clubs, each with who the visitor is there."""
        if not visitor.is_authenticated:
            return self.none()
        here = "evening__club__members"
        me = Q(evening__club__members__account_id=visitor.pk, evening__club__members__active=True)
        return self.filter(me).annotate(
            member_id=F(here),
            participant_id=seat_of(here),
            is_directed=appointed(here, *DIRECTING),
            is_scored=appointed(here, Role.SCORER),
            is_arbitrated=appointed(here, Role.ARBITER),
        )

    def whole(self) -> SheetQuerySet:
        """With everything a page of one sheet needs."""
        return self.select_related("evening__club", "ruleset")

    def numbered(self, pk: int) -> Sheet | None:
        """The one of this number, if it is among them: a single row is put into no order."""
        return next(iter(self.filter(pk=pk).order_by()[:1]), None)

    def counting(self, objections: models.QuerySet) -> SheetQuerySet:
        """Each with how many of these objections are to hands of its own."""
        own = objections.filter(sheet=OuterRef("pk")).order_by().values("sheet")
        counted = own.annotate(count=Count("pk")).values("count")
        return self.annotate(objections=Coalesce(Subquery(counted), 0))


@cache
def seat_of(member: str) -> Subquery:
    """As whom the member that a query of sheets calls so is at the evening; made once."""
    there = Participant.objects.filter(member=OuterRef(member), evening=OuterRef("evening"))
    return Subquery(there.values("pk")[:1])


class Sheet(models.Model):
    """The paper in the middle of one table: who sat down, who dealt first, and what happened since.

    `seq`, `standing`, `sums` and `counted` follow from the entries, `voiced` from what was said of them. They
    stand here so that the next hand can be recorded, and a season read, without reading all the others;
    `verify` compares them.
    """

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="sheets", verbose_name=_("Evening")
    )
    name = models.CharField(_("Name"), max_length=LONGEST_TABLE_NAME)
    ruleset = models.ForeignKey(
        RulesetVersion, on_delete=models.PROTECT, related_name="sheets", verbose_name=_("Rules")
    )
    options = models.JSONField(_("Agreements"), default=dict, blank=True)
    players = models.JSONField(_("Players"))  # ids of participants as text, in order of play
    dealer = models.CharField(_("Dealer"), max_length=20)  # of the first hand
    opened_at = models.DateTimeField(_("Opened"))
    closed_at = models.DateTimeField(_("Closed"), null=True, blank=True)
    record_link = models.PositiveIntegerField(  # counts how often the link was renewed
        _("Link to record, number"), default=1
    )
    read_link = models.PositiveIntegerField(_("Link to look on, number"), default=1)
    seq = models.PositiveIntegerField(  # how many entries were ever written
        _("Order of writing"), default=0
    )
    standing: Any = models.JSONField(_("Standing"))
    voiced = models.PositiveIntegerField(  # how often somebody confirmed, objected, answered
        _("Taps about hands"), default=0
    )
    sums: Any = models.JSONField(default=dict, blank=True)  # what statistics add up of its hands
    counted: Any = models.JSONField(default=list, blank=True)  # and hand by hand: see table.counting

    # known only of sheets found by `open_to`
    member_id: int | None
    participant_id: int | None
    is_directed: bool
    is_scored: bool
    is_arbitrated: bool

    objections: int  # known only of sheets found by `counting`

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

    @property
    def is_open(self) -> bool:
        return self.closed_at is None and self.evening.is_open
