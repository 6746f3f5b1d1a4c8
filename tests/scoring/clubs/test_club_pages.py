"""The pages of a club, as its people use them."""

import re
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import capabilities, verbs_by_subject
from scoring.models import Deed, Member, OpenSession, Role
from scoring.rules import published
from scoring.season.pages.career import FEWEST_TOGETHER
from scoring.sharing import verbs as sharing_verbs
from tests.support.pages import html_at, text_of
from tests.support.scoring.house import PASSWORD, House, english
from tests.support.scoring.tables import dreier, hand


def page(house: House, rest: str = "") -> str:
    return f"/clubs/{house.club.slug}/{rest}"


def test_bad_lines_are_named_and_everything_typed_stays(house: House) -> None:
    client = house.client("Bert")
    typed = "Ida\n  emil\nida\n\nJakob"
    text = client.post(page(house, "members/"), {"deed": str(uuid4()), "names": typed}).content.decode()
    assert "Ida\n  emil\nida\n\nJakob</textarea>" in text.replace("\r\n", "\n")
    assert "„emil“ ist schon Mitglied." in text
    assert "„ida“ steht hier zweimal." in text
    assert not Member.objects.filter(name="Jakob").exists()
    form = {"deed": str(uuid4()), "names": "Ida\r\nJakob\r\n"}
    assert client.post(page(house, "members/"), form).status_code == 302
    assert "2 Mitglieder aufgenommen." in html_at(client, page(house, "members/"))


def test_the_list_finds_names_and_shows_roles_and_links(house: House) -> None:
    client = house.client("Anna")
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    text = html_at(client, page(house, "members/"))
    for shown in ("Leiter", "Schreiber", "eingeladen", "Nicht mehr aktiv", "Gustl"):
        assert shown in text
    found = html_at(client, page(house, "members/?q=HIL"))
    assert "Hilda" in found
    assert "Emil</a>" not in found
    assert "offener Passwort-Link" not in text
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert "offener Passwort-Link" in html_at(client, page(house, "members/"))
    assert "Alle zeigen" in html_at(client, page(house, "members/?q=%25"))
    assert "Hilda</a>" in html_at(client, page(house, "members/?q=%00hil%00"))
    assert "Alle zeigen" not in html_at(client, page(house, "members/?q=%00"))
    directors = html_at(client, page(house, "members/?role=director"))
    assert "Bert</a>" in directors
    assert "Anna</a>" not in directors
    without = html_at(client, page(house, "members/?account=no"))
    assert "Hilda</a>" in without
    assert "Bert</a>" not in without


def test_people_are_one_list_of_members_and_guests_with_their_points(house: House) -> None:
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Karl"), evening=house.evening())
    house.play(sheet, dreier("Anna"))
    karl = sheet.evening.participants.get(guest="Karl").pk
    for name in ("Anna", "Emil"):
        text = text_of(english(house, name).get(page(house, "members/")))
        assert ("Anna you Owner" if name == "Anna" else "Anna Owner") + " · 1 evening +15" in text
        assert "Dora Arbiter · not played yet –" in text
        assert "Guests 1 Karl 1 evening" in text
        assert page(house, f"guests/{karl}/") in html_at(house.client(name), page(house, "members/"))
        assert ("Take in" in text) is (name == "Anna")
    assert text_of(english(house, "Emil").get(page(house, "members/?q=kar"))).count("Karl") == 1


@pytest.mark.parametrize("name", ["Anna", "Bert", "Emil", "Cilli"])
def test_a_person_is_one_page_with_a_card_more_for_the_leadership_and_for_oneself(
    house: House, name: str
) -> None:
    sheet = house.sheet(("Anna", "Bert", "Emil", "Karl"), evening=house.evening())
    house.play(sheet, dreier("Emil"))
    answer = english(house, name).get(page(house, f"members/{house.member('Emil').pk}/"))
    text = text_of(answer)
    assert "1 evening +15 " in text
    assert "Rank 1 of 3" in text
    assert ("For the leadership" in text) is ("Signs in as Emil" in text) is (name in ("Anna", "Bert"))
    assert ("leading" in answer.context) is (name in ("Anna", "Bert"))
    assert ("Share my page" in text) is (name == "Emil")
    assert (page(house, f"members/{house.member('Emil').pk}/role/") in answer.content.decode()) is (
        name == "Anna"
    )


