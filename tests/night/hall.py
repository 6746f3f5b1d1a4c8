"""What all nights of a run share: a server on its database, its keeper, and a browser."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser

from tests.night.defects import OF_THE_SERVER, PLANTED
from tests.night.phones import Device
from tests.support.races.processes import Keeper, Server

SECONDS_TO_END = 90  # in which everything has to arrive once nothing fails any more, on a busy machine


@dataclass
class Hall:
    """What all nights share: a server with its keeper, and a browser."""

    server: Server
    keeper: Keeper
    browser: Browser
    defect: str = ""
    patience: int = SECONDS_TO_END
    devices: dict[tuple[int, bool], Device] = field(default_factory=dict)

    def device(self, number: int, *, settles: bool = False) -> Device:
        """Return the browser of this number."""
        key = (number, settles)
        if key not in self.devices:
            self.devices[key] = Device(self.browser, self.server.port, self.defect, settles=settles)
        return self.devices[key]

    def open(self) -> None:
        """Found the club, and let the server begin."""
        self.server.arguments[-1] = "tests.night.broken"
        self.server.environment[PLANTED] = self.defect if self.defect in OF_THE_SERVER else ""
        self.keeper.do("found", tables=1)
        self.server.start()

    def close(self) -> None:
        for device in self.devices.values():
            device.close()
        self.server.kill()
        self.keeper.stop()

    def lies(self) -> str:
        """Return what is not as it should be in the whole database, and what went wrong in the server."""
        log = self.server.log.read_text()
        return self.keeper.do("verify") + log[log.find("Traceback") :] * ("Traceback" in log)
