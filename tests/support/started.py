"""Programs that a test begins, and what they print."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 120  # seconds

Begin = Callable[..., subprocess.Popen[str]]


@contextmanager
def programs() -> Iterator[Begin]:
    """Yield a function that begins a command as a process; all of these are ended afterwards."""
    begun: list[subprocess.Popen[str]] = []

    def begin(*command: str, **settings: Any) -> subprocess.Popen[str]:
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        begun.append(subprocess.Popen(command, **pipes, **settings))
        return begun[-1]

    try:
        yield begin
    finally:
        for process in begun:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def printed(begun: subprocess.Popen[str], pattern: str) -> str:
    """What follows the pattern in the line that has it; waits for that line."""
    assert begun.stdout is not None
    lines = []
    for line in begun.stdout:
        lines.append(line)
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError("".join(lines))
