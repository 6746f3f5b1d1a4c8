"""A series in which the first round of a tournament counts."""

from __future__ import annotations

from uuid import uuid4

from tests.support.tournaments.playing import Playing
from tournaments.engine.series import SeriesTerms
from tournaments.models import Series
from tournaments.series import verbs


def counted_in_a_series(playing: Playing) -> Series:
    """The first round counts, which is closed."""
    by, event = playing.director, f"r{playing.round().pk}"
    series = verbs.open_series(
        actor=by, deed=uuid4(), club=playing.house.club, title="Jahreswertung", terms=SeriesTerms()
    )
    return verbs.choose_events(actor=by, deed=uuid4(), series=series, among=[event], chosen=[event])
