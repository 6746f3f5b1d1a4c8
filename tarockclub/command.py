"""The command `tarockclub` for everything about an installation, whose data is in one folder."""

import gc
import importlib
import importlib.util
import os
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from difflib import get_close_matches
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from scoring.language import _, gettext_noop
from scoring.management import troubles
from tarockclub import checkout, environment, folders
from tarockclub.release import release

RUN, PREPARE, HEALTH, SETTINGS = "run", "prepare", "health", "settings"
RESTORE = "restore"
CHECK, GENERATE = "check", "generate"  # files of results; neither touches any data
# Beside these the commands of the program itself; what each of them asks for is said by `--help` behind it.
COMMANDS = {
    RUN: gettext_noop("serve the program: on this machine, with --lan to the phones in the room"),
    PREPARE: gettext_noop("make database and key ready, or bring them up to date, without serving"),
    HEALTH: gettext_noop("ask the program that runs here whether all is well"),
    SETTINGS: gettext_noop("which settings there are, which apply, and where they come from"),
    "setup-link": gettext_noop("where the first owner sets up an account"),
    "demonstration": gettext_noop("set up an invented club to look around in"),
    "remove-demonstration": gettext_noop("take it away again"),
    "backup": gettext_noop("copy the database while people play"),
    RESTORE: gettext_noop("restore such a copy"),
    "drill": gettext_noop("restore the newest copy into an empty folder: can it be read?"),
    "verify": gettext_noop("work everything out again and name every difference"),
    "settle": gettext_noop("work out hands from a file, without a club"),
    CHECK: gettext_noop("work files of results out again and name every difference"),
    GENERATE: gettext_noop("print a whole tournament as such a file"),
    "export-club": gettext_noop("a whole club as one file"),
    "import-club": gettext_noop("import such a file"),
    "export-season": gettext_noop("a season as a spreadsheet"),
    "changepassword": gettext_noop("give somebody a new password"),
    "remove-second-factor": gettext_noop("for a person who has lost the second device"),
}
# Who touches no database, or must find it as it is.
AS_IT_IS = ("settle", RESTORE, "backup", "drill", RUN)
THREADS = 8  # where one process serves
SECONDS_TO_WAIT = 120  # for a server that has just been started
SECONDS_BETWEEN_QUESTIONS = 0.2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what the command line says."""
    with speaking():
        run(list(sys.argv[1:] if arguments is None else arguments))


def run(given: list[str]) -> None:
    """Run one of the commands."""
    if not folders.IS_INSTALLED:
        checkout.translate()
    parser = ArgumentParser(
        prog="tarockclub",
        formatter_class=RawDescriptionHelpFormatter,
        description=_("Score keeping for Tarock clubs."),
        epilog="\n".join(
            (_("commands:"), *(f"  {name:21} {_(description)}" for name, description in COMMANDS.items()))
        ),
    )
    version = f"Tarockclub {release()}"
    parser.add_argument("--version", action="version", version=version, help=_("show the version and exit"))
    parser.add_argument("command", metavar="command")
    if given[:1] == ["update"]:  # timers of earlier versions run it
        sys.exit(
            _(
                "`tarockclub update` is gone. A new version comes with apt-get install, with pipx install "
                "--force, or with the container; before it changes the database, it copies it."
            )
        )
    arguments = parser.parse_args(given[:1])
    if arguments.command not in COMMANDS:
        parser.error(no_command(arguments.command))
    if arguments.command == HEALTH:
        health = parser_of(HEALTH)
        health.add_argument(
            "--wait",
            metavar="SECONDS",
            type=int,
            nargs="?",
            const=SECONDS_TO_WAIT,
            default=0,
            help=_(
                "wait until all is well, for at most this long (default: {seconds})", seconds=SECONDS_TO_WAIT
            ),
        )
        sys.exit(0 if is_well(within=health.parse_args(given[1:]).wait) else 1)
    if arguments.command in (CHECK, GENERATE):
        from tournaments.results_file import commands

        sys.exit({CHECK: commands.check, GENERATE: commands.generate}[arguments.command](given[1:]))
    os.umask(0o077)  # databases, backups, club files: nobody else on this machine reads them
    wants_help = asks_for_help(given)
    if arguments.command == SETTINGS:
        parser_of(SETTINGS).parse_args(given[1:])
        environment.tell()
    is_new = not folders.KEY.exists()
    environment.make_ready(keeps=not wants_help)
    if arguments.command == SETTINGS:
        importlib.import_module("tarockclub.settings")  # refuses what is wrong
        importlib.import_module("tarockclub.serving")
        from scoring.server.ended_settings import ended_settings

        for sentence in ended_settings():
            print(sentence)
        return
    if arguments.command == RUN:
        read_run(given[1:])
        let_in()
        migrate()
        if not folders.IS_INSTALLED:
            checkout.collect()
        serve()
        return
    if arguments.command == PREPARE:
        prepare = parser_of(PREPARE)
        prepare.add_argument(
            "--no-copy",
            action="store_false",
            dest="copy",
            help=_("bring the database up to date without a copy of it"),
        )
        migrate(copy=prepare.parse_args(given[1:]).copy)
        return
    if arguments.command not in AS_IT_IS and not wants_help:
        migrate()
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(["tarockclub", arguments.command.replace("-", "_"), *given[1:]])
    except SystemExit as end:
        if end.code and arguments.command == RESTORE and is_new:
            leave_nothing()
        raise


def leave_nothing() -> None:
    """Remove the key, and the data folder if it is empty, after a failed restore."""
    folders.KEY.unlink(missing_ok=True)
    with suppress(OSError):
        folders.DATA.rmdir()


def parser_of(command: str) -> ArgumentParser:
    """Return a parser whose help says what the command does."""
    description = _(COMMANDS[command])
    return ArgumentParser(
        prog=f"tarockclub {command}", description=f"{description[:1].upper()}{description[1:]}."
    )


def no_command(name: str) -> str:
    """Return the message that this is no command, with the nearest one.

    >>> no_command("bakcup")
    '“bakcup” is not a command. Did you mean `tarockclub backup`?'
    """
    if nearest := get_close_matches(name.replace("_", "-"), COMMANDS, 1):
        return _(
            "“{name}” is not a command. Did you mean `tarockclub {nearest}`?", name=name, nearest=nearest[0]
        )
    return _("“{name}” is not a command. `tarockclub --help` lists all of them.", name=name)


def asks_for_help(given: list[str]) -> bool:
    """Return whether the command only prints help, settings or the version, so nothing has to be created."""
    return given[:1] in (["help"], [SETTINGS]) or not {"-h", "--help", "--version"}.isdisjoint(given)


@contextmanager
def speaking() -> Iterator[None]:
    """End with a sentence where a setting, the database, the disk or a permission is wrong.

    What a command loads it keeps to its end: Python need not look through it for garbage, least of all then.
    """
    gc.set_threshold(50_000)
    try:
        yield
    except Exception as error:
        sentence = "" if "--traceback" in sys.argv else troubles.sentence_for(error)
        if not sentence:
            raise
        sys.exit(sentence)
    finally:
        gc.freeze()


def migrate(*, copy: bool = True) -> None:
    """Bring the database up to date, and drop sign-ins that have run out."""
    import django
    from django.core.management import CommandError, call_command
    from django.db import connections

    django.setup()
    database = connections.settings["default"]
    if database["ENGINE"].endswith("sqlite3") and not Path(database["NAME"]).exists():
        print(_("Making the database …"), flush=True)
    try:
        call_command("migrate", interactive=False, verbosity=0, copy=copy)
    except CommandError as error:
        sys.exit(str(error))
    call_command("clearsessions")
    connections.close_all()  # a server that forks afterwards must not share them


def read_run(given: Sequence[str]) -> None:
    """Turn the command line into the environment that serving.py reads."""
    parser = parser_of(RUN)
    parser.add_argument("--lan", action="store_true", help=_("also for phones in the room, with a QR code"))
    parser.add_argument("--lan-address", metavar="ADDRESS", help=_("which address of this machine they use"))
    parser.add_argument("--port", help=_("another one than 8000"))
    arguments = parser.parse_args(given)
    if arguments.lan or arguments.lan_address:
        os.environ["LAN"] = "1"
    for name in ("port", "lan_address"):
        if value := getattr(arguments, name):
            os.environ[name.upper()] = value


def let_in() -> None:
    """Check the address to serve, and allow its hosts, before any setting is read."""
    from tarockclub import serving

    serving.demand_port()
    os.environ["ALLOWED_HOSTS"] = serving.ALLOWED_HOSTS


def is_well(*, within: int) -> bool:
    """Ask the server for its health as a container's engine does, and print the answer."""
    until = time.monotonic() + within
    well, message = ask_health()
    while not well and time.monotonic() < until:
        time.sleep(SECONDS_BETWEEN_QUESTIONS)
        well, message = ask_health()
    print(message)
    return well


