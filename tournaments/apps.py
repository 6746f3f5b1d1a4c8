"""Tournaments: what they add to the tables of the club, said once at the start."""

from __future__ import annotations

from django.apps import AppConfig

# What the database refuses to change or delete, see `scoring.protection`. That a call is withdrawn, a leaving
# undone, a lot withdrawn is written on the row itself.
WRITTEN_ONCE: dict[str, tuple[str, ...]] = {
    "tournaments_tick": (),
    "tournaments_ruling": (),
    "tournaments_permit": (),
    "tournaments_paperresult": (),
    "tournaments_rewritten": (),
    "tournaments_call": ("id", "table_id", "words_id", "by_id", "at"),
    "tournaments_leaving": (
        "id",
        "table_id",
        "entrant_id",
        "instead_id",
        "ranked",
        "reason_id",
        "by_id",
        "at",
    ),
    # The seed may be somebody's name, which can go; the order stays.
    "tournaments_lot": ("id", "tournament_id", "round_id", "about", "order", "by_id", "at"),
}


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring.archive import COUNTED, CountedRows
        from scoring.archive.tables import APPS
        from scoring.occasions import OCCASIONS
        from scoring.people.chronicle import VERBS
        from scoring.privacy import stored
        from scoring.privacy.own_rules import FURTHER_ADDRESSES
        from scoring.privacy.traces import FURTHER_REASONS, FURTHER_TEXTS
        from scoring.protection import PROTECTED
        from scoring.sharing import feeds
        from scoring.verifying import FURTHER, Further
        from tournaments.chronicle import TOLD
        from tournaments.export.feeds import tournament_days, tournament_results
        from tournaments.export.stored import stored_in_tournaments
        from tournaments.models import TOURNAMENT
        from tournaments.occasion import AtATournament
        from tournaments.privacy.reasons import reasons_of
        from tournaments.privacy.traces import rules_moved, typed
        from tournaments.verifying import of_tournaments
        from tournaments.wording import tournaments_told

        APPS.append(self.label)
        COUNTED.append(CountedRows("tournaments.tournament", tournaments_told))
        OCCASIONS[TOURNAMENT] = AtATournament()
        VERBS.update(TOLD)
        FURTHER_REASONS.append(reasons_of)
        PROTECTED.update(WRITTEN_ONCE)
        FURTHER.append(Further("tournament", of_tournaments))
        FURTHER_TEXTS.append(typed)
        FURTHER_ADDRESSES.append(rules_moved)
        stored.FURTHER.append(stored_in_tournaments)
        feeds.SOURCES.append(feeds.Source(tournament_days, tournament_results))
