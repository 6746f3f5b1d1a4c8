"""Clubs and members: what it hands to the rest of the program."""

from django.db.models import Q

from scoring import clock
from scoring.accounts import phone_codes, second_factor, verbs
from scoring.capability import Capability, CoveredRows
from scoring.deeds import log_of
from scoring.language import gettext_noop
from scoring.models import Appointment, Club, Invitation, Member
from scoring.signatures import LinkKind

FOUNDING = ("set_up", "found_club")
JOINING = ("add_members", "admit_guest", "accept_invitation", "join", "detach_account")
LEAVING = ("deactivate_member", "reactivate_member", "remove_member", "anonymise_member")
# Whoever is anonymised loses roles and account behind the deed that says so.
COVERED = (
    CoveredRows(
        "members",
        "club",
        frozenset((*FOUNDING, *JOINING, *LEAVING, "name_in_pictures")),
        Member,
        "club",
        ("account", "active", "in_pictures"),
        only={"anonymised_at": None},
    ),
    CoveredRows(
        "roles",
        "club",
        frozenset((*FOUNDING, *LEAVING, "appoint", "dismiss", "give_role")),
        Appointment,
        "member__club",
        ("member", "role"),
        only={"member__anonymised_at": None},
    ),
    CoveredRows(
        "settings",
        "club",
        frozenset((*FOUNDING, "change_club")),
        Club,
        "pk",
        (
            *("currency", "cents_per_point", "language", "default_rules"),
            *("show_money", "phones_ready", "second_factor"),
        ),
    ),
)
CAPABILITY = Capability(
    covered=COVERED,
    words=verbs.WITHOUT_ACCOUNT | log_of(verbs) | log_of(second_factor) | log_of(phone_codes),
    links=(
        LinkKind(
            model=Invitation,
            open=lambda: Q(used_at=None, withdrawn_at=None, expires_at__gt=clock.now()),
            renew=lambda rows: rows.update(withdrawn_at=clock.now()),  # somebody has to invite again
            club="member__club",
            singular=gettext_noop("invitation"),
            plural=gettext_noop("invitations"),
        ),
    ),
)
