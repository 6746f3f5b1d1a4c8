"""A club of invented people: what it hands to the rest of the program."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.capability import Capability, DeedWords

WORDS: dict[str, DeedWords] = {
    "found_demonstration": lambda details: _("founded the club %(name)s, a demonstration") % details,
    "remove_demonstration": lambda details: (
        _(
            "removed the demonstration %(name)s with everything in it: evenings %(evenings)d, tables "
            "%(tables)d, hands %(hands)d, entries %(entries)d, members %(members)d, deeds %(deeds)d"
        )
        % details
    ),
}
CAPABILITY = Capability(urls="scoring.demo.views", words=WORDS)
