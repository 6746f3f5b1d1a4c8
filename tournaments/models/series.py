"""A series: what is added up over a year, which events and groups count, its final, and end tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import Amount, exact
from scoring.heads import announced
from scoring.models import CLUB_EVENING, Club, Evening, Member, Participant
from scoring.models.people import LONGEST_NAME
from scoring.models.references import KeptRow, one_to_one, optional_one_to_one, optional_reference, reference
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.engine.series import SeriesTerms, series_terms_from
from tournaments.models.tournaments import LONGEST_TITLE, Round, Tournament

LONGEST_GROUP = 60


class MemberGroup(models.Model):
    """A list of members under a name; who is in it is for the organiser to say."""

    club = reference(Club, _("Club"), "groups")
    name = models.CharField(_("Name"), max_length=LONGEST_GROUP)
    made_at = models.DateTimeField(_("Made"))

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_group_per_name_in_a_club"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:group", args=[self.club.slug, self.pk])


class GroupMember(KeptRow):
    """A member of a group."""

    group = reference(MemberGroup, _("Group"), "people")
    member = reference(Member, _("Member"), "in_groups")

    class Meta:
        ordering = ["group", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "member"], name="somebody_is_once_in_a_group"),
        ]


LONGEST_WORDS = 120  # where points come from


class SeriesQuerySet(models.QuerySet["Series"]):
    """Queries for series."""

    def with_uses(self) -> SeriesQuerySet:
        """Return them with what each makes use of: a page asks for nothing that is not there."""
        of_series = Q(series=OuterRef("pk"))
        carried = SeriesFinal.objects.filter(carried_to=OuterRef("pk"))
        annotated: SeriesQuerySet = self.annotate(
            uses_end_tables=Exists(SeriesEvent.objects.filter(of_series, end_table__isnull=False)),
            uses_brought_points=Exists(BroughtPoints.objects.filter(of_series)),
            uses_lots=Exists(SeriesLot.objects.filter(of_series, withdrawn_at=None)),
            uses_groups=Exists(SeriesGroup.objects.filter(of_series)),
            uses_final=Exists(SeriesFinal.objects.filter(of_series)),
            uses_carried_points=Exists(carried.exclude(carry=Carry.NONE)),
        )
        return annotated


class Series(models.Model):
    """What tournaments, rounds and evenings of a club give is added up; nothing of it is stored here."""

    club = reference(Club, _("Club"), "series")
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    kept_terms: Any = models.JSONField(_("Terms"), db_column="terms")
    made_at = models.DateTimeField(_("Made"))
    # in the address of its page for everybody; empty: for the club only
    code = models.CharField(_("Open to everybody"), max_length=12, blank=True, default="")

    objects = SeriesQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["club", "title"], name="one_series_per_title_in_a_club"),
            models.UniqueConstraint(
                fields=["code"], condition=~Q(code=""), name="one_series_shown_per_address"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.club.slug, self.pk])

    @cached_property
    def terms(self) -> SeriesTerms:
        return series_terms_from(self.kept_terms)


LONGEST_OUTCOME = 400


LONGEST_EVENT_ID = 200


class EndTable(models.Model):
    """An event of which only the end table is known, stored once for every series that it counts in."""

    club = reference(Club, _("Club"), "end_tables")
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    date = models.DateField(_("Date"))
    # as the last file of results said that came in; empty: typed, or the file said nothing
    event_id = models.CharField(_("Id in files"), max_length=LONGEST_EVENT_ID, blank=True, default="")
    event_revision = models.PositiveBigIntegerField(_("Revision in files"), null=True, blank=True)

    class Meta:
        ordering = ["-date", "title", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event_id"],
                condition=~Q(event_id=""),
                name="one_end_table_for_an_id_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "date", "title"], name="one_end_table_per_title_and_day_in_a_club"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:end_table", args=[self.club.slug, self.pk])


class EndTableVersion(KeptRow):
    """A saved version of an end table; earlier versions stay."""

    protected = ()

    table = reference(EndTable, _("End table"), "versions")
    number = models.PositiveIntegerField(_("Number"))
    by = optional_reference(Member, _("Who"))  # nobody: by a migration
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], name="versions_of_an_end_table_have_numbers_of_their_own"
            ),
        ]


class EndTableResultQuerySet(models.QuerySet["EndTableResult"]):
    """Queries for lines of end tables."""

    def current(self) -> EndTableResultQuerySet:
        """Return those of the newest versions."""
        return self.filter(until=None)

    def in_version(self, number: int) -> EndTableResultQuerySet:
        """Return those that stood in a version."""
        still = Q(until=None) | Q(until__number__gt=number)
        return self.filter(still, since__number__lte=number)


class EndTableResult(KeptRow):
    """A player's place or points in an end table, valid from one version until another."""

    protected = ("id", "table_id", "since_id", "member_id", "place", "points", "outcome")

    table = reference(EndTable, _("End table"), "results")
    since = reference(EndTableVersion, _("Since"), "added")
    until = optional_reference(EndTableVersion, _("Until"), "ended")
    member = optional_reference(Member, _("Member"), "end_table_results")
    guest = models.CharField(_("Guest"), max_length=LONGEST_NAME, blank=True)
    place = models.PositiveIntegerField(_("Place"), null=True, blank=True)
    # exact: "-4", "25/2"; empty: not known
    kept_points = models.CharField(_("Points"), max_length=24, blank=True, db_column="points")
    # what else a file of results says: hands, places at tables; see engine.event_outcomes
    outcome = models.CharField(_("Result"), max_length=LONGEST_OUTCOME, blank=True, default="")

    objects = EndTableResultQuerySet.as_manager()

    class Meta:
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "member"],
                condition=Q(until=None),
                name="a_member_is_once_in_an_end_table",
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=True) & ~Q(guest="") | Q(member__isnull=False, guest=""),
                name="whoever_is_in_an_end_table_is_a_member_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=False) | ~Q(kept_points=""),
                name="a_line_of_an_end_table_has_a_place_or_points",
            ),
        ]

    @property
    def name(self) -> str:
        return self.member.name if self.member else self.guest

    @property
    def points(self) -> Amount | None:
        return exact(Fraction(self.kept_points)) if self.kept_points else None


