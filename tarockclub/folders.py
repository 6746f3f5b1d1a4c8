"""The folders for an installation's data, and those that the program reads beside its packages.

In a checkout both lie beside the program. Installed from a wheel, pages and static files come along in
`carried`, and the data lies in the user's data folder, which outlives the program.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CARRIED = ROOT / "tarockclub" / "carried"
IS_INSTALLED = CARRIED.is_dir()
TEMPLATES = (CARRIED if IS_INSTALLED else ROOT) / "templates"
RULEBOOK = CARRIED / "rulebook" if IS_INSTALLED else ROOT / "tests" / "rulebook"


def of_the_user(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """Return the folder for a user's data of programs, by the custom of each system.

    >>> str(of_the_user("linux", {}, Path("anna")))
    'anna/.local/share/tarockclub'
    >>> str(of_the_user("darwin", {}, Path("anna")))
    'anna/Library/Application Support/tarockclub'
    """
    if platform == "win32":
        folder = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "tarockclub"


def of_the_data(environ: Mapping[str, str]) -> Path:
    """Return the data folder of this installation: DATA_FOLDER, or the usual one."""
    if folder := environ.get("DATA_FOLDER"):
        return Path(folder).absolute()
    return of_the_user(sys.platform, environ, Path.home()) if IS_INSTALLED else ROOT / "var"


def command_line(command: str) -> str:
    """Return how to type a command here; a checkout has it in its environment.

    >>> command_line("import_club"), command_line("run --lan")
    ('.venv/bin/tarockclub import-club', 'make run LAN=1')
    """
    called = f"tarockclub {'prepare' if command == 'migrate' else command.replace('_', '-')}"
    if IS_INSTALLED:
        return called
    return {"run": "make run", "run --lan": "make run LAN=1"}.get(command, f".venv/bin/{called}")


DATA = of_the_data(os.environ)
KEY = DATA / "secret-key"
STATIC = CARRIED / "static" if IS_INSTALLED else DATA / "static"
