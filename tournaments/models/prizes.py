"""Lots, prizes, and money beside entry fees."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.heads import announced
from scoring.models import Member
from scoring.models.references import KeptRow, optional_reference, reference
from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import Round, Tournament


class Lot(KeptRow):
    """The order of people who tied, drawn in public and recorded; later ones replace earlier."""

    # The seed may be somebody's name, which can go; the order stays. So is a lot withdrawn on the row itself.
    protected = ("id", "tournament_id", "round_id", "about", "order", "by_id", "at")

    class About(models.TextChoices):
        RANK = "rank"  # who is ranked before whom
        CHOICE = "choice"  # who chooses first; the rank stays shared

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = reference(Tournament, _("Tournament"), "lots")
    round = optional_reference(Round, _("Round"), "lots")  # None: of the overall standings
    about = models.CharField(_("What about"), max_length=10, choices=About.choices)
    order: Any = models.JSONField(_("Order"))  # ids of participants as text
    seed = models.CharField(_("Seed"), max_length=40, blank=True)  # empty: drawn by hand
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn"), null=True, blank=True)
    # its seed, by ten letters; else it was typed, None: that was not noted
    was_announced = models.BooleanField(_("Announced before"), null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(about__in=("rank", "choice")), name="a_lot_is_about_something"
            ),
        ]

    @property
    def letters(self) -> str | None:
        """Return the commitment announced before the lot; empty for a typed seed, None for old lots."""
        if self.was_announced:
            return announced(self.seed, self.order)
        return None if self.was_announced is None else ""


LONGEST_PRIZE = 80


class Prize(models.Model):
    """One prize of a round, or of the whole tournament; taken by choice or given by hand."""

    tournament = reference(Tournament, _("Tournament"), "prizes")
    round = optional_reference(Round, _("Round"), "prizes")
    position = models.PositiveIntegerField(_("Order"))
    name = models.CharField(_("Name"), max_length=LONGEST_PRIZE)
    # what it cost or is paid out; None: a thing
    cents = models.PositiveIntegerField(_("Cents"), null=True, blank=True)
    # what came in: so many hundredths of a percent of it are `cents`
    share = models.PositiveIntegerField(_("Share"), null=True, blank=True)
    # gives it: it costs nothing
    sponsor = models.CharField(_("Sponsor"), max_length=LONGEST_PRIZE, blank=True, default="")
    taken_by = optional_reference(Entrant, _("Taken by"), "prizes")
    chosen = models.BooleanField(_("Chosen"), default=False)  # in the order of rank; else given by hand
    taken_at = models.DateTimeField(_("When taken"), null=True, blank=True)
    # what was paid out of it, where equals shared several; None: all of `cents`
    paid = models.PositiveIntegerField(_("Paid, in cents"), null=True, blank=True)
    # None: nobody has it, or it was given before this was noted
    handed_by = optional_reference(Member, _("Who gave it out"))
    removed_at = models.DateTimeField(_("Taken off the list"), null=True, blank=True)  # not offered any more

    class Meta:
        ordering = ["tournament", "round", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(taken_by__isnull=True, taken_at__isnull=True, chosen=False)
                | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="a_prize_that_is_taken_says_when",
            ),
            models.CheckConstraint(
                condition=Q(handed_by__isnull=True) | Q(taken_by__isnull=False),
                name="nobody_gave_out_a_prize_that_is_there",
            ),
            models.CheckConstraint(
                condition=Q(paid__isnull=True) | Q(taken_by__isnull=False),
                name="nothing_is_paid_of_a_prize_that_is_there",
            ),
            models.CheckConstraint(
                condition=Q(share__isnull=True) | Q(share__gt=0, share__lte=10_000, cents__isnull=False),
                name="a_share_is_some_of_what_came_in",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def amount(self) -> int | None:
        """Return the value in cents; of a paid prize, what was paid after sharing."""
        return self.cents if self.paid is None else self.paid


LONGEST_CASH = 80


class CashEntry(KeptRow):
    """An amount from a sponsor, change, the rent of the hall, with who took or paid it."""

    class Kind(models.TextChoices):
        """From where to where it goes."""

        SPONSOR = "sponsor"  # in: somebody gives it for the prizes
        IN = "in"
        OUT = "out"

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = reference(Tournament, _("Tournament"), "cash")
    kind = models.CharField(_("What"), max_length=10, choices=Kind.choices)
    name = models.CharField(_("What for"), max_length=LONGEST_CASH)  # of a sponsor: who gives it
    cents = models.PositiveIntegerField(_("Cents"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["tournament", "at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("sponsor", "in", "out")), name="cash_comes_in_or_goes_out"
            ),
            models.CheckConstraint(condition=Q(cents__gt=0), name="cash_is_more_than_nothing"),
        ]

    @property
    def what(self) -> str:
        """Return the entry in words."""
        return (
            gettext("Sponsor: %(name)s") % {"name": self.name}
            if self.kind == self.Kind.SPONSOR
            else self.name
        )

    @property
    def change(self) -> int:
        """Return the change of the till in cents; negative where money went out."""
        return -self.cents if self.kind == self.Kind.OUT else self.cents


class TillCount(KeptRow):
    """A count of the till: the money in it, and the expected amount."""

    id = models.UUIDField(_("Identifier"), primary_key=True)
    tournament = reference(Tournament, _("Tournament"), "till_counts")
    counted = models.PositiveIntegerField(_("Counted, in cents"))
    expected = models.IntegerField(_("Should have been, in cents"))
    by = reference(Member, _("Who"))
    at = models.DateTimeField(_("When"))

    class Meta:
        ordering = ["tournament", "at", "id"]

    @property
    def difference(self) -> int:
        """Return the cents too many in the till; negative if some are missing."""
        return self.counted - self.expected
