"""A name goes for good: found everywhere before, nowhere afterwards, and no sum knows the difference."""

import html
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest, rename_guest, separate_guest
from scoring.archive import waiting
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_guest, traced_member
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.export import pending_downloads
from scoring.models import (
    Account,
    Club,
    Deed,
    Evening,
    Invitation,
    Member,
    Participant,
    Reason,
    Role,
)
from scoring.names import folded
from scoring.table.arrivals import Person
from tests.support.pages import text_named
from tests.support.scoring.anonymising import (
    EARLIER,
    NAME,
    SOUGHT,
    anonymise,
    columns,
    evening,
    guests_like,
    names,
    ottokar,
    sums,
)
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import PASSWORD, House, now
from tests.support.scoring.house_rules import begin, data_of, save
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified

__all__ = ["ottokar"]  # the fixtures


# The name


@pytest.mark.database("sqlite")
@pytest.mark.django_db(transaction=True)
def test_not_even_the_bytes_of_the_file_have_the_name(house: House, ottokar: Member) -> None:
    file = Path(connection.settings_dict["NAME"])
    sought = [
        part.encode()
        for name in SOUGHT
        for spelling in (name, name.upper(), folded(name))
        for part in spelling.split()
    ]

    def found() -> set[bytes]:
        written = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
        return {part for part in sought if part in written}

    assert found() >= {b"Ottokar", b"Wexler", "Zwölfer".encode(), b"ottokar"}
    anonymise(house, ottokar, guests=guests_like(folded(EARLIER)))
    assert found() == set()
    connection.close()
    assert found() == set()


@pytest.mark.django_db(transaction=True)
def test_no_file_that_waits_to_be_fetched_has_the_name(house: House, ottokar: Member, data: Path) -> None:
    file = pending_downloads.begun()
    file.write_text(NAME)
    waiting.keep([NAME.encode()])
    guests = guests_like(folded(EARLIER))
    for who in ("Bert", "Cilli", "Emil", "Franz"):
        with pytest.raises(PermissionDenied):
            anonymise(house, ottokar, actor=house[who])
        with pytest.raises(PermissionDenied):
            anonymise_guest(actor=house[who], deed=uuid4(), club=house.club, guests=guests)
    assert len(list(data.glob("*/*"))) == 2
    anonymise(house, ottokar)
    assert list(data.glob("*/*")) == []
    assert Participant.objects.get(member=None, evening__club=house.club, key=folded(EARLIER)), "not ticked"


def test_a_guest_is_anonymised_too(house: House, ottokar: Member) -> None:
    anna = house["Anna"]
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Xaver Quitt"), evening=evening(house, "bei Xaver Quitt"))
    house.play(sheet, dreier("Xaver Quitt"))
    xaver = guests_like("xaver quitt")
    rename_guest(actor=anna, deed=uuid4(), club=house.club, participant=xaver[0], name="Xaver Zitt")
    kept = sums()
    assert any(names(text, ("Xaver Quitt", "Zitt")) for _, text in columns())
    name = anonymise_guest(actor=anna, deed=uuid4(), club=house.club, guests=xaver)
    assert re.fullmatch("Gast [1-9][0-9]{2}", name)
    left = {column for column, text in columns() if names(text, ("Xaver Quitt", "Zitt"))}
    assert left == {"scoring_evening.venue", "scoring_deed.details"}  # where it says “bei Xaver Quitt”
    assert sums() == kept
    assert verified()[0] == 0


# Rule sheets of the club


def listed(house: House, who: str) -> list[str]:
    return [text.text for text in traced_member(house.member(who)).texts()]


def test_words_and_keys_of_a_saved_version_are_listed(house: House) -> None:
    data = data_of(label="Emils Runde")
    solo = {"label": "Solo E.", "short": "SoE"}  # of his name there is the key alone
    data["contracts"]["emils_solo"] = data["contracts"]["dreier"] | solo
    save(house, begin(house, data))
    assert set(listed(house, "Emil")) >= {"Emils Runde", "emils-runde", "emils_solo"}


