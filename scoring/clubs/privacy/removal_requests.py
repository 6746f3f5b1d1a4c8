"""Members ask for their name to go; the owners do it, because it is for good."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied

from scoring import clock
from scoring.accounts.rights import again, locked, refuse_anonymised
from scoring.deeds import PendingDeed, verb
from scoring.models import Account, Member


@verb("ask_to_go")
def ask_to_go(act: PendingDeed, *, actor: Account, deed: UUID, member: Member, wants: bool) -> Member:
    """Only for oneself; asked again it stays asked. `wants=False` takes it back."""
    club, member = locked(member.club), again(member)
    if member.account != actor or not member.active:
        raise PermissionDenied
    refuse_anonymised(member)
    if wants is not (member.wants_to_go_at is not None):
        member.wants_to_go_at = clock.now() if wants else None
        member.save(update_fields=["wants_to_go_at"])
        act.record(club, member=member.pk, name=member.name, wants=wants)
    return member
