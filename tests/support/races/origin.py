"""Has read the whole program and forks: `python -m tests.support.races.origin 5`, with a socket as file 5.

Asked for a process it answers with its id. The process is what `python -m` would start, without the second
that reading the program takes; nothing has happened in it yet.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
from typing import Any


def read_the_program() -> None:
    """With all pages, templates and both languages."""
    for name in ("tarockclub.wsgi", "gunicorn.app.wsgiapp", "gunicorn.workers.gthread"):
        importlib.import_module(name)
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import reverse
    from django.utils import translation

    assert reverse("scoring:clubs")
    templates = settings.BASE_DIR / "templates"
    for path in templates.rglob("*.html"):
        get_template(str(path.relative_to(templates)))
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Yes")
    for module in ("counting", "house"):
        importlib.import_module(f"tests.support.scoring.{module}")
    gc.freeze()


def fork_whenever_asked(asked: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who ends leaves nothing behind
    while order := socket.recv_fds(asked, 65536, 3):
        document, files, _, _ = order
        if not document:
            return
        if process := os.fork():
            for file in files:
                os.close(file)
            asked.send(str(process).encode())
        else:
            asked.close()
            become(files, **json.loads(document))
            return


def become(files: list[int], module: str, arguments: list[str], environment: dict[str, str]) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    use_its_database()
    sys.argv = [module, *arguments]
    if module == "gunicorn":
        importlib.import_module("tarockclub.serving").setup_links = nobody_reads_them
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def use_its_database() -> None:
    from django.db import connection

    from tarockclub.settings import read_database

    assert connection.connection is None
    connection.settings_dict.update(read_database())


def nobody_reads_them(*addresses: str) -> Any:
    """The links to the first account; another Python would be started to find them."""
    return ""


if __name__ == "__main__":
    read_the_program()
    fork_whenever_asked(socket.socket(fileno=int(sys.argv[1])))
