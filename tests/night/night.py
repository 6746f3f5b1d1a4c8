"""One night under one seed: people at tables, phones and a server that fail as the seed says."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product, starmap
from random import Random
from typing import Any

from playwright.sync_api import Error

from tests.night.auditor import DRAWN, complaints, misseen, recounted, written
from tests.night.hall import Hall
from tests.night.network import Network
from tests.night.phones import Phone, Played, Watcher
from tests.support.scoring.tables import FOUR

TABLES = (2, 1)  # phones at each
STEPS = 16
CLOCKS = (-30, 5, 9 * 24, -9 * 24)  # hours wrong
SETTLE, WATCH = 0.15, 0.3  # so often a phone settles by itself, and somebody looks on
DEEDS = {
    "record": 50,
    "take back": 14,
    "reload": 9,
    "close and open": 7,
    "fill storage": 4,
    "switch network": 12,
    "set clock": 4,
    "late arrives": 5,
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
    report, dice = Report(seed), Random(seed)
    tables = hall.keeper.do("open_tables", tables=len(TABLES), people=FOUR)
    phones = [list(_phones(hall, table, number, report, dice)) for number, table in enumerate(tables)]
    everybody = [phone for there in phones for phone in there]
    watchers = list(_watcher(hall, tables[0], report, dice))
    hands = _hands(dice)
    try:
        for _ in range(STEPS):
            _step(hall, dice, dice.choice(everybody), hands, report)
        _calm_down(hall, everybody, report)
        stands = [hall.keeper.do("stand", sheet=table["sheet"]) for table in tables]
        for stand, there in zip(stands, phones, strict=True):
            report.wrong += complaints(stand, there)
        for watcher in watchers:
            watcher.network.faulty = False
            report.wrong += misseen(stands[0], watcher)
    except Error as stuck:
        report.wrong.append(f"a page is stuck: {stuck.message.splitlines()[0]}")
    finally:
        for phone in everybody:
            report.deeds.update({f"request {fate}": count for fate, count in phone.network.fates.items()})
            report.deeds.update(f"answer {told.status}" for told in phone.network.told)
        for person in (*everybody, *watchers):
            person.device.empty()
    return report


def _phones(hall: Hall, table: dict[str, Any], number: int, report: Report, dice: Random) -> Iterator[Phone]:
    for place in range(TABLES[number]):
        name = f"phone {place + 1} of table {number + 1}"
        say = _telling(report, name)
        network = Network(f"{report.seed} {name}", say)
        alone = TABLES[number] == 1
        settles = alone and dice.random() < SETTLE
        device = hall.device(sum(TABLES[:number]) + place, settles=settles)
        phone = Phone(name, device, f"/t/{table['code']}/", network, say, alone=alone, settles=settles)
        if settles:
            phone.switch_network()
        yield phone


def _watcher(hall: Hall, table: dict[str, Any], report: Report, dice: Random) -> Iterator[Watcher]:
    if dice.random() < WATCH:
        say = _telling(report, "watcher")
        network = Network(f"{report.seed} watcher", say)
        yield Watcher(hall.device(sum(TABLES)), f"/r/{table['read']}/", network)


def _telling(report: Report, name: str) -> Callable[[str], None]:
    return lambda said: report.story.append(said if said.startswith(name) else f"{name}: {said}")


def _hands(dice: Random) -> Iterator[Played]:
    """Yield hands of which no two are the same; some of them begin a Radl."""
    kinds = product(FOUR, (f"{whole}/{blatt}" for whole in range(20, 48) for blatt in (1, 2)), (True, False))
    hands = list(starmap(Played, kinds))
    hands.sort(key=lambda hand: dice.random() * (0.3 if hand.points in DRAWN else 1))
    return iter(hands)


def _step(hall: Hall, dice: Random, phone: Phone, hands: Iterator[Played], report: Report) -> None:
    for told in hall.pass_time():
        report.story.append(told)
        report.deeds[told] += 1
    deeds = DEEDS | (troubles := hall.troubles())
    deed = dice.choices([*deeds], [*deeds.values()])[0]
    if deed in troubles:
        report.story.append(hall.trouble(deed, dice))
    elif deed == "late arrives":
        phone.network.deliver_what_is_late()
    elif not phone.is_open:
        deed = "open again"
        if not phone.offline:
            phone.open()
    else:
        deed = _at_the_phone(deed, phone, hands, dice.choice(CLOCKS))
    report.deeds[deed] += 1


def _at_the_phone(deed: str, phone: Phone, hands: Iterator[Played], clock: int) -> str:
    """Do it as far as somebody would do it now; return what was done."""
    if deed in ("reload", "close and open") and (phone.offline or (phone.full and phone.waiting)):
        return "left alone"  # the page itself asks for that
    phone.answer_questions()
    if deed == "record":
        hand = phone.somebody_who_plays(hands) if phone.is_free else None
        if hand is None:
            return "left alone"
        phone.record(hand)
        if phone.settles and phone.offline:
            standing = phone.standing()
            phone.settle(written(recounted(standing, FOUR), FOUR))
            return "record and settle"
    elif deed == "take back":
        return deed if phone.take_back() else "left alone"
    elif deed == "reload":
        phone.reload()
    elif deed == "close and open":
        phone.close_and_open()
    elif deed == "fill storage":
        phone.fill_storage()
    elif deed == "set clock":
        phone.set_clock(clock)
    else:
        phone.switch_network()
    return deed


def _calm_down(hall: Hall, phones: list[Phone], report: Report) -> None:
    """Nothing fails any more; wait until every phone says that all of it is saved."""
    report.story += [*hall.calm_down(), "nothing fails any more"]
    for phone in phones:
        phone.network.faulty = False
        phone.network.deliver_what_is_late()
        if phone.offline:
            phone.switch_network()
    until = time.monotonic() + hall.patience
    calm = 0
    while calm < 2:  # also once everybody has seen what the last one sent
        calm += 1
        for phone in phones:
            if not phone.is_open:
                phone.open()
            if not phone.has_everything_sent:
                calm = 0
            phone.send_now()
        phones[0].page.wait_for_timeout(50)
        if time.monotonic() > until:
            late = [f"{phone.name} says: {phone.says()}" for phone in phones if not phone.has_everything_sent]
            report.wrong.append(f"after {hall.patience} s not everything has arrived: {late}")
            return
    for phone in phones:
        if phone.name.startswith("phone 1"):  # the others have to hear of it by themselves
            phone.open()
