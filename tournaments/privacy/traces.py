"""What was typed for tournaments and may name somebody whose name has to go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from scoring.models import Club
from scoring.privacy.traces import Typed
from tournaments.models import Lot, Preset, Prize, Pulse, Round, Tournament
from tournaments.models.tournaments import LONGEST_SEED, LONGEST_TITLE


def typed(club: Club) -> Iterator[Typed]:
    """Titles, saved terms, prizes, and seeds that somebody chose; reasons are looked after elsewhere."""
    for preset in Preset.objects.filter(club=club).order_by("pk"):
        yield _name_of_preset(preset)
        yield from _prizes_in_terms(preset, preset.made_at)
    tournaments = {one.pk: one for one in Tournament.objects.filter(club=club).order_by("pk")}
    if not tournaments:
        return
    for pk, tournament in tournaments.items():
        yield _text(tournament, "title", tournament.made_at, LONGEST_TITLE, pk)
        yield from _prizes_in_terms(tournament, tournament.made_at, pk)
    for prize in Prize.objects.filter(tournament__in=tournaments).order_by("pk"):
        at = tournaments[prize.tournament_id].made_at
        yield _text(prize, "name", at, LONGEST_TITLE, prize.tournament_id)
    for round_ in Round.objects.filter(tournament__in=tournaments).exclude(seed="").order_by("pk"):
        yield _seed_of_round(round_, tournaments[round_.tournament_id].made_at)
    for lot in Lot.objects.filter(tournament__in=tournaments).exclude(seed="").order_by("pk"):
        yield _seed_of_lot(lot)


def rules_moved(club: Club, moved: Mapping[str, str]) -> None:
    """Saved terms name a rule sheet by its address."""
    for preset in Preset.objects.filter(club=club, rules__in=moved):
        preset.rules = moved[preset.rules]
        preset.save(update_fields=["rules"])


def _text(row: Any, field: str, at: datetime, longest: int, tournament: int) -> Typed:
    def replace(text: str) -> None:
        setattr(row, field, text[:longest])
        row.save(update_fields=[field])
        Pulse.beat(tournament)

    return Typed(getattr(row, field), at, replace)


def _prizes_in_terms(row: Any, at: datetime, tournament: int | None = None) -> Iterator[Typed]:
    """Of terms only the prizes are typed; all else are words of the program."""
    prizes: list[str] = list(row.kept_terms.get("prizes", ()))

    def replace_at(place: int, text: str) -> None:
        prizes[place] = text[:LONGEST_TITLE]
        row.kept_terms = {**row.kept_terms, "prizes": prizes}
        row.save(update_fields=["kept_terms"])
        if tournament is not None:
            Pulse.beat(tournament)

    for place, prize in enumerate(prizes):
        yield Typed(prize, at, partial(replace_at, place))


def _name_of_preset(preset: Preset) -> Typed:
    """Two of one club have two names."""

    def replace(text: str) -> None:
        others = Preset.objects.filter(club=preset.club_id).exclude(pk=preset.pk)
        taken = set(others.values_list("name", flat=True))
        free, number = text[:LONGEST_TITLE], 1
        while free in taken:
            number += 1
            free = f"{text[: LONGEST_TITLE - 4]} {number}"
        preset.name = free
        preset.save(update_fields=["name"])

    return Typed(preset.name, preset.made_at, replace)


def _seed_of_round(round_: Round, at: datetime) -> Typed:
    """With another seed nobody can repeat the draw: it counts as changed by hand."""

    def replace(text: str) -> None:
        round_.seed, round_.swapped = text[:LONGEST_SEED], True
        round_.save(update_fields=["seed", "swapped"])
        Pulse.beat(round_.tournament_id)

    return Typed(round_.seed, at, replace)


def _seed_of_lot(lot: Lot) -> Typed:
    """Without its seed it counts as drawn by hand."""

    def replace(text: str) -> None:
        lot.seed = ""
        lot.save(update_fields=["seed"])
        Pulse.beat(lot.tournament_id)

    return Typed(lot.seed, lot.at, replace)
