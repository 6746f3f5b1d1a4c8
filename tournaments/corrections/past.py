"""The words of deeds of earlier versions at a table: the log still says what was done."""

from django.utils.translation import ngettext_lazy

from scoring.capability import DeedWords
from tournaments.log import sentence_at_table

PAST: dict[str, DeedWords] = {
    "type_hands": sentence_at_table(
        ngettext_lazy("typed %(count)d hand from paper", "typed %(count)d hands from paper", "count")
    ),
}
