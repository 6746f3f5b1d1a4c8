"""A tournament of the house's club, played by the verbs: its hands, its people, its pages."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring import clock, verifying
from scoring.capability import log_line
from scoring.models import Account, Act, Deed, Entry, Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table import verbs as recording
from scoring.table.verbs import Change
from scoring.table.writing import Written
from scoring.table_policy import Actor
from tests.support import jumping
from tests.support.pages import text_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR, exchanged
from tests.support.stages import Stage, Values, stage
from tests.support.tournaments.table_verbs import rule_on_result
from tournaments.corrections import grid
from tournaments.corrections.verbs import enter_result
from tournaments.draw import verbs as draw
from tournaments.draw.cards import codes_of
from tournaments.engine.adjusting import AdjustmentKind
from tournaments.engine.capital import PaperLine
from tournaments.engine.seating import Method
from tournaments.engine.terms import CUP, PLAY_MONEY, Format, Terms, options_for
from tournaments.entrants import verbs as people
from tournaments.entrants.pages import registration_of
from tournaments.entrants.registration import verbs as registration
from tournaments.models import Entrant, Pulse, Round, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.rounds.verbs import rounds
from tournaments.standings.derived import ranked
from tournaments.verifying import checked as of_tournament

NAMES = tuple(f"Gast {number}" for number in range(1, 401))


@dataclass
class Playing:
    """A tournament and what it takes to play it; Bert directs, Dora is the arbiter."""

    house: House
    tournament: Tournament
    moment: datetime.datetime | None = None  # where a stage left the clock

    @property
    def director(self) -> Account:
        return self.house["Bert"]

    def client(self, name: str = "Bert") -> Client:
        """Return the browser of this person, who reads English."""
        return self.house.client(name, "en")

    def read(self, page: str, /, *further: object, by: str = "Bert", **query: str) -> str:
        """Return what somebody reads on a page of the tournament."""
        answer = self.client(by).get(address(self, page, *further), query)
        assert answer.status_code == 200, page
        return text_of(answer)

    def send(self, page: str, /, *further: object, by: str = "Bert", **fields: Any) -> Any:
        """Let somebody send a form of the tournament; return the page that comes then."""
        sent = {"deed": str(uuid4()), **fields}
        return self.client(by).post(address(self, page, *further), sent, follow=True)

    def told(self, page: str, /, *further: object, by: str = "Bert", **fields: Any) -> str:
        """Let somebody send a form of the tournament; return the text of the next page."""
        return text_of(self.send(page, *further, by=by, **fields))

    def do(self, verb: Callable[..., Any], /, *, by: str = "Bert", **about: Any) -> Any:
        """Let somebody do something in this tournament, by itself at its first round or table."""
        known: dict[str, Callable[[], Any]] = {
            "deed": uuid4,
            "tournament": lambda: self.tournament,
            "round_": self.round,
            "table": self.table,
        }
        needed = [name for name, asked in signature(verb).parameters.items() if asked.default is asked.empty]
        needed += ["deed"] if "act" in needed else []
        missing = {name: find() for name, find in known.items() if name in needed and name not in about}
        return verb(actor=self.house[by], **missing, **about)

    def write(self, verb: Callable[..., Any], /, *, by: str = "", at: int = 1, **about: Any) -> Any:
        """Let somebody write on the sheet of a table, as it stands: with its card, or signed in."""
        sheet = about.pop("sheet", None) or self.sheet(at)
        actor = Actor(self.house[by]) if by else Actor(link=sheet.record_link)
        return verb(actor=actor, sheet=sheet, known_seq=sheet.seq, **{"entry": uuid4(), **about})

    def change(
        self, act: Act, target: Entry, record: dict[str, Any] | None = None, *, by: str = "Bert", **about: Any
    ) -> Written:
        """Correct an entry, take it out, or insert something before it."""
        asked = {"proposed": Change(act, target, record), "reason": "falsch", **about}
        written: Written = self.write(recording.change, by=by, **asked)
        return written

    def round(self, number: int = 1) -> Round:
        rounds = Round.objects.select_related(
            "tournament__club", "tournament__evening__ruleset", "tournament__evening__club"
        )
        return rounds.get(tournament=self.tournament, number=number)

    def table(self, number: int = 1, *, round_: int = 1) -> Table:
        tables = Table.objects.select_related("round__tournament__club", "sheet__evening")
        return tables.get(round__tournament=self.tournament, round__number=round_, number=number)

    def sheet(self, number: int = 1, *, round_: int = 1) -> Sheet:
        tables = Table.objects.filter(round__tournament=self.tournament, round__number=round_, number=number)
        return Sheet.objects.whole().get(table__in=tables)

    def agree(self, **terms: Any) -> None:
        """Other terms, as if it had been opened with them."""
        agreed = replace(self.tournament.terms, **terms)
        self.tournament.kept_terms = agreed.as_json()
        self.tournament.save(update_fields=["kept_terms"])
        del self.tournament.terms
        evening = self.tournament.evening
        evening.options = options_for(agreed, rules_of(evening.ruleset))
        evening.save(update_fields=["options"])

    def names(self) -> dict[str, str]:
        return self.tournament.evening.names()

    def ids(self) -> dict[str, str]:
        return {name: player for player, name in self.names().items()}

    def entrant(self, name: str) -> Entrant:
        found = self.tournament.entrants.whole().get(participant=self.ids()[name])
        found.tournament = self.tournament
        return found

    def sitting(self, number: int = 1) -> list[str]:
        """Return who sits at a table of the first round now, in order."""
        names = self.names()
        return [names[player] for player in self.table(number).seated]

    def balances(self, number: int = 1) -> dict[str, Any]:
        names, lines = self.names(), self.table(number).result.players
        return {names[player]: line.balance for player, line in lines.items()}

    def register(self, names: Sequence[str], *, house: bool = False) -> None:
        self.do(people.register, names=list(names), house=house)

    def open_registration(self, **settings: Any) -> None:
        """Without a limit, times and a word, but for what is given."""
        settings = {"limit": None, "opens_at": None, "closes_at": None, "word": "", **settings}
        self.do(registration.open_registration, **settings)

    def check_in(self, number: int = 1, *, names: Sequence[str] | None = None) -> None:
        """Everybody, or those named."""
        there = self.names()
        entrants = [
            entrant.pk
            for entrant in self.tournament.entrants.filter(house=False)
            if names is None or there[str(entrant.participant_id)] in names
        ]
        self.do(people.check_in_or_out, round_=self.round(number), entrants=entrants, here=True)

    def draw(self, number: int = 1, *, seed: str = "seed", method: Method = Method.AVOID_REPEATS) -> None:
        self.do(draw.draw_round, round_=self.round(number), method=method, seed=seed)

    def seat(self, number: int, tables: Sequence[Sequence[str]], *, swapped: bool = True) -> None:
        """After the draw, by hand: these people here, so that a test can work out amounts by hand."""
        ids, round_ = self.ids(), self.tournament.rounds.get(number=number)
        round_.swapped = swapped
        round_.save(update_fields=["swapped"])
        for table in round_.tables.filter(number__lte=len(tables)):
            table.seats = [ids[name] for name in tables[table.number - 1]]
            table.save(update_fields=["seats"])

    def reseat(self, *changes: tuple[str, str], number: int = 1, by: str = "Bert") -> None:
        """Change seats before the start: two of these names, new ones behind a sign, or free seats."""
        ids, before = self.ids(), grid.grid_of(self.round(number))
        after = grid.changed_grid(before, [[ids.get(each, each) for each in pair] for pair in changes])
        self.do(grid.reseat, by=by, round_=self.round(number), before=before, after=after)

    def publish(self, number: int = 1) -> None:
        self.do(draw.publish_round, round_=self.round(number))

    def start(self, number: int = 1) -> None:
        self.do(rounds.start_round, round_=self.round(number))

    def close(self, number: int = 1) -> None:
        self.do(rounds.close_round, round_=self.round(number))

    def finish(self) -> None:
        """Finish it; a table that nobody has a result of was not played."""
        for number, table in ranked(self.round().tournament).missing_tables:
            about = {"table": self.table(table, round_=number), "kind": AdjustmentKind.NOT_PLAYED}
            self.do(rule_on_result, reason="nicht gespielt", **about)
        self.do(planning.finish_tournament)

    def publish_seats(
        self,
        number: int = 1,
        *,
        names: Sequence[str] | None = None,
        tables: Sequence[Sequence[str]] | None = None,
    ) -> None:
        """From check-in to seats that everybody can find."""
        self.check_in(number, names=names)
        self.draw(number)
        if tables is not None:
            self.seat(number, tables)
        self.publish(number)

    def begin(self, number: int = 1, **seated: Any) -> None:
        """From check-in to the first hand."""
        self.publish_seats(number, **seated)
        self.start(number)

    def pass_round(self, number: int = 1, **seated: Any) -> None:
        """From check-in to the end of the round, without a hand."""
        self.begin(number, **seated)
        self.close(number)

    def level(self, *tables: int, round_: int = 1) -> None:
        """Type from paper that everybody at these tables has what they began with."""
        for number in tables:
            table = self.table(number, round_=round_)
            terms = table.round.tournament.terms
            line = PaperLine() if terms.format is Format.CUP else PaperLine(balance=terms.capital)
            self.do(enter_result, table=table, lines=dict.fromkeys(table.result.players, line))

    def level_round(self, number: int = 1, **seated: Any) -> None:
        """From check-in to the end of a round in which everybody stays level, on paper."""
        self.begin(number, **seated)
        self.level(*self.round(number).tables.values_list("number", flat=True), round_=number)
        self.close(number)

    def clean(self) -> None:
        """Nothing differs on its sheets and at its tables; the whole database is looked at elsewhere."""
        sheets = Sheet.objects.whole().filter(evening=self.tournament.evening_id)
        found = [*map(verifying.checked, sheets), of_tournament(self.tournament)]
        assert [str(difference) for audit in found for difference in audit.differences] == []

    def play(
        self,
        table: int,
        record: dict[str, Any],
        *,
        round_: int = 1,
        by: str = "",
        entered: datetime.datetime | None = None,
    ) -> Written:
        """The next entry, dictated with names, on the phone with the table's card or signed in."""
        there = {"sheet": self.sheet(table, round_=round_), "entered": entered}
        written: Written = self.write(recording.add, by=by, record=exchanged(record, self.ids()), **there)
        return written


