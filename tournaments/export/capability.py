"""Tournaments as files and in feeds: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sharing.feeds import Source
from tournaments.export.feeds import tournament_days, tournament_results
from tournaments.export.stored import stored_in_tournaments

CAPABILITY = Capability(
    urls="tournaments.export.urls",
    feeds=(Source(tournament_days, tournament_results),),
    stored=(stored_in_tournaments,),
)