class SeriesEventQuerySet(models.QuerySet["SeriesEvent"]):
    """Queries for what counts in series."""

    def counting(self) -> SeriesEventQuerySet:
        """Return them without evenings that count nowhere: taken back, or left out since."""
        is_evening = Q(evening__occasion=CLUB_EVENING, evening__spontaneous=False)
        return self.filter(Q(evening__isnull=True) | is_evening)


def _one_of(*columns: str) -> Q:
    """Return that exactly one of the columns names something."""
    return reduce(
        or_, (Q(**{f"{column}__isnull": column != named for column in columns}) for named in columns)
    )


class SeriesEvent(KeptRow):
    """A tournament, one round of a tournament, an evening or an end table that counts in a series."""

    series = reference(Series, _("Series"), "events")
    tournament = optional_reference(Tournament, _("Tournament"), "in_series")
    round = optional_reference(Round, _("Round"), "in_series")
    evening = optional_reference(Evening, _("Evening"), "in_series")
    end_table = optional_reference(EndTable, _("End table"), "in_series")

    objects = SeriesEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "tournament"], name="a_tournament_is_once_in_a_series"),
            models.UniqueConstraint(fields=["series", "round"], name="a_round_is_once_in_a_series"),
            models.UniqueConstraint(fields=["series", "evening"], name="an_evening_is_once_in_a_series"),
            models.UniqueConstraint(fields=["series", "end_table"], name="an_end_table_is_once_in_a_series"),
            models.CheckConstraint(
                condition=_one_of("tournament", "round", "evening", "end_table"),
                name="an_event_is_one_of_these",
            ),
        ]


