"""What pages show at the tables of a tournament, beside what they show of any table."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.engine.naming import Names
from scoring.models import Act, Entry, Sheet
from scoring.table.verbs import last_entry, redoable
from scoring.table_policy import Actor, Crumb, NewEntry, Occasion
from tournaments.corrections.disputes.pages import remarks_of
from tournaments.corrections.disputes.verbs import ruled_at
from tournaments.corrections.pages.closed import decided_by, standing_of
from tournaments.corrections.pages.repair import replaced
from tournaments.draw.pages.blanks import on_paper_of
from tournaments.models import Call, Pulse, Stage, Tournament
from tournaments.policy import AT_A_TABLE, admits_link, corrects_closed, sees_all, table_of
from tournaments.pulse import beat_at
from tournaments.standings.derived import is_shown


def _admits(sheet: Sheet, actor: Actor, act: Act) -> bool:
    """Return whether this may be taken back or brought back: not while the arbiters are called."""
    last = last_entry(sheet) if act == Act.UNDO else redoable(sheet)
    if last is None:
        return False
    record = None if act == Act.UNDO or last.supersedes is None else last.supersedes.record
    try:
        AT_A_TABLE.refuse(sheet, actor, NewEntry(uuid4(), act, record, supersedes=last))
    except Refused:
        return False
    return True


def _is_shown_to_all(sheet: Sheet) -> bool:
    tournament = table_of(sheet).round.tournament
    return tournament.public and is_shown(tournament)


def _is_shown_to_members(sheet: Sheet) -> bool:
    """Return whether members see the sheet: whoever runs the tournament always, others once standings
    show."""
    return sees_all(sheet) or is_shown(table_of(sheet).round.tournament)


def _how_to_correct(sheet: Sheet, actor: Actor, entry: Entry) -> str:
    try:
        AT_A_TABLE.refuse(sheet, actor, NewEntry(uuid4(), Act.TAKE_OUT, None, supersedes=entry))
    except Refused as refused:
        return " ".join(refused.sentences)
    if not corrects_closed(sheet, actor):
        return ""
    words = _(
        "Round %(number)d is closed. You can correct a wrong hand right here, and the round stays "
        "closed: first you see what changes in the standings and prizes, then you say why."
    )
    return words % {"number": table_of(sheet).round.number}


def _final_places(sheet: Sheet) -> Collection[int]:
    places = ruled_at(table_of(sheet)).values_list("place", flat=True)
    return frozenset(place for place in places if place is not None)


def _ways(sheet: Sheet, actor: Actor | None) -> Sequence[Crumb]:
    table = table_of(sheet)
    if actor is None or table.round.stage != Stage.RUNNING or not sheet.is_open:
        return ()
    where = [table.round.tournament.code, table.pk]
    waits = Call.waits(table)
    label = _("The arbiters have been called") if waits else _("Call the arbiters")
    return (Crumb(label, reverse("tournaments:call", args=where)),)


def _crumbs(sheet: Sheet, member: bool) -> Sequence[Crumb]:
    tournament = table_of(sheet).round.tournament
    if member:
        club = sheet.evening.club
        return (
            Crumb(club.name, club.get_absolute_url()),
            Crumb(tournament.title, reverse("tournaments:tournament", args=[club.slug, tournament.pk])),
        )
    if tournament.public:
        return (Crumb(tournament.title, reverse("tournaments:public", args=[tournament.code])),)
    return ()


def _table_facts(sheet: Sheet, names: Names) -> dict[str, Any] | None:
    from tournaments.rounds.pages.table_facts import facts_of

    return facts_of(table_of(sheet), names)


def _pulse(sheet: Sheet) -> str | None:
    table = table_of(sheet)
    return reverse("tournaments:table_pulse", args=[table.round.tournament.code, table.pk])


def _tag(sheet: Sheet) -> str:
    table = table_of(sheet)
    beat = beat_at(table.round.tournament.code, table.pk)
    return beat.tag.strip('"') if beat else ""


def _renamed(evenings: Collection[int]) -> None:
    for tournament in Tournament.objects.filter(evening__in=evenings).order_by("pk"):
        Pulse.beat(tournament.pk, clock=True)


AT_A_TOURNAMENT = Occasion(
    policy=AT_A_TABLE,
    scripts=("tournaments/table.js", "tournaments/calling.js"),
    styles=("tournaments/clock.css", "tournaments/table.css"),
    has_schlussradl=False,
    crumbs=_crumbs,
    admits=_admits,
    is_shown_to_all=_is_shown_to_all,
    is_shown_to_members=_is_shown_to_members,
    admits_link=admits_link,
    corrects=lambda _sheet, actor: actor is not None and actor.account is not None,
    ways=_ways,
    how_to_correct=_how_to_correct,
    elsewhere=lambda sheet: standing_of(table_of(sheet)),
    kept_elsewhere=lambda sheet: decided_by(table_of(sheet)),
    final_places=_final_places,
    remarks=lambda sheet: [*replaced(sheet), *remarks_of(table_of(sheet))],
    remarks_on=lambda sheet, place: remarks_of(table_of(sheet), place),
    table_facts=_table_facts,
    tag=_tag,
    pulse=_pulse,
    on_paper=lambda sheet: on_paper_of(table_of(sheet)),
    renamed=_renamed,
)
