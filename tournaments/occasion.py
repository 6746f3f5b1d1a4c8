"""What pages show at the tables of a tournament, beside what they show of any table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.deeds import Refused
from scoring.engine.naming import Names
from scoring.models import Act, Entry, Evening, Sheet
from scoring.occasions import (
    Actor,
    Crumb,
    ElsewherePlace,
    NewEntry,
    Occasion,
    OnPaper,
    RemarkOnEntry,
)
from scoring.table.verbs.hands import last_entry, redoable
from tournaments.disputes.pages import remarks_of
from tournaments.disputes.verbs import ruled_at
from tournaments.drawing.pages.blanks import on_paper_of
from tournaments.models import Call, Pulse, Stage, Tournament
from tournaments.policy import AT_A_TABLE, admits_link, corrects_closed, sees_all, table_of
from tournaments.pulse import beat_at
from tournaments.repair.pages.closed import decided_by, standing_of
from tournaments.repair.pages.repair import replaced
from tournaments.standings.derived import is_shown


class AtATournament(Occasion):
    """The tables of a tournament."""

    policy = AT_A_TABLE
    scripts = ("tournaments/table.js", "tournaments/calling.js")
    styles = ("tournaments/clock.css", "tournaments/table.css")
    has_schlussradl = False

    def corrects(self, sheet: Sheet, actor: Actor | None) -> bool:
        return actor is not None and actor.account is not None

    def admits(self, sheet: Sheet, actor: Actor, act: Act) -> bool:
        """Not while the arbiters are called, nor what they have ruled on."""
        last = last_entry(sheet) if act == Act.UNDO else redoable(sheet)
        if last is None:
            return False
        record = None if act == Act.UNDO or last.supersedes is None else last.supersedes.record
        try:
            self.policy.refuse(sheet, actor, NewEntry(uuid4(), act, record, supersedes=last))
        except Refused:
            return False
        return True

    def admits_link(self, sheet: Sheet) -> bool:
        return admits_link(sheet)

    def is_shown_to_all(self, sheet: Sheet) -> bool:
        tournament = table_of(sheet).round.tournament
        return tournament.public and is_shown(tournament)

    def is_shown_to_members(self, sheet: Sheet) -> bool:
        """Whoever runs the tournament sees every sheet; others once it may be seen how it stands."""
        tournament = table_of(sheet).round.tournament
        return sees_all(sheet) or is_shown(tournament)

    def how_to_correct(self, sheet: Sheet, actor: Actor, entry: Entry) -> str:
        try:
            self.policy.refuse(sheet, actor, NewEntry(uuid4(), Act.TAKE_OUT, None, supersedes=entry))
        except Refused as refused:
            return " ".join(refused.sentences)
        if not corrects_closed(sheet, actor):
            return ""
        words = _(
            "Round %(number)d is closed. You can correct a wrong hand right here, and the round stays "
            "closed: first you see what changes in the standings and prizes, then you say why."
        )
        return words % {"number": table_of(sheet).round.number}

    def elsewhere(self, sheet: Sheet) -> Mapping[ElsewherePlace, str]:
        return standing_of(table_of(sheet))

    def kept_elsewhere(self, sheet: Sheet) -> Sequence[str]:
        return decided_by(table_of(sheet))

    def final_places(self, sheet: Sheet) -> Collection[int]:
        places = ruled_at(table_of(sheet)).values_list("place", flat=True)
        return frozenset(place for place in places if place is not None)

    def remarks(self, sheet: Sheet) -> Sequence[RemarkOnEntry]:
        return [*replaced(sheet), *remarks_of(table_of(sheet))]

    def remarks_on(self, sheet: Sheet, place: int) -> Sequence[RemarkOnEntry]:
        return remarks_of(table_of(sheet), place)

    def ways(self, sheet: Sheet, actor: Actor | None) -> Sequence[Crumb]:
        table = table_of(sheet)
        if actor is None or table.round.stage != Stage.RUNNING or not sheet.is_open:
            return ()
        where = [table.round.tournament.code, table.pk]
        waits = Call.waits(table)
        label = _("The arbiters have been called") if waits else _("Call the arbiters")
        return (Crumb(label, reverse("tournaments:call", args=where)),)

    def crumbs(self, sheet: Sheet, *, member: bool) -> Sequence[Crumb]:
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

    def table_facts(self, sheet: Sheet, names: Names) -> dict[str, Any] | None:
        from tournaments.rounds.pages.table_facts import facts_of

        return facts_of(table_of(sheet), names)

    def on_paper(self, sheet: Sheet) -> OnPaper:
        return on_paper_of(table_of(sheet))

    def pulse(self, sheet: Sheet) -> str | None:
        table = table_of(sheet)
        return reverse("tournaments:table_pulse", args=[table.round.tournament.code, table.pk])

    def tag(self, sheet: Sheet) -> str:
        table = table_of(sheet)
        beat = beat_at(table.round.tournament.code, table.pk)
        return beat.tag.strip('"') if beat else ""

    def address(self, evening: Evening) -> str:
        return evening.tournament.get_absolute_url()

    def renamed(self, evenings: Collection[int]) -> None:
        for tournament in Tournament.objects.filter(evening__in=evenings).order_by("pk"):
            Pulse.beat(tournament.pk, clock=True)
