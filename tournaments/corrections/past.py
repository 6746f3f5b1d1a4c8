"""The words of deeds of earlier versions at a table: the log still says what was done."""

from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.capability import DeedWords
from tournaments.log import sentence_at_table

PAST: dict[str, DeedWords] = {
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
