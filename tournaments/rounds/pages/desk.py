"""A round's page beside its tables: the next step, and links to everything else."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, pgettext

from scoring.clock import day_in_words
from scoring.engine.naming import Names
from scoring.models import Participant
from scoring.web.links import is_there
from tournaments.duties import who_rules
from tournaments.engine.played import RankedTournament
from tournaments.engine.sizes import SMALLEST
from tournaments.models import (
    Attendance,
    Call,
    Entrant,
    Prize,
    Round,
    Signup,
    Stage,
    State,
    Table,
    Tournament,
)
from tournaments.planning.pages import counted, final, winners_of
from tournaments.rounds.pages.clock_display import SHOWN
from tournaments.rounds.pages.club_card import Seat, seat_in
from tournaments.standings.derived import BEGUN, may_see, ranked
from tournaments.standings.pages.standings import (
    ShownStandings,
    StandingRow,
    round_shown,
)
from tournaments.standings.prizes import offered, open_ties
from tournaments.wording import missing_in_words

PEOPLE = ngettext_lazy("%(count)d person", "%(count)d people", "count")
TABLES = ngettext_lazy("%(count)d table", "%(count)d tables", "count")
FIRST = 10  # places beside who has won
SEATED = (Stage.PUBLISHED, Stage.RUNNING)


class Way(NamedTuple):
    """A link, or a button that does something at once, with its state."""

    label: str
    address: str
    icon: str = ""
    end: str = ""
    small: str = ""
    presses: bool = False


class NextStep(NamedTuple):
    """The next step of a round; the first of its ways is the most likely one."""

    sentence: str
    ways: tuple[Way, ...]


class Desk:
    """A round as this visitor may see it: the current or chosen one; None once all is over."""

    def __init__(self, tournament: Tournament, number: int = 0) -> None:
        self.tournament = tournament
        self.directs = tournament.is_directed
        self.runs = self.directs or tournament.is_arbitrated
        self.shown = may_see(tournament)
        self._rounds: list[Any] = list(_with_counts(tournament))
        playing = Entrant.objects.filter(withdrawn_at=None, house=False)
        self.people, self.asking = Tournament.objects.values_list(
            counted(playing, "tournament"), counted(Signup.objects.asking(), "tournament")
        ).get(pk=tournament.pk)
        self.now = next((round_ for round_ in self._rounds if round_.stage != Stage.CLOSED), None)
        self.calls = sum(round_.calls for round_ in self._rounds)
        self.where = {"slug": tournament.club.slug, "pk": tournament.pk}
        self.asked = number
        self.round = self._round()

    def _round(self) -> Any:
        """Return the chosen round, or the current one; None once all is over."""
        if self.asked:
            chosen = next((round_ for round_ in self._rounds if round_.number == self.asked), None)
            if chosen is None:
                raise Http404
            return chosen
        if self.tournament.state == State.FINISHED:
            return None
        return self.now or self._rounds[-1]

    @property
    def is_over(self) -> bool:
        """Return whether the round was closed, or a finished tournament is shown."""
        return self.round is None or self.round.stage == Stage.CLOSED

    @property
    def subtitle(self) -> str:
        """Return the round and its number of people; once all is over, day and venue."""
        evening = self.tournament.evening
        if self.round is None:
            return ", ".join(filter(None, (day_in_words(evening.date), evening.venue)))
        of_all = {"number": self.round.number, "rounds": max(self.tournament.terms.rounds, len(self._rounds))}
        tables = self.round.seated if self.round.stage == Stage.PUBLISHED else 0
        counted = ((PEOPLE, self.round.here or self.people), (TABLES, tables))
        counts = ", ".join(words % {"count": count} for words, count in counted if count)
        parts = (_("Round %(number)d of %(rounds)d") % of_all, _("closed") if self.is_over else "", counts)
        return " · ".join(filter(None, parts))

    @property
    def periods(self) -> list[dict[str, Any]]:
        """Return the links of the title's menu: each round, and the whole once it is over; empty if one."""
        ways = [
            {
                "address": self._way("", "round", round_).address,
                "words": _("Round %(number)d") % {"number": round_.number},
                "current": round_ is self.round,
            }
            for round_ in self._rounds
        ]
        if self.tournament.state == State.FINISHED:
            everything = {"address": self.tournament.get_absolute_url(), "words": _("All rounds")}
            ways.insert(0, {**everything, "current": self.round is None})
        return ways if len(ways) > 1 else []

    # What is next

    @cached_property
    def step(self) -> NextStep | None:
        """Return the next step; None while the clock and the tables of the round show it."""
        if not self.tournament.is_open or (self.asked and self.is_over):
            return None
        if self.runs and self.calls and self.round is self.now:
            message = ngettext(
                "%(count)d table is waiting for the arbiters.",
                "%(count)d tables are waiting for the arbiters.",
                self.calls,
            )
            return NextStep(message % {"count": self.calls}, (self._way(_("To the calls"), "disputes"),))
        if self.directs:
            return self._step_of_the_director()
        if self.tournament.is_cashed and not self.is_over:
            message = _("Who is here for round %(number)d?") % {"number": self.round.number}
            return NextStep(message, (self._way(_("Who is here"), "people", self.round),))
        return None

    def _step_of_the_director(self) -> NextStep | None:
        number = {"number": self.round.number}
        if not self.people:
            register = self._way(_("Register players"), "register", icon="plus")
            return NextStep(_("Nobody is registered yet."), (register,))
        draw = self._way(_("Draw"), "draw", self.round, icon="dice")
        match self.round.stage:
            case Stage.CHECK_IN:
                return self._check_in(draw)
            case Stage.DRAFT:
                message = _("Round %(number)d has been drawn, and nobody else can see it yet.") % number
                return NextStep(message, (self._way(_("Look at the draw"), "draw", self.round, icon="dice"),))
            case Stage.PUBLISHED:
                message = _("Everybody can find their table for round %(number)d.") % number
                label = pgettext("round", "Start")
                start = self._way(label, "start_round", self.round, icon="play", presses=True)
                return NextStep(message, (start, draw))
            case Stage.CLOSED:
                return self._last_step()
        return None

    def _check_in(self, draw: Way) -> NextStep:
        present, number = self.round.here, {"number": self.round.number}
        ways = [self._way(_("Who is here"), "people", self.round)]
        if present >= SMALLEST:
            ways.insert(0, draw)
        if self._closed:
            label = _("Everybody is back: draw")
            ways.insert(0, self._way(label, "everybody_back", self.round, icon="dice", presses=True))
        if present < SMALLEST:
            return NextStep(_("Who is here for round %(number)d?") % number, tuple(ways))
        message = ngettext(
            "%(count)d person is here for round %(number)d.",
            "%(count)d people are here for round %(number)d.",
            present,
        )
        return NextStep(message % {**number, "count": present}, tuple(ways))

    def _last_step(self) -> NextStep:
        finish = self._way(_("Finish the tournament"), "finish", icon="check")
        if missing := self._whole.missing_in(None):
            first = next(round_ for round_ in self._rounds if round_.number in missing)
            enter = self._way(_("Type the missing results"), "paper_results", first, icon="write")
            return NextStep(missing_in_words(missing), (enter, finish))
        give = self._way(_("Give the prizes"), "prizes", self.round)
        if give.address and (left := self._prizes_left(self.round)):
            message = ngettext(
                "%(count)d prize of round %(number)d has not been given.",
                "%(count)d prizes of round %(number)d have not been given.",
                left,
            )
            return NextStep(message % {"count": left, "number": self.round.number}, (give, finish))
        return NextStep(_("All rounds have been played."), (finish,))

    def _prizes_left(self, round_: Any) -> int:
        """Return how many prizes of a round are not given yet; without a list, those of the terms."""
        is_untouched = round_.started_at is not None and not round_.listed
        return len(self.tournament.terms.prizes) if is_untouched else int(round_.left)

    @cached_property
    def left(self) -> list[Way]:
        """Return links for directors to remaining prizes of closed rounds and, in the end, to lots."""
        if not (self.directs and self.tournament.is_open):
            return []
        ways = []
        for round_ in self._rounds:
            if round_.stage == Stage.CLOSED and (left := self._prizes_left(round_)):
                words = ngettext(
                    "Round %(number)d: %(count)d prize", "Round %(number)d: %(count)d prizes", left
                )
                values = {"number": round_.number, "count": left}
                ways.append(self._way(words % values, "prizes", round_))
        return _existing([*ways, *self._lots()] if self.now is None else ways)

    def _lots(self) -> Iterable[Way]:
        """Yield the lots that are still to be drawn once all rounds are closed."""
        whole = self._whole
        for round_ in self._rounds:
            if open_ties(whole, round_, offered(self.tournament, round_)):
                words = _("Round %(number)d: the lot") % {"number": round_.number}
                yield self._way(words, "lots", round_)
        if open_ties(whole, None, offered(self.tournament, None)):
            yield self._way(_("Overall: the lot"), "lots")

    # Where everybody sits, and who has won

    @cached_property
    def seat(self) -> Seat | None:
        """Return where the visitor sits in the round."""
        if self.round is None or self.round.stage not in SEATED or not self.tournament.is_open:
            return None
        evening = self.tournament.evening
        mine = Participant.objects.filter(evening=evening, member=self.tournament.member_id)
        me = mine.values_list("pk", flat=True).first()
        return seat_in(self.round, str(me), lambda: self.names) if me else None

    @cached_property
    def _closed(self) -> list[Round]:
        return [round_ for round_ in self._rounds if round_.stage == Stage.CLOSED]

    @cached_property
    def _whole(self) -> RankedTournament:
        return ranked(self.tournament)

    @cached_property
    def names(self) -> Names:
        return self.tournament.evening.names()

    @cached_property
    def final(self) -> ShownStandings | None:
        """Return the standings of the end, or as they are."""
        return final(self._whole, self.names, self.tournament.member_id)

    @cached_property
    def result(self) -> ShownStandings | None:
        """Return the standings of a closed round, or of all, where the visitor may see who has won."""
        if not (self.is_over and self.shown and self._closed):
            return None
        me = self.tournament.member_id
        result = round_shown(self._whole, self.round, self.names, me) if self.asked else self.final
        return result if result and len(result.parts) == 1 and result.parts[0].rows else None

    @cached_property
    def first(self) -> list[tuple[StandingRow, str, str]]:
        """Return the first places: each with its rank and its amount in words."""
        rows = self.result.rows[:FIRST] if self.result else ()
        return [
            (row, f"{row.rank}{'=' * row.tied}", self.result.amount_of(row)) for row in rows if self.result
        ]

    @cached_property
    def winners(self) -> list[tuple[str, str]]:
        """Return the winners with their figures; empty where they are hidden."""
        return [] if self.result is None else winners_of(self.result)

    @cached_property
    def rounds_won(self) -> list[Way]:
        """Return the rounds of a finished tournament, each with its winners."""
        if self.round is not None or not self.shown:
            return []
        return [self._won(round_) for round_ in self._closed]

    def _won(self, round_: Round) -> Way:
        winners = winners_of(round_shown(self._whole, round_, self.names))
        words = ", ".join(f"{name} {figure}" for name, figure in winners)
        return self._way(_("Round %(number)d") % {"number": round_.number}, "round", round_, small=words)

    # Ways

    @cached_property
    def title(self) -> str:
        """Return the heading of the ways beside the tables."""
        if self.round is None:
            return _("To look up")
        if self.is_over:
            return _("Round %(number)d") % {"number": self.round.number}
        return _("Besides") if self.round.stage == Stage.RUNNING else _("Before the start")

    @cached_property
    def ways(self) -> list[Way]:
        """Return the ways beside the tables, each with its state."""
        return _existing([*self._ways_of_the_day(), *(self._ways_afterwards() if self.is_over else ())])

    def _ways_of_the_day(self) -> Iterable[Way]:
        round_, runs = self.round, self.round is not None and self.round.stage == Stage.RUNNING
        prepares = self.directs and self.tournament.is_open and not self.is_over
        if prepares:
            rules = who_rules(self.tournament)
            names = rules.names or pgettext("arbiters", "nobody")
            yield self._way(_("Arbiters"), "duties", icon="gavel", end=names, small=rules.playing_note)
        if self.runs and (runs or self.calls):
            calls = pgettext("disputes", "%(count)d open") % {"count": self.calls}
            none = pgettext("disputes", "none")
            yield self._way(_("Disputes"), "disputes", icon="flag", end=calls if self.calls else none)
        if round_ is not None and prepares and round_.stage in SEATED:
            presence = _("%(count)d here") % {"count": round_.here}
            yield self._way(_("Who comes, who goes"), "seats", round_, icon="account", end=presence)
        if round_ is not None and (not runs if self.directs else self.tournament.is_cashed):
            presence = _("%(here)d of %(people)d") % {"here": round_.here, "people": self.people}
            yield self._way(_("Who is here"), "people", round_, icon="account", end=presence)
        if prepares and not runs:
            yield self._way(_("Cards for the tables"), "cards", icon="cards")
        if prepares and (self.asking or not runs):
            asking = _("%(count)d waiting") % {"count": self.asking} if self.asking else ""
            yield self._way(_("Registration"), "registration_desk", icon="write", end=asking)

    def _ways_afterwards(self) -> Iterable[Way]:
        """Yield links to the results of a round, or of all of them."""
        if self.round is not None and self.round.stage in SHOWN:
            yield self._way(_("Seating"), "seating", self.round, icon="list")
        if self.is_over and self.tournament.takes_results and self.round is not None:
            yield self._way(_("Results"), "paper_results", self.round, icon="write")
        if self.shown and (self.round is None or self.round.stage in BEGUN):
            left = self._prizes_left(self.round) if self.round is not None else 0
            open_prizes = pgettext("prizes", "%(count)d open") % {"count": left} if left else ""
            yield self._way(_("Prizes"), "prizes", self.round, icon="money", end=open_prizes)
        if self.directs and self.is_over:
            yield self._way(_("Lots"), "lots", self.round, icon="dice")
            yield self._way(_("Certificates"), "certificates", self.round, icon="print")
        if self.shown and any(round_.stage in BEGUN for round_ in self._rounds):
            yield self._way(_("The whole day on paper"), "whole_day", icon="print")

    @property
    def seldom(self) -> list[Way]:
        """Return the ways that are seldom needed."""
        return _existing([*(() if self.is_over else self._ways_afterwards()), *self._administration()])

    def _administration(self) -> Iterable[Way]:
        """Yield the ways that concern the whole tournament."""
        if self.runs and self.tournament.is_open:
            projector = reverse("tournaments:projector", args=[self.tournament.code])
            yield Way(_("Screen for the hall"), projector, icon="screen")
            yield self._way(_("Screens in the hall"), "screens", icon="screen")
        if self.runs and self.now is not None and self.now.stage == Stage.RUNNING:
            yield Way(_("Hands from an offline table"), reverse("scoring:picture"), icon="qr")
        if self.directs and self.round is not None and self.round.stage == Stage.RUNNING:
            yield self._way(_("Cards for the tables"), "cards", icon="cards")
            yield self._way(_("Registration"), "registration_desk", icon="write")
        if self.directs:
            if self.tournament.is_open:
                yield self._way(_("Settings"), "settings", icon="settings")
                yield self._way(_("Finish the tournament"), "finish", icon="check")
            else:
                yield self._way(_("Reopen the tournament"), "reopen", icon="undo")
        if self.tournament.is_of_club_director:
            yield self._way(_("Copy the tournament"), "copy", icon="plus")
            yield self._way(_("Save as a preset"), "keep_preset", icon="rules")

    def _way(self, label: str, page: str, round_: Any = None, **details: Any) -> Way:
        """Return a link to a page of the tournament or of a round; empty if its room was removed."""
        name, where = f"tournaments:{page}", {**self.where, **({"number": round_.number} if round_ else {})}
        return Way(label, reverse(name, kwargs=where) if is_there(name, **where) else "", **details)


def _existing(ways: Iterable[Way]) -> list[Way]:
    """Return the ways without those whose room was taken away."""
    return [way for way in ways if way.address]


def _with_counts(tournament: Tournament) -> Any:
    """Return the rounds with their counts of people, tables, open calls and prizes left; one query."""
    present = Attendance.objects.filter(checked_in_at__isnull=False, entrant__withdrawn_at=None)
    return tournament.rounds.order_by("number").annotate(
        here=counted(present, "round"),
        seated=counted(Table.objects.all(), "round"),
        calls=counted(Call.objects.open(), "table__round"),
        listed=counted(Prize.objects.all(), "round"),
        left=counted(Prize.objects.filter(taken_by=None, removed_at=None), "round"),
    )
