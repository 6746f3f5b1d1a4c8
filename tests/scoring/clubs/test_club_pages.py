"""The pages of a club, as its people use them."""

import re
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import timezone

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import capabilities, verbs_by_subject
from scoring.models import Club, Deed, Member, OpenSession, Role
from scoring.rules import published
from tests.support.pages import bar_on, html_at, text_of
from tests.support.scoring.house import PASSWORD, House, english
from tests.support.scoring.house_rules import own
from tests.support.scoring.season import MAY, play
from tests.support.scoring.tables import dreier
from tests.support.visitors import read_out


def page(house: House, rest: str = "") -> str:
    return f"/clubs/{house.club.slug}/{rest}"


def test_bad_lines_are_named_and_everything_typed_stays(house: House) -> None:
    client = house.client("Bert")
    typed = "Ida\n  emil\nida\n\nJakob"
    text = client.post(page(house, "members/new/"), {"deed": str(uuid4()), "names": typed}).content.decode()
    assert "Ida\n  emil\nida\n\nJakob</textarea>" in text.replace("\r\n", "\n")
    assert "„emil“ ist schon Mitglied." in text
    assert "„ida“ steht hier zweimal." in text
    assert not Member.objects.filter(name="Jakob").exists()
    form = {"deed": str(uuid4()), "names": "Ida\r\nJakob\r\n"}
    for _ in range(2):
        assert client.post(page(house, "members/new/"), form).status_code == 302
    assert "2 Mitglieder aufgenommen." in html_at(client, page(house, "members/"))
    text = client.post(page(house, "members/new/"), form | {"names": "Karl"}).content.decode()
    assert "schon mit anderem Inhalt gespeichert" in text
    assert "Karl</textarea>" in text


def test_the_list_finds_names_and_shows_roles_and_accounts(house: House) -> None:
    client = house.client("Anna")
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    text = html_at(client, page(house, "members/"))
    for shown in ("Leiter", "Schreiber", "mit Konto", "eingeladen", "Nicht mehr aktiv", "Gustl"):
        assert shown in text
    found = html_at(client, page(house, "members/?q=HIL"))
    assert "Hilda" in found
    assert "Emil" not in found
    assert "offener Passwort-Link" not in text
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert "offener Passwort-Link" in html_at(client, page(house, "members/"))
    assert "Gefunden: 0." in html_at(client, page(house, "members/?q=%25"))
    assert "Gefunden: 1." in html_at(client, page(house, "members/?q=%00hil%00"))
    assert "Gefunden" not in html_at(client, page(house, "members/?q=%00"))
    directors = html_at(client, page(house, "members/?role=director"))
    assert "Bert</a>" in directors
    assert "Anna</a>" not in directors
    without = html_at(client, page(house, "members/?account=no"))
    assert "Hilda</a>" in without
    assert "Bert</a>" not in without
    assert "Gefunden: 0." in html_at(client, page(house, "members/?role=emperor"))


def test_a_member_is_renamed_deactivated_and_comes_back(house: House) -> None:
    client, hilda = house.client("Bert"), house.member("Hilda")
    path = page(house, f"members/{hilda.pk}/")
    wrong = client.post(path, {"deed": str(uuid4()), "name": " "}).content.decode()
    assert "Bitte einen Namen" in wrong
    assert "<title>Fehler: Hilda" in wrong
    assert '<a href="#id_name">Name im Klub</a>' in wrong
    assert client.post(path, {"deed": str(uuid4()), "name": "Hilde"}).headers["Location"] == path
    client.post(f"{path}deactivate/", {"deed": str(uuid4())})
    assert "Hilde ist jetzt inaktiv." in html_at(client, path)
    again = client.post(f"{path}deactivate/", {"deed": str(uuid4())})
    assert again.headers["Location"] == path
    assert '<p class="problems" role="alert">„Hilde“ ist schon inaktiv.' in html_at(client, path)
    client.post(f"{path}reactivate/", {"deed": str(uuid4())})
    assert Member.objects.get(pk=hilda.pk).active


