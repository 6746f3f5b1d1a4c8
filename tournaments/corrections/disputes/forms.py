"""Calling the arbiters, and ruling."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.deeds import Refused
from scoring.engine.problems.problem import MOST_CLAIMED
from scoring.web.fields import PageForm, choice_field, offer, several_field, text_field
from tournaments.models import Finding

NO_HAND = "none"
FINDINGS = {
    Finding.STANDS: pgettext_lazy("ruling", "The hand stands as written"),
    Finding.CORRECTED: pgettext_lazy("ruling", "It is corrected"),
    Finding.STRUCK: pgettext_lazy("ruling", "It is struck"),
    Finding.RENONCE: pgettext_lazy("ruling", "Renonce: somebody pays"),
}


class Calling(PageForm):
    """A few words, if there is time for them."""

    words = text_field(
        _("What is it about?"), "", help_text=_("If you like: a few words for the arbiters."), maxlength="400"
    )

    def show(self, refused: Refused) -> None:
        """Show what is wrong with the words beside them."""
        problems = dict(refused.problems)
        super().show(Refused(words=problems.pop("reason", []), **problems))


class AboutWhat(PageForm):
    """Which hand, and what becomes of it."""

    hand = choice_field(_("Which hand?"), wrong=_("Please choose one of the hands of this table."))
    finding = choice_field(_("What becomes of it?"), FINDINGS.items())

    def __init__(self, *args: Any, hands: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, hand=[*hands, (NO_HAND, _("The one being played; it is not recorded yet"))])

    @property
    def finding_(self) -> Finding:
        return Finding(self.cleaned_data["finding"])


class RulingForm(PageForm):
    """The reason and the arbiters of a ruling; after a Renonce the offenders and the claims."""

    by = choice_field(_("Who revoked?"), wrong=_("Please say who revoked."))
    reason = text_field(
        _("The ruling in words"),
        _("Please put the ruling into words."),
        help_text=_("It appears on the sheet, for everybody who sees it."),
        maxlength="400",
    )
    arbiters = several_field(_("Who else has ruled?"), _("Please choose among the arbiters who are listed."))

    def __init__(
        self,
        *args: Any,
        arbiters: Sequence[tuple[int, str]],
        players: Mapping[str, str] | None = None,
        claims: bool = False,
        several: bool = False,
        **kwargs: Any,
    ) -> None:
        """Add fields for a revoke if the hand's `players` are given by id; `claims` lets them claim freely.

        `several`: whether more than one of them can have revoked.
        """
        super().__init__(*args, **kwargs)
        self.several = several
        self.claimants = players or {} if claims else {}
        if players is None:
            del self.fields["by"]
        else:
            if several:
                self.fields["by"] = choice_field(
                    _("Who revoked? All who did."),
                    wrong=_("Please say who revoked."),
                    kind=forms.MultipleChoiceField,
                    widget=forms.CheckboxSelectMultiple,
                )
            offer(self, by=[*([] if several else [("", "–")]), *players.items()])
        for player, name in self.claimants.items():
            self.fields[_claim(player)] = forms.IntegerField(
                label=_("%(name)s claims") % {"name": name},
                required=False,
                min_value=0,
                max_value=MOST_CLAIMED,
                widget=forms.NumberInput(attrs={"size": "6", "inputmode": "numeric"}),
                error_messages={
                    "invalid": _("Please give whole points."),
                    "min_value": _("Please give whole points."),
                    "max_value": _("This is far too much."),
                },
            )
        offer(self, arbiters=[(str(pk), name) for pk, name in arbiters])
        if not arbiters:
            del self.fields["arbiters"]
        self.order_fields(["by", *map(_claim, self.claimants), "reason", "arbiters"])

    @property
    def offenders(self) -> tuple[str, ...]:
        """Return the ids of players who revoked."""
        by = self.cleaned_data["by"]
        return tuple(by) if self.several else (by,)

    @property
    def claims(self) -> dict[str, int]:
        """Return the claimed points beyond the game, without people who claim nothing."""
        claimed = {player: self.cleaned_data.get(_claim(player)) for player in self.claimants}
        return {player: points for player, points in claimed.items() if points}

    @property
    def others(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data.get("arbiters", ())]


class Permitting(PageForm):
    """Which arbiter of those who play there."""

    arbiter = choice_field(
        _("Who may rule anyway?"),
        wrong=_("Please choose one of the arbiters of this tournament."),
    )

    def __init__(self, *args: Any, arbiters: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, arbiter=[(str(pk), name) for pk, name in arbiters])


def _claim(player: str) -> str:
    return f"claim_{player}"
