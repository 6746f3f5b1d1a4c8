"""Turn errors of the surroundings into a command's sentence instead of a traceback."""

import errno
import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection

from scoring.language import _, gettext_noop

# What a database says, in a few of its words, and what that means for whoever runs the program.
OF_THE_DATABASE = {
    r"[Cc]onnection refused|timeout expired|No route|No such file": gettext_noop(
        "Nobody answers at {at}. Is PostgreSQL running there, and does it listen to this machine?"
    ),
    r"could not translate host|Name or service|resolve": gettext_noop("There is no host called {HOST}."),
    r"password authentication failed|no password supplied": gettext_noop(
        "The password of {USER} is not the right one."
    ),
    r"Peer authentication failed": gettext_noop(
        "PostgreSQL lets {USER} in only if that is also your name on this system."
    ),
    r"role .* does not exist": gettext_noop(
        "PostgreSQL knows no role {USER}. This makes it: createuser {USER}"
    ),
    r"database .* does not exist": gettext_noop(
        "PostgreSQL has no database {NAME}. This makes it: createdb --owner={USER} {NAME}"
    ),
    r"pg_hba|SSL": gettext_noop(
        "PostgreSQL refuses {USER} this kind of connection; sslmode says which kind is asked for."
    ),
    r"permission denied": gettext_noop("{USER} may not do that in the database {NAME}."),
    r"too many (clients|connections)": gettext_noop("PostgreSQL has no connection left."),
    r"unable to open database": gettext_noop(
        "{NAME} cannot be reached: its folder is missing, or closed to this user."
    ),
    r"readonly|read-only": gettext_noop(
        "{NAME} cannot be written: the file or its folder belongs to somebody else."
    ),
    r"disk is full|disk I/O|No space": gettext_noop(
        "The disk is full, or fails: {NAME} could not be written."
    ),
    r"locked": gettext_noop("Another program is using {NAME}. Try again in a moment."),
    r"not a database|malformed": gettext_noop(
        "{NAME} is not a database, or it is damaged. The newest copy can be put back."
    ),
}
OF_FILES = {
    errno.EACCES: gettext_noop("This user may not do that: {file}"),
    errno.EPERM: gettext_noop("This user may not do that: {file}"),
    errno.EROFS: gettext_noop("Nothing can be written there: {file}"),
    errno.ENOSPC: gettext_noop("The disk is full: {file}"),
    errno.ENOENT: gettext_noop("There is no {file}"),
    errno.ENOTDIR: gettext_noop("Not a folder: {file}"),
}
WHERE = gettext_noop("DATABASE_URL says where the database is; `{command}` shows which settings apply.")


def sentence_for(error: BaseException) -> str:
    """Return the message for a known operating error; empty if it is a mistake of the program."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, DatabaseError | InterfaceError):
        return of_the_database(str(error), connection.settings_dict)
    if isinstance(error, OSError) and error.errno in OF_FILES:
        return _(OF_FILES[error.errno]).format(file=error.filename or error.strerror)
    return ""


def of_the_database(message: str, database: dict[str, Any]) -> str:
    """Return advice for a known message of the database, with the message.

    >>> of_the_database('FATAL: database "z" does not exist', {"NAME": "z", "USER": "anna"}).splitlines()[0]
    'PostgreSQL has no database z. This makes it: createdb --owner=anna z'
    >>> of_the_database("no such column: twelfths", {"NAME": "z"})
    ''
    """
    named = {"USER": "", "HOST": "", **database}
    server_address = [str(database[part]) for part in ("HOST", "PORT") if database.get(part)]
    named["at"] = ":".join(server_address) or _("its socket")
    for words, sentence in OF_THE_DATABASE.items():
        if re.search(words, message):
            where = _(WHERE, command=settings.COMMAND_LINE("settings"))
            return f"{_(sentence).format(**named)}\n{where}\n({message.strip().splitlines()[0]})"
    return ""
