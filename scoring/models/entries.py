"""What happened at a table, written once; and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from secrets import token_hex

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.engine.record.reading import LONGEST_REASON
from scoring.heads import LONGEST_HEAD
from scoring.models.evenings import Participant, Sheet
from scoring.models.people import Member
from scoring.models.references import KeptRow, one_to_one, optional_reference, reference


class Act(models.TextChoices):
    """Why an entry was written."""

    ADD = "add"
    INSERT = "insert"  # forgotten, entered later
    CORRECT = "correct"
    TAKE_OUT = "take_out"  # never happened
    UNDO = "undo"
    REDO = "redo"


FIRST = (Act.ADD, Act.INSERT)
TAKING_BACK = (Act.TAKE_OUT, Act.UNDO)
SAYING_WHY = (Act.INSERT, Act.CORRECT, Act.TAKE_OUT)


class Reason(models.Model):
    """A free text in a row of its own, so that a name in it can be blanked."""

    text = models.CharField(_("Text"), max_length=LONGEST_REASON, blank=True)
    blanked_at = models.DateTimeField(_("Blanked"), null=True, blank=True)
    salt = models.CharField(max_length=64, default=token_hex, editable=False)  # scoring/chain.py
    digest = models.CharField(max_length=64, default="", editable=False)  # of the text as it was written

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(text="") | Q(blanked_at__isnull=False), name="a_reason_has_words"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class EntryQuerySet(models.QuerySet["Entry"]):
    """Queries for entries."""

    def current(self) -> EntryQuerySet:
        """Return the newest version at every place, in order, without those taken back."""
        newer = Entry.objects.filter(supersedes=OuterRef("pk"))
        return self.filter(~Exists(newer), record__isnull=False).order_by("sort_key")

    def newest(self) -> EntryQuerySet:
        """Return the newest version of every place, also of those taken back."""
        return self.filter(~Exists(Entry.objects.filter(supersedes=OuterRef("pk"))))


class Entry(models.Model):
    """A hand, a void hand or an event: the facts, with ids of participants in place of names.

    Never changed, never deleted; the database refuses it. What was wrong is superseded by a further row.
    The id comes from the phone that made it, so that an entry sent twice is written once.
    """

    id = models.UUIDField(_("Identifier"), primary_key=True)
    sheet = reference(Sheet, _("Table"), "entries")
    seq = models.PositiveIntegerField(_("Order of writing"))
    sort_key = models.BigIntegerField()  # the order on the sheet; all versions of an entry share it
    supersedes: models.ForeignKey[Entry | None, Entry | None] = optional_reference(
        "self", _("Supersedes"), "successors"
    )
    act = models.CharField(_("What"), max_length=10, choices=Act.choices)
    record = models.JSONField(_("As recorded"), null=True, blank=True)  # None: nothing stands here any more
    reason = optional_reference(Reason, _("Reason"), "acts")  # why it was inserted, corrected or taken out
    grounds = optional_reference(Reason, _("Why void"), "voids")  # why a void hand does not count
    by = optional_reference(Member, _("Who"), "entries")
    at = models.DateTimeField(_("When"))
    entered_at = models.DateTimeField(null=True, blank=True)  # on the phone, where that was earlier
    head = models.CharField(max_length=LONGEST_HEAD, default="", editable=False)  # scoring/chain.py

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "seq"]
        indexes = [models.Index(fields=["head"], name="heads_of_entries")]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="one_entry_at_a_time"),
            models.UniqueConstraint(
                fields=["sheet", "sort_key"], condition=Q(supersedes__isnull=True), name="one_first_entry"
            ),
            models.UniqueConstraint(fields=["supersedes"], name="one_successor"),
            models.CheckConstraint(
                condition=Q(act__in=SAYING_WHY, reason__isnull=False) | ~Q(act__in=SAYING_WHY),
                name="a_correction_says_why",
            ),
            models.CheckConstraint(
                condition=Q(act__in=FIRST, supersedes__isnull=True)
                | Q(supersedes__isnull=False) & ~Q(act__in=FIRST),
                name="only_a_later_version_supersedes",
            ),
            models.CheckConstraint(
                condition=Q(act__in=TAKING_BACK, record__isnull=True)
                | Q(record__isnull=False) & ~Q(act__in=TAKING_BACK),
                name="what_is_taken_back_says_nothing",
            ),
            models.CheckConstraint(condition=Q(act__in=Act.values), name="an_entry_has_a_known_act"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.act} {self.seq}"

    def get_absolute_url(self) -> str:
        return reverse("scoring:hand", args=[self.sheet_id, self.pk])

    @property
    def is_hand(self) -> bool:
        return self.record is not None and "games" in self.record


def current_among(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries in force, in order, if these were all that had been written."""
    written = list(entries)
    superseded = {entry.supersedes_id for entry in written}
    current = [entry for entry in written if entry.pk not in superseded and entry.record is not None]
    return sorted(current, key=lambda entry: entry.sort_key)


