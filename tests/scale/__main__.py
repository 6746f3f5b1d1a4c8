"""`make scale`: plays a club night on two servers, and a PostgreSQL with a replica; says what came of it.

Ends with 1 if anything was lost or doubled; `--short` plays for seconds only.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread

from scoring.server.phones import Phone
from tests.scale.arithmetic import print_carried
from tests.scale.house import WORKERS, House, opened
from tests.scale.night import Onlooker, Recorder, Seen
from tests.support.postgresql import Cluster, cluster, demand_programs, synchronous_replica
from tests.support.races.processes import Keeper

PAUSE = 2.0  # seconds between two hands of a table in the night, on average: many times faster than people
KILL_AT, BACK_AT, RESTART_AT, PROMOTE_AT = 0.2, 0.35, 0.5, 0.7  # of the night
# What is written survives a power cut here, as it has to on a server.
DURABLE = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on"}


def main(asked: Sequence[str]) -> int:
    short = "--short" in asked
    with (
        TemporaryDirectory(prefix="tarock-") as folder,
        cluster(demand_programs(), DURABLE) as database,
        synchronous_replica(database) as replica,
        opened(database, replica, Path(folder)) as house,
    ):
        print_carried(*_measured(house, 2 if short else 10))
        people = _night(house, replica, 8 if short else 40)
        keeper = house.running.keeper()
        wrong = _what_is_wrong(people, keeper)
        keeper.stop()
    print("\nNothing is lost, nothing is doubled." if not wrong else "\nWRONG:")
    for sentence in wrong:
        print(f"  {sentence}")
    return 1 if wrong else 0


# What one hand, one question and one page cost


def _measured(house: House, seconds: float) -> tuple[float, float, float]:
    tables, others = len(house.recorders), len(house.onlookers)
    print(f"{tables} tables, {others} who look on, two servers of {WORKERS} workers, {os.cpu_count()} cores")
    print(f"each part alone, for {seconds:.0f} s, as fast as it goes")
    pages = _row("pages of a sheet", house, seconds, lambda: _opening(house, seconds))
    questions = _row("is there anything new?", house, seconds, lambda: _asking(house, seconds))
    hands = _row("hands", house, seconds, lambda: _recording(house, seconds))
    return hands, questions, pages


def _row(name: str, house: House, seconds: float, play: Callable[[], list[float]]) -> float:
    begun, before = time.monotonic(), house.running.spent()
    taken = play()
    lasted, after = time.monotonic() - begun, house.running.spent()
    each = [(late - early) / len(taken) * 1000 for early, late in zip(before, after, strict=True)]
    told = f"{len(taken) / lasted:6.1f} a second   {_times(taken)}"
    print(f"  {name:<24}{told}   processor {each[0]:.1f} ms + database {each[1]:.1f} ms")
    return sum(each)


def _times(taken: Sequence[float]) -> str:
    """Return the seconds as milliseconds in words."""
    return f"p50 {median(taken) * 1000:6.0f} ms   p95 {quantiles(taken, n=20)[-1] * 1000:6.0f} ms"


def _opening(house: House, seconds: float) -> list[float]:
    taken: list[float] = []

    def open_again_and_again(phone: Phone, path: str) -> None:
        until = time.monotonic() + seconds
        while (begun := time.monotonic()) < until:
            assert phone.ask("GET", path).status == 200
            taken.append(time.monotonic() - begun)

    _all(Thread(target=open_again_and_again, args=page, daemon=True) for page in house.pages[:4])
    return taken


def _asking(house: House, seconds: float) -> list[float]:
    taken: list[float] = []

    def ask_again_and_again(one: Onlooker) -> None:
        until = time.monotonic() + seconds
        one._ask(one.pulse)
        while (begun := time.monotonic()) < until:
            one._ask(one.pulse)
            taken.append(time.monotonic() - begun)
        one.connection.close()

    _all(
        Thread(target=ask_again_and_again, args=(onlooker,), daemon=True) for onlooker in house.onlookers[:8]
    )
    return taken


def _recording(house: House, seconds: float) -> list[float]:
    """All tables without a pause."""
    enough = Event()
    players = [_again(recorder, 0.0, enough) for recorder in house.recorders]
    for player in players:
        player.start()
    enough.wait(seconds)
    enough.set()
    for other_player in players:
        other_player.join()
    house.recorders[:] = players
    assert not any(player.wrong or player.seen.failed for player in players), [
        player.wrong for player in players
    ]
    return [took for player in players for _at, took in player.seen.good]


def _again(before: Recorder, pause: float, enough: Event) -> Recorder:
    """Return the same person at the same table, who goes on."""
    found = Recorder(before.phone, before.sheet, before.dice.randrange(10**6), pause, enough)
    found.acknowledged = before.acknowledged
    return found


def _all(threads: Iterator[Thread] | Sequence[Thread]) -> None:
    running = list(threads)
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


# The night


def _night(house: House, replica: Cluster, seconds: float) -> list[Recorder]:
    print(f"\nThe night: {seconds:.0f} s, a hand of each table every {PAUSE:.0f} s")
    enough = Event()
    people = [_again(recorder, PAUSE, enough) for recorder in house.recorders]
    looking = [Thread(target=onlooker.follow, args=(seconds,), daemon=True) for onlooker in house.onlookers]
    begun = time.monotonic()
    for person in (*people, *looking):
        person.start()
    happened = []
    happens: Callable[[], object]

    def take_over() -> None:
        house.running.database.kill()
        replica.promote()

    for at, name, happens in (
        (KILL_AT, "a server killed", house.running.servers[0].kill),
        (BACK_AT, "it is back", house.running.servers[0].start),
        (RESTART_AT, "the database restarted", house.running.database.restart),
        (PROMOTE_AT, "the database killed, its replica promoted", take_over),
    ):
        time.sleep(max(begun + at * seconds - time.monotonic(), 0))
        happened.append((name, time.monotonic()))
        happens()
    time.sleep(max(begun + seconds - time.monotonic(), 0))
    enough.set()
    for other_person in (*people, *looking):
        other_person.join()
    ended = time.monotonic()
    hands = [took for person in people for _at, took in person.waited]
    asked = [took for onlooker in house.onlookers for _at, took in onlooker.seen.good]
    print(f"  {len(hands)} hands   {_times(hands)}   the slowest after {max(hands):.1f} s")
    print(f"  {len(asked)} questions   {_times(asked)}")
    seen = [person.seen for person in people] + [onlooker.seen for onlooker in house.onlookers]
    for (name, moment), until in zip(happened, [*(at for _name, at in happened[1:]), ended], strict=True):
        _print_event(name, moment, until, people, seen)
    return people


def _print_event(
    name: str, moment: float, until: float, people: Sequence[Recorder], seen: Sequence[Seen]
) -> None:
    failed = [at for phone in seen for at in phone.failed if moment <= at < until]
    good = sorted(at for phone in seen for at, _took in phone.good if moment <= at < until)
    silence = max((later - sooner for sooner, later in pairwise([moment, *good])), default=0.0)
    slowest = max(
        (took for person in people for at, took in person.waited if moment <= at < until), default=0.0
    )
    last = f", the last {max(failed) - moment:.1f} s after it" if failed else ""
    print(
        f"  {name}: nobody was answered for {silence:.1f} s at most; {len(failed)} failures seen by "
        f"phones{last}; a hand was there after {slowest:.1f} s at most"
    )


# What came of it


def _what_is_wrong(people: Sequence[Recorder], keeper: Keeper) -> list[str]:
    """Return what is lost or doubled of what phones were told; nights of the simulator ask for more."""
    wrong = [f"sheet {person.sheet}: {person.wrong}" for person in people if person.wrong]
    there = Counter(entry["id"] for found in keeper.do("look").values() for entry in found["entries"])
    told = [entry for person in people for entry in person.acknowledged]
    wrong += [
        f"{entry} was acknowledged, and is there {there[entry]} times" for entry in told if there[entry] != 1
    ]
    if said := keeper.do("verify"):
        wrong.append(f"verify: {said}")
    print(f"\n{len(told)} hands were acknowledged; each was looked for in the database, and verify ran.")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
