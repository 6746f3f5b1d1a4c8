"""From the first start to the first role, as people do it; and every page looked at closely."""

from __future__ import annotations

from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scoring import people
from scoring.models import Club, Member
from tests.browser.test_rules_pages import CUT_OFF, SMALL_TARGETS
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, terms

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
LONG = "Maximilian-Alexander Obergrubenwaldner"


def test_a_club_from_the_first_start_to_a_role(page: OpenPage) -> None:
    anna = page(1280, 900)
    anna.goto(f"/setup/{people.setup_code()}/")
    anna.get_by_label("Anmeldename").fill("Anna")
    anna.get_by_label("Passwort", exact=True).fill(PASSWORD)
    anna.get_by_label("Das Passwort noch einmal").fill(PASSWORD)
    anna.get_by_label("Name des Klubs").fill("Mühlviertler Runde")
    anna.get_by_label("Regeln, nach denen").select_option("treffpunkt")
    anna.get_by_role("button", name="Einrichten").click()
    expect(anna.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()

    anna.get_by_role("link", name="Mitglieder aufnehmen").click()
    anna.get_by_label("Namen, einer pro Zeile").fill("Bert\nCilli\nDora\nanna")
    anna.get_by_role("button", name="Aufnehmen").click()
    expect(anna.get_by_text("„anna“ ist schon Mitglied.")).to_be_visible()
    anna.get_by_label("Namen, einer pro Zeile").fill("Bert\nCilli\nDora")
    anna.get_by_role("button", name="Aufnehmen").click()
    expect(anna.get_by_text("3 Mitglieder aufgenommen.")).to_be_visible()
    anna.get_by_role("link", name="Bert").click()
    anna.get_by_role("button", name="Einladungslink erstellen").click()
    link = anna.locator(".link a").inner_text()
    expect(anna.get_by_text("nur auf diesem Rechner")).to_be_visible()

    bert = page(390, 844, dark=True)
    bert.goto(link)
    expect(bert.get_by_role("heading", name="Einladung in den Klub Mühlviertler Runde")).to_be_visible()
    bert.get_by_label("Passwort", exact=True).fill(PASSWORD)
    bert.get_by_label("Das Passwort noch einmal").fill(PASSWORD)
    bert.get_by_role("button", name="Dem Klub beitreten").click()
    expect(bert.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()
    expect(bert.get_by_role("link", name="Mitglieder aufnehmen")).to_be_hidden()
    bert.get_by_role("button", name="Abmelden").click()
    bert.goto("/clubs/muehlviertler-runde/")
    bert.get_by_role("main").get_by_role("link", name="Anmelden").click()
    bert.get_by_label("Anmeldename").fill("bert")
    bert.get_by_label("Passwort").fill("falsch")
    bert.get_by_role("button", name="Anmelden").click()
    expect(bert.get_by_text("Name und Passwort passen nicht zusammen.")).to_be_visible()
    assert bert.get_by_label("Anmeldename").input_value() == "bert"
    bert.get_by_label("Passwort").fill(PASSWORD)
    bert.keyboard.press("Enter")
    expect(bert.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()

    anna.get_by_role("link", name="Fertig").click()
    anna.get_by_role("button", name="Zum Leiter machen").click()
    expect(anna.get_by_text("Bert ist jetzt Leiter.")).to_be_visible()
    bert.reload()
    expect(bert.get_by_role("link", name="Mitglieder aufnehmen")).to_be_visible()
    bert.get_by_role("link", name="Protokoll").click()
    expect(bert.get_by_text("hat Bert eine Rolle gegeben: Leiter")).to_be_visible()


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club with long names, a wrong line and everything there is to see."""
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Donaudampfschifffahrtsgesellschafts-Tarockrunde"),
    )
    club = Club.objects.get()
    people.add_members(actor=anna, deed=uuid4(), club=club, names=[LONG, "Bert", "Cilli", "Dora", "Emil"])
    for name, role in (("Bert", people.Role.DIRECTOR), (LONG, people.Role.SCORER)):
        people.appoint(actor=anna, deed=uuid4(), member=club.members.get(name=name), role=role)
    people.deactivate_member(actor=anna, deed=uuid4(), member=club.members.get(name="Emil"))
    people.invite(actor=anna, deed=uuid4(), member=club.members.get(name="Dora"))
    return club


def sign_in(visitor: Page) -> None:
    visitor.goto("/sign-in/")
    visitor.get_by_label("Anmeldename").fill("Anna")
    visitor.get_by_label("Passwort").fill(PASSWORD)
    visitor.get_by_role("button", name="Anmelden").click()
    visitor.wait_for_url("**/clubs/*/")


def views(visitor: Page, club: Club) -> dict[str, str]:
    """Every distinct page by name; those before `sign in` are for everybody."""
    here = f"/clubs/{club.slug}"
    long = Member.objects.get(name=LONG).pk
    anna = Member.objects.get(name="Anna")
    assert anna.account is not None
    token = people.invite(actor=anna.account, deed=uuid4(), member=Member.objects.get(name=LONG))
    return {
        "sign-in": "/sign-in/",
        "not-found": "/clubs/there-is-no-such-club/",
        "invitation": f"/invitation/{token}/",
        "link-is-gone": "/invitation/gone/",
        "home": "/",
        "invitation-of-somebody-else": f"/invitation/{token}/",
        "password": "/password/",
        "clubs": "/clubs/",
        "new-club": "/clubs/new/",
        "club": f"{here}/",
        "settings": f"{here}/settings/",
        "log": f"{here}/log/",
        "members": f"{here}/members/",
        "new-members": f"{here}/members/new/",
        "member": f"{here}/members/{long}/",
        "detach": f"{here}/members/{anna.pk}/detach/",
        "remove": f"{here}/members/{Member.objects.get(name='Cilli').pk}/remove/",
        "stays": f"{here}/members/{long}/remove/",
    }


def look_closely(visitor: Page, width: int) -> None:
    assert visitor.evaluate(CUT_OFF) == []
    assert visitor.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_cut_off(page: OpenPage, club: Club, dark: bool) -> None:
    visitor = page(320, 844, dark=dark)
    shown = views(visitor, club)
    for name, address in shown.items():
        if name == "home":
            sign_in(visitor)
        response = visitor.goto(address)
        assert response is not None
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{name}: {found.generate_report()}"
        look_closely(visitor, 320)
    # What is wrong, and the link itself.
    visitor.goto(shown["new-members"])
    visitor.get_by_label("Namen, einer pro Zeile").fill(f"Anna\n{LONG}")
    visitor.get_by_role("button", name="Aufnehmen").click()
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)
    visitor.goto(shown["member"])
    visitor.get_by_role("button", name="Neuen Link erstellen").click()
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)


COPIED = "() => { document.addEventListener('copy', () => { window.copied = String(getSelection()) }) }"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_link_is_copied_with_one_tap_and_scanned_in_the_dark(
    page: OpenPage, club: Club, dark: bool, settings
) -> None:
    settings.PUBLIC_URL = "http://tarock.example.org"
    visitor = page(320, 844, dark=dark)
    sign_in(visitor)
    visitor.goto(f"/clubs/{club.slug}/members/{Member.objects.get(name='Dora').pk}/")
    # As in a room without https, where browsers keep their clipboard to themselves.
    visitor.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    visitor.get_by_role("button", name="Neuen Link erstellen").click()
    visitor.evaluate(COPIED)
    visitor.get_by_role("button", name="Link kopieren").click()
    expect(visitor.get_by_role("status").filter(has_text="Kopiert.")).to_be_visible()
    assert visitor.evaluate("window.copied") == visitor.locator(".link a").inner_text()
    code = visitor.get_by_role("img", name="Der Link als QR-Code")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box is not None
    assert box["width"] >= 250
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)


def test_the_set_up_page_is_readable_too(page: OpenPage) -> None:
    for dark in (False, True):
        visitor = page(320, 844, dark=dark)
        visitor.goto(f"/setup/{people.setup_code()}/")
        visitor.get_by_role("button", name="Einrichten").click()
        assert Axe().run(visitor, options=AXE).response["violations"] == []
        look_closely(visitor, 320)


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage, club: Club) -> None:
    visitor = page(390, 844)
    for name, address in views(visitor, club).items():
        if name == "home":
            sign_in(visitor)
        visitor.goto(address)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], name
