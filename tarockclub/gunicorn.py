"""How gunicorn serves the program; where and to whom: tarockclub/serving.py."""

from typing import Any

from tarockclub import serving

bind = serving.ADDRESS
raw_env = [f"ALLOWED_HOSTS={serving.ALLOWED_HOSTS}"]
worker_class = "tarockclub.worker.WholeRequests"
workers = 3
threads = 4
preload_app = True  # read once and shared: half the memory, and the workers answer at once
umask = 0o077  # what the server writes, its owner alone reads
loglevel = "warning"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Check that the port is free, and mark this database as served for other commands."""
    serving.demand_port()
    server.lock = serving.served_database()


def when_ready(server: Any) -> None:
    """Print the address and the set-up link once the server is ready."""
    serving.tell()
