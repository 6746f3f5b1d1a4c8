"""The folder in which all processes of a server count requests together."""

import os
import shutil
from importlib.util import find_spec
from tempfile import mkdtemp

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus-client reads it when it is first imported


def share_counts() -> None:
    """Make the folder if there is a HEALTH_KEY and several processes serve."""
    if os.environ.get("HEALTH_KEY") and find_spec("fcntl"):
        os.environ[SHARED_FOLDER] = mkdtemp(prefix="tarockclub-metrics-")


def forget_process(pid: int) -> None:
    """Forget what a process counted that holds only while it lives, as its queue."""
    if SHARED_FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead  # not before the folder is there

        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def forget_counts() -> None:
    """Remove the folder once the server ends."""
    if folder := os.environ.get(SHARED_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)
