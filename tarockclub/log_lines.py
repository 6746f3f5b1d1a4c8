"""What the server writes down: one line for each matter, a traceback where the program itself went wrong."""

from __future__ import annotations

import logging


class OneLine(logging.Filter):
    """What a visitor did wrong is said in one line, whatever they wrote into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_own_mistake = record.levelno >= logging.ERROR and not record.name.startswith("django.security")
        if not is_own_mistake:
            record.msg, record.args = _in_one_line(record.getMessage()), None
            record.exc_info = record.exc_text = record.stack_info = None
        return True


def _in_one_line(text: str) -> str:
    """
    >>> _in_one_line("Invalid host: 'a\\nb'")
    "Invalid host: 'a\\\\nb'"
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
