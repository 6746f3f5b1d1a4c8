"""All settings: each a variable of the environment, with its meaning and its value here."""

import difflib
import os
import re
import secrets
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

from scoring.language import _, gettext_noop
from tarockclub import folders

SETTINGS = {
    "PUBLIC_URL": gettext_noop("address people type in; https:// switches to production settings"),
    "SECRET_KEY": gettext_noop(
        "at least 50 random characters; else those in the file secret-key of the data folder"
    ),
    "SECRET_KEY_FALLBACKS": gettext_noop(
        "earlier keys, newest first, separated by spaces: what they signed stays valid"
    ),
    "ENCRYPTION_KEY": gettext_noop(
        "at least 50 random characters, kept elsewhere: encrypts second factors and backups"
    ),
    "ENCRYPTION_KEY_FALLBACKS": gettext_noop(
        "earlier ones, separated by spaces: what they encrypted can still be read"
    ),
    "HSTS_SUBDOMAINS": gettext_noop("1: browsers use only https for the host's subdomains, too; else 0"),
    "HSTS_PRELOAD": gettext_noop(
        "1: the same, and browsers may list them, also before a first visit; else 0"
    ),
    "ALLOWED_HOSTS": gettext_noop("further host names or addresses, separated by commas"),
    "DATA_FOLDER": gettext_noop(
        "of database, key and waiting files; else var/, or the user's where it was installed"
    ),
    "DATABASE_URL": gettext_noop(
        "sqlite:///path, postgres://user:password@host:port/name or, by a socket, postgres:///name; "
        "?sslmode=verify-full and the like after it"
    ),
    "PGBOUNCER": gettext_noop(
        "1: DATABASE_URL leads to a PgBouncer that pools transactions, so no statement is prepared; else 0"
    ),
    "REPLICA_URL": gettext_noop(
        "postgres://…, a replica that public pages and statistics read when it has what the database has"
    ),
    "HEALTH_KEY": gettext_noop(
        "at least 20 characters: anybody who sends them to /health/ is told what was checked"
    ),
    "ACCESS_LOG": gettext_noop("1: a line in the log for each request; else 0"),
    "LOG_JSON": gettext_noop("1: each line of the log is a JSON object; else 0"),
    "DEBUG": gettext_noop("1 for development, else 0"),
    "OFFLINE_PAGES": gettext_noop(
        "0: no page opens without a network, and browsers forget what they kept; else 1"
    ),
    "PORT": gettext_noop("where the program listens; else 8000"),
    "LAN": gettext_noop("1: also to the phones in the room; else 0"),
    "LAN_ADDRESS": gettext_noop("which of this machine's addresses they use"),
    "LISTEN": gettext_noop("address to listen on for a server in front on another machine; else 127.0.0.1"),
    "GUNICORN_CMD_ARGS": gettext_noop("of the server for Linux and macOS, such as --workers 4"),
}
SECRETS = (
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "ENCRYPTION_KEY",
    "ENCRYPTION_KEY_FALLBACKS",
    "HEALTH_KEY",
)
LEAST_OF_A_NAME = 6  # letters; shorter ones look like too much that is somebody else's
ALIKE = 0.8


class SettingInForce(NamedTuple):
    """What a setting is here, and where that comes from."""

    value: str
    source: str


def mistyped() -> dict[str, str]:
    """Return the variables that look like a misspelt setting, each with the setting."""
    names = [name for name in SETTINGS if len(name) >= LEAST_OF_A_NAME]
    strange = [name for name in os.environ if name not in SETTINGS and len(name) >= LEAST_OF_A_NAME]
    close = {name: difflib.get_close_matches(name.upper(), names, 1, ALIKE) for name in strange}
    return {name: matches[0] for name, matches in close.items() if matches}


def demand_known_names() -> None:
    """Refuse a misspelt setting, which would otherwise be ignored."""
    for name, nearest in mistyped().items():
        sys.exit(
            _(
                "{name} is not a setting. Did you mean {meant}? Rename it, or take it out of the "
                "environment.",
                name=name,
                meant=nearest,
            )
        )


def held(name: str) -> SettingInForce:
    """Return the value of a setting here and its source; of secrets only the length."""
    given = os.environ.get(name, "")
    if not given and name == "SECRET_KEY" and folders.KEY.exists():
        return SettingInForce(_hidden(folders.KEY.read_text().strip()), str(folders.KEY))
    if not given:
        usual = {
            "DATA_FOLDER": str(folders.DATA),
            "DATABASE_URL": f"sqlite:///{folders.DATA / 'tarockclub.sqlite3'}",
            "OFFLINE_PAGES": "1",
            "PORT": "8000",
        }
        return SettingInForce(usual.get(name, "-"), _("as usual"))
    shown = _hidden(given) if name in SECRETS else re.sub(r"(?<=:)[^:@/]+(?=@)", "…", given)
    return SettingInForce(shown, _("environment"))


def _hidden(secret: str) -> str:
    return _("({count} characters)", count=len(secret))


def tell() -> None:
    """Print every setting."""
    for name, meaning in SETTINGS.items():
        value, source = held(name)
        print(f"{name}\n    {value}   [{source}]")
        print(textwrap.fill(_(meaning), 96, initial_indent="    ", subsequent_indent="    "))


def make_ready(*, keeps: bool = True) -> None:
    """Make the data folder and the key that signs sessions, if missing; without `keeps` write nothing."""
    demand_known_names()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    for part in (folders.DATA, *folders.DATA.parents):
        if part.exists() and not part.is_dir():
            sys.exit(
                _("DATA_FOLDER is {value}: {file} is not a folder.", value=repr(str(folders.DATA)), file=part)
            )
    key = folders.KEY
    written = key.read_text().strip() if key.exists() else ""
    if keeps:
        folders.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
        folders.DATA.chmod(0o700)  # the database and its copies name everybody
    if not written:
        written = write_key(key) if keeps else secrets.token_urlsafe(50)
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = written


def write_key(key: Path) -> str:
    """Write a new key and return it; two commands at once both return the first one's."""
    new = key.with_name(f"{key.name}-{secrets.token_hex(8)}")
    new.touch(mode=0o600)
    new.write_text(secrets.token_urlsafe(50))
    try:
        os.link(new, key)
    except OSError:  # somebody was quicker; or left an empty file; or no file can have two names here
        if not (key.exists() and key.read_text().strip()):
            return new.replace(key).read_text()
    finally:
        new.unlink(missing_ok=True)
    return key.read_text().strip()
