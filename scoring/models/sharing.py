"""Links that only read: evenings, standings, players, feeds; and links to answer who comes."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, timedelta
from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.models.evenings import CLUB_EVENING, Evening
from scoring.models.people import Club, Member
from scoring.models.references import optional_reference, reference
from scoring.signatures import signature_of

LINKS = "scoring.people.sharing"  # never renamed: links that were given out open by it
LONGEST_PERIOD = 20
RUNNING, SEASON, TWELVE_MONTHS, ALL = "", "season", "12-months", "all"  # or a year, or days: `days_in`
PERIODS = {
    RUNNING: _("The current year"),
    SEASON: _("The current season"),
    TWELVE_MONTHS: _("Last 12 months"),
    ALL: _("All evenings"),
}


A_YEAR = timedelta(days=366)
_DAYS = re.compile("([12][0-9]{7})-([12][0-9]{7})", re.ASCII)


def days_in(period: str) -> tuple[date, date] | None:
    """Return the first and the last day of a season, which identify it under any name.

    >>> days_in("20251001-20260531")
    (datetime.date(2025, 10, 1), datetime.date(2026, 5, 31))
    >>> days_in("20260531-20251001"), days_in("20251301-20260531"), days_in("2026")
    (None, None, None)
    """
    if days := _DAYS.fullmatch(period):
        with suppress(ValueError):
            since, until = map(date.fromisoformat, days.groups())
            return (since, until) if timedelta(0) <= until - since <= A_YEAR else None
    return None


def period_label(period: str) -> str:
    """Return a period in words; a year stands for itself."""
    if days := days_in(period):
        return " – ".join(map(clock.day_in_words, days))
    return str(PERIODS.get(period, period))


class Shared(models.TextChoices):
    """What a link can show."""

    EVENING = "evening"
    STANDINGS = "standings"
    PLAYER = "player"
    CALENDAR = "calendar"
    RESULTS = "results"
    COMING = "coming"


FEEDS = (Shared.CALENDAR, Shared.RESULTS)  # of a whole club, for programs that come by and look
OF_A_CLUB = (*FEEDS, Shared.COMING)


class SharingQuerySet(models.QuerySet["Sharing"]):
    """Queries for links that only read."""

    def open(self) -> SharingQuerySet:
        return self.filter(withdrawn_at=None)

    def readable(self) -> SharingQuerySet:
        """Return the links that still open: to players who may withdraw them, to evenings that count."""
        player = ~Q(what=Shared.PLAYER) | Q(member__active=True, member__anonymised_at=None)
        evening = ~Q(what=Shared.EVENING) | Q(evening__occasion=CLUB_EVENING)
        return self.open().filter(player, evening)


class Sharing(models.Model):
    """A link that only reads, made with the server's secret; nothing stored here opens it.

    Withdrawn, not deleted: who shared what, and for how long, can be told. Sharing again makes another link.
    """

    club = reference(Club, _("Club"), "sharings")
    what = models.CharField(_("What"), max_length=10, choices=Shared.choices)
    evening = optional_reference(Evening, _("Evening"), "sharings")
    member = optional_reference(Member, _("Member"), "sharings")
    period = models.CharField(  # as the season's form reads it
        _("Which time?"), max_length=LONGEST_PERIOD, blank=True
    )
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/signatures.py
    made_by = reference(Member, _("Made by"))
    made_at = models.DateTimeField(_("Made"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)

    objects = SharingQuerySet.as_manager()

    class Meta:
        ordering = ["club", "what", "-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(what=Shared.EVENING, evening__isnull=False, member__isnull=True, period="")
                | Q(what=Shared.STANDINGS, evening__isnull=True, member__isnull=True)
                | Q(what=Shared.PLAYER, evening__isnull=True, member__isnull=False)
                | Q(what__in=OF_A_CLUB, evening__isnull=True, member__isnull=True, period=""),
                name="a_sharing_says_of_what",
            ),
            models.UniqueConstraint(
                fields=["evening"],
                condition=Q(what=Shared.EVENING, withdrawn_at__isnull=True),
                name="one_open_sharing_per_evening",
            ),
            models.UniqueConstraint(
                fields=["club", "period"],
                condition=Q(what=Shared.STANDINGS, withdrawn_at__isnull=True),
                name="one_open_sharing_per_standings",
            ),
            models.UniqueConstraint(
                fields=["member", "period"],
                condition=Q(what=Shared.PLAYER, withdrawn_at__isnull=True),
                name="one_open_sharing_per_player_and_period",
            ),
            models.UniqueConstraint(
                fields=["club", "what"],
                condition=Q(what__in=OF_A_CLUB, withdrawn_at__isnull=True),
                name="one_open_sharing_per_feed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.evening_id or self.member_id or self.period}"

    @property
    def code(self) -> str:
        """Return the signed code that stands in the link's address."""
        return f"{self.pk}-{signature_of(LINKS, self.pk, self.salt)}"