def test_the_games_own_words_are_nobodys_name(house: House) -> None:
    """They came along from a published sheet; nobody typed them."""
    players = ["Mond", "Pagat", "Rufer", "Uhu"]
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=players)
    save(house, begin(house))
    begin(house, data_of("standard", label="Samstagsrunde"))
    assert [listed(house, who) for who in players] == [[]] * 4


# The names of others


def test_names_that_begin_like_it_are_left_alone(house: House) -> None:
    anna, club = house["Anna"], house.club
    others = ["Karl B.", "Karla", "Karls", "Karl-Heinz"]
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Karl", *others])
    for name in others:
        people.deactivate_member(actor=anna, deed=uuid4(), member=house.member(name))
    sheet = house.sheet(("Karl", "Karl B.", "Anna", "Bert"), evening=evening(house, "bei Karl B. und Karl"))
    house.play(sheet, dreier("Karl"))
    entry = sheet.entries.get()
    for reason in ("Karl B. hat sich verzählt", "Karla war es", "es war karl", "Karls hat geholfen"):
        correct(
            house, now(sheet), sheet.entries.order_by("seq").last() or entry, dreier("Karl"), reason=reason
        )
    named = listed(house, "Karl")
    anonymised = anonymise(house, house.member("Karl"))
    assert [deed.details["name"] for deed in club.deeds.filter(verb="deactivate_member")][:4] == others[::-1]
    added = club.deeds.filter(verb="add_members").first()
    assert added is not None
    assert added.details["names"] == [anonymised.name, *others]
    texts = list(Reason.objects.order_by("pk").values_list("text", flat=True))
    assert texts == ["Karl B. hat sich verzählt", "Karla war es", "es war karl", "Karls hat geholfen"]
    assert named == ["es war karl", "bei Karl B. und Karl", "bei Karl B. und Karl"]
    assert Evening.objects.get(pk=sheet.evening_id).venue == "bei Karl B. und Karl"
    assert verified()[0] == 0


def test_whoever_took_over_the_name_keeps_it(house: House) -> None:
    """Anna the elder is renamed, another Karl comes; then the first one goes, or the second one."""
    anna, club = house["Anna"], house.club
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Karl"])
    elder = house.member("Karl")
    people.deactivate_member(actor=anna, deed=uuid4(), member=elder)
    people.rename_member(actor=anna, deed=uuid4(), member=elder, name="Karl Senior")
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Karl"])
    younger = house.member("Karl")
    people.rename_member(actor=anna, deed=uuid4(), member=younger, name="Karl Junior")
    gone = anonymise(house, house.member("Karl Senior"))
    added = [deed.details["names"] for deed in club.deeds.filter(verb="add_members").order_by("at")]
    assert added[1:] == [[gone.name], ["Karl"]]
    renamed = club.deeds.filter(verb="rename_member").order_by("at")
    assert [(deed.details["before"], deed.details["after"]) for deed in renamed] == [
        (gone.name, gone.name),
        ("Karl", "Karl Junior"),
    ]
    too = anonymise(house, house.member("Karl Junior"))
    added = [deed.details["names"] for deed in club.deeds.filter(verb="add_members").order_by("at")]
    assert added[1:] == [[gone.name], [too.name]]


def test_a_mistyped_entry_that_was_removed_goes_with_the_name(house: House) -> None:
    anna, club = house["Anna"], house.club
    for _again in range(2):
        people.add_members(actor=anna, deed=uuid4(), club=club, names=["Quirin"])
        if not _again:
            people.remove_member(actor=anna, deed=uuid4(), member=house.member("Quirin"))
    anonymise(house, house.member("Quirin"))
    assert [text for _, text in columns() if names(text, ("Quirin",))] == []


