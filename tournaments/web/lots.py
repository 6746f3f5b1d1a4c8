"""The seeds of lots, and typed orders of lots drawn by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from scoring.heads import announced
from scoring.web.fields import PageForm, number_field, text_field


class SeedForm(PageForm):
    """What the lot is drawn from."""

    seed = text_field(
        gettext_lazy("Seed"),
        "",
        help_text=gettext_lazy(
            "Leave it empty for the announced one. Otherwise any word or number, said aloud before the draw; "
            "it is noted as typed."
        ),
    )


class OrderForm(PageForm):
    """In what order lots were drawn by hand: a place for everybody."""

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        wrong = gettext("A place from 1 to %(last)d.") % {"last": len(players)}
        for player, name in players:
            self.fields[f"place_{player}"] = number_field(name, 1, len(players), wrong, size="3")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and len(set(cleaned.values())) < len(self.players):
            raise forms.ValidationError(gettext("Please give everybody a different place."))
        return cleaned

    @property
    def order(self) -> list[str]:
        """Return the people, drawn first in front."""
        positions = self.cleaned_data
        return sorted(
            (player for player, _name in self.players), key=lambda player: positions[f"place_{player}"]
        )


class TieForms:
    """A tie with the two forms for its lot, one of which may have been sent."""

    def __init__(
        self,
        request: HttpRequest,
        number: int,
        players: Sequence[tuple[str, str]],
        own_seed: str,
        about: str = "rank",
    ) -> None:
        sent = request.POST
        self.about, self.players = about, [player for player, _name in players]
        self.names, self.key = ", ".join(name for _player, name in players), ",".join(self.players)
        self.letters = announced(own_seed, self.players)
        self.is_asked = sent.get("players") == self.key and sent.get("about") == about
        self.by_hand = self.is_asked and sent.get("how") == "hand"
        seeded = sent if self.is_asked and not self.by_hand else None
        self.seed = SeedForm(seeded, auto_id=f"id_seed_{number}_%s")
        posted = sent if self.by_hand else None
        self.order = OrderForm(posted, auto_id=f"id_order_{number}_%s", players=players)

    @property
    def form(self) -> SeedForm | OrderForm:
        return self.order if self.by_hand else self.seed

    @property
    def facts(self) -> dict[str, Any]:
        """Return the arguments for the verb."""
        return {"order": self.order.order} if self.by_hand else {"seed": self.seed.cleaned_data["seed"]}
