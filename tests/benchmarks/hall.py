"""How many requests of a hall of 2,000 spectators reach the program, through nginx with its file.

Each has a public page of a tournament open, asks every three seconds whether there is anything new, and then
for what is new; meanwhile hands are recorded. `python -m tests.benchmarks hall`.
"""

import asyncio
import re
import shutil
import subprocess
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scoring.server.phones import Phone, at_once
from tests.benchmarks.recording import milliseconds_of_hand, print_row
from tests.benchmarks.tournament_load import processor_seconds, set_up_on
from tests.support.races.processes import HOST, ROOT, free_port, listens, own_server

SPECTATORS = 2000
CONNECTIONS = 100  # in which they ask in turn, each from an address of its own
EVERY = 3.0
LASTS = 15.0  # seconds
TABLES = 20
SECONDS_PER_HAND = 1.0  # of all tables together
PAGES = ("", "seating/", "standings/")
STATUS = re.compile(rb"HTTP/1\.1 (\d+)")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
TAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
COUNT = re.compile(rb'"count": *(\d+)')


class HallAnswers(NamedTuple):
    """What was asked and how long each answer took, in milliseconds."""

    asked: Counter[str]
    taken: list[float]


def measure() -> None:
    command = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if command is None:
        print("nginx is not installed.")
        return
    with own_server() as server, TemporaryDirectory(prefix="tarock-") as folder:
        found = set_up_on(server.environment, TABLES)
        server.start()
        port = free_port()
        configure(Path(folder), port, server.port)
        nginx = subprocess.Popen([command, "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"])
        try:
            while not listens(port):
                time.sleep(0.02)
            phones = [Phone(server.port, link) for link in found["links"]]
            before = processor_seconds(server)
            hall = HallAnswers(Counter(), [])
            _, hands = at_once(partial(fill, hall, port, found["code"]), partial(_record, phones))
            spent = processor_seconds(server) - before
        finally:
            nginx.terminate()
            nginx.wait()
        _print(hall, hands, spent, Counter(Path(folder, "asked").read_text().split()))


def configure(folder: Path, port: int, program: int) -> None:
    """Write the program's file for nginx as for one machine without a certificate, and a log of the cache."""
    text = (ROOT / "tarockclub/deploy/nginx.conf").read_text().replace("/var/lib/nginx", str(folder))
    text = re.sub(r"server \{\s+listen 80;.*?\n\}", "", text, flags=re.DOTALL)
    text = re.sub(r"listen \[::\][^;]*;|ssl_certificate[^;]*;", "", text)
    text = text.replace("listen 443 ssl http2", f"listen {HOST}:{port}")
    text = text.replace("127.0.0.1:8000", f"{HOST}:{program}").replace("$scheme", "http")
    text = text.replace("proxy_pass ", "proxy_bind $remote_addr; proxy_pass ")  # one may not have so many
    folders = "".join(
        f"{name}_temp_path {folder};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"user root; pid {folder}/pid; daemon off; events {{ worker_connections 4096; }}\n"
        f"http {{ log_format cache '$upstream_cache_status'; access_log {folder}/asked cache;\n"
        f"{folders}\n{text}\n}}"
    )


def _record(phones: list[Phone]) -> list[float]:
    """Record a hand at one table after the other, as long as the hall is full."""
    taken, dice, until = list[float](), Random(78), time.monotonic() + LASTS
    while time.monotonic() < until:
        taken.append(milliseconds_of_hand(phones[len(taken) % len(phones)], dice))
        time.sleep(SECONDS_PER_HAND)
    return taken


def fill(hall: HallAnswers, port: int, code: str) -> list[float]:
    """Let everybody open a page, and follow it; return how long answers took."""

    async def connection(number: int) -> None:
        own = f"127.1.{number // 250}.{number % 250 + 1}"
        reader, writer = await asyncio.open_connection(HOST, port, local_addr=(own, 0))

        async def ask(kind: str, path: str, tag: bytes = b"") -> tuple[bytes, bytes]:
            begun = time.monotonic()
            condition = b"If-None-Match: " + tag + b"\r\n" if tag else b""
            host = b"Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
            writer.write(b"GET " + path.encode() + b" HTTP/1.1\r\n" + host + condition + b"\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
            status = STATUS.match(head)
            assert status is not None
            assert status[1] in (b"200", b"304"), head
            hall.asked[kind] += 1
            hall.taken.append((time.monotonic() - begun) * 1000)
            found = TAG.search(head)
            return found[1] if found else b"", body

        async def follow(people: int) -> None:
            begun, tags = time.monotonic(), [(b"", b"")] * people
            paths = [f"/tournaments/{code}/{PAGES[one % len(PAGES)]}" for one in range(people)]
            for one in range(people):
                await ask("page", paths[one])
            turn = 0
            while time.monotonic() < begun + LASTS:
                turn += 1
                for one in range(people):
                    await asyncio.sleep(max(0.0, begun + (turn + one / people) * EVERY - time.monotonic()))
                    pulse, part = tags[one]
                    pulse, body = await ask("pulse", f"/tournaments/{code}/pulse/", pulse)
                    if body and (count := COUNT.search(body)):
                        beat = f"{paths[one]}?part=1&beat={count[1].decode()}"
                        part, _ = await ask("part", beat, part)
                    tags[one] = pulse, part

        await follow(SPECTATORS // CONNECTIONS)
        writer.close()

    async def everybody() -> None:
        await asyncio.gather(*map(connection, range(CONNECTIONS)))

    asyncio.run(everybody())
    return hall.taken


def _print(hall: HallAnswers, hands: list[float], spent: float, by_cache: Counter[str]) -> None:
    asked = hall.asked.total()
    reached = asked - by_cache["HIT"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(hall.asked.items()))
    print(f"\n{SPECTATORS} spectators on public pages, for {LASTS:.0f} s   ({kinds})")
    print(f"  {asked} requests, {reached} reached the program: {reached / asked:.2%}")
    print(f"  {spent / LASTS:.1%} of one core in the program, {len(hands)} hands among it")
    print_row("an answer", hall.taken)
    print_row("a hand meanwhile", hands)