def test_other_clubs_keep_their_people_of_the_same_name(house: House) -> None:
    franz, anna = house.other.members.get(name="Franz"), house["Anna"]
    people.add_members(actor=anna, deed=uuid4(), club=house.club, names=["Franz"])
    there = list(Deed.objects.filter(club=house.other).order_by("pk").values())
    anonymise(house, house.member("Franz"))
    assert list(Deed.objects.filter(club=house.other).order_by("pk").values()) == there
    franz.refresh_from_db()
    assert franz.name == "Franz"
    assert house.client("Franz").get(f"/clubs/{house.other.slug}/").status_code == 200


# The account


def test_an_account_that_opens_nothing_else_is_closed(house: House, ottokar: Member) -> None:
    he = house.client(NAME)
    assert he.get("/clubs/").status_code == 200
    account = house[NAME]
    anonymise(house, ottokar)
    account.refresh_from_db()
    assert not account.has_usable_password()
    assert not names(account.name + account.key)
    assert he.get("/clubs/").status_code == 302
    sign_in = Client().post("/sign-in/", {"name": NAME, "password": PASSWORD})
    assert sign_in.status_code == 200
    for deed in Deed.objects.filter(account=account):
        assert not names(deed.actor)


def test_an_account_that_opens_another_club_stays_as_it_is(house: House) -> None:
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    people.join(actor=house["Franz"], deed=uuid4(), token=token)
    anonymise(house, house.member("Hilda"))
    franz = house["Franz"]
    franz.refresh_from_db()
    assert franz.name == "Franz"
    assert franz.has_usable_password()
    assert list(Club.objects.open_to(franz)) == [house.other]
    assert [deed.actor for deed in Deed.objects.filter(account=franz, club=house.club)] == [
        Member.objects.get(anonymised_at__isnull=False).name
    ]


def test_whoever_runs_the_program_keeps_the_account(house: House) -> None:
    people.appoint(actor=house["Anna"], deed=uuid4(), member=house.member("Bert"), role=Role.OWNER)
    Member.objects.filter(club=house.other, account=house["Anna"]).update(account=None)
    anonymise(house, house.member("Anna"), actor=house["Bert"])
    anna = Account.objects.get(pk=house["Anna"].pk)
    assert (anna.name, anna.is_superuser) == ("Anna", True)
    assert house.client("Anna").get("/admin/").status_code == 200
    assert house.client("Anna").get(house.club.get_absolute_url()).status_code == 404


def test_an_account_that_was_taken_off_goes_with_the_name(house: House, ottokar: Member) -> None:
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.other, names=["Ida"])
    ida = house.other.members.get(name="Ida")
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=ida)
    people.join(actor=house[NAME], deed=uuid4(), token=token)
    for member in (ida, ottokar):  # also in a club that knew only the account
        people.detach_account(actor=house["Anna"], deed=uuid4(), member=member)
    anonymise(house, house.member(NAME), guests=guests_like(folded(EARLIER)))
    assert {column for column, text in columns() if names(text)} == set()
    [elsewhere] = Deed.objects.filter(verb="forget_account")
    assert elsewhere.club == house.other
    assert log_line(elsewhere) == "wurde in einem anderen Klub anonymisiert"


# What it means


def test_nobody_comes_back_under_a_number(house: House, ottokar: Member) -> None:
    anna = house["Anna"]
    gone = anonymise(house, ottokar)
    assert re.fullmatch("Mitglied [1-9][0-9]{2}", gone.name)
    assert (gone.active, gone.account, gone.roles) == (False, None, [])
    assert gone.anonymised_at is not None
    assert not Invitation.objects.open().filter(member=gone).exists()
    assert not Invitation.objects.open().filter(made_by=house[NAME]).exists()
    play = house.client("Anna").get(reverse("scoring:just_play", args=[house.club.slug]))
    assert f"m{gone.pk}" not in play.content.decode()
    for ask in (
        lambda: people.rename_member(actor=anna, deed=uuid4(), member=gone, name=NAME),
        lambda: people.reactivate_member(actor=anna, deed=uuid4(), member=gone),
        lambda: people.invite(actor=anna, deed=uuid4(), member=gone),
        lambda: people.appoint(actor=anna, deed=uuid4(), member=gone, role=Role.SCORER),
        lambda: anonymise(house, gone),
        lambda: (
            house.sheet((gone.name, "Bert", "Cilli", "Dora"))
            and house.do(
                evening_verbs.open_sheet,
                by="Anna",
                evening=house.evening(),
                name="Z",
                people=[Person(member=gone.pk), *(Person(name=name) for name in ("Bert", "Cilli", "Dora"))],
                high_card=0,
            )
        ),
    ):
        with pytest.raises(Refused):
            ask()
    for ask in (
        lambda: join_guest(actor=anna, deed=uuid4(), member=gone, participants=guests_like(folded(EARLIER))),
        lambda: separate_guest(actor=anna, deed=uuid4(), member=gone, joining=uuid4()),
    ):
        with pytest.raises(Refused, match="ist anonymisiert worden"):
            ask()