def opened(
    house: House,
    *names: str,
    title: str = "Herbstturnier",
    rules: str = "zwanzigerrufen",
    terms: Terms,
) -> Playing:
    """Return a tournament for which these are registered."""
    about = {"date": datetime.date(2026, 11, 21), "venue": "Gasthaus", "rules": rules, "terms": terms}
    verb = planning.open_tournament
    found = Playing(house, house.do(verb, by="Bert", club=house.club, title=title, **about))
    if names:
        found.register(names)
    return found


@stage(on=HOUSE)
def playing(house: House) -> Playing:
    """A play-money tournament of one table: Anna, Bert, Cilli, Dora are registered."""
    return opened(house, *FOUR, terms=PLAY_MONEY)


def opened_cup(house: House) -> Playing:
    """The same four, for a cup."""
    return opened(house, *FOUR, title="Cup", rules="cup", terms=CUP)


cup = Stage("cup", opened_cup, on=HOUSE).fixture()

START = datetime.datetime(2026, 11, 21, 18, 0, tzinfo=datetime.UTC)


class Hands:
    """The time of day, moved on by the test: `watch.forward(minutes=5)`."""

    def __init__(self, moment: datetime.datetime) -> None:
        self.moment = moment

    def forward(self, **further: float) -> datetime.datetime:
        self.moment += datetime.timedelta(**further)
        return self.moment


