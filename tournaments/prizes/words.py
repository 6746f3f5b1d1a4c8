"""What was done with lots and prizes, for the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import DeedWords
from scoring.engine.money import money_in_words
from scoring.web.language import current_language
from tournaments.standings.pages.prizes import percent_in_words


def _sentence(template: Any) -> DeedWords:
    """Return what fills in a deed's details, of which round or tournament it is, and names."""

    def words(details: dict[str, Any]) -> str:
        of_round = details["round"] is not None
        where = _("%(title)s, round %(round)d") % details if of_round else str(details["title"])
        return str(template % {**details, "where": where, "names": ", ".join(details.get("names", ()))})

    return words


def _drawn(details: dict[str, Any]) -> str:
    template = (
        _("drew a lot (%(where)s) from the seed “%(seed)s”: %(names)s")
        if details["seed"]
        else _("recorded a lot drawn by hand (%(where)s): %(names)s")
    )
    return _sentence(template)(details)


def _shared(details: dict[str, Any]) -> str:
    percents = " + ".join(map(percent_in_words, details["shares"]))
    money = money_in_words(details["cents"], details["currency"], current_language())
    words = _sentence(_("shared out what came in as prizes (%(where)s)"))(details)
    return f"{words}: {percents}, {money}"


WORDS: dict[str, DeedWords] = {
    "draw_lot": _drawn,
    "withdraw_lot": _sentence(gettext_lazy("withdrew a lot (%(where)s): %(names)s; reason: %(reason)s")),
    "add_prize": _sentence(gettext_lazy("added the prize “%(name)s” (%(where)s)")),
    "change_prize": _sentence(gettext_lazy("changed the prize “%(before)s” to “%(name)s” (%(where)s)")),
    "remove_prize": _sentence(gettext_lazy("removed the prize “%(name)s” (%(where)s)")),
    "share_out_fund": _shared,
    "choose_prize": _sentence(gettext_lazy("recorded that %(to)s chose “%(name)s” (%(where)s)")),
    "give_prize": _sentence(gettext_lazy("gave %(to)s the prize “%(name)s” (%(where)s)")),
    "take_back_prize": _sentence(gettext_lazy("took the prize “%(name)s” back from %(from)s (%(where)s)")),
}
