"""Serve the program: for this machine only, or with LAN=1 for phones in the room.

PORT, LAN, LAN_ADDRESS and LISTEN come from the environment.
"""

import errno
import os
import shlex
import socket
import subprocess
import sys
from argparse import ArgumentError
from importlib.util import find_spec
from io import StringIO
from ipaddress import ip_address
from typing import TYPE_CHECKING

from scoring.language import _
from tarockclub import checkout, folders, lan
from tarockclub.phone_engine import phone_engine

if TYPE_CHECKING:
    from scoring.management.locks import Lock


def read_port() -> int:
    """Return the port to listen on, as PORT says."""
    value = os.environ.get("PORT", "8000")
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 65536):
        sys.exit(_("PORT is {value}. Give a number from 1 to 65535, such as 8001.", value=repr(value)))
    return int(value)


def read_lan() -> list[str]:
    """Return the addresses phones may use; none unless LAN=1."""
    value = os.environ.get("LAN", "0")
    if value not in ("0", "1"):
        sys.exit(_("LAN is {value}. Set it to 0 or 1, or leave it out.", value=repr(value)))
    if value == "0":
        return []
    if os.environ.get("PUBLIC_URL", "").lower().startswith("https://"):
        # Behind https a proxy says who is asking; served to the room directly, anybody could.
        sys.exit(_("LAN is 1 while PUBLIC_URL is https. Leave out one of them."))
    return lan.invited(os.environ) or sys.exit(_(lan.NO_ADDRESS))


def read_interface() -> str:
    """Return the address to listen on: this machine's own, unless LAN or LISTEN let others come."""
    listen = os.environ.get("LISTEN", "")
    if listen and LAN:
        sys.exit(_("LISTEN is {value} while LAN is 1. Leave out one of them.", value=repr(listen)))
    try:
        if listen:
            return str(ip_address(listen))
    except ValueError:
        sys.exit(
            _(
                "LISTEN is {value}. Give an address of this machine, such as 0.0.0.0 for all of them.",
                value=repr(listen),
            )
        )
    return (os.environ.get("LAN_ADDRESS") or "0.0.0.0") if LAN else "127.0.0.1"


def demand_gunicorn_arguments() -> None:
    """Refuse GUNICORN_CMD_ARGS in one sentence; gunicorn prints all arguments that it knows."""
    value = os.environ.get("GUNICORN_CMD_ARGS", "")
    if not value or find_spec("fcntl") is None:  # where gunicorn does not run
        return
    from gunicorn.config import Config

    parser, why = Config().parser(), ""
    parser.exit_on_error = False
    try:
        known, unknown = parser.parse_known_args(shlex.split(value))
        why = " ".join([*unknown, *known.args])
    except (ArgumentError, ValueError) as error:
        why = str(error)
    if why:
        sys.exit(
            _("GUNICORN_CMD_ARGS is {value}. gunicorn does not understand: {why}", value=repr(value), why=why)
        )


PORT = read_port()
LAN = read_lan()
INTERFACE = read_interface()
ADDRESS = f"[{INTERFACE}]:{PORT}" if ":" in INTERFACE else f"{INTERFACE}:{PORT}"
demand_gunicorn_arguments()
ALLOWED_HOSTS = ",".join(filter(None, (os.environ.get("ALLOWED_HOSTS"), *LAN)))


def demand_port() -> None:
    """Say what to do about a port in use or an unusable address, instead of trying again and again."""
    family = socket.AF_INET6 if ":" in INTERFACE else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # elsewhere this would take the port from whoever has it
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((INTERFACE, PORT))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                name = "LAN_ADDRESS" if LAN else "LISTEN"
                sys.exit(
                    _(
                        "{name} is {value}. This machine has no such address ({why}). Give one that it has, "
                        "or leave it out.",
                        name=name,
                        value=repr(INTERFACE),
                        why=error.strerror,
                    )
                )
            again = folders.command_line("run --lan" if LAN else "run")
            option = "--port " if folders.IS_INSTALLED else "PORT="
            command = f"{again} {option}{PORT + 1}"
            sys.exit(
                _(
                    "{address} is not available ({why}).\nAnother port: {command}",
                    address=ADDRESS,
                    why=error.strerror,
                    command=command,
                )
            )


def served_database() -> "Lock":
    """Return the lock that tells `restore` that this server uses the database, until it ends."""
    from django.db import connection

    from scoring.archive.backups import Trouble
    from scoring.management import locks
    from scoring.management.base import SERVED_PORT

    try:
        lock = locks.serving(connection)
    except Trouble as trouble:
        sys.exit(str(trouble))
    (folders.DATA / SERVED_PORT).write_text(f"{PORT}\n")
    return lock


def tell() -> None:
    """Print the address of the program, and the set-up link while no account exists."""
    from scoring.server.ended_settings import ended_settings

    for address in LAN:
        print(lan.invitation(address, PORT))
    public_url = (
        os.environ.get("PUBLIC_URL") or f"http://{LAN[0] if INTERFACE in LAN else '127.0.0.1'}:{PORT}/"
    )
    print(_("Open: {address}   (stop with Ctrl-C)", address=public_url), flush=True)
    for sentence in ended_settings():
        print(sentence, flush=True)
    if checkout.lacks_phone_engine():
        checkout.begin_beside_server()
    else:
        has_engine = phone_engine() is not None
        print(_(checkout.WITHOUT_NETWORK if has_engine else checkout.WITH_NETWORK_ONLY), flush=True)
    try_newest_copy()
    in_the_room = [f"http://{address}:{PORT}/" for address in LAN if INTERFACE not in LAN]
    if links := setup_links(public_url, *in_the_room):
        print(_("Nobody has an account yet. Set up your club here:"), links, sep="\n", flush=True)


def try_newest_copy() -> None:
    """Try to restore the newest copy in a process of its own, unless a timer of systemd does so."""
    from django.conf import settings
    from django.db import connection

    from scoring.archive import drills
    from scoring.management.postgresql import newest_copies

    newest, last = next(iter(newest_copies(connection)), None), drills.last()
    is_tried = newest is not None and last is not None and last.ok and last.copy == newest.name
    if newest is None or is_tried or "NOTIFY_SOCKET" in os.environ:
        return
    subprocess.Popen(
        [sys.executable, "-m", "tarockclub", "drill"],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def setup_links(*addresses: str) -> str:
    """Return the set-up links for the first owner; empty once an account exists.

    The workers are forked after this, and must not share a connection.
    """
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError, connections

    links = StringIO()
    try:
        call_command("setup_link", *addresses, stdout=links)
    except (CommandError, DatabaseError) as error:
        print(error, file=sys.stderr, flush=True)
    finally:
        connections.close_all()
    return links.getvalue()
