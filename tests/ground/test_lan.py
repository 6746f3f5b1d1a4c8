import pytest

from tarockclub import lan, serving

IP_OUTPUT = """\
1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever
2: wlan0    inet 192.168.1.5/24 brd 192.168.1.255 scope global dynamic wlan0\\       valid_lft 80000sec
3: docker0    inet 172.17.0.1/16 brd 172.17.255.255 scope global docker0\\       valid_lft forever
4: eth0    inet 10.0.0.7/24 brd 10.0.0.255 scope global eth0\\       valid_lft forever
"""
IFCONFIG_OUTPUT = """\
lo0: flags
\tinet 127.0.0.1 netmask
en0: flags
\tinet 192.168.1.5 netmask 0xffffff00
"""


@pytest.fixture
def machine(monkeypatch):
    """A machine of which only the named facts are known."""

    def describe(*, route="", **tools):
        monkeypatch.setattr(lan, "address_of_the_default_route", lambda: route)
        monkeypatch.setattr(lan, "output_of", lambda tool, *arguments: tools.get(tool, ""))

    return describe


# What its tools say, and the addresses that follow, without containers and what nobody else reaches.
MACHINES = {
    "the default route comes first": ({"route": "10.0.0.7", "ip": IP_OUTPUT}, ["10.0.0.7", "192.168.1.5"]),
    "a room without internet has none": ({"ip": IP_OUTPUT}, ["192.168.1.5", "10.0.0.7"]),
    "macOS": ({"ifconfig": IFCONFIG_OUTPUT}, ["192.168.1.5"]),
    "elsewhere": ({"hostname": "192.168.1.5 172.16.0.2 fd00::2 \n"}, ["192.168.1.5", "172.16.0.2"]),
    "nobody reaches it": ({"route": "127.0.0.1", "hostname": "169.254.7.7 0.0.0.0 fe80::1"}, []),
}


@pytest.mark.parametrize("title", MACHINES)
def test_the_addresses_of_a_machine(machine, title):
    tools, addresses = MACHINES[title]
    machine(**tools)
    assert lan.addresses() == addresses


def test_a_missing_tool_is_no_error():
    assert lan.output_of("there-is-no-such-tool") == ""
    assert lan.output_of("false") == ""


def test_the_address_asked_for_is_taken_as_it_is(machine):
    machine(route="192.168.1.5")
    assert lan.invited({"LAN_ADDRESS": "127.0.0.2"}) == ["127.0.0.2"]
    assert lan.invited({}) == ["192.168.1.5"]


def test_an_invitation_can_be_typed_or_scanned():
    url, code = lan.invitation("192.168.1.5", 8000).split("\n", 1)
    assert url == "http://192.168.1.5:8000/"
    lines = code.strip().splitlines()
    assert 10 < len(lines) < 20
    assert set("█▀▄") & set(code)


def test_without_an_address_the_remedy_is_named(machine, monkeypatch):
    machine()
    monkeypatch.delenv("LAN_ADDRESS", raising=False)
    monkeypatch.setenv("LAN", "1")
    with pytest.raises(SystemExit, match="LAN_ADDRESS="):
        serving.read_lan()
