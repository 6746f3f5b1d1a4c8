"""What templates look up on objects that lack it: Django prints nothing there, and says so in its log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm
from django.template import VariableDoesNotExist
from django.template.context import BaseContext

# A page may do without a name, a dict without a key, a form without a question; an empty value has nothing.
MAY_LACK_NAMES = (BaseContext, BaseForm, dict, str, int, type(None))


@contextmanager
def noting_dead_names() -> Iterator[set[str]]:
    """Yield the names that objects in templates turned out not to have, as they are noted."""
    dead: set[str] = set()
    logger = logging.getLogger("django.template")

    def note(record: logging.LogRecord) -> bool:
        why = record.exc_info[1] if record.exc_info else None
        if isinstance(why, VariableDoesNotExist) and (name := dead_name(*why.params)):
            dead.add(name)
        return record.levelno > logging.DEBUG

    logger.addFilter(note)
    keep_noting()
    try:
        yield dead
    finally:
        logger.removeFilter(note)
        logger.setLevel(logging.NOTSET)


def keep_noting() -> None:
    """Note dead names again after a test that set the whole program up, and its log with it."""
    logger = logging.getLogger("django.template")
    if logger.level != logging.DEBUG:
        logger.setLevel(logging.DEBUG)


def dead_name(name: str, subject: object) -> str:
    """Return what an object of ours should have and has not; empty for what may be missing.

    >>> dead_name("is_open", None), dead_name("is_open", {}), dead_name("0", ())
    ('', '', '')
    >>> dead_name("is_open", frozenset())
    'frozenset has no is_open'
    """
    kind = type(subject)
    may_lack = isinstance(subject, MAY_LACK_NAMES) or kind.__module__.startswith("django")
    return "" if may_lack or name.isdigit() else f"{kind.__name__} has no {name}"
