"""What is wrong with a file, said to whoever brought it."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _


class Unusable(Exception):
    """Why this file cannot be brought in: one sentence that says what to do. Nothing was stored."""


def foreign() -> Unusable:
    """Return the refusal of a file that is not a club."""
    return Unusable(_("This file is not a club: it was not made by “The whole club as one file”."))


def cut_off() -> Unusable:
    """Return the refusal of a file whose end is missing."""
    return Unusable(_("The file is incomplete: its end is missing. Please copy or download it again."))


def damaged(part: str) -> Unusable:
    """Return the refusal of a file that is damaged at this part."""
    said = _("The file is damaged at “%(part)s”. Please copy or download it again.")
    return Unusable(said % {"part": part})


def newer(version: str) -> Unusable:
    """Return the refusal of a file from a newer version of the program."""
    said = _(
        "The file was made by a newer version of the program (%(version)s). Please update this "
        "installation first."
    )
    return Unusable(said % {"version": version})


def older(version: str) -> Unusable:
    """Return the refusal of a file from a version of the program that is too old."""
    said = _(
        "The file was made by an older version of the program (%(version)s), which stored some things "
        "differently. Please update the program it comes from and export the club there again."
    )
    return Unusable(said % {"version": version})


def too_big(limit: str) -> Unusable:
    """Return the refusal of a file that is too big when unpacked."""
    return Unusable(
        _("The file is too big: unpacked, a club may take up %(limit)s at most.") % {"limit": limit}
    )


def too_much() -> Unusable:
    """Return the refusal of a file that cannot be looked through on a page."""
    said = _(
        "This file is too big to check on a web page. The person who runs the program can import it "
        "with “%(command)s”."
    )
    return Unusable(said % {"command": settings.TYPED("import_club")})


def illegible(part: str, line: int, what: str) -> Unusable:
    """Return the refusal of a file with a line that cannot be read, and why."""
    said = _("The file cannot be read at “%(part)s”, line %(line)s: %(what)s. Nothing was stored.")
    return Unusable(said % {"part": part, "line": line, "what": what})


def contradictory(part: str) -> Unusable:
    """Return the refusal of a file with rows that do not fit together."""
    said = _(
        "The file contradicts itself at “%(part)s”: something there does not match the rest. Nothing was "
        "stored."
    )
    return Unusable(said % {"part": part})


def wrong_sums(differences: list[str]) -> Unusable:
    """Return the refusal of a file whose sums do not follow from its hands."""
    said = _("The totals in the file do not follow from its hands: %(differences)s. Nothing was stored.")
    return Unusable(said % {"differences": "; ".join(differences)})


def not_empty() -> Unusable:
    """Return the refusal of any file where the installation is in use already."""
    return Unusable(_("This installation is not empty. A club can only be imported into an empty one."))


def busy() -> Unusable:
    """Return the refusal of a file while the club cannot be stored for the moment."""
    return Unusable(
        _(
            "The club cannot be stored at the moment. Perhaps it is already being imported: please open "
            "this page again in a few minutes."
        )
    )


def no_owner() -> Unusable:
    """Return the refusal of a file without an owner who can sign in."""
    said = _("The file names nobody who owns the club and can sign in, so nobody could look after it here.")
    return Unusable(said)


def no_such_owner() -> Unusable:
    """Return the refusal of somebody who is not among the owners in the file."""
    return Unusable(_("Please choose which of the owners you are."))
