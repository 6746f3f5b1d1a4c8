"""How fast hands are settled: in memory, checked as well, and through the command with a million records."""

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

from scoring.engine.problems import problems_with
from scoring.engine.record import read_hand
from scoring.engine.settling import settle
from scoring.rules import SLUGS, published
from tests.benchmarks import memory
from tests.support.engine.rulebook import rulebook
from tests.support.races.processes import ROOT

RECORDS = 100_000
SECONDS = 3.0


def mix() -> list[dict[str, object]]:
    """All hands of the rulebook that are settled, of all sheets, well shuffled."""
    documents = [
        {**example.document, "rules": slug}
        for slug in SLUGS
        for example in rulebook(slug).all_examples
        if not example.refused
    ]
    random.Random(54).shuffle(documents)
    return documents


def rate(work: Callable[[], None], size: int) -> float:
    """Hands a second, the best of several rounds: what disturbs on a shared machine only ever adds time."""
    best, started = 0.0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        begun = time.perf_counter()
        work()
        best = max(best, size / (time.perf_counter() - begun))
    return best


def measure() -> None:
    documents = mix()
    hands = [
        (read_hand(document, published()[str(document["rules"])]), published()[str(document["rules"])])
        for document in documents
    ]

    def settle_ready() -> None:
        for hand, rules in hands:
            _ = settle(hand, rules).amounts

    def check_and_settle() -> None:
        for hand, rules in hands:
            if not problems_with(hand, rules):
                _ = settle(hand, rules).amounts

    print(f"\nSettling, one core, {len(hands)} different hands of {len(SLUGS)} sheets")
    for name, work, wanted in (
        ("settle on ready hands", settle_ready, 25_000),
        ("problems_with + settle", check_and_settle, 12_000),
    ):
        print(f"  {name:<30} {rate(work, len(hands)):>10,.0f} a second   (at least {wanted:,})")
    measure_command(documents)


def measure_command(documents: list[dict[str, object]]) -> None:
    """The real command, fed through a pipe; its memory is looked at on the way."""
    lines = [json.dumps(document, ensure_ascii=False).encode() + b"\n" for document in documents]
    started = time.perf_counter()
    command = subprocess.Popen(
        [sys.executable, "manage.py", "settle"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert command.stdin is not None
    assert command.stdout is not None
    feeder = threading.Thread(target=_feed, args=(command.stdin, lines), daemon=True)
    feeder.start()
    held: list[tuple[int, float]] = []
    answered = 0
    for _ in command.stdout:
        answered += 1
        if answered in (10_000, RECORDS // 2, RECORDS - 1000):
            held.append((answered, memory.now(command.pid)))
    command.wait()
    seconds = time.perf_counter() - started
    print(f"  the command, {answered:,} records {answered / seconds:>10,.0f} a second   (at least 5,000)")
    print("  its memory: " + ", ".join(f"{mib:.1f} MiB after {count:,}" for count, mib in held))


def _feed(pipe: BinaryIO, lines: list[bytes]) -> None:
    with pipe:
        pipe.writelines(lines[number % len(lines)] for number in range(RECORDS))
