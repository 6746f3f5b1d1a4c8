"""Choose the language of the command line, German or English, by the settings of the system.

It is known before any setting is read, so it comes from Python's gettext; argparse speaks it, too.
"""

import gettext
import locale
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.utils.functional import lazy

LOCALE = Path(__file__).parent.parent / "tarockclub" / "locale"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def gettext_noop(text: str) -> str:
    """Return a text that is looked up later, so that it is in the catalogue."""
    return text


@cache
def _catalogue(*languages: str | None) -> gettext.NullTranslations:
    """Return the words for what the system's variables say, which Python would look for each time."""
    return gettext.translation("django", LOCALE, fallback=True)


def _(text: str, **words: object) -> str:
    """Return the text in the language of this process, with these words in it."""
    translated = _catalogue(*map(os.environ.get, VARIABLES)).gettext(text)
    return translated.format(**words) if words else translated


def in_parts(value: object) -> str:
    """Return a value as text; the parts of a tuple with commas between them."""
    return ", ".join(map(in_parts, value)) if isinstance(value, tuple) else str(value)


def _with_parts(text: str, **words: object) -> str:
    return _(text, **{key: in_parts(word) for key, word in words.items()})


# The same when it is printed: of many texts that are prepared few are ever shown.
gettext_lazy = lazy(_with_parts, str)


OF_ARGPARSE = (
    gettext_noop("usage: "),
    gettext_noop("options"),
    gettext_noop("positional arguments"),
    gettext_noop("show this help message and exit"),
    gettext_noop("argument %(argument_name)s: %(message)s"),
    gettext_noop("expected one argument"),
    gettext_noop("invalid %(type)s value: %(value)r"),
    gettext_noop("invalid choice: %(value)r (choose from %(choices)s)"),
    gettext_noop("not allowed with argument %s"),
    gettext_noop("the following arguments are required: %s"),
    gettext_noop("unrecognized arguments: %s"),
    gettext_noop("%(prog)s: error: %(message)s\n"),
)


def language_of(environ: Mapping[str, str]) -> str:
    """Return the language that a system's variables ask for, English where it is none of ours.

    >>> [language_of(environ) for environ in ({"LANG": "de_AT.UTF-8"}, {"LC_ALL": "C", "LANG": "de_AT"}, {})]
    ['de', 'en', 'en']
    """
    languages = map(environ.get, VARIABLES)
    return "de" if next(filter(None, languages), "").startswith("de") else "en"


if sys.platform == "win32" and (locale.getlocale()[0] or "").startswith("German"):
    os.environ.setdefault("LANGUAGE", "de")
gettext.bindtextdomain("django", LOCALE)
gettext.textdomain("django")
