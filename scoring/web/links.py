"""Links to share: as text, and as a code to scan."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Link:
    """An address to share; `local` marks one that works only on this machine."""

    url: str
    local: bool

    @property
    def qr(self) -> SafeString:
        """Return a QR code, black on white even in the dark; empty for a link that works only here."""
        return SafeString() if self.local else qr_of(self.url, _("The link as a QR code"))


def qr_of(text: str, title: str) -> SafeString:
    """Return a text as a picture to scan."""
    svg = segno.make(text, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass="", title=title
    )  # segno escapes the title
    return SafeString(svg.replace("<svg ", '<svg role="img" ', 1))


def is_there(name: str, **where: object) -> bool:
    """Return whether a page of a capability exists, as the capability may have been removed."""
    try:
        reverse(name, kwargs=where)
    except NoReverseMatch:
        return False
    return True


def link_to(request: HttpRequest, path: str) -> Link:
    """Return the link with a full address, to be shared."""
    return _link(settings.PUBLIC_URL + path) if settings.PUBLIC_URL else link_from_here(request, path)


def link_from_here(request: HttpRequest, path: str) -> Link:
    """Return the link under this browser's address, which a phone beside it can reach, too."""
    return _link(request.build_absolute_uri(path))


def _link(url: str) -> Link:
    return Link(url, is_here_only(urlsplit(url).hostname or ""))


def frame_of(url: str, title: str) -> str:
    """Return the HTML of a frame for another page; no address of ours can end the tag."""
    return (
        f'<iframe src="{url}" title="{title}" width="100%" height="600" '
        'loading="lazy" style="border:0"></iframe>'
    )


def is_here_only(host: str) -> bool:
    """Return whether a name or address means the machine itself, on whichever machine it is opened.

    >>> [is_here_only(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.5", "tarock.local")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
