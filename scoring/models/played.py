"""What was played, as rows for statistics. Derived from the entries, written with each hand, verified.

A hand has a row for each of its games, and a game one for every seat; premiums and kontras stand beside.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.entries import Row
from scoring.models.evenings import Evening, Participant, Sheet
from scoring.models.references import KeptRow, reference
from scoring.models.rulesets import RulesetVersion


def _part_of(to: Any, label: Any, reverse_name: str) -> Any:
    """Return a foreign key to the row of which this one is a part, deleted with it.

    A constraint that begins with it is its index.
    """
    return models.ForeignKey(
        to, on_delete=models.CASCADE, related_name=reverse_name, verbose_name=label, db_index=False
    )


def _indexed_elsewhere(to: Any, label: Any, reverse_name: str) -> Any:
    """Return a foreign key without an index of its own: a longer one begins with it."""
    return models.ForeignKey(
        to, on_delete=models.PROTECT, related_name=reverse_name, verbose_name=label, db_index=False
    )


class PlayedGame(KeptRow):
    """A game of a hand that counts: usually one a hand, several where games are side by side."""

    row = _part_of(Row, _("Hand"), "games")
    order = models.PositiveSmallIntegerField(_("Number"))  # 0, 1, … in its hand
    sheet = reference(Sheet, _("Table"), "games")  # that of the row
    evening = _indexed_elsewhere(Evening, _("Evening"), "games")  # that of the table
    rules = _indexed_elsewhere(RulesetVersion, _("Rules"), "games")  # the version that held
    contract = models.CharField(_("Game"), max_length=40)
    declarer = reference(Participant, _("Declarer"), "games_declared")
    won = models.BooleanField(_("Won"), null=True)  # by the declarer's side; None: somebody revoked
    partnered = models.BooleanField(_("With a partner"))
    trischaken = models.BooleanField(_("Trischaken"))
    twelfths = models.BigIntegerField(_("Declarer’s points, in twelfths"))
    # The most that its hand brought anybody, at the first game: the best hands are found by it.
    most = models.BigIntegerField(_("Highest amount, in twelfths"), null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["row", "order"], name="a_game_of_a_hand_is_counted_once"),
        ]
        # Statistics count evening by evening: in this order a database needs neither the rows nor to sort.
        indexes = [
            models.Index(
                fields=[
                    *("evening", "rules", "contract", "sheet", "won"),
                    *("twelfths", "order", "trischaken", "most"),
                ],
                name="games_by_evening",
            )
        ]


class PlayedSeat(KeptRow):
    """One player's role in a game, and the amount it brought."""

    game = _part_of(PlayedGame, _("Game"), "seats")
    seat = models.PositiveSmallIntegerField(_("Seat"))  # 0: Vorhand
    participant = reference(Participant, _("Player"), "seats")
    role = models.CharField(_("Side"), max_length=1)  # see table.counting
    won = models.BooleanField(_("Won"), null=True)  # None: somebody revoked
    twelfths = models.BigIntegerField(_("Points of the game, in twelfths"))
    # Of the whole hand, at its first game.
    kassa = models.BigIntegerField(_("Kassa, in twelfths"), null=True)
    schrift = models.BigIntegerField(_("Schrift, in twelfths"), null=True)
    jungfrau = models.BooleanField(_("Jungfrau"))
    buergermeister = models.BooleanField(_("Bürgermeister"))

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="a_seat_of_a_game_is_counted_once"),
        ]


class PlayedPremium(KeptRow):
    """A premium of a hand, at its first game, and the amount it brought to its side."""

    game = _part_of(PlayedGame, _("Game"), "premiums")
    evening = _indexed_elsewhere(Evening, _("Evening"), "premiums")  # those of the game
    rules = _indexed_elsewhere(RulesetVersion, _("Rules"), "premiums")
    order = models.PositiveSmallIntegerField(_("Number"))
    premium = models.CharField(_("Premium"), max_length=40)
    participant = reference(Participant, _("Player"), "premiums")
    how = models.CharField(_("How"), max_length=1)  # see table.counting
    twelfths = models.BigIntegerField(_("Points, in twelfths"))

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "order"], name="a_premium_of_a_hand_is_counted_once"),
        ]
        indexes = [
            models.Index(
                fields=["evening", "rules", "premium", "how", "twelfths"], name="premiums_by_evening"
            )
        ]


class PlayedKontra(KeptRow):
    """A step of Kontra, at the first game of its hand, once for each player who gave it."""

    game = _part_of(PlayedGame, _("Game"), "kontras")
    evening = _indexed_elsewhere(Evening, _("Evening"), "kontras")  # those of the game
    rules = _indexed_elsewhere(RulesetVersion, _("Rules"), "kontras")
    order = models.PositiveSmallIntegerField(_("Number"))
    step = models.PositiveSmallIntegerField(_("Step"))  # 1 Kontra, 2 Re, …
    participant = reference(Participant, _("Player"), "kontras")
    twelfths = models.BigIntegerField(_("Points, in twelfths"))  # beyond the step before
    # Of all who gave it, at the first of them.
    side = models.BigIntegerField(_("Points of the side, in twelfths"), null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "order", "participant"], name="a_kontra_of_a_hand_is_counted_once"
            ),
        ]
        indexes = [models.Index(fields=["evening", "rules", "step", "side"], name="kontras_by_evening")]
