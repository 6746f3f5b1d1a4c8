"""The draw: three rounds one after the other, and all at once; squares beside what counting proves."""

import time
from collections import Counter

from tournaments.engine.bound import counted
from tournaments.engine.meetings import Meetings, RoundSeating
from tournaments.engine.seating import Drawn, draw, draw_all
from tournaments.engine.sizes import sizes

COUNTS = (8, 12, 13, 16, 20, 24, 37, 160, 400)
ROUNDS = 3
AIM = 2.0  # seconds for 160 players


def one_after_the_other(players: list[str]) -> list[Drawn]:
    """Each round knows those before it only."""
    past: list[RoundSeating] = []
    drawn: list[Drawn] = []
    for number in range(ROUNDS):
        drawn.append(draw(players, seed=f"round {number}", past=past))
        past.append(drawn[-1].seating)
    return drawn


def all_at_once(players: list[str]) -> list[Drawn]:
    return list(draw_all(players, ROUNDS, seed="all rounds"))


def measure() -> None:
    print(f"\nDraw, one core, {ROUNDS} rounds   (160 players: no repeated pair, under {AIM:.0f} s)")
    for count in COUNTS:
        players = [f"{number:03}" for number in range(count)]
        meetings = counted(players, sizes(count), (), ROUNDS).meetings
        least = 2 * meetings + ROUNDS * sum(size * (size - 1) // 2 for size in sizes(count))
        for name, work in (("one by one", one_after_the_other), ("all at once", all_at_once)):
            begun = time.perf_counter()
            drawn = work(players)
            seconds = time.perf_counter() - begun
            met = Counter(Meetings.of([draw.seating for draw in drawn]).times.values())
            repeats = [len(draw.quality.again) for draw in drawn]
            print(
                f"  {count:>3} players  {name:<12} {seconds:6.2f} s   repeats {' + '.join(map(str, repeats))}"
                f"   squares {drawn[-1].quality.squares}   lower bound {least}   most often met {max(met)}"
            )


if __name__ == "__main__":
    measure()