@pytest.fixture
def watch(stage_values: Values, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Goes on where the stage left it."""
    hands = Hands(
        next(filter(None, (getattr(value, "moment", None) for value in stage_values.values())), START)
    )
    monkeypatch.setattr(timezone, "now", lambda: hands.moment + jumping.passed())
    return hands


@contextmanager
def by_hand(playing: Playing) -> Iterator[Hands]:
    """The clock of a stage while it is built."""
    hands = Hands(playing.moment or START)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: hands.moment)
        yield hands
    playing.moment = hands.moment


def timed(*, on: Any) -> Callable[[Callable[..., object]], Any]:
    """The fixture of a stage that is built by hand: its clock stands still, until `watch` moves it on."""
    return stage("watch", on=on)


@timed(on=playing)
def started(playing: Playing) -> Playing:
    """Anna, Bert, Cilli and Dora sit at table 1 in this order, and nothing is played yet."""
    with by_hand(playing):
        playing.begin(tables=[FOUR])
    return playing


EIGHT = ("Eva", "Fritz", "Gustl", "Hans")


@timed(on=playing)
def two_tables(playing: Playing) -> Playing:
    """Seat Anna, Bert, Cilli and Dora at table 1, and Eva, Fritz, Gustl and Hans at table 2."""
    with by_hand(playing):
        playing.register(EIGHT)
        playing.begin(tables=[FOUR, EIGHT])
    return playing


def hand(declarer: str, partner: str, *, won: bool = True) -> dict[str, Any]:
    """A plain game of two against two: everybody gets or pays 1."""
    game = {"contract": "normalspiel", "declarer": declarer, "partner": partner, "points": 45 if won else 30}
    return {"games": [game]}


REDEAL: dict[str, Any] = {"void": "redeal", "reason": "kein Tarock"}
STRUCK: dict[str, Any] = {"void": "struck", "reason": "Karten vermischt"}


def address(playing: Playing, page: str = "standings", *further: object) -> str:
    return reverse(f"tournaments:{page}", args=[playing.house.club.slug, playing.tournament.pk, *further])


def code_of_card(tournament: int, number: int) -> str:
    return codes_of(tournament, range(number, number + 1))[number]


def count(playing: Playing) -> int:
    return Pulse.objects.get(pk=playing.tournament.pk).count


def log_of(verb: str) -> list[str]:
    """Return the log sentences of a verb in English, sorted: all is done in the same moment here."""
    with translation.override("en"):
        return sorted(log_line(deed) for deed in Deed.objects.filter(verb=verb))


def order(playing: Playing) -> list[tuple[int, str]]:
    people = registration_of(playing.tournament)["people"]
    return sorted((person["number"], person["name"]) for person in people)
