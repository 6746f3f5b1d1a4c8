"""A proxy in front of several servers: each connection goes to the next one that is there.

`python -m tests.scale.proxy 8000 8001 8002` listens on the first port.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

HOST = "127.0.0.1"
SECONDS_OUT = 1.0  # that a server which did not answer is asked last
BYTES_PER_READ = 65_536  # bytes


@dataclass
class Choice:
    """Round robin; who did not answer lately comes last."""

    servers: tuple[int, ...]
    turn: int = 0
    failed_at: dict[int, float] = field(default_factory=dict)

    def order(self, now: float) -> Iterator[int]:
        """Return all servers in the order in which the next connection tries them."""
        around = self.servers[self.turn :] + self.servers[: self.turn]
        self.turn = (self.turn + 1) % len(self.servers)
        return iter(sorted(around, key=lambda one: self._is_out(one, now)))

    def failed(self, server: int, now: float) -> None:
        self.failed_at[server] = now

    def _is_out(self, server: int, now: float) -> bool:
        return now - self.failed_at.get(server, -SECONDS_OUT) < SECONDS_OUT


async def _serve(port: int, choice: Choice) -> None:
    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own = f"127.0.1.{writer.get_extra_info('peername')[1] % 250 + 1}"  # one alone may not have so many
        for server in choice.order(time.monotonic()):
            try:
                there = await asyncio.open_connection(HOST, server, local_addr=(own, 0))
            except OSError:
                choice.failed(server, time.monotonic())
                continue
            await asyncio.gather(_pass_on(reader, there[1]), _pass_on(there[0], writer))
            return
        writer.close()

    listening = await asyncio.start_server(carry, HOST, port, backlog=1000)
    async with listening:
        await listening.serve_forever()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(BYTES_PER_READ):
            writer.write(some)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    port, *servers = map(int, sys.argv[1:])
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(port, Choice(tuple(servers))))