def test_the_owner_gives_and_takes_roles(house: House) -> None:
    client, emil = house.client("Anna"), house.member("Emil")
    path = page(house, f"members/{emil.pk}/")
    assert "Zum Schreiber machen" in html_at(client, path)
    client.post(f"{path}appoint/", {"deed": str(uuid4()), "role": "scorer"})
    assert "Als Schreiber abberufen" in (text := html_at(client, path))
    assert "Emil ist jetzt Schreiber." in text
    assert "hat diese Rolle" in text
    assert emil.roles == [Role.SCORER]
    assert client.post(f"{path}appoint/", {"deed": str(uuid4()), "role": "king"}).status_code == 404
    assert "machen</button>" not in html_at(house.client("Bert"), path)


# the wrong account, the wrong name


def test_an_account_is_taken_off_after_a_question(house: House) -> None:
    client, emil = house.client("Bert"), house.member("Emil")
    path = page(house, f"members/{emil.pk}/")
    assert f'href="{path}detach/"' in html_at(client, path)
    asked = html_at(client, f"{path}detach/")
    assert "Konto von Emil lösen?" in asked
    assert "Das ist Ihr eigenes Konto" not in asked
    assert house.member("Emil").account is not None
    form = {"deed": str(uuid4())}
    for _ in range(2):
        assert client.post(f"{path}detach/", form).headers["Location"] == path
    text = html_at(client, path)
    assert "Emil hat hier kein Konto mehr." in text
    assert "detach/" not in text
    assert client.get(f"{path}detach/").headers["Location"] == path
    assert house.client("Emil").get(page(house)).status_code == 404
    assert "hat das Konto Emil von Emil gelöst" in html_at(client, page(house, "log/"))


def test_who_takes_off_their_own_account_is_warned_and_led_out(house: House) -> None:
    client, bert = house.client("Bert"), house.member("Bert")
    path = page(house, f"members/{bert.pk}/detach/")
    assert "Das ist Ihr eigenes Konto" in html_at(client, path)
    form = {"deed": str(uuid4())}
    assert [client.post(path, form).headers["Location"] for _ in range(2)] == ["/clubs/"] * 2


def test_a_director_is_neither_offered_nor_asked_about_changes_of_an_owner(house: House) -> None:
    path = page(house, f"members/{house.member('Anna').pk}/")
    client = house.client("Bert")
    text = html_at(client, path)
    for words in ("Namen speichern", "Deaktivieren", "detach/", "remove/"):
        assert words not in text
    assert "Namen speichern" in html_at(house.client("Anna"), path)
    for what in ("detach", "remove"):
        assert client.get(f"{path}{what}/").status_code == 403
        assert client.post(f"{path}{what}/", {"deed": str(uuid4())}).status_code == 403


def test_a_mistyped_entry_is_removed_after_a_question(house: House) -> None:
    client, hilda = house.client("Bert"), house.member("Hilda")
    path = page(house, f"members/{hilda.pk}/")
    assert f'href="{path}remove/"' in html_at(client, path)
    people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=hilda)
    assert f'href="{path}remove/"' in html_at(client, path)
    assert "Hilda aus der Liste löschen?" in html_at(client, f"{path}remove/")
    form = {"deed": str(uuid4())}
    for _ in range(2):
        assert client.post(f"{path}remove/", form).headers["Location"] == page(house, "members/")
    text = html_at(client, page(house, "members/"))
    assert "Hilda ist aus der Liste gelöscht." in text
    assert f"members/{hilda.pk}/" not in text
    assert client.post(f"{path}remove/", {"deed": str(uuid4())}).status_code == 404


# the way in


def link(house: House, name: str, by: str = "Anna", **headers: str) -> str:
    response = house.client(by).post(
        page(house, f"members/{house.member(name).pk}/invite/"), {"deed": str(uuid4())}, headers=headers
    )
    return str(response.context["link"].url)


def test_an_invited_person_chooses_a_name_and_is_in(house: House) -> None:
    path = link(house, "Hilda", "Bert").removeprefix("http://testserver")
    visitor = Client()
    text = html_at(visitor, path)
    assert "Einladung in den Klub Mühlviertler Runde" in text
    assert 'value="Hilda"' in text
    form = {"deed": str(uuid4()), "what": "account", "name": " eMIL", "password": PASSWORD}
    text = visitor.post(path, form).content.decode()
    assert "Der Anmeldename „eMIL“ ist vergeben." in text
    for _ in range(2):  # an impatient thumb
        assert visitor.post(path, form | {"name": "Hilda H."}).headers["Location"] == page(house)
    assert "Hilda" in html_at(visitor, page(house))
    gone = Client().get(path)
    assert gone.status_code == 404
    assert "Dieser Link gilt nicht mehr" in gone.content.decode()
    assert house.club.name not in gone.content.decode()


