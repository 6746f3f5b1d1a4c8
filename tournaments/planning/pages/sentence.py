"""A sentence about a tournament to hand on together with its link."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import State, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.pages.standings import ShownStandings, StandingsPart, overall_shown, round_shown

TOLD = 3  # ranks


def sentence_of(tournament: Tournament) -> str:
    """Return what there is to see; once the tournament is finished, who was first, second and third."""
    day = date_format(tournament.evening.date, pgettext("date format", "j F Y"))
    about = {"title": tournament.title, "day": day}
    standings = _final(tournament) if tournament.state == State.FINISHED else None
    of_sections = standings is not None and all(part.section for part in standings.parts)
    if standings is None or not standings.parts or (len(standings.parts) > 1 and not of_sections):
        return _("%(title)s, %(day)s: seating, clock and standings are here.") % about
    first = "; ".join(map(_first, standings.parts))
    if standings.overall:
        return _("%(title)s, %(day)s: %(first)s.") % {**about, "first": first}
    words = _("%(title)s, %(day)s, %(round)s: %(first)s.")
    return words % {**about, "round": standings.title, "first": first}


def _first(part: StandingsPart) -> str:
    named = ", ".join(f"{row.rank}. {row.name}" for row in part.rows if row.rank and row.rank <= TOLD)
    return f"{part.title}: {named}" if part.title else named


def _final(tournament: Tournament) -> ShownStandings | None:
    """Over all rounds; where each ranks by itself, of the last one."""
    whole, names = ranked(tournament), tournament.evening.names()
    if not whole.rounds:
        return None
    return overall_shown(whole, names) or round_shown(whole, whole.rounds[-1].round, names)
