"""Series held together: what they hand to the rest of the program."""

from __future__ import annotations

from django.db.models import Q

from scoring.capability import Capability
from scoring.sealing import LinkKind
from tournaments.joint.on_club_page import on_club_page
from tournaments.joint.stored import forget, stored_of_joint_series
from tournaments.joint.words import WORDS
from tournaments.models import JointClub

CAPABILITY = Capability(
    urls="tournaments.joint.urls",
    words=WORDS,
    links=(
        LinkKind(
            model=JointClub,
            columns=("part_id", "declined_at"),
            open=Q(part=None, declined_at=None),
            end=lambda rows: rows.delete(),
            carried=False,
            club="series__club",
            one="invitation to a series of several clubs",
            many="invitations to a series of several clubs",
        ),
    ),
    stored=(stored_of_joint_series,),
    forgotten=(forget,),
    on_club_page=(on_club_page,),
)
