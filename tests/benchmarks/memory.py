"""How much memory a process has, in MiB, as Linux tells it; 0 where the system does not."""

from pathlib import Path


def now(process: int | str = "self") -> float:
    return _told("VmRSS", process)


def most(process: int | str = "self") -> float:
    """Ever. What `getrusage` says begins with what the parent had, whatever this process needs."""
    return _told("VmHWM", process)


def _told(name: str, process: int | str) -> float:
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    return (
        next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith(name)) / 1024
    )