def test_who_is_in_the_club_already_is_told_so(house: House) -> None:
    path = link(house, "Hilda").removeprefix("http://testserver")
    text = html_at(house.client("Anna"), path)
    assert "Diesen Link haben Sie selbst erstellt. Er ist nur für <b>Hilda</b>." in text
    assert "beitreten" not in text
    emil = house.client("Emil")
    text = html_at(emil, path)
    assert "Sie sind schon in diesem Klub." in text
    assert "beitreten" not in text
    assert f'<input type="hidden" name="next" value="{path}">' in text
    assert emil.post("/sign-out/", {"next": path}).headers["Location"] == path
    assert "Dem Klub beitreten" in html_at(emil, path)
    house.sessions.pop("Emil")
    text = house.client("Emil").post(path, {"deed": str(uuid4()), "what": "join"}).content.decode()
    assert "Dieses Konto ist schon im Klub." in text


def test_a_forgotten_password_is_replaced_by_link(house: House) -> None:
    path = link(house, "Emil", "Bert").removeprefix("http://testserver")
    visitor, signed_in, new = Client(), Client(), "Tarock-ist-Trumpf"
    signed_in.post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    text = html_at(visitor, path)
    assert "Der Anmeldename bleibt <b>Emil</b>" in text
    assert 'value="Emil" autocomplete="username" readonly hidden' in text
    form = {"deed": str(uuid4()), "what": "password", "password": new}
    weak = form | {"password": "12345678"}
    assert "Dieses Passwort ist zu üblich." in visitor.post(path, weak).content.decode()
    for _ in range(2):  # an impatient thumb
        assert visitor.post(path, form).headers["Location"] == page(house)
    mistyped = form | {"password": "Etwas-ganz-anderes"}
    assert visitor.post(path, mistyped).status_code == 404, "there is nothing left to ask for"
    # The same form, sent once more by somebody who does not know the password, opens nothing.
    assert Client().post(path, weak).status_code == 404
    assert signed_in.get(page(house)).status_code == 404
    assert OpenSession.objects.get().session_id == visitor.session.session_key
    assert Client().post("/sign-in/", {"name": "Emil", "password": new}).status_code == 302


def test_a_withdrawn_link_is_gone(house: House) -> None:
    path = link(house, "Hilda").removeprefix("http://testserver")
    member = page(house, f"members/{house.member('Hilda').pk}/")
    house.client("Bert").post(f"{member}withdraw/", {"deed": str(uuid4())})
    assert Client().get(path).status_code == 404


def test_links_use_the_public_address_and_warn_where_nobody_else_could_open_them(
    house: House, settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "tarock.local", "testserver"]
    assert link(house, "Hilda", Host="tarock.local:8000").startswith("http://tarock.local:8000/invitation/")
    invite = page(house, f"members/{house.member('Hilda').pk}/invite/")
    here = house.client("Anna").post(invite, {"deed": str(uuid4())}, headers={"Host": "127.0.0.1:8000"})
    assert "nur auf diesem Rechner" in here.content.decode()
    assert 'class="qr"' not in here.content.decode()
    settings.PUBLIC_URL = "https://tarock.example.org"
    assert link(house, "Hilda").startswith("https://tarock.example.org/invitation/")


# settings and log


def test_the_owner_changes_the_settings_and_the_director_reads_them(house: House) -> None:
    form = {
        "club": "Neue Runde",
        "currency": "CHF",
        "cents_per_point": "20",
        "language": "en",
        "default_rules": "cup",
    }
    path = page(house, "settings/")
    assert house.client("Bert").post(path, form | {"deed": str(uuid4())}).status_code == 403
    assert house.client("Anna").post(path, form | {"deed": str(uuid4())}).status_code == 302
    text = html_at(house.client("Bert"), path)
    assert '<form class="stack"' not in text
    assert "CHF – Schweizer Franken" in text
    log = html_at(house.client("Bert"), page(house, "log/"))
    old, new = (published()[slug].label.de for slug in ("treffpunkt", "cup"))
    assert f"Sprache Deutsch → English, Regeln {old} → {new}" in log
    at = timezone.localtime(house.club.deeds.filter(verb="change_club").get().at)
    assert f">{at:%d.%m.%Y %H:%M}</time>" in log
    english = html_at(house.client("Bert"), page(house, "log/?language=en"))
    assert f">{at.day} {at:%b %Y, %H:%M}</time>" in english
    assert "hat die Einstellungen geändert: Name Mühlviertler Runde → Neue Runde" in log
    house.client("Anna").post(path, form | {"deed": str(uuid4())})
    log = html_at(house.client("Bert"), page(house, "log/"))
    assert "hat die Einstellungen unverändert gespeichert" in log


