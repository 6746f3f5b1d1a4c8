"""What a command says when something around the program is wrong: a sentence instead of a traceback."""

import errno
import re
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection

# What a database says, in a few of its words, and what that means for whoever runs the program.
OF_THE_DATABASE = {
    r"[Cc]onnection refused|timeout expired|No route|No such file": (
        "Nobody answers at {at}. Is PostgreSQL running there, and does it listen to this machine?"
    ),
    r"could not translate host|Name or service|resolve": "There is no host called {HOST}.",
    r"password authentication failed|no password supplied": "The password of {USER} is not the right one.",
    r"Peer authentication failed": "PostgreSQL lets {USER} in only where the system calls you so, too.",
    r"role .* does not exist": "PostgreSQL knows nobody called {USER}. This does it: createuser {USER}",
    r"database .* does not exist": (
        "PostgreSQL has no database {NAME}. This makes it: createdb --owner={USER} {NAME}"
    ),
    r"pg_hba|SSL": "PostgreSQL refuses {USER} this kind of connection; sslmode says which kind is asked for.",
    r"permission denied": "{USER} may not do that in the database {NAME}.",
    r"too many (clients|connections)": "PostgreSQL has no connection left.",
    r"unable to open database": "There is no way to {NAME}: its folder is missing, or closed to this user.",
    r"readonly|read-only": "{NAME} cannot be written: the file or its folder belongs to somebody else.",
    r"disk is full|disk I/O|No space": "The disk is full, or fails: {NAME} could not be written.",
    r"locked": "Another program holds {NAME}. Try again in a moment.",
    r"not a database|malformed": "{NAME} is no database, or it is damaged. The newest copy can be put back.",
}
OF_FILES = {
    errno.EACCES: "This user may not do that: {file}",
    errno.EPERM: "This user may not do that: {file}",
    errno.EROFS: "Nothing can be written there: {file}",
    errno.ENOSPC: "The disk is full: {file}",
    errno.ENOENT: "There is no {file}",
    errno.ENOTDIR: "Not a folder: {file}",
}
WHERE = "DATABASE_URL says where the database is; `tarockclub settings` shows what holds."


def sentence_for(error: BaseException) -> str:
    """Return what to tell whoever typed the command; nothing if the program itself went wrong."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, DatabaseError | InterfaceError):
        return of_the_database(str(error), connection.settings_dict)
    if isinstance(error, OSError) and error.errno in OF_FILES:
        return OF_FILES[error.errno].format(file=error.filename or error.strerror)
    return ""


def of_the_database(said: str, database: dict[str, Any]) -> str:
    """Return what its words mean here, and the words.

    >>> of_the_database('FATAL: database "z" does not exist', {"NAME": "z", "USER": "anna"}).splitlines()[0]
    'PostgreSQL has no database z. This makes it: createdb --owner=anna z'
    >>> of_the_database("no such column: twelfths", {"NAME": "z"})
    ''
    """
    named = {"USER": "", "HOST": "", **database}
    named["at"] = (
        ":".join(str(part) for part in (database.get("HOST"), database.get("PORT")) if part) or "its socket"
    )
    for words, sentence in OF_THE_DATABASE.items():
        if re.search(words, said):
            return f"{sentence.format(**named)}\n{WHERE}\n({said.strip().splitlines()[0]})"
    return ""
