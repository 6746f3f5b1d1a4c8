"""Everything stored of tournaments, to look up and never to change; see `scoring.admin`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib import admin
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.admin import NOTHING, Register, registers
from scoring.models import Member
from tournaments.models import (
    Attendance,
    BroughtPoints,
    Call,
    Card,
    CashEntry,
    Decline,
    Duty,
    Entrant,
    Finding,
    GroupMember,
    JointClub,
    KeptOutcomes,
    Leaving,
    Lot,
    MemberGroup,
    OldResult,
    Opening,
    PaperResult,
    Permit,
    Preset,
    Prize,
    Pulse,
    Rewritten,
    Round,
    Ruling,
    SamePerson,
    Series,
    SeriesEvent,
    SeriesFinal,
    SeriesGroup,
    SeriesLot,
    Signup,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
    Wish,
)

__all__ = ["registers"]

STATES: Mapping[str, Promise] = {
    State.PLANNED: pgettext_lazy("state", "planned"),
    State.RUNNING: pgettext_lazy("state", "running"),
    State.FINISHED: pgettext_lazy("state", "finished"),
}
STAGES: Mapping[str, Promise] = {
    Stage.CHECK_IN: gettext_lazy("check-in"),
    Stage.DRAFT: gettext_lazy("drawn, not published yet"),
    Stage.PUBLISHED: gettext_lazy("drawn, seating published"),
    Stage.RUNNING: gettext_lazy("in play"),
    Stage.CLOSED: gettext_lazy("closed"),
}
TICKS: Mapping[str, Promise] = {
    Tick.Action.PAUSE: gettext_lazy("paused"),
    Tick.Action.RESUME: gettext_lazy("resumed"),
    Tick.Action.ADD: gettext_lazy("time added"),
}
FINDINGS: Mapping[str, Promise] = {
    Finding.STANDS: pgettext_lazy("ruling", "it stands"),
    Finding.CORRECTED: pgettext_lazy("ruling", "corrected"),
    Finding.STRUCK: pgettext_lazy("ruling", "struck"),
    Finding.RENONCE: pgettext_lazy("ruling", "Renonce"),
}
DUTIES: Mapping[str, Promise] = {
    Duty.Kind.DIRECTOR: gettext_lazy("directs the tournament"),
    Duty.Kind.ARBITER: gettext_lazy("rules on disputes"),
    Duty.Kind.CASHIER: gettext_lazy("checks people in and takes their money"),
    Duty.Kind.HELPER: gettext_lazy("types the hands of paper tables"),
}
RANKED: Mapping[str, Promise] = {
    Leaving.Ranked.BALANCE: gettext_lazy("with the balance they had then"),
    Leaving.Ranked.LAST: gettext_lazy("last"),
}
CASH: Mapping[str, Promise] = {
    CashEntry.Kind.SPONSOR: pgettext_lazy("cash", "in, from a sponsor"),
    CashEntry.Kind.IN: pgettext_lazy("cash", "in"),
    CashEntry.Kind.OUT: pgettext_lazy("cash", "out"),
}
LOTS: Mapping[str, Promise] = {
    Lot.About.RANK: gettext_lazy("who is ranked first"),
    Lot.About.CHOICE: gettext_lazy("who chooses first"),
}


def _names(tournament: Tournament, people: Iterable[str]) -> str:
    names = tournament.evening.names()
    return ", ".join(names.get(one, one) for one in people)


@admin.register(Tournament, site=registers)
class Tournaments(Register):
    title = gettext_lazy("Tournaments")
    columns = ("title", "evening", "club", "state", "public")
    further = ("kept_terms", "made_at", "finished_at", "id")
    list_filter = ("club",)
    search_fields = ("title",)
    ordering = ("-pk",)
    list_select_related = ("club", "evening")

    @staticmethod
    def told_state(tournament: Tournament) -> str:
        return str(STATES[tournament.state])


@admin.register(Round, site=registers)
class Rounds(Register):
    title = gettext_lazy("Rounds")
    columns = ("number", "tournament", "stage", "started_at", "closed_at")
    further = (
        "minutes",
        "ended_at",
        "reopened_at",
        "doubled_at",
        "method",
        "seed",
        "swapped",
        "report",
        "id",
    )
    search_fields = ("tournament__title",)
    ordering = ("-tournament", "-number")
    list_select_related = ("tournament",)
    of_club = "tournament__club"

    @staticmethod
    def told_stage(round_: Round) -> str:
        return str(STAGES[round_.stage])

    def page_of(self, obj: Round) -> str:
        where = [obj.tournament.club.slug, obj.tournament_id, obj.number]
        return reverse("tournaments:round_standings", args=where)


@admin.register(Table, site=registers)
class TablesOfRounds(Register):
    title = gettext_lazy("Tables of rounds")
    columns = ("number", "round__number", "round__tournament", "sheet", "paper")
    further = ("seats", "dealt", "dealt_at", "extra_hands", "extra_at", "results", "round", "id")
    search_fields = ("round__tournament__title",)
    ordering = ("-round", "number")
    list_select_related = ("round__tournament", "sheet")
    of_club = "round__tournament__club"

    @staticmethod
    def told_seats(table: Table) -> str:
        return _names(table.round.tournament, table.seats)

    @staticmethod
    def told_round__number(table: Table) -> str:
        return str(gettext_lazy("Round %(number)d") % {"number": table.round.number})

    def page_of(self, obj: Table) -> str:
        tournament = obj.round.tournament
        where = [tournament.club.slug, tournament.pk, obj.round.number, obj.number]
        return reverse("tournaments:repair_table", args=where)


@admin.register(Rewritten, site=registers)
class RewrittenSheets(Register):
    title = gettext_lazy("Sheets that were replaced")
    columns = ("at", "sheet", "table", "by")
    further = ("reason", "id")
    ordering = ("-at",)
    list_select_related = ("sheet", "table", "by")
    of_club = "table__round__tournament__club"


@admin.register(Tick, site=registers)
class Ticks(Register):
    title = gettext_lazy("Changes of the clock")
    columns = ("at", "kind", "seconds", "round", "table", "by")
    further = ("id",)
    ordering = ("-at",)
    list_select_related = ("round", "table", "by")
    of_club = "round__tournament__club"

    @staticmethod
    def told_kind(tick: Tick) -> str:
        return str(TICKS[tick.kind])


@admin.register(Entrant, site=registers)
class Entrants(Register):
    title = gettext_lazy("People of the tournaments")
    columns = ("participant", "number", "tournament", "house", "withdrawn_at")
    further = ("registered_at", "ticket", "ticket_at", "ticket_taken_by", "id")
    search_fields = ("participant__key", "participant__member__key")
    ordering = ("-tournament", "number")
    list_select_related = ("participant__member", "tournament")
    of_club = "tournament__club"


@admin.register(Attendance, site=registers)
class Attendances(Register):
    title = gettext_lazy("Who was there, and paid")
    columns = ("entrant__participant", "round", "checked_in_at", "paid", "paid_at", "taken_by")
    further = ("entrant", "id")
    ordering = ("-round", "entrant")
    list_select_related = ("entrant__participant__member", "round", "taken_by")
    of_club = "round__tournament__club"


@admin.register(CashEntry, site=registers)
class CashEntries(Register):
    title = gettext_lazy("Other money of tournaments")
    columns = ("at", "kind", "name", "cents", "tournament", "by")
    further = ("id",)
    ordering = ("-at",)
    list_select_related = ("tournament", "by")
    of_club = "tournament__club"

    @staticmethod
    def told_kind(entry: CashEntry) -> str:
        return str(CASH[entry.kind])


@admin.register(Leaving, site=registers)
class Leavings(Register):
    title = gettext_lazy("Who left during a round")
    columns = ("at", "entrant__participant", "table", "instead", "ranked", "undone_at")
    further = ("entrant", "by", "reason", "id")
    ordering = ("-at",)
    list_select_related = ("entrant__participant__member", "table", "instead")
    of_club = "table__round__tournament__club"

    @staticmethod
    def told_ranked(leaving: Leaving) -> str:
        return str(RANKED[leaving.ranked])


@admin.register(PaperResult, site=registers)
class PaperResults(Register):
    title = gettext_lazy("Results from paper")
    columns = ("at", "table", "seq", "by")
    further = ("lines", "reason", "id")
    ordering = ("-at",)
    list_select_related = ("table", "by")
    of_club = "table__round__tournament__club"


@admin.register(Call, site=registers)
class Calls(Register):
    title = gettext_lazy("Calls for the arbiters")
    columns = ("at", "table", "by", "withdrawn_at")
    further = ("words", "withdrawn_by", "id")
    ordering = ("-at",)
    list_select_related = ("table", "by")
    of_club = "table__round__tournament__club"


@admin.register(Ruling, site=registers)
class Rulings(Register):
    title = gettext_lazy("Rulings")
    columns = ("at", "call__table", "finding", "by")
    further = ("call", "text", "place", "written", "arbiters", "overridden_by", "replaces", "id")
    ordering = ("-at",)
    list_select_related = ("call__table", "by")
    of_club = "call__table__round__tournament__club"

    @staticmethod
    def told_finding(ruling: Ruling) -> str:
        return str(FINDINGS[ruling.finding])

    @staticmethod
    def told_arbiters(ruling: Ruling) -> str:
        names = Member.objects.filter(pk__in=ruling.arbiters).order_by("sorting", "pk")
        return ", ".join(names.values_list("name", flat=True)) or NOTHING


@admin.register(Permit, site=registers)
class Permits(Register):
    title = gettext_lazy("Arbiters permitted at their own table")
    columns = ("at", "member", "call", "by")
    further = ("id",)
    ordering = ("-at",)
    list_select_related = ("member", "call", "by")
    of_club = "call__table__round__tournament__club"


@admin.register(Lot, site=registers)
class Lots(Register):
    title = gettext_lazy("Lots")
    columns = ("at", "tournament", "round", "about", "by", "withdrawn_at")
    further = ("order", "seed", "id")
    ordering = ("-at",)
    list_select_related = ("tournament__evening", "round", "by")
    of_club = "tournament__club"

    @staticmethod
    def told_about(lot: Lot) -> str:
        return str(LOTS[lot.about])

    @staticmethod
    def told_order(lot: Lot) -> str:
        return _names(lot.tournament, lot.order)


@admin.register(Prize, site=registers)
class Prizes(Register):
    title = gettext_lazy("Prizes")
    columns = ("name", "tournament", "round", "position", "taken_by")
    further = ("cents", "chosen", "taken_at", "removed_at", "id")
    search_fields = ("name",)
    ordering = ("-tournament", "round", "position")
    list_select_related = ("tournament", "round", "taken_by")
    of_club = "tournament__club"


@admin.register(Card, site=registers)
class Cards(Register):
    title = gettext_lazy("Cards that were renewed")
    columns = ("number", "tournament", "generation")
    further = ("id",)
    ordering = ("-tournament", "number")
    list_select_related = ("tournament",)
    of_club = "tournament__club"


@admin.register(Preset, site=registers)
class Presets(Register):
    title = gettext_lazy("Presets of tournaments")
    columns = ("name", "club", "rules", "made_at")
    further = ("kept_terms", "id")
    search_fields = ("name",)
    list_select_related = ("club",)


@admin.register(Duty, site=registers)
class Duties(Register):
    title = gettext_lazy("Duties at tournaments")
    columns = ("tournament", "member", "kind", "at")
    ordering = ("-tournament", "kind", "pk")
    list_select_related = ("tournament", "member")
    of_club = "tournament__club"

    @staticmethod
    def told_kind(duty: Duty) -> str:
        return str(DUTIES[duty.kind])


@admin.register(Series, site=registers)
class AllSeries(Register):
    title = gettext_lazy("Series")
    columns = ("title", "club", "made_at")
    further = ("kept_terms", "id")
    search_fields = ("title",)
    list_select_related = ("club",)


@admin.register(SeriesEvent, site=registers)
class SeriesEvents(Register):
    title = gettext_lazy("Events of series")
    columns = ("series", "tournament", "round", "evening")
    ordering = ("-series", "pk")
    list_select_related = ("series", "tournament", "round", "evening")
    of_club = "series__club"


@admin.register(MemberGroup, site=registers)
class ListsOfGroups(Register):
    title = gettext_lazy("Groups")
    columns = ("name", "club", "made_at")
    further = ("id",)
    search_fields = ("name",)
    list_select_related = ("club",)


@admin.register(GroupMember, site=registers)
class GroupMembers(Register):
    title = gettext_lazy("Who is in groups")
    columns = ("group", "member")
    ordering = ("-group", "pk")
    list_select_related = ("group", "member")
    of_club = "group__club"


@admin.register(SeriesGroup, site=registers)
class SeriesGroups(Register):
    title = gettext_lazy("Groups of series")
    columns = ("series", "group", "use")
    ordering = ("-series", "pk")
    list_select_related = ("series", "group")
    of_club = "series__club"


@admin.register(BroughtPoints, site=registers)
class AllBroughtPoints(Register):
    title = gettext_lazy("Points brought along")
    columns = ("series", "member", "kept_points", "words")
    ordering = ("-series", "pk")
    list_select_related = ("series", "member")
    of_club = "series__club"


@admin.register(SeriesLot, site=registers)
class SeriesLots(Register):
    title = gettext_lazy("Lots of series")
    columns = ("series", "seed", "by", "at", "withdrawn_at")
    further = ("order", "id")
    ordering = ("-at",)
    list_select_related = ("series", "by")
    of_club = "series__club"


@admin.register(OldResult, site=registers)
class OldResults(Register):
    title = gettext_lazy("Results of old years")
    columns = ("series", "event", "date", "member", "guest", "place", "kept_points")
    ordering = ("-series", "pk")
    list_select_related = ("series", "member")
    of_club = "series__club"


@admin.register(KeptOutcomes, site=registers)
class AllKeptOutcomes(Register):
    title = gettext_lazy("What tournaments gave")
    columns = ("tournament", "part", "count")
    further = ("outcomes", "first", "id")
    ordering = ("-pk",)
    list_select_related = ("tournament",)
    of_club = "tournament__club"


@admin.register(SeriesFinal, site=registers)
class SeriesFinals(Register):
    title = gettext_lazy("Finals of series")
    columns = ("series", "tournament", "places", "carry", "percent", "carried_to")
    further = ("kept_table", "id")
    ordering = ("-series", "pk")
    list_select_related = ("series", "tournament", "carried_to")
    of_club = "series__club"


@admin.register(JointClub, site=registers)
class JointClubs(Register):
    title = gettext_lazy("Clubs that hold series together")
    columns = ("series", "club", "invited_at", "declined_at", "part")
    further = ("id",)
    ordering = ("-series", "pk")
    list_select_related = ("series", "club", "part")
    of_club = "series__club"


@admin.register(SamePerson, site=registers)
class ListsOfSamePeople(Register):
    title = gettext_lazy("The same person in two clubs")
    columns = ("series", "one", "other", "said_at", "agreed_at")
    ordering = ("-series", "pk")
    list_select_related = ("series", "one", "other")
    of_club = "series__club"


@admin.register(Decline, site=registers)
class Declines(Register):
    title = gettext_lazy("Finals declined")
    columns = ("final", "member", "guest", "at")
    ordering = ("-at",)
    list_select_related = ("final", "member", "guest__member")
    of_club = "final__series__club"


@admin.register(Pulse, site=registers)
class Pulses(Register):
    title = gettext_lazy("How often something changed")
    columns = ("tournament", "count", "clock")
    ordering = ("-pk",)
    list_select_related = ("tournament",)
    of_club = "tournament__club"


@admin.register(Opening, site=registers)
class Openings(Register):
    title = gettext_lazy("Registration opened")
    columns = ("tournament", "limit", "opens_at", "closes_at", "word", "door")
    ordering = ("-pk",)
    list_select_related = ("tournament",)
    of_club = "tournament__club"


@admin.register(Signup, site=registers)
class Signups(Register):
    title = gettext_lazy("Registered by themselves")
    columns = ("tournament", "name", "comes_from", "words", "at", "entrant", "ended_at", "ended_by")
    ordering = ("-pk",)
    list_select_related = ("tournament", "entrant", "ended_by")
    of_club = "tournament__club"


@admin.register(Wish, site=registers)
class Wishes(Register):
    title = gettext_lazy("Wishes for the draw")
    columns = ("entrant", "kind", "tables", "seat", "other", "at")
    ordering = ("-pk",)
    list_select_related = ("entrant", "other")
    of_club = "entrant__tournament__club"