def test_a_guests_page_has_the_way_in_for_the_leadership(house: House) -> None:
    """Karl wins a Dreier last week, and ten Rufer with Anna today."""
    first = house.sheet(
        ("Anna", "Bert", "Cilli", "Karl"), evening=house.evening(date=clock.today() - timedelta(days=7))
    )
    house.play(first, dreier("Karl"))
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Karl"), evening=house.evening())
    for _number in range(FEWEST_TOGETHER):
        house.play(sheet, hand("solorufer", "Karl", partner="Anna", won=True))
    path = page(house, f"guests/{sheet.evening.participants.get(guest='Karl').pk}/")
    for name, leads in (("Bert", True), ("Emil", False)):
        answer = english(house, name).get(path)
        text = text_of(answer)
        assert f"Season {clock.today().year} · 2 evenings +35 +€3.50" in text
        assert ("Take in" in text) is ("admit" in answer.context) is leads
        assert "Rank" not in text
        assert 'class="chart' in answer.content.decode()
        assert re.search(r"With whom it goes well Points per hand All Anna \+2", text)
        games = text_of(english(house, name).get(f"{path}?show=games"))
        assert "Contracts played as declarer" in games
        assert "Take in" not in games


def test_a_role_is_chosen_and_taken_away_by_one_select(house: House) -> None:
    client, emil = house.client("Anna"), house.member("Emil")
    path = page(house, f"members/{emil.pk}/role/")

    def chosen(role: str) -> str:
        return client.post(path, {"deed": str(uuid4()), "role": role}, follow=True).content.decode()

    assert "Emil ist jetzt Schreiber." in chosen("scorer")
    assert "Emil ist jetzt Leiter." in chosen("director")
    assert house.member("Emil").roles == [Role.DIRECTOR]
    assert "hat diese Rolle schon" in chosen("director")
    assert "Emil hat keine Rolle mehr." in chosen("")
    assert house.member("Emil").roles == []
    assert client.post(path, {"deed": str(uuid4()), "role": "king"}).status_code == 404
    chosen("director")
    asked = f'action="{path}"'
    assert asked in client.get(page(house, f"members/{emil.pk}/")).content.decode()
    people.appoint(actor=house["Anna"], deed=uuid4(), member=emil, role=Role.ARBITER)
    text = client.get(page(house, f"members/{emil.pk}/")).content.decode()
    assert asked not in text, "whoever has several roles would lose all but one by saving"
    assert text.count('/dismiss/"') == 2


def test_the_clubs_place_says_how_everything_stands(house: House) -> None:
    text = text_of(english(house, "Anna").get(page(house, "about/")))
    for state in ("People 6", "Open amounts none", "Old sheets none", "Links to read none"):
        assert state in text
    house.play(house.sheet(("Anna", "Bert", "Cilli", "Karl"), evening=house.evening()), dreier("Anna"))
    sharing_verbs.share_standings(actor=house["Anna"], deed=uuid4(), club=house.club, period="")
    text = text_of(english(house, "Anna").get(page(house, "about/")))
    for state in ("1 evening, 1 hand", "and 1 guest", "Links to read 1", "Log today"):
        assert state in text
    assert "Stored data" not in text, "it lies on one's own page"
    answer = english(house, "Emil").get(page(house, "about/"))
    assert "Log" not in text_of(answer)
    assert not [name for name in ("links", "old", "changed") if name in answer.context]


def test_everything_that_is_done_on_the_page_of_a_member(house: House) -> None:
    client, emil = house.client("Anna"), house.member("Emil")
    path = page(house, f"members/{emil.pk}/")

    def done(what: str, **fields: str) -> str:
        answer = client.post(f"{path}{what}", {"deed": str(uuid4()), **fields}, follow=True)
        assert answer.redirect_chain in ([], [(path, 302)])
        return answer.content.decode()

    assert "Bitte einen Namen" in done("", name=" ")
    done("", name="Emilian")
    assert "Emilian ist jetzt inaktiv." in done("deactivate/")
    assert (
        '<p class="problems" role="alert">Das wurde inzwischen geändert. Bitte noch einmal ansehen.'
        in done("deactivate/")
    )
    done("reactivate/")
    assert Member.objects.get(pk=emil.pk).active
    text = done("appoint/", role="scorer")
    assert "Emilian ist jetzt Schreiber." in text
    assert "Als Schreiber abberufen" in text
    assert client.post(f"{path}appoint/", {"deed": str(uuid4()), "role": "king"}).status_code == 404
    assert "machen</button>" not in html_at(house.client("Bert"), path)
    done("dismiss/", role="scorer")
    assert emil.roles == []
    asked = html_at(client, f"{path}detach/")
    assert "Konto von Emilian lösen?" in asked
    assert "Das ist Ihr eigenes Konto" not in asked
    text = done("detach/")
    assert "Emilian hat hier kein Konto mehr." in text
    assert "detach/" not in text
    assert client.get(f"{path}detach/").headers["Location"] == path
    assert house.client("Emil").get(page(house)).status_code == 404
    own, director = page(house, f"members/{house.member('Bert').pk}/detach/"), house.client("Bert")
    assert "Das ist Ihr eigenes Konto" in html_at(director, own)
    assert director.post(own, {"deed": str(uuid4())}).headers["Location"] == "/clubs/"
    hilda = page(house, f"members/{house.member('Hilda').pk}/remove/")
    assert "Hilda aus der Liste löschen?" in html_at(client, hilda)
    assert client.post(hilda, {"deed": str(uuid4())}).headers["Location"] == page(house, "members/")
    assert "Hilda ist aus der Liste gelöscht." in html_at(client, page(house, "members/"))
    assert client.post(hilda, {"deed": str(uuid4())}).status_code == 404