def test_the_words_of_the_log_are_whole_afterwards(house: House, ottokar: Member) -> None:
    gone = anonymise(house, ottokar, guests=guests_like(folded(EARLIER)))
    for language, said in (("de", "Mitglied"), ("en", "anonymised a member: now")):
        with translation.override(language):
            words = [log_line(deed) for deed in Deed.objects.all()]
        assert not any(re.search(r"%\(|None|: $", word) for word in words), words
        assert any(said in word and gone.name in word for word in words)


def test_verify_finds_somebody_who_could_come_back(house: House) -> None:
    gone = anonymise(house, house.member("Hilda"))
    assert verified()[0] == 0
    Member.objects.filter(pk=gone.pk).update(active=True)
    status, lines = verified()
    assert status == 1
    assert any(gone.name in line for line in lines)


HUBER = "Franz Huber"


def called_after_huber(house: House) -> Member:
    """Return a member, and call a place and a table by a part of the name; another one begins like it."""
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=[HUBER])
    there = evening(house, "Bei Huber")
    sheet = house.sheet((HUBER, "Bert", "Cilli", "Dora"), evening=there, name="Hubers Tisch")
    house.sheet(("Anna", "Emil", "Hilda", "Lois"), evening=there, name="Huberta")
    house.play(sheet, dreier("Bert"))
    return house.member(HUBER)


def test_what_mentions_a_part_of_the_name_is_listed_and_goes_only_if_it_is_ticked(house: House) -> None:
    member = called_after_huber(house)
    listed = {text.text: text for text in traced_member(member).texts_outside_the_log() if text.is_partly}
    assert listed.keys() == {"Bei Huber", "Hubers Tisch"}
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Anna Wirth"])
    evening(house, "Bei Anna")
    texts = traced_member(house.member("Anna Wirth")).texts_outside_the_log()
    assert texts == [], "somebody else is called Anna"
    address, anna = f"{member.get_absolute_url()}anonymise/", house.client("Anna")
    page = anna.get(address, {"language": "en"})
    assert {is_ticked for reason, is_ticked, _typed in page.context["form"].reasons if reason.is_partly} == {
        False
    }
    assert "mentions a part of the name" in page.content.decode()
    place, table = listed["Bei Huber"].blank, listed["Hubers Tisch"].blank
    said = {"sure": "on", "blank": [place, table], f"instead-{place}": "Huberwirt Huber"}
    refused = html.unescape(
        anna.post(f"{address}?language=en", {**said, "deed": str(uuid4())}).content.decode()
    )
    assert "“Huberwirt Huber” still mentions the name." in refused
    assert 'value="Huberwirt Huber"' in refused, "what was typed is kept"
    long = {**said, "deed": str(uuid4()), f"instead-{place}": "Wirtshaus " * 9}
    assert "is too long there." in html.unescape(anna.post(f"{address}?language=en", long).content.decode())
    anna.post(address, {**said, "deed": str(uuid4()), f"instead-{place}": "Wirtshaus"})
    there = Evening.objects.get(venue="Wirtshaus")
    assert {sheet.name for sheet in there.sheets.all()} == {"Tisch 1", "Huberta"}
    assert verified()[0] == 0


