"""Players' confirmations of and objections to hands of their table, where the evening has them."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models.entries import Entry, Reason
from scoring.models.evenings import Participant, Sheet
from scoring.models.people import Member
from scoring.models.references import optional_reference, reference


class Saying(models.TextChoices):
    """The kinds of voices: about a hand, or answering an earlier voice."""

    CONFIRM = "confirm"
    OBJECT = "object"
    WITHDRAW = "withdraw"  # takes back one of the two above
    SETTLE = "settle"  # the director's answer to an objection


class ObjectionOutcome(models.TextChoices):
    """What the director found about an objection."""

    STANDS = "stands"
    CORRECTED = "corrected"


OF_A_PLAYER = (Saying.CONFIRM, Saying.OBJECT)
ANSWERS = (Saying.WITHDRAW, Saying.SETTLE)
WITH_WORDS = (Saying.OBJECT, Saying.SETTLE)


class VoiceQuerySet(models.QuerySet["Voice"]):
    """Queries for confirmations and objections."""

    def current(self) -> VoiceQuerySet:
        """Return confirmations and objections that were neither taken back nor settled."""
        answered = Voice.objects.filter(answers=OuterRef("pk"))
        return self.filter(~Exists(answered), saying__in=OF_A_PLAYER).order_by("seq")

    def open_objections(self) -> VoiceQuerySet:
        """Return objections that wait for the director, of evenings on which hands are confirmed."""
        return (
            self.current()
            .filter(saying=Saying.OBJECT, sheet__evening__confirmation=True)
            .order_by("sheet", "seq")
        )


class Voice(models.Model):
    """One player's answer to one version of a hand, and how it was settled.

    Never changed, never deleted: taking back and settling are further rows. The id comes from the form.
    """

    id = models.UUIDField(_("Identifier"), primary_key=True)
    sheet = reference(Sheet, _("Table"), "voices")
    seq = models.PositiveIntegerField(_("Order of writing"))  # the order of saying
    seen_seq = models.PositiveIntegerField(
        _("After so many entries")
    )  # how many entries the sheet had by then
    entry = reference(Entry, _("Entry"), "voices")
    saying = models.CharField(_("What"), max_length=10, choices=Saying.choices)
    player = optional_reference(Participant, _("Player"), "voices")
    answers: models.ForeignKey[Voice | None, Voice | None] = optional_reference(
        "self", _("Answers"), "answered_by"
    )
    outcome = models.CharField(_("Outcome"), max_length=10, choices=ObjectionOutcome.choices, blank=True)
    reason = optional_reference(Reason, _("Reason"), "voices")
    # Whose device it was; None: a phone with the table's link.
    by = optional_reference(Member, _("Who"), "voices")
    at = models.DateTimeField(_("When"))

    objects = VoiceQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="one_voice_at_a_time"),
            models.UniqueConstraint(fields=["answers"], name="a_voice_is_answered_once"),
            models.CheckConstraint(
                condition=Q(saying__in=OF_A_PLAYER, player__isnull=False, answers__isnull=True)
                | Q(saying__in=ANSWERS, player__isnull=True, answers__isnull=False),
                name="a_player_speaks_or_a_voice_is_answered",
            ),
            models.CheckConstraint(
                condition=Q(saying=Saying.SETTLE, outcome__in=ObjectionOutcome.values, by__isnull=False)
                | ~Q(saying=Saying.SETTLE) & Q(outcome=""),
                name="a_director_settles_one_way_or_the_other",
            ),
            models.CheckConstraint(
                condition=~Q(saying=Saying.SETTLE) | Q(reason__isnull=False), name="whoever_settles_says_why"
            ),
            models.CheckConstraint(
                condition=Q(saying__in=WITH_WORDS) | Q(reason__isnull=True),
                name="only_objections_and_settling_have_words",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.saying} {self.seq}"

    @property
    def name(self) -> str:
        """Return the name of the player; empty for an answer."""
        return "" if self.player is None else self.player.name

    @property
    def words(self) -> str:
        """Return the reason; empty if none was given, or it was removed."""
        return "" if self.reason is None else self.reason.text or gettext("removed")
