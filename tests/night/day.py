"""One tournament day under one seed: directors, an arbiter and a helper at pages, phones at tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from playwright.sync_api import Error

from tests.night.desk import CardPhone, Page, Person, Wire, standings_on
from tests.night.hall import Hall
from tests.night.network import Answer, Network, Sent, document
from tests.night.night import Report
from tests.night.phones import Phone, Played
from tests.night.ranks import Account, Watched, complaints_about
from tests.support.phones import NoAnswer, at_once
from tests.support.stored_forms import FormOnPage
from tests.support.waiting import wait_for
from tournaments.engine.terms import PLAY_MONEY, Double

Document = dict[str, Any]

GUESTS = ("Eva", "Fritz", "Gustl", "Hans", "Ida", "Jakob", "Karl", "Lena", "Moritz", "Nora")
LATECOMERS = ("Otto", "Paula")
ROUNDS, TABLES = 2, 2
CAPITAL, REPLACEMENT = 20, 15
ONE_BY_ONE = 5  # so many are left to be checked in by one button
STEPS = 12  # in a round, before the bell
AT_ONCE = 0.6  # of what two do is in the same moment
CALLS_AT_THE_END = 0.6  # of rounds
BOTH_TRY = 0.3  # a ruling and a withdrawal, a closing and a call
CLOCKS = (0, 0, 0, -30, 5)  # hours that one is wrong
TRIES_TO_SEND = 3  # until somebody looks at what their phone says
MOST_TRIES = 6  # until a button has done what it is for
WHY = "So war es."
TROUBLE = 0.15  # so often in a step something happens to the server or its database
DEEDS = {
    "phone records": 26,
    "phone reloads": 4,
    "phone switches network": 5,
    "card records": 24,
    "clock": 9,
    "somebody joins": 7,
    "call": 6,
    "rule": 6,
    "table closes": 4,
    "late arrives": 5,
    "watch": 4,
}


class Records(Network):
    """The network of a phone of a day, which also keeps what was in the hands it carried."""

    def __init__(self, seed: str, say: Callable[[str], None]) -> None:
        super().__init__(seed, say)
        self.hands: dict[str, dict[str, Any]] = {}

    def carry(self, sent: Sent) -> Answer | None:
        asked = document(sent[3])
        if "record" in asked and sent[1].endswith("/record/"):
            self.hands[str(asked["id"])] = asked["record"]
        return super().carry(sent)


@dataclass
class Table:
    """A table number all day: its card, the phones on it, and how its results come."""

    number: int
    card: CardPhone
    phone: Phone
    network: Records
    code: str
    clock: int = 0  # hours that the one of the phone is wrong, once it is open
    others: list[CardPhone] = field(default_factory=list)  # that came for a moment
    on_paper: bool = False
    allowed: int = 0  # hands that a director allowed after the bell

    @property
    def cards(self) -> list[CardPhone]:
        return [self.card, *self.others]


@dataclass
class Stuck(Exception):
    """Raised where a day cannot go on."""

    why: str


@dataclass
class Known:
    """What people did and were told in a day, for the auditor."""

    code: str
    setup: set[str]  # ids of deeds before anybody came
    tables: list[Table]
    wire: Wire
    watched: list[Watched] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)  # hands that were struck or taken out
    perhaps_removed: set[str] = field(default_factory=set)
    paper: dict[tuple[int, int], dict[str, Account]] = field(default_factory=dict)  # by round and table
    seen: list[str] = field(default_factory=list)  # what was not as it should be, on the way
    file: bytes = b""


def play(hall: Hall, seed: int) -> Report:
    """Play the day of this seed to its end, and have it audited."""
    report = Report(seed)
    day = Day(hall, seed, report)
    try:
        day.play()
        report.story += hall.calm_down()
        stands = hall.keeper.do("look_at_day", tournament=day.tournament)
        report.wrong += complaints_about(stands, day.known)
    except Stuck as stuck:
        report.wrong.append(stuck.why)
    except (Error, NoAnswer, AssertionError) as stuck:
        report.wrong.append(f"the day is stuck: {type(stuck).__name__} {str(stuck).splitlines()[:1]}")
    finally:
        report.story += hall.calm_down()
        day.count()
        for table in day.tables:
            table.phone.device.empty()
    return report


class Day:
    """A day as it goes on."""

    def __init__(self, hall: Hall, seed: int, report: Report) -> None:
        self.hall, self.seed, self.report, self.dice = hall, seed, report, Random(seed)
        self.wire = Wire(f"{seed} desk", report.story.append, revive=self._revive)
        self.reviving = Lock()
        people = self.dice.choice((8, 8, 8, 9, 9, 10))
        terms = replace(
            PLAY_MONEY, rounds=ROUNDS, fee=0, capital=CAPITAL, replacement=REPLACEMENT, double=Double.OFF
        )
        event = {"names": [*GUESTS[:people]], "terms": terms.as_json(), "cards": TABLES}
        opened = hall.keeper.do("open_day", title=f"Tag {seed}", **event)
        self.tournament, self.desk, self.code = opened["pk"], opened["desk"], opened["code"]
        self.people = {
            name: self._person(name, {opened["cookie"]: session})
            for name, session in opened["sessions"].items()
        }
        self.watcher = self._person("watcher", {})
        self.hands = _hands(self.dice)
        self.latecomers = iter(LATECOMERS)
        self.round = 1
        self.tables = [self._table(number, card) for number, card in enumerate(opened["cards"], 1)]
        self.known = Known(self.code, set(opened["setup"]), self.tables, self.wire)

    def _person(self, name: str, cookies: dict[str, str]) -> Person:
        return Person(name, self.hall.server.port, self.wire, cookies)

    def _table(self, number: int, code: str) -> Table:
        name = f"phone of table {number}"
        say = self.report.story.append
        network = Records(f"{self.seed} {name}", lambda said: say(f"{name}: {said}"))
        phone = Phone(name, self.hall.device(number), f"/c/{code}/", network, say, alone=False)
        card = CardPhone(f"card of table {number}", self.hall.server.port, code, self.wire)
        return Table(number, card, phone, network, code, self.dice.choice(CLOCKS))

    def count(self) -> None:
        """Put into the report how much was done, and what became of it."""
        deeds = self.report.deeds
        for deed in self.wire.deeds:
            deeds[f"{deed.kind} {deed.outcome}"] += 1
        fates = self.wire.fates.copy()
        for table in self.tables:
            fates += table.network.fates
            deeds.update(f"answer {told.status}" for told in table.network.told)
        deeds.update({f"request {fate}": count for fate, count in fates.items()})
        deeds["requests of people"] += self.wire.requests
        deeds["requests that fail"] += self.wire.failed
        deeds["standings seen"] += len(self.known.watched)

    # The day

    def play(self) -> None:
        for number in range(1, ROUNDS + 1):
            self.round = number
            self._say(f"round {number}")
            self._check_in()
            self._draw()
            self._start()
            for _ in range(self.hall.steps or STEPS):
                self._step()
            self._come_to_the_bell()
            self._close()
            self._put_right()
        self._finish()

    def _revive(self) -> None:
        """Start the server if it has died, whoever finds it out first."""
        with self.reviving:
            wait_for(self._is_served)

    def _is_served(self) -> bool:
        self._pass_time()
        return self.hall.server.listens()

    def _pass_time(self) -> None:
        for told in self.hall.pass_time():
            self._say(told)
            self.report.deeds[told] += 1

    def _say(self, said: str) -> None:
        self.report.story.append(said)

    def at(self, page: str) -> str:
        return f"{self.desk}rounds/{self.round}/{page and page + '/'}"

    @property
    def directors(self) -> list[Person]:
        """Return who presses next: one of them, or both at the same moment."""
        both = [self.people["Anna"], self.people["Bert"]]
        self.dice.shuffle(both)
        return both[: self.dice.choice((1, 2))]

    def together(
        self,
        page: str,
        end: str,
        button: tuple[str, str] | None = None,
        entered: dict[str, str] | None = None,
        *,
        done: Callable[[Page], bool] | None = None,
        at: str = "",
    ) -> None:
        """Press a button, once or both directors after both have read the page, until it is done."""
        for _ in range(MOST_TRIES):
            shown = [(person, person.look(page)) for person in self.directors]
            forms = [(person, read.form(end, button)) for person, read in shown]
            if done is None and not any(form for _, form in forms):
                return
            self._at_once(
                [partial(person.press, form, button, entered) for person, form in forms if form is not None]
            )
            if done is not None and done(self.people["Anna"].look(at or page)):
                return
            self.wire.deliver_what_is_late()
        raise Stuck(f"{end} of {page} does not do what it is for")

    def _at_once(self, presses: Sequence[Callable[[], object]]) -> None:
        """Let all of this happen in the same moment, or one after the other in this order."""
        self.report.deeds["at the same moment"] += len(presses) > 1
        if len(presses) > 1 and self.dice.random() < AT_ONCE:
            at_once(*presses)
        else:
            for press in presses:
                press()

    # Before a round

    def _check_in(self) -> None:
        if self.round > 1 and self.dice.random() < 0.6:
            newcomer = next(self.latecomers, "") if self.dice.random() < 0.5 else ""
            if newcomer:
                self._arrives(newcomer)
            if self.dice.random() < 0.6:
                self.together(self.desk, "/everybody-back/", done=is_drawn, at=self.at("draw"))
                return
        while True:
            shown = [(person, person.look(self.at("people")).form("/people/")) for person in self.directors]
            forms = [(person, form) for person, form in shown if form is not None]
            taps = self._taps(forms[0][1]) if forms else []
            if not taps:
                return
            tap = self.dice.choice(taps)
            self._at_once([partial(person.press, form, tap) for person, form in forms])
            if self.dice.random() < 0.1:
                self.wire.deliver_what_is_late()

    def _taps(self, form: FormOnPage) -> list[tuple[str, str]]:
        """Return the buttons for those who are not there yet; the first ones are tapped one by one."""
        buttons = form.buttons
        left = [button for button in buttons if button[0] == "in"]
        everybody = [button for button in buttons if button[0] == "again"]
        return left if len(left) > ONE_BY_ONE or not everybody else everybody

    def _arrives(self, name: str) -> None:
        """Somebody new is checked in at the desk."""
        self._say(f"{name} comes")
        person = self.people["Bert"]
        for _ in range(MOST_TRIES):
            page = person.look(self.at("people"))
            if name in page.lines:
                return
            form = next((form for form in page.forms if ("name", "") in form.fields), None)
            if form is None:
                return
            person.press(form, None, {"name": name})
            self.wire.deliver_what_is_late()
        raise Stuck(f"{name} cannot be checked in")

    def _draw(self) -> None:
        if not is_drawn(self.people["Anna"].look(self.at("draw"))):
            seed = str(self.dice.random())
            self.together(self.at("draw"), "/draw/", None, {"seed": seed}, done=is_drawn)

    def _start(self) -> None:
        if self.dice.random() < 0.5:
            to_start = is_draft(self.people["Anna"].look(self.at("draw")))
            self.together(to_start or self.at(""), "/publish-and-start/")
        else:
            self.together(self.at("draw"), "publish", done=lambda page: not is_draft(page))
        self.together(self.at(""), "/start/")
        self.wire.deliver_what_is_late()
        on_paper = self.dice.choice((0, 0, 1, 2))
        for table in self.tables:
            table.on_paper = table.number == on_paper
            table.allowed = 0
            table.card.sit_down()
            if table.on_paper:
                self._put_on_paper(table)
            table.phone.scan()

    def _put_on_paper(self, table: Table) -> None:
        page = self.at(f"tables/{table.number}")
        self.together(page, "/paper/", done=lambda page: ("paper", "no") in _fields(page, "/paper/"))

    # While it runs

    def _step(self) -> None:
        self._meet_trouble()
        deed = self.dice.choices([*DEEDS], [*DEEDS.values()])[0]
        on_screen = [table for table in self.tables if not table.on_paper]
        table = self.dice.choice(on_screen)
        if deed.startswith("phone"):
            deed = self._at_the_phone(deed, table)
        elif deed == "card records":
            self._card_records(table)
        elif deed == "clock":
            self._clock(table)
        elif deed == "somebody joins":
            deed = self._joins()
        elif deed == "call":
            table.card.look()
            if not table.card.open_call:
                table.card.call()
        elif deed == "rule":
            self._rule_everywhere(self.dice.random() < 0.3)
        elif deed == "table closes":
            self._close_and_open(table)
        elif deed == "watch":
            self._watch()
        else:
            self.wire.deliver_what_is_late()
            table.network.deliver_what_is_late()
        self.report.deeds[f"step: {deed}"] += 1

    def _meet_trouble(self) -> None:
        """Now and then something happens to the server or its database; what lasts may end."""
        self._pass_time()
        if self.dice.random() < TROUBLE:
            troubles = self.hall.troubles()
            trouble = self.dice.choices([*troubles], [*troubles.values()])[0]
            self._say(self.hall.trouble(trouble, self.dice))
            self.report.deeds[trouble] += 1

    def _at_the_phone(self, deed: str, table: Table) -> str:
        phone = table.phone
        if not phone.is_open:
            if not phone.offline:
                phone.scan()
            return "phone opens"
        if table.clock:
            phone.set_clock(table.clock)
            table.clock = 0
        if deed == "phone reloads":
            if phone.offline:
                return "left alone"
            phone.reload()
            return deed
        if deed == "phone switches network":
            phone.switch_network()
            return deed
        phone.answer_questions()
        if not (phone.is_free and phone.players):
            return "left alone"
        return deed if phone.record(self._hand_of(phone.players)) else "left alone"

    def _hand_of(self, players: Sequence[str]) -> Played:
        """Return the next hand, which one of these plays."""
        return next(self.hands)._replace(declarer=self.dice.choice(players))

    def _card_records(self, table: Table) -> str:
        table.card.look()
        waits = table.card.open_call
        hand = self._hand_of([*table.card.players])
        before = self.watcher.tag(f"/tournaments/{self.code}/pulse/")
        outcome = table.card.record(hand)
        if outcome == "accepted" and self.watcher.tag(f"/tournaments/{self.code}/pulse/") == before:
            self.known.seen.append(f"table {table.number}: {hand} is news to nobody")
        if waits and outcome == "accepted":
            self.known.seen.append(f"table {table.number}: {hand} was taken while it waits for the arbiters")
        return outcome

    def _clock(self, table: Table) -> None:
        """Both may press, and the second is told who was first; a table records meanwhile."""
        page = self.at("")
        button = self.dice.choice((("do", "pause"), ("do", "resume"), ("do", "add")))
        shown = [(person, person.look(page).form("/clock/", button)) for person in self.directors]
        presses = [partial(person.press, form, button) for person, form in shown if form is not None]
        self._at_once([*presses, partial(self._card_records, table)])

    def _joins(self) -> str:
        """A director seats somebody who comes too late at a table of four."""
        director = self.directors[0]
        page = director.look(self.at("seats"))
        form = next((form for form in page.forms if "table" in form.choices), None)
        fours = [one for one in form.choices["table"] if one.isdigit()] if form else []
        fours = [one for one in fours if not self.tables[int(one) - 1].on_paper]
        name = next(self.latecomers, "") if fours else ""
        if not name:
            return "left alone"
        assert form is not None
        self._say(f"{name} comes late")
        entered = {"name": name, "table": self.dice.choice(fours)}
        for _ in range(MOST_TRIES):
            outcome, read = director.press(form, ("step", "look"), entered)
            changed = read.form("/seats/", ("step", "save")) if read else None
            if changed is not None:
                outcome, _ = director.press(changed, ("step", "save"))
            elif outcome == "refused":
                return "refused to join"
            if outcome == "accepted" and changed is not None:
                return "somebody joins"
            self.wire.deliver_what_is_late()
            if name in director.look(self.at("")).lines:
                return "somebody joins"
        raise Stuck(f"{name} cannot be seated")

    def _rule_everywhere(self, withdraw: bool) -> None:
        """The arbiter rules, or the table withdraws its call, or both try."""
        for table in self.tables:
            if table.on_paper:
                continue
            table.card.look()
            if call := table.card.open_call:
                both = self.dice.random() < BOTH_TRY
                ruling = [] if withdraw and not both else self._rulings(call)
                self._at_once([*ruling, table.card.withdraw] if withdraw or both else ruling)

    def _rulings(self, call: str) -> list[Callable[[], object]]:
        """The arbiter looks at the last hands; return how one is let stand or struck, if there is any."""
        arbiter = self.people["Cilli"]
        about = arbiter.look(f"{self.desk}disputes/{call}/").form("/ruling/")
        hands = [hand for hand in about.choices["hand"] if hand != "none"] if about else []
        if about is None or not hands:
            return []
        hand = self.dice.choice(hands)
        finding = self.dice.choice(("stands", "struck"))
        page = arbiter.look(f"{about.action}?hand={hand}&finding={finding}")
        form = page.form("/ruling/", ("step", "save"))

        def rule() -> None:
            assert form is not None
            self._say(f"Cilli rules that {hand[:8]} {'is ' if finding == 'struck' else ''}{finding}")
            outcome, _ = arbiter.press(form, ("step", "save"), {"reason": WHY})
            if finding == "struck":
                self._removed(hand, outcome)

        return [] if form is None else [rule]

    def _removed(self, hand: str, outcome: str) -> None:
        if outcome == "accepted":
            self.known.removed.add(hand)
        elif outcome == "unknown":
            self.known.perhaps_removed.add(hand)

    def _close_and_open(self, table: Table) -> None:
        """A director closes the sheet of a table too early, and opens it again."""
        director = self.directors[0]
        closing = director.look(self.at(f"tables/{table.number}")).form("/close/")
        if closing is not None:
            director.press(closing)
        self._open_again(table)

    def _open_again(self, table: Table) -> None:
        director = self.directors[0]
        for _ in range(MOST_TRIES):
            page = director.look(self.at(f"tables/{table.number}"))
            if page.form("/close/") is not None:
                return
            opening = director.look(self.at(f"tables/{table.number}/reopen")).form("/reopen/")
            if opening is None:
                return
            director.press(opening, None, {"reason": WHY})
            self.wire.deliver_what_is_late()
        raise Stuck(f"table {table.number} does not open again")

    # The end of a round

    def _come_to_the_bell(self) -> None:
        self._watch()
        calling = [table for table in self.tables if not table.on_paper and table.card.may_call]
        if calling and self.dice.random() < CALLS_AT_THE_END:
            self.dice.choice(calling).card.call()
        self._settle_calls()
        if self.dice.random() < 0.6:
            self._calm_down()
        self.together(self.at("ring"), "/ring/", done=lambda page: page.form("/ring/") is None)
        for table in self.tables:
            if table.on_paper:
                self._type(table)
            else:
                self._play_on(table)

    def _settle_calls(self) -> None:
        """Nobody waits for the arbiters any more."""
        self.wire.deliver_what_is_late()
        for again in range(MOST_TRIES):
            self._rule_everywhere(withdraw=again > 0)
            self.wire.deliver_what_is_late()
            for table in self.tables:
                table.card.look()
            if not any(table.card.open_call for table in self.tables):
                return
        raise Stuck("a table waits for the arbiters for ever")

    def _play_on(self, table: Table) -> None:
        """After the bell the table plays one hand if it is dealt, and tries one more."""
        card = table.card
        card.look()
        card.has_rung = True
        dealt = self.dice.random() < 0.7
        if self.dice.random() < BOTH_TRY:
            self._two_phones_play_on(table, dealt=dealt)
        else:
            card.say_dealt(dealt=dealt)
        self.wire.deliver_what_is_late()
        if dealt:
            for _ in range(2):
                self._card_records(table)
        if dealt and self.dice.random() < 0.3:
            director = self.directors[0]
            form = director.look(self.at(f"tables/{table.number}")).form("/allow/")
            if form is not None and director.press(form)[0] != "refused":
                table.allowed += 1
            for _ in range(2):
                self._card_records(table)
        most, taken = int(dealt) + table.allowed, len(card.after_the_bell)
        if taken > most:
            told = f"table {table.number}: {taken} hands are taken after the bell, not {most}"
            self.known.seen.append(told)
        card.after_the_bell.clear()
        if self.dice.random() < 0.5:
            card.hand_in()

    def _two_phones_play_on(self, table: Table, *, dealt: bool) -> None:
        """Two phones answer at the bell in the same moment, and then record in the same moment."""
        other = CardPhone(
            f"second card of table {table.number}", self.hall.server.port, table.code, self.wire
        )
        if not other.is_at_a_table:
            return
        other.has_rung = True
        table.others.append(other)
        phones = (table.card, other)
        self._at_once([partial(phone.say_dealt, dealt=dealt) for phone in phones])
        if not dealt:
            return
        hands = [self._hand_of([*phone.players]) for phone in phones]
        self._at_once([partial(phone.record, hand) for phone, hand in zip(phones, hands, strict=True)])
        table.card.after_the_bell += other.after_the_bell

    def _type(self, table: Table) -> None:
        """The helper types what a table on paper has come to; she sees it in the grid afterwards."""
        helper, page = self.people["Dora"], self.at("results")
        for _ in range(MOST_TRIES):
            form = helper.look(page).form("/results/", ("step", "save"))
            if form is None:
                raise Stuck(f"there is no row for table {table.number}")
            amounts = [name for name, _ in form.fields if name.startswith(("balance-", "replacement-"))]
            players = [name.partition("-")[2] for name in amounts if name.startswith("balance-")]
            made = self._on_paper(players)
            entered = {f"balance-{player}": str(made[player].balance) for player in players}
            entered |= {f"replacement-{player}": str(made[player].replacement or "") for player in players}
            helper.press(form, ("step", "save"), entered)
            self.wire.deliver_what_is_late()
            shown = dict(helper.look(page).form("/results/", ("step", "save")).fields)
            if all(shown.get(name, "") for name in entered if name.startswith("balance-")):
                self.known.paper[self.round, table.number] = made
                return
        raise Stuck(f"the result of table {table.number} cannot be typed")

    def _on_paper(self, players: list[str]) -> dict[str, Account]:
        """Return what some Solos come to, by the paper of the table."""
        accounts = dict.fromkeys(players, Account(CAPITAL, 0))
        for _ in range(self.dice.randrange(2, 7)):
            four, each = self.dice.sample(players, 4), self.dice.choice((4, -4))
            for player in four:
                balance, received = accounts[player]
                balance += 3 * each if player == four[0] else -each
                while balance <= 0:
                    balance, received = balance + REPLACEMENT, received + REPLACEMENT
                accounts[player] = Account(balance, received)
        return accounts

    def _close(self) -> None:
        """The round is closed, unless a table calls the arbiters in this moment."""
        calling = [table for table in self.tables if not table.on_paper and table.card.may_call]
        closing = self.people["Anna"].look(self.at("close")).form("/close/")
        if calling and closing is not None and self.dice.random() < BOTH_TRY:
            self._at_once([partial(self.people["Anna"].press, closing), self.dice.choice(calling).card.call])
            self._settle_calls()
        self.together(self.at("close"), "/close/", done=lambda page: page.form("/close/") is None)
        self.wire.deliver_what_is_late()
        for table in self.tables:
            table.network.deliver_what_is_late()
        self._watch()

    def _watch(self) -> None:
        """Somebody looks at the public standings of the round."""
        page = self.watcher.look(f"/tournaments/{self.code}/rounds/{self.round}/")
        rows = [row for _, row in standings_on(page)]
        final = not any("Zwischenstand" in line for line in page.lines) and bool(rows)
        self.known.watched.append(Watched(self.round, final, page.tables, page.lines))

    def _put_right(self) -> None:
        """A hand that was wrong is taken out of a closed round; everybody is told whom that moved."""
        for table in self.tables:
            if table.on_paper or self.dice.random() > 0.5:
                continue
            there = [made for made in table.card.saved if made not in self.known.removed]
            if not there:
                continue
            hand, director = self.dice.choice(there), self.directors[0]
            sheet = table.card.card.table["urls"]["sheet"]
            form = director.look(f"{sheet}hands/{hand}/take-out/").form("/take-out/", ("step", "look"))
            if form is None:
                continue
            _outcome, shown = director.press(form, ("step", "look"), {"reason": WHY})
            form = None if shown is None else shown.form("/take-out/", ("step", "save"))
            if form is None:
                continue
            self._say(f"{director.name} takes out {hand[:8]}")
            outcome, _ = director.press(form, ("step", "save"))
            self._removed(hand, outcome)
        self._watch()

    def _finish(self) -> None:
        self.wire.deliver_what_is_late()
        self._rule_on_what_is_missing()
        self.together(f"{self.desk}finish/", "/finish/", done=self._is_finished, at=self.desk)
        for number in range(1, ROUNDS + 1):
            self.round = number
            self._watch()
        self.known.file = self.people["Anna"].read(f"{self.desk}results/")

    def _rule_on_what_is_missing(self) -> None:
        """A table without a hand was not played: a director says so before the tournament is finished."""
        anna = self.people["Anna"]
        for _ in range(MOST_TRIES * ROUNDS):
            ways = [one for one in anna.look(f"{self.desk}finish/").addresses if "/tables/" in one]
            form = anna.look(ways[0]).form("mend") if ways else None
            if form is None:
                return
            anna.press(form, ("step", "save"), {"ruled": "not_played", "reason": WHY})

    @staticmethod
    def _is_finished(page: Page) -> bool:
        return any(address.endswith("/reopen/") for address in page.addresses)

    def _calm_down(self) -> None:
        """Nothing fails for a moment; wait until phones say that all is saved."""
        self._say("nothing fails for a moment")
        phones = [table.phone for table in self.tables if not table.on_paper]
        for table in self.tables:
            if not table.on_paper:
                self._open_again(table)
            table.network.faulty = False
            table.network.deliver_what_is_late()
            if table.phone.offline:
                table.phone.switch_network()
        until = time.monotonic() + self.hall.patience
        calm, tries = 0, 0
        while calm < 2:
            calm, tries = calm + 1, tries + 1
            self._revive()
            for phone in phones:
                if not phone.is_open:
                    phone.scan()
                if not phone.has_everything_sent:
                    calm = 0
                    if tries % TRIES_TO_SEND == 0:
                        phone.finish(drops=tries > 2 * TRIES_TO_SEND)
                phone.send_now()
            phones[0].page.wait_for_timeout(50)
            if time.monotonic() > until:
                late = [
                    f"{phone.name} says: {phone.says()}" for phone in phones if not phone.has_everything_sent
                ]
                raise Stuck(f"after {self.hall.patience} s not everything has arrived: {late}")
        for table in self.tables:
            if not table.on_paper:
                self._hear(table)
            table.network.faulty = True

    def _hear(self, table: Table) -> None:
        """A phone that lies there shows by itself what others have written."""
        table.card.look()
        sheet = table.card.card.table
        accounts = {account["id"]: account for account in sheet["occasion"]["accounts"]}
        there = [accounts[seat["id"]] for seat in sheet["seats"]]
        wanted = [f"{account['amount']}{account['change'] or ''}" for account in there]
        if (shown := table.phone.totals_in_time(wanted)) != wanted:
            self.known.seen.append(f"{table.phone.name}: shows {shown}, and the sheet says {wanted}")


def _hands(dice: Random) -> Iterator[Played]:
    """Yield hands of which no two have the same points and Kontra; whose they are is still to be said."""
    results = [(str(points), kontra) for points in range(5, 80) for kontra in (True, False)]
    dice.shuffle(results)
    return iter([Played("", points, kontra, "Solo") for points, kontra in results])


def is_drawn(page: Page) -> bool:
    return page.form("publish") is not None or not page.path.endswith("/draw/")


def is_draft(page: Page) -> str:
    """Return the way to publish it and start; empty where it is no draft any more."""
    return next((address for address in page.addresses if "/publish-and-start/" in address), "")


def _fields(page: Page, end: str) -> list[tuple[str, str]]:
    form: FormOnPage | None = page.form(end)
    return form.fields if form else []
