#!/usr/bin/env python3
"""Django's commands, run with the project's own Python once `make setup` has made one."""

import os
import sys
from pathlib import Path
from typing import NoReturn

VENV = Path(__file__).resolve().parent / ".venv"


def use_the_projects_python() -> NoReturn:
    """Run this command anew with the Python of the project's own environment."""
    python = VENV / "bin" / "python"
    if Path(sys.prefix) == VENV or not python.exists():
        sys.exit("Django is not installed here: run `make setup` first.")
    os.execv(python, [str(python), *sys.argv])


def main() -> None:
    """Run one of Django's commands."""
    os.umask(0o077)  # databases, backups, club files: nobody else on this machine reads them
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        use_the_projects_python()
    from tarockclub.command import SETTINGS, asks_for_help, run, speaking
    from tarockclub.environment import make_ready

    sys.argv[1:2] = [name.replace("-", "_") if name[:1] != "-" else name for name in sys.argv[1:2]]
    with speaking():
        if sys.argv[1:] == [SETTINGS]:
            run([SETTINGS])
        else:
            make_ready(keeps=not asks_for_help(sys.argv[1:]))  # with the key of the server that runs here
            execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