class SeriesGroup(KeptRow):
    """What a group is in a series: those who count, those also ranked by themselves, or a team."""

    class Use(models.TextChoices):
        """What for."""

        COUNTS = "counts"
        RANKED = "ranked"
        TEAM = "team"

    series = reference(Series, _("Series"), "groups")
    group = reference(MemberGroup, _("Group"), "in_series")
    use = models.CharField(_("What for"), max_length=10, choices=Use.choices)

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "group", "use"], name="a_group_is_once_the_same_in_a_series"
            ),
            models.UniqueConstraint(
                fields=["series"],
                condition=Q(use="counts"),
                name="those_who_count_in_a_series_are_one_group",
            ),
        ]


BROUGHT = "brought"


class BroughtPoints(KeptRow):
    """A member's points from outside the events: carried over from last year, or from another list."""

    series = reference(Series, _("Series"), "brought")
    kind = models.CharField(_("List"), max_length=20, default=BROUGHT)  # as `POINTS` of series.lines has it
    member = reference(Member, _("Member"), "brought")
    kept_points = models.CharField(_("Points"), max_length=24, db_column="points")  # exact: "-4", "25/2"
    words = models.CharField(_("Where from"), max_length=LONGEST_WORDS, blank=True)

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "kind", "member"], name="somebody_is_once_in_a_list_of_points"
            ),
        ]

    @property
    def points(self) -> Amount:
        return exact(Fraction(self.kept_points))


class SeriesLot(KeptRow):
    """The order of some who have as many points, drawn and recorded; later ones replace earlier."""

    id = models.UUIDField(_("Identifier"), primary_key=True)
    series = reference(Series, _("Series"), "lots")
    order: Any = models.JSONField(_("Order"))  # "m12" a member, "g34" a guest
    seed = models.CharField(_("Seed"), max_length=40, blank=True)  # empty: drawn by hand
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    was_announced = models.BooleanField(_("Announced before"), null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]

    @property
    def letters(self) -> str | None:
        """Return what was announced before it: empty where the seed was typed, None for earlier ones."""
        if self.was_announced:
            return announced(self.seed, self.order)
        return None if self.was_announced is None else ""


class SeriesFinal(KeptRow):
    """The final of a series: a tournament with a number of places, filled from the series' standings."""

    series = one_to_one(Series, _("Series"), "final")
    tournament = one_to_one(Tournament, _("Tournament"), "as_final")
    # where carried points and the final are added up
    carried_to = optional_one_to_one(Series, _("Added up in"), "carried_from")
    places = models.PositiveIntegerField(_("Places"))
    carry = models.CharField(_("Points carried over"), max_length=10)
    percent = models.PositiveIntegerField(_("Percent"), default=50)
    each_section = models.BooleanField(_("Of each section"), default=False)
    # exact, as text
    kept_table: Any = models.JSONField(_("Points by place"), db_column="table", default=list)

    class Meta:
        ordering = ["series"]
        constraints = [
            models.CheckConstraint(condition=Q(places__gt=0), name="somebody_plays_in_a_final"),
            models.CheckConstraint(
                condition=Q(carry__in=("none", "all", "share", "ladder"), percent__lte=100),
                name="points_are_carried_over_in_one_of_these_ways",
            ),
        ]

    @property
    def terms(self) -> FinalTerms:
        table = tuple(exact(Fraction(points)) for points in self.kept_table)
        return FinalTerms(self.places, Carry(self.carry), self.percent, table, self.each_section)


class Decline(KeptRow):
    """A qualified player who declines a final: a member, or a guest of one event."""

    final = reference(SeriesFinal, _("Final"), "declines")
    member = optional_reference(Member, _("Member"), "declines")
    guest = optional_reference(Participant, _("Guest"), "declines")
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["final", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["final", "member"], name="a_member_declines_a_final_once"),
            models.UniqueConstraint(fields=["final", "guest"], name="a_guest_declines_a_final_once"),
            models.CheckConstraint(
                condition=Q(member__isnull=True, guest__isnull=False)
                | Q(member__isnull=False, guest__isnull=True),
                name="a_member_or_a_guest_declines",
            ),
        ]
