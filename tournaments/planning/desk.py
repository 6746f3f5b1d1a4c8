"""The desk of a tournament: what is to be done next, and the way to everything else."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from scoring import clock
from scoring.models import Participant
from scoring.web.links import is_there
from tournaments.duties import WhoRules, who_rules
from tournaments.engine.clock import bell
from tournaments.engine.sizes import SMALLEST
from tournaments.models import Attendance, Call, Entrant, Prize, Signup, Stage, State, Table, Tournament
from tournaments.planning.pages import counted
from tournaments.round_clock import clock_of
from tournaments.standings.derived import is_shown, ranked
from tournaments.standings.prizes import offered, open_ties
from tournaments.wording import missing_in_words


@dataclass(frozen=True, slots=True)
class Way:
    """A link, and how much there is behind it."""

    label: str
    address: str
    count: int = 0
    icon: str = ""


class NextStep(NamedTuple):
    """What is to be done next."""

    sentence: str
    way: Way
    alternative: Way | None = None
    press: Way | None = None  # a button that does it at once


class OwnSeat(NamedTuple):
    """Where the visitor sits, or will sit."""

    round: int
    table: int
    others: str
    sheet: int | None  # where its hands stand, once there are any


STAGES = {
    Stage.CHECK_IN: gettext_lazy("check-in"),
    Stage.DRAFT: gettext_lazy("drawn, not published yet"),
    Stage.PUBLISHED: gettext_lazy("drawn, seating published"),
    Stage.RUNNING: gettext_lazy("in play"),
    Stage.CLOSED: gettext_lazy("closed"),
}


PEOPLE = ngettext_lazy("%(count)d person", "%(count)d people", "count")
TABLES = ngettext_lazy("%(count)d table", "%(count)d tables", "count")


class Desk:
    """The desk as this visitor may see it; what several parts need is looked up only one time."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.directs, self.arbitrates = tournament.is_directed, tournament.is_arbitrated
        self.runs = self.directs or self.arbitrates
        self.at_the_door = self.directs or tournament.is_cashed
        self.shown = self.runs or is_shown(tournament)
        self._rounds: list[Any] = list(_with_counts(tournament))
        playing = Entrant.objects.filter(withdrawn_at=None, house=False)
        self.people, self.asking = Tournament.objects.values_list(
            counted(playing, "tournament"), counted(Signup.objects.asking(), "tournament")
        ).get(pk=tournament.pk)
        self.now = next((round_ for round_ in self._rounds if round_.stage != Stage.CLOSED), None)
        self.calls = sum(round_.calls for round_ in self._rounds)
        self.where = {"slug": tournament.club.slug, "pk": tournament.pk}

    @property
    def to_come(self) -> int:
        """Return how many rounds are planned and not there yet."""
        return max(0, self.tournament.terms.rounds - len(self._rounds))

    @cached_property
    def rules(self) -> WhoRules | None:
        """Return whom a call reaches; None where nothing is played any more."""
        return who_rules(self.tournament) if self.runs and self.tournament.is_open else None

    # What is next

    @cached_property
    def step(self) -> NextStep | None:
        """Return what is to be done next."""
        if self.tournament.state == State.FINISHED:
            return NextStep(_("The tournament is finished."), self._way(_("To the results"), "standings"))
        if not self.runs:
            return self._step_of_a_helper()
        if self.calls:
            message = ngettext(
                "%(count)d table is waiting for the arbiters.",
                "%(count)d tables are waiting for the arbiters.",
                self.calls,
            )
            return NextStep(
                message % {"count": self.calls}, self._way(_("To the calls"), "disputes"), self._board()
            )
        if self.directs:
            return self._step_of_the_director()
        is_running = self.now is not None and self.now.stage == Stage.RUNNING
        return self._running(self.now) if is_running else None

    def _step_of_a_helper(self) -> NextStep | None:
        """Return where a cashier, or who types paper sheets, is wanted now."""
        if self.now is None:
            return None
        if self.tournament.is_typed and self.now.stage == Stage.RUNNING:
            if not self.now.tables.filter(paper=True).exists():
                return self._running(self.now)
            message = _("Round %(number)d is running.") % {"number": self.now.number}
            results = self._way(_("Type results from paper"), "paper_results", self.now)
            return NextStep(message, results, self._board())
        if self.tournament.is_cashed:
            message = _("Who is here for round %(number)d?") % {"number": self.now.number}
            return NextStep(message, self._way(_("Check people in"), "check_in", self.now))
        return None

    def _running(self, round_: Any) -> NextStep:
        return NextStep(_("Round %(number)d is running.") % {"number": round_.number}, self._board())

    def _step_of_the_director(self) -> NextStep:
        if not self.people:
            return NextStep(_("Nobody is registered yet."), self._way(_("Register players"), "register"))
        if self.now is None:
            return self._last_step()
        number = {"number": self.now.number}
        if self.now.stage == Stage.CHECK_IN:
            return self._check_in(self.now)
        if self.now.stage == Stage.DRAFT:
            message = _("Round %(number)d has been drawn, and nobody else can see it yet.") % number
            return NextStep(message, self._way(_("Check the draw and publish it"), "draw", self.now))
        if self.now.stage == Stage.PUBLISHED:
            message = _("Everybody can find their table for round %(number)d.") % number
            return NextStep(
                message,
                self._way(_("Start round %(number)d") % number, "round", self.now),
                self._way(_("Seating"), "seating", self.now),
            )
        return self._running(self.now)

    def _board(self) -> Way:
        return self._way(_("To the board"), "round", self.now)

    def _check_in(self, round_: Any) -> NextStep:
        present, number = round_.here, {"number": round_.number}
        check = self._way(_("Check people in"), "check_in", round_)
        back = None
        if any(round_.stage == Stage.CLOSED for round_ in self._rounds):
            back = self._way(_("Everybody is back: draw"), "everybody_back", round_)
        if present < SMALLEST:
            return NextStep(_("Who is here for round %(number)d?") % number, check, press=back)
        message = ngettext(
            "%(count)d person is here for round %(number)d.",
            "%(count)d people are here for round %(number)d.",
            present,
        )
        draw = self._way(_("Draw round %(number)d") % number, "draw", round_)
        return NextStep(message % {**number, "count": present}, draw, check, press=back)

    def _last_step(self) -> NextStep:
        last = self._rounds[-1]
        finish = self._way(_("Finish the tournament"), "finish")
        if missing := ranked(self.tournament).missing_in(None):
            first = next(round_ for round_ in self._rounds if round_.number in missing)
            enter = self._way(_("Type the missing results"), "paper_results", first)
            return NextStep(missing_in_words(missing), enter, finish)
        if left := self._prizes_left(last):
            message = ngettext(
                "%(count)d prize of round %(number)d has not been given.",
                "%(count)d prizes of round %(number)d have not been given.",
                left,
            )
            give = self._way(_("Give the prizes"), "standings", last)
            return NextStep(message % {"count": left, "number": last.number}, give, finish)
        return NextStep(_("All rounds have been played."), finish)

    def _prizes_left(self, round_: Any) -> int:
        """Return how many prizes of a round are left; untouched, one that began offers those of the terms."""
        is_untouched = round_.started_at is not None and not round_.listed
        return len(self.tournament.terms.prizes) if is_untouched else int(round_.left)

    @cached_property
    def left(self) -> list[Way]:
        """Return links for directors to prizes left in closed rounds and, after the last one, to lots."""
        if not (self.directs and self.tournament.is_open and is_there("tournaments:lots", **self.where)):
            return []
        ways = []
        for round_ in self._rounds:
            if round_.stage == Stage.CLOSED and (left := self._prizes_left(round_)):
                words = ngettext(
                    "Round %(number)d: %(count)d prize", "Round %(number)d: %(count)d prizes", left
                )
                values = {"number": round_.number, "count": left}
                ways.append(self._way(words % values, "round_prizes", round_))
        return [*ways, *self._lots()] if self.now is None else ways

    def _lots(self) -> Iterable[Way]:
        """Yield the lots that are still to be drawn once all rounds are closed."""
        whole = ranked(self.tournament)
        for round_ in self._rounds:
            if open_ties(whole, round_, offered(self.tournament, round_)):
                words = _("Round %(number)d: the lot") % {"number": round_.number}
                yield self._way(words, "round_lots", round_)
        if open_ties(whole, None, offered(self.tournament, None)):
            yield self._way(_("Overall: the lot"), "lots")

    # Where everybody sits

    @cached_property
    def seat(self) -> OwnSeat | None:
        """Return where the visitor sits in the round that runs or comes next."""
        seated_rounds = [
            round_ for round_ in self._rounds if round_.stage in (Stage.PUBLISHED, Stage.RUNNING)
        ]
        if not seated_rounds or self.tournament.member_id is None or not self.tournament.is_open:
            return None
        evening = self.tournament.evening
        mine = Participant.objects.filter(evening=evening, member=self.tournament.member_id)
        me = mine.values_list("pk", flat=True).first()
        if me is None:
            return None
        for table in Table.objects.filter(round=seated_rounds[0]).select_related("sheet"):
            if str(me) in table.seated:
                names = evening.names()
                others = ", ".join(names[player] for player in table.seated if player != str(me))
                return OwnSeat(seated_rounds[0].number, table.number, others, table.sheet_id)
        return None

    @cached_property
    def rings(self) -> datetime | None:
        """Return when the bell of the running round rings, if that is known."""
        if self.now is None or self.now.stage != Stage.RUNNING or self.now.minutes is None:
            return None
        self.now.tournament = self.tournament
        return bell(clock_of(self.now, self.now.ticks_now), clock.now())

    # Ways

    @cached_property
    def rounds(self) -> list[dict[str, Any]]:
        """Return the rounds, how far each is, and where its pages are."""
        return [
            {
                "number": round_.number,
                "stage": STAGES[Stage(round_.stage)],
                "is_now": self.tournament.is_open and round_ is self.now,
                "counts": " · ".join(
                    template % {"count": count}
                    for template, count in ((PEOPLE, round_.here), (TABLES, round_.seated))
                    if count
                ),
                "ways": list(self._ways_of(round_)),
            }
            for round_ in self._rounds
        ]

    def _ways_of(self, round_: Any) -> Iterable[Way]:
        stage = round_.stage
        seated = stage in (Stage.PUBLISHED, Stage.RUNNING, Stage.CLOSED)
        began = stage in (Stage.RUNNING, Stage.CLOSED)
        if self.at_the_door:
            yield self._way(_("Who is here"), "check_in", round_)
        if self.directs and not began:
            yield self._way(_("Draw"), "draw", round_)
        if seated:
            yield self._way(_("Seating"), "seating", round_)
        if began and (self.runs or self.tournament.takes_results):
            yield self._way(_("Board"), "board", round_)
        if self.shown and began:
            standings = pgettext("tournament", "Standings")
            yield self._way(standings, "standings", round_, count=self._prizes_left(round_))

    @cached_property
    def ways(self) -> list[Way]:
        """Return the ways to the pages of the whole tournament that do not stand in its bar."""
        return list(self._ways())

    def _ways(self) -> Iterable[Way]:
        if self.directs:
            if is_there("tournaments:registration_desk", **self.where):
                yield self._way(_("Registration"), "registration_desk", count=self.asking, icon="write")
            yield self._way(_("Cards for the tables"), "cards", icon="cards")
            yield self._way(_("Who does what"), "duties", icon="account")
        if self.runs:
            yield self._way(_("Disputes"), "disputes", count=self.calls, icon="gavel")
            if self.now is not None and self.now.stage == Stage.RUNNING:
                yield Way(_("Hands from an offline table"), reverse("scoring:picture"), icon="qr")
        began = any(round_.stage in (Stage.RUNNING, Stage.CLOSED) for round_ in self._rounds)
        if self.shown and began:
            yield self._way(_("The whole day on paper"), "whole_day", icon="print")

    def _way(self, label: str, page: str, round_: Any = None, *, count: int = 0, icon: str = "") -> Way:
        """Return the way to a page of the tournament, or of one of its rounds."""
        where = [self.tournament.club.slug, self.tournament.pk, *([round_.number] if round_ else [])]
        return Way(label, reverse(f"tournaments:{page}", args=where), count, icon)


def _with_counts(tournament: Tournament) -> Any:
    """Return the rounds with who is there, tables, open calls and prizes left; one query."""
    present = Attendance.objects.filter(checked_in_at__isnull=False, entrant__withdrawn_at=None)
    return tournament.rounds.annotate(
        here=counted(present, "round"),
        seated=counted(Table.objects.all(), "round"),
        calls=counted(Call.objects.open(), "table__round"),
        listed=counted(Prize.objects.all(), "round"),
        left=counted(Prize.objects.filter(taken_by=None, removed_at=None), "round"),
    )
