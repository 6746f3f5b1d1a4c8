"""What is wrong with a file, said to whoever brought it."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

SENTENCES = {
    "foreign": _("This file is not a club: it was not made by “The whole club as one file”."),
    "cut_off": _("The file is incomplete: its end is missing. Please copy or download it again."),
    "damaged": _("The file is damaged at “%(part)s”. Please copy or download it again."),
    "newer": _(
        "The file was made by a newer version of the program (%(version)s). Please update this "
        "installation first."
    ),
    "older": _(
        "The file was made by an older version of the program (%(version)s), which stored some things "
        "differently. Please update the program it comes from and export the club there again."
    ),
    "too_big": _("The file is too big: unpacked, a club may take up %(limit)s at most."),
    "too_much": _(
        "This file is too big to check on a web page. The person who runs the program can import it "
        "with “%(command)s”."
    ),
    "illegible": _("The file cannot be read at “%(part)s”, line %(line)s: %(what)s. Nothing was stored."),
    "contradictory": _(
        "The file contradicts itself at “%(part)s”: something there does not match the rest. Nothing was "
        "stored."
    ),
    "wrong_sums": _(
        "The totals in the file do not follow from its hands: %(differences)s. Nothing was stored."
    ),
    "not_empty": _("This installation is not empty. A club can only be imported into an empty one."),
    "busy": _(
        "The club cannot be stored at the moment. Perhaps it is already being imported: please open "
        "this page again in a few minutes."
    ),
    "no_owner": _(
        "The file names nobody who owns the club and can sign in, so nobody could look after it here."
    ),
    "no_such_owner": _("Please choose which of the owners you are."),
}


class Unusable(Exception):
    """Why this file cannot be brought in: one sentence that says what to do. Nothing was stored."""


def unusable(why: str, *values: object) -> Unusable:
    """Return the refusal of a file; the values stand in the order of the English sentence."""
    names = re.findall(r"%\((\w+)\)", SENTENCES[why])
    sentence = gettext(SENTENCES[why])
    return Unusable(sentence % dict(zip(names, values, strict=True)) if names else sentence)
