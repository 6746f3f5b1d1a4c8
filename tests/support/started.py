"""What a program says that a test has begun."""

import re
import subprocess

PATIENCE = 120  # seconds


def printed(begun: subprocess.Popen[str], pattern: str) -> str:
    """What follows the pattern in the line that has it; waits for that line."""
    assert begun.stdout is not None
    lines = []
    for line in begun.stdout:
        lines.append(line)
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError("".join(lines))
