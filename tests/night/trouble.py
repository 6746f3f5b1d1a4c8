"""What happens to the server and the database of a hall: each trouble under its name, with its weight."""

from __future__ import annotations

import signal
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
    server = dice.choice(hall.servers)
    server.kill()
    server.start()
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
    if not hall.keeper_is_free:
        return "the database is locked or away already"
    hall.is_held = True
    hall.keeper.do("hold")
    hall.expects("database is locked", "canceling statement due to lock timeout")
    hall.lasts(dice.randint(2, LONGEST), "the lock is released", hall.let_go)
    return "somebody locks the database, and waits"


def _is_gone(hall: Hall, dice: Random) -> str:
    assert hall.cluster is not None
    if not hall.cluster_runs:
        return "the database is away already"
    hall.let_go()
    hall.cluster.stop(signal.SIGQUIT)
    hall.cluster_runs = False
    hall.expects(*CUT_OFF)
    hall.lasts(dice.randint(0, LONGEST), "the database is there again", hall.start_cluster)
    return "the database is killed"


def _replica_takes_over(hall: Hall, dice: Random) -> str:
    assert hall.cluster is not None
    if hall.replica is None or not hall.cluster_runs:
        return "the database is away, or its replica has taken over already"
    hall.let_go()
    hall.cluster.kill()
    hall.replica.promote()
    hall.cluster, hall.replica = hall.replica, None
    hall.expects(*CUT_OFF)
    return "the database is killed, and its replica takes over"


def _next_version(hall: Hall, dice: Random) -> str:
    hall.bring_next_version()
    return f"version {hall.version} of the program starts"


def _copy_is_made(hall: Hall, dice: Random) -> str:
    hall.back_up()
    return "a copy of the database is made"


def _copy_is_put_back(hall: Hall, dice: Random) -> str:
    hall.restore()
    return "the copy is put back"


# How Python and PostgreSQL say that a connection broke off, or that there is nobody to connect to.
CUT_OFF = (
    "connection failed",
    "connection is lost",
    "the connection is closed",
    "server closed the connection unexpectedly",
    "terminating connection",
    "the database system is",
    "connection already closed",
    "consuming input failed",
)

TROUBLES = {
    "kill the server": Trouble(4, _power_fails),
    "a worker dies": Trouble(5, _dies(Victim.WORKER)),
    "the master dies": Trouble(2, _dies(Victim.MASTER)),
    "all die at a statement": Trouble(3, _dies(Victim.EVERYBODY)),
    "a statement fails": Trouble(4, _dies(Victim.STATEMENT)),
    "the disk is full": Trouble(3, _disk_is_full),
    "the database is locked": Trouble(2, _is_locked),
    "the database is gone": Trouble(3, _is_gone, lambda hall: hall.cluster is not None),
    "the replica takes over": Trouble(3, _replica_takes_over, lambda hall: hall.replica is not None),
    "the next version comes": Trouble(3, _next_version),
    "a copy is made": Trouble(3, _copy_is_made, lambda hall: hall.may_copy and not hall.copy),
    "the copy is put back": Trouble(6, _copy_is_put_back, lambda hall: hall.may_copy and bool(hall.copy)),
}
