"""`make bench`: what it costs to record a hand, in milliseconds, against a server as `make run` starts it.

Nothing fails. Only figures of one machine can be compared.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.support.phones import Phone, at_once
from tests.support.races.processes import Server, own_server

ROOT = Path(__file__).parents[2]
CLIENTS = 16
EARLY, LATE, LONG = 10, 200, 100  # hands
TABLES = 8  # as many early as late ones, so that each stays near its number of hands
HANDS = 12  # at each of them
PAUSES = (1.0, 3.0)  # seconds between two hands of a phone; at a table it takes minutes
REPEATS = 100
WARM_UP = 40


def _measure(server: Server) -> None:
    keeper = server.keeper()
    keeper.do("migrate")
    tables = keeper.do("found", tables=2 * TABLES + CLIENTS + 1)
    long, *others = tables
    early, late, many = others[:TABLES], others[TABLES : 2 * TABLES], others[2 * TABLES :]
    for there, hands in ((early, EARLY), (late, LATE), ([long], LONG)):
        for table in there:
            keeper.do("play_up_to", sheet=table["sheet"], hands=hands - HANDS // 2)
    keeper.stop()
    server.start()
    phones = [Phone(server.port, table["code"]) for table in tables]
    by_code = {table["code"]: phone for table, phone in zip(tables, phones, strict=True)}

    def at(there: Sequence[dict[str, str]]) -> list[Phone]:
        return [by_code[table["code"]] for table in there]

    print("\nOver HTTP, SQLite with synchronous=FULL, milliseconds a request   (aim: p50 under 30)")
    dice = Random(54)
    for number in range(WARM_UP):
        milliseconds_of_hand(at(many)[number % CLIENTS], dice)
    _print_one_client(at(early), at(late), dice)
    _print_beside_verify(server, at(early), dice)
    for name, pauses, hands in (
        (f"{CLIENTS} clients, one hand in {PAUSES[0]:.0f} to {PAUSES[1]:.0f} s each", PAUSES, HANDS // 2),
        (f"{CLIENTS} clients without a pause", (0.0, 0.0), 2 * HANDS),
    ):
        begun = time.perf_counter()
        taken = at_once(
            *(partial(_hands, phone, Random(n), hands, pauses) for n, phone in enumerate(at(many)))
        )
        seconds = time.perf_counter() - begun
        flat = [sample for each in taken for sample in each]
        print_row(name, flat, f"   {len(flat) / seconds:5.0f} hands a second")
    _print_reading(at([long])[0])


def _print_one_client(early: list[Phone], late: list[Phone], dice: Random) -> None:
    """In turn, so that what disturbs disturbs both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(HANDS * TABLES):
        for phones, into in zip((early, late), taken, strict=True):
            into.append(milliseconds_of_hand(phones[number % TABLES], dice))
    print_row(f"1 client, at hand {EARLY}", taken[0])
    ratio = median(taken[1]) / median(taken[0]) - 1
    print_row(f"1 client, at hand {LATE}", taken[1], f"   {ratio:+.0%}   (within 20 %)")


def _print_beside_verify(server: Server, phones: Sequence[Phone], dice: Random) -> None:
    """Record while everything is verified, which finds no difference."""
    command = [sys.executable, "manage.py", "verify"]
    with subprocess.Popen(command, cwd=ROOT, env=server.environment, stdout=subprocess.DEVNULL) as verify:
        taken = []
        while verify.poll() is None:
            taken.append(milliseconds_of_hand(phones[len(taken) % len(phones)], dice))
    assert verify.returncode == 0
    print_row("1 client, beside a running verify", taken)


def _print_reading(phone: Phone) -> None:
    live, sheet = phone.table["urls"]["live"], phone.table["urls"]["sheet"]
    unchanged = {"If-None-Match": phone.ask("GET", live).headers["ETag"]}

    def look() -> int:
        return phone.ask("GET", live, headers=unchanged).status

    def read() -> int:
        return phone.ask("GET", sheet).status

    print_row("1 client, looking for news", [milliseconds(look, 304) for _ in range(REPEATS)])
    print_row(f"1 client, the sheet with {LONG} hands", [milliseconds(read) for _ in range(REPEATS)])


def _hands(phone: Phone, dice: Random, hands: int, pauses: tuple[float, float]) -> list[float]:
    taken = []
    for _ in range(hands):
        time.sleep(dice.uniform(*pauses))
        taken.append(milliseconds_of_hand(phone, dice))
    return taken


def milliseconds_of_hand(phone: Phone, dice: Random) -> float:
    record = phone.some_hand(dice)
    return milliseconds(lambda: phone.save(record).status)


def milliseconds(ask: Callable[[], int], status: int = 200) -> float:
    """Return how long it takes until something is answered, which has to be with this status."""
    begun = time.perf_counter()
    answered = ask()
    taken = 1000 * (time.perf_counter() - begun)
    assert answered == status, answered
    return taken


def print_row(name: str, taken: Sequence[float], further: str = "") -> None:
    p95 = quantiles(taken, n=20)[-1]
    print(f"  {name:<36} p50 {median(taken):6.1f}   p95 {p95:6.1f}{further}")


if __name__ == "__main__":
    with own_server() as server:
        _measure(server)