def test_the_log_tells_everything_newest_first_in_pages(house: House) -> None:
    anna, hilda = house["Anna"], house.member("Hilda")
    for number in range(60):
        people.rename_member(actor=anna, deed=uuid4(), member=hilda, name=f"Hilda {number}")
    first, second = (html_at(house.client("Bert"), page(house, f"log/?page={number}")) for number in (1, 2))
    assert first.index("in Hilda 59 umbenannt") < first.index("in Hilda 58 umbenannt")
    assert "hat Tarockclub eingerichtet" in second
    assert "renamed Hilda 58 to Hilda 59" in html_at(house.client("Bert"), page(house, "log/?language=en"))
    assert Deed.objects.filter(club=house.other).exists()
    assert "Franz" not in first + second


def test_any_page_of_the_club_is_two_taps_away(house: House) -> None:
    """Its places are one tap away from anywhere; what belongs to the whole club is linked there."""
    play(house, MAY, dreier("Anna"))
    Club.objects.filter(pk=house.club.pk).update(default_rules=own(house).slug)
    client, club = house.client("Anna"), page(house)
    places = [href for href, _, _ in bar_on(html_at(client, club), "places")]
    linked = {link for place in places for link in re.findall(r'href="([^"?#]+)', html_at(client, place))}
    addresses = get_resolver().namespace_dict["scoring"][1].reverse_dict
    missing = []
    for name in sorted(name for name in addresses if isinstance(name, str)):
        try:
            address = reverse(f"scoring:{name}", args=[house.club.slug])
        except NoReverseMatch:
            continue
        if not address.startswith(club) or address in linked:
            continue
        answer = read_out(client.get(address))
        if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            missing.append(name)
    assert missing == ["table_away"], "which a phone without network shows in place of another page"


# The log of a club, and the lines of it that somebody looks for


@pytest.fixture
def bert(house: House) -> Client:
    """Three days ago Anna added members and opened an evening; today Bert, who directs, added somebody."""
    with patch.object(clock, "now", return_value=timezone.now() - timedelta(days=3)):
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Karl", "Lois"])
        house.evening()
    people.add_members(actor=house["Bert"], deed=uuid4(), club=house.club, names=["Mitzi"])
    return english(house, "Bert")


def log(client: Client, house: House, **asked: str) -> str:
    return text_of(client.get(f"/clubs/{house.club.slug}/log/", asked))


def test_the_log_is_narrowed_by_person_subject_and_days(house: House, bert: Client) -> None:
    everything = log(bert, house)
    assert all(words in everything for words in ("Karl", "Mitzi", "opened the evening"))
    of_bert = log(bert, house, who="Bert")
    assert "Mitzi" in of_bert
    assert "Karl" not in of_bert
    evenings = log(bert, house, about="evenings")
    assert "opened the evening" in evenings
    assert "Mitzi" not in evenings
    today = timezone.localdate()
    before = log(bert, house, until=f"{today - timedelta(days=1)}")
    assert "Karl" in before
    assert "Mitzi" not in before
    assert "Karl" not in log(bert, house, since=f"{today}", about="club")
    assert "Found: 1." in log(bert, house, since=f"{today}", about="club")


@pytest.mark.parametrize(
    "asked", [{"who": "Nobody"}, {"about": "x"}, {"since": "gestern"}, {"until": "31.2.2026"}]
)
def test_what_cannot_be_looked_for_is_said(house: House, bert: Client, asked: dict[str, str]) -> None:
    answer = bert.get(f"/clubs/{house.club.slug}/log/", asked)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert "Karl" not in text_of(answer)


def test_every_deed_has_its_subject() -> None:
    subjects = verbs_by_subject()
    assert len({subject.key for subject in subjects}) == len(subjects)
    assert sum(map(len, subjects.values())) == len(frozenset().union(*subjects.values()))
    assert frozenset().union(*subjects.values()) == {
        verb for capability in capabilities() for verb in capability.words
    }
