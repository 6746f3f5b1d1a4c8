"""Everything that changes clubs and people."""

from scoring.models import Role
from scoring.people.anonymising import anonymise_guest, anonymise_member
from scoring.people.clubs import (
    MOST_CENTS_PER_POINT,
    ClubTerms,
    change_club,
    change_password,
    found_club,
    is_set_up,
    set_up,
    setup_code,
)
from scoring.people.deeds import Refused
from scoring.people.going import ask_to_go
from scoring.people.guests import admit_guest, join_guest, rename_guest, separate_guest
from scoring.people.invitations import (
    INVITATION_LASTS,
    LinkIsGone,
    accept_invitation,
    find_invitation,
    invite,
    join,
    renew_password,
    withdraw_invitation,
)
from scoring.people.members import (
    add_members,
    appoint,
    deactivate_member,
    detach_account,
    dismiss,
    reactivate_member,
    remove_member,
    rename_member,
    why_not_removed,
)
from scoring.people.rights import why_no_link
from scoring.people.sharing import (
    share_evening,
    share_feed,
    share_player,
    share_standings,
    withdraw_sharing,
)

__all__ = [
    "INVITATION_LASTS",
    "MOST_CENTS_PER_POINT",
    "ClubTerms",
    "LinkIsGone",
    "Refused",
    "Role",
    "accept_invitation",
    "add_members",
    "admit_guest",
    "anonymise_guest",
    "anonymise_member",
    "appoint",
    "ask_to_go",
    "change_club",
    "change_password",
    "deactivate_member",
    "detach_account",
    "dismiss",
    "find_invitation",
    "found_club",
    "invite",
    "is_set_up",
    "join",
    "join_guest",
    "reactivate_member",
    "remove_member",
    "rename_guest",
    "rename_member",
    "renew_password",
    "separate_guest",
    "set_up",
    "setup_code",
    "share_evening",
    "share_feed",
    "share_player",
    "share_standings",
    "why_no_link",
    "why_not_removed",
    "withdraw_invitation",
    "withdraw_sharing",
]
