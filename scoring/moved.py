"""A club that moved to another installation: its addresses redirect there until that is taken back.

Whoever comes to a page of the club, also by a table's code, is redirected to the same address there. What is
sent is refused, so that nothing is written where the club is no longer looked after.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.encoding import escape_uri_path

from scoring.models import Club

MARK = "moved"  # in an address that was redirected once: two installations never send anybody in circles


class MovedAway(Exception):
    """The club of a page goes on at another installation."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def demand_here(club: Club) -> None:
    """Raise `MovedAway` where the club has moved to another installation."""
    if club.moved_to:
        raise MovedAway(club.moved_to)


def redirect_there(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect a page to the other installation; scripts and forms get a 404."""
    is_page = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    if request.method not in ("GET", "HEAD") or not is_page or MARK in request.GET:
        return render(request, "404.html", status=404)
    query = request.GET.copy()
    query[MARK] = "1"
    return redirect(f"{address}{escape_uri_path(request.path)}?{query.urlencode()}")
