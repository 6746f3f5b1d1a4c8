"""Sentences for earlier versions' deeds at a table, so that the log can still show them."""

from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.capability import DeedWords, sentence
from tournaments.engine.adjusting import AdjustmentKind
from tournaments.log import sentence_at_table
from tournaments.wording import ADJUSTMENTS

LEFT = {  # by what became of the seat, and whether the leaver is ranked last
    ("instead", False): _("let %(name)s leave, %(instead)s took the seat"),
    ("instead", True): _("let %(name)s leave and be ranked last, %(instead)s took the seat"),
    ("goes_on", False): _("let %(name)s leave, the others play on"),
    ("goes_on", True): _("let %(name)s leave and be ranked last, the others play on"),
    ("", False): _("let %(name)s leave, and closed the sheet"),
    ("", True): _("let %(name)s leave and be ranked last, and closed the sheet"),
}


def _left_in_words(details: dict[str, Any]) -> str:
    seat = next((key for key in ("instead", "goes_on") if details.get(key)), "")
    return sentence_at_table(LEFT[seat, details["ranked"] == "last"])(details)


def _ruled_in_words(details: dict[str, Any]) -> str:
    if details.get("name"):
        words = _("ruled on the result of %(name)s: %(ruled)s, %(reason)s")
    else:
        words = _("ruled on the result: %(ruled)s, %(reason)s")
    ruled = str(ADJUSTMENTS[details["kind"]])
    if details["kind"] == AdjustmentKind.POINTS:
        ruled = gettext("%(points)s points") % details
    return sentence_at_table(words)({**details, "ruled": ruled})


PAST: dict[str, DeedWords] = {
    "fill_with_house_players": sentence(
        _("let %(names)s fill in at a further table, %(table)d, in round %(round)d of “%(title)s”")
    ),
    "give_up_seat": sentence_at_table(
        _("took %(name)s, who is not playing, off the table"),
        instead=_("took %(name)s, who is not playing, off the table, and seated %(instead)s"),
    ),
    "leave_table": _left_in_words,
    "undo_leaving": sentence_at_table(_("took back that %(name)s left")),
    "exchange_people": sentence(
        _(
            "swapped %(one)s and %(other)s on the sheets of table %(tables)s, "
            "round %(round)d of “%(title)s”: %(reason)s"
        )
    ),
    "join_table": sentence_at_table(_("seated %(name)s, who came later")),
    "type_second_time": sentence_at_table(
        _("typed the result from paper a second time: the same"),
        differs=_("typed the result from paper a second time: something else"),
    ),
    "undo_joining": sentence_at_table(_("took back that %(name)s came later")),
    "rule_on_result": _ruled_in_words,
    "move_to_rules": sentence_at_table(
        _("moved the sheet to %(rules)s, version %(edition)d, from the next hand on: %(reason)s"),
        from_first=_("moved the sheet to %(rules)s, version %(edition)d, from its first hand on: %(reason)s"),
    ),
    "type_hands": sentence_at_table(
        ngettext_lazy("typed %(count)d hand from paper", "typed %(count)d hands from paper", "count")
    ),
}
