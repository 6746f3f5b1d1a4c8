"""How long a server takes to its first answer, and what the first question costs beside the second."""

import http.client
import subprocess
import sys
import time
from statistics import median

from tests.benchmarks.tournament_load import processor_seconds
from tests.support.races.processes import HOST, ROOT, Server, own_server

STARTS = 3
ADDRESSES = (
    "/",
    "/rules/",
    "/rules/standard/",
    "/rules/standard/examples/dreier/",
    "/calculator/",
    "/handbook/",
)
TIMES = 5


def measure() -> None:
    print("\nFrom the start of the server to its first answer   (aim: 2 s)")
    with own_server(workers=1) as server:  # so that each question after the first is its second
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, cwd=ROOT, env=server.environment, check=True)
        walls, processors = [], []
        for _ in range(STARTS):
            server.stop()
            begun = time.perf_counter()
            server.start()
            _ask(server.port, "/sign-in/")
            walls.append(time.perf_counter() - begun)
            processors.append(processor_seconds(server))
        _print_first(server)
        print(f"  {STARTS} starts: wall {median(walls):.2f} s   processor {median(processors):.2f} s")


def _print_first(server: Server) -> None:
    print("  milliseconds of the processor: a page for the first time, and then")
    for address in ADDRESSES:
        taken = []
        for _ in range(TIMES):
            before = processor_seconds(server)
            _ask(server.port, address)
            taken.append(1000 * (processor_seconds(server) - before))
        print(f"  {address:<30} {taken[0]:6.0f} {sum(taken[1:]) / (TIMES - 1):6.0f}")


def _ask(port: int, address: str) -> None:
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", address)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200, address