def ask_health() -> tuple[bool, str]:
    """Return whether the program running here is well, and its answer."""
    from tarockclub import serving

    # Any address of this machine answers; which name it has to be asked under, PUBLIC_URL says.
    at = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(serving.INTERFACE, serving.INTERFACE)
    known_as = urlsplit(os.environ.get("PUBLIC_URL", "")).netloc or "127.0.0.1"
    key = os.environ.get("HEALTH_KEY")
    headers = {"Host": known_as} | ({"Authorization": f"Bearer {key}"} if key else {})
    connection = HTTPConnection(at, serving.PORT, timeout=10)
    try:
        connection.request("GET", "/health/", headers=headers)
        answer = connection.getresponse()
        return answer.status == 200, answer.read().decode(errors="replace")
    except OSError as error:
        return False, f"{at}:{serving.PORT}: {error}"
    finally:
        connection.close()


def serve() -> None:
    """Serve with several processes where gunicorn runs, with one elsewhere."""
    if importlib.util.find_spec("fcntl") is None:
        serve_in_one_process()
        return
    from gunicorn.app.wsgiapp import WSGIApplication

    sys.argv[1:] = ["--config", "python:tarockclub.gunicorn", "tarockclub.wsgi"]
    WSGIApplication(prog="tarockclub").run()


def serve_in_one_process() -> None:
    """Serve in one process of plain Python, enough for a club's phones, until it is stopped."""
    import waitress

    from tarockclub import serving
    from tarockclub.wsgi import application  # loads all of it

    server = waitress.create_server(
        application, host=serving.INTERFACE, port=serving.PORT, threads=THREADS, ident=None
    )
    with closing(serving.served_database()):
        serving.tell()
        server.run()
