"""The server's log: one line for each event, with a traceback for errors of the program.

Everything that is written during one request has its id, which the answer carries, too.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

request_id = ContextVar("request_id", default="-")
# What Django tells the person who runs a server to change, and what has to be changed here.
OTHER_HOST = re.compile(r"Invalid HTTP_HOST header: (.+?)\. You may need to add .+ to ALLOWED_HOSTS\.")
OTHER_ORIGIN = re.compile(r"Origin checking failed - (\S+) does not match any trusted origins\.")


class OneLine(logging.Filter):
    """Log a visitor's mistake in one line, whatever they sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_own_mistake = record.levelno >= logging.ERROR and not record.name.startswith("django.security")
        if not is_own_mistake:
            record.msg, record.args = _in_one_line(in_own_settings(record.getMessage())), None
            record.exc_info = record.exc_text = record.stack_info = None
        record.request_id = request_id.get()
        return True


class AsJson(logging.Formatter):
    """Formats each event as one JSON object on one line, for programs that collect such lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def in_own_settings(text: str) -> str:
    """Return a line of Django's log that names our setting instead of Django's.

    >>> in_own_settings("Invalid HTTP_HOST header: 'a.at'. You may need to add 'a.at' to ALLOWED_HOSTS.")
    "Asked for the host 'a.at': if people come in there, set PUBLIC_URL to that address."
    """
    text = OTHER_HOST.sub(
        r"Asked for the host \1: if people come in there, set PUBLIC_URL to that address.", text
    )
    return OTHER_ORIGIN.sub(
        r"The page was loaded at \1: if people come in there, set PUBLIC_URL to it.", text
    )


def _in_one_line(text: str) -> str:
    """Return a text with its line breaks written out.

    >>> _in_one_line("Invalid host: 'a\\nb'")
    "Invalid host: 'a\\\\nb'"
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
