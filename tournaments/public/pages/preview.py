"""What the picture says that chats show beside the link to a tournament."""

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring import clock
from scoring.clock import day_in_short, weekday_in_words
from scoring.web.link_previews import names_to_share
from scoring.web.preview_pictures import TournamentPicture
from tournaments.engine.clock import bell
from tournaments.models import Stage, State, Tournament
from tournaments.public.pages.public import results_of
from tournaments.round_clock import clock_of
from tournaments.rounds.pages.clock_display import round_shown
from tournaments.standings.pages.standings import first_of

FIRST_NAMED = 3


def picture_of(tournament: Tournament) -> TournamentPicture:
    """Return the round with its bell, and who is in front as far as everybody may see it."""
    evening = tournament.evening
    return TournamentPicture(
        tournament.title,
        " · ".join(filter(None, (tournament.club.name, weekday_in_words(evening.date), evening.venue))),
        _clock_of(tournament),
        tuple(_first(tournament)),
    )


def _clock_of(tournament: Tournament) -> tuple[str, str]:
    """Return the round that runs or comes next with its bell; before any, the day."""
    round_ = round_shown(tournament)
    if tournament.state == State.FINISHED:
        return _("Result"), ""
    if round_ is None:
        return day_in_short(tournament.evening.date), tournament.evening.venue
    rings = bell(clock_of(round_, round_.ticks_now), clock.now()) if round_.stage == Stage.RUNNING else None
    time = time_format(localtime(rings), "H:i") if rings else ""
    return _("Round %(number)d") % {"number": round_.number}, _("Bell at {time}").format(
        time=time
    ) if time else ""


def _first(tournament: Tournament) -> list[tuple[str, str]]:
    results = results_of(tournament)
    standings = None if results is None else results.standings
    if standings is None or len(standings.parts) != 1:  # every table, or every section, ranks by itself
        return []
    first = first_of(standings, FIRST_NAMED)
    rows = first.rows[:FIRST_NAMED]
    names = names_to_share(tournament.club, (row.name for row in rows))
    return [(f"{row.rank}. {name}", first.amount_of(row)) for row, name in zip(rows, names, strict=True)]
