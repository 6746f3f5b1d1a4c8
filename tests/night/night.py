"""One night under one seed: people at tables, phones and a server that fail as the seed says."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from playwright.sync_api import Error

from tests.night.auditor import DRAWN, Lost, complaints
from tests.night.hall import Hall
from tests.night.network import Network
from tests.night.phones import Phone, Played
from tests.support.scoring.tables import FOUR

TABLES = (2, 1)  # phones at each
STEPS = 16
CLOCKS = (-30, 5, 9 * 24, -9 * 24)  # hours wrong
DEEDS = {
    "record": 50,
    "take back": 14,
    "reload": 9,
    "close and open": 7,
    "fill storage": 4,
    "switch network": 12,
    "set clock": 4,
    "late arrives": 5,
    "a latecomer": 3,
}


@dataclass
class Report:
    """What came of a night: its story, how much was done in it, and what is not as it should be."""

    seed: int
    story: list[str] = field(default_factory=list)
    deeds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def play(hall: Hall, seed: int) -> Report:
    """Play the night of this seed to its end, and have it audited."""
    night = ClubNight(hall, seed)
    try:
        for _ in range(hall.steps or STEPS):
            night.step()
            night.open_links_again()
        night.calm_down()
        night.audit()
    except Error as stuck:
        night.report.wrong.append(f"a page is stuck: {stuck.message.splitlines()[0]}")
    finally:
        night.report.story += hall.calm_down()  # also after a page that is stuck: other nights follow
        night.end()
    return night.report


class ClubNight:
    """Two tables, and three phones."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.hall, self.report, self.dice = hall, Report(seed), Random(seed)
        self.tables = hall.keeper.do("open_tables", tables=len(TABLES), people=FOUR)
        hall.begin_night([table["sheet"] for table in self.tables])
        self.phones = [list(self._phones(number)) for number in range(len(TABLES))]
        self.everybody = [phone for there in self.phones for phone in there]
        self.hands = _hands(self.dice)

    def _phones(self, number: int) -> Iterator[Phone]:
        alone, door = TABLES[number] == 1, f"/t/{self.tables[number]['code']}/"
        for place in range(TABLES[number]):
            name = f"phone {place + 1} of table {number + 1}"
            network = Network(f"{self.report.seed} {name}", telling(self.report, name))
            device = self.hall.device(sum(TABLES[:number]) + place)
            phone = Phone(name, device, door, network, network.say, alone=alone)
            phone.restored = self.hall.restored
            yield phone

    def step(self) -> None:
        """Let somebody do something, or something happen."""
        for told in self.hall.pass_time():
            self.report.story.append(told)
            self.report.deeds[told] += 1
        phone = self.dice.choice(self.everybody)
        deeds = DEEDS | (troubles := self.hall.troubles())
        deed = self.dice.choices([*deeds], [*deeds.values()])[0]
        if deed in troubles:
            self.report.story.append(self.hall.trouble(deed, self.dice))
        elif deed == "a latecomer":
            deed = self._sit_down()
        elif deed == "late arrives":
            phone.network.deliver_what_is_late()
        elif not phone.is_open:
            deed = "open again"
            if not phone.offline:
                phone.open()
        else:
            deed = self._at_the_phone(deed, phone)
        self.report.deeds[deed] += 1

    def open_links_again(self) -> None:
        """Let everybody who is online open their link again if a copy was put back: they are signed out."""
        for person in self.everybody:
            if person.restored != self.hall.restored and not person.offline:
                person.open_link_again()
                person.restored = self.hall.restored

    def _sit_down(self) -> str:
        if self.report.deeds["a latecomer"] or self.hall.is_held:
            return "left alone"
        self.report.story.append("Emil sits down at table 1")
        self.hall.keeper.do("sit_down", sheet=self.tables[0]["sheet"])
        return "a latecomer"

    def _at_the_phone(self, deed: str, phone: Phone) -> str:
        """Do it as far as somebody would do it now; return what was done."""
        if deed in ("reload", "close and open") and (phone.offline or (phone.full and not phone.is_done)):
            return "left alone"  # the page itself asks for that
        phone.answer_questions()
        if deed == "record":
            players = phone.players if phone.is_free else []
            hand = next((hand for hand in self.hands if hand.declarer in players), None) if players else None
            return deed if hand is not None and phone.record(hand) else "left alone"
        if deed == "take back":
            return deed if phone.take_back() else "left alone"
        if deed == "set clock":
            self._set_clock(phone)
        else:
            doing = {
                "reload": phone.reload,
                "close and open": phone.close_and_open,
                "fill storage": phone.fill_storage,
                "switch network": phone.switch_network,
            }
            doing[deed]()
        return deed

    def _set_clock(self, phone: Phone) -> None:
        """Preferably on a phone on which hands wait: its page is opened anew with the other time."""
        phone = next((other for other in self.everybody if other.is_open and other.waiting), phone)
        phone.set_clock(self.dice.choice(CLOCKS))
        if phone.waiting and not phone.full:
            if phone.offline:
                phone.switch_network()
            phone.reload()

    def calm_down(self) -> None:
        """Wait until every phone says that all of it is saved; nothing fails any more."""
        self.report.story += [*self.hall.calm_down(), "nothing fails any more"]
        for phone in self.everybody:
            phone.network.faulty = False
            phone.network.deliver_what_is_late()
            if phone.offline:
                phone.switch_network()
        self.open_links_again()
        until = time.monotonic() + self.hall.patience
        calm = 0
        while calm < 2:  # also once everybody has seen what the last one sent
            calm += 1
            self.report.story += self.hall.pass_time()
            for phone in self.everybody:
                if not phone.is_open:
                    phone.open()
                if not phone.has_everything_sent:
                    calm = 0
                phone.send_now()
            self.everybody[0].page.wait_for_timeout(50)
            if time.monotonic() > until:
                late = [f"{phone.name} says: {phone.says()}" for phone in self.everybody]
                self.report.wrong.append(f"after {self.hall.patience} s not everything has arrived: {late}")
                return
        for first, *_others in self.phones:  # the others have to hear of it by themselves
            first.open()

    def audit(self) -> None:
        """Compare what stands with what everybody did and was told."""
        lost = Lost(self.hall.lost)
        stands = [self.hall.keeper.do("stand", sheet=table["sheet"]) for table in self.tables]
        for stand, there in zip(stands, self.phones, strict=True):
            self.report.wrong += complaints(stand, there, lost)
        self.report.wrong += self.hall.wrong

    def end(self) -> None:
        """Count what was done, and leave browsers as they were found."""
        for phone in self.everybody:
            self.report.deeds.update(
                {f"request {fate}": count for fate, count in phone.network.fates.items()}
            )
            told = (told for told in phone.network.told if told.what != "preview")
            self.report.deeds.update(f"{each.what} answered {each.status}" for each in told)
        for person in self.everybody:
            person.device.empty()


def telling(report: Report, name: str) -> Callable[[str], None]:
    """Return what notes in the story what somebody does."""
    return lambda said: report.story.append(said if said.startswith(name) else f"{name}: {said}")


def _hands(dice: Random) -> Iterator[Played]:
    """Yield hands of which no two have the same points and Kontra; some of them begin a Radl."""
    points = [f"{whole}/{blatt}" for whole in range(20, 48) for blatt in (1, 2)]
    hands = [Played(dice.choice(FOUR), *result) for result in product(points, (True, False))]
    hands.sort(key=lambda hand: dice.random() * (0.3 if hand.points in DRAWN else 1))
    return iter(hands)
