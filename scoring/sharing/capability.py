"""Links that only read: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sharing.demonstrating import share_with_strangers, shown_to_strangers
from scoring.sharing.feeds import EVENINGS

CAPABILITY = Capability(
    urls="scoring.sharing.urls",
    feeds=(EVENINGS,),
    demonstrated=(share_with_strangers,),
    open_to_strangers=(shown_to_strangers,),
)