class OtherVersion(KeptRow):
    """A hand as another phone recorded it, which the sheet's version was preferred to.

    It changes no amount; the page of the hand shows it. The id comes from the phone.
    """

    protected = ()

    id = models.UUIDField(_("Identifier"), primary_key=True)
    sheet = reference(Sheet, _("Table"), "other_versions")
    entry = reference(Entry, _("Entry"), "other_versions")  # which counted when it was put aside
    seen_seq = models.PositiveIntegerField(_("After so many entries"))  # of the sheet, when it was put aside
    record = models.JSONField(_("As recorded"))
    by = optional_reference(Member, _("Who"), "other_versions")
    at = models.DateTimeField(_("When"))  # it was recorded on the phone

    class Meta:
        ordering = ["at"]


class RowQuerySet(models.QuerySet["Row"]):
    """Queries for rows of a sheet."""

    def with_recorder(self) -> RowQuerySet:
        """Return each row with its entry, and the entry's author among the participants as `recorder`."""
        recorder = Participant.objects.filter(
            evening=OuterRef("sheet__evening"), member=OuterRef("entry__by")
        ).values("pk")
        return self.select_related("entry").annotate(recorder=recorder[:1])


class Row(KeptRow):
    """Derived: a current hand or void hand with its place at the table. Written with the entry, verified."""

    entry = one_to_one(Entry, _("Entry"), "row", primary_key=True)
    sheet = reference(Sheet, _("Table"), "rows")
    sort_key = models.BigIntegerField()
    number = models.PositiveIntegerField(_("Number"), null=True)  # hands are numbered; void hands are not
    dealer = models.CharField(_("Dealer"), max_length=20)
    players = models.JSONField(_("Players"))  # the four who play, Vorhand first
    radl = models.BooleanField(_("Radl"))
    times = models.PositiveSmallIntegerField(_("Times, if doubled"), default=2)
    owed = models.PositiveIntegerField(  # doubled hands still to come after this one
        _("Doubled hands to come")
    )
    triggers = models.JSONField(_("Triggers"))
    # By seat, in twelfths: shares are quarters and thirds. A void hand has none.
    twelfths = models.JSONField(_("Kassa, in twelfths"), null=True, blank=True)
    schrift_twelfths = models.JSONField(  # None: the same
        _("Schrift, in twelfths"), null=True, blank=True
    )

    recorder: int | None  # known only of rows found by `with_recorder`

    objects = RowQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "sort_key"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "sort_key"], name="one_row_per_place"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("scoring:hand", args=[self.sheet_id, self.pk])

    @property
    def amounts(self) -> dict[str, tuple[int, int]]:
        return amounts_by_player(self.players, self.twelfths, self.schrift_twelfths)


def amounts_by_player(
    players: Iterable[str], kassa: Sequence[int] | None, schrift: Sequence[int] | None
) -> dict[str, tuple[int, int]]:
    """Return Kassa and Schrift of a hand by participant, in twelfths; nothing of a void hand."""
    if kassa is None:
        return {}
    return dict(zip(players, zip(kassa, schrift or kassa, strict=False), strict=False))
