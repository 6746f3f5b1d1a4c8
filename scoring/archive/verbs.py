"""Redirect a club's addresses to another installation, or stop that."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.club_rights import demand_owner, locked
from scoring.deeds import PendingDeed, refuse, store, verb
from scoring.models import Account, Club

ADDRESS = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.IGNORECASE)
LONGEST_ADDRESS = 200


@verb(log=gettext_lazy("redirected the addresses of the club to %(address)s"))
def move_away(act: PendingDeed[Account], *, club: Club, address: str) -> Club:
    """Redirect every page of a club to the same one of another installation."""
    demand_owner(club, act.actor)
    address = address.strip().rstrip("/")
    if not ADDRESS.fullmatch(address) or len(address) > LONGEST_ADDRESS:
        sentence = _("Please give the address of the other server, such as https://tarock.example.org")
        refuse({"address": [sentence]})
    if validate_host(urlsplit(address).hostname or "", settings.ALLOWED_HOSTS):
        refuse({"address": [_("This is the address of this server.")]})
    club = locked(club)
    store(club, moved_to=address)
    act.record(club, address=address)
    return club


@verb(log=gettext_lazy("stopped redirecting the addresses of the club"))
def come_back(act: PendingDeed[Account], *, club: Club) -> Club:
    """Answer the pages of a club here again."""
    demand_owner(club, act.actor)
    club = locked(club)
    store(club, moved_to="")
    act.record(club)
    return club
