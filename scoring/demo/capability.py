"""A club of invented people: what it hands to the rest of the program."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from scoring.capability import Capability, sentence

CAPABILITY = Capability(
    urls="scoring.demo.views",
    words={
        "found_demonstration": sentence(gettext_lazy("founded the club %(name)s, a demonstration")),
        "remove_demonstration": sentence(
            gettext_lazy(
                "removed the demonstration %(name)s with everything in it: evenings %(evenings)d, tables "
                "%(tables)d, hands %(hands)d, entries %(entries)d, members %(members)d, deeds %(deeds)d"
            )
        ),
    },
)
