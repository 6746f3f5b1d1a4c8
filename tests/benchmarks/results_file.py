"""Files of results: a cup of 160 players in three rounds of sixteen hands, read and worked out again."""

from __future__ import annotations

import json
import time

from tournaments.results_file.checking import checked
from tournaments.results_file.generating import generated
from tournaments.results_file.verdict import GOOD

AIM = 3.0  # seconds of one core


def measure() -> None:
    """Print how long the checker takes, with its rule sheet read anew."""
    document = generated(160, 3, "7")
    content = json.dumps(document, ensure_ascii=False).encode()
    wall, processor = time.perf_counter(), time.process_time()
    found = checked(content)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    assert found.status == GOOD
    print(f"\nA file of results of 160 players, 3 rounds, 1,920 hands   (aim: at most {AIM:.0f} s)")
    print(f"  checked   {len(content) / 1e6:.1f} MB   wall {wall:5.2f} s   processor {processor:5.2f} s")


if __name__ == "__main__":
    measure()