def test_numbers_are_drawn_by_lot_and_never_twice(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.do(people.add_members, by="Anna", club=house.club, names=[f"Neu {number}" for number in range(10)])
    numbers = [anonymise(house, house.member(f"Neu {number}")).name for number in range(8)]
    assert len(set(numbers)) == 8
    assert numbers != sorted(numbers)
    # And where all of them are given:
    monkeypatch.setattr("scoring.clubs.privacy.anonymising.NUMBERS", range(7, 8))
    numbers += [anonymise(house, house.member(f"Neu {number}")).name for number in (8, 9)]
    assert len(set(numbers)) == 10


def test_accounts_of_two_clubs_may_draw_the_same_number(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.clubs.privacy.anonymising.NUMBERS", range(7, 8))
    gone = [house.other.members.get(name="Franz"), house.member("Emil")]
    assert {anonymise(house, member).name for member in gone} == {"Mitglied 7"}
    names_now = [Account.objects.get(pk=house[name].pk).name for name in ("Franz", "Emil")]
    assert names_now == ["Mitglied 7", "Mitglied 7 (2)"]


def test_only_guests_of_the_own_club_go_along(house: House, ottokar: Member) -> None:
    there = house.sheet(("Franz", "Ida", "Jakob", NAME), evening=evening(house, "", club=house.other))
    stranger = there.evening.participants.get(guest=NAME)
    for wrong in ([stranger.pk], [10**9]):
        with pytest.raises(Refused):
            anonymise(house, ottokar, guests=wrong)
        with pytest.raises(Refused):
            anonymise_guest(actor=house["Anna"], deed=uuid4(), club=house.club, guests=wrong)
    with pytest.raises(Refused):
        anonymise_guest(actor=house["Anna"], deed=uuid4(), club=house.club, guests=[])
    with pytest.raises(Refused):
        anonymise_guest(actor=house["Anna"], deed=uuid4(), club=house.club, guests=[], names=["Otti"])


# Pages


def test_the_page_says_what_happens_and_wants_a_tick(house: House, ottokar: Member) -> None:
    anna = house.client("Anna")
    text = text_named(anna, "anonymise_member", house.club.slug, ottokar.pk)
    for words in (
        "4 evenings stay",
        "(3 hands)",
        "Earlier names go too: Otti Wexler, Ötzi Quast, Schani Wrbka",
        "earlier copies (backups)",
        "never rewrites by itself what somebody typed",
        "schani wrbka hat sich vergeben",
        "bei SCHANI WRBKA daheim",
        "Schani Wrbkas Tisch",
        "Guests of the same name",
        "Otti Wexler · 1 hand",
    ):
        assert words in text, words
    address = reverse("scoring:anonymise_member", args=[house.club.slug, ottokar.pk])
    asked = {"deed": str(uuid4()), "guests": guests_like(folded(EARLIER))}
    kept = list(columns())
    assert "it cannot be undone" in anna.post(f"{address}?language=en", asked).content.decode()
    assert list(columns()) == kept
    assert "Schani Wrbkas Tisch" in anna.post(address, asked | {"sure": "on"}).content.decode()
    assert {column for column, found in columns() if names(found)} == set()
    page = text_named(anna, "member", house.club.slug, ottokar.pk)
    assert "Anonymised on" in page
    assert "Save the name" not in page
    assert "Reactivate" not in page


def test_an_owner_may_go_themselves_and_is_signed_out(house: House, ottokar: Member) -> None:
    he = house.client(NAME)
    address = reverse("scoring:anonymise_member", args=[house.club.slug, ottokar.pk])
    assert "This is you" in he.get(f"{address}?language=en").content.decode()
    asked = {"deed": str(uuid4()), "sure": "on", "guests": guests_like(folded(EARLIER))}
    assert he.post(address, asked).headers["Location"] == "/"
    assert "Abmelden" not in he.get("/", headers={"Accept-Language": "de"}).content.decode()
    assert Deed.objects.get(pk=asked["deed"]).actor == Member.objects.get(pk=ottokar.pk).name
    assert {column for column, text in columns() if names(text)} == set()
