"""Clubs and members: what it hands to the rest of the program."""

from django.db.models import Q
from django.db.models.functions import Now

from scoring.accounts import second_factor, verbs
from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.language import gettext_noop
from scoring.models import Invitation, Sharing
from scoring.sealing import LinkKind

CAPABILITY = Capability(
    words=verbs.WITHOUT_ACCOUNT | log_of(verbs) | log_of(second_factor),
    links=(
        LinkKind(
            model=Invitation,
            columns=("used_at", "withdrawn_at"),
            open=Q(used_at=None, withdrawn_at=None, expires_at__gt=Now()),
            end=lambda rows: rows.update(withdrawn_at=Now()),
            carried=False,  # whoever used it may not be what they became by it
            club="member__club",
            one=gettext_noop("invitation"),
            many=gettext_noop("invitations"),
        ),
        LinkKind(
            model=Sharing,
            columns=("withdrawn_at",),
            open=Q(withdrawn_at=None),
            end=lambda rows: rows.update(withdrawn_at=Now()),
            club="club",
            one=gettext_noop("shared link"),
            many=gettext_noop("shared links"),
        ),
    ),
)
