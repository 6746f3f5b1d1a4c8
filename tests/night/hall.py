"""What all nights of a run share: a server and its database, a keeper, and a browser."""

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
    """What all nights share: a server and its database, a keeper, and a browser."""

    server: Server
    keeper: Keeper
    browser: Browser
    patience: int = SECONDS_TO_END
    steps: int = 0  # of each night, where its story is cut down
    devices: dict[int, Device] = field(default_factory=dict)
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

    def device(self, number: int) -> Device:
        """Return the browser of this number."""
        if number not in self.devices:
            self.devices[number] = Device(self.browser, self.server.port)
        return self.devices[number]

    def open(self) -> None:
        """Found the club, and let the server begin."""
        self.keeper.do("found", tables=1)
        self.server.arguments[-1] = "tests.night.served"
        self.server.environment[ORDERS] = str(self.server.log.with_suffix(".orders"))
        self.server.start()

    def close(self) -> None:
        for device in self.devices.values():
            device.close()
        self.server.kill()
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
        """Return whether the database is a file, has room, is locked by nobody, and tables are looked at."""
        return self.server.database.startswith("sqlite:") and bool(self.sheets) and not self.lasting

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
        if self.server.process is None or self.server.process.poll() is not None:
            self.server.kill()  # whoever is left
            self.server.start()
            yield "the server starts again"

    def lasts(self, steps: int, told: str, end: Callable[[], None]) -> None:
        """Let something go on for so many steps."""
        self.lasting.append(Lasting(steps, told, end))

    def let_go(self) -> None:
        """Release the lock of the keeper, if there is one."""
        if self.is_held:
            self.keeper.do("let_go")
            self.is_held = False

    def back_up(self) -> None:
        """Make a copy of the database."""
        self.in_copy = self.keeper.do("written", sheets=self.sheets)
        self.copy = self.keeper.do("back_up", folder=tempfile.mkdtemp(dir=self.server.log.parent))

    def restore(self) -> None:
        """Put the copy back while the server does not run."""
        self._end_server()
        before = self.keeper.do("written", sheets=self.sheets)
        self.keeper.do("put_back", copy=self.copy)
        after = self.keeper.do("written", sheets=self.sheets)
        self.server.start()
        self.lost |= {entry: hand for entry, hand in before.items() if entry not in after}
        self.copy, self.restored = "", self.restored + 1
        self.wrong += [
            f"{entry} stood before the copy was made" for entry in self.in_copy if entry not in after
        ]

    def bring_next_version(self) -> None:
        """End the server gracefully, and start the next version of the program instead."""
        self.version += 1
        folder = self.server.log.parent / f"version-{self.version}"
        write_next_version(folder, self.version)
        self._end_server()
        self.server.environment |= {VERSION: str(self.version), STATIC: str(folder)}
        self.server.start()

    def _end_server(self) -> None:
        """End it gracefully; and its workers, where the master has died before."""
        self.server.stop()
        self.server.kill()

    def expects(self, *words: str) -> None:
        """Let a mistake that says so in the log be none of the program: it was caused on purpose."""
        self.expected.update(words)

    # What is looked at in the end

    def lies(self) -> str:
        """Return what is not as it should be in the whole database, and what went wrong in the server."""
        records = RECORD.split(self.server.log.read_text())
        return "".join([self.keeper.do("verify"), *filter(self._is_mistake, records)])

    def _is_mistake(self, record: str) -> bool:
        """Return whether a record of the log tells of a mistake that nobody has caused on purpose."""
        return "Traceback" in record and not any(words in record for words in self.expected)
