"""Series, their pasted lists, and what counts in them; standings are never stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.engine.result import Amount, exact
from scoring.models import CLUB_EVENING, Club, Evening, Member
from scoring.models.people import LONGEST_NAME
from scoring.models.references import KeptRow, optional_reference, reference
from tournaments.engine.series import SeriesTerms, series_terms_from
from tournaments.models.tournaments import LONGEST_TITLE, Round, Tournament

LONGEST_WORDS = 120  # where points come from
LONGEST_OUTCOME = 400
LONGEST_EVENT_ID = 200


class Series(models.Model):
    """What tournaments, rounds, evenings and pasted lists give is added up."""

    club = reference(Club, _("Club"), "series")
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    kept_terms: Any = models.JSONField(_("Terms"))
    made_at = models.DateTimeField(_("Made"))
    # in the address of its page for everybody; empty: for the club only
    code = models.CharField(_("Open to everybody"), max_length=12, blank=True, default="")
    # in which the first of it play on
    final = optional_reference(Tournament, _("Final"), "final_of")
    finalists = models.PositiveIntegerField(_("How many play in it"), default=16)
    carried = models.PositiveSmallIntegerField(_("Points that go along, in percent"), default=0)
    # guests of one name are one person each event, as before version 2, until a director has looked at them
    guests_apart = models.BooleanField(_("Guests of one name are apart"), default=False)

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


class PeopleList(models.Model):
    """A pasted list: final standings, points, a group, a team, a lot; a series says which."""

    club = reference(Club, _("Club"), "lists")
    title = models.CharField(_("Title"), max_length=LONGEST_TITLE)
    date = models.DateField(_("Date"), null=True, blank=True)  # of an event
    # as the last file of results said that came in; empty: typed, or the file said nothing
    event_id = models.CharField(_("Id in files"), max_length=LONGEST_EVENT_ID, blank=True, default="")
    event_revision = models.PositiveBigIntegerField(_("Revision in files"), null=True, blank=True)

    class Meta:
        ordering = ["-date", "title", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "date", "title"], name="one_list_per_title_and_day"),
            models.UniqueConstraint(
                fields=["club", "event_id"], condition=~Q(event_id=""), name="one_list_for_an_id_in_a_club"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:list", args=[self.club.slug, self.pk])


class LineQuerySet(models.QuerySet["Line"]):
    """Queries for lines of lists."""

    def in_order(self) -> LineQuerySet:
        """Return the lines by place, those without one last, as typed."""
        return self.order_by(F("place").asc(nulls_last=True), "pk")


class Line(KeptRow):
    """A person on a list by the typed name; the member follows from today's names."""

    list = reference(PeopleList, _("List"), "lines")
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    member = optional_reference(Member, _("Member"), "lines")  # who it was when it was typed
    # is nobody of the club, whoever is called so by now
    stranger = models.BooleanField(_("Somebody else"), default=False)
    place = models.PositiveIntegerField(_("Place"), null=True, blank=True)
    # exact: "-4", "25/2"; empty: not known
    kept_points = models.CharField(_("Points"), max_length=24, blank=True)
    words = models.CharField(_("Where from"), max_length=LONGEST_WORDS, blank=True)
    # what else a file of results says: hands, places at tables; see engine.event_outcomes
    outcome = models.CharField(_("Result"), max_length=LONGEST_OUTCOME, blank=True, default="")

    objects = LineQuerySet.as_manager()

    class Meta:
        ordering = ["list", "pk"]

    @property
    def points(self) -> Amount | None:
        return exact(Fraction(self.kept_points)) if self.kept_points else None


class CountedQuerySet(models.QuerySet["Counted"]):
    """Queries for what counts in series."""

    def counting(self) -> CountedQuerySet:
        """Return the parts of a series without evenings that count nowhere: withdrawn, or left out."""
        return self.filter(
            Q(evening__isnull=True) | Q(evening__occasion=CLUB_EVENING, evening__spontaneous=False)
        )


class CountedSource(NamedTuple):
    """A kind of thing that can count in a series."""

    column: str
    day: str  # where its date stands
    of: Callable[[Club], QuerySet[Any]]


# By the letter under which forms name it: "t12" a tournament, "r34" a round, "e56" an evening, "o78" a list.
SOURCES: Mapping[str, CountedSource] = {
    "t": CountedSource(
        "tournament", "tournament__evening__date", lambda club: Tournament.objects.filter(club=club)
    ),
    "r": CountedSource(
        "round",
        "round__tournament__evening__date",
        lambda club: Round.objects.filter(tournament__club=club),
    ),
    "e": CountedSource("evening", "evening__date", Evening.objects.of),
    "o": CountedSource("list", "list__date", lambda club: PeopleList.objects.filter(club=club)),
}
COLUMNS = [source.column for source in SOURCES.values()]


class Counted(KeptRow):
    """Something that a series goes by, and as what."""

    class Use(models.TextChoices):
        """As what; all but an event are lists."""

        EVENT = "event", _("an event")
        SEEDS = "seeds", _("its points are added")
        ONLY = "only", _("only these people count")
        RANKED = "ranked", _("also ranked by themselves")
        TEAM = "team", _("a team")
        LOT = "lot", _("the order of a lot")
        DECLINED = "declined", _("they decline the final")

    series = reference(Series, _("Series"), "counted")
    use = models.CharField(_("As what"), max_length=10, choices=Use.choices, default=Use.EVENT)
    tournament = optional_reference(Tournament, _("Tournament"), "in_series")
    round = optional_reference(Round, _("Round"), "in_series")
    evening = optional_reference(Evening, _("Evening"), "in_series")
    list = optional_reference(PeopleList, _("List"), "in_series")

    objects = CountedQuerySet.as_manager()

    class Meta:
        ordering = ["series", "pk"]
        constraints = [
            *(
                models.UniqueConstraint(fields=["series", "use", each], name=f"a_{each}_counts_once")
                for each in COLUMNS
            ),
            models.CheckConstraint(
                condition=reduce(
                    or_, (Q(**{f"{each}__isnull": each != column for each in COLUMNS}) for column in COLUMNS)
                ),
                name="what_counts_is_one_of_these",
            ),
            models.CheckConstraint(
                condition=Q(use="event") | Q(list__isnull=False), name="only_events_are_no_lists"
            ),
        ]
