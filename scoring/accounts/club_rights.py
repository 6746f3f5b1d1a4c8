"""Who may change what, asked of the club as it is now."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scoring.deeds import ChangedMeanwhile, Refused
from scoring.models import Account, Club, Member


def locked(club: Club) -> Club:
    """Return the club as stored now, locked against other changes until the transaction ends.

    Rows that refer to the club can still be written: otherwise a deed could wait for this lock while its
    holder waits for what the deed's verb has locked. A club's key never changes.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def demand_owner(club: Club, actor: Account) -> None:
    """Raise PermissionDenied unless the account owns the club now."""
    current = Club.numbered(club.pk, actor)
    if current is None or not current.is_owned:
        raise PermissionDenied


def demand_director(club: Club, actor: Account) -> None:
    """Raise PermissionDenied unless the account may direct the club now."""
    current = Club.numbered(club.pk, actor)
    if current is None or not current.is_directed:
        raise PermissionDenied


def demand_charge_of(member: Member, club: Club, actor: Account) -> None:
    """Raise PermissionDenied unless the account directs the club, or for an owner, owns it."""
    if member.is_owner:
        demand_owner(club, actor)
    else:
        demand_director(club, actor)


def why_no_link(actor: Account, member: Member) -> str:
    """Return why a person may not make a link by which they would act as this member; empty if they may."""
    club = Club.objects.directed_by(actor).filter(pk=member.club_id).first()
    if club is None or not member.active:
        return _("Links are made by owners and directors, for active members.")
    if member.is_owner and not club.is_owned:
        return _("Only an owner can make a link for an owner.")
    account = member.account
    if account is None:
        return ""
    if account == actor:
        return _("This is you: change your password with “Change password”.")
    elsewhere = Member.objects.filter(account=account).exclude(club=club)
    if account.is_superuser or elsewhere.exclude(club__in=Club.objects.owned_by(actor)).exists():
        return _(
            "No link can be made for this account here. If its password is forgotten, the person who runs "
            "the program can set a new one."
        )
    return ""


def reloaded(member: Member) -> Member:
    """Return the member as it is now that the club is locked."""
    current = Member.objects.select_related("account", "club").filter(pk=member.pk).first()
    if current is None:
        raise ChangedMeanwhile()
    return current


def refuse_without_owner(club: Club) -> None:
    """Refuse a change that has left no owner who can sign in."""
    if not club.members.owners_who_can_sign_in().exists():
        raise Refused(
            form=[_("There would be no owner left who can sign in. Make somebody else an owner first.")]
        )


def refuse_anonymised(member: Member) -> None:
    """Refuse to change a member who was anonymised."""
    if member.anonymised_at is not None:
        raise Refused(form=[_("“%(name)s” was anonymised, and that is for good.") % {"name": member.name}])
