"""What is wrong with a file, said to whoever brought it."""

from __future__ import annotations

from django.utils.translation import gettext as _


class Unusable(Exception):
    """Why this file cannot be brought in: one sentence that says what to do. Nothing was stored."""


def foreign() -> Unusable:
    return Unusable(_("This file is not a club: it was not made by “The whole club as one file”."))


def cut_off() -> Unusable:
    return Unusable(_("The file is incomplete: its end is missing. Please copy or download it once more."))


def damaged(part: str) -> Unusable:
    said = _("The file is damaged at “%(part)s”. Please copy or download it once more.")
    return Unusable(said % {"part": part})


def newer(version: str) -> Unusable:
    said = _(
        "The file was made by a newer version of the program (%(version)s). "
        "Please bring this installation up to date first."
    )
    return Unusable(said % {"version": version})


def older(version: str) -> Unusable:
    said = _(
        "The file was made by an older version of the program (%(version)s), which kept something "
        "differently. Please bring the program it comes from up to date, and export the club there once more."
    )
    return Unusable(said % {"version": version})


def too_big(limit: str) -> Unusable:
    return Unusable(_("The file is too big: unpacked, a club has %(limit)s at most.") % {"limit": limit})


def illegible(part: str, line: int, what: str) -> Unusable:
    said = _("The file cannot be read at “%(part)s”, line %(line)s: %(what)s. Nothing was stored.")
    return Unusable(said % {"part": part, "line": line, "what": what})


def contradictory(part: str) -> Unusable:
    said = _(
        "The file contradicts itself at “%(part)s”: something there does not fit the rest. "
        "Nothing was stored."
    )
    return Unusable(said % {"part": part})


def wrong_sums(differences: list[str]) -> Unusable:
    said = _("What stands in the file does not follow from its hands: %(differences)s. Nothing was stored.")
    return Unusable(said % {"differences": "; ".join(differences)})


def not_empty() -> Unusable:
    return Unusable(
        _("There is something in this installation already. A club is brought into an empty one only.")
    )


def busy() -> Unusable:
    return Unusable(
        _(
            "The club cannot be stored at the moment. Perhaps it is being brought in already: "
            "please open this page again in a few minutes."
        )
    )


def nobody_owns_it() -> Unusable:
    said = _("The file names nobody who owns the club and can sign in, so nobody could look after it here.")
    return Unusable(said)


def no_such_owner() -> Unusable:
    return Unusable(_("Please choose which of the owners you are."))
