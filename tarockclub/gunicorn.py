"""How gunicorn serves the program; where and to whom: tarockclub/serving.py."""

from typing import Any

from tarockclub import serving
from tarockclub.worker import BetweenProcesses

bind = serving.ADDRESS
raw_env = [f"ALLOWED_HOSTS={serving.ALLOWED_HOSTS}"]
worker_class = "tarockclub.worker.WholeRequests"
workers = 3  # one of three for strangers, or as many as STRANGERS says
threads = 4
preload_app = True  # read once and shared: half the memory, and the workers answer at once
umask = 0o077  # what the server writes, its owner alone reads
loglevel = "warning"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Look whether the port is free, and tell other commands that this database is served."""
    serving.demand_port()
    server.lock = serving.served_database()
    server.shared = BetweenProcesses()


def when_ready(server: Any) -> None:
    """Print the address and the set-up link once the server is ready."""
    serving.tell()


def pre_fork(server: Any, worker: Any) -> None:
    """Let enough of the newest workers work for strangers; all of them end after those that replace them."""
    worker.row = worker.age % BetweenProcesses.ROWS
    if (others := server.num_workers - 1) > 0:
        worker.shared = server.shared
        newest = sorted(server.WORKERS.values(), key=lambda other: other.age)[-others:]
        enough = min(serving.STRANGERS or max(1, server.num_workers // 3), others)
        worker.is_for_strangers = sum(other.is_for_strangers for other in newest) < enough


def child_exit(server: Any, worker: Any) -> None:
    """Forget the connections of a worker that has ended."""
    server.shared.forget(worker.row)


def post_fork(server: Any, worker: Any) -> None:
    """Give a new worker what it may miss: see `init_signals` there."""
    worker.heard = server.SIG_QUEUE
