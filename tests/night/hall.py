"""What all nights of a run share: servers on one database, its keeper, and a browser."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Browser

from tests.night.orders import ORDERS, Orders
from tests.night.phones import Device
from tests.night.trouble import TROUBLES
from tests.night.versions import STATIC, VERSION, write_next_version
from tests.support.postgresql import Cluster
from tests.support.races.processes import Keeper, Server

Document = dict[str, Any]
SECONDS_TO_END = 90  # in which everything has to arrive once nothing fails any more, on a busy machine
RECORD = re.compile(
    r"^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\[\d{4}-)", re.MULTILINE
)  # the beginning of one in a log
# Servers of a night wait for a lock so briefly that on a busy machine they may give up without any trouble.
SHORT_OF_TIME = ("database is locked", "canceling statement due to lock timeout")


@dataclass
class Lasting:
    """What goes on for so many steps yet, how it ends, and what is told then."""

    steps: int
    told: str
    end: Callable[[], None]


@dataclass
class Hall:
    """What all nights share: one or more servers on one database, with its keeper, and a browser."""

    server: Server
    keeper: Keeper
    browser: Browser
    patience: int = SECONDS_TO_END
    steps: int | None = None  # of each night, where its story is cut down
    devices: dict[tuple[int, bool], Device] = field(default_factory=dict)
    further: tuple[Server, ...] = ()  # that serve the same database
    cluster: Cluster | None = None  # the PostgreSQL it lies in
    replica: Cluster | None = None  # that follows it, until it takes over
    cluster_runs: bool = True
    is_held: bool = False  # by the keeper, who has locked the database
    dying: str = ""  # who is to die at a statement
    lasting: list[Lasting] = field(default_factory=list)
    version: int = 1  # of the program
    sheets: list[int] = field(default_factory=list)  # of this night
    copy: str = ""  # of the database, made this night
    in_copy: dict[str, Document] = field(default_factory=dict)
    lost: dict[str, Document] = field(default_factory=dict)  # entries that were gone with a restored copy
    restored: int = 0  # times
    wrong: list[str] = field(default_factory=list)  # what is seen to be so this night, and must not be
    expected: set[str] = field(default_factory=lambda: {*SHORT_OF_TIME})  # what may stand in the log

    def __post_init__(self) -> None:
        self.orders = Orders.none(self.server.log.with_suffix(".orders"))

    @property
    def servers(self) -> tuple[Server, ...]:
        return (self.server, *self.further)

    @property
    def keeper_is_free(self) -> bool:
        """Return whether the keeper can write now."""
        return self.cluster_runs and not self.is_held

    def device(self, number: int, *, settles: bool = False) -> Device:
        """Return the browser of this number."""
        key = (number, settles)
        if key not in self.devices:
            port = self.servers[number % len(self.servers)].port
            self.devices[key] = Device(self.browser, port, settles=settles)
        return self.devices[key]

    def open(self) -> None:
        """Found the club, and let the servers begin."""
        self.keeper.do("found", tables=1)
        for server in self.servers:
            server.arguments[-1] = "tests.night.served"
            server.environment[ORDERS] = str(self.server.log.with_suffix(".orders"))
            server.start()

    def close(self) -> None:
        for device in self.devices.values():
            device.close()
        for server in self.servers:
            server.kill()
        self.start_cluster()
        self.keeper.stop()

    # What happens to them

    def begin_night(self, sheets: list[int]) -> None:
        """Let a night begin at these tables."""
        self.sheets, self.lost, self.copy, self.wrong = sheets, {}, "", []

    def trouble(self, deed: str, dice: Random) -> str:
        """Let the trouble of this name happen; return what is told of it."""
        return TROUBLES[deed].happen(self, dice)

    def troubles(self) -> dict[str, int]:
        """Return the names of all that can happen here, with their weights."""
        return {name: trouble.weight for name, trouble in TROUBLES.items() if trouble.is_possible(self)}

    @property
    def may_copy(self) -> bool:
        """Return whether the database is there, has room, is locked by nobody, and tables are looked at."""
        return bool(self.sheets) and not self.lasting

    def pass_time(self) -> Iterator[str]:
        """End what has lasted long enough, start servers that died again, and tell of it."""
        if self.dying and not self.orders.is_anybody_to_die:
            yield "a statement failed" if self.dying == "statement" else f"{self.dying} died at a statement"
            self.dying = ""
        for lasting in [*self.lasting]:
            lasting.steps -= 1
            if lasting.steps < 0:
                self.lasting.remove(lasting)
                lasting.end()
                yield lasting.told
        yield from self._start_again()

    def calm_down(self) -> Iterator[str]:
        """End everything that lasts, and tell of it."""
        for lasting in self.lasting:
            lasting.steps = 0
        yield from self.pass_time()
        self.orders.forget()
        self.dying = ""

    def _start_again(self) -> Iterator[str]:
        for server in self.servers:
            if server.process is None or server.process.poll() is not None:
                server.kill()  # whoever is left
                server.start()
                yield "the server starts again"

    def lasts(self, steps: int, told: str, end: Callable[[], None]) -> None:
        """Let something go on for so many steps."""
        self.lasting.append(Lasting(steps, told, end))

    def let_go(self) -> None:
        """Release the lock of the keeper, if there is one."""
        if self.is_held:
            self.keeper.do("let_go")
            self.is_held = False

    def start_cluster(self) -> None:
        """Start the database, and wait until it answers."""
        if self.cluster is not None and not self.cluster_runs:
            self.cluster.start()
            self.cluster_runs = True
            self.cluster.administrator().close()

    def back_up(self) -> None:
        """Make a copy of the database."""
        self.in_copy = self.keeper.do("written", sheets=self.sheets)
        self.copy = self.keeper.do("back_up", folder=tempfile.mkdtemp(dir=self.server.log.parent))

    def restore(self) -> None:
        """Put the copy back while no server runs."""
        for server in self.servers:
            _end(server)
        before = self.keeper.do("written", sheets=self.sheets)
        self.keeper.do("put_back", copy=self.copy)
        after = self.keeper.do("written", sheets=self.sheets)
        for server in self.servers:
            server.start()
        self.lost |= {entry: hand for entry, hand in before.items() if entry not in after}
        self.copy, self.restored = "", self.restored + 1
        self.wrong += [
            f"{entry} stood before the copy was made" for entry in self.in_copy if entry not in after
        ]

    def bring_next_version(self) -> None:
        """End every server gracefully, and start the next version of the program instead."""
        self.version += 1
        folder = self.server.log.parent / f"version-{self.version}"
        write_next_version(folder, self.version)
        for server in self.servers:
            _end(server)
            server.environment |= {VERSION: str(self.version), STATIC: str(folder)}
            server.start()

    def expects(self, *words: str) -> None:
        """Let a mistake that says so in the log be none of the program: it was caused on purpose."""
        self.expected.update(words)

    # What is looked at in the end

    def lies(self) -> str:
        """Return what is not as it should be in the whole database, and what went wrong in the servers."""
        wrong = [self.keeper.do("verify")]
        for server in self.servers:
            wrong += [record for record in RECORD.split(server.log.read_text()) if self._is_mistake(record)]
        return "".join(wrong)

    def _is_mistake(self, record: str) -> bool:
        """Return whether a record of the log tells of a mistake that nobody has caused on purpose."""
        return "Traceback" in record and not any(words in record for words in self.expected)


def _end(server: Server) -> None:
    """End a server gracefully; and its workers, where the master has died before."""
    server.stop()
    server.kill()
