"""How gunicorn serves the program; where and to whom: tarockclub/serving.py."""

from typing import Any

from tarockclub import serving

bind = f"{serving.INTERFACE}:{serving.PORT}"
raw_env = [f"ALLOWED_HOSTS={serving.ALLOWED_HOSTS}"]
worker_class = "tarockclub.worker.WholeRequests"
workers = 2
threads = 4
preload_app = True  # read once and shared: half the memory, and the workers answer at once
umask = 0o077  # what the server writes, its owner alone reads
loglevel = "warning"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Look whether the port is free."""
    serving.demand_port()


def when_ready(server: Any) -> None:
    """Tell whoever has started it."""
    serving.tell()


def post_fork(server: Any, worker: Any) -> None:
    """Give a new worker what it may miss: see `init_signals` there."""
    worker.heard = server.SIG_QUEUE