# the wrong account, the wrong name


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
    assert visitor.post(path, form | {"name": "Hilda H."}).headers["Location"] == page(house)
    assert "Hilda" in html_at(visitor, page(house))
    gone = Client().get(path)
    assert gone.status_code == 404
    assert "Dieser Link gilt nicht mehr" in gone.content.decode()
    assert house.club.name not in gone.content.decode()


def test_inviting_begins_with_the_members_who_have_no_account(house: House) -> None:
    asked = page(house, "members/?invite=yes")
    invited = re.findall(r'action="([^"]*/invite/)"', html_at(house.client("Bert"), asked))
    assert invited == [page(house, f"members/{house.member('Hilda').pk}/invite/")]
    assert "/invite/" not in html_at(house.client("Cilli"), asked), "who invites nobody"
    house.member("Hilda").delete()
    assert '<details class="opens" open>' in html_at(house.client("Bert"), asked), (
        "there is nobody but new ones"
    )


def test_who_is_in_the_club_already_is_told_so(house: House) -> None:
    path = link(house, "Hilda").removeprefix("http://testserver")
    text = html_at(house.client("Anna"), path)
    assert "Diesen Link haben Sie selbst erstellt. Er ist nur für <b>Hilda</b>." in text
    emil = house.client("Emil")
    text = html_at(emil, path)
    assert "Sie sind schon in diesem Klub." in text
    assert f'<input type="hidden" name="next" value="{path}">' in text
    assert emil.post("/sign-out/", {"next": path}).headers["Location"] == path
    assert "Dem Klub beitreten" in html_at(emil, path)
    house.sessions.pop("Emil")
    text = house.client("Emil").post(path, {"deed": str(uuid4()), "what": "join"}).content.decode()
    assert "Dieses Konto ist schon im Klub." in text
    member = page(house, f"members/{house.member('Hilda').pk}/")
    house.client("Bert").post(f"{member}withdraw/", {"deed": str(uuid4())})
    assert Client().get(path).status_code == 404


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
    assert visitor.post(path, form).headers["Location"] == page(house)
    # The same form, sent once more by somebody who does not know the password, opens nothing.
    assert Client().post(path, weak).status_code == 404
    assert signed_in.get(page(house)).status_code == 404
    assert OpenSession.objects.get().session_id == visitor.session.session_key
    assert Client().post("/sign-in/", {"name": "Emil", "password": new}).status_code == 302


def test_links_use_the_public_address_and_warn_where_nobody_else_could_open_them(
    house: House, settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "tarock.local", "testserver"]
    assert link(house, "Hilda", Host="tarock.local:8000").startswith("http://tarock.local:8000/invitation/")
    invite = page(house, f"members/{house.member('Hilda').pk}/invite/")
    here = house.client("Anna").post(invite, {"deed": str(uuid4())}, headers={"Host": "127.0.0.1:8000"})
    assert "nur auf diesem Gerät" in here.content.decode()
    assert 'class="qr"' not in here.content.decode()
    settings.PUBLIC_URL = "https://tarock.example.org"
    assert link(house, "Hilda").startswith("https://tarock.example.org/invitation/")


# settings and log


