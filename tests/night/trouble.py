"""What happens to the server and the database of a hall: each trouble under its name, with its weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.night.orders import DISK_IS_FULL, Victim

if TYPE_CHECKING:
    from tests.night.hall import Hall

MOST_STATEMENTS = 16  # about as many as it takes to save a hand
AT_A_COMMIT = 0.3  # how often somebody who dies does so there
LONGEST = 5  # steps that a trouble lasts


@dataclass(frozen=True)
class Trouble:
    """How likely it is beside the others, what it does to a hall, and where it can happen at all."""

    weight: int
    happen: Callable[[Hall, Random], str]  # returns what is told of it
    is_possible: Callable[[Hall], bool] = lambda hall: True


def _power_fails(hall: Hall, dice: Random) -> str:
    hall.server.kill()
    hall.server.start()
    return "the server is killed, and starts again"


def _dies(victim: Victim) -> Callable[[Hall, Random], str]:
    def happen(hall: Hall, dice: Random) -> str:
        after, commits = dice.random() < 0.5, dice.random() < AT_A_COMMIT
        number = 1 if commits else dice.randint(1, MOST_STATEMENTS)
        hall.orders.kill(victim, number, after=after, commits=commits)
        hall.dying = victim.name.lower()
        hall.expects(*([DISK_IS_FULL] if victim == Victim.STATEMENT else []))
        which = "the next COMMIT" if commits else f"statement {number} from now"
        what = "a database fails" if victim == Victim.STATEMENT else f"{hall.dying} dies"
        return f"{what} {'after' if after else 'before'} {which}"

    return happen


def _disk_is_full(hall: Hall, dice: Random) -> str:
    hall.orders.fill_disk(full=True)
    hall.expects(DISK_IS_FULL, "No space left on device")
    hall.lasts(dice.randint(2, LONGEST), "there is room again", lambda: hall.orders.fill_disk(full=False))
    return "the disk of the database is full"


def _is_locked(hall: Hall, dice: Random) -> str:
    if hall.is_held:
        return "the database is locked already"
    hall.is_held = True
    hall.keeper.do("hold")
    hall.expects("database is locked", "canceling statement due to lock timeout")
    hall.lasts(dice.randint(2, LONGEST), "the lock is released", hall.let_go)
    return "somebody locks the database, and waits"


def _next_version(hall: Hall, dice: Random) -> str:
    hall.bring_next_version()
    return f"version {hall.version} of the program starts"


def _copy_is_made(hall: Hall, dice: Random) -> str:
    hall.back_up()
    return "a copy of the database is made"


def _copy_is_put_back(hall: Hall, dice: Random) -> str:
    hall.restore()
    return "the copy is put back"


TROUBLES = {
    "kill the server": Trouble(4, _power_fails),
    "a worker dies": Trouble(5, _dies(Victim.WORKER)),
    "the master dies": Trouble(2, _dies(Victim.MASTER)),
    "all die at a statement": Trouble(3, _dies(Victim.EVERYBODY)),
    "a statement fails": Trouble(4, _dies(Victim.STATEMENT)),
    "the disk is full": Trouble(3, _disk_is_full),
    "the database is locked": Trouble(2, _is_locked),
    "the next version comes": Trouble(3, _next_version),
    "a copy is made": Trouble(3, _copy_is_made, lambda hall: hall.may_copy and not hall.copy),
    "the copy is put back": Trouble(6, _copy_is_put_back, lambda hall: hall.may_copy and bool(hall.copy)),
}
