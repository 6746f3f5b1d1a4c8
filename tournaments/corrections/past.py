"""The words of deeds of earlier versions at a table: the log still says what was done."""

from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.capability import DeedWords, sentence
from tournaments.log import sentence_at_table

PAST: dict[str, DeedWords] = {
    "fill_with_house_players": sentence(
        gettext_lazy("let %(names)s fill in at a further table, %(table)d, in round %(round)d of “%(title)s”")
    ),
    "give_up_seat": sentence_at_table(
        gettext_lazy("took %(name)s, who is not playing, off the table"),
        instead=gettext_lazy("took %(name)s, who is not playing, off the table, and seated %(instead)s"),
    ),
    "move_to_rules": sentence_at_table(
        gettext_lazy("moved the sheet to %(rules)s, version %(edition)d, from the next hand on: %(reason)s"),
        from_first=gettext_lazy(
            "moved the sheet to %(rules)s, version %(edition)d, from its first hand on: %(reason)s"
        ),
    ),
    "type_hands": sentence_at_table(
        ngettext_lazy("typed %(count)d hand from paper", "typed %(count)d hands from paper", "count")
    ),
}