def test_the_owner_changes_the_settings_and_the_director_reads_them(house: House) -> None:
    form = {
        "club": "Neue Runde",
        "cents_per_point": "20",
        "language": "en",
        "default_rules": "cup",
    }
    path = page(house, "settings/")
    assert house.client("Bert").post(path, form | {"deed": str(uuid4())}).status_code == 403
    assert house.client("Anna").post(path, form | {"deed": str(uuid4())}).status_code == 302
    text = html_at(house.client("Bert"), path)
    assert '<form class="stack"' not in text
    assert "Währung" not in text, "all new clubs settle in euro"
    log = html_at(house.client("Bert"), page(house, "log/"))
    old, new = (published()[slug].label.de for slug in ("treffpunkt", "cup"))
    assert f"Sprache Deutsch → English, Regeln {old} → {new}" in log
    at = timezone.localtime(house.club.deeds.filter(verb="change_club").get().at)
    assert f">{at:%d.%m.%Y %H:%M}</time>" in log
    english = html_at(house.client("Bert"), page(house, "log/?language=en"))
    assert f">{at.day} {at:%b %Y, %H:%M}</time>" in english
    assert "hat die Einstellungen geändert: Name Mühlviertler Runde → Neue Runde" in log


def test_what_hardly_any_club_needs_lies_behind_one_fold_of_the_club(house: House) -> None:
    anna, hilda = house.client("Anna", "en"), house.member("Hilda").get_absolute_url()
    fold = html_at(anna, page(house, "about/")).partition('id="seldom"')[2].partition("</details>")[0]
    for address, words in (
        (page(house, "members/"), "Several roles, other names, initials"),
        (hilda, "Several roles"),
        (page(house, "settings/"), "Required of owners and directors"),
    ):
        usual, seldom = (text_of(anna.get(f"{address}{asked}")) for asked in ("", "?seldom"))
        assert words not in usual, address
        assert "Seldom needed" not in usual, address
        assert words in seldom, address
        assert f"{address}?seldom" in (html_at(anna, page(house, "members/?seldom")) + fold)


def test_the_log_tells_everything_of_this_club_newest_first(house: House) -> None:
    anna, hilda = house["Anna"], house.member("Hilda")
    for number in range(2):
        people.rename_member(actor=anna, deed=uuid4(), member=hilda, name=f"Hilda {number}")
    log = html_at(house.client("Bert"), page(house, "log/"))
    told = ("in Hilda 1 umbenannt", "in Hilda 0 umbenannt", "hat Tarockclub eingerichtet")
    assert sorted(told, key=log.index) == list(told)
    assert Deed.objects.filter(club=house.other).exists()
    assert "Franz" not in log


# The log of a club, and the lines of it that somebody looks for


@pytest.fixture
def bert(house: House) -> Client:
    """Anna added members and opened an evening; three days later Bert, who directs, added somebody."""
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Karl", "Lois"])
    house.evening()
    with patch.object(clock, "now", return_value=clock.now() + timedelta(days=3)):
        people.add_members(actor=house["Bert"], deed=uuid4(), club=house.club, names=["Mitzi"])
    return english(house, "Bert")


def log(client: Client, house: House, **asked: str) -> str:
    return text_of(client.get(f"/clubs/{house.club.slug}/log/", asked))


def test_the_log_is_narrowed_by_person_subject_and_days(house: House, bert: Client) -> None:
    later = clock.today() + timedelta(days=3)
    everything = log(bert, house)
    assert all(words in everything for words in ("Karl", "Mitzi", "opened the evening"))
    of_bert = log(bert, house, who="Bert")
    assert "Mitzi" in of_bert
    assert "Karl" not in of_bert
    evenings = log(bert, house, about="evenings")
    assert "opened the evening" in evenings
    assert "Mitzi" not in evenings
    before = log(bert, house, until=f"{later - timedelta(days=1)}")
    assert "Karl" in before
    assert "Mitzi" not in before
    assert "Karl" not in log(bert, house, since=f"{later}", about="club")
    assert "Found: 1." in log(bert, house, since=f"{later}", about="club")
    for asked in ({"who": "Nobody"}, {"about": "x"}, {"since": "gestern"}, {"until": "31.2.2026"}):
        answer = bert.get(f"/clubs/{house.club.slug}/log/", asked)
        assert 'role="alert"' in answer.content.decode()
        assert "Karl" not in text_of(answer)


def test_every_deed_has_its_subject() -> None:
    subjects = verbs_by_subject()
    assert len({subject.key for subject in subjects}) == len(subjects)
    assert sum(map(len, subjects.values())) == len(frozenset().union(*subjects.values()))
    assert frozenset().union(*subjects.values()) == {
        verb for capability in capabilities() for verb in capability.words
    }
