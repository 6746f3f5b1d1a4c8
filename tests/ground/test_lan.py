import pytest
from django.urls import get_resolver

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


@pytest.fixture
def response(client, db):
    return client.get("/there-is-no-such-page")


def test_a_page_may_load_and_send_only_here(response):
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy.pop("img-src") == "'self' data:"
    assert {name for name, value in policy.items() if value == "'none'"} == {
        "default-src",
        "base-uri",
        "frame-ancestors",
    }
    assert {name for name, value in policy.items() if value == "'self'"} == {
        "script-src",
        "style-src",
        "font-src",
        "connect-src",
        "manifest-src",
        "form-action",
    }


def test_browsers_do_not_guess_tell_or_use_devices(response):
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_plain_http_carries_nothing_browsers_complain_about(response):
    assert response.status_code == 404
    assert "Cross-Origin-Opener-Policy" not in response
    assert "Strict-Transport-Security" not in response


NOTHING_KEPT = "max-age=0, no-cache, no-store, must-revalidate, private"
ASKED_AGAIN = {  # they say nothing of any club
    "calculated",
    "calculated_code",
    "calculator",
    "compare_sheets",
    "export_schema",
    "feed",
    "manifest",
    "preview_picture",
    "rule_examples",
    "rule_sheet",
    "rule_sheet_toml",
    "rule_sheets",
}


def every_view(patterns) -> set[str]:
    """Return the names of the views that say that a browser may keep what they answer."""
    found = set()
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            found |= every_view(pattern.url_patterns)
        elif pattern.callback.__dict__.get("asks_again"):
            found.add(pattern.callback.__name__)
    return found


def test_an_answer_is_not_kept_unless_its_view_says_so(response, client, db):
    assert response["Cache-Control"] == NOTHING_KEPT
    assert client.get("/")["Cache-Control"] == NOTHING_KEPT
    assert client.post("/sign-out/")["Cache-Control"] == NOTHING_KEPT
    assert client.get("/clubs/keiner/")["Cache-Control"] == NOTHING_KEPT
    assert client.get("/calculator/")["Cache-Control"] == "private, no-cache"


def test_only_pages_that_say_nothing_of_a_club_may_be_kept():
    assert every_view(get_resolver().url_patterns) == ASKED_AGAIN
