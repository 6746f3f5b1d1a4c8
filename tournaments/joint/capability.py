"""Series held together: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.joint.on_club_page import on_club_page
from tournaments.joint.stored import forget, stored_of_joint_series
from tournaments.joint.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.joint.urls",
    words=WORDS,
    stored=(stored_of_joint_series,),
    forgotten=(forget,),
    on_club_page=(on_club_page,),
)
