"""The addresses of this machine for phones on the same network, as text and as QR code."""

import io
import re
import socket
import subprocess
from collections.abc import Mapping
from ipaddress import AddressValueError, IPv4Address

import segno

from scoring.language import gettext_noop

NO_ADDRESS = gettext_noop("No address on a local network found: connect to one, or give LAN_ADDRESS=…")
# Bridges and tunnels of virtual machines and containers: no phone comes in that way.
VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|tailscale|cni|flannel|podman")


def output_of(*command: str) -> str:
    """Return the output of a system tool; empty where it is missing or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def address_of_the_default_route() -> str:
    """Return the address this machine would send from; connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def in_ip_output(text: str) -> list[str]:
    """Return the addresses that `ip` prints.

    >>> in_ip_output("2: wlan0    inet 192.168.1.5/24 brd 192.168.1.255 scope global wlan0")
    ['192.168.1.5']
    """
    addresses = re.findall(r"^\d+: (\S+) +inet ([0-9.]+)", text, re.MULTILINE)
    return [address for interface, address in addresses if not VIRTUAL.match(interface)]


def in_ifconfig_output(text: str) -> list[str]:
    """Return the addresses that `ifconfig` prints.

    >>> in_ifconfig_output("en0: flags=8863<UP> mtu 1500\\n\\tinet 10.0.0.7 netmask 0xffffff00")
    ['10.0.0.7']
    """
    return re.findall(r"\binet (?:addr:)?([0-9.]+)", text)


def is_reachable(text: str) -> bool:
    """Return whether another machine can use this IPv4 address.

    >>> [is_reachable(text) for text in ("192.168.1.5", "127.0.0.1", "169.254.3.4", "fe80::1")]
    [True, False, False, False]
    """
    try:
        address = IPv4Address(text)
    except AddressValueError:
        return False
    return not any((address.is_loopback, address.is_link_local, address.is_multicast, address.is_unspecified))


def addresses() -> list[str]:
    """Return this machine's addresses on local networks, the likeliest first."""
    listed = (
        in_ip_output(output_of("ip", "-4", "-o", "addr"))
        or in_ifconfig_output(output_of("ifconfig"))
        or output_of("hostname", "-I").split()
    )
    return list(filter(is_reachable, dict.fromkeys((address_of_the_default_route(), *listed))))


def invited(environ: Mapping[str, str]) -> list[str]:
    """Return the addresses to serve: the requested one, or else all of this machine's."""
    return [environ["LAN_ADDRESS"]] if environ.get("LAN_ADDRESS") else addresses()


def invitation(address: str, port: int) -> str:
    """Return the address to type, and the code to scan."""
    url = f"http://{address}:{port}/"
    code = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(code, compact=True, border=2)
    return f"{url}\n{code.getvalue()}"
