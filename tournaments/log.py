"""Record the deeds of tournaments, and put them into sentences."""

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from scoring import clock as clocks
from scoring.capability import DeedWords, sentence
from scoring.deeds import PendingDeed
from tournaments.models import Pulse, Round, Table, Tournament

IN_CALENDARS = frozenset(  # verbs after which a calendar says something else
    {
        *("change_tournament", "show_tournament"),
        *("start_round", "take_back_start", "close_round", "reopen_round"),
    }
)


def record_deed(
    act: PendingDeed,
    subject: Tournament | Round | Table,
    *,
    clock: bool = False,
    actor: str = "",
    **details: Any,
) -> None:
    """Record a deed about a tournament, a round or a table, and let its pages refresh.

    With `clock`, also those pages that only show the clock and who sits where.
    """
    tournament = subject if isinstance(subject, Tournament) else subject.tournament
    where: dict[str, Any] = {"tournament": tournament.pk}
    where |= {} if isinstance(subject, Tournament) else subject.in_deeds
    Pulse.beat(tournament.pk, clock=clock)
    if act.verb in IN_CALENDARS:
        changed = Tournament.objects.filter(pk=tournament.pk)
        changed.update(changed_at=clocks.now(), changes=F("changes") + 1)
    act.record(tournament.club, actor=actor, title=tournament.title, **where, **details)


def sentence_at_table(template: Any, **instead: Any) -> DeedWords:
    """Return a sentence with the table behind it: "…, “Herbstturnier”, round 2, table 4"."""
    words_before = sentence(template, **instead)

    def words(details: dict[str, Any]) -> str:
        table = _("“%(title)s”, round %(round)d, table %(table)d") % details
        return f"{words_before(details)} ({table})"

    return words
